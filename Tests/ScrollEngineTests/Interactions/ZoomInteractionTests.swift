import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A zoom gesture` {
  private let stage = Self.stage()

  /// A viewport of 400×400 at (300, 300) of a content of 1000×1000, zoomed from 0.5 to 4.
  private static func stage() -> Stage {
    let stage = Stage(
      viewport: Size(400, 400), content: Size(1000, 1000), displayScale: 1000, zooming: 0.5...4)
    stage.scrollView.contentOffset = Point(300, 300)
    stage.clearLog()
    return stage
  }

  private func pinch(
    _ stage: Stage, _ phase: GesturePhase, _ scale: Double = 1, _ place: Point = Point(200, 200),
    at time: Double = 0
  ) {
    stage.window.send(.pinch(phase, scale, at: place, time))
  }

  private func stretch(_ pull: Double) -> Double { 0.55 * pull * 400 / (400 + 0.55 * pull) }

  // MARK: Edges

  @Test(arguments: Axis.allCases, [true, false])
  func `stretches past an edge by its fingers' way, where it bounces`(axis: Axis, bounces: Bool) {
    for (way, edge, sign) in [(400.0, 0.0, -1.0), (-400, 600, 1)] {
      let stage = Self.stage()
      stage.scrollView.bounces = bounces
      pinch(stage, .began)
      pinch(stage, .changed, 1, Point(200, 200) + axis.point(way))
      let expected = edge + (bounces ? sign * stretch(100) : 0)
      #expect(abs(axis.main(stage.scrollView.contentOffset) - expected) < 1e-3)
      #expect(abs(axis.cross(stage.scrollView.contentOffset) - 300) < 1e-3)
      pinch(stage, .ended, 1, Point(200, 200) + axis.point(way))
      stage.settle(from: 0)
      #expect(axis.main(stage.scrollView.contentOffset) == edge)
    }
  }

  @Test(arguments: Axis.allCases)
  func `does not stretch past an edge by its scale alone`(axis: Axis) {
    for (start, place, moved, pull) in [
      (0.0, 200.0, 0.0, 0.0), (0, 200, 50, 50), (600, 200, 0, 0), (600, 200, -50, -50),
    ] {
      let stage = Self.stage()
      stage.scrollView.contentOffset = axis.point(start, 300)
      pinch(stage, .began, 1, Point(place, place))
      pinch(stage, .changed, 0.8, Point(place, place) + axis.point(moved))
      let edge = start == 0 ? 0 : 400.0
      let expected = edge - (pull < 0 ? -stretch(-pull) : stretch(pull))
      #expect(abs(axis.main(stage.scrollView.contentOffset) - expected) < 1e-3, "\(moved)")
    }
  }

  @Test(arguments: Axis.allCases)
  func `keeps an axis at its end along which the content fits`(axis: Axis) {
    pinch(stage, .began)
    pinch(stage, .changed, 0.5)
    // A scale beyond the limit of 0.5 shows as 0.4: the content of 400 points is as large as the viewport.
    pinch(stage, .changed, 1 / 3.0, Point(200, 200) + axis.point(120))
    #expect(axis.main(stage.scrollView.contentOffset) == 0)
  }

  @Test(arguments: Axis.allCases)
  func `continues without a jump from content that it catches beyond an edge`(axis: Axis) {
    for (start, way) in [(0.0, 200.0), (600, -200)] {
      let stage = Self.stage()
      stage.scrollView.contentOffset = axis.point(start, 300)
      let time = stage.drag(from: Point(200, 200), by: axis.point(way), steps: 5)
      stage.window.advance(to: time + 0.05)
      let before = stage.scrollView.contentOffset
      #expect(abs(axis.main(before) - start) > 20)
      pinch(stage, .began, 1, Point(200, 200), at: time + 0.05)
      pinch(stage, .changed, 1, Point(200, 200), at: time + 0.05)
      #expect((stage.scrollView.contentOffset - before).length < 0.01)
      pinch(stage, .changed, 1.001, Point(200, 200), at: time + 0.06)
      #expect((stage.scrollView.contentOffset - before).length < 1.5)
    }
  }

  // MARK: Its recognizer and its end

  @Test func `has its recognizer attached only while there is something to zoom`() {
    func isAttached() -> Bool {
      (stage.scrollView.gestureRecognizers ?? []).contains { $0 is PinchGestureRecognizer }
    }
    #expect(isAttached())
    stage.scrollView.maximumZoomScale = 0.5
    #expect(!isAttached())
    stage.scrollView.maximumZoomScale = 3
    #expect(isAttached())
  }

  @Test func `ends with the touchpad's fingers, at once`() {
    for (phase, time) in [(GesturePhase.began, 0.0), (.changed, 0.02), (.ended, 0.04)] {
      #expect(stage.scrollView.isZooming == (phase != .began))
      stage.window.send(
        .touchpad(phase, by: Point(0, -10), at: Point(200, 200), time, modifiers: .control))
    }
    #expect(stage.scrollView.phase == .idle)
    #expect(stage.milestones == ["willBeginZooming", "didEndZooming"])
  }

  @Test(arguments: [0.0, -1])
  func `ignores a pinch without a scale`(scale: Double) {
    pinch(stage, .began)
    pinch(stage, .changed, 1.5)
    let before = (stage.scrollView.zoomScale, stage.scrollView.contentOffset)
    pinch(stage, .changed, scale)
    #expect((stage.scrollView.zoomScale, stage.scrollView.contentOffset) == before)
  }

  // MARK: The way back

  /// Two fingers that pinch beyond the largest scale; the second one is lifted.
  private func bouncing() -> Stage {
    let stage = Self.stage()
    stage.pinchBeyondLargestScale()
    return stage
  }

  @Test(arguments: Axis.allCases)
  func `lets the remaining finger drag the content during the bounce`(axis: Axis) {
    let stage = bouncing()
    let still = bouncing()
    #expect(stage.scrollView.isZoomBouncing)
    for step in 1...10 {
      let time = 0.06 + Double(step) / 60
      let place = Point(180, 200) + axis.point(-3 * Double(step))
      stage.touch(.moved, place.x, place.y, at: time, id: 1)
      still.window.advance(to: time)
      #expect(stage.scrollView.zoomScale == still.scrollView.zoomScale)
      let shift = stage.scrollView.contentOffset - still.scrollView.contentOffset
      #expect((shift - axis.point(3 * Double(step))).length < 0.01, "it follows one to one")
    }
    #expect(stage.scrollView.isDragging && stage.milestones.last == "willBeginDragging")
    let rest = stage.scrollView.restingOffset
    #expect((rest - still.scrollView.restingOffset - axis.point(30)).length < 0.01)
    let last = Point(180, 200) + axis.point(-30)
    stage.touch(.ended, last.x, last.y, at: 0.5, id: 1)
    stage.settle(from: 0.5)
    #expect((stage.scrollView.contentOffset - rest).length < 0.01)
    #expect(stage.scrollView.zoomScale == 4)
    #expect(stage.milestones.contains("didEndDragging(false)"))
    #expect(
      stage.milestones.filter { $0.hasSuffix("Zooming") } == ["willBeginZooming", "didEndZooming"])
  }

  @Test func `ends no drag that never began when a finger lifts during the bounce`() {
    pinch(stage, .began)
    pinch(stage, .changed, 9, at: 0.1)
    pinch(stage, .ended, 9, at: 0.2)
    stage.touch(.began, 180, 200, at: 0.22, id: 1)
    #expect(stage.scrollView.isZoomBouncing && stage.scrollView.isTracking)
    #expect(!stage.scrollView.isDragging)
    stage.touch(.ended, 180, 200, at: 0.24, id: 1)
    stage.settle(from: 0.24)
    #expect(stage.milestones == ["willBeginZooming", "didEndZooming"])
  }

  @Test func `moves by what the program assigns, while it zooms and while it bounces back`() {
    for isBouncing in [false, true] {
      let stage = Self.stage()
      pinch(stage, .began)
      pinch(stage, .changed, isBouncing ? 6 : 2, at: 0.1)
      if isBouncing { pinch(stage, .ended, 6, at: 0.2) }
      #expect(stage.scrollView.isZoomBouncing == isBouncing)
      let before = stage.scrollView.contentOffset
      let restBefore = stage.scrollView.restingOffset
      stage.scrollView.contentOffset = before + Point(20, -10)
      stage.window.advance(to: 0.2)
      if isBouncing {
        let rest = stage.scrollView.restingOffset
        #expect((rest - restBefore - Point(20, -10)).length < 0.01)
        stage.settle(from: 0.2)
        #expect((stage.scrollView.contentOffset - rest).length < 0.01)
      } else {
        pinch(stage, .changed, 2, at: 0.2)
        #expect((stage.scrollView.contentOffset - before - Point(20, -10)).length < 0.01)
      }
    }
  }

  @Test func `does not catch a finger that touches during the bounce, which drags as at rest`() {
    pinch(stage, .began)
    pinch(stage, .changed, 9, at: 0.1)
    pinch(stage, .ended, 9, at: 0.2)
    stage.touch(.began, 180, 200, at: 0.22, id: 1)
    let seen = stage.scrollView.presentation.zoomScale
    stage.touch(.moved, 180, 191, at: 0.23, id: 1)
    #expect(stage.scrollView.phase == .tracking, "9 points are not enough")
    let before = stage.scrollView.contentOffset
    stage.touch(.moved, 180, 187, at: 0.24, id: 1)
    #expect((stage.scrollView.contentOffset - before - Point(0, 3)).length < 0.01)
    #expect(stage.scrollView.phase == .dragging && stage.scrollView.isZoomBouncing)
    #expect(stage.scrollView.presentation.zoomScale < seen, "the bounce goes on under the finger")
  }

  @Test func `with the wheel shows a notch within 0.15 seconds, fast at first`() {
    stage.window.send(.wheel(Point(0, -1), at: Point(200, 200), 0, modifiers: .control))
    #expect(stage.scrollView.zoomScale == 1.25 && stage.scrollView.presentation.zoomScale == 1)
    // 1.25 to the power of 1 − (1 − u)³ at a third and two thirds of the time.
    for (time, expected) in [(0.05, 1.1700271), (0.1, 1.2397119)] {
      stage.window.advance(to: time)
      let seen = stage.scrollView.presentation.zoomScale
      #expect(abs(seen - expected) < 1e-6, "at \(time)")
    }
    stage.window.advance(to: 0.15)
    #expect(stage.scrollView.presentation.zoomScale == 1.25)
    #expect(stage.log.filter { $0 == "didZoom" }.count == 1, "one for a notch")
  }

  @Test func `does not jump when a third finger joins, or one of three leaves`() {
    for (id, x) in [(1, 150.0), (2, 250)] { stage.touch(.began, x, 200, at: 0, id: id) }
    for (id, x) in [(1, 140.0), (2, 280)] { stage.touch(.moved, x, 200, at: 0.02, id: id) }
    func held() -> (Double, Point) { (stage.scrollView.zoomScale, stage.scrollView.contentOffset) }
    let before = held()
    stage.touch(.began, 200, 390, at: 0.04, id: 3)
    #expect(stage.scrollView.isZooming && held() == before)
    stage.touch(.moved, 200, 380, at: 0.06, id: 3)
    let middle = Point(620.0 / 3, 780.0 / 3)
    let content = stage.content.convert(middle, from: nil)
    stage.touch(.moved, 200, 350, at: 0.08, id: 3)
    let moved = Point(620.0 / 3, 750.0 / 3)
    #expect(
      (stage.content.convert(content, to: nil) - moved).length < 0.01, "it stays between them")
    let three = held()
    stage.touch(.ended, 140, 200, at: 0.1, id: 1)
    #expect(stage.scrollView.isZooming && held() == three)
    stage.touch(.moved, 200, 400, at: 0.12, id: 3)
    #expect(stage.scrollView.zoomScale > three.0, "the two that remain go on")
    stage.touch(.ended, 200, 400, at: 0.14, id: 3)
    #expect(!stage.scrollView.isZooming)
  }

  // MARK: Stopping, and the program meanwhile

  @Test func `of the program moves by what the program assigns meanwhile`() {
    stage.scrollView.setZoomScale(2, animated: true)
    stage.window.advance(to: 0)
    stage.window.advance(to: 0.1)
    let (before, rest) = (stage.scrollView.contentOffset, stage.scrollView.restingOffset)
    stage.scrollView.contentOffset = before + Point(20, -10)
    let shift = stage.scrollView.contentOffset - before
    #expect((stage.scrollView.restingOffset - rest - shift).length < 0.01)
    stage.settle(from: 0.1)
    #expect((stage.scrollView.contentOffset - rest - shift).length < 0.01)
  }

  @Test func `stops at the limit that it has passed when everything is stopped`() {
    for (asked, limit) in [(9.0, 4.0), (0.1, 0.5)] {
      for ends in [false, true] {
        let stage = Self.stage()
        pinch(stage, .began)
        pinch(stage, .changed, asked, at: 0.1)
        if ends { pinch(stage, .ended, asked, at: 0.2) }
        stage.clearLog()
        stage.scrollView.stopScrollingAndZooming()
        #expect(stage.scrollView.zoomScale == limit && stage.scrollView.phase == .idle)
        #expect(stage.milestones == ["didEndZooming"])
        #expect(stage.scrollView.contentSize == Size(1000 * limit, 1000 * limit))
        pinch(stage, .changed, 2, at: 0.3)
        #expect(stage.scrollView.zoomScale == limit, "the gesture is over")
      }
    }
  }

  @Test func `continues from the scale that the program sets meanwhile`() {
    pinch(stage, .began)
    pinch(stage, .changed, 2, at: 0.1)
    stage.scrollView.zoomScale = 1
    #expect(stage.scrollView.zoomScale == 1 && stage.scrollView.isZooming)
    pinch(stage, .changed, 3, at: 0.2)
    #expect(abs(stage.scrollView.zoomScale - 1.5) < 1e-9, "half as much again as at the change")
    pinch(stage, .ended, 3, at: 0.3)
    #expect(stage.scrollView.phase == .idle)
  }

  @Test func `that bounces back rests where the program zooms meanwhile`() {
    pinch(stage, .began)
    pinch(stage, .changed, 9, at: 0.1)
    pinch(stage, .ended, 9, at: 0.2)
    let seen = stage.scrollView.presentation.zoomScale
    stage.scrollView.setZoomScale(2, animated: true)
    #expect(stage.scrollView.zoomScale == 2 && stage.scrollView.phase == .animating)
    #expect(abs(stage.scrollView.presentation.zoomScale - seen) < 1e-9)
    stage.settle(from: 0.2)
    #expect(stage.scrollView.presentation.zoomScale == 2 && stage.scrollView.phase == .idle)
    #expect(stage.milestones == ["willBeginZooming", "didEndZooming"])
  }

  @Test func `of the program sets isZoomAnimating, and no other flag`() {
    #expect(!stage.scrollView.isZoomAnimating)
    stage.scrollView.setZoomScale(2, animated: true)
    #expect(stage.scrollView.isZoomAnimating && !stage.scrollView.isZooming)
    #expect(stage.scrollView.restingOffset == Point(800, 800))
    stage.settle(from: 0)
    #expect(!stage.scrollView.isZoomAnimating && stage.scrollView.contentOffset == Point(800, 800))
    stage.scrollView.setContentOffset(.zero, animated: true)
    #expect(!stage.scrollView.isZoomAnimating && stage.scrollView.phase == .animating)
  }

  @Test func `of the program about the center keeps it in the center, at any scale`() {
    for scale in [0.7, 1.3, 3] {
      let stage = Self.stage()
      stage.scrollView.zoomScale = 1.5
      stage.scrollView.contentOffset = Point(500, 420)
      let middle = stage.content.convert(Point(200, 200), from: nil)
      stage.scrollView.setZoomScale(scale, animated: false)
      #expect((stage.content.convert(middle, to: nil) - Point(200, 200)).length < 0.01)
      stage.content.center += Point(40, 30)
      let moved = stage.content.convert(Point(200, 200), from: nil)
      stage.scrollView.setZoomScale(scale * 1.2, animated: false)
      #expect((stage.content.convert(moved, to: nil) - Point(200, 200)).length < 0.01)
    }
  }
}
