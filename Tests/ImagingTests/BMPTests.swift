import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A BMP file` {
  private let folder = ScratchFolder()
  /// Black, red, green, blue and so on.
  private static let palette = [0x000000, 0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF]

  private func decode(_ file: BMPFile) throws -> Decoded {
    try Decoded(folder.write(file.bytes, to: "a\(UInt32.random(in: 0 ... .max))"))
  }

  /// The colors of a picture without alpha.
  private func colors(_ file: BMPFile) throws -> [UInt32] {
    let decoded = try decode(file)
    #expect(decoded.error == nil && decoded.pixels.allSatisfy { $0 >> 24 == 0xFF })
    return decoded.pixels.map { $0 & 0xFF_FFFF }
  }

  @Test(arguments: [24, 32])
  func `of whole colors has its rows from the bottom up`(bits: Int) throws {
    var random = SplitMix64(seed: 5)
    let picture = ReferencePicture(noise: PixelSize(width: 7, height: 5), using: &random)
    #expect(try decode(BMPFile(picture: picture, bits: bits)).pixels == picture.pixels)
  }

  @Test func `with a negative height has its rows from the top down`() throws {
    let rows: [UInt8] = [1, 2, 3, 0, 4, 5, 6, 0]
    let file = BMPFile(width: 1, height: -2, bits: 24, pixels: rows)
    #expect(try colors(file) == [0x030201, 0x060504])
    #expect(
      try colors(BMPFile(width: 1, height: 2, bits: 24, pixels: rows)) == [0x060504, 0x030201])
  }

  @Test(
    arguments: [
      (1, [0b0100_0000, 0, 0, 0]), (2, [0b0001_1011, 0, 0, 0]), (4, [0x01, 0x23, 0x40, 0]),
      (8, [0, 1, 2, 3, 4, 0, 0, 0]),
    ] as [(Int, [UInt8])])
  func `of palette indices has them from the highest bits on`(bits: Int, row: [UInt8]) throws {
    let width = min(8 / bits * row.count, bits == 1 ? 2 : bits == 2 ? 4 : 5)
    let palette = Array(Self.palette.prefix(1 << bits))
    let file = BMPFile(width: width, height: 1, bits: bits, palette: palette, pixels: row)
    #expect(try colors(file) == palette.map { UInt32($0) })
    let oldest = BMPFile(
      width: width, height: 1, bits: bits,
      palette: palette + [Int](repeating: 0, count: (1 << bits) - palette.count), isOldest: true,
      pixels: row)
    #expect(try colors(oldest) == palette.map { UInt32($0) })
  }

  @Test func `with an index beyond its palette is black there`() throws {
    let file = BMPFile(width: 4, height: 1, bits: 8, palette: [0xFFFFFF], pixels: [0, 1, 200, 0])
    #expect(try colors(file) == [0xFFFFFF, 0, 0, 0xFFFFFF])
  }

  @Test func `of color fields has them where its masks say`() throws {
    let words: [UInt8] = [0x1F, 0, 0, 0x7C]
    #expect(try colors(BMPFile(width: 2, height: 1, bits: 16, pixels: words)) == [0xFF, 0xFF0000])
    let fields = BMPFile(
      width: 2, height: 1, bits: 16, compression: 3, masks: [0xF800, 0x7E0, 0x1F],
      pixels: [0xE0, 0x07, 0, 0xF8])
    #expect(try colors(fields) == [0xFF00, 0xFF0000])
    // Ten bits a channel, of which the highest eight count.
    let deep = BMPFile(
      width: 1, height: 1, bits: 32, compression: 3, masks: [0x3FF0_0000, 0xFFC00, 0x3FF],
      pixels: BMPFile.little(0x3FF << 20 | 0x200 << 10 | 1, 4))
    #expect(try colors(deep) == [0xFF8000])
  }

  @Test func `with a field of alpha is transparent`() throws {
    let file = BMPFile(
      width: 2, height: 1, bits: 32, compression: 6,
      masks: [0xFF0000, 0xFF00, 0xFF, 0xFF00_0000], pixels: [255, 0, 255, 51, 1, 2, 3, 255])
    let decoded = try decode(file)
    #expect(decoded.pixels == [0x3333_0033, 0xFF03_0201] && decoded.info.hasAlpha)
  }

  @Test func `with alpha that is zero everywhere is opaque`() throws {
    func file(_ last: UInt8) -> BMPFile {
      BMPFile(
        width: 2, height: 2, bits: 32, compression: 6,
        masks: [0xFF0000, 0xFF00, 0xFF, 0xFF00_0000],
        pixels: [3, 2, 1, 0, 3, 2, 1, 0, 3, 2, 1, 0, 3, 2, 1, last])
    }
    let opaque = try decode(file(0))
    #expect(opaque.pixels == .init(repeating: 0xFF01_0203, count: 4))
    #expect(opaque.error == nil && !opaque.info.hasAlpha)
    let clear = try decode(file(255))
    #expect(clear.info.hasAlpha)
    #expect(clear.pixels.filter { $0 == 0xFF01_0203 }.count == 1)
    #expect(clear.pixels.filter { $0 == 0 }.count == 3)
  }

  @Test func `in runs has repeated, literal and skipped pixels`() throws {
    let runs: [UInt8] = [3, 1, 0, 3, 2, 3, 4, 0, 0, 0, 2, 1, 0, 2, 1, 2, 1, 2, 1, 4, 0, 1]
    let file = BMPFile(
      width: 6, height: 4, bits: 8, compression: 1, palette: Self.palette, pixels: runs)
    let (black, red, green, blue, white) = (
      UInt32(0), UInt32(0xFF0000), UInt32(0xFF00), UInt32(0xFF), UInt32(0xFFFFFF)
    )
    // From the bottom: a run and literal pixels; a run, and a jump by one pixel and two rows.
    let expected = [
      [black, black, black, green, white, black], [UInt32](repeating: black, count: 6),
      [red, red, black, black, black, black], [red, red, red, green, blue, white],
    ]
    #expect(try colors(file) == Array(expected.joined()))
    let nibbles = BMPFile(
      width: 5, height: 1, bits: 4, compression: 2, palette: Self.palette,
      pixels: [3, 0x12, 0, 3, 0x34, 0x00, 0, 1])
    #expect(try colors(nibbles) == [red, green, red, blue, white])
  }

  @Test func `that is truncated shows the rows it has and says how many`() throws {
    let rows = (0..<10).flatMap { [UInt8(10 * $0)] + [UInt8](repeating: 0, count: 3) }
    let file = BMPFile(width: 1, height: 10, bits: 24, pixels: Array(rows.dropLast(12)))
    let decoded = try decode(file)
    #expect(decoded.error?.description.hasSuffix("the BMP file ends after 7 of 10 rows.") == true)
    #expect(decoded[0, 9] == 0xFF00_0000 && decoded[0, 4] == 0xFF00_0032)
    let runs = BMPFile(
      width: 2, height: 3, bits: 8, compression: 1, palette: Self.palette, pixels: [2, 1, 0, 0])
    #expect(try decode(runs).error?.description.hasSuffix("after 1 of 3 rows.") == true)
  }

  @Test(arguments: [
    BMPFile(width: 100_000, height: 100_000, bits: 24, pixels: [1, 2, 3]),
    BMPFile(width: 100_000, height: 100_000, bits: 8, compression: 1, pixels: [0, 1]),
    BMPFile(width: 1, height: 1, bits: 24, pixels: []),
    BMPFile(width: 0, height: 1, bits: 24, pixels: [0, 0, 0, 0]),
    BMPFile(width: 1, height: 1, bits: 5, pixels: [0, 0, 0, 0]),
    BMPFile(width: -1, height: Int(Int32.min), bits: 24, pixels: [0, 0, 0, 0]),
  ])
  func `that is too short, or of an impossible size, is refused`(file: BMPFile) {
    let error = #expect(throws: ImagingError.self) {
      try ImageFile.open(folder.write(file.bytes, to: "short"))
    }
    #expect(error?.code == .damaged)
  }

  @Test(arguments: [(0, 4, "JPEG"), (24, 4, "JPEG"), (0, 5, "PNG")])
  func `with a picture of another format in it is refused by its name`(
    bits: Int, compression: Int, name: String
  ) {
    let file = BMPFile(
      width: 9, height: 9, bits: bits, compression: compression, pixels: [1, 2, 3, 4])
    let error = #expect(throws: ImagingError.self) { try decode(file) }
    #expect(error?.code == .unsupported)
    #expect(error?.message == "\(name) data in a BMP file is not supported.")
  }

  @Test func `whose exponents are below 1 has their reciprocals, as PNG stores them`() throws {
    let end = { (part: Double) in Int(part * Double(1 << 30)) }
    // The primaries of sRGB, with the same white.
    let ends = [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505].map(end)
    let pixels = try [2.2, 1 / 2.2].map { exponent in
      var bytes = BMPFile(width: 1, height: 1, bits: 24, pixels: [43, 43, 43, 0]).bytes
      let header = [0, 0, 0, 0, 0] + ends + [Int](repeating: Int(exponent * 65536), count: 3)
      bytes.insert(contentsOf: header.flatMap { BMPFile.little($0, 4) }, at: 54)
      bytes.replaceSubrange(10..<18, with: BMPFile.little(122, 4) + BMPFile.little(108, 4))
      return try Decoded(folder.write(bytes, to: "calibrated"))[0, 0] & 0xFF
    }
    // (43 ÷ 255) to the power of 2.2, on sRGB's curve.
    #expect(pixels == [39, 39])
  }
}
