import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A GIF file` {
  private let folder = ScratchFolder()

  private func decode(_ file: GIFFile) throws -> Decoded { try decode(file.bytes) }

  private func decode(_ bytes: [UInt8]) throws -> Decoded {
    try Decoded(folder.write(bytes, to: "a\(UInt32.random(in: 0 ... .max)).gif"))
  }

  private static func frame(
    _ x: Int, _ y: Int, _ width: Int, _ height: Int, isInterlaced: Bool = false
  ) -> GIFFile.Frame {
    GIFFile.Frame(
      rect: PixelRect(x: x, y: y, width: width, height: height), isInterlaced: isInterlaced
    ) { column, row in UInt8(truncatingIfNeeded: column * 7 + row * 31) }
  }

  private static func pixel(_ column: Int, _ row: Int) -> UInt32 {
    0xFF00_0000 | UInt32(UInt8(truncatingIfNeeded: column * 7 + row * 31)) * 0x01_0101
  }

  @Test(arguments: [1, 2, 3, 5, 8, 9, 30], [false, true])
  func `is decoded as encoded, row by row or interlaced`(height: Int, isInterlaced: Bool) throws {
    let size = PixelSize(width: 300, height: height)
    let decoded = try decode(
      GIFFile(size: size, frames: [Self.frame(0, 0, 300, height, isInterlaced: isInterlaced)]))
    #expect(decoded.error == nil && decoded.info.size == size && decoded.isOpaque)
    #expect(decoded.info.format == "GIF" && !decoded.info.hasAlpha)
    #expect(decoded.info.layout == (isInterlaced ? "interlaced" : "rows"))
    #expect(decoded.pixels == (0..<height).flatMap { row in (0..<300).map { Self.pixel($0, row) } })
  }

  @Test func `is transparent in one color and beside its frame`() throws {
    var frame = Self.frame(3, 2, 10, 4)
    frame.transparent = 38
    let decoded = try decode(GIFFile(size: PixelSize(width: 20, height: 9), frames: [frame]))
    #expect(decoded.info.hasAlpha && decoded.error == nil)
    let shown = (0..<9).flatMap { row in
      (0..<20).map { column -> UInt32 in
        // Column 1 and row 1 of the frame have the transparent color.
        guard 3..<13 ~= column, 2..<6 ~= row, (column, row) != (4, 3) else { return 0 }
        return Self.pixel(column - 3, row - 2)
      }
    }
    #expect(decoded.pixels == shown)
  }

  @Test func `has room for its first frame, whose own colors come first`() throws {
    var frame = Self.frame(5, 0, 10, 4)
    frame.palette = (0..<256).map { UInt32($0) << 16 }
    let decoded = try decode(
      GIFFile(
        size: PixelSize(width: 0, height: 2), frames: [frame, Self.frame(0, 0, 99, 99)], loops: 0))
    #expect(decoded.info.size == PixelSize(width: 15, height: 4))
    #expect(decoded.info.layout == "rows, animated")
    #expect(decoded[6, 0] == 0xFF07_0000)
    let uncolored = GIFFile(size: frame.rect.size, palette: [], frames: [Self.frame(0, 0, 2, 2)])
    #expect(throws: ImagingError.self) { try decode(uncolored) }
  }

  @Test(arguments: [false, true])
  func `that ends early is shown as far as it goes`(isInterlaced: Bool) throws {
    let size = PixelSize(width: 100, height: 40)
    let whole = GIFFile(
      size: size, frames: [Self.frame(0, 0, 100, 40, isInterlaced: isInterlaced)]
    ).bytes
    let decoded = try decode(Array(whole.dropLast(1500)))
    let reason = try #require(decoded.error?.reason)
    #expect(reason.hasPrefix("the GIF file is damaged or ends early, after row "))
    #expect(decoded[9, 0] == Self.pixel(9, 0) && decoded[9, 8] == Self.pixel(9, 8))
    #expect(decoded[9, 39] == 0)
    // Interlaced, the even rows come first.
    #expect(decoded[9, 34] == (isInterlaced ? Self.pixel(9, 34) : 0))
    let headless = try? decode(Array(whole.prefix(13)))
    #expect(headless == nil)
  }

  @Test func `whose codes begin with more bits than GIF allows is refused for that`() throws {
    var bytes = GIFFile(size: PixelSize(width: 9, height: 4), frames: [Self.frame(0, 0, 9, 4)])
      .bytes
    // After the header, the palette and the frame's place.
    bytes[13 + 3 * 256 + 10] = 9
    let error = #expect(throws: ImagingError.self) { try decode(bytes) }
    #expect(error?.reason == "the GIF data begins with codes of more than 8 bits")
  }
}
