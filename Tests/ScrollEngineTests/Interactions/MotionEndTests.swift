import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `The end of a motion` {
  private let stage = Self.stage()

  /// A viewport of 400×400 on a content of 1000×1000, zoomed from 0.5 to 4.
  private static func stage(_ scrollView: ScrollView = ScrollView()) -> Stage {
    Stage(
      viewport: Size(400, 400), content: Size(1000, 1000), displayScale: 1000, zooming: 0.5...4,
      scrollView: scrollView)
  }

  @Test func `a deceleration whose first step comes to rest ends with it`() throws {
    let glide = try #require(
      Glide(
        from: AxisState(offset: 100, velocity: 0), restingOn: 100.05, rate: 0.998, range: 0...1000))
    let motion = Deceleration(startTime: 5, horizontal: .glide(glide), vertical: .still(3))
    #expect(abs(motion.endTime - 5 - 1.0 / 60) < 1e-12)
    #expect(motion.position(at: 5) == Point(100, 3))
    #expect(motion.position(at: motion.endTime) == Point(100.05, 3))
  }

  @Test func `a zoom of the program arrives at its scale although its offset never changes`() {
    stage.scrollView.zoom(to: Rect(x: 0, y: 0, width: 200, height: 200), animated: true)
    stage.window.advance(to: 0)
    stage.window.advance(to: 0.1)
    #expect(stage.scrollView.presentation.zoomScale > 1)
    #expect(stage.scrollView.presentation.zoomScale < 2 && stage.scrollView.zoomScale == 2)
    #expect(stage.scrollView.presentation.bounds.origin == .zero)
    stage.window.advance(to: 1)
    #expect(stage.scrollView.zoomScale == 2 && stage.scrollView.contentOffset == .zero)
    #expect(stage.scrollView.contentSize == Size(2000, 2000))
    #expect(stage.milestones == ["willBeginZooming", "didEndZooming"])
  }

  @Test(arguments: Axis.allCases)
  func `a scale that the program sets stops a deceleration`(axis: Axis) {
    let time = stage.drag(from: Point(300, 300), by: axis.point(-60), steps: 4)
    stage.window.advance(to: time + 0.1)
    #expect(stage.scrollView.phase == .decelerating)
    stage.scrollView.zoomScale = 2
    #expect(stage.scrollView.phase == .idle && stage.milestones.last == "didEndDecelerating")
    let offset = stage.scrollView.contentOffset
    stage.window.advance(to: time + 0.5)
    #expect(stage.scrollView.contentOffset == offset && stage.scrollView.zoomScale == 2)
  }

  @Test(arguments: Axis.allCases)
  func `a flash of the indicators does not hold up an animation`(axis: Axis) {
    let stages = [Self.stage(), Self.stage()]
    for one in stages {
      one.scrollView.setContentOffset(axis.point(300), animated: true)
      one.window.advance(to: 0)
      one.window.advance(to: 0.1)
    }
    stages[0].scrollView.flashScrollIndicators()
    for one in stages { one.window.advance(to: 0.2) }
    #expect(axis.main(stages[1].scrollView.contentOffset) > 0)
    #expect(stages[0].scrollView.contentOffset == stages[1].scrollView.contentOffset)
  }

  @Test func `a scale lays the scroll view out where the offset stays too`() {
    let scrollView = CentringScrollView()
    let stage = Self.stage(scrollView)
    stage.window.advance(to: 0)
    let layouts = scrollView.layouts
    scrollView.zoom(to: Rect(x: 0, y: 0, width: 200, height: 200), animated: false)
    stage.window.advance(to: 1)
    #expect(scrollView.contentOffset == .zero && scrollView.zoomScale == 2)
    #expect(scrollView.layouts == layouts + 1)
  }

  @Test(arguments: [0.6, 0.7, 0.83, 0.9, 1, 1.1, 1.37, 2, 2.3, 3.1])
  func `a notch of the wheel arrives exactly at its scale`(start: Double) {
    stage.scrollView.zoomScale = start
    stage.window.send(.wheel(Point(0, -1), at: Point(200, 200), 0, modifiers: .control))
    stage.window.advance(to: 0.15)
    #expect(stage.scrollView.zoomScale == start * 1.25)
  }

  @Test(arguments: Axis.allCases, [0.5, -0.5])
  func `a pinch stretches past an edge by less than a point too`(axis: Axis, pull: Double) {
    stage.scrollView.contentOffset = axis.point(pull > 0 ? 600 : 0, 300)
    for (phase, shift) in [(GesturePhase.began, 0.0), (.changed, -pull)] {
      stage.window.send(.pinch(phase, 1, at: Point(200, 200) + axis.point(shift), 0))
    }
    let stretch = 0.55 * 0.5 * 400 / (400 + 0.55 * 0.5)
    let expected = pull > 0 ? 600 + stretch : -stretch
    #expect(abs(axis.main(stage.scrollView.contentOffset) - expected) < 1e-3)
  }

  @Test func `a scale makes the content exactly as large as its view, wherever that is moved`() {
    stage.content.bounds.size = Size(402.1, 777.7)
    stage.content.transform = AffineTransform(translationX: 1e6 + 0.3, y: -2e6 - 0.7)
    stage.scrollView.zoomScale = 2
    #expect(stage.scrollView.contentSize == Size(402.1, 777.7) * 2)
  }

  /// Two fingers that pinch beyond the largest scale; the second one is lifted.
  private func bouncing() -> Stage {
    stage.scrollView.contentOffset = Point(300, 300)
    stage.pinchBeyondLargestScale()
    return stage
  }

  @Test(arguments: Axis.allCases, [(9000.0, 0.0), (-9000, 3600)])
  func `a finger that drags during a zoom bounce stretches past the range of its end, as at rest`(
    axis: Axis, drag: (way: Double, edge: Double)
  ) {
    let stage = bouncing()
    #expect(stage.scrollView.isZoomBouncing)
    let start = axis.main(stage.scrollView.contentOffset)
    let place = Point(180, 200) + axis.point(drag.way)
    stage.touch(.moved, place, at: 0.08, id: 1)
    let excess = abs(start - drag.way - drag.edge)
    let stretch = 0.55 * excess * 400 / (400 + 0.55 * excess)
    let beyond = abs(axis.main(stage.scrollView.contentOffset) - drag.edge)
    #expect(abs(beyond - stretch) <= 0.5)
    stage.touch(.ended, place, at: 0.4, id: 1)
    stage.settle(from: 0.4)
    #expect(stage.scrollView.zoomScale == 4)
    #expect(axis.main(stage.scrollView.contentOffset) == drag.edge)
  }
}
