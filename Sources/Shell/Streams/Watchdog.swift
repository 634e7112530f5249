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
  /// How many times as long it has while its main thread works or waits for a busy processor, or the server may do so. [C]
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
        var (remaining, processors) = (timeout, Processors())
        while signals.arePending, remaining > 0 { remaining -= sleep(watching: &processors) }
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
      var processors = Processors()
      repeat {
        let counted = sleep(watching: &processors)
        state.withLock { if !$0.isPaused { $0.remaining? -= counted } }
      } while state.withLock { $0.remaining ?? 0 } > 0
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

  /// Waits for a step; returns what it counts, in seconds.
  private static func sleep(watching processors: inout Processors) -> Double {
    usleep(UInt32(step * 1_000_000))
    return processors.areBusy() || MainThread.isRunnable ? step / patience : step
  }

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
    // "PID (NAME) STATE …", where the name may contain anything.
    beginning(of: "/proc/self/stat").split(separator: ")").last?.dropFirst().first == "R"
  }
}

/// The processors of the machine as the kernel sees them.
private struct Processors {
  /// The time that they have all been idle together, in hundredths of a second.
  private var idle = 0

  init() { _ = areBusy() }

  /// Whether hardly any was idle since the last call, so that a server that is not responding may wait for one.
  mutating func areBusy() -> Bool {
    // "cpu", then the times for users, at low priority, in the kernel, idle, and waiting for disks.
    let times = beginning(of: "/proc/stat").split(separator: " ").dropFirst().prefix(5)
      .compactMap { Int($0) }
    guard times.count == 5 else { return false }
    let former = idle
    idle = times[3] + times[4]
    return idle - former <= 1
  }
}

private func beginning(of path: String) -> String {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return "" }
  defer { close(file) }
  var bytes = [UInt8](repeating: 0, count: 512)
  let count = max(0, read(file, &bytes, bytes.count))
  return String(decoding: bytes[..<count], as: UTF8.self)
}
