internal import CLinux
internal import Glibc

/// The times for which the event loop was busy between two polls, during which input had to wait.
package struct Hitches: Hashable, Sendable {
  /// A busy time of the loop.
  package struct Hitch: Hashable, Sendable {
    /// The wall-clock time, in seconds.
    package var time = 0.0
    /// The thread's processor time, in seconds; the rest was spent waiting for the server or a core.
    package var work = 0.0
  }

  /// The longest busy time.
  package private(set) var longest = Hitch()
  /// The number of busy times longer than a refresh at 60 Hz.
  package private(set) var count = 0
  private var start: Hitch?

  package init() {}

  /// The period at 60 Hz, rounded down to milliseconds, in seconds.
  private static let limit = 0.016

  /// The poll returned.
  package mutating func begin() { start = Self.now }

  /// The next poll is about to wait.
  package mutating func end() {
    guard let start else { return }
    let now = Self.now
    let hitch = Hitch(time: now.time - start.time, work: now.work - start.work)
    if hitch.time > longest.time { longest = hitch }
    if hitch.time > Self.limit { count += 1 }
    self.start = nil
  }

  private static var now: Hitch {
    var work = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &work)
    return Hitch(
      time: MonotonicClock.now, work: Double(work.tv_sec) + Double(work.tv_nsec) * 1e-9)
  }
}
