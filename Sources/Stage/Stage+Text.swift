package import ScrollEngine

extension Stage {
  /// Returns whether an event types text: a text event, or, while text is edited, a key that is neither a command nor held with
  /// Control, Alt or Super.
  package func isTyping(_ event: Event) -> Bool {
    switch event {
    case .text: return true
    case .key(let key):
      let hasModifier = !key.modifiers.isDisjoint(with: [.control, .alternate, .command])
      return window.textInput != nil && !hasModifier && !key.isTextCommand
    case .touch, .pinch, .wheel, .touchpad: return false
    }
  }
}
