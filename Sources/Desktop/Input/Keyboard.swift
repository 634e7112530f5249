internal import CX11
internal import OverscrollHost

/// Translates key events, and distinguishes repeats from presses.
struct Keyboard {
  private var down: Set<UInt32> = []

  /// Whether repeats are distinguishable: otherwise they are pairs of release and press.
  private var detectsRepeats = false

  /// Returns the event of a key, or `nil` where it has no keysym.
  mutating func key(_ event: XKeyEvent, time: Double) -> Input.Key? {
    if !detectsRepeats, let display = event.display {
      // A round trip, for which no start waits; a key repeats long after.
      var isSupported: Int32 = 0
      XkbSetDetectableAutoRepeat(display, 1, &isSupported)
      detectsRepeats = true
    }
    let isDown = event.type == KeyPress
    let wasDown = down.contains(event.keycode)
    if isDown { down.insert(event.keycode) } else { down.remove(event.keycode) }
    guard let name = Self.name(event) else { return nil }
    return Input.Key(
      time: time, action: isDown ? (wasDown ? .repeated : .pressed) : .released, name: name,
      shiftedDigit: Self.shiftedDigit(event), modifiers: Input.Modifiers(state: event.state))
  }

  /// Returns whether a key is Escape.
  func isEscape(_ event: XKeyEvent) -> Bool { Self.name(event) == "Escape" }

  /// Sets the keys that are held, which the server reports when the window regains the focus; they continue to repeat.
  mutating func update(with event: XKeymapEvent) {
    down = withUnsafeBytes(of: event.key_vector) { bits in
      Set((8..<UInt32(bits.count) * 8).filter { bits[Int($0 / 8)] & (1 << ($0 % 8)) != 0 })
    }
  }

  /// Forgets the held keys, whose releases other windows receive once this one loses the focus.
  mutating func forget() {
    down = []
  }

  private static func name(_ event: XKeyEvent) -> String? {
    var symbol = Self.symbol(event, state: event.state)
    if !isLatinOrFunction(symbol) {
      symbol = symbols(event).first(where: isLatinOrFunction) ?? symbol
    }
    if !isLetter(symbol), let latin = LatinKeyPlaces.symbol(event),
      isLetter(latin) || !isLatinOrFunction(symbol), !hasLatinLetters(event)
    {
      symbol = latin
    }
    return XKeysymToString(symbol).map { String(cString: $0) }
  }

  /// The keysyms of a key in each layout (group).
  private static func symbols(_ event: XKeyEvent) -> some Sequence<KeySym> {
    (0..<groups).lazy.map { group in
      symbol(event, state: event.state & ~groupMask | UInt32(group) << groupShift)
    }
  }

  /// Returns whether any layout has Latin letters, on whichever keys; its other keys are then where the user expects them.
  private static func hasLatinLetters(_ event: XKeyEvent) -> Bool {
    LatinKeyPlaces.letterCodes.contains { code in
      var event = event
      event.keycode = code
      return symbols(event).contains(where: isLetter)
    }
  }

  private static func isLetter(_ symbol: KeySym) -> Bool {
    (0x41...0x5A).contains(symbol) || (0x61...0x7A).contains(symbol)
  }

  /// The position of the layout (group) in a `state`, and the maximum number of layouts.
  private static let (groupShift, groupMask, groups): (UInt32, UInt32, Int) = (13, 3 << 13, 4)

  /// Returns the keysym of a key with a `state`, ignoring Caps Lock.
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

  /// Returns whether a keysym is a Latin-1 character (up to 0xFF), or an arrow, function or media key (from 0xFD00 on).
  private static func isLatinOrFunction(_ symbol: KeySym) -> Bool {
    (0x20...0xFF).contains(symbol) || symbol >= 0xFD00 && symbol < 0x0100_0000
      || symbol >= 0x1000_0000
  }
}

/// The keys of a Latin layout by their places on a PC keyboard, for keyboards whose layouts have no Latin letters.
private enum LatinKeyPlaces {
  /// The codes of the first keys of rows, and what the keys type without and with Shift in the layout `us` of xkeyboard-config.
  private static let rows: [(code: UInt32, plain: String, shifted: String)] = [
    (10, "1234567890-=", "!@#$%^&*()_+"), (24, "qwertyuiop[]", "QWERTYUIOP{}"),
    (38, "asdfghjkl;'`", "ASDFGHJKL:\"~"), (51, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
  ]

  /// The codes of the keys with letters.
  static let letterCodes = rows.flatMap { row in
    zip(row.code..., row.plain).filter { $0.1.isLetter }.map(\.0)
  }

  /// Returns the keysym of a key at its place; `nil` for a key that types no character.
  static func symbol(_ event: XKeyEvent) -> KeySym? {
    let isShifted = event.state & UInt32(ShiftMask) != 0
    for row in rows where event.keycode >= row.code {
      let text = (isShifted ? row.shifted : row.plain).unicodeScalars.dropFirst(
        Int(event.keycode - row.code))
      if let scalar = text.first { return KeySym(scalar.value) }
    }
    return nil
  }
}

extension Input.Modifiers {
  /// Makes a set from an event's `state`.
  init(state: UInt32) {
    var keys: Self = []
    if state & UInt32(ShiftMask) != 0 { keys.insert(.shift) }
    if state & UInt32(ControlMask) != 0 { keys.insert(.control) }
    if state & UInt32(Mod1Mask) != 0 { keys.insert(.alt) }
    if state & UInt32(Mod4Mask) != 0 { keys.insert(.logo) }
    self = keys
  }
}

/// The names of keys, as events have them.
package enum KeyName {
  /// Returns the name that events have for a key.
  ///
  /// - Parameter text: The name of a keysym, in which the first letter may be small, or the character that the key types.
  /// - Returns: The name, such as `Next` for `Page_Down` and `less` for `<`; `nil` where no key has it.
  package static func canonical(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    if let scalar = scalars.first, scalars.count == 1 {
      return (0x21...0xFF).contains(scalar.value) ? name(KeySym(scalar.value)) : nil
    }
    let capitalized = text.prefix(1).uppercased() + text.dropFirst()
    return [text, capitalized].lazy.map(symbol).first { $0 != 0 }.flatMap(name)
  }

  /// Returns the keysym of a name; 0 (`NoSymbol`) where there is none.
  private static func symbol(_ name: String) -> KeySym { XStringToKeysym(name) }

  private static func name(_ symbol: KeySym) -> String? {
    XKeysymToString(symbol).map { String(cString: $0) }
  }
}
