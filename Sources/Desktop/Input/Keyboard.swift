internal import CX11

/// Names keys and tells a repeat from a press.
struct Keyboard {
  private var down: Set<UInt32> = []

  /// Asks for releases only when a key really comes up; without it repeats look like quick presses.
  static func prepare(_ connection: Connection) {
    var supported: Int32 = 0
    XkbSetDetectableAutoRepeat(connection.display, 1, &supported)
  }

  /// What a key event says; nil when the key has no symbol.
  mutating func key(_ event: XKeyEvent, time: Double) -> Event.Key? {
    let isDown = event.type == KeyPress
    let wasDown = down.contains(event.keycode)
    if isDown { down.insert(event.keycode) } else { down.remove(event.keycode) }
    guard let name = Self.name(event) else { return nil }
    return Event.Key(
      time: time, action: isDown ? (wasDown ? .repeated : .pressed) : .released, name: name,
      modifiers: Modifiers(state: event.state))
  }

  /// Forgets which keys are down, for their releases go elsewhere without the keyboard.
  mutating func forget() {
    down = []
  }

  private static func name(_ event: XKeyEvent) -> String? {
    var event = event
    var symbol: KeySym = 0
    XLookupString(&event, nil, 0, &symbol, nil)
    if !isLatinOrFunction(symbol) {
      let shift = event.state & UInt32(ShiftMask) != 0 ? 1 : 0
      let first = XkbKeycodeToKeysym(event.display, KeyCode(event.keycode), 0, Int32(shift))
      if isLatinOrFunction(first) { symbol = first }
    }
    return XKeysymToString(symbol).map { String(cString: $0) }
  }

  /// True for Latin-1 characters (up to 0xFF), and arrows, function and media keys (from 0xFD00 on).
  private static func isLatinOrFunction(_ symbol: KeySym) -> Bool {
    (0x20...0xFF).contains(symbol) || symbol >= 0xFD00 && symbol < 0x0100_0000
      || symbol >= 0x1000_0000
  }
}

extension Modifiers {
  /// The keys that a `state` of X names.
  init(state: UInt32) {
    var keys: Self = []
    if state & UInt32(ShiftMask) != 0 { keys.insert(.shift) }
    if state & UInt32(ControlMask) != 0 { keys.insert(.control) }
    if state & UInt32(Mod1Mask) != 0 { keys.insert(.alt) }
    if state & UInt32(Mod4Mask) != 0 { keys.insert(.logo) }
    self = keys
  }
}
