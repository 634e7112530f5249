import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import ScrollGeometry
import Testing

@Suite struct `The surroundings of a picture` {
  private static let viewport = PixelSize(width: 300, height: 200)

  private func frame(_ picture: PixelRect, scale: Double) -> Frame {
    var frame = Frame(
      viewport: Self.viewport,
      placement: Placement(
        size: picture.size, origin: Point(Double(picture.x), Double(picture.y)), scale: 1))
    frame.scale = scale
    return frame
  }

  /// The quiet backdrop, seven outlines 2 points apart that add up to 45 % black, and a hairline.
  private func expected(_ picture: PixelRect, drawn: PixelRect, scale: Double) throws
    -> VectorDrawing
  {
    try VectorDrawing(Self.viewport) { canvas in
      let margins = PixelRect(Self.viewport).subtracting(picture)
      canvas.fill(margins, with: VectorDrawing.background)
      canvas.saved {
        canvas.clip(to: margins)
        for step in 1...7 {
          let distance = 14 * scale * Double(step) / 7
          canvas.fill(
            drawn.rect.insetBy(dx: -distance, dy: -distance), cornerRadius: distance,
            with: Color(white: 0, alpha: 0.45 / 7))
        }
        let line = max(1, scale.rounded())
        canvas.stroke(
          drawn.rect.insetBy(dx: -line / 2, dy: -line / 2), with: Color(white: 0, alpha: 0.55),
          lineWidth: line)
      }
      let shown = picture.intersection(PixelRect(Self.viewport))
      if !shown.isEmpty { canvas.fill([shown], with: Color(0x2B2C30)) }
    }
  }

  @Test(arguments: [0.4, 1, 1.5, 2])
  func `are a plain background, a soft shadow and a hairline, and missing tiles are dark`(
    scale: Double
  ) throws {
    let picture = PixelRect(x: 100, y: 70, width: 90, height: 60)
    let wanted = try expected(picture, drawn: picture, scale: scale)
    #expect(try VectorDrawing(frame(picture, scale: scale)) == wanted)
  }

  @Test func `are not drawn where the picture fills the window`() throws {
    let picture = PixelRect(x: 0, y: 0, width: 300, height: 200)
    let expected = try VectorDrawing(Self.viewport) { canvas in
      // A tile ends at 256.
      for (x, width) in [(0, 256), (256, 44)] {
        canvas.fill(
          [PixelRect(x: x, y: 0, width: width, height: 200)], with: Color(0x2B2C30))
      }
    }
    #expect(try VectorDrawing(frame(picture, scale: 1)) == expected)
  }

  /// The place of a picture of 20×20 so far outside each side of the window.
  private static let sides: [@Sendable (Int) -> (Int, Int)] = [
    { (-20 - $0, 50) }, { (300 + $0, 50) }, { (50, -20 - $0) }, { (50, 200 + $0) },
  ]

  @Test(arguments: sides.indices, [(1.0, 15), (1.5, 22)])
  func `have no shadow beyond its radius`(
    side: Int, reach: (scale: Double, far: Int)
  ) throws {
    func picture(_ distance: Int) -> PixelRect {
      let (x, y) = Self.sides[side](distance)
      return PixelRect(x: x, y: y, width: 20, height: 20)
    }
    let near = picture(reach.far - 1)
    let wanted = try expected(near, drawn: near, scale: reach.scale)
    #expect(try VectorDrawing(frame(near, scale: reach.scale)) == wanted)
    let backdrop = try VectorDrawing(Self.viewport) {
      $0.fill([PixelRect(Self.viewport)], with: VectorDrawing.background)
    }
    #expect(try VectorDrawing(frame(picture(reach.far), scale: reach.scale)) == backdrop)
  }

  @Test func `keep the numbers of a vast picture's edges small`() throws {
    // Two device pixels a tile at its coarsest: Cairo's numbers end at eight million.
    let picture = PixelRect(x: -20_000_000, y: 190, width: 40_000_000, height: 9)
    let drawn = PixelRect(x: -4096, y: 190, width: 300 + 2 * 4096, height: 9)
    let seen = try VectorDrawing(frame(picture, scale: 1)).text
    let wanted = try expected(picture, drawn: drawn, scale: 1).text
    // Of the picture there are two tiles, in the expected drawing one rectangle.
    #expect(seen.split(separator: "\n").count { !wanted.contains($0) } <= 2)
    #expect(wanted.split(separator: "\n").count { !seen.contains($0) } <= 1)
  }

  @Test(arguments: [(0.01, 1), (1, 8), (1.3, 10), (1.5, 12), (2, 16)] as [(Double, Int)])
  func `include a checkerboard under transparent ones, which scrolls with the picture`(
    scale: Double, side: Int
  ) throws {
    let provider = FakePicture(size: PixelSize(width: 250, height: 150))
    provider.isOpaque = false
    provider.color = { _, _, _ in 0 }
    let maker = MeteredSurfaces()
    let painter = Painter(
      maker: maker, provider: provider, isOpaque: false, byteLimit: 1 << 30)
    let surface = try Surface(imageOf: Self.viewport, opaque: true)
    var frame = Frame(
      viewport: Self.viewport,
      placement: Placement(size: provider.pyramid.size, origin: Point(13, 7), scale: 1))
    frame.scale = scale
    for _ in 0..<2 { #expect(try painter.draw(frame, on: Canvas(surface)) == 0) }
    #expect(maker.isOpaque == [false, true], "one surface of squares, which covers all")
    try surface.flush()
    let pixels = surface.pixels()
    let wrong = (0..<150 * 250).first { index in
      let (y, x) = index.quotientAndRemainder(dividingBy: 250)
      let isLight = (x / side + y / side).isMultiple(of: 2)
      return pixels[(y + 7) * 300 + x + 13].colors != (isLight ? 0xCBCDD2 : 0xA9ABB1)
    }
    #expect(wrong == nil)
  }
}
