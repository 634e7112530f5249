internal import Dispatch
internal import Glibc
internal import Synchronization

/// A detached thread that runs a closure once.
///
/// All threads of the program are started here, with every signal blocked. Signals therefore reach the thread that waits for
/// them, whether it blocks them before or after other threads are started.
package enum BackgroundThread {
  /// The argument of the thread's function, a class so that it fits into a pointer.
  private final class Work: Sendable {
    let niceness: Int32
    let body: @Sendable () -> Void

    init(niceness: Int32, _ body: @escaping @Sendable () -> Void) {
      self.niceness = niceness
      self.body = body
    }

    func run() {
      // On Linux, niceness is a property of the thread.
      if niceness != 0 { _ = nice(niceness) }
      body()
    }
  }

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - niceness: The increment of the thread's niceness; greater values yield more to other threads.
  ///   - body: The closure to run.
  /// - Returns: False where the system made no thread; `body` doesn't run then.
  @discardableResult
  package static func start(
    niceness: Int32 = 0, _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    let group = BackgroundGroup.current
    group?.begin()
    let work = Unmanaged.passRetained(
      Work(niceness: niceness) {
        guard let group else { return body() }
        group.run(body)
        group.end()
      })
    var thread = pthread_t()
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    // The new thread inherits the mask.
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let status = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    guard status == 0 else {
      work.release()
      group?.end()
      return false
    }
    pthread_detach(thread)
    return true
  }
}

/// What the calling thread works on, as far as others may stop it.
package enum BackgroundWork {
  @TaskLocal private static var isStillNeeded: @Sendable () -> Bool = { true }

  /// False where no one needs the result any more: waits end early.
  package static var isNeeded: Bool { isStillNeeded() }

  /// Runs a body that is needed as long as a closure, which may be called on any thread, returns true.
  package static func run<Value>(
    while isNeeded: @escaping @Sendable () -> Bool, _ body: () -> Value
  ) -> Value {
    let outer = isStillNeeded
    return $isStillNeeded.withValue({ outer() && isNeeded() }, operation: body)
  }
}

/// The threads that were started while the group was run, by it or by one of them, and have not ended.
package final class BackgroundGroup: Sendable {
  @TaskLocal fileprivate static var current: BackgroundGroup?
  private let count = Atomic(0)
  private let didEnd: @Sendable () -> Void

  /// - Parameter didEnd: Called on the last thread, once it has done its work.
  package init(didEnd: @escaping @Sendable () -> Void) { self.didEnd = didEnd }

  /// Runs something whose threads belong to the group.
  package func run<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try Self.$current.withValue(self) { Result { () throws(Failure) in try body() } }.get()
  }

  /// True where all threads have ended.
  package var isDone: Bool { count.load(ordering: .acquiring) == 0 }

  fileprivate func begin() { count.add(1, ordering: .relaxed) }

  fileprivate func end() {
    if count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { didEnd() }
  }
}

/// Work that a thread waits for which has nothing else to do: meanwhile, it counts as one that has ended.
package final class WorkSignal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let group = BackgroundGroup.current
  private let pending = Atomic(0)

  package init() {}

  deinit {
    for _ in 0..<pending.load(ordering: .acquiring) { group?.end() }
  }

  /// Hands over a piece of work.
  package func signal() {
    group?.begin()
    pending.add(1, ordering: .acquiringAndReleasing)
    semaphore.signal()
  }

  /// Waits for the next piece of work; those before it are done.
  package func wait() {
    group?.end()
    semaphore.wait()
    pending.subtract(1, ordering: .acquiringAndReleasing)
  }
}
