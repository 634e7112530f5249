internal import CX11

/// The scale factor of the user interface, from the resource database.
enum DisplayScale {
  /// The resolution at scale 1, in dots per inch.
  private static let baseResolution = 96.0
  /// The range of valid scales; others are ignored.
  private static let validRange = 0.5...8.0

  /// Returns the scale that `Xft.dpi` sets in a resource database, or 1 where it is missing or invalid.
  static func scale(resources: String) -> Double {
    let lines = resources.split(whereSeparator: \.isNewline)
    guard let line = lines.last(where: { $0.hasPrefix("Xft.dpi:") }) else { return 1 }
    let value = line.dropFirst("Xft.dpi:".count).filter { !$0.isWhitespace }
    guard let resolution = Double(value), validRange.contains(resolution / baseResolution) else {
      return 1
    }
    return resolution / baseResolution
  }

  /// Returns the scale that the server's resource database sets now.
  ///
  /// Reads the root window's property, because Xlib's own copy is made when the display is opened.
  static func current(_ connection: Connection) -> Double {
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    // In units of 4 bytes: 1 MiB, more than any resource database. [C]
    let longest = 1 << 18
    guard connection.isAlive else { return 1 }
    XGetWindowProperty(
      connection.display, connection.root, Atom(XA_RESOURCE_MANAGER), 0, longest, 0,
      Atom(XA_STRING), &type, &format, &count, &rest, &data)
    guard let data else { return 1 }
    defer { XFree(data) }
    guard format == 8 else { return 1 }
    let bytes = UnsafeBufferPointer(start: data, count: Int(count))
    return scale(resources: String(decoding: bytes, as: UTF8.self))
  }
}
