import Dispatch
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
/// tiles of another picture; the picture that came last has its pass first, for which one that has begun
/// rests between two of its rows. A picture that is discarded while its file does not answer leaves its
/// thread behind, and another takes the thread's place.
package final class DecodeQueue: Sendable {
  /// One worker fewer than there are cores, but at least one, which leaves a core to the main thread.
  package static var defaultWorkers: Int { max(1, cores - 1) }

  /// The number of the machine's cores.
  package static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

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
      State(decoding: Threads(limit: self.workers), passing: Threads(limit: max(1, passes))))
  }

  private struct Waiting: Sendable {
    var work: any TileWork
    /// The number of the last call of ``wake(_:)`` for it, which shows whether there may be new tiles.
    var ticket: Int
  }

  private struct Pass: Sendable {
    var work: any TileWork
    /// Greater than those of all passes that were scheduled before.
    var number: Int
    /// Whether others that have begun rest until it has ended.
    var interrupts: Bool
    var body: @Sendable () -> Void
  }

  /// A pass that has begun.
  private struct Begun: Sendable {
    var work: ObjectIdentifier
    var thread: Int
    var number: Int
    /// Signaled once it goes on; `nil` for one that does not rest.
    var rest: DispatchSemaphore?
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

    /// Takes back a thread that was removed, for the work it has begun.
    mutating func readd(_ thread: Int, for work: ObjectIdentifier) { owners[thread] = work }

    /// Whether there is room for one more.
    var hasRoom: Bool { owners.count < limit }

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
    var passCount = 0
    var begun: [Begun] = []
    var decoding: Threads
    var passing: Threads

    /// Has the pass that came last of those that rest go on, if there is room and none came after it; returns whether one does.
    mutating func resume() -> Bool {
      let resting = begun.indices.filter { begun[$0].rest != nil }
      guard passing.hasRoom, let index = resting.max(by: { begun[$0].number < begun[$1].number }),
        passes.first.map({ !$0.interrupts || $0.number < begun[index].number }) ?? true
      else { return false }
      passing.readd(begun[index].thread, for: begun[index].work)
      begun[index].rest?.signal()
      begun[index].rest = nil
      return true
    }
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
  /// - Parameters:
  ///   - work: The source.
  ///   - interrupts: True if passes that have begun rest until it has ended, which see to it by ``rest(_:)``.
  ///   - body: The pass.
  /// - Returns: False if the system provided no thread; then it doesn't run.
  func schedulePass(
    for work: any TileWork, interrupts: Bool = false, _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    let thread = state.withLock { state in
      state.passCount += 1
      let pass = Pass(work: work, number: state.passCount, interrupts: interrupts, body: body)
      state.passes.insert(pass, at: 0)
      return state.passing.add(for: work)
    }
    return startPassing(thread)
  }

  /// Waits while a pass that interrupts others runs in the place of a source's, on whose thread this is called; of pictures side by
  /// side none takes another's place.
  func rest(_ work: any TileWork) {
    let id = ObjectIdentifier(work)
    let resting = state.withLock { state -> (thread: Int, rest: DispatchSemaphore)? in
      guard state.passing.limit == 1, !state.passing.hasRoom,
        let next = state.passes.first, next.interrupts,
        let index = state.begun.firstIndex(where: { $0.work == id && $0.rest == nil }),
        next.number > state.begun[index].number
      else { return nil }
      state.passing.remove(state.begun[index].thread)
      guard let thread = state.passing.add(for: next.work) else { return nil }
      let rest = DispatchSemaphore(value: 0)
      state.begun[index].rest = rest
      return (thread, rest)
    }
    guard let (thread, rest) = resting else { return }
    if !DecodeThread.start({ self.passUntilDone(thread) }) {
      state.withLock { state in
        state.passing.remove(thread)
        // It waits, as if it interrupted none.
        if !state.passes.isEmpty { state.passes[0].interrupts = false }
        _ = state.resume()
      }
    }
    rest.wait()
  }

  private func startPassing(_ thread: Int?) -> Bool {
    guard let thread, !DecodeThread.start({ self.passUntilDone(thread) }) else { return true }
    // One that passes already goes on with what is scheduled.
    return state.withLock { state in
      state.passing.remove(thread)
      _ = state.resume()
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
      for pass in state.begun where pass.work == ObjectIdentifier(work) { pass.rest?.signal() }
      state.begun.removeAll { $0.work == ObjectIdentifier(work) }
      _ = state.resume()
      return (
        state.waiting.first.flatMap { state.decoding.add(for: $0.work) },
        state.passes.first.flatMap { state.passing.add(for: $0.work) }
      )
    }
    startDecoding(decoding)
    _ = startPassing(passing)
  }

  private func passUntilDone(_ thread: Int) { while let pass = nextPass(thread) { pass.body() } }

  private func nextPass(_ thread: Int) -> Pass? {
    state.withLock { state in
      guard state.passing.owners[thread] != nil else { return nil }
      state.begun.removeAll { $0.thread == thread }
      state.passing.remove(thread)
      // One that rests goes on before others that came before it.
      guard !state.resume(), let next = state.passes.first else { return nil }
      state.passing.readd(thread, for: ObjectIdentifier(next.work))
      state.begun.append(
        Begun(work: ObjectIdentifier(next.work), thread: thread, number: next.number))
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

  /// Starts a thread; in a process that decodes, one that is confined as the calling one.
  ///
  /// - Returns: False if the system made no thread; `body` doesn't run then.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    ServedLane.current == nil
      ? BackgroundThread.start(niceness: niceness, body) : ServedLane.startThread(body)
  }

  /// Calls `body` for each part of a work, on the calling thread and on others.
  ///
  /// - Parameters:
  ///   - count: The number of parts.
  ///   - threads: The most threads, at least 1, with the calling one.
  ///   - shouldContinue: Called on the calling thread, between parts; where it returns false, no more of them are begun.
  ///   - body: Receives the number of the part.
  /// - Returns: What `body` returned for each part, in their order; `nil` where they are not needed anymore.
  static func map<Value: Sendable>(
    _ count: Int, threads: Int, while shouldContinue: () -> Bool,
    _ body: @escaping @Sendable (_ part: Int) -> Value
  ) -> [Value]? {
    let parts = Parts<Value>(count)
    let others = (1..<max(1, min(threads, count))).filter { _ in
      start {
        while let part = parts.begin() { parts.end(part, with: body(part)) }
        parts.isDone.signal()
      }
    }
    var isNeeded = shouldContinue()
    while isNeeded, let part = parts.begin() {
      parts.end(part, with: body(part))
      isNeeded = shouldContinue()
    }
    if !isNeeded { parts.stop() }
    for _ in others { parts.isDone.wait() }
    return isNeeded ? parts.values : nil
  }

  /// The parts of a work that several threads share.
  private final class Parts<Value: Sendable>: Sendable {
    let isDone = DispatchSemaphore(value: 0)
    private let state: Mutex<(begun: Int, values: [Value?])>

    init(_ count: Int) { state = Mutex((0, Array(repeating: nil, count: count))) }

    /// The number of the next part; `nil` where all are begun.
    func begin() -> Int? {
      state.withLock { state in
        guard state.begun < state.values.count else { return nil }
        defer { state.begun += 1 }
        return state.begun
      }
    }

    func end(_ part: Int, with value: Value) { state.withLock { $0.values[part] = value } }

    func stop() { state.withLock { $0.begun = $0.values.count } }

    var values: [Value] { state.withLock { $0.values.compactMap(\.self) } }
  }
}
