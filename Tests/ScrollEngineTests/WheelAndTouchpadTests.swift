import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `Desktop input` {
  private let stage = Stage(content: Size(4000, 4000))

  private func wheel(_ stage: Stage, _ notches: Point, _ modifiers: Modifiers = [], at time: Double)
  {
    stage.window.send(.wheel(notches, at: Point(100, 100), time, modifiers: modifiers))
  }

  private func touchpad(_ stage: Stage, _ phase: GesturePhase, _ delta: Point, at time: Double) {
    stage.window.send(.touchpad(phase, by: delta, at: Point(100, 100), time))
  }

  @Test func `moves the content sixty points a notch, in 0.15 seconds, fast at first`() {
    let stage = Stage()
    wheel(stage, Point(0, 1), at: 0)
    stage.window.advance(to: 0.075)
    #expect(abs(stage.scrollView.contentOffset.y - 52.5) < 1e-9)
    stage.window.advance(to: 0.15)
    #expect(stage.scrollView.contentOffset == Point(0, 60))
    #expect(stage.milestones == ["didEndScrollingAnimation"])
  }

  @Test func `adds notches up from the shown offset, within the range`() {
    let stage = Stage(content: Size(402, 1000))
    wheel(stage, Point(0, 1), at: 0)
    wheel(stage, Point(0, 1), at: 0.05)
    let shown = stage.scrollView.contentOffset.y
    #expect(shown > 40 && shown < 60)
    stage.settle(from: 0.05)
    #expect(stage.scrollView.contentOffset == Point(0, 120))
    wheel(stage, Point(0, 5), at: 1)
    stage.settle(from: 1)
    #expect(stage.scrollView.contentOffset == Point(0, 126), "no bounce")
  }

  @Test func `scrolls horizontally with shift`() {
    wheel(stage, Point(0, 2), .shift, at: 0)
    stage.settle(from: 0)
    #expect(stage.scrollView.contentOffset == Point(120, 0))
  }

  @Test func `returns an axis that was beyond its edge when a notch interrupted it`() {
    let time = stage.drag(from: Point(50, 100), by: Point(120, 0), steps: 5)
    #expect(stage.scrollView.contentOffset.x < 0)
    wheel(stage, Point(0, 1), at: time + 0.05)
    stage.settle(from: time + 0.05)
    #expect(stage.scrollView.contentOffset == Point(0, 60))
  }

  @Test(
    arguments: [
      ("Down", [], Point(500, 560)), ("Up", [], Point(500, 440)), ("Right", [], Point(560, 500)),
      ("Left", [], Point(440, 500)), ("Down", .shift, Point(500, 860)),
      ("Left", .shift, Point(140, 500)), ("Down", .control, Point(500, 3600)),
      ("Left", .control, Point(0, 500)), ("space", [], Point(500, 500)),
    ] as [(String, Modifiers, Point)])
  func `moves the content by keys`(key: String, modifiers: Modifiers, expected: Point) {
    let stage = Stage(viewport: Size(400, 400), content: Size(4000, 4000), offset: Point(500, 500))
    stage.window.send(.key(KeyEvent(key: .init(rawValue: key), modifiers: modifiers, timestamp: 0)))
    stage.settle(from: 0)
    #expect(stage.scrollView.contentOffset == expected)
  }

  @Test func `drags on a touchpad by the sum of its movements, after ten points`() {
    let stage = Stage(displayScale: 1, offset: Point(0, 500))
    touchpad(stage, .began, .zero, at: 0)
    touchpad(stage, .changed, Point(0, -6), at: 0.016)
    #expect(stage.scrollView.phase == .tracking)
    touchpad(stage, .changed, Point(0, -6), at: 0.032)
    #expect(stage.scrollView.contentOffset.y == 502)
    touchpad(stage, .changed, Point(0, 40), at: 0.048)
    #expect(stage.scrollView.contentOffset.y == 462)
    touchpad(stage, .ended, .zero, at: 0.3)
    #expect(stage.scrollView.phase == .idle && stage.milestones.count == 3)
  }

  @Test func `resists less beyond the edge on a touchpad than under a finger`() {
    let stage = Stage(displayScale: 1000)
    touchpad(stage, .began, .zero, at: 0)
    touchpad(stage, .changed, Point(0, 110), at: 0.016)
    let band = RubberBand(coefficient: 0.715, dimension: 874)
    #expect(abs(stage.scrollView.contentOffset.y + band.stretch(of: 100)) < 1e-3)
  }

  @Test func `ends a touchpad drag after 0.08 seconds without an event`() {
    let stage = Stage()
    touchpad(stage, .began, .zero, at: 0)
    touchpad(stage, .changed, Point(0, -40), at: 0.016)
    touchpad(stage, .changed, Point(0, -40), at: 0.032)
    stage.window.advance(to: 0.111)
    #expect(stage.scrollView.phase == .dragging)
    stage.window.advance(to: 0.113)
    #expect(stage.scrollView.phase == .decelerating)
  }

  /// Fingers that move along an axis on a touchpad that reports stops.
  private func fingers(
    _ stage: Stage, _ axis: Axis, _ phase: GesturePhase, _ delta: Double, at time: Double
  ) {
    stage.window.send(
      .touchpad(
        phase, by: axis == .horizontal ? Point(delta, 0) : Point(0, delta), at: Point(100, 100),
        time, reportsStops: true))
  }

  @Test(arguments: [Axis.horizontal, .vertical], [60.0, 144])
  func `keeps content under resting fingers of a touchpad with stops`(axis: Axis, rate: Double) {
    for step in 0..<20 {
      fingers(stage, axis, step == 0 ? .began : .changed, -10, at: Double(step) / 60)
    }
    stage.window.advance(to: 20.0 / 60)
    let held = stage.scrollView.contentOffset
    for frame in 20..<Int(2 * rate) where Double(frame) / rate > 20.0 / 60 {
      stage.window.advance(to: Double(frame) / rate)
    }
    #expect(stage.scrollView.contentOffset == held && stage.scrollView.isDragging)
    // A stop after a rest has no velocity.
    fingers(stage, axis, .ended, 0, at: 2)
    stage.settle(from: 2)
    #expect(stage.scrollView.contentOffset == held)
    #expect(!stage.scrollView.isDragging)
  }

  @Test(arguments: [Axis.horizontal, .vertical])
  func `adds slow fingers up to the hysteresis, however far apart their events are`(axis: Axis) {
    for step in 0..<15 {
      fingers(stage, axis, step == 0 ? .began : .changed, -10, at: Double(step) / 10)
      stage.window.advance(to: Double(step) / 10 + 0.09)
    }
    let offset = stage.scrollView.contentOffset
    #expect(axis == .horizontal ? offset == Point(140, 0) : offset == Point(0, 140))
  }

  @Test func `keeps the ten points when two fingers on a touchpad catch moving content`() {
    let stage = Stage(displayScale: 1)
    let time = stage.drag(from: Point(200, 700), by: Point(0, -300))
    touchpad(stage, .began, .zero, at: time + 0.1)
    let caught = stage.scrollView.contentOffset
    touchpad(stage, .changed, Point(0, -9), at: time + 0.12)
    #expect(stage.scrollView.contentOffset == caught && stage.scrollView.isDecelerating)
    touchpad(stage, .changed, Point(0, -2), at: time + 0.14)
    #expect(stage.scrollView.contentOffset == caught + Point(0, 1))
  }

  @Test func `zooms on a touchpad with control, directly`() {
    let stage = Stage(viewport: Size(400, 400), content: Size(1000, 1000), zooming: 1...8)
    stage.window.send(.touchpad(.began, by: Point(0, -100), at: .zero, 0, modifiers: .control))
    #expect(abs(stage.scrollView.zoomScale - 1.6487212707) < 1e-9)
    stage.window.advance(to: 0.1)
    #expect(stage.scrollView.phase == .idle && stage.milestones.last == "didEndZooming")
  }

  @Test func `that began another pinch ends the one whose end was lost`() {
    let stage = Stage(viewport: Size(400, 400), content: Size(1000, 1000), zooming: 1...8)
    for time in [0.0, 1] {
      for (phase, scale) in [(GesturePhase.began, 1.0), (.changed, 1.5)] {
        stage.window.send(.pinch(phase, scale, at: .zero, time))
      }
    }
    #expect(abs(stage.scrollView.zoomScale - 2.25) < 1e-9)
    #expect(stage.milestones == ["willBeginZooming", "didEndZooming", "willBeginZooming"])
  }
}
