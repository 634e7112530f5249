extension PixelRows {
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
