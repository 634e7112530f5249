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
    let name = event.key.hasPrefix("KP_") ? String(event.key.dropFirst(3)) : event.key
    let control = modifiers.contains(.control)
    let shift = modifiers.contains(.shift)
    if let command = Self.editing(name, control: control, shift: shift) {
      self = command
    } else if let motion = Self.motion(name, control: control) {
      self = .move(motion, extends: shift)
    } else {
      return nil
    }
  }

  private static func editing(_ name: String, control: Bool, shift: Bool) -> Self? {
    switch (name, control, shift) {
    case ("BackSpace", _, _): .delete(control ? .previousWord : .previousCharacter)
    case ("Delete", false, true): .cut
    case ("Delete", _, _): .delete(control ? .nextWord : .nextCharacter)
    case ("Insert", true, _): .copy
    case ("Insert", false, true): .paste
    case ("Return", false, _), ("Enter", false, _): .enter
    case ("Escape", false, _): .resign
    case ("a", true, _): .selectAll
    case ("c", true, _): .copy
    case ("x", true, _): .cut
    case ("v", true, _): .paste
    case ("z", true, false): .undo
    case ("Z", true, _), ("z", true, true), ("y", true, _): .redo
    default: nil
    }
  }

  private static func motion(_ name: String, control: Bool) -> TextMotion? {
    switch name {
    case "Left": control ? .previousWord : .previousCharacter
    case "Right": control ? .nextWord : .nextCharacter
    case "Home": control ? .textStart : .lineStart
    case "End": control ? .textEnd : .lineEnd
    case "Up": .previousLine
    case "Down": .nextLine
    case "Prior", "Page_Up": .previousPage
    case "Next", "Page_Down": .nextPage
    default: nil
    }
  }
}

extension KeyEvent {
  /// A Boolean value that indicates whether the key has a meaning in a text field or text view other than typing.
  package var isTextCommand: Bool { TextCommand(self) != nil }
}
