package import ScrollEngine
package import ScrollGeometry

/// The touches, wheel notches and touchpad gestures to be drawn over the content of a stage.
///
/// ```swift
/// marks.note(event, in: stage.window)          // after each event that the stage has performed
/// marks.draw(on: canvas, at: stage.window.time)
/// ```
/// The window draws again while ``isMoving(at:)``, and starts with new marks at a clean start.
package struct TouchMarks: Hashable, Sendable {
  /// A finger, or a mouse button that acts as one.
  package struct Finger: Hashable, Sendable {
    /// The identifier of its events.
    package let id: Int
    /// Where it was and when, oldest first.
    package fileprivate(set) var trail: [Place]
    /// Who receives its events.
    package fileprivate(set) var recipient: Touch.Recipient
    /// The time at which it was lifted or canceled, in seconds; `nil` while it is down.
    package fileprivate(set) var end: Double?

    /// Where it is, in the window's points.
    package var location: Point { trail.last?.location ?? .zero }
  }

  /// A location in points and a time in seconds.
  package struct Place: Hashable, Sendable {
    package let time: Double
    package let location: Point
  }

  /// Notches of a wheel, or a movement on a touchpad.
  package struct Arrow: Hashable, Sendable {
    package let time: Double
    /// The pointer, in the window's points.
    package let location: Point
    /// The notches, or the points that the fingers moved; positive to the right and down.
    package fileprivate(set) var movement: Point
    package let isTouchpad: Bool
  }

  /// A pinch on a touchpad.
  package struct Pinch: Hashable, Sendable {
    /// The time of the latest event, in seconds.
    package fileprivate(set) var time: Double
    package fileprivate(set) var location: Point
    /// The distance of the fingers relative to the beginning.
    package fileprivate(set) var scale: Double
    package fileprivate(set) var hasEnded: Bool
  }

  package private(set) var fingers: [Finger] = []
  package private(set) var arrows: [Arrow] = []
  package private(set) var pinch: Pinch?

  /// The length of a trail, in seconds.
  package static let trail = 0.15
  /// The time for which a mark fades after a touch, a notch or a pinch has ended, in seconds. [C]
  package static let fading = 0.3

  package init() {}

  /// Notes an event that a stage has performed, and the resulting state of the touches in its window.
  package mutating func note(_ event: Script.TimedEvent, in window: Window) {
    let time = event.time
    removeFaded(at: time)
    if case .event(let input) = event.action { note(input, at: time) }
    for touch in window.touches {
      guard let index = fingers.lastIndex(where: { $0.id == touch.id && $0.end == nil }) else {
        continue
      }
      fingers[index].recipient = touch.recipient
    }
  }

  private mutating func note(_ input: Event, at time: Double) {
    switch input {
    case .touch(let touch): note(touch, at: time)
    case .wheel(let wheel):
      arrows.append(
        Arrow(time: time, location: wheel.location, movement: wheel.notches, isTouchpad: false))
    case .touchpad(let touchpad) where touchpad.phase != .ended:
      let former = arrows.last.flatMap { $0.isTouchpad ? $0 : nil }
      if former != nil { arrows.removeLast() }
      arrows.append(
        Arrow(
          time: time, location: touchpad.location,
          movement: touchpad.phase == .began
            ? touchpad.delta : (former?.movement ?? .zero) * 0.7 + touchpad.delta,
          isTouchpad: true))
    case .pinch(let event):
      pinch = Pinch(
        time: time, location: event.location, scale: event.scale,
        hasEnded: event.phase == .ended)
    default: break
    }
  }

  private mutating func note(_ touch: TouchEvent, at time: Double) {
    let place = Place(time: time, location: touch.location)
    let index = fingers.lastIndex { $0.id == touch.id && $0.end == nil }
    switch (touch.phase, index) {
    case (.began, let stale):
      if let stale { fingers[stale].end = time }
      fingers.append(Finger(id: touch.id, trail: [place], recipient: .none))
    case (.moved, let index?):
      fingers[index].trail.append(place)
      fingers[index].trail.removeAll { time - $0.time > Self.trail }
    case (.ended, let index?): fingers[index].end = time
    case (.cancelled, let index?):
      fingers[index].end = time
      fingers[index].recipient = .cancelled
    default: break
    }
  }

  private mutating func removeFaded(at time: Double) {
    fingers.removeAll { $0.end.map { time - $0 > Self.fading } ?? false }
    arrows.removeAll { time - $0.time > Self.fading }
    if let pinch, pinch.hasEnded, time - pinch.time > Self.fading { self.pinch = nil }
  }

  /// Returns whether the marks look different a moment after `time` without any event.
  package func isMoving(at time: Double) -> Bool {
    let isFading = fingers.contains { finger in
      if let end = finger.end { return time - end <= Self.fading }
      if case .delayed(_, let until) = finger.recipient { return time <= until }
      return finger.trail.count > 1
        && finger.trail.contains { $0.time < finger.trail[finger.trail.count - 1].time }
        && time - finger.trail[finger.trail.count - 1].time <= Self.trail
    }
    return isFading || arrows.contains { time - $0.time <= Self.fading }
      || pinch.map { $0.hasEnded && time - $0.time <= Self.fading } ?? false
  }

  /// Returns whether there is anything to draw at a time.
  package func isEmpty(at time: Double) -> Bool {
    !fingers.contains { $0.end.map { time - $0 < Self.fading } ?? true }
      && !arrows.contains { time - $0.time < Self.fading }
      && !(pinch.map { !$0.hasEnded || time - $0.time < Self.fading } ?? false)
  }
}
