import ScrollEngine

extension Stage {
  /// Returns whether a key types text, which follows as an event of its own: one that, while text is edited, is neither a
  /// command nor held with Control, Alt or Super.
  func isTyping(_ key: KeyEvent) -> Bool {
    let hasModifier = !key.modifiers.isDisjoint(with: [.control, .alternate, .command])
    return window.textInput != nil && !hasModifier && !key.isTextCommand
  }
}
