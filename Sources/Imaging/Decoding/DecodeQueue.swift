import Glibc
import Synchronization

/// A source of tiles to decode, one at a time.
protocol TileWork: AnyObject, Sendable {
  /// Decodes the most urgent tile; returns false if there was none.
  func decodeNext() -> Bool
}

/// The threads that decode tiles and pass over files.
///
/// Threads exist only while there is work: a worker ends when no requests are left, so an idle program
/// has no threads. Passes over whole files run one at a time on a thread of their own, so a long one
/// never delays the tiles of another picture.
package final class DecodeQueue: Sendable {
  /// One worker fewer than there are cores, but at least one, which leaves a core to the main thread.
  package static var defaultWorkers: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1) }

  /// The maximum number of threads that decode tiles.
  package let workers: Int
  private let state = Mutex(State())

  /// Makes a queue without threads.
  package init(workers: Int = DecodeQueue.defaultWorkers) {
    self.workers = max(1, workers)
  }
}

extension DecodeQueue {
  private struct Waiting: Sendable {
    var work: any TileWork
    /// The number of the last call of ``wake(_:)`` for it, which shows whether there may be new tiles.
    var ticket: Int
  }

  private struct State: Sendable {
    /// The sources with tiles to decode, the most recent first.
    var waiting: [Waiting] = []
    var running = 0
    var ticket = 0
    var passes: [@Sendable () -> Void] = []
    var isPassing = false
  }

  /// Queues a source that may have tiles to decode, before all others; never blocks.
  func wake(_ work: any TileWork) {
    let isNeeded = state.withLock { state in
      state.ticket += 1
      state.waiting.removeAll { $0.work === work }
      state.waiting.insert(Waiting(work: work, ticket: state.ticket), at: 0)
      guard state.running < workers else { return false }
      state.running += 1
      return true
    }
    if isNeeded, !DecodeThread.start({ self.decodeUntilDone() }) {
      state.withLock { $0.running -= 1 }
    }
  }

  /// Runs a pass over a whole file after those scheduled before.
  ///
  /// - Returns: False if the system provided no thread; then no pass runs.
  func schedulePass(_ body: @escaping @Sendable () -> Void) -> Bool {
    let isNeeded = state.withLock { state in
      state.passes.append(body)
      guard !state.isPassing else { return false }
      state.isPassing = true
      return true
    }
    if !isNeeded || DecodeThread.start({ self.passUntilDone() }) { return true }
    state.withLock { state in
      state.passes.removeAll()
      state.isPassing = false
    }
    return false
  }

  private func passUntilDone() {
    while let body = nextPass() { body() }
  }

  private func nextPass() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard !state.passes.isEmpty else {
        state.isPassing = false
        return nil
      }
      return state.passes.removeFirst()
    }
  }

  private func decodeUntilDone() {
    while let waiting = nextWaiting() {
      if !waiting.work.decodeNext() { forget(waiting) }
    }
  }

  /// The next source; if there is none this worker counts as ended.
  private func nextWaiting() -> Waiting? {
    state.withLock { state in
      if state.waiting.isEmpty { state.running -= 1 }
      return state.waiting.first
    }
  }

  /// Removes a source that had no tile, unless it was queued again in the meantime.
  private func forget(_ waiting: Waiting) {
    state.withLock { state in
      state.waiting.removeAll { $0.work === waiting.work && $0.ticket == waiting.ticket }
    }
  }
}
