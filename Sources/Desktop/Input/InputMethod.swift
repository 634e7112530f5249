internal import CX11
internal import Glibc
internal import OverscrollHost

/// The input method of a window: dead keys and compose sequences, or the input method server that `XMODIFIERS` names.
///
/// Main thread only. Opening it reads the locale's compose table, so a window opens it only when text is first edited.
final class InputMethod {
  /// The input context; `nil` where the server has no input method, or its input method server has gone.
  private var context: XIC?
  private var method: XIM?
  private let connection: Connection
  private let composition = Composition()

  /// Opens the input method of the locale; without one, text is Latin-1.
  init(_ connection: Connection, window: CX11.Window) {
    self.connection = connection
    Self.setLocale()
    guard let method = Self.open(connection.display) else { return }
    self.method = method
    context = makeContext(method, window)
    guard let context else { return }
    let wanted = Int(truncatingIfNeeded: OverscrollFilteredEvents(context))
    connection.select(wanted, of: window)
  }

  /// Closes the input method; call it before the window is destroyed.
  func close() {
    if connection.isAlive, composition.isServed {
      if let context { XDestroyIC(context) }
      if let method { XCloseIM(method) }
    }
    (context, method) = (nil, nil)
  }

  /// Sets `LC_CTYPE` to the user's locale, which Xlib's input methods depend on, or to UTF-8 where that is another encoding.
  private static func setLocale() {
    setlocale(LC_CTYPE, "")
    let encoding = nl_langinfo(CInt(CODESET)).map { String(cString: $0) }
    if encoding != "UTF-8" || XSupportsLocale() == 0 { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  /// Opens the user's input method, or Xlib's own where the server of the user's is not running.
  private static func open(_ display: OpaquePointer) -> XIM? {
    for modifiers in ["", "@im=none"] {
      XSetLocaleModifiers(modifiers)
      if let method = XOpenIM(display, nil, nil, nil) { return method }
    }
    return nil
  }

  private func makeContext(_ method: XIM, _ window: CX11.Window) -> XIC? {
    let client = XPointer(OpaquePointer(Unmanaged.passUnretained(composition).toOpaque()))
    OverscrollWatchInputMethod(method, client) { _, client, _ in
      Composition.of(client)?.isServed = false
    }
    let composing = OverscrollCreateComposingContext(method, window, client) { _, client, data in
      guard let data else { return }
      data.withMemoryRebound(to: XIMPreeditDrawCallbackStruct.self, capacity: 1) {
        Composition.of(client)?.draw($0.pointee)
      }
    }
    return composing ?? OverscrollCreatePlainContext(method, window)
  }

  /// Begins or ends composing in the window that has the keyboard focus; ending drops what is being composed.
  func setFocus(_ hasFocus: Bool) {
    guard let context = usableContext else { return }
    if hasFocus { return XSetICFocus(context) }
    if let rest = Xutf8ResetIC(context) { XFree(rest) }
    composition.clear()
    XUnsetICFocus(context)
  }

  /// Tells the input method where the caret is, in pixels of the window, for its own windows.
  func setSpot(x: Int, y: Int) {
    guard let context = usableContext else { return }
    OverscrollSetSpot(
      context, Int16(clamping: x), Int16(clamping: y))
  }

  /// Returns whether the input method consumes an event, which is then to be ignored.
  ///
  /// XInput 2's events must not be passed: Xlib would take their first bytes for a window.
  func filters(_ event: inout XEvent) -> Bool {
    guard usableContext != nil, event.type != GenericEvent else { return false }
    return XFilterEvent(&event, 0) != 0
  }

  /// Returns what is being composed and its caret if they changed since the last call.
  func drainComposition() -> (text: String, caret: Int)? { composition.drainChange() }

  /// Returns the text that a key press types, or `nil` for none; `nil` too while Control, Alt or Super is held.
  func text(of event: inout XKeyEvent) -> String? {
    // An input method sends what it commits with the code 0.
    let commands = UInt32(ControlMask | Mod1Mask | Mod4Mask)
    guard event.keycode == 0 || event.state & commands == 0 else { return nil }
    let text = usableContext.map { lookUp(&event, $0) } ?? latin(&event)
    guard let first = text.unicodeScalars.first, first.properties.generalCategory != .control else {
      return nil
    }
    return text
  }

  private var usableContext: XIC? {
    connection.isAlive && composition.isServed ? context : nil
  }

  private func lookUp(_ event: inout XKeyEvent, _ context: XIC) -> String {
    var bytes = [CChar](repeating: 0, count: 256)
    var status: Int32 = 0
    var count = Xutf8LookupString(context, &event, &bytes, Int32(bytes.count), nil, &status)
    if status == XBufferOverflow {
      bytes = [CChar](repeating: 0, count: Int(count))
      count = Xutf8LookupString(context, &event, &bytes, count, nil, &status)
    }
    guard status == XLookupChars || status == XLookupBoth else { return "" }
    return String(decoding: bytes.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private func latin(_ event: inout XKeyEvent) -> String {
    var bytes = [CChar](repeating: 0, count: 16)
    let count = XLookupString(&event, &bytes, Int32(bytes.count), nil, nil)
    return String(
      String.UnicodeScalarView(
        bytes.prefix(Int(count)).map { Unicode.Scalar(UInt8(bitPattern: $0)) }))
  }
}

/// Text that an input method server is composing, as its callbacks change it.
private final class Composition {
  /// False once the input method server has gone, whose objects Xlib has freed.
  var isServed = true
  private var scalars: [Unicode.Scalar] = []
  private var caret = 0
  private var hasChanged = false

  static func of(_ client: XPointer?) -> Composition? {
    client.map { Unmanaged<Composition>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }

  func clear() {
    scalars = []
    caret = 0
    hasChanged = false
  }

  func draw(_ change: XIMPreeditDrawCallbackStruct) {
    let start = min(max(Int(change.chg_first), 0), scalars.count)
    let end = min(start + max(Int(change.chg_length), 0), scalars.count)
    scalars.replaceSubrange(start..<end, with: change.text.map { Self.scalars($0.pointee) } ?? [])
    caret = min(max(Int(change.caret), 0), scalars.count)
    hasChanged = true
  }

  func drainChange() -> (text: String, caret: Int)? {
    guard hasChanged else { return nil }
    hasChanged = false
    let before = String(String.UnicodeScalarView(scalars[..<caret]))
    return (String(String.UnicodeScalarView(scalars)), before.count)
  }

  private static func scalars(_ text: XIMText) -> [Unicode.Scalar] {
    if text.encoding_is_wchar != 0 {
      guard let wide = text.string.wide_char else { return [] }
      return (0..<Int(text.length)).compactMap { Unicode.Scalar(UInt32(bitPattern: wide[$0])) }
    }
    return text.string.multi_byte.map { Array(String(cString: $0).unicodeScalars) } ?? []
  }
}

// MARK: - The window

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
}
