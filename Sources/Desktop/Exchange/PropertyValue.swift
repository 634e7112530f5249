internal import CX11

/// The value of a window's property.
struct PropertyValue {
  let type: Atom
  let format: Int
  /// The items of a property of format 8.
  private(set) var bytes: [UInt8] = []
  /// The items of a property of format 32.
  private(set) var longs: [Int] = []
  /// Whether the property is longer than what was to be read.
  private(set) var isCut = false

  /// The items of a property of format 32, as atoms.
  var atoms: [Atom] { longs.map { Atom(bitPattern: $0) } }

  /// Reads a property; the result is `nil` where there is none, or no such window.
  ///
  /// - Parameters:
  ///   - connection: The connection to the display.
  ///   - window: The window.
  ///   - name: The property.
  ///   - offset: Where to begin, in bytes, a multiple of four.
  ///   - byteLimit: The number of bytes that are read at most, rounded up to whole units of four.
  ///   - deletes: Pass `true` to delete the property.
  init?(
    _ connection: Connection, _ window: CX11.Window, _ name: Atom, offset: Int = 0,
    byteLimit: Int = 1 << 16, deletes: Bool = false
  ) {
    var (type, format): (Atom, Int32) = (0, 0)
    var (count, rest): (UInt, UInt) = (0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    let error = connection.trapErrors {
      XGetWindowProperty(
        connection.display, window, name, offset / 4, byteLimit / 4 + 1, deletes ? 1 : 0,
        Atom(AnyPropertyType), &type, &format, &count, &rest, &data)
    }
    defer { if let data { XFree(data) } }
    guard error == nil, type != 0, let data else { return nil }
    // The server deletes only what was read to its end.
    if deletes, rest > 0 { XDeleteProperty(connection.display, window, name) }
    self.type = type
    self.format = Int(format)
    isCut = rest > 0
    switch format {
    case 8: bytes = Array(UnsafeBufferPointer(start: data, count: Int(count)))
    case 32:
      longs = data.withMemoryRebound(to: Int.self, capacity: Int(count)) {
        Array(UnsafeBufferPointer(start: $0, count: Int(count)))
      }
    default: break
    }
  }
}
