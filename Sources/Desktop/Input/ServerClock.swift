internal import Glibc

/// This machine's monotonic clock.
package enum MonotonicClock {
  /// The time now, in seconds since some point in the past.
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// Turns the server's time stamps into local times.
///
/// A stamp says when something happened, its arrival when we heard of it; the least difference seen is
/// the one with the least delay. It is sought among the last one to two minutes, so that the clocks of
/// two machines may drift apart.
struct ServerClock {
  /// The stamp, unwrapped, of the last event, in milliseconds.
  private var last: Int?
  /// The least difference of local and server time in the present window, in seconds.
  private var least: Double?
  /// The same of the window before.
  private var leastBefore: Double?
  private var windowStart = -Double.infinity

  /// How long a window of differences is, in seconds.
  private static let window = 60.0

  /// The local time, in seconds, of something that the server stamped.
  ///
  /// - Parameters:
  ///   - stamp: Milliseconds in 32 bits, wrapping after 49.7 days; 0 says there is none.
  ///   - arrival: The local time now, in seconds; the result is never later.
  /// - Returns: Seconds of ``MonotonicClock``.
  mutating func localTime(of stamp: UInt32, arrival: Double) -> Double {
    guard stamp != 0 else { return arrival }
    let server = Double(unwrap(stamp)) * 1e-3
    if arrival - windowStart > Self.window {
      (leastBefore, least, windowStart) = (least, nil, arrival)
    }
    let difference = min(least ?? .infinity, arrival - server)
    least = difference
    return server + min(difference, leastBefore ?? .infinity)
  }

  private mutating func unwrap(_ stamp: UInt32) -> Int {
    guard let last else {
      self.last = Int(stamp)
      return Int(stamp)
    }
    // Events may overtake each other a little, so the step is signed.
    let step = Int32(bitPattern: stamp &- UInt32(truncatingIfNeeded: last))
    let unwrapped = last + Int(step)
    self.last = max(last, unwrapped)
    return unwrapped
  }
}
