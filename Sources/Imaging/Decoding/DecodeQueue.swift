import Glibc
import Synchronization

/// Something that has tiles to decode, one at a time.
protocol TileWork: AnyObject, Sendable {
  /// Decodes the most urgent tile there is; false when there was none.
  func decodeNext() -> Bool
}

/// The threads that decode tiles and pass over files.
///
/// Threads exist only while there is work: a worker ends when no one wants a tile any more, so that an
/// idle program has none and nothing ever waits. Passes over whole files have a thread of their own, one
/// at a time, so that a long one never holds up the tiles of another picture.
package final class DecodeQueue: Sendable {
  /// One worker fewer than there are cores, and at least one, which leaves a core to the hand.
  package static var defaultWorkers: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1) }

  /// The most threads that decode single tiles.
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
    /// Counts the calls of ``wake(_:)``, which tells whether there may be tiles again.
    var ticket: Int
  }

  private struct State: Sendable {
    /// Those with tiles to decode, the most recent first.
    var waiting: [Waiting] = []
    var running = 0
    var ticket = 0
    var passes: [@Sendable () -> Void] = []
    var isPassing = false
  }

  /// Says that `work` may have tiles to decode, and that they come before others'; never blocks.
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

  /// Runs a pass over a whole file after those that were asked for before.
  ///
  /// - Returns: false when the system gave no thread; then no pass runs.
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

  /// The next in line; when there is none this worker counts as ended.
  private func nextWaiting() -> Waiting? {
    state.withLock { state in
      if state.waiting.isEmpty { state.running -= 1 }
      return state.waiting.first
    }
  }

  /// Takes one out that had no tile, unless it was woken since it was asked.
  private func forget(_ waiting: Waiting) {
    state.withLock { state in
      state.waiting.removeAll { $0.work === waiting.work && $0.ticket == waiting.ticket }
    }
  }
}
