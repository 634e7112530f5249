import OverscrollBrowser
import OverscrollImaging
import ScrollGeometry
import Testing

/// Where tiles go, and which of their pixels are sampled for which of the window's.
@Suite struct `The place of a tile` {
  private static let size = PixelSize(width: 3001, height: 1777)
  private static let scales = [0.13, 0.3, 0.5, 0.7, 1, 1.37, 2, 7.5, 64]
  private static let origins = [Point(0, 0), Point(-1234.4, -77.7), Point(300.5, 200.25)]
  private static let viewport = PixelSize(width: 800, height: 600)

  private func plan(_ scale: Double, _ origin: Point) -> TilePlan {
    let frame = Frame(
      viewport: Self.viewport,
      placement: Placement(size: Self.size, origin: origin, scale: scale))
    return TilePlan(frame, pyramid: Pyramid(size: Self.size))
  }

  /// The device pixel on which an edge of the grid of tiles lies, `tile` tiles from the picture's corner.
  private func edge(_ tile: Int, of extent: Int, _ level: Int, _ scale: Double, _ origin: Double)
    -> Int
  {
    let place = min(Double(tile * 256 << level), Double(extent)) * scale
    let whole = origin.rounded(.down)
    return Int((place + (origin - whole) + 0.5).rounded(.down)) + Int(whole)
  }

  @Test(arguments: scales, origins)
  func `lies between the rounded edges of the grid`(scale: Double, origin: Point) {
    let plan = plan(scale, origin)
    let part = Rect(
      x: -origin.x / scale, y: -origin.y / scale, width: 800 / scale, height: 600 / scale)
    let isInside = part.intersects(Rect(origin: .zero, size: Self.size.size))
    #expect(plan.entries.isEmpty == !isInside)
    for entry in plan.entries {
      let (key, frame) = (entry.key, entry.frame)
      #expect(key.level == plan.level)
      let (width, height) = (Self.size.width, Self.size.height)
      #expect(frame.x == edge(key.column, of: width, key.level, scale, origin.x))
      #expect(frame.maxX == edge(key.column + 1, of: width, key.level, scale, origin.x))
      #expect(frame.y == edge(key.row, of: height, key.level, scale, origin.y))
      #expect(frame.maxY == edge(key.row + 1, of: height, key.level, scale, origin.y))
      #expect(entry.area == frame.intersection(PixelRect(Self.viewport)))
    }
  }

  @Test func `is within the part that is planned for`() {
    let placement = Placement(size: Self.size, origin: Point(-100, -50), scale: 1)
    let pyramid = Pyramid(size: Self.size)
    func keys(_ area: PixelRect) -> [TileKey] {
      TilePlan(placement, rule: .auto, area: area, pyramid: pyramid).entries.map(\.key)
    }
    let first = TileKey(level: 0, column: 0, row: 0)
    #expect(keys(PixelRect(x: 150, y: 200, width: 6, height: 6)) == [first])
    #expect(keys(PixelRect(x: 155, y: 205, width: 2, height: 2)).count == 4)
    #expect(keys(PixelRect(x: 155, y: 200, width: 2, height: 2)).map(\.column) == [0, 1])
    #expect(keys(PixelRect(x: 150, y: 205, width: 2, height: 2)).map(\.row) == [0, 1])
    #expect(keys(PixelRect(x: 150, y: 200, width: 0, height: 6)).isEmpty)
    #expect(keys(PixelRect(x: -200, y: 0, width: 50, height: 50)).isEmpty)
  }

  @Test(arguments: [0, 1, 2])
  func `is at a level whose pixels are not magnified, with a hair of tolerance`(level: Int) {
    let pyramid = Pyramid(size: PixelSize(width: 3000, height: 2000))
    let scale = 1 / Double(1 << level)
    #expect(TilePlan.level(for: scale, pyramid) == level)
    #expect(TilePlan.level(for: scale * (1 + 0.97e-9), pyramid) == level)
    #expect(TilePlan.level(for: scale * (1 + 1.03e-9), pyramid) == max(0, level - 1))
    #expect(TilePlan.level(for: 1e-9, pyramid) == 4)
    #expect(TilePlan.level(for: 1, Pyramid(size: PixelSize(width: 9, height: 9))) == 0)
  }

  @Test(arguments: scales, origins)
  func `is cut into blocks of 256 pixels that fill it`(scale: Double, origin: Point) {
    let plan = plan(scale, origin)
    for entry in plan.entries {
      let areas = plan.blocks(of: entry, from: entry.key).map(\.area)
      #expect(areas.pixelCount == entry.area.width * entry.area.height)
      #expect(areas.disjoint.pixelCount == areas.pixelCount)
      for area in areas {
        #expect(!area.isEmpty && area == area.intersection(entry.area))
        let (column, row) = (area.x - entry.frame.x, area.y - entry.frame.y)
        #expect(column / 256 == (column + area.width - 1) / 256)
        #expect(row / 256 == (row + area.height - 1) / 256)
      }
      let (columns, rows) = (Set(areas.map(\.x)).count, Set(areas.map(\.y)).count)
      #expect(columns * rows == areas.count)
      let first = (entry.area.x - entry.frame.x) / 256
      #expect(columns == (entry.area.maxX - 1 - entry.frame.x) / 256 - first + 1)
    }
  }

  @Test(arguments: scales, origins)
  func `is sampled, from its own tile and from coarser ones, where its pixels lie`(
    scale: Double, origin: Point
  ) {
    let plan = plan(scale, origin)
    let unit = 1.0 / 65_536
    for entry in plan.entries {
      for levels in 0..<min(3, Pyramid(size: Self.size).levelCount - entry.key.level) {
        let key = entry.key.ancestor(levels)
        let levelScale = scale * Double(1 << key.level)
        for block in plan.blocks(of: entry, from: key) {
          let map = block.sampling
          #expect(map.b == 0 && map.c == 0 && map.a == map.d)
          // A server keeps sixteen bits after the point, and the middles of pixels need one.
          #expect((map.a / (2 * unit)).rounded() * 2 * unit == map.a && map.a > 0)
          #expect((map.tx / unit).rounded() == map.tx / unit)
          #expect((map.ty / unit).rounded() == map.ty / unit)
          #expect(abs(map.a - 1 / levelScale) <= unit * 1.001)
          // Exact in the middle of the block of 256, whose corner is counted from the tile's.
          let corner = (
            entry.frame.x + (block.area.x - entry.frame.x) / 256 * 256,
            entry.frame.y + (block.area.y - entry.frame.y) / 256 * 256
          )
          let x = Double(corner.0 + 128)
          let y = Double(corner.1 + 128)
          let wantedX = (x - origin.x) / levelScale - Double(key.column * 256) + 2
          let wantedY = (y - origin.y) / levelScale - Double(key.row * 256) + 2
          #expect(abs(map.a * x + map.tx - wantedX) <= unit * 0.501, "\(entry) \(block)")
          #expect(abs(map.d * y + map.ty - wantedY) <= unit * 0.501, "\(entry) \(block)")
        }
      }
    }
  }

  @Test(arguments: [(-5000.0, -5000.0), (-777, -3210)])
  func `decides on its turn: the nearer to the middle, the earlier, at every level`(
    x: Double, y: Double
  ) {
    let size = PixelSize(width: 20_000, height: 20_000)
    let frame = Frame(
      viewport: Self.viewport, placement: Placement(size: size, origin: Point(x, y), scale: 1))
    let pyramid = Pyramid(size: size)
    let requests = FramePlan(frame, pyramid: pyramid).requests(
      resting: frame.placement, pyramid: pyramid)
    let levels = requests.map(\.level)
    #expect(levels == levels.sorted())
    #expect(Set(levels) == Set(pyramid.levels))
    let shown = frame.placement.visiblePart(in: Self.viewport)
    for level in pyramid.levels {
      let keys = requests.filter { $0.level == level }
      #expect(Set(keys) == Set(pyramid.tiles(covering: shown, level: level).keys))
      let side = Double(256 << level)
      let distances = keys.map { key in
        Point((Double(key.column) + 0.5) * side, (Double(key.row) + 0.5) * side)
      }.map { ($0 - shown.center).length }
      #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 <= $1 + 1e-6 })
    }
  }

  @Test func `where the picture will rest counts at that place's own level`() {
    let size = PixelSize(width: 20_000, height: 20_000)
    let pyramid = Pyramid(size: size)
    let frame = Frame(
      viewport: Self.viewport,
      placement: Placement(size: size, origin: Point(-5000, -5000), scale: 1))
    let resting = Placement(size: size, origin: Point(-400, -400), scale: 0.5)
    let requests = FramePlan(frame, pyramid: pyramid).requests(resting: resting, pyramid: pyramid)
    let without = FramePlan(frame, pyramid: pyramid).requests(
      resting: frame.placement, pyramid: pyramid)
    #expect(requests.starts(with: without))
    let there = pyramid.tiles(covering: resting.visiblePart(in: Self.viewport), level: 1)
    #expect(Set(requests.dropFirst(without.count)) == Set(there.keys).subtracting(without))
  }

  @Test(arguments: [
    (0.0, 0), (199.9, 0), (200, 1), (3000, 1), (-199.9, 0), (-200, -1), (-3000, -1),
  ])
  func `ahead of a motion counts from a speed on, on either axis`(speed: Double, way: Int) {
    #expect(TravelDirection(Point(speed, 0), least: 200) == TravelDirection(x: way, y: 0))
    #expect(TravelDirection(Point(0, speed), least: 200) == TravelDirection(x: 0, y: way))
    #expect(TravelDirection(Point(speed / 1e4, 0), least: 0.02) == TravelDirection(x: way, y: 0))
    #expect(TravelDirection(Point(0, speed / 1e4), least: 0.02) == TravelDirection(x: 0, y: way))
    #expect(TravelDirection(x: 5 * way, y: -7 * way).x == way)
    #expect(TravelDirection(x: 5 * way, y: -7 * way).y == -way)
    #expect(TravelDirection.none.x == 0 && TravelDirection.none.y == 0)
  }

  @Test func `is within a coarser tile's that holds it`() {
    let key = TileKey(level: 1, column: 13, row: 6)
    #expect(key.ancestor(0) == key)
    #expect(key.ancestor(1) == TileKey(level: 2, column: 6, row: 3))
    #expect(key.ancestor(3) == TileKey(level: 4, column: 1, row: 0))
  }
}
