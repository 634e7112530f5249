internal import CX11

/// The pixel format of a visual.
struct PixelFormat: Hashable, Sendable {
  /// The depth, in bits.
  var depth: Int
  /// The bits per pixel in images sent to the server.
  var bitsPerPixel: Int
  /// Whether the visual is TrueColor.
  var isTrueColor: Bool
  /// The masks of red, green and blue.
  var masks: [UInt]

  /// The reason why the format is not supported, or `nil` where it is.
  var unsupportedReason: String? {
    guard isTrueColor, depth == 24 || depth == 32, bitsPerPixel == 32,
      masks == [0xFF0000, 0xFF00, 0xFF]
    else {
      return "The display's \(depth)-bit pixel format is not supported; "
        + "use a screen of depth 24 with 8 bits each of red, green and blue."
    }
    return nil
  }
}

extension PixelFormat {
  /// The format of a connection's windows.
  init(_ connection: Connection) {
    self.init(connection.display, connection.visual, connection.depth)
  }

  private init(_ display: OpaquePointer, _ visual: UnsafeMutablePointer<Visual>?, _ depth: Int32) {
    var count: Int32 = 0
    let formats = XListPixmapFormats(display, &count)
    defer { if let formats { XFree(formats) } }
    let all = UnsafeBufferPointer(start: formats, count: formats == nil ? 0 : Int(count))
    let visual = visual?.pointee
    self.init(
      depth: Int(depth),
      bitsPerPixel: all.first { $0.depth == depth }.map { Int($0.bits_per_pixel) } ?? 0,
      isTrueColor: visual?.`class` == TrueColor,
      masks: [visual?.red_mask, visual?.green_mask, visual?.blue_mask].map { $0 ?? 0 })
  }

  /// Returns a supported visual that the server converts to the screen's format, or `nil` where the default visual is
  /// supported or there is no other.
  ///
  /// Servers with Composite have a visual of depth 32, even where the screen's depth is 15, 16 or 30, or its channels are
  /// swapped. They don't convert between visuals of the same depth.
  static func alternate(
    _ display: OpaquePointer, _ screen: Int32
  ) -> (visual: UnsafeMutablePointer<Visual>?, depth: Int32)? {
    let depth = XDefaultDepth(display, screen)
    let own = Self(display, XDefaultVisual(display, screen), depth)
    guard own.unsupportedReason != nil else { return nil }
    var pattern = XVisualInfo()
    pattern.screen = screen
    pattern.`class` = TrueColor
    var count: Int32 = 0
    let list = XGetVisualInfo(
      display, Int(VisualScreenMask | VisualClassMask), &pattern, &count)
    defer { if let list { XFree(list) } }
    // Preferably one without alpha.
    return UnsafeBufferPointer(start: list, count: list == nil ? 0 : Int(count))
      .filter { $0.depth != depth && Self(display, $0.visual, $0.depth).unsupportedReason == nil }
      .min { $0.depth < $1.depth }
      .map { ($0.visual, $0.depth) }
  }
}
