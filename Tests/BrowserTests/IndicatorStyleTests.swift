import OverscrollBrowser
import OverscrollDrawing
import OverscrollLab
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `The style of the indicators` {
  /// A view of 200×200 device pixels on a picture of 400×400, its indicators fully shown.
  private func view(_ style: ScrollView.IndicatorStyle, scale: Double = 1) -> PictureView {
    let view = PictureView(
      size: PixelSize(width: 400, height: 400), viewport: PixelSize(width: 200, height: 200),
      scale: scale, fit: .actual, limits: .init(maximum: 8))
    view.scrollView.indicatorStyle = style
    view.recorder.perform(.call(.flashScrollIndicators), at: 0)
    for time in [0, 0.6] { view.advance(to: time) }
    return view
  }

  /// The red of the indicators' pixels on middle gray, along a line across the middle of one of them.
  private func across(_ view: PictureView, isVertical: Bool, drawn scale: Int = 1) throws -> [Int] {
    let surface = try Surface(imageOf: PixelSize(width: 200, height: 200), opaque: true)
    let canvas = try Canvas(surface)
    canvas.clear(Color(0x808080))
    for indicator in view.frame().indicators { canvas.draw(indicator) }
    try surface.flush()
    return try (0..<9 * scale).map { distance in
      let place = 199 - distance
      let pixel =
        isVertical
        ? surface.pixel(x: place, y: 100) : surface.pixel(x: 100, y: place)
      return Int(try #require(pixel) >> 16 & 0xFF)
    }
  }

  /// From the window's edge inwards: a gap of 3 points, in which the border lies, the bar of 3 points, the border.
  private static let looks: [(style: ScrollView.IndicatorStyle, bar: Int, border: Int)] = [
    (.default, 83, 172), (.black, 64, 128), (.white, 192, 128),
  ]

  @Test(arguments: looks.indices, [true, false])
  func
    `indicator.style is seen in the pixels: dark gray with a white border, black or white without one`(
      index: Int, isVertical: Bool
    ) throws
  {
    let (style, bar, border) = Self.looks[index]
    let expected = [128, 128, border, bar, bar, bar, border, 128, 128]
    let seen = try across(view(style), isVertical: isVertical)
    for (one, other) in zip(seen, expected) {
      #expect(abs(one - other) <= 1, "\(style): \(seen), not \(expected)")
    }
  }

  @Test(arguments: [true, false])
  func `indicator.style makes black and white narrower than the default`(isVertical: Bool) throws {
    let widths = try Self.looks.map { look in
      try across(view(look.style), isVertical: isVertical).count { abs($0 - 128) > 8 }
    }
    #expect(widths == [5, 3, 3])
  }

  @Test func `indicator.style grows with the display's scale, border and all`() throws {
    let seen = try across(view(.default, scale: 2), isVertical: true, drawn: 2)
    let expected = [128, 128, 128, 128, 172, 172, 83, 83, 83, 83, 83, 83, 172, 172, 128, 128]
    for (one, other) in zip(seen, expected) { #expect(abs(one - other) <= 1, "\(seen)") }
  }

  @Test
  func `program.indicators is drawn by Cairo, which writes each bar and border to SVG as a path`()
    throws
  {
    let text = try VectorDrawing(PixelSize(width: 200, height: 200)) { canvas in
      for indicator in view(.default).frame().indicators { canvas.draw(indicator) }
    }.text
    let paths = text.split(separator: "<path").dropFirst()
    #expect(paths.count == 4)
    #expect(paths.allSatisfy { $0.contains("0.35") }, "the default's opacity")
  }
}
