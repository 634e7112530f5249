import OverscrollTestSupport
import OverscrollBrowser
import OverscrollDrawing
import OverscrollLab
import OverscrollShell
import ScrollEngine
import ScrollGeometry
import Testing

/// What keys, taps and the wheel do to a picture, and what shows of it.
@Suite struct `A picture view's input` {
  private func view(
    _ size: PixelSize = PixelSize(width: 8000, height: 6000), fit: PictureView.Fit = .actual,
    scale: Double = 1
  ) -> PictureView {
    PictureView(
      size: size, viewport: PixelSize(width: 800, height: 600), scale: scale, fit: fit,
      limits: .init(maximum: 64))
  }

  private func tap(_ view: PictureView, _ count: Int, at place: Point) {
    for index in 0..<count {
      for (phase, after) in [(TouchEvent.Phase.began, 0.0), (.ended, 0.05)] {
        view.send(.touch(phase, at: place, 1 + Double(index) * 0.2 + after, id: 0))
      }
    }
  }

  @Test(arguments: [1.0, 1.5, 2])
  func `reports double taps in device pixels`(scale: Double) {
    for count in 1...2 {
      let view = view(fit: .fit, scale: scale)
      var places: [Point] = []
      view.addDoubleTap { places.append($0) }
      let taps = (view.scrollView.gestureRecognizers ?? []).compactMap {
        $0 as? TapGestureRecognizer
      }
      #expect(taps.map(\.cancelsTouchesInView) == [false, false])
      tap(view, count, at: Point(70, 80))
      #expect(places == (count == 2 ? [Point(70 * scale, 80 * scale)] : []))
    }
  }

  @Test(arguments: [(8.0, true), (8.5, false)], [1.0, 2])
  func `scroll.to-top a click in the top 8 points scrolls to the top, and nowhere else`(
    place: (y: Double, scrolls: Bool), scale: Double
  ) {
    let view = view(scale: scale)
    view.addDoubleTap { _ in }
    view.advance(to: 1)
    let offset = view.scrollView.contentOffset
    tap(view, 1, at: Point(70, place.y))
    view.advance(to: 3)
    #expect(view.scrollView.contentOffset == Point(offset.x, place.scrolls ? 0 : offset.y))
    let dragged = self.view(scale: scale)
    dragged.addDoubleTap { _ in }
    for (phase, x, time) in [
      (TouchEvent.Phase.began, 70.0, 1.0), (.moved, 90, 1.05), (.ended, 90, 1.1),
    ] {
      dragged.send(.touch(phase, at: Point(x, 5), time, id: 0))
    }
    dragged.advance(to: 3)
    #expect(dragged.scrollView.contentOffset.y != 0, "a movement is no click")
  }

  @Test(arguments: [(PictureView.Fit.actual, 1.0), (.fit, 0)], [true, false])
  func
    `indicator.tracking flashes the indicators of a picture that scrolls, and a take begins without`(
      fit: (kind: PictureView.Fit, opacity: Double), isWaiting: Bool
    ) throws
  {
    let view = view(fit: fit.kind)
    if isWaiting { view.recorder.start() }
    view.advance(to: 1)
    view.flashIndicators(at: 1)
    view.advance(to: 1.7)
    #expect(view.scrollView.verticalScrollIndicator.opacity == fit.opacity)
    #expect(view.scrollView.horizontalScrollIndicator.opacity == fit.opacity)
    #expect(view.recorder.latestTake == nil)
    // A touch that comes while they flash finds a clean start.
    tap(view, 1, at: Point(70, 80))
    let take = try #require(view.recorder.latestTake)
    #expect(view.recorder.mode == (isWaiting ? .recording : .flight))
    let first = try #require(take.script.events.first)
    guard case .event(.touch) = first.action else {
      Issue.record("begins with \(first)")
      return
    }
  }

  @Test(arguments: [1.0, 1.5, 2], [true, false])
  func `moves by 60 points for an arrow key, at once or over time`(scale: Double, animated: Bool) {
    for (key, way) in [
      ("Up", Point(0, 1)), ("Down", Point(0, -1)), ("Left", Point(1, 0)), ("Right", Point(-1, 0)),
    ] {
      let view = view(scale: scale)
      let before = view.placement.origin
      view.advance(to: 1)
      view.pan(key, modifiers: [], at: 1, animated: animated)
      #expect((view.placement.origin == before) == animated)
      #expect(view.scrollView.phase == (animated ? .animating : .idle))
      view.advance(to: 1)
      view.advance(to: 3)
      #expect(view.placement.origin == before + way * (60 * scale))
    }
  }

  @Test func `moves to the edge with the control key`() {
    let view = view()
    view.pan("Left", modifiers: .control, at: 1, animated: false)
    #expect(view.placement.origin == Point(0, -2700))
  }

  @Test(arguments: [1.0, 2], [true, false])
  func `grows by a quarter about the window's middle for a step over time`(
    scale: Double, enlarges: Bool
  ) {
    let view = view(scale: scale)
    view.advance(to: 1)
    view.zoomStep(enlarges: enlarges, at: 1, animated: true)
    #expect(view.scrollView.phase != .idle)
    for time in [1.0, 1.1, 1.2, 5] { view.advance(to: time) }
    let factor = enlarges ? 1.25 : 0.8
    #expect(abs(view.placement.scale - factor) < 1e-9)
    let middle = Point(400, 300) - Point(4000, 3000) * factor
    #expect((view.placement.origin - middle).length <= 1)
  }

  private static let toggles: [(PixelSize, Point, Double, Point)] = [
    (PixelSize(width: 8000, height: 6000), Point(200, 150), 1, Point(-1600, -1200)),
    (PixelSize(width: 8000, height: 6000), Point(600, 180), 1, Point(-5600, -1500)),
    // Smaller than the window: it is enlarged, at most 8 times.
    (PixelSize(width: 500, height: 400), Point(425, 310), 1.5, Point(25, 0)),
    (PixelSize(width: 50, height: 40), Point(425, 310), 8, Point(200, 140)),
    (PixelSize(width: 800, height: 600), Point(300, 400), 2, Point(-200, -500)),
  ]

  @Test(arguments: toggles.indices, [1.0, 2])
  func `toggles between all of it and what lies around a point`(index: Int, scale: Double) {
    let (size, point, target, origin) = Self.toggles[index]
    let view = view(size, fit: .fit, scale: scale)
    let before = view.placement
    view.toggleFit(around: point, animated: false)
    #expect(view.placement == Placement(size: size, origin: origin, scale: target))
    #expect(view.scrollView.phase == .idle)
    view.toggleFit(around: point, animated: true)
    #expect(view.scrollView.isZoomAnimating)
    for time in [1.0, 3] { view.advance(to: time) }
    #expect(view.placement == before)
    view.toggleFit(around: point, animated: true)
    #expect(view.scrollView.isZoomAnimating)
  }

  @Test func `enlarges what is smaller than the window up to it, and back`() {
    let view = view(PixelSize(width: 500, height: 400), fit: .fit)
    for scale in [1.5, 1, 1.5] {
      view.zoom(.fit, animated: false)
      #expect(view.placement.scale == scale)
    }
    view.resize(to: PixelSize(width: 1000, height: 600))
    #expect(view.placement.scale == 1.5)
    view.resize(to: PixelSize(width: 1000, height: 500))
    #expect(view.placement.scale == 1.25)
    view.zoom(.to(3), animated: false)
    view.zoom(.fit, animated: false)
    #expect(view.placement.scale == 1.25)
  }

  @Test func `shows all of it again from a scale that is nearly all of it`() {
    let view = view(fit: .fit)
    view.zoom(.to(0.1 + 1.03e-6), animated: false)
    view.toggleFit(around: Point(200, 150), animated: false)
    #expect(view.placement.scale == 0.1)
    view.zoom(.to(0.1 + 0.97e-6), animated: false)
    view.toggleFit(around: Point(200, 150), animated: false)
    #expect(view.placement.scale == 1)
  }

  @Test(arguments: [true, false])
  func `zooms over time or at once`(animated: Bool) {
    let view = view(fit: .fit)
    view.zoom(.to(0.5), animated: animated)
    #expect(view.scrollView.isZoomAnimating == animated)
    #expect((view.placement.scale == 0.5) == !animated)
  }

  @Test(arguments: [1.0, 1.5, 2], [ScrollView.IndicatorStyle.default, .black, .white])
  func `shows its indicators in device pixels, fainter while they fade in`(
    scale: Double, style: ScrollView.IndicatorStyle
  ) {
    let view = view(scale: scale)
    view.scrollView.indicatorStyle = style
    view.advance(to: 1)
    #expect(view.frame().indicators.isEmpty)
    view.recorder.perform(.call(.flashScrollIndicators), at: 1)
    for time in [1.0, 1.25] { view.advance(to: time) }
    let frame = view.frame(filter: .nearest)
    #expect(frame.viewport == PixelSize(width: 800, height: 600))
    #expect(frame.scale == scale && frame.filter == .nearest)
    #expect(view.frame().filter == .auto)
    #expect(frame.placement == view.placement)
    let (color, border, width) =
      switch style {
      case .default: (Color(white: 0, alpha: 0.35), Color(white: 1, alpha: 0.35), scale)
      case .black: (Color(white: 0, alpha: 0.5), .clear, 0)
      case .white: (Color(white: 1, alpha: 0.5), .clear, 0)
      }
    let bars = [view.scrollView.horizontalScrollIndicator, view.scrollView.verticalScrollIndicator]
    #expect(
      frame.indicators
        == bars.map {
          Indicator(
            frame: $0.frame * scale, cornerRadius: 1.5 * scale, color: color,
            borderColor: border, borderWidth: width, opacity: 0.5)
        })
  }

  private static let stills: [(PixelSize, Double, Point, [Rect])] = [
    (
      PixelSize(width: 400, height: 100), 1, Point(-100, 50),
      [Rect(x: 51.5, y: 194, width: 97, height: 3)]
    ),
    (
      PixelSize(width: 50, height: 200), 2, Point(50, -100),
      [Rect(x: 194, y: 51.5, width: 3, height: 97)]
    ),
    (
      PixelSize(width: 400, height: 400), 1, Point(-100, -50),
      [
        Rect(x: 50, y: 194, width: 94, height: 3), Rect(x: 194, y: 27.25, width: 3, height: 97),
      ]
    ),
    (PixelSize(width: 200, height: 200), 1, .zero, []),
    (PixelSize(width: 400, height: 400), 0.5, .zero, []),
  ]

  @Test(arguments: stills.indices)
  func `shows indicators of a still picture only on axes that scroll`(index: Int) {
    let (size, scale, origin, bars) = Self.stills[index]
    let shown = PictureView.indicators(
      of: Placement(size: size, origin: origin, scale: scale),
      in: PixelSize(width: 200, height: 200))
    #expect(
      shown
        == bars.map {
          Indicator(
            frame: $0, cornerRadius: 1.5, color: Color(white: 0, alpha: 0.35),
            borderColor: Color(white: 1, alpha: 0.35), borderWidth: 1, opacity: 1)
        })
  }
}
