internal import CX11

/// A client that watches what a program tells its desktop, and resizes it in step.
package final class DesktopObserver {
  private let display: OpaquePointer
  private let root: CX11.Window
  private var startupText: [UInt8] = []

  package init(of server: DisplayServer) throws {
    guard let display = XOpenDisplay(server.name) else { throw RigError("No display.") }
    self.display = display
    root = XDefaultRootWindow(display)
    // Startup messages are sent with this mask.
    XSelectInput(display, root, PropertyChangeMask)
    var (major, minor): (Int32, Int32) = (0, 0)
    XSyncInitialize(display, &major, &minor)
    XSync(display, 0)
  }

  deinit { XCloseDisplay(display) }

  private func atom(_ name: String) -> Atom { XInternAtom(display, name, 0) }

  /// The text of the startup messages so far; `nil` before they have ended.
  package func startupMessage() -> String? {
    while XPending(display) > 0 {
      var event = XEvent()
      XNextEvent(display, &event)
      guard event.type == ClientMessage, event.xclient.format == 8 else { continue }
      if event.xclient.message_type == atom("_NET_STARTUP_INFO_BEGIN") { startupText = [] }
      withUnsafeBytes(of: event.xclient.data.b) { startupText += $0 }
    }
    guard let end = startupText.firstIndex(of: 0) else { return nil }
    return String(decoding: startupText[..<end], as: UTF8.self)
  }

  /// A property of a window as numbers.
  package func numbers(_ name: String, of window: UInt) -> [Int] {
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    XGetWindowProperty(
      display, window, atom(name), 0, 64, 0, Atom(AnyPropertyType), &type, &format, &count, &rest,
      &data)
    guard let data else { return [] }
    defer { XFree(data) }
    guard format == 32 else { return [] }
    return data.withMemoryRebound(to: Int.self, capacity: Int(count)) {
      Array(UnsafeBufferPointer(start: $0, count: Int(count)))
    }
  }

  /// A property of a window as text; `nil` where there is none.
  package func text(_ name: String, of window: UInt) -> String? {
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    XGetWindowProperty(
      display, window, atom(name), 0, 64, 0, Atom(AnyPropertyType), &type, &format, &count, &rest,
      &data)
    guard let data else { return nil }
    defer { XFree(data) }
    guard format == 8, type != 0 else { return nil }
    return String(decoding: UnsafeBufferPointer(start: data, count: Int(count)), as: UTF8.self)
  }

  /// The value of the counter by which a window is resized in step; `nil` where it has none.
  package func counter(of window: UInt) -> Int? {
    guard let counter = numbers("_NET_WM_SYNC_REQUEST_COUNTER", of: window).first else {
      return nil
    }
    var value = XSyncValue(hi: 0, lo: 0)
    guard XSyncQueryCounter(display, XSyncCounter(counter), &value) != 0 else { return nil }
    return Int(value.hi) << 32 | Int(value.lo)
  }

  /// Announces a size that follows with a number, as a window manager does.
  package func announceSize(_ number: Int, to window: UInt) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = atom("WM_PROTOCOLS")
    event.xclient.format = 32
    event.xclient.data.l = (
      Int(bitPattern: atom("_NET_WM_SYNC_REQUEST")), 0, number & 0xFFFF_FFFF, number >> 32, 0
    )
    XSendEvent(display, window, 0, NoEventMask, &event)
    XSync(display, 0)
  }

  /// Sends a window the size that it has, as window managers do that leave it.
  package func sendSize(to window: UInt, width: Int, height: Int) {
    var event = XEvent()
    event.xconfigure.type = ConfigureNotify
    event.xconfigure.event = window
    event.xconfigure.window = window
    event.xconfigure.width = Int32(width)
    event.xconfigure.height = Int32(height)
    XSendEvent(display, window, 0, StructureNotifyMask, &event)
    XSync(display, 0)
  }

  /// Resizes a window.
  package func resize(_ window: UInt, width: Int, height: Int) {
    XResizeWindow(display, window, UInt32(width), UInt32(height))
    XSync(display, 0)
  }
}
