internal import CX11

/// How a screen keeps its pixels, as far as it matters here.
struct PixelFormat: Hashable, Sendable {
  /// The number of bits that count.
  var depth: Int
  /// The number of bits a pixel takes in a picture sent to the server.
  var bitsPerPixel: Int
  /// True if a pixel is its colour and no index into a table.
  var isTrueColor: Bool
  /// Where red, green and blue lie in a pixel.
  var masks: [UInt]

  /// Why nothing can be shown on such a screen; nil if all is well.
  var unsupportedReason: String? {
    guard isTrueColor, depth == 24 || depth == 32, bitsPerPixel == 32,
      masks == [0xFF0000, 0xFF00, 0xFF]
    else {
      return "The display keeps \(depth)-bit pixels in a layout that is not supported; "
        + "a screen of 24 bits (8 each of red, green and blue) is needed."
    }
    return nil
  }
}

extension PixelFormat {
  /// The layout of a connection's windows.
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

  /// Another layout that a screen has, which its server converts: nil where its own suits or there is none that does.
  ///
  /// Servers that can composite have one of 32 bits, even where the screen has 15, 16 or 30, or blue before red. They
  /// do not convert from visuals as deep as the screen.
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
    // Without alpha, if that can be had.
    return UnsafeBufferPointer(start: list, count: list == nil ? 0 : Int(count))
      .filter { $0.depth != depth && Self(display, $0.visual, $0.depth).unsupportedReason == nil }
      .min { $0.depth < $1.depth }
      .map { ($0.visual, $0.depth) }
  }
}
