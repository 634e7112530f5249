internal import CLinux
internal import Glibc

/// This machine's monotonic clock.
package enum MonotonicClock {
  /// The time now, in seconds since some point in the past.
  package static var now: Double { read(CLOCK_MONOTONIC) }

  /// The processor time that all threads of this process have used, in seconds.
  package static var processorTime: Double { read(CLOCK_PROCESS_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
