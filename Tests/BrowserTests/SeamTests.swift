import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import ScrollGeometry
import Testing

@Suite struct `Adjacent tiles` {
  private static let viewport = PixelSize(width: 330, height: 290)
  private static let size = PixelSize(width: 3000, height: 2500)

  /// Scales of all kinds: below and above each level's own, whole, and just beside.
  @Test(
    arguments: [0.13, 0.25, 0.2501, 0.51, 0.7, 0.99, 1, 1.37, 1.99])
  func `look like one picture at any scale`(scale: Double) throws {
    let origin = scale < 0.6 ? Point(-200, -140) : Point(-170.37, -155.81)
    #expect(try worst(FakePicture.color, scale, origin) <= 1)
    // A server weighs neighbors in 128ths: of noise one of them, in each direction, is 2 parts of 255.
    #expect(try worst(FakePicture.noise, scale, origin) <= 4)
  }

  /// The largest difference that tiles make, from 0 to 255.
  private func worst(
    _ color: @escaping (Int, Int, Int) -> UInt32, _ scale: Double, _ origin: Point
  ) throws -> Int {
    let provider = FakePicture(size: Self.size)
    provider.color = color
    let painter = Painter(
      maker: ImageSurfaceFactory(), provider: provider, isOpaque: true, byteLimit: 1 << 30)
    var frame = Frame(
      viewport: Self.viewport,
      placement: Placement(size: Self.size, origin: origin, scale: scale))
    frame.filter = .linear
    let shown = try Surface(imageOf: Self.viewport, opaque: true)
    try painter.draw(frame, on: Canvas(shown))
    let whole = try inOnePiece(frame, provider)
    let area = PixelRect(x: 0, y: 0, width: 200, height: 140)
      .intersection(frame.placement.area.offset(x: -2, y: -2))
    var worst = 0
    for y in area.y..<area.maxY {
      for x in area.x..<area.maxX {
        let (one, other) = (shown.pixel(x: x, y: y) ?? 0, whole.pixel(x: x, y: y) ?? 0)
        worst = max(worst, Self.distance(one, other))
      }
    }
    return worst
  }

  /// The same picture from a single surface that holds all of the level that shows.
  private func inOnePiece(_ frame: Frame, _ provider: FakePicture) throws -> Surface {
    let level = TilePlan.level(for: frame.placement.scale, provider.pyramid)
    let extent = provider.pyramid.size(ofLevel: level)
    let side = PixelSize(width: min(extent.width, 800), height: min(extent.height, 700))
    let source = try Surface(imageOf: side, opaque: true)
    let pixels = (0..<side.height).flatMap { y in
      (0..<side.width).map { x in provider.color(level, x, y) }
    }
    pixels.withUnsafeBufferPointer {
      _ = source.replacePixels(with: $0, stride: side.width, size: side)
    }
    let result = try Surface(imageOf: Self.viewport, opaque: true)
    let scale = frame.placement.scale * Double(1 << level)
    let origin = frame.placement.origin
    try Canvas(result).draw(
      source,
      transform: AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: origin.x, ty: origin.y),
      into: PixelRect(Self.viewport), filter: .bilinear)
    return result
  }

  /// The largest difference of two pixels in any part, from 0 to 255.
  private static func distance(_ one: UInt32, _ other: UInt32) -> Int {
    let shifts: [UInt32] = [0, 8, 16]
    return shifts.map { abs(Int(one >> $0 & 0xFF) - Int(other >> $0 & 0xFF)) }.max() ?? 0
  }
}
