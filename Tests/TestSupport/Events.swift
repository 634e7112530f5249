package import ScrollEngine
package import ScrollGeometry

/// The events of pointers in the order in which tests think of them: what, where, when.
extension Event {
  package static func touch(
    _ phase: TouchEvent.Phase, at place: Point, _ time: Double, id: Int = 1,
    type: Touch.TouchType = .direct
  ) -> Event {
    .touch(TouchEvent(id: id, phase: phase, location: place, timestamp: time, type: type))
  }

  package static func wheel(
    _ notches: Point, at place: Point, _ time: Double, modifiers: Modifiers = []
  ) -> Event {
    .wheel(WheelEvent(notches: notches, location: place, modifiers: modifiers, timestamp: time))
  }

  package static func touchpad(
    _ phase: GesturePhase, by delta: Point, at place: Point, _ time: Double,
    modifiers: Modifiers = [], reportsStops: Bool = false
  ) -> Event {
    .touchpad(
      TouchpadEvent(
        phase: phase, delta: delta, location: place, modifiers: modifiers,
        reportsStops: reportsStops, timestamp: time))
  }

  package static func pinch(
    _ phase: GesturePhase, _ scale: Double, at place: Point, _ time: Double
  ) -> Event {
    .pinch(PinchEvent(phase: phase, scale: scale, location: place, timestamp: time))
  }
}
