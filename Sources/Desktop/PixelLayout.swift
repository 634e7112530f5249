internal import CX11

/// How a screen keeps its pixels, as far as it matters here.
struct PixelLayout: Hashable, Sendable {
  /// The number of bits that count.
  var depth: Int
  /// The number of bits a pixel takes in a picture sent to the server.
  var bitsPerPixel: Int
  /// True if a pixel is its colour and no index into a table.
  var isTrueColor: Bool
  /// Where red, green and blue lie in a pixel.
  var masks: [UInt]

  /// Why nothing can be shown on such a screen; nil if all is well.
  var objection: String? {
    guard isTrueColor, depth == 24 || depth == 32, bitsPerPixel == 32,
      masks == [0xFF0000, 0xFF00, 0xFF]
    else {
      return "The display keeps \(depth)-bit pixels in a layout that is not supported; "
        + "a screen of 24 bits (8 each of red, green and blue) is needed."
    }
    return nil
  }
}

extension PixelLayout {
  /// The layout of the default visual of a connection.
  init(_ connection: Connection) {
    let display = connection.display
    var count: Int32 = 0
    let formats = XListPixmapFormats(display, &count)
    defer { if let formats { XFree(formats) } }
    let all = UnsafeBufferPointer(start: formats, count: formats == nil ? 0 : Int(count))
    let visual = connection.visual?.pointee
    self.init(
      depth: Int(connection.depth),
      bitsPerPixel: all.first { $0.depth == connection.depth }.map { Int($0.bits_per_pixel) } ?? 0,
      isTrueColor: visual?.`class` == TrueColor,
      masks: [visual?.red_mask, visual?.green_mask, visual?.blue_mask].map { $0 ?? 0 })
  }
}
