internal import CX11

/// A client that keeps the clipboard of programs that exit (SAVE_TARGETS).
package final class ClipboardManager {
  private let display: OpaquePointer
  private let window: CX11.Window
  private let isSilent: Bool
  /// The request of the program that exits.
  private var request: XSelectionRequestEvent?
  private var awaited: [String] = []
  /// What was saved, by the name of its type.
  package private(set) var saved: [String: [UInt8]] = [:]
  /// Whether a program has asked for its contents to be saved.
  package private(set) var wasAsked = false

  /// Becomes the manager of a server; one that is silent never answers.
  package init(on server: DisplayServer, isSilent: Bool = false) throws {
    guard let display = XOpenDisplay(server.name) else { throw RigError("No display.") }
    self.display = display
    self.isSilent = isSilent
    window = XCreateSimpleWindow(display, XDefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)
    XSelectInput(display, window, PropertyChangeMask)
    XSetSelectionOwner(display, atom("CLIPBOARD_MANAGER"), window, Time(CurrentTime))
    XSync(display, 0)
  }

  deinit { XCloseDisplay(display) }

  private func atom(_ name: String) -> Atom { XInternAtom(display, name, 0) }

  private func name(_ atom: Atom) -> String {
    guard let text = XGetAtomName(display, atom) else { return "" }
    defer { XFree(text) }
    return String(cString: text)
  }

  /// Handles requests until `condition` holds.
  package func wait(_ what: String, until condition: () throws -> Bool) throws {
    try waitUntil("\(what); saved: \(saved.keys)") {
      while XPending(display) > 0 {
        var event = XEvent()
        XNextEvent(display, &event)
        switch event.type {
        case SelectionRequest: begin(event.xselectionrequest)
        case SelectionNotify: receive(event.xselection)
        default: break
        }
      }
      return try condition()
    }
  }

  private func begin(_ request: XSelectionRequestEvent) {
    guard request.target == atom("SAVE_TARGETS") else { return }
    wasAsked = true
    guard !isSilent else { return }
    self.request = request
    let property = value(of: request.requestor, request.property)
    awaited = property.longs.map { name(Atom(bitPattern: $0)) }
    ask()
  }

  private func ask() {
    guard let next = awaited.first else { return finish() }
    XConvertSelection(
      display, atom("CLIPBOARD"), atom(next), atom("SAVED"), window, Time(CurrentTime))
    XFlush(display)
  }

  private func receive(_ event: XSelectionEvent) {
    let type = awaited.removeFirst()
    if event.property != 0 {
      let value = value(of: window, event.property)
      saved[type] = value.type == atom("INCR") ? parts(event.property) : value.bytes
      XDeleteProperty(display, window, event.property)
    }
    ask()
  }

  /// Receives contents in parts.
  private func parts(_ property: Atom) -> [UInt8] {
    var bytes: [UInt8] = []
    XDeleteProperty(display, window, property)
    while true {
      var event = XEvent()
      XWindowEvent(display, window, PropertyChangeMask, &event)
      guard event.xproperty.atom == property, event.xproperty.state == PropertyNewValue else {
        continue
      }
      let part = value(of: window, property).bytes
      if part.isEmpty { return bytes }
      bytes += part
      XDeleteProperty(display, window, property)
    }
  }

  private func finish() {
    guard let request else { return }
    self.request = nil
    var event = XEvent()
    event.xselection.type = SelectionNotify
    event.xselection.requestor = request.requestor
    event.xselection.selection = request.selection
    event.xselection.target = request.target
    event.xselection.property = request.property
    event.xselection.time = request.time
    XSendEvent(display, request.requestor, 0, NoEventMask, &event)
    XSync(display, 0)
  }

  private func value(of window: CX11.Window, _ property: Atom)
    -> (type: Atom, bytes: [UInt8], longs: [Int])
  {
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    XGetWindowProperty(
      display, window, property, 0, 1 << 22, 0, Atom(AnyPropertyType), &type, &format, &count,
      &rest, &data)
    guard let data else { return (type, [], []) }
    defer { XFree(data) }
    guard format == 32 else {
      return (type, Array(UnsafeBufferPointer(start: data, count: Int(count))), [])
    }
    return data.withMemoryRebound(to: Int.self, capacity: Int(count)) {
      (type, [], Array(UnsafeBufferPointer(start: $0, count: Int(count))))
    }
  }
}
