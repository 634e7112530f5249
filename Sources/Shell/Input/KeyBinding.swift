package import OverscrollHost

/// A key and the modifiers that must be held with it: these and no others.
package struct KeyBinding: Hashable, Sendable {
  /// The name of the keysym with Shift applied, such as "Left", "plus", "q", "Q".
  let key: String
  /// The modifiers, without Shift where it is part of the symbol that the key types.
  let modifiers: Input.Modifiers

  /// Makes a binding.
  ///
  /// - Parameters:
  ///   - key: The name of the keysym with Shift applied.
  ///   - modifiers: The modifiers that must be held; Shift is dropped where the key types a symbol.
  package init(_ key: String, _ modifiers: Input.Modifiers = []) {
    self.key = key
    self.modifiers = Self.typesSymbol(key) ? modifiers.subtracting(.shift) : modifiers
  }

  /// Returns the event of the key being pressed, at a time in seconds.
  package func event(at time: Double) -> Input.Key {
    Input.Key(
      time: time, action: .pressed, name: key, shiftedDigit: nil, modifiers: modifiers)
  }

  /// Returns the bindings that an event matches, the most specific first.
  ///
  /// A key that types a digit only with Shift, as on French keyboards, acts as the digit unless its own symbol is bound.
  static func matching(_ event: Input.Key) -> [KeyBinding] {
    let own = KeyBinding(event.name, event.modifiers)
    guard let digit = event.shiftedDigit else { return [own] }
    return [own, KeyBinding("\(digit)", event.modifiers)]
  }

  /// Returns whether a key types a symbol, which already depends on Shift and the layout: `<` has its name on every keyboard.
  private static func typesSymbol(_ key: String) -> Bool {
    key.unicodeScalars.count == 1 || symbols.contains(key)
  }

  /// The names of the keysyms of ASCII's punctuation.
  private static let symbols: Set = [
    "exclam", "quotedbl", "numbersign", "dollar", "percent", "ampersand", "apostrophe",
    "parenleft", "parenright", "asterisk", "plus", "comma", "minus", "period", "slash", "colon",
    "semicolon", "less", "equal", "greater", "question", "at", "bracketleft", "backslash",
    "bracketright", "asciicircum", "underscore", "grave", "braceleft", "bar", "braceright",
    "asciitilde",
  ]
}

extension KeyBinding: CustomStringConvertible {
  /// The binding as keyboards label it, such as `Ctrl+Shift+O`.
  package var description: String {
    var parts: [String] = []
    if modifiers.contains(.logo) { parts.append("Super") }
    if modifiers.contains(.control) { parts.append("Ctrl") }
    if modifiers.contains(.alt) { parts.append("Alt") }
    let isCapital = key.count == 1 && key != key.lowercased()
    if modifiers.contains(.shift) || isCapital && !modifiers.isEmpty { parts.append("Shift") }
    let isLetter = key.count == 1 && !modifiers.isEmpty
    return (parts + [isLetter ? key.uppercased() : key]).joined(separator: "+")
  }
}

extension KeyBinding {
  /// The keys as keyboards label them: those of the number block, mouse buttons and the names that some layouts have for others are
  /// left out, and so is a letter that means the same with Shift.
  package static func labels(of bindings: [KeyBinding]) -> [String] {
    var labels: [String] = []
    let hidden = ["KP_", "ISO_", "button"]
    for binding in bindings where !hidden.contains(where: binding.key.hasPrefix) {
      let capital = KeyBinding(binding.key.uppercased(), binding.modifiers)
      guard binding == capital || !bindings.contains(capital) else { continue }
      let name = Self.names[binding.key] ?? binding.key
      labels.append(KeyBinding(name, binding.modifiers).description)
    }
    return labels
  }

  private static let names = [
    "space": "Space", "KP_Enter": "Enter", "comma": ",", "period": ".", "bracketleft": "[",
    "bracketright": "]", "braceleft": "{", "braceright": "}", "backslash": "\\",
    "question": "?", "Escape": "Esc", "plus": "+", "equal": "=", "minus": "−",
    "BackSpace": "Backspace", "Next": "Page Down", "Prior": "Page Up", "less": "<",
    "greater": ">", "bar": "|", "underscore": "_", "numbersign": "#", "slash": "/",
    "asterisk": "*",
  ]
}
