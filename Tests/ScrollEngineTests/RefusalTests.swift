import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `An invalid number` {
  private let stage = Stage()
  private static let wild = [Double.nan, .infinity, -.infinity, .signalingNaN]
  private static let phases: [TouchEvent.Phase] = [.began, .moved, .stationary]

  @Test(arguments: wild)
  func `set as a property changes nothing`(wild: Double) {
    let view = stage.scrollView
    view.contentOffset = Point(0, 100)
    stage.zooms = true
    view.maximumZoomScale = 2
    stage.clearLog()
    let before = Snapshot(view)
    view.contentSize = Size(wild, 5)
    view.contentOffset = Point(3, wild)
    view.bounds = Rect(x: 0, y: 5, width: wild, height: 3)
    view.frame = Rect(x: wild, y: 5, width: 2, height: 3)
    view.center = Point(wild, 0)
    view.transform = AffineTransform(scaleX: wild, y: 1)
    view.contentInset = EdgeInsets(all: wild)
    view.safeAreaInsets = EdgeInsets(all: wild)
    view.scrollIndicatorInsets = EdgeInsets(all: wild)
    view.contentAlignmentPoint = Point(wild, 0.5)
    view.displayScale = wild
    view.minimumZoomScale = wild
    view.maximumZoomScale = wild
    view.zoomScale = wild
    #expect(Snapshot(view) == before && stage.log.isEmpty)
    #expect(view.frame == stage.window.frame && view.maximumZoomScale == 2)
  }

  @Test(arguments: wild)
  func `passed to a method does nothing`(wild: Double) {
    let stage = Stage(zooming: 1...2)
    for animated in [true, false] {
      stage.scrollView.setContentOffset(Point(wild, 0), animated: animated)
      stage.scrollView.setZoomScale(wild, animated: animated)
      stage.scrollView.zoom(to: Rect(x: 0, y: wild, width: 3, height: 3), animated: animated)
      stage.scrollView.scrollRectToVisible(
        Rect(x: 0, y: 900, width: 3, height: wild), animated: animated)
    }
    #expect(stage.log.isEmpty && stage.scrollView.phase == .idle)
  }

  @Test(arguments: wild)
  func `in an event causes it to be ignored`(wild: Double) {
    stage.drag(from: Point(200, 700), by: Point(0, -100), lift: false)
    let before = Snapshot(stage.scrollView)
    for phase in Self.phases {
      stage.touch(phase, wild, 3, at: 1)
      stage.touch(phase, 3, 3, at: wild)
    }
    let point = Point(wild, 1)
    for event: Event in [
      .wheel(point, at: .zero, 1),
      .wheel(Point(0, 1), at: point, 1),
      .touchpad(.began, by: point, at: .zero, 1),
      .touchpad(.began, by: Point(0, 40), at: point, 1),
      .pinch(.began, wild, at: .zero, 1),
      .key(KeyEvent(key: "Down", timestamp: wild)),
    ] {
      stage.window.send(event)
    }
    #expect(Snapshot(stage.scrollView) == before)
  }

  @Test(arguments: wild, [true, false])
  func `at the end of a touch or gesture ends it, at its last place`(wild: Double, isPlace: Bool) {
    let place = isPlace ? Point(wild, wild) : Point(5, 5)
    // A time has to be one that the clock can reach.
    let time = isPlace ? 1 : wild == .infinity ? 1e13 : wild
    for phase in [TouchEvent.Phase.ended, .cancelled] {
      let stage = Stage()
      stage.drag(from: Point(200, 700), by: Point(0, -100), lift: false)
      let offset = stage.scrollView.contentOffset
      stage.touch(phase, place.x, place.y, at: time)
      #expect(!stage.scrollView.isTracking && stage.window.touches.isEmpty)
      #expect(stage.milestones.contains("willEndDragging"))
      #expect((stage.scrollView.contentOffset - offset).length < 400, "it does not go to the place")
    }
    let zoomed = Stage()
    zoomed.zooms = true
    zoomed.scrollView.maximumZoomScale = 4
    for (phase, scale) in [(GesturePhase.began, 1.0), (.changed, 2)] {
      zoomed.window.send(.pinch(phase, scale, at: Point(9, 9), 0))
    }
    zoomed.window.send(.pinch(.ended, isPlace ? wild : 2, at: place, time))
    #expect(!zoomed.scrollView.isZooming && zoomed.scrollView.zoomScale == 2)
    let scrolled = Stage()
    for phase in [GesturePhase.began, .changed] {
      scrolled.window.send(.touchpad(phase, by: Point(0, -30), at: Point(9, 9), 0.01))
    }
    scrolled.window.send(.touchpad(.ended, by: place, at: place, time))
    #expect(!scrolled.scrollView.isTracking && scrolled.milestones.contains("willEndDragging"))
  }

  @Test func `as the target of a delegate leaves the target unchanged`() {
    for wild in Self.wild {
      let stage = Stage()
      stage.request = Point(0, wild)
      let time = stage.drag(from: Point(200, 700), by: Point(0, -200))
      let plain = Stage()
      plain.drag(from: Point(200, 700), by: Point(0, -200))
      #expect(stage.scrollView.restingOffset == plain.scrollView.restingOffset)
      #expect(stage.settle(from: time) != nil)
    }
  }

  @Test(arguments: Axis.allCases, [Double.greatestFiniteMagnitude, 1.1e12])
  func `that is finite and too large is clamped to what there is`(axis: Axis, huge: Double) {
    let stage = Stage(viewport: Size(400, 400), content: Size(4000, 4000), displayScale: 1)
    let view = stage.scrollView
    view.setContentOffset(axis.point(huge, 7), animated: false)
    #expect(view.contentOffset == axis.point(1e12, 7))
    view.contentOffset = axis.point(-huge)
    #expect(view.contentOffset == axis.point(-1e12))
    view.contentOffset = .zero
    view.scrollRectToVisible(
      Rect(origin: axis.point(3990), size: Size(huge, huge)), animated: false)
    #expect(axis.main(view.contentOffset) == 3600)
    view.contentOffset = .zero
    stage.window.send(.wheel(axis.point(huge), at: Point(9, 9), 0))
    #expect(view.restingOffset == axis.point(3600))
    stage.settle(from: 0)
    view.contentOffset = .zero
    stage.request = axis.point(huge)
    let time = stage.drag(from: Point(200, 200), by: axis.point(-100), at: 1)
    #expect(view.restingOffset == axis.point(3600), "the target of a delegate")
    stage.settle(from: time)
    view.contentSize = axis.size(huge, 4000)
    #expect(view.contentSize == axis.size(1e12, 4000))
    view.contentInset = axis.insets(huge, -huge)
    #expect(view.contentInset == axis.insets(1e12, -1e12))
    view.center = axis.point(huge)
    #expect(view.center == axis.point(1e12))
  }

  @Test func `that is a scale of zero or below is ignored`() {
    for scale in [0.0, -1, -0.0] {
      let view = ScrollView()
      view.minimumZoomScale = scale
      view.maximumZoomScale = scale
      view.displayScale = scale
      #expect(view.minimumZoomScale == 1 && view.maximumZoomScale == 1 && view.displayScale == 1)
    }
  }

  @Test func `that is too high a velocity is limited to a hundred points a millisecond`() {
    let stage = Stage(content: Size(402, 1e9), offset: Point(0, 5e8))
    stage.drag(from: Point(200, 700), by: Point(0, -1e7), steps: 3)
    #expect(stage.velocities == [Point(0, 100)])
    #expect(stage.settle(from: 0.05, limit: 11) != nil)
  }

  @Test func `for a touch that never began, or began twice, is harmless`() {
    stage.touch(.moved, 1, 1, at: 0, id: 7)
    stage.touch(.ended, 1, 1, at: 0, id: 7)
    stage.touch(.began, 200, 700, at: 0.1)
    stage.touch(.moved, 200, 650, at: 0.2)
    stage.touch(.began, 200, 700, at: 0.3)
    #expect(stage.milestones == ["willBeginDragging", "willEndDragging", "didEndDragging(false)"])
    #expect(stage.scrollView.phase == .tracking)
    stage.touch(.ended, 200, 700, at: 0.4)
    #expect(stage.scrollView.phase == .idle)
  }

  @Test func `as a late timestamp takes effect at the current time, and determines the velocity`() {
    stage.touch(.began, 200, 700, at: 0)
    stage.window.advance(to: 1)
    stage.touch(.moved, 200, 680, at: 0.1)
    stage.touch(.moved, 200, 640, at: 0.2)
    #expect(stage.window.time == 1)
    #expect(abs(stage.scrollView.panGestureRecognizer.velocity(in: nil).y + 240) < 1e-9)
    stage.touch(.ended, 200, 640, at: 0.2)
    #expect(abs(stage.velocities[0].y) < 0.25)
  }
}
