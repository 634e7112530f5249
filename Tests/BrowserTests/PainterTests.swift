import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import ScrollGeometry
import Testing

@Suite struct `A painter` {
  private let viewport = PixelSize(width: 300, height: 200)

  private func picture(
    _ provider: FakePicture, scale: Double, origin: Point
  ) throws -> (surface: Surface, missing: Int) {
    let maker = ImageSurfaceFactory()
    let painter = Painter(
      maker: maker, provider: provider, isOpaque: true, byteLimit: 64 << 20)
    let surface = try Surface(imageOf: viewport, opaque: true)
    let frame = Frame(
      viewport: viewport,
      placement: Placement(size: provider.pyramid.size, origin: origin, scale: scale))
    let missing = try painter.draw(frame, on: Canvas(surface))
    try surface.flush()
    return (surface, missing)
  }

  @Test func `shows pixels of the picture unchanged at 1:1`() throws {
    let provider = FakePicture(size: PixelSize(width: 2000, height: 1500))
    let (surface, missing) = try picture(provider, scale: 1, origin: Point(-700, -300))
    #expect(missing == 0)
    for (x, y) in [(0, 0), (67, 211), (68, 212), (255, 199), (299, 100)] where y < 200 {
      let expected = FakePicture.color(level: 0, x: 700 + x, y: 300 + y)
      #expect(surface.pixel(x: x, y: y)?.colors == expected.colors)
    }
  }

  @Test(arguments: [0.7, 0.45, 1.6])
  func `leaves no seam where tiles meet`(scale: Double) throws {
    let provider = FakePicture(size: PixelSize(width: 2000, height: 1500))
    let (surface, _) = try picture(provider, scale: scale, origin: Point(-90, -60))
    let level = TilePlan.level(for: scale, provider.pyramid)
    for y in 0..<200 {
      for x in 0..<300 {
        let place = Point((Double(x) + 90.5) / scale, (Double(y) + 60.5) / scale)
        let red = place.x / 8
        let shown = Double((surface.pixel(x: x, y: y) ?? 0) >> 16 & 0xFF)
        let step = Double(1 << level) / 8 + 1.5
        #expect(abs(shown - red) <= step, "at \(x), \(y)")
        if abs(shown - red) > step { return }
      }
    }
  }

  @Test func `shows the finest loaded ancestor as a placeholder`() throws {
    let provider = FakePicture(size: PixelSize(width: 2000, height: 1500))
    provider.available = { $0.level >= 2 }
    let (surface, missing) = try picture(provider, scale: 1, origin: Point(-700, -300))
    #expect(missing > 0)
    let pixel = try #require(surface.pixel(x: 150, y: 100))
    #expect(pixel & 0xFF == 32)
    #expect(abs(Int(pixel >> 16 & 0xFF) - 850 / 8) <= 2)
  }

  @Test func `shows the background around a picture that is smaller than the window`() throws {
    let provider = FakePicture(size: PixelSize(width: 100, height: 60))
    let (surface, _) = try picture(provider, scale: 1, origin: Point(100, 70))
    #expect(surface.pixel(x: 2, y: 2)?.colors == 0x1E1F22)
    #expect(
      surface.pixel(x: 100, y: 70)?.colors == FakePicture.color(level: 0, x: 0, y: 0).colors)
    // The hairline is darker than the backdrop.
    let edge = try #require(surface.pixel(x: 99, y: 100))
    #expect(edge.colors != 0x1E1F22)
  }

  @Test func `keeps surfaces within their limit except for the frame it draws`() throws {
    let provider = FakePicture(size: PixelSize(width: 10_000, height: 10_000))
    let maker = ImageSurfaceFactory()
    let surfaces = TileSurfaces(maker: maker, provider: provider, byteLimit: 2 << 20)
    for step in 0..<40 {
      surfaces.beginFrame(uploadLimit: .max)
      for column in step..<step + 3 {
        for row in 0..<2 {
          _ = try surfaces.surface(TileKey(level: 0, column: column % 39, row: row))
        }
      }
      #expect(surfaces.byteCount <= (2 << 20) + 12 * 260 * 260 * 4)
    }
  }
}

extension UInt32 {
  /// The pixel without its alpha.
  var colors: UInt32 { self & 0xFF_FFFF }
}
