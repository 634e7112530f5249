internal import CX11

/// A client that acts as a window manager.
package final class FakeWindowManager {
  private let display: OpaquePointer
  private let root: CX11.Window

  /// A protocol message to a window.
  package enum Request: String, Sendable {
    /// A request to close.
    case close = "WM_DELETE_WINDOW"
    /// A request to respond.
    case ping = "_NET_WM_PING"
  }

  /// Connects to a server.
  package init(of server: DisplayServer) throws {
    guard let display = XOpenDisplay(server.name) else {
      throw RigError("Cannot open display \(server.name).")
    }
    self.display = display
    root = XRootWindow(display, XDefaultScreen(display))
    XSelectInput(display, root, SubstructureNotifyMask)
    XSync(display, 0)
  }

  deinit {
    XCloseDisplay(display)
  }

  /// Sends a message to all top-level windows.
  package func send(_ request: Request) {
    for window in windows {
      var event = XEvent()
      event.xclient.type = ClientMessage
      event.xclient.window = window
      event.xclient.message_type = XInternAtom(display, "WM_PROTOCOLS", 0)
      event.xclient.format = 32
      event.xclient.data.l = (
        Int(XInternAtom(display, request.rawValue, 0)), 0, Int(window), 0, 0
      )
      XSendEvent(display, window, 0, NoEventMask, &event)
    }
    XSync(display, 0)
  }

  /// Redirects requests to map windows to this window manager.
  package func redirectMapRequests() throws {
    XSelectInput(display, root, SubstructureNotifyMask | SubstructureRedirectMask)
    XSync(display, 0)
  }

  /// Removes and returns the windows that clients have asked to be mapped; other events are discarded.
  package func takeMapRequests() -> [UInt] {
    var windows: [UInt] = []
    while XPending(display) > 0 {
      var event = XEvent()
      XNextEvent(display, &event)
      if event.type == MapRequest { windows.append(event.xmaprequest.window) }
    }
    return windows
  }

  /// Maps a window.
  package func map(_ window: UInt) {
    XMapWindow(display, window)
    XSync(display, 0)
  }

  /// Grabs the keyboard, as window managers do while windows are switched.
  package func grabKeyboard() throws {
    let status = XGrabKeyboard(
      display, root, 0, GrabModeAsync, GrabModeAsync, Time(CurrentTime))
    guard status == GrabSuccess else {
      throw RigError("The keyboard is grabbed by another client.")
    }
    XSync(display, 0)
  }

  /// Sets the focus to the window with a title, or with `nil` to none.
  package func focus(named title: String?) throws {
    let target = title == nil ? root : windows.first { self.title(of: $0) == title }
    guard let target else { throw RigError("There is no window with that title.") }
    XSetInputFocus(display, target, Int32(RevertToPointerRoot), Time(CurrentTime))
    XSync(display, 0)
  }

  /// Sends forged fence messages to all top-level windows.
  package func sendFence(_ number: Int) {
    for window in windows {
      var event = XEvent()
      event.xclient.type = ClientMessage
      event.xclient.window = window
      event.xclient.message_type = XInternAtom(display, "_OVERSCROLL_FENCE", 0)
      event.xclient.format = 32
      event.xclient.data.l.0 = number
      XSendEvent(display, window, 0, NoEventMask, &event)
    }
    XSync(display, 0)
  }

  private func title(of window: CX11.Window) -> String? {
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    XGetWindowProperty(
      display, window, XInternAtom(display, "_NET_WM_NAME", 0), 0, 64, 0,
      Atom(AnyPropertyType), &type, &format, &count, &rest, &data)
    guard let data else { return nil }
    defer { XFree(data) }
    return String(decoding: UnsafeBufferPointer(start: data, count: Int(count)), as: UTF8.self)
  }

  /// The top-level windows.
  private var windows: [CX11.Window] {
    var (parent, other, count): (CX11.Window, CX11.Window, UInt32) = (0, 0, 0)
    var list: UnsafeMutablePointer<CX11.Window>?
    XQueryTree(display, root, &other, &parent, &list, &count)
    defer { if let list { XFree(list) } }
    return Array(UnsafeBufferPointer(start: list, count: Int(count)))
  }

  /// Returns whether a window responded to a ping since the last call.
  package func takePong() -> Bool {
    var isAnswered = false
    let ping = XInternAtom(display, Request.ping.rawValue, 0)
    while XPending(display) > 0 {
      var event = XEvent()
      XNextEvent(display, &event)
      guard event.type == ClientMessage, event.xclient.window == root else { continue }
      isAnswered = isAnswered || event.xclient.data.l.0 == Int(ping)
    }
    return isAnswered
  }
}
