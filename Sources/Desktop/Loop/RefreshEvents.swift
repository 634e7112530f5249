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

/// Chooses which refresh to request from the server next, and counts those that were missed.
///
/// Xwayland 24 answers one refresh early: a request for the next refresh is answered at once, with the count of the last one.
/// From such a server, the refresh after the next one is requested.
struct RefreshCounter: Hashable, Sendable {
  /// The meaning of an answer.
  enum Answer: Hashable, Sendable {
    /// A refresh happened, after a number of missed ones.
    case refresh(missed: Int)
    /// No refresh happened since the last one; ask again.
    case early
    /// No refresh happened although a later one was requested: the server's count doesn't advance.
    case stuck
  }

  private var last: UInt64?
  private var requested: UInt64?
  /// The distance from the last refresh to the requested one.
  private var lead: UInt64 = 1

  /// The distance requested from a server that answers early, in refreshes.
  private static let earlyLead: UInt64 = 2

  /// Returns the count of the refresh to request, or `nil` for the next one, whatever its count.
  mutating func request() -> UInt64? {
    requested = last.map { $0 &+ lead }
    return requested
  }

  /// Handles the count in the answer to the latest request.
  mutating func handle(_ count: UInt64) -> Answer {
    defer { if let requested { lead = count < requested ? Self.earlyLead : 1 } }
    guard let last, count == last else {
      // The count restarts when the window moves to another monitor.
      let missed = last.map { count > $0 ? Int(clamping: count - $0 - 1) : 0 } ?? 0
      self.last = count
      return .refresh(missed: missed)
    }
    return lead < Self.earlyLead ? .early : .stuck
  }

  /// Forgets the last refresh, so that none is counted as missed until the next.
  mutating func pause() {
    last = nil
    requested = nil
  }
}

/// Estimates the times of a display's refreshes from the server's notifications.
///
/// The reported times have jitter. The period is the interquartile mean of the latest intervals, and the phase follows the
/// reported times with a small gain.
struct RefreshEstimator: Sendable {
  /// The time between refreshes, in seconds, from 1/240 to 1/30.
  private(set) var period: Double
  private var latest: (count: UInt64, time: Double)?
  private var intervals: [Double] = []
  /// The period over a long time without notifications, which has less error than the intervals.
  private var longPeriod: Double?
  /// The latest intervals for statistics, in seconds, in no order.
  private(set) var history: [Double] = []
  private var nextInHistory = 0
  /// The refresh from which all others are extrapolated.
  private var anchor: (count: UInt64, time: Double)?

  /// The number of intervals kept. [C]
  private static let intervalCount = 24
  /// The number of intervals kept for statistics. [C]
  private static let historyCount = 256
  /// The fraction of the error by which a notification corrects the phase. [C]
  private static let gain = 0.1
  /// The maximum number of refreshes between two notifications whose interval is used. [C]
  private static let maximumGap: UInt64 = 8

  /// The difference of the period over a long time from that of the intervals, as a part of it, by which it is another one. [C]
  private static let longTolerance = 0.02

  /// The time of the latest notification, in seconds.
  var latestTime: Double? { latest?.time }

  /// Starts with a rate in hertz; see ``FrameSchedule/validRate(_:)``.
  init(rate: Double) {
    period = 1 / FrameSchedule.validRate(rate)
  }

  /// Records the count of a refresh and its reported time, in seconds.
  mutating func record(_ count: UInt64, at time: Double) {
    if let latest, count > latest.count {
      let interval = (time - latest.time) / Double(count - latest.count)
      if count - latest.count <= Self.maximumGap {
        record(interval: interval)
      } else {
        // Unless the display has another rate now, or was off meanwhile.
        longPeriod = abs(interval / period - 1) < Self.longTolerance ? interval : nil
      }
    }
    latest = (count, time)
    guard let old = anchor, let expected = self.time(of: count) else {
      anchor = (count, time)
      return
    }
    let difference = time - expected
    // Over a long time the error of the period adds up.
    let isLost =
      abs(difference) > period / 2 || count < old.count || count - old.count > Self.maximumGap
    anchor = (count, isLost ? time : expected + difference * Self.gain)
  }

  private mutating func record(interval: Double) {
    guard interval.isFinite, interval > 0 else { return }
    if history.count < Self.historyCount {
      history.append(interval)
    } else {
      history[nextInHistory] = interval
      nextInHistory = (nextInHistory + 1) % Self.historyCount
    }
    if intervals.count == Self.intervalCount { intervals.removeFirst() }
    intervals.append(interval)
    let sorted = intervals.sorted()
    let middle = sorted[sorted.count / 4...(sorted.count * 3 / 4 - (sorted.count > 3 ? 1 : 0))]
    let mean = middle.reduce(0, +) / Double(middle.count)
    period = 1 / min(max(1 / mean, FrameSchedule.minimumRate), FrameSchedule.maximumRate)
  }

  /// Returns the count and the estimated time, in seconds, of the first refresh after a time, or `nil` before the first notification.
  ///
  /// The period is that of a long time, for an error of one percent adds up to half a refresh within a second.
  func next(after time: Double) -> (count: UInt64, time: Double)? {
    guard let anchor, time.isFinite else { return nil }
    let period = longPeriod ?? meanPeriod
    let number = ((time - anchor.time) / period).rounded(.down) + 1
    guard let distance = Int64(exactly: number) else { return nil }
    return (anchor.count &+ UInt64(bitPattern: distance), anchor.time + number * period)
  }

  /// The mean of all intervals kept, in which late notifications cancel out, unless the display has had another rate meanwhile.
  private var meanPeriod: Double {
    guard history.count >= Self.intervalCount else { return period }
    let mean = history.reduce(0, +) / Double(history.count)
    return abs(mean / period - 1) < Self.longTolerance ? mean : period
  }

  /// Returns the estimated time of a refresh, in seconds, or `nil` before the first notification.
  func time(of count: UInt64) -> Double? {
    guard let anchor else { return nil }
    let distance = Double(Int64(bitPattern: count &- anchor.count))
    return anchor.time + distance * period
  }
}
