import Glibc
import OverscrollBase
import Synchronization

/// Runs a closure on a thread of its own, and waits for its result.
final class OtherThread: Sendable {
  private let results = Mutex<[UInt32]?>(nil)

  /// Returns what `body` returns there.
  func run(_ body: @escaping @Sendable () -> [UInt32]) -> [UInt32] {
    BackgroundThread.start { [self] in
      let found = body()
      results.withLock { $0 = found }
    }
    while true {
      if let found = results.withLock({ $0 }) { return found }
      usleep(1000)
    }
  }
}
