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
    if let latest, count > latest.count, count - latest.count <= Self.maximumGap {
      record(interval: (time - latest.time) / Double(count - latest.count))
    } else if let latest, count > latest.count {
      // Unless the display has another rate now, or was off meanwhile.
      let interval = (time - latest.time) / Double(count - latest.count)
      longPeriod = abs(interval / period - 1) < Self.longTolerance ? interval : nil
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
