package import OverscrollLab
package import ScrollEngine
import ScrollGeometry

/// A field for one line of text, which Return stores and Escape restores, edited by the engine's text field.
///
/// A click begins typing with all of the text selected. Losing the focus stores what is valid.
package class TextInputControl: PanelControl, TextFieldDelegate {
  /// The lettering.
  var style: TextStyle { .text }
  /// Where the text lies: 0 at the left edge, 1 at the right edge.
  var alignment: Double { 0 }
  /// What is typed into; it is hidden while nothing is typed.
  private let field = TypedField()
  /// The text with which typing began.
  private var initialText = ""
  /// Whether the text that was typed cannot be stored.
  package private(set) var isInvalid = false

  /// The number of characters that fit. [C]
  package static let limit = 500

  package override init(frame: Rect = .zero) {
    super.init(frame: frame)
    field.isHidden = true
    field.delegate = self
    field.addAction(for: .editingChanged) { [weak self] in
      self?.isInvalid = false
      self?.setNeedsLayout()
    }
    addSubview(field)
  }

  /// The text that is being typed; `nil` while nothing is.
  package var typedText: String? { isTyping ? field.text : nil }

  /// The text of the stored value.
  var storedText: String { "" }

  /// The text that is shown while nothing is being typed.
  var shownText: String { storedText }

  /// Stores a text; returns false for one that means no value.
  func store(_ text: String) -> Bool { true }

  /// Called after typing has ended; `isStored` is false if it was discarded.
  func typingDidEnd(isStored: Bool) {}

  package override var isTyping: Bool { !field.isHidden }

  package override func didFocus() { beginTyping() }

  package override func didLoseFocus() {
    guard let typedText else { return }
    // Meanwhile the program may have changed the value, which text that was not touched must not restore.
    end(isStored: typedText != initialText && store(typedText))
  }

  /// Begins typing, with all of the text selected.
  package func beginTyping() {
    guard isEnabled, !isTyping, let panelWindow else { return }
    field.font = PanelFont(ruler: panelWindow.ruler, style: style)
    field.isHidden = false
    field.becomeFirstResponder()
    selectStoredText()
    panelWindow.focus(self)
  }

  /// Replaces what is being typed by the stored text, all of it selected.
  func selectStoredText() {
    initialText = storedText
    field.text = initialText
    field.selectedRange = 0..<initialText.count
    isInvalid = false
    setNeedsLayout()
  }

  private func end(isStored: Bool) {
    field.resignFirstResponder()
    field.isHidden = true
    isInvalid = false
    typingDidEnd(isStored: isStored)
  }

  package override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    super.touchesEnded(touches, with: event)
    if touches.contains(where: { bounds.contains($0.location(in: self)) }) { beginTyping() }
  }

  package override func keyPressed(_ key: KeyEvent) -> Bool {
    guard isTyping else { return false }
    switch key.key {
    case "Return", "KP_Enter":
      if store(field.text) {
        end(isStored: true)
        panelWindow?.focus(nil)
      } else {
        isInvalid = true
      }
    case "Escape":
      end(isStored: false)
      panelWindow?.focus(nil)
    default:
      guard key.isTextCommand else { return false }
      panelWindow?.send(.key(key))
    }
    return true
  }

  package func textField(
    _ textField: TextField, shouldChangeCharactersIn range: Range<Int>,
    replacementString string: String
  ) -> Bool {
    let room = Self.limit - (textField.text.count - range.count)
    guard string.count > room else { return true }
    if room > 0 { textField.insertText(String(string.prefix(room))) }
    return false
  }

  package override var look: Look {
    var look = Look.box(self)
    guard isTyping else {
      look.shapes = [
        .line(
          elided(shownText, style, width: inner.width), style, in: inner, x: alignment,
          color: isEnabled ? palette.ink : palette.muted)
      ]
      return look
    }
    look.fill = palette.surface
    if isInvalid { look.border = Look.Border(palette.red) }
    return look
  }

  /// The room for the text.
  var inner: Rect { bounds.insetBy(dx: 6, dy: 2) }

  package override func layoutSubviews() {
    // The caret stands beyond the room of the text, which does not move when typing begins.
    let room = Rect(
      x: inner.minX, y: inner.minY, width: inner.width + TextCaret.width, height: inner.height)
    // Text that ends at the right edge grows to the left.
    let width = min(field.textWidth, room.width)
    field.frame =
      alignment == 0
      ? room : Rect(x: room.maxX - width, y: room.minY, width: width, height: room.height)
  }
}

/// The engine's text field as a control of a panel shows it.
private final class TypedField: TextField, PanelView {
  override func textRect(forBounds bounds: Rect) -> Rect { bounds }

  /// The width of all of the text, and of a caret at its end.
  var textWidth: Double { text.reduce(TextCaret.width) { $0 + font.width(of: $1) } }

  var look: Look {
    let style = (font as? PanelFont)?.style ?? .text
    var shapes: [Look.Shape] = selectionRects(for: selectedRange).map {
      .rect($0.intersection(bounds), radius: 2, palette.typedSelection)
    }
    for letter in visibleLetters
    where letter.place.x + letter.width > bounds.minX && letter.place.x < bounds.maxX {
      let place = Rect(
        x: letter.place.x, y: bounds.minY, width: letter.width, height: bounds.height)
      shapes.append(.line(letter.text, style, in: place, color: palette.ink))
    }
    shapes += (markedRange.map { selectionRects(for: $0) } ?? []).map {
      .rect(
        Rect(x: $0.minX, y: bounds.maxY - 2, width: $0.width, height: 1), radius: 0, palette.blue)
    }
    if selectedRange.isEmpty {
      let x = caretRect(for: selectedRange.upperBound).minX
      let caret = Rect(x: x.rounded(), y: bounds.minY + 1, width: 1, height: bounds.height - 2)
      shapes.append(.rect(caret, radius: 0, palette.blue))
    }
    return Look(shapes: shapes)
  }
}

/// The lettering of panels as the engine measures it.
private struct PanelFont: TextMeasurer {
  let ruler: TextRuler
  let style: TextStyle
  var ascender: Double { ruler.lineMetrics(style).ascent }
  var lineHeight: Double { ruler.lineMetrics(style).height }

  func width(of character: Character) -> Double { ruler.width(of: String(character), style) }
}

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
