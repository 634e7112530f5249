import ScrollEngine
import ScrollGeometry

/// Builds the input of a scene's demo.
struct Demo {
  /// The time between two positions of a finger, in seconds: that of a mouse at 125 Hz. [C]
  static let interval = 0.008

  private(set) var events: [Script.TimedEvent] = []
  /// The time of the next event, in seconds.
  private var time: Double
  private var finger = 0

  private init(from start: Double) { time = start }

  /// The events that `body` adds, the first at a time in seconds.
  static func script(
    from start: Double = 0.1, _ body: (inout Demo) -> Void
  ) -> [Script.TimedEvent] {
    var demo = Demo(from: start)
    body(&demo)
    return demo.events
  }

  private mutating func add(_ action: Script.Action, target: String? = nil) {
    events.append(Script.TimedEvent(time: time, action: action, target: target))
  }

  /// Rounds to whole microseconds, so that scripts are short to read.
  private mutating func pass(_ seconds: Double) {
    time = ((time + seconds) * 1e6).rounded() / 1e6
  }

  mutating func wait(_ seconds: Double) { pass(seconds) }

  private mutating func touch(
    _ phase: TouchEvent.Phase, _ point: Point, _ type: Touch.TouchType = .direct
  ) {
    let point = Point((point.x * 100).rounded() / 100, (point.y * 100).rounded() / 100)
    add(
      .event(
        .touch(
          TouchEvent(id: finger, phase: phase, location: point, timestamp: time, type: type))))
  }

  /// Puts a finger down, holds it for `rest`, moves it and stops before it lifts: the content stays where it is let go.
  mutating func drag(
    from start: Point, to end: Point, for seconds: Double = 0.5, after rest: Double = 0,
    hold: Double = 0.2
  ) {
    finger += 1
    touch(.began, start)
    pass(rest)
    move(from: start, to: end, for: seconds) { $0 * $0 * (3 - 2 * $0) }
    pass(hold)
    touch(.ended, end)
    pass(Self.interval)
  }

  /// Moves a finger evenly and lifts it at full speed.
  mutating func flick(
    from start: Point, to end: Point, for seconds: Double = 0.12, after rest: Double = 0,
    type: Touch.TouchType = .direct
  ) {
    finger += 1
    touch(.began, start, type)
    pass(rest)
    move(from: start, to: end, for: seconds, type) { $0 }
    touch(.ended, end, type)
    pass(Self.interval)
  }

  private mutating func move(
    from start: Point, to end: Point, for seconds: Double, _ type: Touch.TouchType = .direct,
    _ ease: (Double) -> Double
  ) {
    let count = max(1, Int((seconds / Self.interval).rounded()))
    for step in 1...count {
      pass(Self.interval)
      touch(.moved, start + (end - start) * ease(Double(step) / Double(count)), type)
    }
  }

  /// Puts a finger down and lifts it after `seconds`.
  mutating func tap(_ point: Point, for seconds: Double = 0.06) {
    finger += 1
    touch(.began, point)
    pass(seconds)
    touch(.ended, point)
    pass(Self.interval)
  }

  /// Pinches at a point on a touchpad, from a scale of 1 to `scale`.
  mutating func pinch(at point: Point, to scale: Double, for seconds: Double = 0.5) {
    add(.event(.pinch(PinchEvent(phase: .began, scale: 1, location: point, timestamp: time))))
    let count = max(1, Int((seconds / 0.016).rounded()))
    for step in 1...count {
      pass(0.016)
      let part = Double(step) / Double(count)
      let now = ((1 + (scale - 1) * part) * 1e4).rounded() / 1e4
      add(
        .event(.pinch(PinchEvent(phase: .changed, scale: now, location: point, timestamp: time))))
    }
    pass(0.016)
    add(.event(.pinch(PinchEvent(phase: .ended, scale: scale, location: point, timestamp: time))))
    pass(Self.interval)
  }

  /// Moves two fingers along the line through a point, from one distance of each from it to another.
  mutating func spread(
    at middle: Point, from near: Double, to far: Double, for seconds: Double = 0.5,
    end: TouchEvent.Phase = .ended
  ) {
    let fingers = [finger + 1, finger + 2]
    finger += 2
    func place(_ distance: Double, _ index: Int) -> Point {
      middle + Point(index == 0 ? -distance : distance, 0)
    }
    func send(_ phase: TouchEvent.Phase, _ distance: Double, _ demo: inout Demo) {
      for (index, id) in fingers.enumerated() {
        demo.finger = id
        demo.touch(phase, place(distance, index))
      }
    }
    send(.began, near, &self)
    let count = max(1, Int((seconds / 0.016).rounded()))
    for step in 1...count {
      pass(0.016)
      send(.moved, near + (far - near) * Double(step) / Double(count), &self)
    }
    pass(0.1)
    send(end, far, &self)
    pass(Self.interval)
  }

  /// Turns the wheel by notches, down and to the right where positive.
  mutating func wheel(_ notches: Point, at point: Point, holding modifiers: Modifiers = []) {
    add(
      .event(
        .wheel(
          WheelEvent(notches: notches, location: point, modifiers: modifiers, timestamp: time))))
    pass(Self.interval)
  }

  /// Presses a key, named as in scripts.
  mutating func key(_ key: String, holding modifiers: Modifiers = []) {
    add(.event(.key(KeyEvent(key: .init(rawValue: key), modifiers: modifiers, timestamp: time))))
    pass(Self.interval)
  }

  mutating func call(_ call: Script.Call, on target: String? = nil) {
    add(.call(call), target: target)
    pass(Self.interval)
  }

  mutating func set(_ settings: Script.Setting..., on target: String? = nil) {
    add(.set(settings), target: target)
    pass(Self.interval)
  }

  mutating func set(_ parameter: String, _ value: Script.Value) {
    add(.setScene([Script.SceneSetting(parameter, value)]))
    pass(Self.interval)
  }
}
