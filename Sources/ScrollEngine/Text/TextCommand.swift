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
