package import ScrollEngine

/// A line of text that is being typed, with a caret or all of it selected.
package struct TextEntry: Hashable, Sendable {
  package private(set) var text: String
  /// The number of characters before the caret.
  package private(set) var caret: Int
  /// Whether the next character replaces all.
  package private(set) var isAllSelected: Bool

  /// The number of characters that fit. [C]
  package static let limit = 500

  /// Makes an entry with all of its text selected.
  package init(_ text: String = "") {
    self.text = text
    caret = text.count
    isAllSelected = !text.isEmpty
  }

  /// Inserts text at the caret, or in place of the selection.
  package mutating func insert(_ new: String) {
    if isAllSelected { self = TextEntry() }
    let room = Self.limit - text.count
    let printable = new.unicodeScalars.filter { !$0.properties.isControl }
    let inserted = String(String(String.UnicodeScalarView(printable)).prefix(max(0, room)))
    text.insert(contentsOf: inserted, at: index(caret))
    // A combining character joins the one before it.
    caret = min(caret + inserted.count, text.count)
  }

  /// Handles a key that edits or types; returns false for others.
  package mutating func press(_ key: KeyEvent) -> Bool {
    switch key.key {
    case "a" where key.modifiers.contains(.control): isAllSelected = !text.isEmpty
    case "BackSpace":
      if isAllSelected { self = TextEntry() } else { delete(caret - 1) }
    case "Delete":
      if isAllSelected { self = TextEntry() } else { delete(caret) }
    case "Left", "KP_Left": moveCaret(to: isAllSelected ? 0 : caret - 1)
    case "Right", "KP_Right": moveCaret(to: isAllSelected ? text.count : caret + 1)
    case "Home", "KP_Home": moveCaret(to: 0)
    case "End", "KP_End": moveCaret(to: text.count)
    default:
      guard key.modifiers.isDisjoint(with: [.control, .alternate, .command]),
        let character = Self.character(of: key.key.rawValue)
      else { return false }
      insert(String(character))
    }
    return true
  }

  private mutating func moveCaret(to place: Int) {
    isAllSelected = false
    caret = min(max(place, 0), text.count)
  }

  private mutating func delete(_ place: Int) {
    guard place >= 0, place < text.count else { return }
    text.remove(at: index(place))
    caret = min(place, text.count)
  }

  private func index(_ place: Int) -> String.Index {
    text.index(text.startIndex, offsetBy: min(max(place, 0), text.count))
  }

  /// The character that a key with the name of an X keysym types; `nil` for keys that type none.
  package static func character(of name: String) -> Character? {
    if name.count == 1 { return name.first }
    if let named = named[name] { return named }
    if name.hasPrefix("KP_"), name.count == 4 { return name.last }
    return nil
  }

  /// The names of printable ASCII characters that are no letters or digits, and of the numeric pad.
  private static let named: [String: Character] = [
    "space": " ", "exclam": "!", "quotedbl": "\"", "numbersign": "#", "dollar": "$",
    "percent": "%", "ampersand": "&", "apostrophe": "'", "parenleft": "(", "parenright": ")",
    "asterisk": "*", "plus": "+", "comma": ",", "minus": "-", "period": ".", "slash": "/",
    "colon": ":", "semicolon": ";", "less": "<", "equal": "=", "greater": ">", "question": "?",
    "at": "@", "bracketleft": "[", "backslash": "\\", "bracketright": "]", "asciicircum": "^",
    "underscore": "_", "grave": "`", "braceleft": "{", "bar": "|", "braceright": "}",
    "asciitilde": "~", "KP_Decimal": ".", "KP_Separator": ",", "KP_Subtract": "-", "KP_Add": "+",
    "KP_Multiply": "*", "KP_Divide": "/", "adiaeresis": "ä", "odiaeresis": "ö",
    "udiaeresis": "ü", "Adiaeresis": "Ä", "Odiaeresis": "Ö", "Udiaeresis": "Ü", "ssharp": "ß",
    "eacute": "é", "egrave": "è", "agrave": "à", "ccedilla": "ç", "ntilde": "ñ", "degree": "°",
    "section": "§", "EuroSign": "€",
  ]
}

extension Unicode.Scalar.Properties {
  /// True for characters that show nothing and control something, such as a line end.
  fileprivate var isControl: Bool { generalCategory == .control }
}
