import Glibc
import OverscrollBase

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
    for number in Self.signals where !isIgnored(number) { sigaddset(&signals, number) }
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

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    let handler = action.__sigaction_handler.sa_handler
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
