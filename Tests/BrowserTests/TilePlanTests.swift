import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import ScrollGeometry
import Testing

@Suite struct `A tile plan` {
  private static let scales = [0.01, 0.125, 0.3, 0.5, 0.7, 1, 1.3, 2, 7.5, 64]

  private func frame(_ scale: Double, origin: Point, size: PixelSize) -> Frame {
    Frame(
      viewport: PixelSize(width: 800, height: 600),
      placement: Placement(size: size, origin: origin, scale: scale))
  }

  @Test(arguments: scales, [Point(0, 0), Point(-1234.4, -77.7), Point(300.5, 200.25)])
  func `covers every visible pixel of the picture exactly once`(scale: Double, origin: Point) {
    let size = PixelSize(width: 3001, height: 1777)
    let frame = frame(scale, origin: origin, size: size)
    let plan = TilePlan(frame, pyramid: Pyramid(size: size))
    var counts = [UInt8](repeating: 0, count: 800 * 600)
    for entry in plan.entries {
      for y in entry.area.y..<entry.area.maxY {
        for x in entry.area.x..<entry.area.maxX { counts[y * 800 + x] += 1 }
      }
    }
    let picture = frame.placement.area.intersection(PixelRect(frame.viewport))
    var expected = [UInt8](repeating: 0, count: 800 * 600)
    for y in picture.y..<picture.maxY {
      for x in picture.x..<picture.maxX { expected[y * 800 + x] = 1 }
    }
    #expect(counts.elementsEqual(expected))
  }

  @Test func `is nearest on whole pixels at 1:1 and from twice the size on`() {
    let size = PixelSize(width: 500, height: 500)
    let pyramid = Pyramid(size: size)
    #expect(TilePlan(frame(1, origin: .zero, size: size), pyramid: pyramid).filter == .nearest)
    let between = frame(1, origin: Point(0.5, 0), size: size)
    #expect(TilePlan(between, pyramid: pyramid).filter == .bilinear)
    #expect(TilePlan(frame(1.5, origin: .zero, size: size), pyramid: pyramid).filter == .bilinear)
    #expect(TilePlan(frame(2.5, origin: .zero, size: size), pyramid: pyramid).filter == .nearest)
    var smooth = frame(3, origin: .zero, size: size)
    smooth.filter = .linear
    #expect(TilePlan(smooth, pyramid: pyramid).filter == .bilinear)
  }

  @Test(arguments: [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1)])
  func `prefetches last of all what comes into view next`(x: Int, y: Int) throws {
    let size = PixelSize(width: 20_000, height: 20_000)
    let pyramid = Pyramid(size: size)
    let frame = frame(1, origin: Point(-5000, -5000), size: size)
    let still = FramePlan(frame, pyramid: pyramid).requests(
      resting: frame.placement, pyramid: pyramid)
    let moving = FramePlan(frame, pyramid: pyramid).requests(
      resting: frame.placement, direction: TravelDirection(x: x, y: y), pyramid: pyramid)
    #expect(moving.starts(with: still))
    let shown = pyramid.tiles(
      covering: frame.placement.visiblePart(in: frame.viewport), level: 0)
    let ahead = Set(moving.dropFirst(still.count))
    var expected: Set<TileKey> = []
    for row in shown.rows.lowerBound + min(y, 0)..<shown.rows.upperBound + max(y, 0) {
      for column in shown.columns.lowerBound + min(x, 0)..<shown.columns.upperBound + max(x, 0) {
        let key = TileKey(level: 0, column: column, row: row)
        if !shown.keys.contains(key) { expected.insert(key) }
      }
    }
    #expect(ahead == expected && !ahead.isEmpty)
  }

  @Test func `of a grid of a million squared asks only for what shows`() {
    let size = PixelSize(width: 1_000_000, height: 1_000_000)
    let frame = frame(1, origin: Point(-999_200, -999_400), size: size)
    let plan = TilePlan(frame, pyramid: Pyramid(size: size))
    #expect(plan.entries.count <= 20)
    #expect(plan.entries.last?.key.column == 3906)
  }
}
