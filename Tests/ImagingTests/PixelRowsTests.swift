import Testing

@testable import OverscrollImaging

@Suite("Pixel rows")
struct PixelRowsTests {
  @Test(arguments: 0...21)
  func `pack three bytes a pixel, and leave what has none`(count: Int) {
    let bytes = (0..<3 * count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
    var pixels = [UInt32](repeating: 0x1234_5678, count: count + 2)
    pixels.withUnsafeMutableBufferPointer { row in
      bytes.withUnsafeBytes { PixelRows.pack(rgb: $0, into: row) }
    }
    let expected = (0..<count).map { index in
      let color = bytes[3 * index..<3 * index + 3].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return 0xFF00_0000 | color
    }
    #expect(pixels == expected + [0x1234_5678, 0x1234_5678])
  }
}
