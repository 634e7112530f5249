package import ScrollEngine
package import ScrollGeometry

/// The events of pointers in the order in which tests think of them: what, where, when.
extension Event {
  package static func touch(
    _ phase: TouchEvent.Phase, at place: Point, _ time: Double, id: Int = 1,
    type: Touch.TouchType = .direct
  ) -> Event {
    .touch(phase, at: place, time, id: id, type: type)
  }

  package static func wheel(
    _ notches: Point, at place: Point, _ time: Double, modifiers: Modifiers = []
  ) -> Event {
    .wheel(notches, at: place, time, modifiers: modifiers)
  }

  package static func touchpad(
    _ phase: GesturePhase, by delta: Point, at place: Point, _ time: Double,
    modifiers: Modifiers = [], reportsStops: Bool = false
  ) -> Event {
    .touchpad(phase, by: delta, at: place, time, modifiers: modifiers, reportsStops: reportsStops)
  }

  package static func pinch(
    _ phase: GesturePhase, _ scale: Double, at place: Point, _ time: Double
  ) -> Event {
    .pinch(phase, scale, at: place, time)
  }
}
