extension Window {
  /// The view that receives text, or `nil` where no first responder accepts any.
  public var textInput: (any TextInput)? { textEditingView }

  var textEditingView: (any TextEditingView)? {
    guard let responder = firstResponder, responder.acceptsText else { return nil }
    return responder as? any TextEditingView
  }

  func firstResponderDidChange(from old: Responder?) {
    let new = firstResponder
    guard old !== new else { return }
    old?.didResignFirstResponder()
    if let new, new === firstResponder { new.didBecomeFirstResponder() }
    if !isReplacingResponder { updateKeyboard() }
  }

  /// Changes the first responder, and shows or hides the keyboard once it is done.
  func replaceResponder(_ change: () -> Bool) -> Bool {
    let isNested = isReplacingResponder
    isReplacingResponder = true
    defer {
      isReplacingResponder = isNested
      if !isNested { updateKeyboard() }
    }
    return change()
  }

  private func updateKeyboard() {
    keyboard.focusDidChange(acceptsText: firstResponder?.acceptsText ?? false)
  }
}
