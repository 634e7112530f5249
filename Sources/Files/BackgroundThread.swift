internal import Glibc

/// A thread that runs one closure and ends.
package enum BackgroundThread {
  /// The closure, as an object that fits through C's one pointer.
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread, which is detached.
  ///
  /// No signal is delivered on that thread, so that they reach the thread that waits for them.
  ///
  /// - Returns: false if the system cannot create a thread; then `body` does not run.
  @discardableResult
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
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
