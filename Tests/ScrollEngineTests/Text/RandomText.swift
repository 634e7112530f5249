import OverscrollTestSupport

/// Random Unicode text: words, spaces and line breaks, and whatever makes characters of several scalars.
struct RandomText {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private static let parts = [
    "a", "to", "scroll", "unbreakable-but-for-hyphens", "don’t", "x_1", ",", ". ", " ", "  ", "\t",
    "\n",
    "\r\n", "\n\n", "é", "e\u{301}", "\u{301}", "\u{308}\u{323}", "🇩🇪", "🇫", "👩‍👩‍👧", "\u{200D}", "👍🏽",
    "\u{1F3FD}", "漢字", "かな", "한국", "ᄒ", "ᅡ", "ﷺ", "नि", "\u{A0}", "\u{2028}", "\u{0}", "\u{7}", "ß",
    "supercalifragilisticexpialidocious",
  ]

  mutating func next(upTo count: Int) -> String {
    (0..<random.index(count + 1)).reduce(into: "") { text, _ in text += random.pick(Self.parts) }
  }

  /// A range within a text of `count` characters.
  mutating func range(in count: Int) -> Range<Int> {
    let (one, other) = (random.index(count + 1), random.index(count + 1))
    return min(one, other)..<max(one, other)
  }
}

extension String {
  /// The Unicode scalars, with carriage returns turned into line feeds as text input does.
  var scalars: [Unicode.Scalar] {
    Array(replacing("\r\n", with: "\n").unicodeScalars.map { $0 == "\r" ? "\n" : $0 })
  }

  /// The string up to its last character that is not white space; a no-break space does not count as white space.
  var withoutTrailingSpace: String {
    var characters = Array(self)
    while let last = characters.last, last.isWhitespace, last != "\u{A0}" {
      characters.removeLast()
    }
    return String(characters)
  }

  /// The string with the characters of a range replaced.
  func replacing(_ range: Range<Int>, with string: String) -> String {
    let characters = Array(self)
    return String(characters[..<range.lowerBound]) + string
      + String(characters[range.upperBound...])
  }
}
