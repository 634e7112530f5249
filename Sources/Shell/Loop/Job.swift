import Dispatch
import OverscrollThreads
import Synchronization

/// Work on its own thread, whose result is collected once the thread has woken the window.
///
/// If the system cannot start a thread, the work is done at once, on the calling thread; work that waits for the user
/// has a result for that case instead.
package final class Job<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var isDone = false
    var isCancelled = false
  }

  private let state = Mutex(State())
  private let didEnd = DispatchSemaphore(value: 0)

  /// Starts the work.
  ///
  /// - Parameters:
  ///   - niceness: The increment of the thread's niceness.
  ///   - unavailable: The result where there is no thread; `nil` for work that can be done at once.
  ///   - wake: Called on the thread once the result is there.
  ///   - body: The work; it ends early where its argument returns true, and so do its waits for decoders.
  package init(
    niceness: Int32 = 0, unavailable: Value? = nil, wake: @escaping @Sendable () -> Void = {},
    _ body: @escaping @Sendable (_ isCancelled: () -> Bool) -> Value
  ) {
    let isStarted = BackgroundThread.start(niceness: niceness) {
      let value = BackgroundWork.run(while: { !self.isCancelled }) { body { self.isCancelled } }
      self.finish(with: value)
      wake()
    }
    guard !isStarted else { return }
    finish(with: unavailable ?? body { false })
    wake()
  }

  private func finish(with value: Value) {
    state.withLock { state in
      state.value = value
      state.isDone = true
    }
    didEnd.signal()
  }

  /// True once the work has ended.
  package var isDone: Bool { state.withLock { $0.isDone } }

  /// The result; `nil` while the work is in progress, and after ``drain()``.
  package var value: Value? { state.withLock { $0.value } }

  /// Returns the result, once; `nil` while the work is in progress.
  package func drain() -> Value? {
    state.withLock { state in
      defer { state.value = nil }
      return state.value
    }
  }

  /// Waits for the end of the work.
  package func wait() {
    didEnd.wait()
    didEnd.signal()
  }

  /// Waits for the end of the work, but no longer than a time in seconds; returns whether it has ended.
  package func wait(atMost seconds: Double) -> Bool {
    guard didEnd.wait(timeout: .now() + max(seconds, 0)) == .success else { return false }
    didEnd.signal()
    return true
  }

  /// Asks the work to end as soon as possible.
  package func cancel() { state.withLock { $0.isCancelled = true } }

  private var isCancelled: Bool { state.withLock { $0.isCancelled } }
}

/// Several jobs of a kind, whose results are taken over in the order in which they were started.
package struct Jobs<Value: Sendable> {
  private var running: [Job<Value>] = []

  package init() {}

  /// True while a result is outstanding.
  package var areRunning: Bool { !running.isEmpty }

  /// Adds a job.
  package mutating func add(_ job: Job<Value>) { running.append(job) }

  /// Returns the results that are there.
  package mutating func drainAll() -> [Value] {
    let done = running.filter(\.isDone)
    running.removeAll { job in done.contains { $0 === job } }
    return done.compactMap { $0.drain() }
  }
}
