import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A pyramid of tiles` {
  static let sizes: [PixelSize] = {
    var random = SplitMix64(seed: 1)
    let odd = [
      (1, 1), (1, 300_000), (300_000, 1), (257, 511), (256, 256), (65_537, 3), (65_537, 70_001),
      (1_000_000, 1_000_000), (550, 350),
    ]
    let some = (0..<40).map { _ in
      (Int.random(in: 1...5000, using: &random), Int.random(in: 1...5000, using: &random))
    }
    return (odd + some).map { PixelSize(width: $0.0, height: $0.1) }
  }()

  @Test(arguments: sizes) func `ends in a level of one tile`(size: PixelSize) {
    let pyramid = Pyramid(size: size)
    #expect(pyramid.grid(ofLevel: pyramid.coarsestLevel) == PixelSize(width: 1, height: 1))
    if pyramid.levelCount > 1 {
      #expect(pyramid.grid(ofLevel: pyramid.coarsestLevel - 1).area ?? 0 > 1)
    }
  }

  @Test(arguments: sizes) func `halves each level, rounded up`(size: PixelSize) {
    let pyramid = Pyramid(size: size)
    #expect(pyramid.size(ofLevel: 0) == size)
    for level in pyramid.levels.dropFirst() {
      let finer = pyramid.size(ofLevel: level - 1)
      #expect(
        pyramid.size(ofLevel: level)
          == PixelSize(width: (finer.width + 1) / 2, height: (finer.height + 1) / 2))
    }
  }

  @Test(arguments: sizes) func `covers a level without gaps or overlaps`(size: PixelSize) {
    let pyramid = Pyramid(size: size)
    for level in pyramid.levels {
      let grid = pyramid.grid(ofLevel: level)
      let extent = pyramid.size(ofLevel: level)
      let widths = (0..<min(grid.width, 5000)).map {
        pyramid.rect(of: TileKey(level: level, column: $0, row: 0))
      }
      var end = 0
      for rect in widths where rect.x == end && 1...256 ~= rect.width {
        end = rect.columns.upperBound
      }
      #expect(end == extent.width)
      let last = pyramid.rect(of: TileKey(level: level, column: 0, row: grid.height - 1))
      #expect(last.rows.upperBound == extent.height)
    }
  }

  @Test(arguments: sizes) func `finds exactly the tiles that a rectangle touches`(size: PixelSize) {
    var random = SplitMix64(seed: 7)
    let pyramid = Pyramid(size: size)
    for _ in 0..<20 {
      let rect = Rect(
        x: .random(in: -300...Double(size.width), using: &random),
        y: .random(in: -300...Double(size.height), using: &random),
        width: .random(in: 0.01...900, using: &random),
        height: .random(in: 0.01...900, using: &random))
      let level = pyramid.levels.randomElement(using: &random) ?? 0
      let found = pyramid.tiles(covering: rect, level: level)
      let scale = Double(1 << level)
      let inside = rect.intersection(Rect(origin: .zero, size: size.size))
      for row in max(0, found.rows.lowerBound - 1)...found.rows.upperBound {
        for column in max(0, found.columns.lowerBound - 1)...found.columns.upperBound {
          let key = TileKey(level: level, column: column, row: row)
          let touches = (pyramid.rect(of: key).rect * scale).intersects(inside)
          let isFound = found.columns.contains(column) && found.rows.contains(row)
          #expect(touches == isFound, "\(key) for \(rect)")
        }
      }
    }
  }

  @Test func `takes rectangles that are infinite, empty or not numbers`() {
    let pyramid = Pyramid(size: PixelSize(width: 1000, height: 600))
    let all = Rect(x: -.infinity, y: -.infinity, width: .infinity, height: .infinity)
    #expect(pyramid.tiles(covering: all, level: 0).isEmpty)
    let wide = Rect(x: -1e300, y: -1e300, width: 2e300, height: 2e300)
    #expect(pyramid.tiles(covering: wide, level: 0).count == 12)
    for number in [Double.nan, .infinity, -1] {
      #expect(pyramid.tiles(covering: Rect(x: 0, y: 0, width: number, height: 0), level: 0).isEmpty)
    }
    let outside = Rect(x: 1000, y: 0, width: 10, height: 10)
    #expect(pyramid.tiles(covering: outside, level: 0).isEmpty)
    #expect(pyramid.tiles(covering: wide, level: 99).isEmpty)
  }

  @Test func `knows what it costs, and when that is beyond counting`() {
    let one = Pyramid(size: PixelSize(width: 1, height: 1))
    #expect(one.byteCount == 5 * 5 * 4)
    let endless = Pyramid(size: PixelSize(width: 1 << 40, height: 1 << 40))
    #expect(endless.byteCount == nil)
    let some = Pyramid(size: PixelSize(width: 1000, height: 600))
    let sum = some.levels.flatMap { level in
      some.tiles(covering: Rect(x: 0, y: 0, width: 1000, height: 600), level: level).keys
    }.map { TilePixels.padded(some.rect(of: $0).size) }.reduce(0) { $0 + $1.width * $1.height * 4 }
    #expect(some.byteCount == sum)
  }

  @Test(arguments: sizes)
  func `pins coarse levels within a budget, and always the coarsest`(size: PixelSize) {
    let pyramid = Pyramid(size: size)
    #expect(pyramid.levels(within: 0) == pyramid.coarsestLevel..<pyramid.levelCount)
    let budget = 32 << 20
    let pinned = pyramid.levels(within: budget)
    let bytes = pinned.reduce(0) { $0 + (pyramid.byteCount(ofLevel: $1) ?? .max / 64) }
    #expect(bytes <= budget || pinned.count == 1)
  }
}
