import OverscrollDrawing
import OverscrollLab
package import ScrollEngine
import ScrollGeometry

/// The panel with what a file says of its picture: one text, which scrolls, and can be selected and copied.
package final class InformationPanel: EnginePanel {
  /// The text.
  package let textView = InformationText()
  /// Receives what is copied.
  package var copyText: (String) -> Void = { _ in }
  /// Returns whether keys are for the panel; they aren't while text is typed elsewhere.
  package var takesKeys: () -> Bool = { true }
  /// True where scrolling by keys is animated.
  package var animates = true

  private let edge = PanelBox(Look())
  /// What the lines are laid out for: the device pixels per point.
  private var textScale = 0.0
  private var hasPointer = false
  /// How far the last text was scrolled, for one that follows it.
  private var keptOffset = 0.0

  /// The whole text, of which the panel shows as much as it can lay out within a frame.
  private var wholeText = ""

  /// The bytes of text that are shown; files of cameras have a tenth of it. [C]
  static let maximumLength = 100_000
  /// The part of a page that stays visible when a key scrolls by a page. [C]
  private static let overlap = 0.1

  package override init() {
    super.init()
    window.look = Look(fill: Look.Color(DarkTheme.ground))
    window.addSubview(textView)
    window.addSubview(edge)
  }

  /// True where the keys that scroll are the panel's: after a click on it, or Tab.
  package var isFocused: Bool { textView.isFirstResponder }

  /// Shows a text from its top.
  package func show(_ text: String) {
    keptOffset = 0
    wholeText = text
    textView.show(Self.shown(of: text))
    textView.stopScrollingAndZooming()
    textView.contentOffset = .zero
    didChange()
  }

  /// As many whole lines as are shown, and how many more there are.
  private static func shown(of text: String) -> String {
    guard text.utf8.count > maximumLength,
      let end = text.utf8.prefix(maximumLength).lastIndex(of: UInt8(ascii: "\n"))
    else { return text }
    let rest = text.utf8[end...].count { $0 == UInt8(ascii: "\n") }
    return text[..<end] + "\n\nand \(rest) more lines, which Ctrl+C copies with the others"
  }

  /// Shows for a moment that another text is on its way.
  package func showReading(_ text: String) {
    let offset = keptOffset > 0 ? keptOffset : textView.contentOffset.y
    show(text)
    keptOffset = offset
  }

  /// Shows the text that was on its way, as far scrolled as the one before: in pictures of one camera a tag has one place.
  package func showRead(_ text: String) {
    let offset = keptOffset
    show(text)
    let lowest = textView.minimumContentOffset.y
    textView.contentOffset = Point(0, min(max(offset, lowest), textView.maximumContentOffset.y))
  }

  /// Gives the keys that scroll back to the window.
  package func resignFocus() {
    guard isFocused else { return }
    textView.resignFirstResponder()
    textView.selectedRange = 0..<0
    didChange()
  }

  package override func layOut() {
    textView.frame = Rect(origin: .zero, size: size)
    if size == .zero {
      hasPointer = false
      resignFocus()
    }
  }

  package override func settle() {
    let scale = window.ruler.scale
    if scale != textScale {
      textScale = scale
      textView.displayScale = scale
      textView.font = InformationText.LabelFont(window.ruler)
    }
    edge.look = Look(fill: Look.Color(isFocused ? DarkTheme.accent : DarkTheme.frame))
    edge.frame = Rect(x: 0, y: 0, width: isFocused ? 2 : 1, height: size.height)
  }

  package override func pointerDidMove(to location: Point?) { hasPointer = location != nil }

  package override func keyPressed(_ key: KeyEvent) -> Bool { keyWasPressed(key) }
}

// MARK: - Keys

extension InformationPanel {
  /// Copies the selection, or without one all of the text.
  private func copy() {
    let (range, text) = (textView.selectedRange, textView.text)
    let isWhole = range.isEmpty || range.count == text.count
    copyText(isWhole ? wholeText : String(Array(text)[range]))
  }

  private func scroll(to y: Double) {
    let range = textView.minimumContentOffset.y...textView.maximumContentOffset.y
    let target = min(max(y, range.lowerBound), range.upperBound)
    textView.setContentOffset(Point(0, target), animated: animates)
  }

  /// Handles a key while the panel has the focus; returns `false` for keys of the window.
  fileprivate func scrollKeyPressed(_ key: KeyEvent) -> Bool {
    let (offset, page) = (textView.contentOffset.y, size.height * (1 - Self.overlap))
    switch key.key {
    case "Tab": resignFocus()
    case "Up", "Down", "KP_Up", "KP_Down": window.send(.key(key))
    case "Prior", "KP_Prior": scroll(to: offset - page)
    case "Next", "KP_Next": scroll(to: offset + page)
    case "Home", "KP_Home": scroll(to: -.infinity)
    case "End", "KP_End": scroll(to: .infinity)
    default: return false
    }
    return true
  }

  fileprivate func keyWasPressed(_ key: KeyEvent) -> Bool {
    guard takesKeys() else { return false }
    if key.modifiers == .control, hasPointer || isFocused {
      switch key.key {
      case "c": copy()
      case "a":
        textView.becomeFirstResponder()
        textView.selectedRange = 0..<textView.text.count
      default: return false
      }
      return true
    }
    if isFocused, key.modifiers == .shift, key.isTextCommand {
      window.send(.key(key))
      return true
    }
    guard key.modifiers.isEmpty else { return false }
    if isFocused { return scrollKeyPressed(key) }
    guard key.key == "Tab" else { return false }
    textView.becomeFirstResponder()
    return true
  }
}

extension Look.Color {
  /// The same color.
  init(_ color: Color) {
    self.init(color.rgb, opacity: color.alpha)
  }
}
