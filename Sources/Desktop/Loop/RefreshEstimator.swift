/// When a display refreshes, learnt from the refreshes that the server told of.
///
/// What the server tells is late by a little, now more, now less: the refreshes are taken to be evenly spaced, by the
/// middle ones of the latest spaces, and are moved to what was told only bit by bit.
struct RefreshEstimator: Sendable {
  /// The time between two refreshes, in seconds, from 1/240 to 1/30.
  private(set) var period: Double
  private var latest: (count: UInt64, time: Double)?
  private var spaces: [Double] = []
  /// The refresh from which all others are reckoned.
  private var anchor: (count: UInt64, time: Double)?

  /// How many spaces are kept; the middle half of them, by size, tells the period.
  private static let memory = 24
  /// The part of a difference by which the anchor moves at a time.
  private static let yielding = 0.1
  /// The most refreshes between two that still tell something about their spacing.
  private static let mostSkipped: UInt64 = 8

  /// Starts with a rate in refreshes a second; see ``FrameSchedule/sane(_:)``.
  init(rate: Double) {
    period = 1 / FrameSchedule.validRate(rate)
  }

  /// Takes note of a refresh: its number, and the time at which the server says it was, in seconds.
  mutating func note(_ count: UInt64, at time: Double) {
    if let latest, count > latest.count, count - latest.count <= Self.mostSkipped {
      note(space: (time - latest.time) / Double(count - latest.count))
    }
    latest = (count, time)
    guard let old = anchor, let expected = self.time(of: count) else {
      anchor = (count, time)
      return
    }
    let difference = time - expected
    let isLost = abs(difference) > period / 2 || count < old.count
    anchor = (count, isLost ? time : expected + difference * Self.yielding)
  }

  private mutating func note(space: Double) {
    guard space.isFinite, space > 0 else { return }
    if spaces.count == Self.memory { spaces.removeFirst() }
    spaces.append(space)
    let sorted = spaces.sorted()
    let middle = sorted[sorted.count / 4...(sorted.count * 3 / 4 - (sorted.count > 3 ? 1 : 0))]
    let mean = middle.reduce(0, +) / Double(middle.count)
    period = 1 / min(max(1 / mean, FrameSchedule.minimumRate), FrameSchedule.maximumRate)
  }

  /// When the refresh of a number is, or was, in seconds; nil while none was told.
  func time(of count: UInt64) -> Double? {
    guard let anchor else { return nil }
    let distance = Double(Int64(bitPattern: count &- anchor.count))
    return anchor.time + distance * period
  }
}
