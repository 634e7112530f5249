package import ScrollGeometry

/// The immutable pixels of one tile.
///
/// A pixel is a `UInt32` 0xAARRGGBB in native byte order, premultiplied by alpha. The content is
/// surrounded by an apron of the neighbors' pixels, so that filtering shows no seam at the tile's edge;
/// at the picture's own edge the edge pixels are repeated.
package final class TilePixels: Sendable {
  /// The width of the apron on each of the four sides, in pixels.
  ///
  /// Bilinear filtering between 0.5× and 1× looks at most two pixels past an edge.
  package static let apron = 2
  /// The size of a pixel, in bytes.
  package static let bytesPerPixel = 4

  /// The content's size without the apron, in pixels.
  package let size: PixelSize
  /// True if all filled pixels are opaque.
  package let isOpaque: Bool
  /// The part of the content that was decoded, in pixels from the content's corner.
  ///
  /// Smaller than the content in a tile that was emitted before all its rows were decoded, or whose file
  /// is damaged; pixels outside are transparent black.
  package let filled: PixelRect

  private let storage: ContiguousArray<UInt32>

  /// Makes a tile of pixels that include the apron, row by row without gaps.
  ///
  /// - Precondition: `storage` holds (width + 4) × (height + 4) pixels.
  package init(
    size: PixelSize, isOpaque: Bool, filled: PixelRect? = nil, storage: ContiguousArray<UInt32>
  ) {
    let padded = Self.padded(size)
    precondition(storage.count == padded.width * padded.height, "a tile of the wrong length")
    self.size = size
    self.isOpaque = isOpaque
    self.filled = filled ?? PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    self.storage = storage
  }

  /// The size with the apron on all sides, in pixels.
  package var paddedSize: PixelSize { Self.padded(size) }

  /// The pixels from one row to the next, apron included.
  package var stride: Int { size.width + 2 * Self.apron }

  /// The memory the pixels take, in bytes.
  package var byteCount: Int { storage.count * Self.bytesPerPixel }

  /// True if the whole content was decoded.
  package var isComplete: Bool { filled.size == size }

  /// Calls `body` with the pixels, apron included, row by row, ``stride`` pixels a row.
  ///
  /// The content's first pixel is at `apron * stride + apron`. The buffer is valid during the call.
  package func withUnsafePixels<R, E: Error>(
    _ body: (UnsafeBufferPointer<UInt32>) throws(E) -> R
  ) throws(E) -> R {
    try storage.withUnsafeBufferPointer(body)
  }

  /// The pixel at a place of the content; the apron is reached with −2 … −1 and past the end.
  ///
  /// - Precondition: the place lies in the padded tile.
  package subscript(x: Int, y: Int) -> UInt32 {
    storage[(y + Self.apron) * stride + x + Self.apron]
  }

  static func padded(_ size: PixelSize) -> PixelSize {
    PixelSize(width: size.width + 2 * apron, height: size.height + 2 * apron)
  }
}

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

  /// Copies premultiplied pixels as bytes of red, green, blue and alpha, which are not premultiplied.
  ///
  /// - Parameters:
  ///   - pixels: The pixels.
  ///   - bytes: Memory of four bytes per pixel.
  static func copyRGBA(
    _ pixels: UnsafeBufferPointer<UInt32>, into bytes: UnsafeMutableBufferPointer<UInt8>
  ) {
    precondition(bytes.count >= 4 * pixels.count)
    guard var target = bytes.baseAddress else { return }
    for pixel in pixels {
      let pixel = unpremultiplied(pixel)
      target[0] = UInt8(truncatingIfNeeded: pixel >> 16)
      target[1] = UInt8(truncatingIfNeeded: pixel >> 8)
      target[2] = UInt8(truncatingIfNeeded: pixel)
      target[3] = UInt8(truncatingIfNeeded: pixel >> 24)
      target += 4
    }
  }

  /// Copies premultiplied pixels over a color as bytes of red, green and blue.
  ///
  /// - Parameters:
  ///   - pixels: The pixels.
  ///   - backdrop: What shows through, 0xRRGGBB.
  ///   - bytes: Memory of three bytes per pixel.
  static func copyRGB(
    _ pixels: UnsafeBufferPointer<UInt32>, over backdrop: UInt32,
    into bytes: UnsafeMutableBufferPointer<UInt8>
  ) {
    precondition(bytes.count >= 3 * pixels.count)
    guard var target = bytes.baseAddress else { return }
    for pixel in pixels {
      // The backdrop gets the remaining alpha; the sum does not exceed a byte.
      let pixel =
        pixel >= opaqueAlpha
        ? pixel : pixel &+ (premultiplied(backdrop | (255 - pixel >> 24) << 24) & ~opaqueAlpha)
      target[0] = UInt8(truncatingIfNeeded: pixel >> 16)
      target[1] = UInt8(truncatingIfNeeded: pixel >> 8)
      target[2] = UInt8(truncatingIfNeeded: pixel)
      target += 3
    }
  }

  /// Divides the colors of a row by their alpha; a color above its alpha becomes full, and what
  /// has no alpha becomes black.
  package static func unpremultiply(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
    for index in pixels.indices { pixels[index] = unpremultiplied(pixels[index]) }
  }

  /// One pixel with its colors divided by its alpha.
  @inline(__always)
  static func unpremultiplied(_ pixel: UInt32) -> UInt32 {
    guard pixel < opaqueAlpha else { return pixel }
    let alpha = pixel >> 24
    guard alpha > 0 else { return 0 }
    return alpha << 24 | divided(pixel >> 16, alpha) << 16 | divided(pixel >> 8, alpha) << 8
      | divided(pixel, alpha)
  }

  private static func divided(_ channel: UInt32, _ alpha: UInt32) -> UInt32 {
    min(0xFF, ((channel & 0xFF) * 0xFF + alpha / 2) / alpha)
  }
}
