import Dispatch
package import OverscrollBase
import Synchronization

/// Work on its own thread, whose result is collected once the thread has woken the window; where no one keeps the job any more, the
/// work is asked to end.
///
/// If the system cannot start a thread, the work is done at once, on the calling thread; work that waits for the user
/// has a result for that case instead.
package final class Job<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var isDone = false
    var isCancelled = false
  }

  /// What the thread has of the job.
  private final class Work: Sendable {
    let state = Mutex(State())
    let didEnd = DispatchSemaphore(value: 0)

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func finish(with value: Value?) {
      state.withLock { state in
        state.value = value
        state.isDone = true
      }
      didEnd.signal()
    }
  }

  private let work = Work()

  /// Starts the work.
  ///
  /// - Parameters:
  ///   - niceness: The increment of the thread's niceness.
  ///   - folder: The folder whose files it reads, of which only so many jobs run at a time; `nil` for work that is not about files.
  ///   - unavailable: The result where there is no thread; `nil` for work that can be done at once.
  ///   - wake: Called on the thread once the result is there.
  ///   - body: The work; it ends early where its argument returns true, and so do its waits for decoders.
  package init(
    niceness: Int32 = 0, in folder: FilePath? = nil, unavailable: Value? = nil,
    wake: @escaping @Sendable () -> Void = {},
    _ body: @escaping @Sendable (_ isCancelled: () -> Bool) -> Value
  ) {
    let isStarted = FolderThreads.start(in: folder, niceness: niceness) { [work] in
      // It may have waited for its turn.
      guard folder == nil || !work.isCancelled else { return work.finish(with: nil) }
      let value = BackgroundWork.run(while: { !work.isCancelled }) { body { work.isCancelled } }
      work.finish(with: value)
      wake()
    }
    guard !isStarted else { return }
    work.finish(with: unavailable ?? body { false })
    wake()
  }

  deinit { cancel() }

  /// True once the work has ended.
  package var isDone: Bool { work.state.withLock { $0.isDone } }

  /// The result; `nil` while the work is in progress, after ``drain()``, and for work on a folder that was canceled before it began.
  package var value: Value? { work.state.withLock { $0.value } }

  /// Returns the result, once; `nil` while the work is in progress.
  package func drain() -> Value? {
    work.state.withLock { state in
      defer { state.value = nil }
      return state.value
    }
  }

  /// Waits for the end of the work.
  package func wait() {
    work.didEnd.wait()
    work.didEnd.signal()
  }

  /// Waits for the end of the work, but no longer than a time in seconds; returns whether it has ended.
  package func wait(atMost seconds: Double) -> Bool {
    guard work.didEnd.wait(timeout: .now() + max(seconds, 0)) == .success else { return false }
    work.didEnd.signal()
    return true
  }

  /// True once the work was asked to end.
  package var isCancelled: Bool { work.isCancelled }

  /// Asks the work to end as soon as possible.
  package func cancel() { work.state.withLock { $0.isCancelled = true } }
}

/// The threads of jobs that read files, so many for each folder: a file system that doesn't answer keeps a thread forever, and
/// what waits for one of its folders must not keep others from starting.
private enum FolderThreads {
  /// The jobs of a folder that run at a time, of which a hung file system keeps as many threads. [C]
  static let limit = 8

  private struct Waiting: Sendable {
    let niceness: Int32
    let body: @Sendable () -> Void
  }

  private struct Folder {
    var runningCount = 0
    var waiting: [Waiting] = []
  }

  private static let folders = Mutex<[FilePath: Folder]>([:])

  /// Starts a thread for a job, or has it wait for others in its folder; returns false where the system made no thread.
  static func start(
    in folder: FilePath?, niceness: Int32, _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    guard let folder else { return BackgroundThread.start(niceness: niceness, body) }
    let work = Waiting(niceness: niceness, body: body)
    let begins = folders.withLock { folders in
      let isFull = (folders[folder]?.runningCount ?? 0) >= limit
      if isFull {
        folders[folder]?.waiting.append(work)
      } else {
        folders[folder, default: Folder()].runningCount += 1
      }
      return !isFull
    }
    guard begins, !begin(work, in: folder) else { return true }
    _ = next(in: folder)
    return false
  }

  private static func begin(_ work: Waiting, in folder: FilePath) -> Bool {
    BackgroundThread.start(niceness: work.niceness) {
      work.body()
      // Threads keep their niceness, so that the next job needs one of its own.
      while let next = next(in: folder), !begin(next, in: folder) { next.body() }
    }
  }

  /// Returns the job that takes the place of one that has ended, if any waits.
  private static func next(in folder: FilePath) -> Waiting? {
    folders.withLock { folders in
      guard folders[folder]?.waiting.isEmpty == true else {
        return folders[folder]?.waiting.removeFirst()
      }
      folders[folder]?.runningCount -= 1
      if folders[folder]?.runningCount == 0 { folders[folder] = nil }
      return nil
    }
  }
}

/// Several jobs of a kind, whose results are taken over in the order in which they were started.
package struct Jobs<Value: Sendable> {
  private var running: [Job<Value>] = []

  package init() {}

  /// Adds a job.
  package mutating func add(_ job: Job<Value>) { running.append(job) }

  /// Returns the results that are there.
  package mutating func drainAll() -> [Value] {
    let done = running.filter(\.isDone)
    running.removeAll { job in done.contains { $0 === job } }
    return done.compactMap { $0.drain() }
  }
}
