internal import CX11
internal import Geometry

/// Reads the pointer where the server has no XInput 2: whole pixels, wheels as buttons.
enum CoreInput {
  /// What the window asks for.
  static let mask = ButtonPressMask | ButtonReleaseMask | PointerMotionMask

  static func motion(_ event: XMotionEvent, time: Double) -> Event {
    .pointer(
      Event.Pointer(
        time: time, action: .moved, position: Point(Double(event.x), Double(event.y)),
        modifiers: Modifiers(state: event.state)))
  }

  static func button(_ event: XButtonEvent, time: Double) -> Event? {
    button(
      Int(event.button), isDown: event.type == ButtonPress, time: time,
      position: Point(Double(event.x), Double(event.y)), modifiers: Modifiers(state: event.state))
  }

  /// What a button means: 4 to 7 are a wheel's notches up, down, left and right; their releases are nothing.
  static func button(
    _ number: Int, isDown: Bool, time: Double, position: Point, modifiers: Modifiers
  ) -> Event? {
    let notches = [4: Point(0, -1), 5: Point(0, 1), 6: Point(-1, 0), 7: Point(1, 0)]
    if let notch = notches[number] {
      guard isDown else { return nil }
      return .wheel(
        Event.Wheel(time: time, notches: notch, position: position, modifiers: modifiers))
    }
    return .pointer(
      Event.Pointer(
        time: time, action: isDown ? .pressed(button: number) : .released(button: number),
        position: position, modifiers: modifiers))
  }
}
