internal import CX11

/// Hears of the display's refreshes through the Present extension.
///
/// Nothing is heard unless it is asked for, once for each refresh.
final class RefreshEvents {
  /// A refresh that was asked for.
  struct Refresh: Hashable, Sendable {
    /// The number it was asked for with.
    var request: UInt32
    /// The number of the refresh, which grows by one from each to the next.
    var count: UInt64
    /// When it was, in seconds of the monotonic clock.
    var time: Double
  }

  /// The number that marks the extension's events.
  let opcode: Int32
  private let connection: Connection
  private let window: CX11.Window
  private var told: [Refresh] = []

  /// Asks to hear of the refreshes that a window sees; nil if the server has no such extension.
  init?(_ connection: Connection, window: CX11.Window) {
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    var (major, minor): (Int32, Int32) = (1, 0)
    let display = connection.display
    guard connection.isAlive, XPresentQueryExtension(display, &opcode, &event, &error) != 0,
      XPresentQueryVersion(display, &major, &minor) != 0
    else { return nil }
    let refusal = connection.trapErrors {
      _ = XPresentSelectInput(display, window, UInt32(PresentCompleteNotifyMask))
    }
    guard refusal == nil, connection.isAlive else { return nil }
    self.opcode = opcode
    self.connection = connection
    self.window = window
  }

  /// Asks to be told of one refresh.
  ///
  /// - Parameters:
  ///   - request: A number that comes back with it.
  ///   - count: The number of a refresh, which is told at once if it is past; nil for the next one.
  func ask(_ request: UInt32, for count: UInt64?) {
    guard connection.isAlive else { return }
    // A divisor of one stands for any refresh that is to come.
    XPresentNotifyMSC(connection.display, window, request, count ?? 0, count == nil ? 1 : 0, 0)
    XFlush(connection.display)
  }

  /// Reads an event of the extension, its payload fetched.
  func read(_ cookie: XGenericEventCookie) {
    guard let data = UnsafeRawPointer(cookie.data), cookie.evtype == PresentCompleteNotify else {
      return
    }
    let event = data.load(as: XPresentCompleteNotifyEvent.self)
    guard Int32(event.kind) == PresentCompleteKindNotifyMSC else { return }
    told.append(
      Refresh(
        request: event.serial_number, count: event.msc,
        time: Double(event.ust) / Self.ticksPerSecond))
  }

  /// The server counts microseconds.
  private static let ticksPerSecond = 1e6

  /// Hands out what was told since the last time.
  func take() -> [Refresh] {
    defer { told = [] }
    return told
  }
}
