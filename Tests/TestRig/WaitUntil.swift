internal import Glibc

/// How long is waited for what must come, in seconds: what a very slow machine may need that runs all tests at once.
package let defaultTimeout = 120.0

/// Asks again and again until `condition` holds.
///
/// - Parameters:
///   - what: What is waited for, for the sentence when it does not come.
///   - seconds: When to give up.
///   - condition: What is to hold.
/// - Throws: A sentence when it does not come, and what `condition` throws.
package func waitUntil(
  _ what: @autoclosure () -> String, seconds: Double = defaultTimeout,
  _ condition: () throws -> Bool
) throws {
  let end = Stopwatch.now + seconds
  while try !condition() {
    guard Stopwatch.now < end else { throw RigError("Waited \(seconds) s in vain: \(what()).") }
    usleep(2000)
  }
}

/// The monotonic clock.
package enum Stopwatch {
  /// The time now, in seconds.
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
