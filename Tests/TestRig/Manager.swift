internal import CX11

/// Speaks to windows as a window manager does.
package final class Manager {
  private let display: OpaquePointer
  private let root: CX11.Window

  /// What can be asked of a window.
  package enum Request: String, Sendable {
    /// That it closes.
    case close = "WM_DELETE_WINDOW"
    /// That it answers, to show that its program is alive.
    case ping = "_NET_WM_PING"
  }

  /// Connects to a server.
  package init(of server: DisplayServer) throws {
    guard let display = XOpenDisplay(server.name) else {
      throw RigError("The server \(server.name) does not answer.")
    }
    self.display = display
    root = XRootWindow(display, XDefaultScreen(display))
    XSelectInput(display, root, SubstructureNotifyMask)
    XSync(display, 0)
  }

  deinit {
    XCloseDisplay(display)
  }

  /// Asks something of every window at the top of the screen; those that do not understand pass it over.
  package func ask(_ request: Request) {
    var (parent, other, count): (CX11.Window, CX11.Window, UInt32) = (0, 0, 0)
    var windows: UnsafeMutablePointer<CX11.Window>?
    XQueryTree(display, root, &other, &parent, &windows, &count)
    for window in UnsafeBufferPointer(start: windows, count: Int(count)) {
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
    if let windows { XFree(windows) }
    XSync(display, 0)
  }

  /// True if a window answered a ping since the last time.
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
