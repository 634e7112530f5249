import Glibc
internal import OverscrollBase
import Synchronization

/// A source of tiles to decode, one at a time.
protocol TileWork: AnyObject, Sendable {
  /// Decodes the most urgent tile; returns false if there was none.
  func decodeNext() -> Bool
}

/// The threads that decode the tiles of a window's pictures and pass over their files.
///
/// Threads exist only while there is work: a worker ends when no requests are left, so an idle program
/// has no threads. Passes over whole files have a thread of their own, so a long one never delays the
/// tiles of another picture; the picture that came last has its pass first. A picture that is discarded
/// while its file does not answer leaves its thread behind, and another takes the thread's place.
package final class DecodeQueue: Sendable {
  /// One worker fewer than there are cores, but at least one, which leaves a core to the main thread.
  package static var defaultWorkers: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1) }

  /// The maximum number of threads that decode tiles.
  package let workers: Int
  private let state: Mutex<State>

  /// Makes a queue without threads.
  ///
  /// - Parameters:
  ///   - workers: The maximum number of threads that decode tiles, at least 1.
  ///   - passes: The maximum number of passes at a time, at least 1: as many as there are pictures side by side.
  package init(workers: Int = DecodeQueue.defaultWorkers, passes: Int = 1) {
    self.workers = max(1, workers)
    state = Mutex(
      State(
        decoding: Threads(limit: self.workers), passing: Threads(limit: max(1, passes))))
  }

  private struct Waiting: Sendable {
    var work: any TileWork
    /// The number of the last call of ``wake(_:)`` for it, which shows whether there may be new tiles.
    var ticket: Int
  }

  private struct Pass: Sendable {
    var work: any TileWork
    var body: @Sendable () -> Void
  }

  /// Threads by their numbers, and what each works for; a thread that is not among them anymore ends.
  private struct Threads: Sendable {
    let limit: Int
    private(set) var owners: [Int: ObjectIdentifier] = [:]
    private var last = 0

    init(limit: Int) { self.limit = limit }

    /// Adds a thread if there is room for one; returns its number.
    mutating func add(for work: any TileWork) -> Int? {
      guard owners.count < limit else { return nil }
      last += 1
      owners[last] = ObjectIdentifier(work)
      return last
    }

    /// Returns whether a thread is to go on, for another work.
    mutating func goesOn(_ thread: Int, for work: (any TileWork)?) -> Bool {
      guard owners[thread] != nil else { return false }
      owners[thread] = work.map { ObjectIdentifier($0) }
      return work != nil
    }

    mutating func remove(_ thread: Int) { owners[thread] = nil }

    mutating func removeAll(of work: any TileWork) {
      owners = owners.filter { $0.value != ObjectIdentifier(work) }
    }
  }

  private struct State: Sendable {
    /// The sources with tiles to decode, in their order.
    var waiting: [Waiting] = []
    var ticket = 0
    /// The passes that have not begun, the next one first.
    var passes: [Pass] = []
    var decoding: Threads
    var passing: Threads
  }

  /// Queues a source that may have tiles to decode, before all others; never blocks.
  func wake(_ work: any TileWork) {
    let thread = state.withLock { state in
      state.ticket += 1
      state.waiting.removeAll { $0.work === work }
      state.waiting.insert(Waiting(work: work, ticket: state.ticket), at: 0)
      return state.decoding.add(for: work)
    }
    startDecoding(thread)
  }

  private func startDecoding(_ thread: Int?) {
    guard let thread, !DecodeThread.start({ self.decodeUntilDone(thread) }) else { return }
    state.withLock { $0.decoding.remove(thread) }
  }

  /// Runs a pass over the whole file of a source, before others that have not begun.
  ///
  /// - Returns: False if the system provided no thread; then it doesn't run.
  func schedulePass(for work: any TileWork, _ body: @escaping @Sendable () -> Void) -> Bool {
    let thread = state.withLock { state in
      state.passes.insert(Pass(work: work, body: body), at: 0)
      return state.passing.add(for: work)
    }
    return startPassing(thread)
  }

  private func startPassing(_ thread: Int?) -> Bool {
    guard let thread, !DecodeThread.start({ self.passUntilDone(thread) }) else { return true }
    // One that passes already goes on with what is scheduled.
    return state.withLock { state in
      state.passing.remove(thread)
      if state.passing.owners.isEmpty { state.passes.removeAll() }
      return !state.passing.owners.isEmpty
    }
  }

  /// Gives up a source: nothing of it begins anymore, and others need not wait for what has begun.
  func forget(_ work: any TileWork) {
    let (decoding, passing) = state.withLock { state in
      state.waiting.removeAll { $0.work === work }
      state.passes.removeAll { $0.work === work }
      state.decoding.removeAll(of: work)
      state.passing.removeAll(of: work)
      return (
        state.waiting.first.flatMap { state.decoding.add(for: $0.work) },
        state.passes.first.flatMap { state.passing.add(for: $0.work) }
      )
    }
    startDecoding(decoding)
    _ = startPassing(passing)
  }

  private func passUntilDone(_ thread: Int) {
    while let pass = nextPass(thread) { pass.body() }
  }

  private func nextPass(_ thread: Int) -> Pass? {
    state.withLock { state in
      guard state.passing.goesOn(thread, for: state.passes.first?.work) else { return nil }
      return state.passes.removeFirst()
    }
  }

  private func decodeUntilDone(_ thread: Int) {
    while let waiting = next(thread) {
      if !waiting.work.decodeNext() { forget(waiting) }
    }
  }

  /// The next source; if there is none the thread counts as ended.
  private func next(_ thread: Int) -> Waiting? {
    state.withLock { state in
      guard let first = state.waiting.first, state.decoding.goesOn(thread, for: first.work) else {
        state.decoding.remove(thread)
        return nil
      }
      // Pictures that are side by side take turns.
      state.waiting.append(state.waiting.removeFirst())
      return first
    }
  }

  /// Removes a source that had no tile, unless it was queued again in the meantime.
  private func forget(_ waiting: Waiting) {
    state.withLock { state in
      state.waiting.removeAll { $0.work === waiting.work && $0.ticket == waiting.ticket }
    }
  }
}

/// The threads that decode and write tiles.
enum DecodeThread {
  /// The niceness of decoding, which yields to the main thread and the X server. [C]
  private static let niceness: Int32 = 2

  /// Starts a thread.
  ///
  /// - Returns: False if the system made no thread; `body` doesn't run then.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    BackgroundThread.start(niceness: niceness, body)
  }
}
