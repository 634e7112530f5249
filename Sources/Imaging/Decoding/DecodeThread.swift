import Files
import Glibc

/// A thread that does one piece of work and ends.
enum DecodeThread {
  /// By how much its work gives way to the thread that draws and to the X server, for which the hand waits. [C]
  private static let niceness: Int32 = 2

  /// Runs `body` on a thread of its own, whose end nobody waits for.
  ///
  /// No signal is delivered there: they are for the thread that waits for them.
  ///
  /// - Returns: false when the system gave no thread; then `body` does not run.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    BackgroundThread.start {
      // Linux applies this to the calling thread only.
      _ = nice(niceness)
      body()
    }
  }
}
