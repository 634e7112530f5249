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
}

// MARK: - Marked text

extension TextEditor {
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
