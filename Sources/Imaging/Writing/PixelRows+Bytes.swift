extension PixelRows {
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
}
