import ScrollGeometry

/// A BMP file, put together by hand.
struct BMPFile {
  let bytes: [UInt8]

  static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Makes a file from its parts: `height` is negative where the top row comes first, `palette` has colors as 0xRRGGBB, and
  /// `isOldest` asks for the header of OS/2 1.
  init(
    width: Int, height: Int, bits: Int, compression: Int = 0, masks: [Int] = [],
    palette: [Int] = [], isOldest: Bool = false, pixels: [UInt8]
  ) {
    let little = Self.little
    let header =
      isOldest
      ? little(12, 4) + little(width, 2) + little(height, 2) + little(1, 2) + little(bits, 2)
      : little(40, 4) + little(width, 4) + little(height, 4) + little(1, 2) + little(bits, 2)
        + little(compression, 4) + little(0, 12) + little(palette.count, 4) + little(0, 4)
    let colors = palette.flatMap { little($0, isOldest ? 3 : 4) }
    let head = header + masks.flatMap { little($0, 4) } + colors
    bytes = [0x42, 0x4D] + little(0, 8) + little(14 + head.count, 4) + head + pixels
  }

  /// A picture of 24 bits with the header of Windows 98: a color space, its end points and curves, and a profile at the end.
  init(
    size: PixelSize, space: Int, ends: [Int] = [], gammas: [Int] = [], profile: [UInt8] = [],
    pixels: [UInt8]
  ) {
    let little = Self.little
    var header = little(124, 4) + little(size.width, 4) + little(size.height, 4)
    header += little(1, 2) + little(24, 2) + [UInt8](repeating: 0, count: 40) + little(space, 4)
    header += (ends.isEmpty ? [Int](repeating: 0, count: 9) : ends).flatMap { little($0, 4) }
    header += (gammas.isEmpty ? [0, 0, 0] : gammas).flatMap { little($0, 4) }
    header += little(4, 4) + little(124 + pixels.count, 4) + little(profile.count, 4) + little(0, 4)
    let head = [0x42, 0x4D] + little(0, 8) + little(14 + 124, 4)
    bytes = head + header + pixels + profile
  }

  /// A picture of 24 or 32 bits, the bottom row first.
  init(picture: ReferencePicture, bits: Int) {
    let size = picture.size
    let rows = (0..<size.height).reversed().flatMap { y -> [UInt8] in
      let row = (0..<size.width).flatMap { x in Self.little(Int(picture[x, y]), bits / 8) }
      return row + [UInt8](repeating: 0, count: (4 - row.count % 4) % 4)
    }
    self.init(width: size.width, height: size.height, bits: bits, pixels: rows)
  }

  /// A picture of palette indices in runs of 8 bits, the top row first in `indices`; index i has the color i.
  init(size: PixelSize, indices: [UInt8]) {
    let rows = (0..<size.height).reversed().flatMap { y -> [UInt8] in
      let row = indices[y * size.width..<(y + 1) * size.width]
      return row.flatMap { [UInt8(1), $0] } + [UInt8](repeating: 0, count: 2)
    }
    self.init(
      width: size.width, height: size.height, bits: 8, compression: 1, palette: Array(0..<256),
      pixels: rows + [0, 1])
  }
}
