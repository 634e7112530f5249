import Glibc
import OverscrollBase
import OverscrollHost
import Synchronization

/// Ends the program where a server that doesn't respond keeps it from exiting.
///
/// Xlib waits for the server without a limit, even to close the connection, so another thread has to watch.
package enum Watchdog {
  /// The time that the program has to exit, in seconds, while its main thread sleeps, as it does where the server hangs. [C]
  private static let timeout = 1.0
  /// How many times as long it has while its main thread works or waits for a busy processor. [C]
  private static let patience = 10.0
  /// How often the time is counted, in seconds. [C]
  private static let step = 0.05
  private static let state = Mutex(State())

  private struct State {
    /// The time that is left to exit, in seconds; `nil` until the program is to exit.
    var remaining: Double?
    /// True while the program does something that may take any time.
    var isPaused = false
    var willEnd: @Sendable () -> Void = {}
  }

  /// Ends the program when a termination signal stays pending for longer than the timeout.
  ///
  /// Call it once the event loop exists, which blocks the signals and reads them.
  ///
  /// - Parameter willEnd: Called on another thread before the program is ended, here or by ``limitExit()``.
  package static func watchSignals(willEnd: @escaping @Sendable () -> Void = {}) {
    state.withLock { $0.willEnd = willEnd }
    guard let signals = try? PendingSignals() else { return }
    BackgroundThread.start {
      while true {
        signals.wait()
        var remaining = timeout
        while signals.arePending, remaining > 0 {
          sleep(step)
          remaining -= countedStep
        }
        if signals.arePending { terminate() }
      }
    }
  }

  /// Ends the program unless it exits within the timeout; only the first call counts.
  package static func limitExit() {
    let isFirst = state.withLock { state in
      defer { state.remaining = state.remaining ?? timeout }
      return state.remaining == nil
    }
    guard isFirst else { return }
    BackgroundThread.start {
      while !isOver() { sleep(step) }
      terminate()
    }
  }

  /// Gives a program that is to exit more time, in seconds.
  package static func extend(by seconds: Double) { state.withLock { $0.remaining? += seconds } }

  /// Doesn't count the time of `body`, which may take any time and asks the server nothing.
  static func pause(_ body: () -> Void) {
    state.withLock { $0.isPaused = true }
    body()
    state.withLock { $0.isPaused = false }
  }

  /// What a step counts now, in seconds.
  private static var countedStep: Double { MainThread.isRunnable ? step / patience : step }

  /// Counts a step; returns whether no time is left.
  private static func isOver() -> Bool {
    let counted = countedStep
    return state.withLock { state in
      if !state.isPaused { state.remaining? -= counted }
      return state.remaining.map { $0 <= 0 } ?? false
    }
  }

  private static func sleep(_ seconds: Double) { usleep(UInt32(seconds * 1_000_000)) }

  private static func terminate() -> Never {
    state.withLock { $0.willEnd }()
    StandardError.report("The X server is not responding.")
    _exit(1)
  }
}

/// The main thread as the kernel sees it.
private enum MainThread {
  /// True while it runs, or waits for a processor; one that waits for the server sleeps.
  static var isRunnable: Bool {
    let file = open("/proc/self/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = max(0, read(file, &bytes, bytes.count))
    // "PID (NAME) STATE …", where the name may contain anything.
    guard let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")), end + 2 < count else {
      return false
    }
    return bytes[end + 2] == UInt8(ascii: "R")
  }
}
