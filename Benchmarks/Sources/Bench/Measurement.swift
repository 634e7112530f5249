import AllocationCounter
import Glibc

/// How long an operation takes and how often it asks for memory.
struct Measurement {
  /// What was measured.
  var name: String
  /// The shortest time of one operation over all rounds, in nanoseconds: noise only adds.
  var nanoseconds: Double
  /// How often one operation asked for heap memory, on average.
  var allocations: Double

  /// Measures `operation`, which is called with a running number, in rounds of `count`.
  ///
  /// `prepare` runs before each round and is not measured.
  init(
    _ name: String, rounds: Int = 25, count: Int, prepare: () -> Void = {},
    _ operation: (Int) -> Void
  ) {
    var best = Double.infinity
    var least = UInt64.max
    for _ in 0..<rounds {
      prepare()
      let allocations = AllocationCount()
      let start = Self.now
      for index in 0..<count { operation(index) }
      best = min(best, Self.now - start)
      least = min(least, AllocationCount() - allocations)
    }
    self.name = name
    nanoseconds = best / Double(count)
    self.allocations = Double(least) / Double(count)
  }

  /// The monotonic clock, in nanoseconds.
  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
