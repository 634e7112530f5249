internal import Glibc

/// The time after which a test gives up waiting, in seconds: `WAIT_SECONDS`, or 120 for a very slow machine that runs all tests
/// at once.
package let defaultTimeout = getenv("WAIT_SECONDS").flatMap { Double(String(cString: $0)) } ?? 120

/// Waits until a condition holds, checking it every 2 ms.
///
/// - Parameters:
///   - what: A description of the condition, for the error.
///   - seconds: The timeout, in seconds.
///   - condition: The condition.
/// - Throws: An error after the timeout, and what `condition` throws.
package func waitUntil(
  _ what: @autoclosure () -> String, seconds: Double = defaultTimeout,
  _ condition: () throws -> Bool
) throws {
  let end = Stopwatch.now + seconds
  while try !condition() {
    guard Stopwatch.now < end else { throw RigError("Timed out after \(seconds) s: \(what()).") }
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
