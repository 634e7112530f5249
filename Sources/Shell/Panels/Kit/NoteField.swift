package import ScrollEngine

/// The field for a note.
package final class NoteField: TextInputControl {
  package var text = ""
  /// Called with the note when Return is pressed.
  var didEnter: (String) -> Void = { _ in }
  /// Called when the field is left, with the text; `nil` if it was discarded.
  var didEnd: (String?) -> Void = { _ in }

  override var storedText: String { text }

  override func store(_ text: String) -> Bool {
    self.text = text
    return true
  }

  override func typingDidEnd(isStored: Bool) { didEnd(isStored ? text : nil) }

  package override func keyPressed(_ key: KeyEvent) -> Bool {
    let isReturn = key.key == "Return" || key.key == "KP_Enter"
    guard super.keyPressed(key) else { return false }
    if isReturn { didEnter(text) }
    return true
  }
}
