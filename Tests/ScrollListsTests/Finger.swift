import ScrollEngine
import ScrollGeometry

/// A finger on a window, whose clock it carries.
final class Finger {
  let window: Window
  private(set) var time = 0.0

  init(_ window: Window) {
    self.window = window
    window.advance(to: 0)
  }

  func touch(_ phase: TouchEvent.Phase, _ place: Point) {
    window.send(.touch(TouchEvent(id: 0, phase: phase, location: place, timestamp: time)))
  }

  func wait(_ seconds: Double) {
    time += seconds
    window.advance(to: time)
  }

  /// Down and up again at once.
  func tap(_ place: Point) {
    wait(2)
    touch(.began, place)
    time += 0.05
    touch(.ended, place)
  }

  /// A straight drag in ten steps of 1/60 s.
  func drag(_ start: Point, by way: Point, lift: Bool = true) {
    touch(.began, start)
    for step in 1...10 {
      time += 1.0 / 60
      touch(.moved, start + way * (Double(step) / 10))
    }
    if lift { touch(.ended, start + way) }
  }

  /// A slow drag that rests before the lift, so that nothing flies.
  func pull(_ start: Point, by way: Point) {
    drag(start, by: way, lift: false)
    time += 0.2
    touch(.ended, start + way)
  }

  /// Lets time run in frames until nothing moves, with a look at each.
  func settle(_ look: () -> Void = {}) {
    var frames = 0
    while window.needsAdvance, frames < 1200 {
      frames += 1
      wait(1.0 / 60)
      look()
    }
  }
}
