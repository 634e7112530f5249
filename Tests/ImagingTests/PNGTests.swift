import CCodecs
import Glibc
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A PNG file` {
  private let folder = ScratchFolder()

  private func decode(_ png: PNGFile) throws -> Decoded {
    let path = folder.file("picture.\(UInt32.random(in: 0 ... .max))")
    png.write(to: path)
    return try Decoded(path)
  }

  private static func bytes(_ red: Int, _ green: Int, _ blue: Int) -> [UInt8] {
    [red, green, blue].map { UInt8($0 & 255) }
  }

  private static func pixel(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(UInt32(0xFF)) { $0 << 8 | UInt32($1) }
  }

  @Test(arguments: [false, true])
  func `in color is decoded to what was encoded`(isInterlaced: Bool) throws {
    let size = PixelSize(width: 300, height: 270)
    let rows = (0..<size.height).map { y in
      (0..<size.width).flatMap { x in Self.bytes(x, y, x + y) }
    }
    let decoded = try decode(PNGFile(size: size, isInterlaced: isInterlaced, rows: rows))
    #expect(decoded.error == nil)
    #expect(decoded.info.size == size && decoded.info.format == "PNG" && !decoded.info.hasAlpha)
    #expect(decoded.info.layout == (isInterlaced ? "interlaced" : ""))
    for y in 0..<size.height {
      let expected = (0..<size.width).map { Self.pixel(Self.bytes($0, y, $0 + y)) }
      #expect((0..<size.width).map { decoded[$0, y] } == expected)
    }
    #expect(decoded.isOpaque)
  }

  @Test(arguments: [false, true])
  func `with alpha is decoded premultiplied`(isInterlaced: Bool) throws {
    let size = PixelSize(width: 256, height: 3)
    let row = (0..<256).flatMap { Self.bytes(200, 100, 50) + [UInt8($0)] }
    let decoded = try decode(
      PNGFile(
        size: size, colorType: PNG_COLOR_TYPE_RGB_ALPHA, isInterlaced: isInterlaced,
        rows: [row, row, row]))
    #expect(decoded.info.hasAlpha)
    for alpha in UInt32(0)..<256 {
      #expect(decoded[Int(alpha), 2] == PixelRows.premultiplied(alpha << 24 | 0xC8_6432))
    }
    #expect(!decoded.isOpaque)
  }

  @Test(arguments: [Int32(1), 2, 4, 8, 16])
  func `of gray is decoded at any depth`(depth: Int32) throws {
    let top = (1 << Int(depth)) - 1
    let values = [0, top, top / 2, 1]
    let packed: [UInt8] =
      switch depth {
      case 16: values.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      case 8: values.map { UInt8($0) }
      default:
        {
          let bits = values.reduce(0) { $0 << Int(depth) | $1 }
          let spare = (8 - 4 * Int(depth) % 8) % 8
          let count = (4 * Int(depth) + 7) / 8
          return (0..<count).map { UInt8((bits << spare) >> (8 * (count - 1 - $0)) & 255) }
        }()
      }
    let decoded = try decode(
      PNGFile(
        size: PixelSize(width: 4, height: 1), colorType: PNG_COLOR_TYPE_GRAY, depth: depth,
        rows: [packed]))
    #expect(decoded.info.bitsPerChannel == Int(depth))
    for (x, value) in values.enumerated() {
      let gray = UInt32((value * 255 * 2 + top) / (2 * top))
      #expect(decoded[x, 0] == 0xFF00_0000 | gray << 16 | gray << 8 | gray)
    }
  }

  @Test func `with a palette and one with transparent entries are read`() throws {
    var png = PNGFile(
      size: PixelSize(width: 4, height: 1), colorType: PNG_COLOR_TYPE_PALETTE, depth: 2,
      rows: [[0b0001_1011]],
      palette: [(255, 0, 0), (0, 255, 0), (0, 0, 255), (9, 8, 7)])
    let plain = try decode(png)
    #expect(plain.pixels == [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFF09_0807])
    png.paletteAlpha = [0, 128]
    let clear = try decode(png)
    #expect(clear.pixels == [0, 0x8000_8000, 0xFF00_00FF, 0xFF09_0807])
    #expect(clear.info.hasAlpha && clear.info.color == "palette")
  }

  @Test func `with one transparent gray, with gray and alpha, and of 16 bits are read`() throws {
    var gray = PNGFile(
      size: PixelSize(width: 2, height: 1), colorType: PNG_COLOR_TYPE_GRAY, rows: [[7, 8]])
    gray.transparentGray = 7
    #expect(try decode(gray).pixels == [0, 0xFF08_0808])
    let both = PNGFile(
      size: PixelSize(width: 2, height: 1), colorType: PNG_COLOR_TYPE_GRAY_ALPHA,
      rows: [[255, 51, 10, 255]])
    #expect(try decode(both).pixels == [0x3333_3333, 0xFF0A_0A0A])
    let deep = PNGFile(
      size: PixelSize(width: 1, height: 1), colorType: PNG_COLOR_TYPE_RGB_ALPHA, depth: 16,
      rows: [[0xFF, 0xFF, 0x80, 0x00, 0x01, 0x00, 0xFF, 0xFF]])
    #expect(try decode(deep).pixels == [0xFFFF_8001])
  }

  @Test func `that is truncated shows its first rows and reports it`() throws {
    let size = PixelSize(width: 400, height: 600)
    var random = SplitMix64(seed: 2)
    let rows = (0..<size.height).map { _ in random.bytes(size.width * 3) }
    let bytes = PNGFile(size: size, rows: rows).bytes
    let cut = try Decoded(folder.write(Array(bytes.prefix(bytes.count / 2)), to: "cut"))
    #expect(cut.error?.code == .damaged)
    #expect(cut.error?.description.contains("ends early, after row") == true)
    for y in stride(from: 0, to: 280, by: 9) {
      let red = UInt32(rows[y][3 * 300])
      #expect(cut[300, y] >> 16 & 0xFF == red)
    }
    #expect(cut[300, 599] == 0)
  }

  @Test func `with a broken byte shows the rows before it`() throws {
    let rows = (0..<512).map { y in (0..<300).flatMap { x in Self.bytes(y, x, 7) } }
    var bytes = PNGFile(size: PixelSize(width: 300, height: 512), rows: rows).bytes
    bytes[bytes.count - 40] ^= 0x55
    let decoded = try Decoded(folder.write(bytes, to: "broken"))
    #expect(decoded.error?.code == .damaged)
    #expect(decoded[0, 0] == 0xFF00_0007)
  }

  @Test func `that is interlaced and truncated is complete but coarse`() throws {
    let size = PixelSize(width: 300, height: 271)
    let rows = (0..<size.height).map { y in
      (0..<size.width).flatMap { x in Self.bytes(x / 2, y / 2, 7) }
    }
    let bytes = PNGFile(size: size, isInterlaced: true, rows: rows).bytes
    for share in 1...9 {
      let cut = try Decoded(folder.write(Array(bytes.prefix(bytes.count * share / 10)), to: "cut"))
      #expect(cut.error?.description.contains("some detail is missing") == true)
      #expect(cut.isWhole)
    }
  }

  @Test func `with a damaged chunk after its pixels is whole, and without a message`() throws {
    let plain = PNGFile.small
    let end = plain.count - 12
    // A wrong checksum, another critical chunk, and one that is longer than the file.
    let wrong = Array(PNGData.chunk("tIME", [1]).dropLast()) + [0]
    for tail: [UInt8] in [wrong, PNGData.chunk("ABCD", [1]), [0, 1, 0, 0] + Array("tEXt".utf8)] {
      let bytes = Array(plain[..<end]) + tail + Array(plain[end...])
      let decoded = try Decoded(folder.write(bytes, to: "tail.png"))
      #expect(decoded.error == nil && decoded.isWhole)
    }
    // The checksum of the pixels is another matter.
    var damaged = plain
    damaged[end - 1] ^= 1
    #expect(try Decoded(folder.write(damaged, to: "damaged.png")).error?.code == .damaged)
  }

  @Test(arguments: [false, true])
  func `with a wrong byte in its pixels is reported as damaged`(isInterlaced: Bool) throws {
    let size = PixelSize(width: 40, height: 40)
    let rows = (0..<size.height).map { y in (0..<size.width).flatMap { Self.bytes($0, y, 0) } }
    let bytes = PNGFile(size: size, isInterlaced: isInterlaced, rows: rows).bytes
    let lastSum = 12 + 4
    for place in stride(from: 41, to: bytes.count - lastSum, by: 3) {
      var wrong = bytes
      wrong[place] ^= 0x10
      #expect(try Decoded(folder.write(wrong, to: "wrong")).error?.code == .damaged)
    }
  }
}
