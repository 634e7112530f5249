import OverscrollDrawing
package import OverscrollLab
package import ScrollEngine
import ScrollGeometry

/// A field for one line of text, which Return stores and Escape restores.
///
/// A click begins typing with all of the text selected. Losing the focus stores what is valid.
package class TextInputControl: PanelControl {
  /// The lettering.
  var style: TextStyle { .text }
  /// Where the text lies: 0 at the left edge, 1 at the right edge.
  var alignment: Double { 0 }
  /// The text that is being typed; `nil` while nothing is.
  package private(set) var entry: TextEntry?
  /// The text with which typing began.
  private var initialText = ""
  /// Whether the text that was typed cannot be stored.
  package private(set) var isInvalid = false

  /// The text of the stored value.
  var storedText: String { "" }

  /// The text that is shown while nothing is being typed.
  var shownText: String { storedText }

  /// Stores a text; returns false for one that means no value.
  func store(_ text: String) -> Bool { true }

  /// Called after typing has ended; `isStored` is false if it was discarded.
  func typingDidEnd(isStored: Bool) {}

  package override var isTyping: Bool { entry != nil }

  package override func didFocus() { beginTyping() }

  package override func didLoseFocus() {
    guard let entry else { return }
    // Meanwhile the program may have changed the value, which text that was not touched must not restore.
    end(isStored: entry.text != initialText && store(entry.text))
  }

  /// Begins typing, with all of the text selected.
  package func beginTyping() {
    guard isEnabled, entry == nil else { return }
    selectStoredText()
    panelWindow?.focus(self)
  }

  /// Replaces what is being typed by the stored text, all of it selected.
  func selectStoredText() {
    initialText = storedText
    entry = TextEntry(initialText)
    isInvalid = false
  }

  private func end(isStored: Bool) {
    entry = nil
    isInvalid = false
    typingDidEnd(isStored: isStored)
  }

  package override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    super.touchesEnded(touches, with: event)
    if touches.contains(where: { bounds.contains($0.location(in: self)) }) { beginTyping() }
  }

  package override func keyPressed(_ key: KeyEvent) -> Bool {
    guard var entry else { return false }
    switch key.key {
    case "Return", "KP_Enter":
      if store(entry.text) {
        end(isStored: true)
        panelWindow?.focus(nil)
      } else {
        isInvalid = true
      }
      return true
    case "Escape":
      end(isStored: false)
      panelWindow?.focus(nil)
      return true
    default:
      guard entry.press(key) else { return false }
      isInvalid = false
      self.entry = entry
      return true
    }
  }

  package override func textTyped(_ text: String) -> Bool {
    guard entry != nil else { return false }
    entry?.insert(text)
    isInvalid = false
    return true
  }

  package override var look: Look {
    var look = Look.box(self)
    guard let entry else {
      look.shapes = [
        .line(
          elided(shownText, style, width: inner.width), style, in: inner, x: alignment,
          color: isEnabled ? Palette.ink : Palette.muted)
      ]
      return look
    }
    look.fill = Palette.surface
    if isInvalid { look.border = Look.Border(Palette.red) }
    look.shapes = typed(entry)
    return look
  }

  /// The room for the text.
  var inner: Rect { bounds.insetBy(dx: 6, dy: 2) }

  /// The part of the text that is shown where not all of it fits: its end, or what follows a caret that stands before that.
  private func shownRange(_ entry: TextEntry) -> Range<String.Index> {
    let text = entry.text
    let fits = { (part: Range<String.Index>) in
      self.width(of: String(text[part]), self.style) <= self.inner.width - 2
    }
    var start = text.startIndex
    while start < text.endIndex, !fits(start..<text.endIndex) { start = text.index(after: start) }
    let caret = text.index(text.startIndex, offsetBy: min(max(entry.caret, 0), text.count))
    guard caret < start, !entry.isAllSelected else { return start..<text.endIndex }
    var end = text.endIndex
    while end > caret, !fits(caret..<end) { end = text.index(before: end) }
    return caret..<end
  }

  /// The text as far as it fits, the selection, and the caret.
  private func typed(_ entry: TextEntry) -> [Look.Shape] {
    let part = shownRange(entry)
    let skipped = entry.text.distance(from: entry.text.startIndex, to: part.lowerBound)
    let shown = String(entry.text[part])
    let length = width(of: shown, style)
    let left = inner.minX + (inner.width - length) * alignment
    let line = Rect(x: left, y: inner.minY, width: length, height: inner.height)
    var shapes: [Look.Shape] = []
    if entry.isAllSelected {
      shapes.append(.rect(line.insetBy(dx: -1, dy: 0), radius: 2, Palette.selection))
    }
    shapes.append(.line(shown, style, in: line))
    if !entry.isAllSelected {
      let before = width(of: String(shown.prefix(max(0, entry.caret - skipped))), style)
      shapes.append(
        .rect(
          Rect(x: (left + before).rounded(), y: inner.minY + 1, width: 1, height: inner.height - 2),
          radius: 0, Palette.blue))
    }
    return shapes
  }
}

extension Palette {
  /// Selected text.
  static let selection = Look.Color(0xB9D2FB)
}
