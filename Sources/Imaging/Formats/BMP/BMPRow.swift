/// Makes pixels of the bytes of a row.
///
/// Not thread-safe.
struct BMPRow {
  private let header: BMPHeader
  private let palette: [UInt32]
  /// The conversion of pixels that aren't of a palette, which is converted already.
  private let transform: ColorTransform?

  init(header: BMPHeader) {
    self.header = header
    let transform = header.colorSource.transform(for: .rgb)
    var palette = header.palette
    palette.withUnsafeMutableBufferPointer { if !$0.isEmpty { transform?.apply($0) } }
    self.palette = palette
    self.transform = palette.isEmpty ? transform : nil
  }
}

extension BMPRow {
  /// The color of a palette index; black beyond the palette.
  func color(_ index: Int) -> UInt32 {
    index < palette.count ? palette[index] : PixelRows.opaqueAlpha
  }

  /// Makes premultiplied pixels of a row.
  func make(_ pixels: UnsafeMutableBufferPointer<UInt32>, from row: UnsafeRawBufferPointer) {
    switch header.bits {
    case 24:
      for column in pixels.indices {
        let place = column &* 3
        pixels[column] =
          PixelRows.opaqueAlpha | UInt32(row[place &+ 2]) << 16 | UInt32(row[place &+ 1]) << 8
          | UInt32(row[place])
      }
      transform?.apply(pixels)
    case 16, 32: makeFields(pixels, row)
    default:
      let (bits, mask) = (header.bits, 1 << header.bits - 1)
      for column in pixels.indices {
        let bit = column &* bits
        pixels[column] = color(Int(row[bit >> 3]) >> (8 - bits - bit & 7) & mask)
      }
    }
  }

  private func makeFields(
    _ pixels: UnsafeMutableBufferPointer<UInt32>, _ row: UnsafeRawBufferPointer
  ) {
    let (red, green, blue, alpha) = (
      header.fields[0], header.fields[1], header.fields[2], header.fields[3]
    )
    let length = header.bits / 8
    for column in pixels.indices {
      var pixel: UInt32 = 0
      for byte in 0..<length { pixel |= UInt32(row[column &* length &+ byte]) << UInt32(8 * byte) }
      pixels[column] =
        (alpha.isEmpty ? 0xFF : alpha.byte(pixel)) << 24 | red.byte(pixel) << 16
        | green.byte(pixel) << 8 | blue.byte(pixel)
    }
    transform?.apply(pixels)
    if header.hasAlpha { PixelRows.premultiply(pixels) }
  }
}
