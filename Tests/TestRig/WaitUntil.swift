internal import Glibc
internal import Synchronization

/// The time after which a test gives up waiting, in seconds: `WAIT_SECONDS`, or 120 for a very slow machine that runs all tests
/// at once.
package let defaultTimeout = getenv("WAIT_SECONDS").flatMap { Double(String(cString: $0)) } ?? 120

/// How many tests have waited in vain.
private let timeoutCount = Mutex(0)
/// Where it is more than that, the program is broken rather than the machine slow, and the other tests should say so soon.
private let patientTimeoutCount = 5
/// The time for which tests wait then, in seconds.
private let impatientTimeout = 60.0

/// Waits until a condition holds.
///
/// - Parameters:
///   - what: A description of the condition, for the error.
///   - seconds: The timeout, in seconds.
///   - interval: The time between two checks, in seconds.
///   - condition: The condition.
/// - Throws: An error after the timeout, and what `condition` throws.
package func waitUntil(
  _ what: @autoclosure () -> String, seconds: Double = defaultTimeout, interval: Double = 0.002,
  _ condition: () throws -> Bool
) throws {
  let hasPatience = timeoutCount.withLock { $0 < patientTimeoutCount }
  let seconds = hasPatience ? seconds : min(seconds, impatientTimeout)
  let end = Stopwatch.now + seconds
  while try !condition() {
    guard Stopwatch.now < end else {
      timeoutCount.withLock { $0 += 1 }
      throw RigError("Timed out after \(seconds) s: \(what()).")
    }
    usleep(UInt32(interval * 1e6))
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
