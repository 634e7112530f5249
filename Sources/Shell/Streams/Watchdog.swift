import Glibc
import OverscrollDesktop
import OverscrollThreads
import Synchronization

/// Ends the program where a server that doesn't respond keeps it from exiting.
///
/// Xlib waits for the server without a limit, even to close the connection, so another thread has to watch.
package enum Watchdog {
  /// The time that the program has to exit, in seconds. [C]
  private static let timeout: UInt32 = 1

  /// Ends the program when a termination signal stays pending for longer than the timeout.
  ///
  /// Call it once the event loop exists, which blocks the signals and reads them.
  ///
  /// - Parameter willEnd: Called on another thread before the program is ended.
  package static func watchSignals(willEnd: @escaping @Sendable () -> Void = {}) {
    guard let signals = try? PendingSignals() else { return }
    BackgroundThread.start {
      while true {
        signals.wait()
        sleep(timeout)
        guard signals.arePending else { continue }
        willEnd()
        terminate()
      }
    }
  }

  /// Ends the program unless it exits within the timeout.
  package static func limitExit() {
    BackgroundThread.start {
      sleep(timeout)
      terminate()
    }
  }

  /// Ends the program unless `body`, which may ask the server, returns within the timeout.
  static func limit(_ body: () -> Void) {
    let watch = Watch()
    BackgroundThread.start {
      sleep(timeout)
      if !watch.isOver.load(ordering: .acquiring) { terminate() }
    }
    body()
    watch.isOver.store(true, ordering: .releasing)
  }

  /// Whether what is watched has returned.
  private final class Watch: Sendable {
    let isOver = Atomic(false)
  }

  private static func terminate() -> Never {
    StandardError.report("The X server is not responding.")
    _exit(1)
  }
}
