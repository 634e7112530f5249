internal import CX11
internal import OverscrollHost

/// The state of text input in a window.
struct TextInputState {
  /// The input method, once text was first accepted.
  var method: InputMethod?
  var acceptsText = false
  /// The server's time of the latest input, which requests about the selection need; 0, the server's present, before the first one.
  var latestTime: Time = 0
}

extension DesktopWindow {
  /// Whether keys type text; false by default.
  ///
  /// While it is true, a key press that types text is reported as ``Input/text(_:)`` instead of ``Input/key(_:)``, and dead keys,
  /// compose sequences and input methods work. The first time opens the input method, which takes some milliseconds.
  package var acceptsText: Bool {
    get { textInput.acceptsText }
    set {
      guard newValue != textInput.acceptsText else { return }
      textInput.acceptsText = newValue
      guard connection.isAlive else { return }
      if newValue, textInput.method == nil {
        textInput.method = InputMethod(connection, window: window)
      }
      textInput.method?.setFocus(newValue)
      XFlush(connection.display)
    }
  }

  /// Sets where the caret is, in pixels of the window, which the windows of input methods are placed beside.
  package func setTextSpot(x: Int, y: Int) {
    guard textInput.acceptsText else { return }
    textInput.method?.setSpot(x: x, y: y)
  }
}

// MARK: - Events

extension DesktopWindow {
  /// Returns whether the input method consumes an event, and appends what it composes.
  func isFiltered(_ event: inout XEvent, arrival: Double, into events: inout [Input]) -> Bool {
    guard let method = textInput.method else { return false }
    let isKey = event.type == KeyPress || event.type == KeyRelease
    guard textInput.acceptsText || !isKey, method.filters(&event) else { return false }
    if let (text, caret) = method.drainComposition() {
      let time = isKey ? localTime(event.xkey.time, arrival) : arrival
      events.append(.text(Input.Text(time: time, content: .composing(text, caret: caret))))
    }
    return true
  }

  /// Reads a key event, or the text that an input method commits as one.
  func readKey(_ event: inout XKeyEvent, arrival: Double, into events: inout [Input]) {
    let time = localTime(event.time, arrival)
    if event.type == KeyPress { session.noteUse(at: event.time) }
    if exchange.dragSource.isDragging, event.type == KeyPress, keyboard.isEscape(event) {
      exchange.changeDrag(into: &events) { $0.cancel() }
      _ = keyboard.key(event, time: time)
      return
    }
    // Text that an input method commits has no key.
    let key = event.keycode == 0 ? nil : keyboard.key(event, time: time)
    if textInput.acceptsText, event.type == KeyPress, let text = textInput.method?.text(of: &event)
    {
      events.append(.text(Input.Text(time: time, content: .committed(text))))
    } else if var key {
      key.source = Input.Source(event.time)
      events.append(.key(key))
    }
  }
}
