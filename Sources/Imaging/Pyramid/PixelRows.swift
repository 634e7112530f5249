/// Operations on rows of pixels.
enum PixelRows {
  /// The alpha of an opaque pixel.
  static let opaqueAlpha: UInt32 = 0xFF00_0000

  /// Returns whether every pixel is opaque.
  static func isOpaque(_ pixels: ContiguousArray<UInt32>) -> Bool {
    pixels.withUnsafeBufferPointer { buffer in
      var together = UInt32.max
      for pixel in buffer { together &= pixel }
      return together >= opaqueAlpha
    }
  }

  /// Multiplies the colors of a row by their alpha, rounded to nearest.
  static func premultiply(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
    for index in pixels.indices { pixels[index] = premultiplied(pixels[index]) }
  }

  /// One pixel with its colors multiplied by its alpha.
  ///
  /// Exact for all bytes: (x + 128 + (x + 128) / 256) / 256 is x / 255 rounded to nearest for every
  /// product x of two bytes. Blue and red go through one word together.
  @inline(__always)
  static func premultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    var outer = (pixel & 0x00FF_00FF) &* alpha &+ 0x0080_0080
    outer = (outer &+ (outer >> 8 & 0x00FF_00FF)) >> 8 & 0x00FF_00FF
    var green = (pixel >> 8 & 0xFF) &* alpha &+ 0x80
    green = (green &+ green >> 8) & 0xFF00
    return alpha << 24 | outer | green
  }
}
