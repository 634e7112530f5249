import UIKitNames

/// A finger on a window, whose clock it carries.
final class Finger {
  let window: UIWindow
  private(set) var time = 0.0

  /// Puts a view into a window of its size.
  init(on view: UIView) {
    window = UIWindow(frame: CGRect(origin: .zero, size: view.frame.size))
    window.addSubview(view)
    window.advance(to: 0)
  }

  func touch(_ phase: TouchEvent.Phase, _ x: Double, _ y: Double, id: Int = 0) {
    window.send(
      .touch(TouchEvent(id: id, phase: phase, location: CGPoint(x: x, y: y), timestamp: time)))
  }

  /// Lets time pass in frames.
  func wait(_ seconds: Double) {
    let end = time + seconds
    while time < end {
      time = min(time + 1.0 / 60, end)
      window.advance(to: time)
    }
  }

  /// Touches and lifts at once.
  func tap(_ x: Double, _ y: Double) {
    touch(.began, x, y)
    wait(0.05)
    touch(.ended, x, y)
  }

  /// Drags in ten steps of a frame; lifts where it moves, for a flick, or after a rest.
  func drag(
    from start: (x: Double, y: Double), by way: (x: Double, y: Double), resting: Bool = false,
    lifts: Bool = true
  ) {
    touch(.began, start.x, start.y)
    for step in 1...10 {
      wait(1.0 / 60)
      let part = Double(step) / 10
      touch(.moved, start.x + way.x * part, start.y + way.y * part)
    }
    if resting { wait(0.3) }
    if lifts { touch(.ended, start.x + way.x, start.y + way.y) }
  }

  /// Lets time pass until nothing moves.
  func settle() {
    var frames = 0
    while window.needsAdvance, frames < 1200 {
      frames += 1
      wait(1.0 / 60)
    }
  }
}
