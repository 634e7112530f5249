import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry

/// A window with a text view, a text field below it and a view beside them, a clipboard, and a log of the delegates' calls.
final class TextStage: TextViewDelegate, TextFieldDelegate, Pasteboard {
  let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 600))
  let view = TextView(frame: Rect(x: 0, y: 0, width: 210, height: 196))
  let field = TextField(frame: Rect(x: 0, y: 300, width: 174, height: 40))
  let beside = View(frame: Rect(x: 250, y: 0, width: 150, height: 600))
  /// What the delegates refuse, by the names in ``log``.
  var refused: Set<String> = []
  var clipboard: String?
  private(set) var log: [String] = []
  private(set) var now = 0.0

  /// Creates a stage; the characters are 10 points wide and 20 high, so that a line of the view has 20 of them.
  init(_ text: String = "", cell: Size = Size(10, 20), isEditing: Bool = false) {
    let font = FixedWidthMeasurer(
      width: cell.width, ascender: cell.height * 0.75, lineHeight: cell.height)
    window.addSubview(view)
    window.addSubview(field)
    window.addSubview(beside)
    view.font = font
    field.font = font
    view.text = text
    view.delegate = self
    field.delegate = self
    window.pasteboard = self
    if isEditing { view.becomeFirstResponder() }
  }

  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  func note(_ call: String) { log.append(call) }

  private func answer(_ call: String) -> Bool {
    log.append(call)
    return !refused.contains(call)
  }

  // MARK: Input

  /// Presses keys, such as `"control+shift+Left"`, one after the other.
  func press(_ keys: String...) {
    for key in keys {
      var modifiers: Modifiers = []
      if key.contains("shift+") { modifiers.insert(.shift) }
      if key.contains("control+") { modifiers.insert(.control) }
      if key.contains("alt+") { modifiers.insert(.alternate) }
      now += 0.01
      let name = key.split(separator: "+").last.map(String.init) ?? key
      window.send(.key(KeyEvent(key: .init(rawValue: name), modifiers: modifiers, timestamp: now)))
    }
  }

  func send(_ content: TextEvent.Content) {
    now += 0.01
    window.send(.text(TextEvent(content, timestamp: now)))
  }

  func type(_ text: String) { send(.inserted(text)) }

  func touch(
    _ phase: TouchEvent.Phase, _ location: Point, type: Touch.TouchType = .direct,
    after pause: Double = 0.02
  ) {
    now += pause
    window.send(.touch(phase, at: location, now, type: type))
  }

  func tap(_ location: Point, type: Touch.TouchType = .direct, after pause: Double = 1) {
    touch(.began, location, type: type, after: pause)
    touch(.ended, location, type: type)
  }

  func advance(by seconds: Double) {
    now += seconds
    window.advance(to: now)
  }

  /// The point in the window at the middle of the caret's height at a position of the view.
  func point(at position: Int) -> Point {
    view.convert(view.caretRect(for: position), to: window).center
  }

  // MARK: Delegates

  func textViewShouldBeginEditing(_ textView: TextView) -> Bool { answer("view shouldBegin") }
  func textViewDidBeginEditing(_ textView: TextView) { note("view didBegin") }
  func textViewShouldEndEditing(_ textView: TextView) -> Bool { answer("view shouldEnd") }
  func textViewDidEndEditing(_ textView: TextView) { note("view didEnd") }
  func textView(
    _ textView: TextView, shouldChangeTextIn range: Range<Int>, replacementText text: String
  ) -> Bool { answer("view shouldChange \(range) \(text)") }
  func textViewDidChange(_ textView: TextView) { note("view didChange") }
  func textViewDidChangeSelection(_ textView: TextView) { note("view didSelect") }

  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { answer("field shouldBegin") }
  func textFieldDidBeginEditing(_ textField: TextField) { note("field didBegin") }
  func textFieldShouldEndEditing(_ textField: TextField) -> Bool { answer("field shouldEnd") }
  func textFieldDidEndEditing(_ textField: TextField) { note("field didEnd") }
  func textField(
    _ textField: TextField, shouldChangeCharactersIn range: Range<Int>,
    replacementString string: String
  ) -> Bool { answer("field shouldChange \(range) \(string)") }
  func textFieldDidChangeSelection(_ textField: TextField) { note("field didSelect") }
  func textFieldShouldReturn(_ textField: TextField) -> Bool { answer("field shouldReturn") }

  // MARK: Clipboard

  func setString(_ string: String) { clipboard = string }
  func requestString() { note("request") }
}

extension TextView {
  /// All lines, whether visible or not.
  var allLines: [TextLine] {
    let frame = frame
    defer { self.frame = frame }
    self.frame.size.height = max(contentSize.height, 1)
    return visibleLines
  }
}
