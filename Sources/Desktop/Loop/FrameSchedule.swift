/// The times at which a timer delivers frames: multiples of a period after an origin, which avoids drift.
struct FrameSchedule: Hashable, Sendable {
  /// The frame rate in hertz.
  let rate: Double
  private let origin: Double
  /// The number of the last frame delivered.
  private var last = 0

  /// The minimum frame rate in hertz; drivers report lower ones by mistake.
  static let minimumRate = 30.0
  /// The maximum frame rate in hertz.
  static let maximumRate = 240.0
  /// The frame rate in hertz where the display reports none.
  static let defaultRate = 60.0

  /// Makes a schedule that starts at `origin`, in seconds, with the rate that ``validRate(_:)`` returns.
  init(rate: Double, origin: Double) {
    self.rate = Self.validRate(rate)
    self.origin = origin
  }

  /// Returns `rate` clamped to the limits, or ``defaultRate`` where it is below 1, infinite or NaN.
  static func validRate(_ rate: Double) -> Double {
    guard rate.isFinite, rate >= 1 else { return defaultRate }
    return min(max(rate, minimumRate), maximumRate)
  }

  /// Returns the first time after `now` at which a frame is due, in seconds.
  func next(after now: Double) -> Double {
    var number = max(0, ((now - origin) * rate).rounded(.down)) + 1
    // Rounding may have put it just before `now`.
    if origin + number / rate <= now { number += 1 }
    return origin + number / rate
  }

  /// Returns the latest time up to `now` at which a frame is due, or `nil` where it was already delivered; earlier frames are skipped.
  mutating func due(at now: Double) -> Double? {
    // A timer may fire a few nanoseconds before a deadline that is not a whole number of them.
    let tolerance = 1e-6
    let number = Int(((now + tolerance - origin) * rate).rounded(.down))
    guard number > last else { return nil }
    last = number
    return origin + Double(number) / rate
  }
}
