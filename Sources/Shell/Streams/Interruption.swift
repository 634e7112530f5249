import Glibc
import OverscrollBase
import OverscrollHost

/// Signals that end a command early, such as that of Ctrl+C.
package enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Deletes unfinished files before one of the signals ends the program.
  ///
  /// Call this on the main thread. Signals that are ignored stay ignored.
  ///
  /// - Parameter cleanUp: Called first, on another thread.
  package static func deleteUnfinishedFiles(_ cleanUp: @escaping @Sendable () -> Void = {}) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in Self.signals where !SignalDescriptor.isIgnored(number) {
      sigaddset(&signals, number)
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let awaited = signals
    let isStarted = BackgroundThread.start {
      var awaited = awaited
      var number: Int32 = 0
      while sigwait(&awaited, &number) != 0 {}
      cleanUp()
      AtomicFileWriter.discardAll()
      signal(number, SIG_DFL)
      pthread_sigmask(SIG_UNBLOCK, &awaited, nil)
      raise(number)
    }
    if !isStarted { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
  }
}
