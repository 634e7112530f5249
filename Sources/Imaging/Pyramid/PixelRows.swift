/// Operations on rows of pixels.
package enum PixelRows {
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

  /// Makes opaque pixels of three bytes each: red, green, blue.
  ///
  /// - Parameters:
  ///   - bytes: Three for each pixel; pixels beyond them are left as they are.
  ///   - pixels: The row to fill.
  static func pack(
    rgb bytes: UnsafeRawBufferPointer, into pixels: UnsafeMutableBufferPointer<UInt32>
  ) {
    guard let source = bytes.baseAddress, let output = pixels.baseAddress else { return }
    let count = min(pixels.count, bytes.count / 3)
    // Three words have four pixels.
    let quads = count / 4
    for quad in 0..<quads {
      let place = quad &* 12
      let first = word(source, place)
      let second = word(source, place &+ 4)
      let third = word(source, place &+ 8)
      let four = output + quad &* 4
      four[0] = first >> 8 | opaqueAlpha
      four[1] = (first << 16 | second >> 16) | opaqueAlpha
      four[2] = (second << 8 | third >> 24) | opaqueAlpha
      four[3] = third | opaqueAlpha
    }
    for index in 4 &* quads..<count {
      let place = index &* 3
      pixels[index] =
        UInt32(bytes[place]) << 16 | UInt32(bytes[place &+ 1]) << 8 | UInt32(bytes[place &+ 2])
        | opaqueAlpha
    }
  }

  /// Four bytes, the first one highest.
  @inline(__always)
  private static func word(_ source: UnsafeRawPointer, _ place: Int) -> UInt32 {
    UInt32(bigEndian: source.loadUnaligned(fromByteOffset: place, as: UInt32.self))
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
