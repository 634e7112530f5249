/// Text as an array of characters (grapheme clusters), so that a position in it is a number and never falls inside one.
struct TextBuffer: Hashable {
  private(set) var characters: [Character]

  /// Creates a buffer; carriage returns become line feeds.
  init(_ string: String = "") {
    characters = Array(Self.normalized(string))
  }

  var count: Int { characters.count }
  var string: String { String(characters) }

  /// Returns the text of a range, clamped to the buffer.
  func string(in range: Range<Int>) -> String { String(characters[clamped(range)]) }

  /// Returns a range clamped to the buffer.
  func clamped(_ range: Range<Int>) -> Range<Int> { range.clamped(to: 0..<count) }

  /// Returns the position after the line break before `position`, or 0.
  func paragraphStart(_ position: Int) -> Int {
    (characters[..<position].lastIndex(where: \.isNewline) ?? -1) + 1
  }

  /// Returns the position of the line break at or after `position`, or the end.
  func paragraphEnd(_ position: Int) -> Int {
    characters[position...].firstIndex(where: \.isNewline) ?? count
  }

  /// Replaces a range, clamped to the buffer, and returns what changed.
  ///
  /// Inserted text may combine with its neighbors into fewer characters, as a combining accent does; a line break never
  /// combines. O(*n*) in the length of the paragraphs that are changed.
  mutating func replace(_ range: Range<Int>, with string: String) -> TextEdit {
    let range = clamped(range)
    let start = paragraphStart(range.lowerBound)
    let end = paragraphEnd(range.upperBound)
    var text = String(characters[start..<range.lowerBound]) + Self.normalized(string)
    let caret = text.unicodeScalars.count
    text += String(characters[range.upperBound..<end])
    let new = Array(text)
    let edit = TextEdit(start: start, old: Array(characters[start..<end]), new: new)
    characters.replaceSubrange(start..<end, with: new)
    return edit.ending(at: start + Self.position(of: caret, in: new))
  }

  /// Undoes a change that was the latest one.
  mutating func revert(_ edit: TextEdit) {
    characters.replaceSubrange(edit.start..<edit.start + edit.new.count, with: edit.old)
  }

  /// The number of characters that hold the first `count` Unicode scalars.
  private static func position(of count: Int, in characters: [Character]) -> Int {
    var seen = 0
    for (index, character) in characters.enumerated() {
      if seen >= count { return index }
      seen += character.unicodeScalars.count
    }
    return characters.count
  }

  private static func normalized(_ string: String) -> String {
    guard string.utf8.contains(0x0D) else { return string }
    let lines = string.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\r" }
    return lines.enumerated().reduce(into: "") { text, line in
      let continuesBreak = line.offset > 0 && line.element.first == "\n"
      if line.offset > 0 { text += "\n" }
      text += String(
        String.UnicodeScalarView(continuesBreak ? line.element.dropFirst() : line.element))
    }
  }
}

/// A change of whole paragraphs of a text.
struct TextEdit: Hashable {
  /// The position of the first paragraph.
  var start: Int
  /// The characters before the change.
  var old: [Character]
  /// The characters after it.
  var new: [Character]
  /// The position after the inserted text.
  var end = 0

  init(start: Int, old: [Character], new: [Character]) {
    self.start = start
    self.old = old
    self.new = new
  }

  /// The same change with another position after the inserted text.
  func ending(at end: Int) -> Self {
    var edit = self
    edit.end = end
    return edit
  }

  /// The change that undoes this one.
  var inverse: Self { Self(start: start, old: new, new: old) }

  /// Returns this change and a later one as one, or `nil` if the later one goes beyond what this one has changed.
  func followed(by later: TextEdit) -> Self? {
    let offset = later.start - start
    guard offset >= 0, offset + later.old.count <= new.count else { return nil }
    var both = self
    both.new.replaceSubrange(offset..<offset + later.old.count, with: later.new)
    return both.ending(at: later.end)
  }
}
