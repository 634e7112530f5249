internal import CX11

/// How much larger than at 96 dots an inch text and thresholds are drawn.
enum DisplayScale {
  /// The dots an inch that a scale of 1 stands for.
  private static let usualDots = 96.0
  /// Scales outside of this range are taken for mistakes.
  private static let sane = 0.5...8.0

  /// The scale that a resource database asks for by its `Xft.dpi`; 1 when it does not or asks for nonsense.
  static func scale(resources: String) -> Double {
    let lines = resources.split(whereSeparator: \.isNewline)
    guard let line = lines.last(where: { $0.hasPrefix("Xft.dpi:") }) else { return 1 }
    let value = line.dropFirst("Xft.dpi:".count).filter { !$0.isWhitespace }
    guard let dots = Double(value), sane.contains(dots / usualDots) else { return 1 }
    return dots / usualDots
  }

  /// The scale that the server's database asks for now.
  ///
  /// Read from the root window, for Xlib's own copy is as old as the connection.
  static func current(_ connection: Connection) -> Double {
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    // A quarter of a megaword: no resource database is longer.
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
