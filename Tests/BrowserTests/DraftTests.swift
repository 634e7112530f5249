import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import OverscrollTestSupport
import ScrollGeometry
import Testing

@Suite struct `A draft` {
  private static let viewport = PixelSize(width: 401, height: 303)
  private let provider = FakePicture(size: PixelSize(width: 3000, height: 2000))

  private func frame(_ x: Double = -700.3, _ y: Double = -500.6, scale: Double = 0.83) -> Frame {
    Frame(
      viewport: Self.viewport,
      placement: Placement(size: provider.pyramid.size, origin: Point(x, y), scale: scale))
  }

  private func rig() throws -> CompositorRig {
    provider.color = FakePicture.noise
    return try CompositorRig(provider, Self.viewport)
  }

  /// What a full redraw of a frame gives.
  private func redrawn(_ frame: Frame, _ rig: CompositorRig) throws -> [UInt32] {
    let surface = try Surface(imageOf: frame.viewport, opaque: true)
    try rig.painter.draw(frame, on: Canvas(surface))
    return surface.pixels()
  }

  @Test func `shows a frame of half the size with every pixel doubled`() throws {
    let rig = try rig()
    #expect(try rig.show(frame(), effort: .draft).isDraft)
    var half = frame(-700.3 / 2, -500.6 / 2, scale: 0.83 / 2)
    half.viewport = PixelSize(width: 201, height: 152)
    let expected = try redrawn(half, rig)
    let shown = rig.window.pixels()
    let wrong = shown.indices.filter { index in
      let (y, x) = index.quotientAndRemainder(dividingBy: 401)
      return shown[index] != expected[y / 2 * 201 + x / 2]
    }
    #expect(wrong.isEmpty)
  }

  private func difference(_ one: UInt32, _ other: UInt32) -> Int {
    [0, 8, 16].map { (shift: UInt32) -> Int in
      abs(Int(one >> shift & 0xFF) - Int(other >> shift & 0xFF))
    }.max() ?? 0
  }

  @Test func `has sharp overlays`() throws {
    // A smooth picture, of which a draft under the panel hardly differs.
    let rig = try CompositorRig(provider, Self.viewport)
    var marked = frame()
    marked.message = "A sentence on a plate."
    try rig.show(marked, effort: .draft)
    let overlay = try #require(rig.show(marked).repaint.overlaid.first)
    let expected = try redrawn(marked, rig)
    try rig.show(frame(scale: 1.7))
    try rig.show(marked, effort: .draft)
    let shown = rig.window.pixels()
    let farthest =
      (overlay.y..<overlay.maxY).flatMap { y in
        (overlay.x..<overlay.maxX).map { y * 401 + $0 }
      }.map { difference(shown[$0], expected[$0]) }.max() ?? 0
    #expect(farthest <= 24)
  }

  @Test(arguments: [1, 2, 3, 7])
  func `is sharpened in parts until nothing of it is left`(parts: Int) throws {
    let rig = try rig()
    try rig.show(frame())
    let buffers = rig.compositor.bufferBytes
    try rig.show(frame(), effort: .draft)
    try rig.show(frame(-700.4), effort: .draft)
    #expect(rig.compositor.bufferBytes > buffers)
    var resting = frame(-700, -501)
    resting.message = "A sentence on a plate."
    let limit = 401 * 303 / parts + 1
    var count = 0
    repeat { count += 1 } while try rig.show(resting, effort: .kept(pixelLimit: limit)).isDraft
    #expect(abs(count - parts) <= 1)
    #expect(try rig.window.pixels() == redrawn(resting, rig))
    #expect(try rig.show(resting).repaint.isEmpty)
    resting.message = nil
    try rig.show(resting)
    #expect(rig.compositor.bufferBytes < buffers + 201 * 152 * 4)
  }

  @Test func `is replaced at once where the content then moves`() throws {
    let rig = try rig()
    try rig.show(frame(), effort: .draft)
    #expect(try rig.show(frame(-700, -501), effort: .kept(pixelLimit: 1000)).isDraft)
    let moved = frame(-690, -495)
    #expect(try !rig.show(moved, effort: .kept(pixelLimit: 1000)).isDraft)
    #expect(try rig.window.pixels() == redrawn(moved, rig))
  }

  @Test func `is replaced at once by a frame that does not look like it`() throws {
    for other in [frame(-705, -500), frame(scale: 0.9)] {
      let rig = try rig()
      try rig.show(frame(), effort: .draft)
      #expect(try !rig.show(other, effort: .kept(pixelLimit: 1000)).isDraft)
      #expect(try rig.window.pixels() == redrawn(other, rig))
    }
  }

  @Test func `is replaced at once where the filter changes while it is sharpened`() throws {
    let rig = try rig()
    try rig.show(frame(), effort: .draft)
    #expect(try rig.show(frame(), effort: .kept(pixelLimit: 1000)).isDraft)
    var other = frame()
    other.filter = .nearest
    #expect(try !rig.show(other, effort: .kept(pixelLimit: 1000)).isDraft)
    #expect(try rig.window.pixels() == redrawn(other, rig))
  }

  @Test func `is replaced at once where the window has lost pixels`() throws {
    let rig = try rig()
    try rig.show(frame(), effort: .draft)
    let report = try rig.show(frame(), isExposed: true, effort: .kept(pixelLimit: 1000))
    #expect(!report.isDraft)
    #expect(try rig.window.pixels() == redrawn(frame(), rig))
  }

  @Test func `is not needed to draw straight into the window what a full redraw gives`() throws {
    let rig = try rig()
    var marked = frame()
    marked.message = "A sentence on a plate."
    #expect(try !rig.show(marked, effort: .direct).isDraft)
    #expect(try rig.window.pixels() == redrawn(marked, rig))
  }

  @Test func `is drawn from finer tiles that have surfaces while its own cannot be drawn`() throws {
    let rig = try CompositorRig(provider, Self.viewport)
    provider.color = { level, _, _ in level == 0 ? 0xFF00_00FF : 0xFFFF_0000 }
    provider.available = { $0.level == 0 }
    try rig.show(frame(-700, -500, scale: 0.83))
    let drafted = frame(-700, -500, scale: 0.84)
    let report = try rig.show(drafted, effort: .draft)
    #expect(report.isDraft && report.missing == 0)
    #expect(Set(rig.window.pixels()) == [0xFF00_00FF])
    provider.available = { _ in true }
    provider.remake()
    try rig.show(drafted, effort: .draft)
    #expect(Set(rig.window.pixels()) == [0xFFFF_0000])
  }

  @Test func `of a transparent picture has squares of the same size`() throws {
    provider.isOpaque = false
    provider.color = { _, _, _ in 0 }
    let rig = try CompositorRig(provider, Self.viewport, isOpaque: false)
    // On even pixels, so that halving moves nothing.
    let even = frame(-700, -500, scale: 1)
    try rig.show(even, effort: .draft)
    let shown = rig.window.pixels()
    try rig.show(frame(-200, -100, scale: 1))
    try rig.show(even)
    #expect(shown == rig.window.pixels())
  }
}

@Suite struct `Efforts of every kind` {
  private static let viewport = PixelSize(width: 310, height: 230)

  @Test(arguments: 0..<6)
  func `leave no pixel that a full redraw would not give, once nothing is a draft`(
    seed: UInt64
  ) throws {
    var walk = RandomWalk(
      seed: seed, viewport: Self.viewport, size: PixelSize(width: 1500, height: 1100))
    let rig = try CompositorRig(walk.picture(), Self.viewport)
    var random = SplitMix64(seed: seed + 100)
    let fresh = try Surface(imageOf: Self.viewport, opaque: true)
    for step in 0..<50 {
      let arrivals = walk.step()
      _ = walk.picture()
      rig.compositor.invalidate(arrivals)
      let efforts: [Compositor.Effort] = [
        .kept(), .kept(pixelLimit: 20_000), .kept(pixelLimit: 1), .direct, .draft,
      ]
      let effort = efforts.randomElement(using: &random) ?? .kept()
      var report = try rig.show(
        walk.frame, scrollsWindow: .random(using: &random), effort: effort)
      if step % 3 == 0 {
        while report.isDraft {
          report = try rig.show(walk.frame, effort: .kept(pixelLimit: 20_000))
        }
      }
      guard !report.isDraft else { continue }
      try rig.painter.draw(walk.frame, on: Canvas(fresh))
      #expect(rig.window.pixels() == fresh.pixels(), "step \(step), \(effort)")
    }
  }
}
