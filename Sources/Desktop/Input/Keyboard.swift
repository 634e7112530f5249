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
      shiftedDigit: Self.shiftedDigit(event), modifiers: Modifiers(state: event.state))
  }

  /// Takes over which keys are down, as the server tells when the keyboard comes back: those are held on, and repeat.
  mutating func note(_ event: XKeymapEvent) {
    down = withUnsafeBytes(of: event.key_vector) { bits in
      Set((8..<UInt32(bits.count) * 8).filter { bits[Int($0 / 8)] & (1 << ($0 % 8)) != 0 })
    }
  }

  /// Forgets which keys are down, for their releases go elsewhere without the keyboard.
  mutating func forget() {
    down = []
  }

  private static func name(_ event: XKeyEvent) -> String? {
    var symbol = Self.symbol(event, state: event.state)
    if !isLatinOrFunction(symbol) {
      let group = (0..<groups).lazy.map { group in
        Self.symbol(event, state: event.state & ~groupMask | UInt32(group) << groupShift)
      }
      symbol = group.first(where: isLatinOrFunction) ?? symbol
    }
    return XKeysymToString(symbol).map { String(cString: $0) }
  }

  /// Where the chosen layout stands in a `state`, and how many there may be.
  private static let (groupShift, groupMask, groups): (UInt32, UInt32, Int) = (13, 3 << 13, 4)

  /// What a key types with a `state`; Caps Lock is left out, for commands are not text.
  private static func symbol(_ event: XKeyEvent, state: UInt32) -> KeySym {
    var event = event
    event.state = state & ~UInt32(LockMask)
    var symbol: KeySym = 0
    XLookupString(&event, nil, 0, &symbol, nil)
    return symbol
  }

  private static func shiftedDigit(_ event: XKeyEvent) -> Int? {
    let shift = UInt32(ShiftMask)
    guard event.state & shift == 0, digit(symbol(event, state: event.state)) == nil else {
      return nil
    }
    return digit(symbol(event, state: event.state | shift))
  }

  private static func digit(_ symbol: KeySym) -> Int? {
    (0x30...0x39).contains(symbol) ? Int(symbol) - 0x30 : nil
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
