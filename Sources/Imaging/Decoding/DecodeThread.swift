import Files
import Glibc

/// Starts threads that run one closure and end.
enum DecodeThread {
  /// The niceness relative to the main thread and the X server, which must respond to input first. [C]
  private static let niceness: Int32 = 2

  /// Runs `body` on a detached thread.
  ///
  /// All signals are blocked there: they are delivered to the thread that waits for them.
  ///
  /// - Returns: False if the system provided no thread; then `body` does not run.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    BackgroundThread.start {
      // Linux applies this to the calling thread only.
      _ = nice(niceness)
      body()
    }
  }
}
