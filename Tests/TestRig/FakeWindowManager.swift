internal import CX11

/// A client that acts as a window manager.
package final class FakeWindowManager {
  private let client: XClient

  /// A protocol message to a window.
  package enum Request: String, Sendable {
    /// A request to close.
    case close = "WM_DELETE_WINDOW"
    /// A request to respond.
    case ping = "_NET_WM_PING"
  }

  /// Connects to a server.
  package init(of server: DisplayServer) throws {
    client = try XClient(of: server)
    XSelectInput(client.display, client.root, SubstructureNotifyMask)
    client.sync()
  }

  /// Sends a message to all top-level windows.
  package func send(_ request: Request) {
    for window in windows {
      client.send("WM_PROTOCOLS", to: window, [Int(client.atom(request.rawValue)), 0, Int(window)])
    }
  }

  /// Redirects requests to map windows to this window manager.
  package func redirectMapRequests() throws {
    XSelectInput(client.display, client.root, SubstructureNotifyMask | SubstructureRedirectMask)
    client.sync()
  }

  /// Removes and returns the windows that clients have asked to be mapped; other events are discarded.
  package func takeMapRequests() -> [UInt] {
    var windows: [UInt] = []
    while let event = client.nextEvent() {
      if event.type == MapRequest { windows.append(event.xmaprequest.window) }
    }
    return windows
  }

  /// Maps a window.
  package func map(_ window: UInt) {
    XMapWindow(client.display, window)
    client.sync()
  }

  /// Grabs the keyboard, as window managers do while windows are switched.
  package func grabKeyboard() throws {
    let status = XGrabKeyboard(
      client.display, client.root, 0, GrabModeAsync, GrabModeAsync, Time(CurrentTime))
    guard status == GrabSuccess else {
      throw RigError("The keyboard is grabbed by another client.")
    }
    client.sync()
  }

  /// Sets the focus to the window with a title, or with `nil` to none.
  package func focus(named title: String?) throws {
    let target = title == nil ? client.root : windows.first { self.title(of: $0) == title }
    guard let target else { throw RigError("There is no window with that title.") }
    XSetInputFocus(client.display, target, Int32(RevertToPointerRoot), Time(CurrentTime))
    client.sync()
  }

  /// Sends forged fence messages to all top-level windows.
  package func sendFence(_ number: Int) {
    for window in windows { client.send("_OVERSCROLL_FENCE", to: window, [number]) }
  }

  private func title(of window: CX11.Window) -> String? {
    let value = client.property(client.atom("_NET_WM_NAME"), of: window)
    return value.type == 0 ? nil : String(decoding: value.bytes, as: UTF8.self)
  }

  /// The top-level windows.
  private var windows: [CX11.Window] {
    var (parent, other, count): (CX11.Window, CX11.Window, UInt32) = (0, 0, 0)
    var list: UnsafeMutablePointer<CX11.Window>?
    XQueryTree(client.display, client.root, &other, &parent, &list, &count)
    defer { if let list { XFree(list) } }
    return Array(UnsafeBufferPointer(start: list, count: Int(count)))
  }

  /// Returns whether a window responded to a ping since the last call.
  package func takePong() -> Bool {
    var isAnswered = false
    let ping = client.atom(Request.ping.rawValue)
    while let event = client.nextEvent() {
      guard event.type == ClientMessage, event.xclient.window == client.root else { continue }
      isAnswered = isAnswered || event.xclient.data.l.0 == Int(ping)
    }
    return isAnswered
  }
}
