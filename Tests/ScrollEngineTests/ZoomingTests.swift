import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `Zooming` {
  private func stage(
    viewport: Size = Size(400, 400), content: Size = Size(1000, 1000), _ minimum: Double = 0.5,
    _ maximum: Double = 2, displayScale: Double = 1000
  ) -> Stage {
    Stage(
      viewport: viewport, content: content, displayScale: displayScale, zooming: minimum...maximum)
  }

  private func pinch(
    _ stage: Stage, _ phase: GesturePhase, _ scale: Double, _ place: Point, at time: Double
  ) {
    stage.window.send(.pinch(phase, scale, at: place, time))
  }

  @Test(
    arguments: [
      (2.5, 2.4), (3, 2.6666667), (4, 3), (8, 3.5), (0.8, 0.8333333), (0.5, 0.6666667),
      (0.25, 0.5714286), (1.5, 1.5),
    ] as [(Double, Double)])
  func `zoom.limits resists beyond its limits, by a known formula`(asked: Double, shown: Double) {
    // The numbers restate the formula m·(2 − m/s) and its counterpart; nothing here was recorded.
    let band = ScaleBand(minimum: 1, maximum: 2, bounces: true)
    #expect(abs(band.shown(for: asked) - shown) < 1e-6)
    #expect(abs(band.raw(showing: band.shown(for: asked)) - asked) < 1e-9)
    let stiff = ScaleBand(minimum: 1, maximum: 2, bounces: false)
    #expect(stiff.shown(for: asked) == min(max(asked, 1), 2))
  }

  @Test func `zoom.view is impossible without a view, and then there is no pinch recognizer`() {
    let stage = stage()
    #expect(stage.scrollView.pinchGestureRecognizer != nil)
    stage.zooms = false
    #expect(stage.scrollView.pinchGestureRecognizer == nil)
    pinch(stage, .began, 1, .zero, at: 0)
    pinch(stage, .changed, 2, .zero, at: 0.1)
    stage.scrollView.setZoomScale(2, animated: false)
    #expect(stage.scrollView.zoomScale == 1 && stage.log.isEmpty)
  }

  @Test func `gesture.recognizers is impossible where the limits are equal`() {
    let stage = stage(1, 1)
    #expect(stage.scrollView.pinchGestureRecognizer == nil)
    #expect(stage.scrollView.panGestureRecognizer.view === stage.scrollView)
    stage.scrollView.maximumZoomScale = 3
    #expect(stage.scrollView.pinchGestureRecognizer?.view === stage.scrollView)
  }

  @Test func `zoom.view scales the view by its transform, and the content with it`() {
    let stage = stage()
    stage.scrollView.zoomScale = 1.5
    #expect(stage.content.transform == AffineTransform(scaleX: 1.5, y: 1.5))
    #expect(stage.content.frame == Rect(x: 0, y: 0, width: 1500, height: 1500))
    #expect(stage.content.bounds.size == Size(1000, 1000))
    #expect(stage.scrollView.contentSize == Size(1500, 1500))
  }

  @Test func `zoom.limits by the program keeps the middle of the viewport, as measured`() {
    let stage = stage(viewport: Size(320, 460), 1, 2, displayScale: 1)
    stage.scrollView.setZoomScale(2, animated: false)
    #expect(stage.scrollView.contentSize == Size(2000, 2000))
    #expect(stage.scrollView.contentOffset == Point(160, 230))
    #expect(stage.log == ["didScroll", "didZoom"])
    stage.scrollView.setZoomScale(9, animated: false)
    #expect(stage.scrollView.zoomScale == 2, "brought within the limits")
  }

  @Test func `zoom.limits to a rectangle fills the viewport with it`() {
    let stage = stage()
    stage.scrollView.zoom(to: Rect(x: 300, y: 500, width: 250, height: 200), animated: true)
    #expect(stage.milestones == ["willBeginZooming"])
    stage.settle(from: 0)
    #expect(abs(stage.scrollView.zoomScale - 1.6) < 1e-12)
    #expect(
      (stage.scrollView.contentOffset - Point(425 * 1.6 - 200, 600 * 1.6 - 200)).length < 2e-3)
    #expect(stage.milestones == ["willBeginZooming", "didEndZooming"])
  }

  @Test(
    arguments: [Point(200, 200), Point(30, 350), Point(399, 1)], [Point.zero, Point(-1, 0.5)])
  func `keeps the content under the fingers, also moving ones`(place: Point, way: Point) {
    let stage = stage(1, 8)
    stage.scrollView.contentOffset = Point(300, 300)
    let held = stage.content.convert(place, from: nil)
    pinch(stage, .began, 1, place, at: 0)
    for step in 1...30 {
      let place = place + way * Double(step)
      pinch(stage, .changed, 1 + Double(step) / 5, place, at: Double(step) / 60)
      #expect((stage.content.convert(held, to: nil) - place).length < 0.01)
    }
  }

  @Test func `never jumps while content passes from smaller to larger than the viewport`() {
    let stage = stage(content: Size(300, 500))
    stage.scrollView.contentAlignmentPoint = Point(0.5, 0.5)
    pinch(stage, .began, 1, Point(150, 220), at: 0)
    var last = stage.scrollView.contentOffset
    for step in 1...400 {
      pinch(stage, .changed, 1 + Double(step) / 400, Point(150, 220), at: Double(step) / 60)
      #expect((stage.scrollView.contentOffset - last).length < 2)
      last = stage.scrollView.contentOffset
    }
  }

  @Test func `zoom.limits bounces back from beyond a limit, and stops at it without bouncing`() {
    for (asked, limit) in [(8.0, 2.0), (0.1, 0.5)] {
      let stage = stage()
      pinch(stage, .began, 1, Point(200, 200), at: 0)
      pinch(stage, .changed, asked, Point(200, 200), at: 0.02)
      let beyond = stage.scrollView.zoomScale
      #expect(limit == 2 ? beyond > 2 && beyond < 4 : beyond < 0.5 && beyond > 0.25)
      pinch(stage, .ended, asked, Point(200, 200), at: 0.04)
      #expect(stage.scrollView.isZoomBouncing)
      var last = beyond
      while stage.scrollView.isZoomBouncing {
        stage.window.advance(to: stage.window.time + 1.0 / 60)
        let scale = stage.scrollView.zoomScale
        #expect(limit == 2 ? scale <= last && scale >= 2 : scale >= last && scale <= 0.5)
        last = scale
      }
      #expect(stage.scrollView.zoomScale == limit)
      #expect(stage.milestones.last == "didEndZooming")
      stage.scrollView.bouncesZoom = false
      pinch(stage, .began, 1, Point(200, 200), at: 9)
      pinch(stage, .changed, asked, Point(200, 200), at: 9.1)
      #expect(stage.scrollView.zoomScale == limit)
      pinch(stage, .ended, asked, Point(200, 200), at: 9.2)
      #expect(stage.scrollView.phase == .idle)
    }
  }

  @Test func `zoom.continuity continues from its scale with the next pinch, panned or not`() {
    let stage = stage(1, 8)
    for round in 1...3 {
      let start = Double(round)
      pinch(stage, .began, 1, Point(200, 200), at: start)
      pinch(stage, .changed, 1.5, Point(200, 200), at: start + 0.1)
      pinch(stage, .ended, 1.5, Point(200, 200), at: start + 0.2)
      let expected = [1.5, 2.25, 3.375][round - 1]
      #expect(abs(stage.scrollView.zoomScale - expected) < 1e-9)
      let time = stage.drag(
        from: Point(300, 300), by: Point(-40, -40), at: start + 0.3, lift: false)
      stage.touch(.ended, 260, 260, at: time + 0.2)
      #expect(abs(stage.scrollView.zoomScale - expected) < 1e-9)
    }
    #expect(stage.scrollView.transform == .identity, "the scroll view itself is not scaled")
  }

  @Test(arguments: [0.5, 0.7, 1, 1.4, 2])
  func `can be centered by the delegate, by the alignment point alike`(scale: Double) {
    let recipe = stage(content: Size(400, 400))
    recipe.onZoom = { view in
      let (bounds, content) = (view.bounds.size, view.contentSize)
      recipe.content.center = Point(
        content.width / 2 + max(0, bounds.width - content.width) / 2,
        content.height / 2 + max(0, bounds.height - content.height) / 2)
    }
    recipe.scrollView.setZoomScale(scale, animated: false)
    let middle = recipe.content.convert(Point(200, 200), to: nil)
    #expect((middle - Point(200, 200)).length < 0.01)
    let aligned = stage(content: Size(400, 400))
    aligned.scrollView.contentAlignmentPoint = Point(0.5, 0.5)
    aligned.scrollView.setZoomScale(scale, animated: false)
    #expect((aligned.content.convert(Point(200, 200), to: nil) - middle).length < 0.01)
  }

  @Test func `with the wheel and control is a pinch made of notches`() {
    let stage = stage(0.5, 8)
    let place = Point(120, 80)
    stage.scrollView.contentOffset = Point(300, 300)
    let held = stage.content.convert(place, from: nil)
    for notch in 0..<3 {
      stage.window.send(.wheel(Point(0, -1), at: place, Double(notch) * 0.05, modifiers: .control))
      #expect((stage.content.convert(held, to: nil) - place).length < 0.02)
    }
    #expect(stage.scrollView.isZooming && stage.milestones == ["willBeginZooming"])
    stage.window.advance(to: 0.18)
    #expect((stage.content.convert(held, to: nil) - place).length < 0.02)
    stage.settle(from: 0.18)
    #expect(abs(stage.scrollView.zoomScale - 1.953125) < 1e-9)
    #expect((stage.content.convert(held, to: nil) - place).length < 0.02)
    #expect(stage.milestones == ["willBeginZooming", "didEndZooming"])
  }

  @Test func `continues to new limits from what is seen`() {
    let stage = stage(1, 8)
    stage.scrollView.setZoomScale(6, animated: true)
    stage.window.advance(to: 0)
    stage.window.advance(to: 0.2)
    let seen = stage.scrollView.presentation
    stage.scrollView.maximumZoomScale = 1
    #expect(stage.scrollView.zoomScale == 1 && stage.scrollView.isZoomAnimating)
    #expect(abs(stage.scrollView.presentation.zoomScale - seen.zoomScale) < 1e-9)
    #expect((stage.scrollView.presentation.bounds.origin - seen.bounds.origin).length < 1e-9)
    stage.settle(from: 0.2)
    #expect(stage.scrollView.presentation.zoomScale == 1 && stage.scrollView.phase == .idle)
    #expect(stage.milestones == ["willBeginZooming", "didEndZooming"])
  }

  @Test func `by new limits keeps a scroll in progress within the range`() {
    let stage = stage(1, 8)
    stage.scrollView.zoomScale = 4
    stage.scrollView.setContentOffset(Point(3000, 3000), animated: true)
    stage.window.advance(to: 0.1)
    stage.scrollView.maximumZoomScale = 1
    stage.settle(from: 0.1)
    #expect(stage.scrollView.contentOffset == Point(600, 600))
  }

  @Test func `ends with the only finger that pans, although the other one remains`() {
    let stage = stage(1, 8)
    stage.scrollView.panGestureRecognizer.maximumNumberOfTouches = 1
    stage.touch(.began, 150, 200, at: 0, id: 1)
    stage.touch(.began, 250, 200, at: 0, id: 2)
    stage.touch(.moved, 100, 220, at: 0.02, id: 1)
    stage.touch(.ended, 100, 220, at: 0.04, id: 1)
    stage.touch(.ended, 250, 200, at: 0.5, id: 2)
    stage.settle(from: 0.5)
    #expect(stage.scrollView.phase == .idle && stage.milestones.last != "willBeginZooming")
  }

  @Test func `follows the limits when they change, whatever is in progress`() {
    let stage = stage(1, 8)
    stage.scrollView.zoomScale = 4
    stage.scrollView.maximumZoomScale = 3
    #expect(stage.scrollView.zoomScale == 3)
    stage.scrollView.minimumZoomScale = 5
    #expect(stage.scrollView.zoomScale == 5, "the minimum wins")
    stage.scrollView.setZoomScale(9, animated: true)
    stage.window.advance(to: 0.1)
    stage.scrollView.minimumZoomScale = 2
    stage.settle(from: 0.1)
    #expect(stage.scrollView.zoomScale == 3)
  }
}
