import ScrollGeometry

/// What text fields and text views share: editing by keys, text events and touches.
protocol TextEditingView: TextInput {
  var content: TextContent { get set }
  /// The top left corner of the first line, in the view's coordinates.
  var textCorner: Point { get }
  /// The part of the view in which text is visible, in its coordinates.
  var textArea: Rect { get }
  var allowsEditing: Bool { get }
  var allowsSelecting: Bool { get }

  /// Returns text as the view takes it.
  func accepted(_ text: String) -> String
  /// Asks the delegate.
  func shouldChange(_ range: Range<Int>, to text: String) -> Bool
  /// Called when lines may have changed, before the notifications.
  func layoutDidChange()
  /// Notifies the delegate of a change by the user.
  func textDidChange()
  /// Notifies the delegate.
  func selectionDidChange()
  /// Scrolls so that the caret is visible.
  func revealCaret()
  /// Called on Return.
  func enterWasPressed()
  /// Called when a touch selects text.
  func willSelectByTouch()
}

// MARK: - Editing

extension TextEditingView {
  /// Replaces a range as the user asks for it, if the delegate agrees.
  func replace(_ range: Range<Int>, with text: String) {
    let text = accepted(text)
    guard allowsEditing, !range.isEmpty || !text.isEmpty, shouldChange(range, to: text) else {
      return
    }
    changeText { $0.editor.replace(range, with: text) }
  }

  /// Replaces the selection or the marked text, if the delegate agrees.
  func insert(_ text: String) {
    let text = accepted(text)
    let range = content.editor.replacedRange
    guard allowsEditing, !range.isEmpty || !text.isEmpty, shouldChange(range, to: text) else {
      return
    }
    changeText { $0.editor.insert(text) }
  }

  func delete(by motion: TextMotion) {
    replace(content.deleted(by: motion), with: "")
  }

  func mark(_ text: String, selected: Range<Int>) {
    let text = accepted(text)
    guard allowsEditing else { return }
    changeText { $0.editor.mark(text, selected: selected) }
  }

  func unmark() {
    guard markedRange != nil else { return }
    changeSelection { $0.editor.unmark() }
  }

  func select(from anchor: Int, to head: Int) {
    changeSelection {
      $0.goal = nil
      $0.editor.select(from: anchor, to: head)
    }
  }

  private func changeText(_ change: (inout TextContent) -> TextEdit?) {
    guard let edit = change(&content) else { return }
    content.update(edit)
    content.caretTime = window?.time ?? 0
    layoutDidChange()
    revealCaret()
    textDidChange()
    selectionDidChange()
  }

  private func changeSelection(_ change: (inout TextContent) -> Void) {
    let before = content.editor.selection
    change(&content)
    content.caretTime = window?.time ?? 0
    guard content.editor.selection != before else { return }
    revealCaret()
    selectionDidChange()
  }
}

// MARK: - Events

extension TextEditingView {
  func receive(_ event: TextEvent) {
    switch event.content {
    case .inserted(let text): insertText(text)
    case .marked(let text, let selected): setMarkedText(text, selectedRange: selected)
    case .pasted(let text):
      content.editor.endRun()
      insert(text)
      content.editor.endRun()
    }
  }

  /// Handles a key press; returns whether the key has a meaning in text.
  func handle(_ event: KeyEvent) -> Bool {
    guard let command = TextCommand(event), allowsEditing || command.isReading else { return false }
    switch command {
    case .move(let motion, let extends):
      let page = linesPerPage
      changeSelection { $0.move(motion, extends: extends, page: page) }
      revealCaret()
    case .delete(let motion):
      delete(by: motion)
      revealCaret()
    case .enter: enterWasPressed()
    case .selectAll: select(from: 0, to: content.characters.count)
    case .copy: copySelection()
    case .cut: cutSelection()
    case .paste: window?.pasteboard?.requestString()
    case .undo, .redo: changeText { $0.editor.undo(redoing: command == .redo) }
    case .resign: resignFirstResponder()
    }
    return true
  }

  func copySelection() {
    let range = content.editor.selection.range
    guard !range.isEmpty else { return }
    window?.pasteboard?.setString(content.editor.buffer.string(in: range))
  }

  func cutSelection() {
    let range = content.editor.selection.range
    guard allowsEditing, !range.isEmpty else { return }
    copySelection()
    content.editor.endRun()
    replace(range, with: "")
  }

  private var linesPerPage: Int {
    max(Int(textArea.height / content.metrics.lineHeight) - 1, 1)
  }
}

extension TextCommand {
  /// Whether the command is for text that cannot be edited too.
  fileprivate var isReading: Bool {
    switch self {
    case .move(_, let extends): extends
    case .selectAll, .copy, .resign: true
    case .delete, .enter, .cut, .paste, .undo, .redo: false
    }
  }
}

// MARK: - Geometry

extension TextEditingView {
  func position(at point: Point) -> Int { content.position(at: point - textCorner) }

  func rectOfCaret(at position: Int) -> Rect {
    let rect = content.caretRect(for: position)
    return Rect(origin: rect.origin + textCorner, size: rect.size)
  }

  func rectsOfSelection(_ range: Range<Int>) -> [Rect] {
    let (area, corner) = (textArea, textCorner)
    let rects = content.selectionRects(
      for: range, from: area.minY - corner.y, to: area.maxY - corner.y, edge: area.maxX - corner.x)
    return rects.map { Rect(origin: $0.origin + corner, size: $0.size) }
  }

  var linesToDraw: [TextLine] {
    let (area, corner) = (textArea, textCorner)
    return content.textLines(from: area.minY - corner.y, to: area.maxY - corner.y, corner: corner)
  }
}
