/// Turns cyan, magenta, yellow and black into light.
struct CMYKConversion {
  /// True if 255 stands for no ink, as Adobe's programs store it; otherwise 0 does.
  let isInverted: Bool

  /// Replaces the four ink bytes of each pixel by an opaque colour.
  ///
  /// Without a profile each ink is taken to block its own third of the light and black all of it.
  func apply(_ row: UnsafeMutableBufferPointer<UInt32>) {
    let flip: UInt32 = isInverted ? 0 : .max
    for index in row.indices { row[index] = Self.color(UInt32(littleEndian: row[index]) ^ flip) }
  }

  /// The colour of one pixel, given as the light each ink lets through, cyan in the lowest byte.
  private static func color(_ light: UInt32) -> UInt32 {
    // Premultiplying by black's byte in alpha's place is just the product that is wanted.
    let product = PixelRows.premultiplied(light)
    let red = (product & 0xFF) << 16
    let green = product & 0xFF00
    let blue = product >> 16 & 0xFF
    return PixelRows.opaqueAlpha | red | green | blue
  }
}
