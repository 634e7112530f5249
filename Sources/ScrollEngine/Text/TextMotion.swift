/// A way to move in a text.
enum TextMotion: Hashable, CaseIterable {
  case previousCharacter, nextCharacter
  /// To the beginning of the word before, and to the end of the word after.
  case previousWord, nextWord
  case lineStart, lineEnd
  case textStart, textEnd
  case previousLine, nextLine
  case previousPage, nextPage

  /// Whether the motion keeps the distance from the beginning of the line.
  var isVertical: Bool {
    switch self {
    case .previousLine, .nextLine, .previousPage, .nextPage: true
    case .previousCharacter, .nextCharacter, .previousWord, .nextWord, .lineStart, .lineEnd,
      .textStart, .textEnd:
      false
    }
  }
}

/// The units of text that taps select.
enum TextUnit: Hashable {
  /// Nothing; the caret moves.
  case caret
  /// A word, or a run of spaces or of other characters.
  case word
  /// The text between two line breaks.
  case paragraph

  /// The unit that a number of taps selects.
  init(taps: Int) {
    switch taps {
    case ...1: self = .caret
    case 2: self = .word
    default: self = .paragraph
    }
  }
}

extension TextBuffer {
  /// Returns the beginning of the word before `position`, or 0.
  func previousWord(from position: Int) -> Int {
    var position = position
    while position > 0, characters[position - 1].kind != .word { position -= 1 }
    while position > 0, characters[position - 1].kind == .word { position -= 1 }
    return position
  }

  /// Returns the end of the word after `position`, or the end.
  func nextWord(from position: Int) -> Int {
    var position = position
    while position < count, characters[position].kind != .word { position += 1 }
    while position < count, characters[position].kind == .word { position += 1 }
    return position
  }

  /// Returns the range of the unit around `position`.
  func range(of unit: TextUnit, at position: Int) -> Range<Int> {
    switch unit {
    case .caret: position..<position
    case .word: run(at: position)
    case .paragraph: paragraphStart(position)..<paragraphEnd(position)
    }
  }

  /// The characters of one kind around the one at `position`, or at the end of a paragraph around the one before.
  private func run(at position: Int) -> Range<Int> {
    let end = paragraphEnd(position)
    let start = paragraphStart(position)
    guard start < end else { return position..<position }
    let inside = min(position, end - 1)
    let kind = characters[inside].kind
    let before = characters[start..<inside].lastIndex { $0.kind != kind }
    let after = characters[inside..<end].firstIndex { $0.kind != kind }
    return (before.map { $0 + 1 } ?? start)..<(after ?? end)
  }
}

extension Character {
  /// The kinds of characters that double taps and motions by words distinguish.
  fileprivate enum Kind: Hashable {
    case word, space, other
  }

  fileprivate var kind: Kind {
    if isLetter || isNumber || self == "_" || self == "'" || self == "’" { return .word }
    return isWhitespace ? .space : .other
  }
}
