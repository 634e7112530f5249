internal import CX11

/// The connection of another client to a server.
final class XClient {
  let display: OpaquePointer
  let root: CX11.Window

  init(of server: DisplayServer) throws {
    guard let display = XOpenDisplay(server.name) else {
      throw RigError("The server \(server.name) does not answer.")
    }
    self.display = display
    root = XDefaultRootWindow(display)
  }

  deinit { XCloseDisplay(display) }

  func atom(_ name: String) -> Atom { XInternAtom(display, name, 0) }

  func name(_ atom: Atom) -> String {
    guard let text = XGetAtomName(display, atom) else { return "" }
    defer { XFree(text) }
    return String(cString: text)
  }

  /// Waits until the server has handled all requests.
  func sync() { XSync(display, 0) }

  /// The next event that is there; `nil` without one.
  func nextEvent() -> XEvent? {
    guard XPending(display) > 0 else { return nil }
    var event = XEvent()
    XNextEvent(display, &event)
    return event
  }

  /// Makes a window that is not shown.
  func makeWindow() -> CX11.Window { XCreateSimpleWindow(display, root, 0, 0, 1, 1, 0, 0, 0) }

  /// Sends a client message of up to five numbers.
  func send(_ name: String, to window: CX11.Window, _ items: [Int], mask: Int = NoEventMask) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = atom(name)
    event.xclient.format = 32
    items.withUnsafeBytes { items in
      withUnsafeMutableBytes(of: &event.xclient.data.l) { $0.copyMemory(from: items) }
    }
    XSendEvent(display, window, 0, mask, &event)
    sync()
  }

  /// A property of a window, whose items are bytes or numbers; without a type where there is none.
  func property(_ name: Atom, of window: CX11.Window)
    -> (type: Atom, bytes: [UInt8], longs: [Int])
  {
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    XGetWindowProperty(
      display, window, name, 0, 1 << 22, 0, Atom(AnyPropertyType), &type, &format, &count,
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
