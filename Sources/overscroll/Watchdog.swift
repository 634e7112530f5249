import Desktop
import Files
import Glibc

/// Ends the program when an X server that hangs keeps it from ending itself.
///
/// Xlib waits for the server without limit, even to close the connection; only another thread can see that.
enum Watchdog {
  /// How long the program may take to end, in seconds.
  private static let seconds: UInt32 = 1

  /// From here on a signal to end that the loop does not take within the time allowed ends the program.
  ///
  /// To be called when the loop has blocked the signals, so that they are left pending for both.
  static func watchSignals() {
    guard let signals = try? PendingSignals() else { return }
    BackgroundThread.start {
      while true {
        signals.wait()
        sleep(seconds)
        if signals.arePending { terminate() }
      }
    }
  }

  /// The program is ending, and is ended if it takes longer than allowed.
  static func limitExit() {
    BackgroundThread.start {
      sleep(seconds)
      terminate()
    }
  }

  private static func terminate() -> Never {
    StandardError.report("The X server does not answer.")
    _exit(1)
  }
}
