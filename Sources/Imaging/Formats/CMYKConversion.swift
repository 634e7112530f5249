/// Converts CMYK without a profile to RGB.
struct CMYKConversion {
  /// True if 255 means no ink, as Adobe's programs store it; otherwise 0 does.
  let isInverted: Bool

  /// Converts a row in place to opaque colors.
  ///
  /// Each ink absorbs its complementary primary, and black absorbs all three.
  func apply(_ row: UnsafeMutableBufferPointer<UInt32>) {
    let flip: UInt32 = isInverted ? 0 : .max
    for index in row.indices { row[index] = Self.color(UInt32(littleEndian: row[index]) ^ flip) }
  }

  /// The color of one pixel of inverted CMYK, cyan in the lowest byte.
  private static func color(_ cmyk: UInt32) -> UInt32 {
    // Inverted black is in alpha's place, so premultiplying gives just the products needed.
    let product = PixelRows.premultiplied(cmyk)
    let red = (product & 0xFF) << 16
    let green = product & 0xFF00
    let blue = product >> 16 & 0xFF
    return PixelRows.opaqueAlpha | red | green | blue
  }
}
