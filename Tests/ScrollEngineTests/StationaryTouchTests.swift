import ScrollEngine
import ScrollGeometry
import Testing

/// Events of a finger that rests on the screen.
@Suite struct `A touch that is reported as resting` {
  /// A viewport of 400×400 on a content of 4000×4000, dragged by 240 points at 2 points a millisecond; and the time.
  private func dragged(_ axis: Axis, _ sign: Double) -> (stage: Stage, time: Double) {
    let stage = Stage(viewport: Size(400, 400), content: Size(4000, 4000), displayScale: 1)
    stage.scrollView.contentOffset = Point(1000, 1000)
    let time = stage.drag(
      from: Point(200, 200), by: axis.point(-240 * sign), steps: 12, interval: 0.01, lift: false)
    return (stage, time)
  }

  @Test(arguments: Axis.allCases, [1.0, -1])
  func `keeps its velocity for as long as it is reported`(axis: Axis, sign: Double) {
    for (reports, pause, flies) in [
      (0, 0.31, false), (31, 0.0, true), (31, 0.09, true), (31, 0.1, false),
    ] {
      let (stage, start) = dragged(axis, sign)
      var time = start
      for _ in 0..<reports {
        time += 0.01
        stage.touch(.stationary, Point(50, 50), at: time)
      }
      stage.touch(.ended, Point(200, 200), at: time + pause)
      #expect(abs(axis.main(stage.velocities[0]) - (flies ? 2 * sign : 0)) < 1e-9)
      #expect((stage.scrollView.phase == .decelerating) == flies)
    }
  }

  @Test(arguments: Axis.allCases)
  func `moves nothing, and its next sample counts from the last movement`(axis: Axis) {
    let (stage, time) = dragged(axis, 1)
    let offset = stage.scrollView.contentOffset
    stage.clearLog()
    stage.touch(.stationary, Point(9, 9), at: time + 0.01)
    #expect(stage.scrollView.contentOffset == offset && stage.log.isEmpty)
    let pan = stage.scrollView.panGestureRecognizer
    #expect(pan.state == .changed && abs(axis.main(pan.velocity(in: nil)) + 2000) < 1e-6)
    // Ten points in twenty milliseconds, although the last event is only ten ago.
    stage.touch(.moved, Point(200, 200) + axis.point(-250), at: time + 0.02)
    #expect(abs(axis.main(pan.velocity(in: nil)) + 0.2 * 500 + 0.8 * 2000) < 1e-6)
  }

  @Test func `is neither sent to views nor to recognizers`() throws {
    let stage = TouchStage()
    let recognizer = CountingRecognizer()
    stage.view.addGestureRecognizer(recognizer)
    stage.stage.touch(.began, 200, 350, at: 0)
    stage.stage.window.advance(to: 0.2)
    stage.stage.touch(.stationary, 200, 350, at: 0.3)
    #expect(stage.lines == ["shouldBegin", "began"] && recognizer.moves == 0)
    let touch = try #require(stage.stage.window.touches.first)
    #expect(touch.phase == .stationary && touch.timestamp == 0.3)
    #expect(stage.stage.window.time == 0.3, "time goes on with it")
    stage.stage.touch(.ended, 200, 350, at: 0.4)
    #expect(stage.lines == ["shouldBegin", "began", "ended"])
  }

  @Test func `is nothing where no touch is down`() {
    let stage = TouchStage()
    stage.stage.touch(.stationary, 200, 350, at: 0.1)
    #expect(stage.lines.isEmpty && stage.stage.window.touches.isEmpty)
  }
}

/// A recognizer that counts the movements that it receives.
private final class CountingRecognizer: GestureRecognizer {
  var moves = 0

  override func touchesMoved(_ touches: Set<Touch>, with event: Event) { moves += 1 }
}
