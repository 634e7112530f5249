internal import CX11

/// A notification of a refresh.
struct Refresh: Hashable, Sendable {
  /// The number of the request.
  var request: UInt32
  /// The count of the refresh (MSC), which increases by one with each refresh.
  var count: UInt64
  /// The time of the refresh (UST), in seconds of the monotonic clock.
  var time: Double
}

/// A source of notifications of the display's refreshes, each of which must be requested.
protocol RefreshSource: AnyObject {
  /// Requests a notification.
  ///
  /// - Parameters:
  ///   - request: A number that the notification returns.
  ///   - count: The count of the refresh, or `nil` for the next one; a past one is notified at once.
  func request(_ request: UInt32, count: UInt64?)

  /// Removes and returns the notifications received since the last call.
  func drain() -> [Refresh]
}

/// Notifications of the display's refreshes by the Present extension.
final class RefreshEvents: RefreshSource {
  /// The major opcode of the extension, which identifies its events.
  let opcode: Int32
  private let connection: Connection
  private let window: CX11.Window
  private var received: [Refresh] = []

  /// Selects the notifications for a window; fails where the server lacks the extension.
  init?(_ connection: Connection, window: CX11.Window) {
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    var (major, minor): (Int32, Int32) = (1, 0)
    let display = connection.display
    guard connection.isAlive, XPresentQueryExtension(display, &opcode, &event, &error) != 0,
      XPresentQueryVersion(display, &major, &minor) != 0
    else { return nil }
    _ = XPresentSelectInput(display, window, UInt32(PresentCompleteNotifyMask))
    guard connection.isAlive else { return nil }
    self.opcode = opcode
    self.connection = connection
    self.window = window
  }

  func request(_ request: UInt32, count: UInt64?) {
    guard connection.isAlive else { return }
    // A divisor of one matches every refresh.
    XPresentNotifyMSC(connection.display, window, request, count ?? 0, count == nil ? 1 : 0, 0)
    XFlush(connection.display)
  }

  /// Reads an event of the extension.
  func read(_ event: inout XEvent) {
    guard XGetEventData(connection.display, &event.xcookie) != 0 else { return }
    read(event.xcookie)
    XFreeEventData(connection.display, &event.xcookie)
  }

  private func read(_ cookie: XGenericEventCookie) {
    guard let data = UnsafeRawPointer(cookie.data), cookie.evtype == PresentCompleteNotify else {
      return
    }
    let event = data.load(as: XPresentCompleteNotifyEvent.self)
    guard Int32(event.kind) == PresentCompleteKindNotifyMSC else { return }
    received.append(
      Refresh(
        request: event.serial_number, count: event.msc,
        time: Double(event.ust) / Self.ticksPerSecond))
  }

  /// UST is in microseconds.
  private static let ticksPerSecond = 1e6

  func drain() -> [Refresh] {
    defer { received = [] }
    return received
  }
}
