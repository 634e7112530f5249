import Glibc
import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import OverscrollTestSupport
import ScrollGeometry
import Testing

@Suite struct `A minimap` {
  private static let viewport = PixelSize(width: 900, height: 700)

  private static func frame(
    _ size: PixelSize, _ origin: Point, zoom: Double, in viewport: PixelSize = viewport,
    scale: Double = 1
  ) -> Frame {
    var frame = Frame(
      viewport: viewport, placement: Placement(size: size, origin: origin, scale: zoom))
    frame.scale = scale
    return frame
  }

  private static func map(_ frame: Frame) throws -> Minimap { try #require(Minimap(of: frame)) }

  @Test(arguments: [
    // The longest side is 180 points, and a quarter of the window's shorter side at most.
    (900, 800, 1.0, 180, 120), (900, 500, 1, 125, 83), (1800, 1600, 2, 360, 240),
    (400, 1200, 2, 100, 67),
  ])
  func `lies in the lower right corner, as large as the window allows`(
    width: Int, height: Int, scale: Double, across: Int, down: Int
  ) throws {
    let viewport = PixelSize(width: width, height: height)
    let frame = Self.frame(
      PixelSize(width: 6000, height: 4000), .zero, zoom: 1, in: viewport, scale: scale)
    let map = try Self.map(frame)
    #expect(map.area.size == PixelSize(width: across, height: down))
    #expect(Double(width - map.area.maxX) == 14 * scale)
    #expect(Double(height - map.area.maxY) == 14 * scale)
    let lifted = try #require(Minimap(of: frame, above: 40))
    #expect(lifted.area == map.area.offset(x: 0, y: -Int(40 * scale)))
  }

  @Test func `is not there where the window is too small for one, or shows a page`() {
    let size = PixelSize(width: 6000, height: 4000)
    #expect(
      Minimap(of: Self.frame(size, .zero, zoom: 1, in: PixelSize(width: 90, height: 900))) == nil)
    var page = Self.frame(size, .zero, zoom: 1)
    page.notice = Frame.Notice(title: "", message: "", hint: "")
    #expect(Minimap(of: page) == nil)
  }

  @Test(arguments: 0..<40)
  func `has a frame around what is visible, large enough to be seen and within the map`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let size = PixelSize(
      width: Int(exp(Double.random(in: 2...13, using: &random))),
      height: Int(exp(Double.random(in: 2...13, using: &random))))
    let zoom = exp(Double.random(in: -4...3, using: &random))
    let scale: Double = random.pick([1.0, 1.5, 2])
    let range = Point(
      Double(size.width) * zoom - Double(Self.viewport.width),
      Double(size.height) * zoom - Double(Self.viewport.height))
    func origin(_ range: Double) -> Double {
      range < 0 ? -range / 2 : -Double.random(in: 0...max(range, 1e-9), using: &random)
    }
    let frame = Self.frame(
      size, Point(origin(range.x), origin(range.y)), zoom: zoom, scale: scale)
    let map = try Self.map(frame)
    let smallest = Int(6 * scale)
    // A map that is thinner than that has a frame around it.
    let room = PixelRect(
      x: map.area.x - max(0, smallest - map.area.width),
      y: map.area.y - max(0, smallest - map.area.height),
      width: map.area.width + 2 * max(0, smallest - map.area.width),
      height: map.area.height + 2 * max(0, smallest - map.area.height))
    #expect(map.visible.intersection(room) == map.visible)
    #expect(min(map.visible.width, map.visible.height) >= smallest)
    let part = frame.placement.visiblePart(in: frame.viewport)
    let unit = Double(map.area.width) / Double(size.width)
    if part.width * unit >= Double(smallest) {
      #expect(abs(Double(map.visible.x - map.area.x) - part.minX * unit) <= 1)
      #expect(abs(Double(map.visible.width) - part.width * unit) <= 1)
    }
  }

  @Test(arguments: [3.0, 0.3, 0.02], [900, 4000, 400_000])
  func `has a frame that leaves it where the picture is scrolled beyond its edge`(
    zoom: Double, side: Int
  ) throws {
    let size = PixelSize(width: side, height: side)
    let picture = Double(side) * zoom
    let (width, height) = (Double(Self.viewport.width), Double(Self.viewport.height))
    func start(_ length: Double) -> Double { max(0, (length - picture) / 2) }
    func end(_ length: Double) -> Double { min(length - picture, start(length)) }
    let corner = Point(start(width), start(height))
    let opposite = Point(
      picture > width ? end(width) : corner.x, picture > height ? end(height) : corner.y)
    let first = try Self.map(Self.frame(size, corner, zoom: zoom))
    let last = try Self.map(Self.frame(size, opposite, zoom: zoom))
    // A fifth of the window beyond the edge.
    let beyond = Point(min(width, picture) / 5, min(height, picture) / 5)
    let before = try Self.map(Self.frame(size, corner + beyond, zoom: zoom))
    let after = try Self.map(Self.frame(size, opposite - beyond, zoom: zoom))
    #expect(before.visible.x < first.area.x && before.visible.y < first.area.y)
    #expect(after.visible.maxX > last.area.maxX && after.visible.maxY > last.area.maxY)
    #expect(before.visible.size == first.visible.size)
    #expect(abs(before.visible.x - first.visible.x + first.visible.width / 5) <= 1)
  }

  @Test func `finds the pixel at a place, the nearest one beside it`() throws {
    let size = PixelSize(width: 6000, height: 4000)
    let map = try Self.map(Self.frame(size, .zero, zoom: 1))
    let corner = map.area.rect.origin
    #expect(map.pixel(at: corner) == .zero)
    #expect(map.pixel(at: corner + Point(-5, 900)) == Point(0, 4000))
    let middle = map.pixel(at: map.area.rect.center)
    #expect(abs(middle.x - 3000) < 1e-6 && abs(middle.y - 2000) < 1e-6)
    #expect(map.contains(corner) && !map.contains(corner - Point(1, 0)))
  }

  @Test func `knows whether the whole picture is visible`() {
    let size = PixelSize(width: 900, height: 700)
    #expect(Self.frame(size, .zero, zoom: 1).showsWholePicture)
    #expect(!Self.frame(size, Point(1, 0), zoom: 1).showsWholePicture)
    #expect(!Self.frame(size, .zero, zoom: 1.01).showsWholePicture)
    #expect(Self.frame(size, Point(400, 300), zoom: 0.2).showsWholePicture)
  }
}

@Suite struct `The pixels of a minimap` {
  private let provider = FakePicture(size: Self.size)
  private static let viewport = PixelSize(width: 900, height: 700)
  private static let size = PixelSize(width: 3000, height: 2000)

  private static func frame(_ rig: CompositorRig?, opacity: Double = 1) -> Frame {
    var frame = Frame(
      viewport: viewport,
      placement: Placement(size: size, origin: Point(-800, -600), scale: 1))
    frame.minimap = Minimap(of: frame)
    frame.minimap?.opacity = opacity
    frame.minimap?.revision = rig?.compositor.minimapRevision ?? 0
    return frame
  }

  @Test func `show the picture, darker where it is not visible, within a frame`() throws {
    provider.color = { _, _, _ in 0xFFC8_6432 }
    let rig = try CompositorRig(provider, Self.viewport)
    let frame = Self.frame(rig)
    try rig.show(frame)
    let map = try #require(frame.minimap)
    let (area, visible) = (map.area, map.visible)
    func pixel(_ x: Int, _ y: Int) -> UInt32 { rig.window.pixel(x: x, y: y)?.colors ?? 0 }
    #expect(pixel(visible.x + 5, visible.y + 5) == 0xC86432)
    #expect([0x824120, 0x824121].contains(pixel(area.x + 3, area.y + 3)))
    // Below the map lies the picture, which the dark line around the map darkens by half.
    #expect(pixel(area.x + 50, area.y - 1) == 0x643219)
    #expect(pixel(area.x + 50, area.y - 2) == 0xC86432)
    #expect(pixel(visible.x, visible.y) > 0xF0F0F0)
    #expect(pixel(visible.x - 1, visible.y + 5) < 0x824120)
  }

  @Test func `are drawn from tiles that are there, and no tile is asked for or requested`() throws {
    provider.available = { $0.level == provider.pyramid.coarsestLevel }
    let rig = try CompositorRig(provider, Self.viewport)
    var bare = Self.frame(rig)
    bare.minimap = nil
    try rig.show(bare)
    let before = provider.asked
    try rig.show(Self.frame(rig))
    #expect(provider.requests.isEmpty)
    #expect(provider.asked.subtracting(before).allSatisfy { $0.level >= 3 })
  }

  @Test func `are drawn again once better tiles have arrived`() throws {
    provider.color = { level, _, _ in level == 4 ? 0xFFC8_0000 : 0xFF00_C800 }
    provider.available = { _ in false }
    let rig = try CompositorRig(provider, Self.viewport)
    let place = try #require(Self.frame(nil).minimap).visible
    func color() -> UInt32? { rig.window.pixel(x: place.x + 5, y: place.y + 5)?.colors }
    try rig.show(Self.frame(rig))
    #expect(color() == 0x2B2C30)
    provider.available = { $0.level == 4 }
    rig.compositor.invalidate([TileKey(level: 4, column: 0, row: 0)])
    try rig.show(Self.frame(rig))
    #expect(color() == 0xC80000)
    let revision = rig.compositor.minimapRevision
    rig.compositor.invalidate([TileKey(level: 0, column: 3, row: 3)])
    #expect(rig.compositor.minimapRevision == revision, "a map has no tiles of the full size")
    try rig.show(Self.frame(rig))
    #expect(try rig.show(Self.frame(rig)).repaint.isEmpty)
  }

  @Test func `count against the budget while there is a map`() throws {
    let rig = try CompositorRig(FakePicture(size: Self.size), Self.viewport)
    var frame = Self.frame(rig)
    try rig.show(frame)
    let bytes = rig.compositor.bufferBytes
    frame.minimap = nil
    try rig.show(frame)
    #expect(bytes - rig.compositor.bufferBytes >= 175 * 116 * 4)
  }

  @Test func `fade evenly`() throws {
    provider.color = { level, _, _ in level == 0 ? 0xFF00_0000 : 0xFFFF_FFFF }
    let rig = try CompositorRig(provider, Self.viewport)
    for opacity in [1, 0.75, 0.5, 0.25] {
      let frame = Self.frame(rig, opacity: opacity)
      try rig.show(frame)
      let visible = try #require(frame.minimap).visible
      let shown = Double((rig.window.pixel(x: visible.x + 5, y: visible.y + 5) ?? 0) & 0xFF)
      #expect(abs(shown - 255 * opacity) <= 2)
    }
  }
}
