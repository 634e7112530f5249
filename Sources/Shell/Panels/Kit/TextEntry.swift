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
    let byWord = key.modifiers.contains(.control)
    switch key.key {
    case "a" where key.modifiers.contains(.control): isAllSelected = !text.isEmpty
    case "u" where key.modifiers.contains(.control): delete(0..<caret)
    case "w" where key.modifiers.contains(.control): delete(wordStart..<caret)
    case "BackSpace": delete((byWord ? wordStart : caret - 1)..<caret)
    case "Delete", "KP_Delete": delete(caret..<(byWord ? wordEnd : caret + 1))
    case "Left", "KP_Left": moveCaret(to: isAllSelected ? 0 : byWord ? wordStart : caret - 1)
    case "Right", "KP_Right":
      moveCaret(to: isAllSelected ? text.count : byWord ? wordEnd : caret + 1)
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

  /// Deletes characters, or the selection.
  private mutating func delete(_ places: Range<Int>) {
    if isAllSelected { return self = TextEntry() }
    guard places.lowerBound >= 0, places.upperBound <= text.count else { return }
    text.removeSubrange(index(places.lowerBound)..<index(places.upperBound))
    caret = min(places.lowerBound, text.count)
  }

  /// Where the word before the caret begins.
  private var wordStart: Int {
    let before = Array(text.prefix(caret))
    let end = before.lastIndex { !$0.isWhitespace } ?? 0
    return before[..<end].lastIndex(where: \.isWhitespace).map { $0 + 1 } ?? 0
  }

  /// Where the word after the caret ends.
  private var wordEnd: Int {
    let after = Array(text.dropFirst(caret))
    let start = after.firstIndex { !$0.isWhitespace } ?? after.count
    return caret + (after[start...].firstIndex(where: \.isWhitespace) ?? after.count)
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
