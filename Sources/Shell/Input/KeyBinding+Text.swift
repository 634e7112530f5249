import OverscrollHost

/// What is wrong with a line of a file.
package struct LineProblem: Error, Hashable, Sendable {
  package let message: String

  package init(_ message: String) { self.message = message }
}

extension KeyBinding {
  /// The names of modifiers in key files, in the order in which they are written.
  private static let names: [(name: String, modifier: Input.Modifiers)] = [
    ("super", .logo), ("ctrl", .control), ("alt", .alt), ("shift", .shift),
  ]
  /// The mouse buttons that can be bound: the others drag or scroll.
  private static let buttons = [3] + Array(8...20)

  /// Returns the binding of a mouse button that does not drag.
  package static func button(_ number: Int) -> KeyBinding { KeyBinding("button\(number)") }

  /// Parses a binding such as `ctrl+shift+o`, `F11` or `button8`.
  ///
  /// The case of a letter counts only where it is pressed alone or with Shift: `V` is `shift+v`, and `ctrl+O` is `ctrl+o`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - canonical: Returns the name that events have for a key, or `nil` where no key has it.
  /// - Throws: What is wrong with it.
  package init(parsing text: String, canonical: (String) -> String?) throws(LineProblem) {
    var parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    // The plus sign is a key, too.
    if text == "+" || text.hasSuffix("++") { parts = parts.dropLast(2) + ["plus"] }
    if parts.count > 1, parts.last == "" { throw LineProblem("a key is missing after \(text)") }
    let key = parts.removeLast()
    var modifiers: Input.Modifiers = []
    for part in parts {
      guard let named = Self.names.first(where: { $0.name == part.lowercased() }) else {
        throw LineProblem("no such modifier: \(part); modifiers are super, ctrl, alt and shift")
      }
      guard modifiers.insert(named.modifier).inserted else {
        throw LineProblem("\(named.name) is given twice")
      }
    }
    if key.hasPrefix("button"), let number = Int(key.dropFirst("button".count)) {
      guard Self.buttons.contains(number), modifiers.isEmpty else {
        throw LineProblem(
          modifiers.isEmpty
            ? "\(key) cannot be bound; button3 and button8 to button20 can"
            : "mouse buttons cannot be combined with modifiers")
      }
      self = .button(number)
      return
    }
    guard let name = canonical(key) else {
      throw LineProblem("no such key: \(key)")
    }
    self.init(Self.cased(name, modifiers), modifiers)
  }

  /// A letter in the case in which it is typed with modifiers.
  private static func cased(_ key: String, _ modifiers: Input.Modifiers) -> String {
    guard isLetter(key) else { return key }
    if modifiers.contains(.shift) { return key.uppercased() }
    return modifiers.isEmpty ? key : key.lowercased()
  }

  private static func isLetter(_ key: String) -> Bool {
    key.utf8.count == 1 && key.first?.isLetter == true
  }

  /// The binding as it is written in key files.
  package var text: String {
    let isCapital = Self.isLetter(key) && key != key.lowercased() && !modifiers.isEmpty
    let held = isCapital ? modifiers.union(.shift) : modifiers
    let names = Self.names.filter { held.contains($0.modifier) }.map(\.name)
    return (names + [isCapital ? key.lowercased() : key]).joined(separator: "+")
  }
}
