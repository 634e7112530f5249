import OverscrollDrawing
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollBrowser
@testable import OverscrollImaging

@Suite struct `A painter of compared pictures` {
  private static let viewport = PixelSize(width: 200, height: 150)

  /// Two pictures, each with its colors and its tiles.
  private struct Rig {
    let layouts: [PairLayout]
    let pictures: PicturePair<FakePicture>
    let painter: ComparePainter
    let surface: Surface

    init(
      _ a: PixelSize, _ b: PixelSize, place: PairPlace = .topLeft,
      _ adjustment: PairAdjustment = .none, areOpaque: Bool = true
    ) throws {
      layouts = PairLayout.layouts(
        [a, b], place: place, adjustments: [.none, adjustment], mapped: [nil, nil])
      pictures = PicturePair(a: a, b: b).map { FakePicture(size: $0) }
      for side in PairSide.allCases { pictures[side].isOpaque = areOpaque }
      painter = ComparePainter(
        pictures.both, areOpaque: [areOpaque, areOpaque], byteLimit: 64 << 20)
      surface = try Surface(imageOf: viewport, opaque: true)
    }

    var layout: PairLayout { layouts[1] }

    /// Draws what a view shows whose canvas lies at `origin` with a scale.
    func draw(
      _ content: CompareSettings.Content, origin: Point, scale: Double = 1, isDivided: Bool = false
    ) throws {
      let viewports = CompareViewports(viewport, count: isDivided ? 2 : 1, scale: 1)
      let frame = Frame(
        viewport: viewports.main.size,
        placement: Placement(size: layout.canvas, origin: origin, scale: scale))
      repeat {
        try painter.draw(
          CompareScene(frame, layouts, b: 1, content, in: viewports), on: surface)
      } while painter.isUnfinished
    }

    func pixel(_ x: Int, _ y: Int) -> UInt32 { surface.pixel(x: x, y: y) ?? 0 }
  }

  private static func gray(_ value: UInt32) -> UInt32 {
    0xFF00_0000 | value << 16 | value << 8 | value
  }

  @Test func `shows the difference of each pixel times the gain`() throws {
    let rig = try Rig(PixelSize(width: 700, height: 600), PixelSize(width: 700, height: 600))
    rig.pictures.a.color = FakePicture.noise
    rig.pictures.b.color = { FakePicture.noise(level: $0, x: $1 + 1, y: $2) }
    for (gain, channels) in [
      (1, CompareSettings.Channels.each), (4, .each), (1, .greatest), (64, .greatest),
    ] {
      try rig.draw(.difference(gain: gain, channels), origin: Point(-123, -201))
      for y in stride(from: 0, to: 150, by: 7) {
        for x in stride(from: 0, to: 200, by: 3) {
          let one = FakePicture.noise(level: 0, x: x + 123, y: y + 201)
          let other = FakePicture.noise(level: 0, x: x + 124, y: y + 201)
          var parts: [Int] = [16, 8, 0].map { Self.difference(one, other, $0) }
          if channels == .greatest { parts = [Int](repeating: parts.max() ?? 0, count: 3) }
          let wanted = parts.reduce(0xFF) { sum, part in sum << 8 | min(part * gain, 255) }
          #expect(Int(rig.pixel(x, y)) == wanted)
        }
      }
    }
  }

  @Test func `compares colors whatever their alpha is, as the summary does`() throws {
    let size = PixelSize(width: 700, height: 600)
    let rig = try Rig(size, size, areOpaque: false)
    rig.pictures.a.color = { _, _, _ in 0x8040_4040 }
    rig.pictures.b.color = { _, x, _ in x < 100 ? 0xFF80_8080 : 0xFF80_8180 }
    try rig.draw(.difference(gain: 64, .each), origin: .zero)
    #expect(rig.pixel(50, 70) == 0xFF00_0000 && rig.pixel(150, 70) == 0xFF00_4000)
    try rig.draw(.outline(threshold: 0, over: .a), origin: .zero)
    // Over black, and lines around what differs alone.
    #expect(rig.pixel(50, 70) == 0xFF40_4040)
    let outlined = rig.surface.pixels().enumerated()
      .filter { $0.element == Theme.compare.outline }.map { $0.offset % 200 }
    #expect(!outlined.isEmpty && outlined.allSatisfy { $0 > 90 })
  }

  private static func difference(_ one: UInt32, _ other: UInt32, _ shift: UInt32) -> Int {
    abs(Int(one >> shift & 0xFF) - Int(other >> shift & 0xFF))
  }

  /// A picture and its copy of another size, which have the same pixels where they lie on each other.
  private func rigOfCopies(_ place: PairPlace) throws -> Rig {
    let rig = try Rig(
      PixelSize(width: 1500, height: 1200), PixelSize(width: 1290, height: 1111), place: place)
    let corner = rig.layout.frames.b
    rig.pictures.a.color = { $0 == 0 ? FakePicture.noise(level: 0, x: $1, y: $2) : 0xFF12_3456 }
    rig.pictures.b.color = {
      $0 == 0
        ? FakePicture.noise(level: 0, x: $1 + corner.x, y: $2 + corner.y) : 0xFF12_3456
    }
    return rig
  }

  @Test(arguments: 0..<10)
  func `finds no difference of copies, whichever tiles are missing`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let rig = try rigOfCopies(seed % 2 == 0 ? .topLeft : .center)
    for side in PairSide.allCases {
      let missing = Set(
        (0..<30).map { _ in
          TileKey(
            level: .random(in: 0...2, using: &random), column: .random(in: 0..<6, using: &random),
            row: .random(in: 0..<5, using: &random))
        })
      rig.pictures[side].available = { !missing.contains($0) }
    }
    let overlap = rig.layout.overlap
    for _ in 0..<6 {
      let origin = Point(
        -Double(Int.random(in: overlap.x..<overlap.maxX - 200, using: &random)),
        -Double(Int.random(in: overlap.y..<overlap.maxY - 150, using: &random)))
      try rig.draw(.difference(gain: 64, .each), origin: origin)
      #expect(rig.surface.pixels().allSatisfy { $0 == 0xFF00_0000 })
      try rig.draw(.outline(threshold: 0, over: .b), origin: origin)
      #expect(!rig.surface.pixels().contains(Theme.compare.outline))
    }
  }

  @Test func `compares nothing where a picture has no tile at all, or is not`() throws {
    let rig = try Rig(PixelSize(width: 600, height: 600), PixelSize(width: 60, height: 600))
    rig.pictures.a.color = { _, _, _ in 0xFFFF_FFFF }
    rig.pictures.b.color = { _, _, _ in 0xFF00_0000 }
    try rig.draw(.difference(gain: 1, .each), origin: Point(-10, -10))
    #expect(rig.pixel(49, 20) == 0xFFFF_FFFF)
    let uncovered = Self.color(of: Theme.compare.uncovered)
    #expect(rig.pixel(50, 20) == uncovered && rig.pixel(199, 149) == uncovered)
    let other = try Rig(PixelSize(width: 600, height: 600), PixelSize(width: 600, height: 600))
    other.pictures.b.available = { _ in false }
    try other.draw(.difference(gain: 1, .each), origin: .zero)
    #expect(other.surface.pixels().allSatisfy { $0 == Self.color(of: Theme.missing) })
  }

  private static func color(of color: Color) -> UInt32 {
    let channels = [color.red, color.green, color.blue]
    return channels.reduce(0xFF) { $0 << 8 | UInt32(($1 * 255).rounded()) }
  }

  @Test func `draws each picture in its part of a wipe and in its viewport`() throws {
    let size = PixelSize(width: 400, height: 400)
    let rig = try Rig(size, size)
    rig.pictures.a.color = { _, x, y in Self.gray(UInt32(x % 100)) }
    rig.pictures.b.color = { _, x, y in Self.gray(UInt32(100 + x % 100)) }
    try rig.draw(.wipe(.a, at: 0.25), origin: Point(-7, 0))
    #expect(rig.pixel(49, 9) == Self.gray(56) && rig.pixel(50, 9) == Self.gray(157))
    try rig.draw(.wipe(.b, at: 0.25), origin: Point(-7, 0))
    #expect(rig.pixel(49, 9) == Self.gray(156) && rig.pixel(50, 9) == Self.gray(57))
    try rig.draw(.picture(1), origin: Point(-7, 0))
    #expect(rig.pixel(0, 0) == Self.gray(107))
    try rig.draw(.sideBySide([0, 1]), origin: Point(-7, 0), isDivided: true)
    #expect(rig.pixel(0, 0) == Self.gray(7) && rig.pixel(98, 0) == Self.gray(5))
    #expect(rig.pixel(101, 0) == Self.gray(107) && rig.pixel(199, 0) == Self.gray(105))
    #expect(rig.pixel(99, 0) == Self.color(of: Theme.compare.gap))
  }

  @Test func `draws each of three in its viewport, the turned one turned`() throws {
    let size = PixelSize(width: 600, height: 600)
    let adjustments = [PairAdjustment.none, PairAdjustment(turn: 180), .none]
    let layouts = PairLayout.layouts(
      Array(repeating: size, count: 3), place: .topLeft, adjustments: adjustments,
      mapped: [nil, nil, nil])
    let pictures = (0..<3).map { _ in FakePicture(size: size) }
    for (index, picture) in pictures.enumerated() {
      picture.color = { _, x, _ in Self.gray(UInt32(80 * index + x / 8)) }
    }
    let painter = ComparePainter(
      pictures, areOpaque: [true, true, true], byteLimit: 64 << 20)
    let surface = try Surface(imageOf: Self.viewport, opaque: true)
    let viewports = CompareViewports(Self.viewport, count: 3, scale: 1)
    let frame = Frame(
      viewport: viewports.main.size,
      placement: Placement(
        size: layouts[0].canvas,
        origin: Point(-80, -100) - layouts[0].frames.a.rect.origin, scale: 1))
    for b in [1, 2] {
      let scene = CompareScene(frame, layouts, b: b, .sideBySide([0, 1, 2]), in: viewports)
      repeat { try painter.draw(scene, on: surface) } while painter.isUnfinished
      for (index, cell) in viewports.all.enumerated() {
        for x in [0, 20, cell.width - 1] {
          let column = index == 1 ? 599 - (x + 80) : x + 80
          #expect(
            surface.pixel(x: cell.x + x, y: cell.y + 70)
              == Self.gray(UInt32(80 * index + column / 8)), "\(index), \(x)")
        }
      }
      #expect(surface.pixel(x: viewports.main.maxX, y: 70) == Self.color(of: Theme.compare.gap))
    }
  }

  @Test func `takes no more for six pictures than for two that fill the window`() throws {
    let (size, window) = (PixelSize(width: 6000, height: 4000), PixelSize(width: 640, height: 512))
    let sources = (0..<6).map { _ in CountingSource(size: size, isHeld: true) }
    defer { for source in sources { source.release() } }
    // No more than visible tiles need.
    let store = TileStore(budget: 9 << 20)
    let queue = DecodeQueue(workers: 1)
    let pictures = sources.map { TiledPicture($0, store: store, queue: queue, wake: {}) }
    let painter = ComparePainter(
      sources.map { _ in FakePicture(size: size) }, areOpaque: sources.map { _ in true },
      byteLimit: store.budget / 2)
    let tiles = CompareTiles(pictures, store: store, painter: painter)
    let layouts = PairLayout.layouts(
      sources.map { _ in size }, place: .topLeft, adjustments: sources.map { _ in .none },
      mapped: sources.map { _ in nil })
    let surface = try Surface(imageOf: window, opaque: true)
    var contents = (0..<6).map { CompareSettings.Content.picture($0) }
    contents += [.sideBySide(Array(0..<6)), .wipe(.a, at: 0.5), .difference(gain: 1, .each)]
    for content in contents + contents {
      let isDivided = content == .sideBySide(Array(0..<6))
      let viewports = CompareViewports(window, count: isDivided ? 6 : 1, scale: 1)
      let frame = Frame(
        viewport: viewports.main.size,
        placement: Placement(size: size, origin: Point(-1024, -768), scale: 1))
      let scene = CompareScene(frame, layouts, b: 1, content, in: viewports)
      tiles.prepare(
        scene, resting: layouts.map { _ in frame.placement }, direction: .none,
        bufferBytes: surface.byteCount)
      repeat { try painter.draw(scene, on: surface) } while painter.isUnfinished
      let held = painter.painters.reduce(0) { $0 + $1.surfaces.byteCount }
      // Three columns and two rows.
      #expect(held <= 2 * 6 * BudgetPlan.tileBytes, "\(content)")
      // What is shown is there.
      for part in scene.parts {
        let key = TileKey(level: 0, column: 4, row: 3)
        #expect(painter.painters[part.picture].surfaces.isCurrent(key), "\(content)")
      }
    }
  }

  @Test(arguments: [true, false])
  func `turns B, alone and over A`(areOpaque: Bool) throws {
    // Of even sides: pixels lie on pixels at half a turn and at quarters.
    let size = PixelSize(width: 700, height: 600)
    for turn in [180.0, 90] {
      let rig = try Rig(size, size, PairAdjustment(turn: turn), areOpaque: areOpaque)
      let corner = rig.layout.frames.a
      // B is what lies over A, turned back; no color where it is beside A.
      rig.pictures.a.color = FakePicture.noise
      rig.pictures.b.color = { level, x, y in
        let place = turn == 180 ? (699 - x, 599 - y) : (649 - y, x - 50)
        return FakePicture.noise(level: level, x: place.0, y: place.1)
      }
      let origin = Point(-Double(corner.x) - 150, -Double(corner.y) - 20)
      let noise = (0..<150).flatMap { y in
        (0..<200).map { FakePicture.noise(level: 0, x: $0 + 150, y: y + 20) }
      }
      for content in [CompareSettings.Content.picture(0), .picture(1), .wipe(.b, at: 0.4)] {
        try rig.draw(content, origin: origin)
        #expect(rig.surface.pixels() == noise)
      }
      try rig.draw(.difference(gain: 64, .each), origin: origin)
      #expect(rig.surface.pixels().allSatisfy { $0 == 0xFF00_0000 })
      for side in PairSide.allCases {
        try rig.draw(.outline(threshold: 0, over: side), origin: origin)
        #expect(rig.surface.pixels() == noise)
      }
    }
  }

  @Test func `compares a turned B where it is, with the tiles that both have`() throws {
    let size = PixelSize(width: 400, height: 400)
    let rig = try Rig(size, size, PairAdjustment(turn: 45))
    let white = Self.gray(255)
    rig.pictures.a.color = { _, _, _ in white }
    rig.pictures.b.color = { _, _, _ in white }
    let (a, uncovered) = (rig.layout.frames.a, Self.color(of: Theme.compare.uncovered))
    // The corner of A, and its middle, which B covers.
    try rig.draw(.difference(gain: 1, .each), origin: Point(-Double(a.x), -Double(a.y)))
    #expect(rig.pixel(3, 3) == uncovered && rig.pixel(199, 149) == 0xFF00_0000)
    try rig.draw(.outline(threshold: 0, over: .b), origin: Point(-Double(a.x), -Double(a.y)))
    #expect(rig.pixel(3, 3) == uncovered && rig.pixel(199, 149) == white)
    #expect(!rig.surface.pixels().contains(Theme.compare.outline))
    // Beside both.
    try rig.draw(.difference(gain: 1, .each), origin: .zero)
    #expect(rig.pixel(3, 3) == Self.color(of: Backdrop().background.color))
    // Of the coarser tiles alone, whose colors are the same.
    let coarse = try Rig(size, size, PairAdjustment(turn: 45))
    coarse.pictures.a.color = { level, _, _ in level == 0 ? Self.gray(0) : white }
    coarse.pictures.b.color = rig.pictures.b.color
    coarse.pictures.b.available = { $0.level > 0 }
    try coarse.draw(.difference(gain: 64, .each), origin: Point(-Double(a.x), -Double(a.y)))
    #expect(coarse.pixel(199, 149) == 0xFF00_0000)
    let none = try Rig(size, size, PairAdjustment(turn: 45))
    none.pictures.b.available = { _ in false }
    try none.draw(.difference(gain: 1, .each), origin: Point(-Double(a.x), -Double(a.y)))
    #expect(none.pixel(199, 149) == Self.color(of: Theme.missing))
  }

  @Test func `outlines what differs by more than the threshold, and nothing else`() throws {
    let size = PixelSize(width: 400, height: 400)
    let rig = try Rig(size, size)
    rig.pictures.a.color = { _, _, _ in Self.gray(50) }
    rig.pictures.b.color = { level, x, y in
      level == 0 && (60..<70).contains(x) && (40..<50).contains(y) ? Self.gray(60) : Self.gray(50)
    }
    try rig.draw(.outline(threshold: 10, over: .a), origin: .zero)
    #expect(rig.surface.pixels().allSatisfy { $0 == Self.gray(50) })
    for (side, inside) in [(PairSide.a, UInt32(50)), (.b, 60)] {
      try rig.draw(.outline(threshold: 9, over: side), origin: .zero)
      let line = (0..<200).flatMap { x in (0..<150).map { (x, $0) } }
        .filter { rig.pixel($0.0, $0.1) == Theme.compare.outline }
      #expect(line.map(\.0).min() == 56 && line.map(\.0).max() == 73)
      #expect(line.map(\.1).min() == 36 && line.map(\.1).max() == 53)
      #expect(rig.pixel(65, 45) == Self.gray(inside) && rig.pixel(100, 100) == Self.gray(50))
    }
  }
}

@Suite struct `A mask of pixels` {
  private func naive(_ mask: PixelMask, _ reach: Int) -> [UInt8] {
    let (width, height) = (mask.size.width, mask.size.height)
    return (0..<width * height).map { index in
      let (x, y) = (index % width, index / width)
      for row in max(0, y - reach)...min(height - 1, y + reach) {
        for column in max(0, x - reach)...min(width - 1, x + reach)
        where mask.bytes[row * width + column] != 0 {
          return 1
        }
      }
      return 0
    }
  }

  @Test(arguments: 0..<40)
  func `grows to all sides, and leaves a ring`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let size = PixelSize(
      width: .random(in: 1...30, using: &random), height: .random(in: 1...30, using: &random))
    var mask = PixelMask(size: size)
    for y in 0..<size.height {
      mask.withRow(y, 0..<size.width) { row in
        for x in row.indices { row[x] = Int.random(in: 0..<20, using: &random) == 0 ? 1 : 0 }
      }
    }
    let (distance, width) = (
      Int.random(in: 0...4, using: &random), Int.random(in: 1...5, using: &random)
    )
    let inner = naive(mask, distance)
    #expect(mask.grown(by: distance).bytes == inner)
    let outer = naive(mask, distance + width)
    let ring = zip(outer, inner).map { $0 & ~$1 & 1 }
    #expect(mask.outline(at: distance, width: width).bytes == ring)
    #expect(mask.isEmpty == !mask.bytes.contains(1))
  }
}
