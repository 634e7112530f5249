internal import CX11
internal import Glibc

/// How long the loop was away from its poll, which is how long a hand could have waited.
package struct Hitches: Hashable, Sendable {
  /// A time away: by the clock, and what the processor worked of it for this thread, in seconds.
  package struct Hitch: Hashable, Sendable {
    /// By the clock.
    package var time = 0.0
    /// Of the processor; the rest was spent waiting, for the server or for a core.
    package var work = 0.0
  }

  /// The longest.
  package private(set) var longest = Hitch()
  /// How many were longer than a refresh of a usual display.
  package private(set) var count = 0
  private var start: Hitch?

  /// A sixtieth of a second, rounded down to whole milliseconds.
  private static let limit = 0.016

  /// The poll returned.
  mutating func begin() { start = Self.now }

  /// The next poll is about to wait.
  mutating func end() {
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
