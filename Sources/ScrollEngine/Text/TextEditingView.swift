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

  // MARK: - Events

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

/// What a key does in a text.
enum TextCommand: Hashable {
  /// Moves the caret, or the end of the selection.
  case move(TextMotion, extends: Bool)
  /// Deletes the selection, otherwise what a motion passes over.
  case delete(TextMotion)
  /// A line break, or the end of editing in a field.
  case enter
  case selectAll, copy, cut, paste, undo, redo
  /// Ends editing.
  case resign

  /// The command of a key, or `nil`; keys of the numeric keypad act as their counterparts.
  init?(_ event: KeyEvent) {
    let modifiers = event.modifiers
    guard modifiers.isDisjoint(with: [.alternate, .command]) else { return nil }
    let key = event.key.counterpart
    let control = modifiers.contains(.control)
    let shift = modifiers.contains(.shift)
    if let command = Self.editing(key, control: control, shift: shift) {
      self = command
    } else if let motion = Self.motion(key, control: control) {
      self = .move(motion, extends: shift)
    } else {
      return nil
    }
  }

  private static func editing(_ key: KeyEvent.Key, control: Bool, shift: Bool) -> Self? {
    switch (key, control, shift) {
    case (.backspace, _, _): .delete(control ? .previousWord : .previousCharacter)
    case (.delete, false, true): .cut
    case (.delete, _, _): .delete(control ? .nextWord : .nextCharacter)
    case (.insert, true, _): .copy
    case (.insert, false, true): .paste
    case (.return, false, _): .enter
    case (.escape, false, _): .resign
    case ("a", true, _): .selectAll
    case ("c", true, _): .copy
    case ("x", true, _): .cut
    case ("v", true, _): .paste
    case ("z", true, false): .undo
    case ("Z", true, _), ("z", true, true), ("y", true, _): .redo
    default: nil
    }
  }

  private static func motion(_ key: KeyEvent.Key, control: Bool) -> TextMotion? {
    switch key {
    case .left: control ? .previousWord : .previousCharacter
    case .right: control ? .nextWord : .nextCharacter
    case .home: control ? .textStart : .lineStart
    case .end: control ? .textEnd : .lineEnd
    case .up: .previousLine
    case .down: .nextLine
    case .pageUp: .previousPage
    case .pageDown: .nextPage
    default: nil
    }
  }
}

extension KeyEvent {
  /// Whether the key has a meaning in a text field or text view other than typing.
  package var isTextCommand: Bool { TextCommand(self) != nil }
}

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

/// The recognizer by which taps place the caret and select words and paragraphs, and by which a pointer's drag selects text.
///
/// A finger's drag scrolls instead. Being the innermost recognizer, it makes those of enclosing views fail, so that a tap that
/// ends editing elsewhere does not end it here.
final class TextSelectionRecognizer: GestureRecognizer {
  private weak var input: (any TextEditingView)?
  private var taps = 0
  private var lastTap: (location: Point, time: Double)?
  /// What the first touch of a drag has selected.
  private var origin = 0..<0

  init(_ input: any TextEditingView) {
    self.input = input
    super.init()
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    guard let touch = touches.first, let input, input.allowsSelecting, numberOfTouches == 1,
      !((input as? ScrollView)?.beginsDragAtOnce ?? false)
    else { return fail() }
    count(touch)
    guard touch.type == .indirectPointer else { return }
    state = .began
    if state == .began { select(touch) }
  }

  override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    guard let touch = touches.first, let input else { return }
    guard isActive else {
      if touch.maximumDistance >= TapGestureRecognizer.allowableMovement { fail() }
      return
    }
    let position = input.position(at: touch.location(in: input))
    let unit = input.content.editor.buffer.range(of: TextUnit(taps: taps), at: position)
    if unit.lowerBound < origin.lowerBound {
      input.select(from: origin.upperBound, to: unit.lowerBound)
    } else {
      input.select(from: origin.lowerBound, to: max(unit.upperBound, origin.upperBound))
    }
    state = .changed
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    if isActive {
      // Outer recognizers received the touch after this one had begun.
      preventRivals()
      state = .ended
    } else if state == .possible, let touch = touches.first {
      state = .ended
      if state == .ended { select(touch) }
    }
  }

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    if isActive { state = .cancelled }
    fail()
  }

  override func willBeAbandoned(wasActive: Bool) { forgetTaps() }

  private func fail() {
    if state == .possible { state = .failed }
    forgetTaps()
  }

  private func forgetTaps() {
    taps = 0
    lastTap = nil
  }

  /// Counts consecutive taps at one place.
  private func count(_ touch: Touch) {
    let isConsecutive =
      lastTap.map {
        touch.timestamp - $0.time <= TapGestureRecognizer.maximumPause
          && (touch.location(in: nil) - $0.location).length
            <= TapGestureRecognizer.allowableMovement
      } ?? false
    taps = isConsecutive ? taps + 1 : 1
    lastTap = (touch.location(in: nil), touch.timestamp)
  }

  private func select(_ touch: Touch) {
    guard let input else { return }
    input.willSelectByTouch()
    guard input.becomeFirstResponder() else { return }
    let position = input.position(at: touch.location(in: input))
    origin = input.content.editor.buffer.range(of: TextUnit(taps: taps), at: position)
    input.select(from: origin.lowerBound, to: origin.upperBound)
  }
}
