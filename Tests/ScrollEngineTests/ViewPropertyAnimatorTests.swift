import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `An animator of views` {
  private let log = PositionLog()
  private let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 400))
  private let view = View(frame: Rect(x: 0, y: 0, width: 10, height: 10))

  /// An animator that moves the view by 100 points within a second.
  private func animator(
    _ axis: Axis, curve: View.AnimationCurve = .linear, _ log: PositionLog? = nil
  ) -> ViewPropertyAnimator {
    window.addSubview(view)
    view.center = Point(50, 50)
    let animator = ViewPropertyAnimator(duration: 1, curve: curve) {
      view.center += axis.point(100)
    }
    if let log { animator.addCompletion { log.positions.append($0) } }
    return animator
  }

  private final class PositionLog {
    var positions: [ViewPropertyAnimator.Position] = []
  }

  private func seen(_ axis: Axis) -> Double { axis.main(view.presentation.center) - 50 }

  @Test(arguments: Axis.allCases)
  func `changes the properties at once, and what is seen follows`(axis: Axis) {
    let animator = animator(axis, log)
    #expect(animator.state == .inactive && !animator.isRunning && animator.fractionComplete == 0)
    #expect(animator.duration == 1 && view.center == Point(50, 50))
    animator.startAnimation()
    #expect(animator.state == .active && animator.isRunning)
    #expect(view.center == Point(50, 50) + axis.point(100) && seen(axis) == 0)
    window.advance(to: 5)
    for part in [0, 0.25, 0.5, 0.99] {
      window.advance(to: 5 + part)
      #expect(abs(seen(axis) - 100 * part) < 1e-9)
      #expect(abs(animator.fractionComplete - part) < 1e-9)
    }
    #expect(log.positions.isEmpty)
    window.advance(to: 6)
    #expect(log.positions == [.end] && animator.state == .inactive && !window.needsAdvance)
    #expect(seen(axis) == 100)
  }

  @Test(arguments: Axis.allCases)
  func `pauses, is scrubbed, and continues from there`(axis: Axis) {
    let animator = animator(axis, log)
    animator.startAnimation()
    window.advance(to: 0)
    window.advance(to: 0.3)
    animator.pauseAnimation()
    #expect(!animator.isRunning && animator.state == .active && !window.needsAdvance)
    window.advance(to: 9)
    #expect(abs(seen(axis) - 30) < 1e-9)
    animator.fractionComplete = 0.8
    #expect(abs(seen(axis) - 80) < 1e-9)
    animator.fractionComplete = 7
    #expect(animator.fractionComplete == 1)
    animator.fractionComplete = 0.5
    animator.continueAnimation(durationFactor: 1)
    window.advance(to: 20)
    window.advance(to: 20.5)
    #expect(abs(seen(axis) - 75) < 1e-9, "the rest takes a whole duration")
    window.advance(to: 21)
    #expect(log.positions == [.end])
  }

  @Test(arguments: Axis.allCases)
  func `goes back to where it began, and leaves the properties there`(axis: Axis) {
    let animator = animator(axis, log)
    animator.startAnimation()
    window.advance(to: 0)
    window.advance(to: 0.6)
    animator.isReversed = true
    #expect(abs(seen(axis) - 60) < 1e-9)
    window.advance(to: 0.6)
    window.advance(to: 1)
    #expect(abs(seen(axis) - 20) < 1e-9)
    window.advance(to: 1.2)
    #expect(log.positions == [.start] && view.center == Point(50, 50) && seen(axis) == 0)
  }

  @Test(
    arguments: Axis.allCases,
    [(ViewPropertyAnimator.Position.end, 100.0), (.start, 0), (.current, 40)])
  func `stops where it is seen, and finishes at a position`(
    axis: Axis, finish: (position: ViewPropertyAnimator.Position, place: Double)
  ) {
    let animator = animator(axis, log)
    animator.startAnimation()
    window.advance(to: 0)
    window.advance(to: 0.4)
    animator.stopAnimation(false)
    #expect(animator.state == .stopped && abs(axis.main(view.center) - 90) < 1e-9)
    animator.finishAnimation(at: finish.position)
    #expect(log.positions == [finish.position] && animator.state == .inactive)
    #expect(abs(axis.main(view.center) - 50 - finish.place) < 1e-9)
    #expect(!window.needsAdvance)
  }

  @Test(arguments: View.AnimationCurve.allCases)
  func `follows its curve, after a delay`(curve: View.AnimationCurve) {
    let animator = animator(.horizontal, curve: curve)
    let plain = View(frame: view.frame)
    window.addSubview(plain)
    plain.center = Point(50, 50)
    animator.startAnimation(afterDelay: 0.5)
    View.animate(
      withDuration: 1, delay: 0.5,
      options: View.AnimationOptions(rawValue: UInt(curve.rawValue) << 16)
    ) { plain.center = Point(150, 50) }
    window.advance(to: 2)
    for time in [0.2, 0.5, 0.7, 1, 1.4, 1.5, 2] {
      window.advance(to: 2 + time)
      #expect((view.presentation.center - plain.presentation.center).length < 1e-9)
    }
  }

  @Test func `without a view in a window finishes at once`() {
    let animator = ViewPropertyAnimator(duration: 1, dampingRatio: 0.5) { view.alpha = 0.5 }
    animator.addCompletion { log.positions.append($0) }
    animator.startAnimation()
    #expect(view.alpha == 0.5 && log.positions == [.end] && animator.state == .inactive)
  }
}
