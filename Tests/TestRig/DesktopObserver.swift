internal import CX11

/// A client that watches what a program tells its desktop, and resizes it in step.
package final class DesktopObserver {
  private let client: XClient
  private var startupText: [UInt8] = []

  package init(of server: DisplayServer) throws {
    client = try XClient(of: server)
    // Startup messages are sent with this mask.
    XSelectInput(client.display, client.root, PropertyChangeMask)
    var (major, minor): (Int32, Int32) = (0, 0)
    XSyncInitialize(client.display, &major, &minor)
    client.sync()
  }

  /// The text of the startup messages so far; `nil` before they have ended.
  package func startupMessage() -> String? {
    while let event = client.nextEvent() {
      guard event.type == ClientMessage, event.xclient.format == 8 else { continue }
      if event.xclient.message_type == client.atom("_NET_STARTUP_INFO_BEGIN") { startupText = [] }
      withUnsafeBytes(of: event.xclient.data.b) { startupText += $0 }
    }
    guard let end = startupText.firstIndex(of: 0) else { return nil }
    return String(decoding: startupText[..<end], as: UTF8.self)
  }

  /// A property of a window as numbers.
  package func numbers(_ name: String, of window: UInt) -> [Int] {
    client.property(client.atom(name), of: window).longs
  }

  /// A property of a window as text; `nil` where there is none.
  package func text(_ name: String, of window: UInt) -> String? {
    let value = client.property(client.atom(name), of: window)
    guard value.type != 0, value.longs.isEmpty else { return nil }
    return String(decoding: value.bytes, as: UTF8.self)
  }

  /// The value of the counter by which a window is resized in step; `nil` where it has none.
  package func counter(of window: UInt) -> Int? {
    guard let counter = numbers("_NET_WM_SYNC_REQUEST_COUNTER", of: window).first else {
      return nil
    }
    var value = XSyncValue(hi: 0, lo: 0)
    guard XSyncQueryCounter(client.display, XSyncCounter(counter), &value) != 0 else { return nil }
    return Int(value.hi) << 32 | Int(value.lo)
  }

  /// Announces a size that follows with a number, as a window manager does.
  package func announceSize(_ number: Int, to window: UInt) {
    let request = Int(bitPattern: client.atom("_NET_WM_SYNC_REQUEST"))
    client.send("WM_PROTOCOLS", to: window, [request, 0, number & 0xFFFF_FFFF, number >> 32])
  }

  /// Sends a window the size that it has, as window managers do that leave it.
  package func sendSize(to window: UInt, width: Int, height: Int) {
    var event = XEvent()
    event.xconfigure.type = ConfigureNotify
    event.xconfigure.event = window
    event.xconfigure.window = window
    event.xconfigure.width = Int32(width)
    event.xconfigure.height = Int32(height)
    XSendEvent(client.display, window, 0, StructureNotifyMask, &event)
    client.sync()
  }

  /// Resizes a window.
  package func resize(_ window: UInt, width: Int, height: Int) {
    XResizeWindow(client.display, window, UInt32(width), UInt32(height))
    client.sync()
  }
}
