import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A histogram` {
  /// A tile whose content has some pixels in a row, and whose apron is white.
  private func tile(_ row: [UInt32], filled: Int? = nil) -> TilePixels {
    let size = PixelSize(width: row.count, height: 1)
    let stride = row.count + 2 * TilePixels.apron
    var storage = ContiguousArray<UInt32>(repeating: 0xFFFF_FFFF, count: stride * 5)
    for (x, pixel) in row.enumerated() { storage[2 * stride + 2 + x] = pixel }
    return TilePixels(
      size: size, isOpaque: false,
      filled: filled.map { PixelRect(x: 0, y: 0, width: $0, height: 1) }, storage: storage)
  }

  private func values(_ histogram: Histogram, _ channel: Histogram.Channel) -> [Int: Int] {
    let pairs = histogram[channel].enumerated().filter { $0.element > 0 }
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0.offset, $0.element) })
  }

  @Test func `counts the channels and the luma of pixels, and not those of the apron`() {
    var histogram = Histogram()
    histogram.add(tile([0xFF10_2030, 0xFF10_FF30, 0xFF00_FF00]))
    #expect(histogram.pixelCount == 3)
    #expect(values(histogram, .red) == [0x10: 2, 0: 1])
    #expect(values(histogram, .green) == [0x20: 1, 0xFF: 2])
    #expect(values(histogram, .blue) == [0x30: 2, 0: 1])
    // Luma weighs green most; gray has its own value.
    #expect(values(histogram, .luma) == [29: 1, 189: 1, 182: 1])
    var gray = Histogram()
    gray.add(tile([0xFF80_8080, 0xFFFF_FFFF]))
    #expect(values(gray, .luma) == [0x80: 1, 0xFF: 1])
  }

  @Test
  func `counts colors without their transparency, and no pixels that have none`() {
    var histogram = Histogram()
    // Half transparent, and wholly.
    histogram.add(tile([0x8040_2000, 0x0000_0000]))
    #expect(histogram.pixelCount == 1)
    #expect(values(histogram, .red) == [0x80: 1] && values(histogram, .green) == [0x40: 1])
  }

  @Test func `counts what is decoded of a tile, and tells which share is clipped`() {
    var histogram = Histogram()
    histogram.add(
      tile([0xFF00_80FF, 0xFF20_80FF, 0xFF20_8010, 0xFF20_8020, 0xFF00_0000], filled: 4))
    #expect(histogram.pixelCount == 4)
    #expect(histogram.share(.red, atLightEnd: false) == 0.25)
    #expect(histogram.share(.blue, atLightEnd: true) == 0.5)
    #expect(histogram.share(.green, atLightEnd: false) == 0)
  }

  @Test func `has no clipped shadows in a primary that no pixel has`() {
    // Red and green only, of which the last one has none.
    let row: [UInt32] = [0xFF10_2000, 0xFF80_8000, 0xFF20_1000, 0xFF00_0000]
    var histogram = Histogram(primaries: 0xFF_FF00)
    histogram.add(tile(row))
    #expect(histogram.clippedShare(atLightEnd: false) == 0.25)
    #expect(histogram.share(.red, atLightEnd: false) == 0.25)
    #expect(histogram.share(.blue, atLightEnd: false) == 0)
    #expect(values(histogram, .blue) == [0: 4])
  }

  @Test func `tells the share of pixels of which any channel is clipped, once at each end`() {
    var histogram = Histogram()
    // Red, green and blue at the light end, the last one also at the dark end; then two dark ones, and one that is neither.
    histogram.add(
      tile([
        0xFFFF_1010, 0xFF10_FF10, 0xFF00_00FF, 0xFF00_1010, 0xFF10_0000, 0xFF10_1010, 0xFF80_8080,
        0xFF20_2020,
      ]))
    #expect(histogram.clippedShare(atLightEnd: true) == 0.375)
    #expect(histogram.clippedShare(atLightEnd: false) == 0.375)
    #expect(histogram.share(.red, atLightEnd: true) == 0.125)
  }
}
