internal import CLinux
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
