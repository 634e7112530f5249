internal import CX11
internal import OverscrollHost

/// Converts the server's time stamps to local times.
///
/// The difference between an event's arrival and its time stamp is the clocks' offset plus the delay, so the minimum difference
/// is the best estimate of the offset. It is the minimum of the last one to two minutes, which allows for clock drift.
struct ServerClock {
  /// The unwrapped time stamp of the last event, in milliseconds.
  private var last: Int?
  /// The minimum difference in the current window, in seconds.
  private var minimum: Double?
  /// The minimum difference in the previous window, in seconds.
  private var previousMinimum: Double?
  private var windowStart = -Double.infinity

  /// The length of a window, in seconds. [C]
  private static let window = 60.0

  /// Returns the local time of an event, in seconds.
  ///
  /// - Parameters:
  ///   - stamp: The time stamp in milliseconds, which wraps after 49.7 days; 0 (`CurrentTime`) stands for none.
  ///   - arrival: The local time of arrival, in seconds; the result is never later.
  /// - Returns: Seconds of ``MonotonicClock``.
  mutating func localTime(of stamp: UInt32, arrival: Double) -> Double {
    guard stamp != 0 else { return arrival }
    let server = Double(unwrap(stamp)) * 1e-3
    if arrival - windowStart > Self.window {
      (previousMinimum, minimum, windowStart) = (minimum, nil, arrival)
    }
    let difference = min(minimum ?? .infinity, arrival - server)
    minimum = difference
    return server + min(difference, previousMinimum ?? .infinity)
  }

  private mutating func unwrap(_ stamp: UInt32) -> Int {
    guard let last else {
      self.last = Int(stamp)
      return Int(stamp)
    }
    // Events may arrive slightly out of order, so the step is signed.
    let step = Int32(bitPattern: stamp &- UInt32(truncatingIfNeeded: last))
    let unwrapped = last + Int(step)
    self.last = max(last, unwrapped)
    return unwrapped
  }
}

extension Input.Source {
  /// The source of an event with a server's timestamp; 0 (`CurrentTime`) stands for none.
  init(_ stamp: Time) {
    self.init(serverTime: stamp == 0 ? nil : UInt32(truncatingIfNeeded: stamp))
  }
}
