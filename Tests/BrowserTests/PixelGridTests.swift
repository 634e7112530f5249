import OverscrollBrowser
import OverscrollDrawing
import OverscrollTestSupport
import ScrollGeometry
import Testing

@Suite struct `The lines between enlarged pixels` {
  private static let viewport = PixelSize(width: 331, height: 237)
  private static let size = PixelSize(width: 700, height: 500)

  private static func frame(
    _ origin: Point, scale: Double, showsPixelGrid: Bool = true, size: PixelSize = size
  ) -> Frame {
    var frame = Frame(
      viewport: viewport, placement: Placement(size: size, origin: origin, scale: scale))
    frame.showsPixelGrid = showsPixelGrid
    return frame
  }

  private static func provider(
    size: PixelSize = size, _ color: @escaping (Int, Int, Int) -> UInt32 = FakePicture.noise
  ) -> FakePicture {
    let provider = FakePicture(size: size)
    provider.color = color
    return provider
  }

  private static func draw(_ frame: Frame, _ provider: FakePicture) throws -> Surface {
    let painter = Painter(
      maker: ImageSurfaceFactory(), provider: provider, isOpaque: true, byteLimit: 1 << 30)
    let surface = try Surface(imageOf: frame.viewport, opaque: true)
    try painter.draw(frame, on: Canvas(surface))
    try surface.flush()
    return surface
  }

  @Test func `fade in from 12 to 16 device pixels a pixel`() {
    #expect([0.01, 1, 8, 12].allSatisfy { PixelGrid.opacity(at: $0) == 0 })
    #expect([16.0, 17, 64, 512].allSatisfy { PixelGrid.opacity(at: $0) == 1 })
    #expect([13.0, 14, 15].map(PixelGrid.opacity) == [0.25, 0.5, 0.75])
    let frames = [12.0, 14, 20].map { Self.frame(.zero, scale: $0) }
    #expect(frames.map(\.pixelGridOpacity) == [0, 0.5, 1])
    #expect(Self.frame(.zero, scale: 20, showsPixelGrid: false).pixelGridOpacity == 0)
  }

  @Test(arguments: [13.0, 16, 17.3137, 32, 47.3137, 64])
  func `are one dark and one light pixel where squares meet, and nothing else`(
    scale: Double
  ) throws {
    var random = SplitMix64(seed: UInt64(scale))
    for _ in 0..<4 {
      let origin = Point(
        -Double.random(in: 0...3000, using: &random).rounded(),
        -Double.random(in: 0...2000, using: &random).rounded())
      let provider = Self.provider()
      let bare = try Self.draw(Self.frame(origin, scale: scale, showsPixelGrid: false), provider)
      let lined = try Self.draw(Self.frame(origin, scale: scale), provider)
      let (before, after) = (bare.pixels().map(\.colors), lined.pixels().map(\.colors))
      let (width, height) = (Self.viewport.width, Self.viewport.height)
      // Neighbors in a picture of noise differ, so colors change where squares meet.
      let (across, down) = ([0, height / 2], [0, width / 2])
      let columns = (1..<width).filter { x in
        across.contains { before[$0 * width + x] != before[$0 * width + x - 1] }
      }
      let rows = (1..<height).filter { y in
        down.contains { before[y * width + $0] != before[(y - 1) * width + $0] }
      }
      #expect(columns.count > 3 && rows.count > 2)
      let (xs, ys) = (Set(columns), Set(rows))
      let isDark = { (x: Int, y: Int) in xs.contains(x + 1) || ys.contains(y + 1) }
      let isLight = { (x: Int, y: Int) in xs.contains(x) || ys.contains(y) }
      var wrong = 0
      for y in 1..<height - 1 {
        for x in 1..<width - 1 {
          let change = Self.change(from: before[y * width + x], to: after[y * width + x])
          let isRight =
            switch (isDark(x, y), isLight(x, y)) {
            case (false, false): change == 0
            case (true, false): change < 0 || Self.change(from: 0, to: before[y * width + x]) < 6
            case (false, true):
              change > 0 || Self.change(from: before[y * width + x], to: 0xFF_FFFF) < 6
            case (true, true): true
            }
          if !isRight { wrong += 1 }
        }
      }
      // Between whole scales, the sampling of squares is exact to an eighth of a pixel, and one border may round differently.
      #expect(wrong <= (scale == scale.rounded() ? 0 : 2 * (width + height)))
    }
  }

  /// How much lighter a pixel has become, over all colors.
  private static func change(from one: UInt32, to other: UInt32) -> Int {
    [0, 8, 16].reduce(0) { sum, shift in
      sum + Int(other >> UInt32(shift) & 0xFF) - Int(one >> UInt32(shift) & 0xFF)
    }
  }

  @Test(arguments: [0xFF00_0000, 0xFFFF_FFFF, 0xFF80_8080, 0xFFFF_0000] as [UInt32])
  func `can be told from a picture of any color`(color: UInt32) throws {
    let provider = Self.provider { _, _, _ in color }
    let surface = try Self.draw(Self.frame(Point(-320, -160), scale: 16), provider)
    let (edge, inside) = ([surface.pixel(x: 31, y: 8), surface.pixel(x: 32, y: 8)], 24)
    #expect(surface.pixel(x: inside, y: 8) == color)
    let contrast = edge.compactMap { $0 }.map { abs(Self.change(from: color, to: $0)) }
    #expect((contrast.max() ?? 0) >= 70)
  }

  @Test func `are not drawn at the edges of the picture, which has one of its own`() throws {
    let size = PixelSize(width: 3, height: 2)
    let provider = Self.provider(size: size) { _, _, _ in 0xFF80_8080 }
    let surface = try Self.draw(Self.frame(Point(10, 20), scale: 50, size: size), provider)
    for (x, y) in [(10, 45), (159, 45), (35, 20), (35, 119)] {
      #expect(surface.pixel(x: x, y: y)?.colors == 0x808080)
    }
    for (x, y) in [(59, 45), (60, 45), (109, 45), (110, 45), (35, 69), (35, 70)] {
      #expect(surface.pixel(x: x, y: y)?.colors != 0x808080)
    }
  }

  @Test func `scroll with the content, of which only what comes in is drawn`() throws {
    let provider = Self.provider()
    let rig = try CompositorRig(provider, Self.viewport)
    var random = SplitMix64(seed: 4)
    var frame = Self.frame(Point(-3000, -2000), scale: 17.5)
    try rig.show(frame)
    for _ in 0..<40 {
      frame.placement = frame.placement.offset(
        x: .random(in: -30...30, using: &random), y: .random(in: -30...30, using: &random))
      let report = try rig.show(frame)
      #expect(report.drawnPixels < Self.viewport.width * Self.viewport.height / 3)
      #expect(try rig.window.pixels() == Self.draw(frame, provider).pixels())
    }
    frame.showsPixelGrid = false
    #expect(try rig.show(frame).repaint.motion == nil)
    #expect(try rig.window.pixels() == Self.draw(frame, provider).pixels())
  }

  @Test func `are no reason to redraw a picture that is not enlarged so much`() throws {
    let rig = try CompositorRig(Self.provider(), Self.viewport)
    try rig.show(Self.frame(Point(-30, -40), scale: 12))
    let report = try rig.show(Self.frame(Point(-30, -40), scale: 12, showsPixelGrid: false))
    #expect(report.repaint.isEmpty)
  }

  @Test func `are sharp in a draft`() throws {
    let provider = Self.provider { _, _, _ in 0xFF80_8080 }
    let rig = try CompositorRig(provider, Self.viewport)
    var frame = Self.frame(Point(-700.3, -500.6), scale: 23.7)
    frame.message = "A sentence on a plate."
    #expect(try rig.show(frame, effort: .draft).isDraft)
    let whole = try Self.draw(frame, provider)
    let shown = rig.window.pixels()
    let wrong = zip(shown, whole.pixels()).count { $0 != $1 }
    #expect(wrong == 0)
  }

  @Test func `are drawn straight into the window, too`() throws {
    let provider = Self.provider()
    let rig = try CompositorRig(provider, Self.viewport)
    var frame = Self.frame(Point(-700.3, -500.6), scale: 13.7)
    frame.message = "A sentence on a plate."
    try rig.show(frame, effort: .direct)
    #expect(try rig.window.pixels() == Self.draw(frame, provider).pixels())
  }
}
