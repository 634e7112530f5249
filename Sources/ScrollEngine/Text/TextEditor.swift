/// A text with its selection, its marked text and what can be undone: what text fields and text views have in common, as a value.
struct TextEditor {
  private(set) var buffer: TextBuffer
  private(set) var selection: TextSelection
  private var marking: Marking?
  private var history = UndoHistory()

  /// Text that an input method is composing in place of the selection.
  private struct Marking {
    /// The change that shows it; undone and made again whenever it changes, since it may combine with the text before it.
    var edit: TextEdit
    /// The selection it replaces.
    var replaced: TextSelection
    var range: Range<Int>
  }

  init(_ text: String = "") {
    buffer = TextBuffer(text)
    selection = TextSelection(at: buffer.count)
  }

  /// The range that an input method has not committed yet.
  var markedRange: Range<Int>? { marking?.range }

  /// The range that inserted text replaces: the marked text, otherwise the selection.
  var replacedRange: Range<Int> { markedRange ?? selection.range }

  /// Selects from `anchor`, which stays, to `head`, which further motions move; both are clamped.
  ///
  /// Marked text is committed as it is.
  mutating func select(from anchor: Int, to head: Int) {
    unmark()
    let limit = buffer.count
    selection = TextSelection(
      anchor: min(max(anchor, 0), limit), head: min(max(head, 0), limit))
    history.endsRun = true
  }

  /// Replaces a range, places the caret after the new text, and returns what changed.
  ///
  /// Marked text is committed as it is.
  mutating func replace(_ range: Range<Int>, with string: String) -> TextEdit {
    unmark()
    let before = selection
    let edit = buffer.replace(range, with: string)
    selection = TextSelection(at: edit.end)
    history.add(edit, before: before)
    if string.last?.isWhitespace ?? false { history.endsRun = true }
    return edit
  }

  /// Replaces the marked text, or the selection, and returns what changed.
  mutating func insert(_ string: String) -> TextEdit {
    let reverted = revertMarking()
    let edit = replace(selection.range, with: string)
    return reverted?.followed(by: edit) ?? edit
  }

  /// Makes the next change a step of its own.
  mutating func endRun() {
    history.endsRun = true
  }

  /// Undoes the latest change, or redoes the latest one that was undone; returns what changed.
  mutating func undo(redoing: Bool) -> TextEdit? {
    unmark()
    guard let (edit, selection) = history.step(redoing: redoing) else { return nil }
    buffer.revert(edit.inverse)
    select(from: selection.anchor, to: selection.head)
    return edit
  }

  // MARK: - Marked text

  /// Replaces the marked text, or the selection, by text that is not committed yet; empty text restores what it replaced.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - selected: The selection in it.
  /// - Returns: What changed, if anything.
  mutating func mark(_ string: String, selected: Range<Int>) -> TextEdit? {
    let reverted = revertMarking()
    guard !string.isEmpty else { return reverted }
    let replaced = selection
    let edit = buffer.replace(replaced.range, with: string)
    let range = min(replaced.range.lowerBound, edit.end)..<edit.end
    marking = Marking(edit: edit, replaced: replaced, range: range)
    let part = selected.clamped(to: 0..<range.count)
    selection = TextSelection(
      anchor: range.lowerBound + part.lowerBound, head: range.lowerBound + part.upperBound)
    return reverted?.followed(by: edit) ?? edit
  }

  /// Commits the marked text as it is.
  mutating func unmark() {
    guard let marking else { return }
    self.marking = nil
    history.add(marking.edit, before: marking.replaced)
  }

  private mutating func revertMarking() -> TextEdit? {
    guard let marking else { return nil }
    self.marking = nil
    buffer.revert(marking.edit)
    selection = marking.replaced
    return marking.edit.inverse
  }
}

/// A selection: the end that stays and the end that motions move, which has the caret.
struct TextSelection: Hashable {
  var anchor: Int
  var head: Int

  init(anchor: Int, head: Int) {
    self.anchor = anchor
    self.head = head
  }

  /// A caret.
  init(at position: Int) {
    self.init(anchor: position, head: position)
  }

  var isEmpty: Bool { anchor == head }
  var range: Range<Int> { min(anchor, head)..<max(anchor, head) }
}

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

/// The changes of a text that can be undone, and those that can be redone.
struct UndoHistory {
  /// The maximum number of steps that can be undone. [C]
  static let limit = 1000

  /// Whether the next change is a step of its own.
  var endsRun = true
  private var done: [Step] = []
  private var undone: [Step] = []

  private struct Step {
    var edit: TextEdit
    var before: TextSelection
  }

  /// Adds a change, in one step with the one before where both belong to the same typing.
  mutating func add(_ edit: TextEdit, before: TextSelection) {
    undone = []
    defer { endsRun = false }
    if !endsRun, let last = done.popLast() {
      if let both = last.edit.followed(by: edit) {
        done.append(Step(edit: both, before: last.before))
        return
      }
      done.append(last)
    }
    done.append(Step(edit: edit, before: before))
    if done.count > Self.limit { done.removeFirst() }
  }

  /// Returns the change that undoes or redoes a step and the selection after it, or `nil` where there is none.
  mutating func step(redoing: Bool) -> (edit: TextEdit, selection: TextSelection)? {
    endsRun = true
    if redoing {
      guard let step = undone.popLast() else { return nil }
      done.append(step)
      return (step.edit, TextSelection(at: step.edit.end))
    }
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    return (step.edit.inverse, step.before)
  }
}
