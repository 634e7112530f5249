/// When frames are due: at whole multiples of a period after an origin, so that nothing adds up.
struct FrameSchedule: Hashable, Sendable {
  /// Frames a second.
  let rate: Double
  private let origin: Double
  /// The number of the last frame that was due.
  private var last = 0

  /// The slowest clock, in frames a second; slower rates are taken for nonsense of a driver.
  static let minimumRate = 30.0
  /// The fastest clock, in frames a second.
  static let maximumRate = 240.0
  /// What is taken where a display does not say, in frames a second.
  static let defaultRate = 60.0

  /// Starts at `origin`, in seconds, with a rate that ``validRate(_:)`` has seen.
  init(rate: Double, origin: Double) {
    self.rate = Self.validRate(rate)
    self.origin = origin
  }

  /// `rate` within the limits; ``defaultRate`` for what is no rate at all: zero, negative, NaN, infinite, below 1.
  static func validRate(_ rate: Double) -> Double {
    guard rate.isFinite, rate >= 1 else { return defaultRate }
    return min(max(rate, minimumRate), maximumRate)
  }

  /// The first time after `now` at which a frame is due, in seconds.
  func next(after now: Double) -> Double {
    var number = max(0, ((now - origin) * rate).rounded(.down)) + 1
    // Rounding may have put it a hair before `now`.
    if origin + number / rate <= now { number += 1 }
    return origin + number / rate
  }

  /// The latest time up to `now` at which a frame was due and not handed out yet; those before it are skipped.
  mutating func due(at now: Double) -> Double? {
    // A timer may fire a few nanoseconds before a deadline that is not a whole number of them.
    let tolerance = 1e-6
    let number = Int(((now + tolerance - origin) * rate).rounded(.down))
    guard number > last else { return nil }
    last = number
    return origin + Double(number) / rate
  }
}
