import Glibc

/// A thread that does one piece of work and ends.
enum DecodeThread {
  /// What the new thread is given; a class, so that it fits through C's one pointer.
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// By how much its work gives way to the thread that draws and to the X server, for which the hand waits. [C]
  private static let niceness: Int32 = 2

  /// Runs `body` on a thread of its own, whose end nobody waits for.
  ///
  /// No signal is delivered there: they are for the thread that waits for them.
  ///
  /// - Returns: false when the system gave no thread; then `body` does not run.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let failure = pthread_create(
      &thread, nil,
      { argument in
        // Linux takes this for the thread alone.
        _ = nice(DecodeThread.niceness)
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    guard failure == 0 else {
      work.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}
