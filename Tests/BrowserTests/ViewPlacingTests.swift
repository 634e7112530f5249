import OverscrollTestSupport
import OverscrollBrowser
import OverscrollLab
import OverscrollShell
import ScrollEngine
import ScrollGeometry
import Testing

/// A view on a picture, in both orientations and at every scale of the display.
private func makeView(
  _ size: PixelSize, viewport: PixelSize = PixelSize(width: 800, height: 600),
  fit: PictureView.Fit = .fit, scale: Double = 1,
  limits: PictureView.ZoomLimits = .init(maximum: 64)
) -> PictureView {
  PictureView(size: size, viewport: viewport, scale: scale, fit: fit, limits: limits)
}

@Suite struct `A picture's place in a view` {
  private static let scales = [1.0, 1.5, 2]

  private static let openings: [(PixelSize, PictureView.Fit, scale: Double, origin: Point)] = [
    (PixelSize(width: 8000, height: 3000), .fit, 0.1, Point(0, 150)),
    (PixelSize(width: 4000, height: 6000), .fit, 0.1, Point(200, 0)),
    (PixelSize(width: 200, height: 100), .fit, 1, Point(300, 250)),
    (PixelSize(width: 8000, height: 3000), .fill, 0.2, Point(-400, 0)),
    (PixelSize(width: 4000, height: 6000), .fill, 0.2, Point(0, -300)),
    (PixelSize(width: 200, height: 100), .fill, 6, Point(-200, 0)),
    (PixelSize(width: 8000, height: 3000), .actual, 1, Point(-3600, -1200)),
    (PixelSize(width: 200, height: 100), .actual, 1, Point(300, 250)),
  ]

  @Test
  func `does not begin a recording that waits when the window's size changes, only by a command`() {
    let view = makeView(PixelSize(width: 8000, height: 3000))
    view.recorder.start()
    view.resize(to: PixelSize(width: 640, height: 480), at: 10)
    view.resize(to: PixelSize(width: 900, height: 480), at: 10.5)
    #expect(view.recorder.mode == .waiting)
    view.zoom(.to(view.placement.scale * 1.7), animated: false)
    #expect(view.recorder.mode == .recording)
  }

  @Test func `keeps what the user has set when the window's size changes, and follows its scale`() {
    let view = makeView(PixelSize(width: 8000, height: 3000))
    let content = Size(width: 7000, height: 3000)
    view.recorder.perform(
      .set([
        .displayScale(3), .maximumZoomScale(5), .content(content),
        Script.Setting(.decelerationRate, .number(0.99)),
      ]),
      at: 10)
    view.resize(to: PixelSize(width: 900, height: 480), at: 10.5)
    let scrollView = view.scrollView
    #expect(scrollView.bounds.size == Size(width: 900, height: 480))
    #expect(scrollView.displayScale == 3 && scrollView.maximumZoomScale == 5)
    #expect(scrollView.decelerationRate.rawValue == 0.99)
    #expect(abs(scrollView.contentSize.width - 7000 * scrollView.zoomScale) < 1e-6)
    view.scale = 2
    #expect(scrollView.displayScale == 2 && scrollView.bounds.width == 450)
  }

  @Test(arguments: openings.indices, scales)
  func `is in the middle when it is opened`(
    index: Int, scale: Double
  ) {
    let (size, fit, pictureScale, origin) = Self.openings[index]
    let view = makeView(size, fit: fit, scale: scale)
    let expected = Placement(size: size, origin: origin, scale: pictureScale)
    #expect(view.placement == expected)
    #expect(view.restingPlacement == expected)
    #expect(view.scrollView.phase == .idle)
  }

  @Test(arguments: scales)
  func `is measured in points, of which the display has so many pixels`(scale: Double) {
    let view = makeView(PixelSize(width: 8000, height: 3000), fit: .fill, scale: scale)
    let points = Rect(x: 0, y: 0, width: 800 / scale, height: 600 / scale)
    #expect(view.scale == scale)
    #expect(view.scrollView.displayScale == scale)
    #expect(view.window.frame == points && view.scrollView.frame == points)
    #expect(
      view.scrollView.contentSize == Size(width: 1600 / scale, height: 600 / scale))
    view.zoom(.to(0.5), animated: false)
    #expect(
      view.scrollView.contentSize == Size(width: 4000 / scale, height: 1500 / scale))
    view.resize(to: PixelSize(width: 400, height: 900))
    #expect(view.window.frame.size == Size(width: 400 / scale, height: 900 / scale))
    #expect(view.scrollView.frame == view.window.frame)
    #expect(
      view.scrollView.viewForZoomingFrame == Rect(origin: .zero, size: view.scrollView.contentSize))
  }

  @Test func `is zoomed within limits: from all of it on unless another is given`() {
    let size = PixelSize(width: 8000, height: 3000)
    let table: [(PictureView.ZoomLimits, Double, Double)] = [
      (.init(maximum: 64), 0.1, 64), (.init(minimum: 0.02, maximum: 8), 0.02, 8),
      (.init(maximum: 0.05), 0.1, 0.1), (.init(minimum: 3, maximum: 2), 3, 3),
    ]
    for (limits, minimum, maximum) in table {
      let view = makeView(size, limits: limits)
      #expect(view.scrollView.minimumZoomScale == minimum)
      #expect(view.scrollView.maximumZoomScale == maximum)
    }
    let view = makeView(PixelSize(width: 80, height: 30))
    #expect(view.fittingScale == 1 && view.scrollView.minimumZoomScale == 1)
    view.resize(to: PixelSize(width: 20, height: 600))
    #expect(view.fittingScale == 0.25 && view.scrollView.minimumZoomScale == 0.25)
    view.resize(to: PixelSize(width: 800, height: 6))
    #expect(view.fittingScale == 0.2 && view.scrollView.minimumZoomScale == 0.2)
  }

  /// The picture pixel in the middle of the window.
  private func middle(_ view: PictureView, _ viewport: PixelSize) -> Point {
    (Point(Double(viewport.width) / 2, Double(viewport.height) / 2) - view.placement.origin)
      / view.placement.scale
  }

  @Test(arguments: scales, [0.5, 1, 3])
  func `keeps its middle in the middle at every scale`(scale: Double, zoom: Double) {
    let view = makeView(PixelSize(width: 8000, height: 6000), fit: .actual, scale: scale)
    view.zoom(.to(zoom), animated: false)
    view.scrollView.setContentOffset(
      Point(1000 * zoom / scale, 2000 * zoom / scale), animated: false)
    let before = middle(view, PixelSize(width: 800, height: 600))
    for viewport in [PixelSize(width: 500, height: 900), PixelSize(width: 640, height: 300)] {
      view.resize(to: viewport)
      #expect((middle(view, viewport) - before).length <= 1.5 / zoom)
      #expect(view.placement.scale == zoom)
      view.scale = scale + 0.25
      #expect((middle(view, viewport) - before).length <= 3 / zoom)
      view.scale = scale
    }
  }

  @Test func `ends at the window's edges when the window grows beyond them`() {
    let view = makeView(PixelSize(width: 2000, height: 1800), fit: .actual)
    for (offset, origin) in [
      (Point(0, 0), Point(0, 0)), (Point(1200, 1200), Point(-800, -900)),
      (Point(0, 1200), Point(0, -900)), (Point(1200, 0), Point(-800, 0)),
    ] {
      view.resize(to: PixelSize(width: 800, height: 600))
      view.scrollView.setContentOffset(offset, animated: false)
      view.resize(to: PixelSize(width: 1200, height: 900))
      #expect(view.placement.origin == origin)
      #expect(view.scrollView.phase == .idle)
    }
  }

  @Test func `goes on moving when the window changes meanwhile`() {
    let view = makeView(PixelSize(width: 8000, height: 6000), fit: .actual)
    view.recorder.perform(.call(.setContentOffset(Point(1000, 2000), animated: true)), at: 1)
    for time in [1, 1.1] { view.advance(to: time) }
    #expect(view.scrollView.phase == .animating)
    view.resize(to: PixelSize(width: 500, height: 500))
    #expect(view.scrollView.phase == .animating)
    view.advance(to: 3)
    #expect(view.placement.origin == Point(-1000, -2000))
  }

  @Test(arguments: [true, false])
  func `comes back where another was dragged beyond its edge`(animated: Bool) {
    let size = PixelSize(width: 2000, height: 1500)
    let dragged = makeView(size, fit: .actual)
    dragged.send(.touch(.began, at: Point(400, 300), 0, id: 0))
    dragged.scrollView.contentOffset = Point(-150, 950)
    let view = PictureView(
      size: size, viewport: PixelSize(width: 800, height: 600), scale: 1, fit: .fit,
      limits: .init(maximum: 64), position: dragged.position)
    #expect(view.scrollView.contentOffset == Point(-150, 950))
    view.returnToRange(at: 1, animated: animated)
    #expect((view.placement.origin == Point(150, -950)) == animated)
    view.advance(to: 1)
    view.advance(to: 3)
    #expect(view.placement.origin == Point(0, -900))
    view.scrollView.contentOffset = Point(7, 8)
    view.returnToRange(at: 4, animated: animated)
    #expect(view.scrollView.contentOffset == Point(7, 8))
  }

  @Test func `stays fitted when it was`() {
    let view = makeView(PixelSize(width: 8000, height: 6000))
    view.resize(to: PixelSize(width: 400, height: 400))
    #expect(view.placement.scale == 0.05)
    #expect(view.placement.origin == Point(0, 50))
  }

  @Test func `survives a window of one pixel`() {
    let view = makeView(PixelSize(width: 8000, height: 6000))
    view.resize(to: PixelSize(width: 1, height: 1))
    #expect(view.placement.scale > 0)
    view.resize(to: PixelSize(width: 800, height: 600))
    #expect(view.placement.scale == 0.1)
  }

  @Test func `is that of a touch, not of the picture`() {
    let view = makeView(PixelSize(width: 8000, height: 6000))
    #expect(view.window.hitTest(Point(400, 300), with: nil) === view.scrollView)
  }

  @Test(arguments: [Point(60, 0), Point(0, 60), Point(-60, 0), Point(0, -60)])
  func `gives under the hand to every side`(way: Point) {
    let view = makeView(PixelSize(width: 8000, height: 6000))
    for (index, part) in [0.0, 0.3, 0.7, 1].enumerated() {
      view.send(
        .touch(
          index == 0 ? .began : .moved, at: Point(400, 300) + way * part, Double(index) / 60, id: 0)
      )
    }
    let moved = view.placement.origin
    #expect((10 * 60..<50 * 60).contains(moved.x * way.x + moved.y * way.y))
    #expect(moved.x * way.y == 0 && moved.y * way.x == 0)
  }
}

extension ScrollView {
  /// Where the view lies that is zoomed, in the content's points.
  fileprivate var viewForZoomingFrame: Rect? {
    delegate?.viewForZooming(in: self).map { view in
      Rect(
        x: view.center.x - view.bounds.width * zoomScale / 2,
        y: view.center.y - view.bounds.height * zoomScale / 2,
        width: view.bounds.width * zoomScale, height: view.bounds.height * zoomScale)
    }
  }
}

@Suite struct `A view in motion` {
  private func placements(_ view: PictureView, from start: Double = 1) -> [Placement] {
    (0...20).map { step in
      view.advance(to: start + Double(step) * 0.013)
      return view.placement
    }
  }

  @Test func `is between pixels while its scale changes, on them while it moves`() {
    let view = makeView(PixelSize(width: 8000, height: 6000), fit: .actual, scale: 1.5)
    view.zoom(.to(1.7), at: 1, animated: true)
    #expect(placements(view).contains { !$0.isOnPixels })
    view.advance(to: 4)
    #expect(view.placement.isOnPixels && view.placement.scale == 1.7)
    view.recorder.perform(.call(.setContentOffset(Point(333.3, 777.7), animated: true)), at: 5)
    let moving = placements(view, from: 5)
    #expect(Set(moving).count > 5)
    #expect(moving.allSatisfy { $0.isOnPixels })
  }

  @Test func `is between pixels under a pinch, and while the scale comes back`() {
    let view = makeView(PixelSize(width: 8000, height: 6000))
    func pinch(_ phase: TouchEvent.Phase, _ reach: Double, _ time: Double) {
      for (id, side) in [(0, -1.0), (1, 1)] {
        view.send(
          .touch(phase, at: Point(401.3 + side * reach, 300.7 + side * reach), time, id: id))
      }
    }
    pinch(.began, 200, 1)
    var isBetween = false
    for step in 1...20 {
      pinch(.moved, 200 - Double(step) * 7, 1 + Double(step) / 60)
      #expect(view.restingPlacement.isOnPixels)
      if view.scrollView.phase == .zooming, !view.placement.isOnPixels { isBetween = true }
    }
    #expect(isBetween)
    #expect(view.placement.scale < 0.1)
    pinch(.ended, 60, 1.4)
    #expect(view.scrollView.phase == .zoomBouncing)
    #expect(placements(view, from: 1.41).contains { !$0.isOnPixels })
    view.advance(to: 5)
    #expect(abs(view.placement.scale - 0.1) < 1e-9 && view.placement.isOnPixels)
  }

  @Test(arguments: [1.0, 1.5, 2])
  func `knows where it will rest`(scale: Double) {
    let view = makeView(PixelSize(width: 8000, height: 6000), fit: .actual, scale: scale)
    func touch(_ phase: TouchEvent.Phase, _ y: Double, _ step: Int) {
      let place = Point(200 + y / 3, y) * (1 / scale)
      view.send(.touch(phase, at: place, 1 + Double(step) / 60, id: 0))
      #expect(view.placement.isOnPixels && view.restingPlacement.isOnPixels)
    }
    for (step, y) in [300, 280.3, 250.7, 210.2, 160.6].enumerated() {
      touch(step == 0 ? .began : .moved, y, step)
    }
    touch(.ended, 160.6, 5)
    let resting = view.restingPlacement
    #expect(resting.isOnPixels && resting != view.placement)
    #expect(placements(view, from: 1.1).allSatisfy { $0.isOnPixels })
    view.advance(to: 20)
    #expect(view.placement == resting && view.restingPlacement == resting)
  }
}
