package import ScrollEngine

extension TextEvent {
  /// The maximum length of the text of one event of a take, in Unicode scalars: its line stays below the limit of a script's.
  /// [C]
  package static let maximumRecordedLength = 10_000

  /// The same event with text that hides what was typed; see ``Swift/String/masked``.
  package var masked: Self {
    var event = self
    switch content {
    case .inserted(let text): event.content = .inserted(text.masked)
    case .pasted(let text): event.content = .pasted(text.masked)
    case .marked(let text, let range): event.content = .marked(text.masked, selectedRange: range)
    }
    return event
  }

  /// The text.
  package var text: String {
    switch content {
    case .inserted(let text), .pasted(let text), .marked(let text, _): text
    }
  }
}

extension Event {
  /// The same input; text is masked.
  var masked: Self { if case .text(let text) = self { .text(text.masked) } else { self } }

  /// Input whose text is too long to be recorded.
  package var isTooLongToRecord: Bool {
    guard case .text(let text) = self else { return false }
    return text.text.unicodeScalars.count > TextEvent.maximumRecordedLength
  }
}

extension String {
  /// Text that hides this one and is laid out alike in a font whose characters all have the same width.
  ///
  /// Each Unicode scalar becomes one of a few that stand for its kind: `x` for letters and numbers, a full stop for signs. White
  /// space and hyphens stay. Words end and lines break at the same places, and the number of characters is the same however the
  /// text is divided into parts. Masked text is its own mask.
  package var masked: String {
    String(String.UnicodeScalarView(unicodeScalars.map(\.mask)))
  }
}

extension Unicode.Scalar {
  fileprivate var mask: Self {
    switch value {
    case 0x200D, 0x00A0, 0x2007, 0x202F: self
    // These vowels join the letter before them, as spacing marks do.
    case 0x0E33, 0x0EB3: "\u{E33}"
    case 0x2010, 0x2014, 0x002D: "-"
    case 0x0027, 0x2019, 0x005F: "x"
    case 0x1F1E6...0x1F1FF: "\u{1F1E6}"
    case 0x1100...0x11FF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xD7B0...0xD7FB: maskOfHangul
    default: maskByProperties
    }
  }

  private var maskByProperties: Self {
    let properties = properties
    if properties.isWhitespace { return self }
    if properties.canonicalCombiningClass == .virama { return "\u{94D}" }
    if properties.isGraphemeExtend || properties.isEmojiModifier { return "\u{301}" }
    switch properties.generalCategory {
    case .control: return "\u{1}"
    case .format: return "\u{200B}"
    case .spacingMark: return "\u{903}"
    case .otherLetter where (0x900...0xD7F).contains(value): return "\u{915}"
    default: break
    }
    if properties.isIdeographic { return "\u{5B57}" }
    if properties.isAlphabetic || properties.numericType != nil { return "x" }
    return properties.isEmojiPresentation || (properties.isEmoji && value > 0xFF)
      ? "\u{1F642}" : "."
  }

  /// The first letter of the kind: a leading consonant, a vowel, a final consonant, or a syllable with or without one.
  private var maskOfHangul: Self {
    switch value {
    case 0x1160...0x11A7, 0xD7B0...0xD7C6: "\u{1160}"
    case 0x11A8...0x11FF, 0xD7CB...0xD7FB: "\u{11A8}"
    case 0xAC00...0xD7A3: (value - 0xAC00).isMultiple(of: 28) ? "\u{AC00}" : "\u{AC01}"
    default: "\u{1100}"
    }
  }
}
