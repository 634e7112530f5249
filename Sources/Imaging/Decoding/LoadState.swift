/// How far the loading of a picture is: its phase, its backend, what was requested and what arrived.
///
/// A value that only changes by the methods here, each of which returns what its caller must do once it
/// has released the lock.
struct LoadState: Sendable {
  /// The phases of loading.
  enum Phase: Hashable, Sendable {
    /// A pass over the file is due or running.
    case passing(fraction: Double, isCancelled: Bool)
    case complete
    case damaged(String)
    case stopped
    /// The picture was dropped; nothing changes any more.
    case discarded

    /// True while a pass over the file is due or running.
    var isPassing: Bool { if case .passing = self { true } else { false } }
  }

  /// What a change requires.
  struct Effects: OptionSet, Sendable {
    let rawValue: Int
    /// The viewer must be woken: it has something to look at, and was not woken for it yet.
    static let wakeViewer = Effects(rawValue: 1)
    /// Decoders must be woken: there may be requests that a backend can serve.
    static let wakeDecoders = Effects(rawValue: 2)
    /// A new pass must replace a backend that turned out to be damaged.
    static let rebuild = Effects(rawValue: 4)
    /// A pass must give the finest levels that the backend lacks, as far as they are requested.
    static let decodeDetail = Effects(rawValue: 8)
  }

  /// The tiles that arrived since the viewer last took them, each once and in their order.
  private struct Arrivals: Sendable {
    var keys: [TileKey] = []
    var all: Set<TileKey> = []
    /// True if the viewer was woken since then.
    var isWakePending = false

    mutating func append(_ key: TileKey) { if all.insert(key).inserted { keys.append(key) } }
  }

  private(set) var phase: Phase
  /// Provides tiles that aren't in memory; `nil` while nothing does.
  private(set) var backend: (any TileBackend)?
  private(set) var requests = TileRequests()
  /// True once loading has begun.
  private var hasBegun = false
  private var arrivals = Arrivals()

  /// The state of a picture whose tiles a pass delivers.
  init() { phase = .passing(fraction: 0, isCancelled: false) }

  /// The state of a picture whose tiles a backend provides from the start.
  init(_ backend: any TileBackend) {
    phase = .complete
    self.backend = backend
  }
}

// What the viewer does.
extension LoadState {
  /// Notes that loading begins; returns false if it has begun before, or never will.
  mutating func begin() -> Bool {
    guard !hasBegun, phase != .discarded else { return false }
    hasBegun = true
    return true
  }

  /// Replaces the requests, the most urgent tile first.
  mutating func request(_ keys: [TileKey]) -> Effects {
    guard phase != .discarded else { return [] }
    requests.replace(with: keys)
    return decoderEffects
  }

  /// Returns the tiles that arrived since the last call.
  mutating func drainArrivals() -> [TileKey] {
    defer { arrivals = Arrivals() }
    return arrivals.keys
  }

  /// Ends a pass and drops the requests whose decoding has not begun.
  mutating func cancel() {
    requests.removeWaiting()
    if case .passing(let fraction, _) = phase {
      phase = .passing(fraction: fraction, isCancelled: true)
    }
  }

  /// Ends everything for good.
  mutating func discard() {
    requests.removeAll()
    backend = nil
    phase = .discarded
  }
}

// What decoders do, a tile at a time.
extension LoadState {
  /// A request that a decoder has taken.
  struct Job: Sendable {
    var key: TileKey
    var backend: any TileBackend
    /// True if a pass was running when the request was taken.
    var isPassing: Bool
  }

  /// Takes the most urgent request.
  ///
  /// - Parameter isResident: Returns whether a tile is in memory already.
  /// - Returns: The request, or `nil` if there is none that a backend can serve.
  mutating func nextJob(isResident: (TileKey) -> Bool) -> Job? {
    guard let backend, let key = requests.next(isResident: isResident) else { return nil }
    return Job(key: key, backend: backend, isPassing: phase.isPassing)
  }

  /// Called when no request is left.
  ///
  /// Wakes the viewer if requests were dropped because their tiles had arrived: nothing else shows that
  /// the queue is empty.
  mutating func becomeIdle() -> Effects { requests.drainDropped() ? viewerEffects() : [] }

  /// How the decoding of a tile ends.
  enum Ending: Sendable {
    /// Its pixels were decoded, in part where `isComplete` is false.
    case pixels
    /// The backend doesn't have it.
    case missing(Job)
    /// It cannot be decoded, for the reason in the message.
    case failed(String)
  }

  /// Ends the decoding of a tile, whether a pass or a job delivered it.
  ///
  /// - Parameters:
  ///   - key: The tile.
  ///   - ending: How its decoding ended.
  ///   - store: Called for pixels if the picture is still in use; returns whether they were kept.
  /// - Returns: What that requires.
  mutating func end(
    _ key: TileKey, _ ending: Ending, store: () -> Bool = { false }
  ) -> Effects {
    switch ending {
    case .pixels:
      requests.end(key, .done)
      // Once it is on a surface it is no longer in memory, and getting it again would take a pass.
      if key.level < backend?.finestLevel ?? 0 { requests.forget(key) }
      guard phase != .discarded, store() else { return [] }
      arrivals.append(key)
      return viewerEffects()
    case .missing(let job): return endMissing(job)
    case .failed(let message):
      requests.end(key, .failed)
      // While a pass is running, its own end decides.
      return phase.isPassing ? viewerEffects() : finish(.damaged(message))
    }
  }

  private mutating func endMissing(_ job: Job) -> Effects {
    if phase.isPassing {
      // The pass will deliver it, or the backend will have it then.
      requests.end(job.key, .deferred)
      return []
    }
    if job.key.level < job.backend.finestLevel {
      guard phase == .complete else {
        requests.end(job.key, .failed)
        return viewerEffects()
      }
      requests.end(job.key, .deferred)
      phase = .passing(fraction: 0, isCancelled: false)
      return .decodeDetail
    }
    if job.backend.isExhaustive {
      guard phase != .discarded, backend?.isExhaustive == true else {
        requests.end(job.key, .done)
        return []
      }
      requests.end(job.key, .deferred)
      backend = nil
      phase = .passing(fraction: 0, isCancelled: false)
      return .rebuild
    }
    // The pass may have delivered it between the look into the backend and now.
    requests.end(job.key, job.isPassing ? .retried : .failed)
    return job.isPassing ? [] : viewerEffects()
  }
}

// What a pass does.
extension LoadState {
  /// Notes how much of the pass is done, and returns whether it should continue.
  mutating func advance(to fraction: Double) -> Bool {
    guard case .passing(_, let isCancelled) = phase, !isCancelled else { return false }
    phase = .passing(fraction: fraction, isCancelled: false)
    return true
  }

  /// True if a pass should end early.
  var isCancelled: Bool {
    switch phase {
    case .passing(_, let isCancelled): isCancelled
    case .discarded: true
    case .complete, .damaged, .stopped: false
    }
  }

  /// Sets where tiles come from that aren't in memory.
  mutating func setBackend(_ backend: (any TileBackend)?) -> Effects {
    guard phase != .discarded else { return [] }
    self.backend = backend
    return retryDeferred()
  }

  /// Serves requests tile by tile from here on, after decoding all rows failed.
  mutating func disallowSequentialDecode() {
    guard var regions = backend as? RegionBackend else { return }
    regions.allowsSequentialDecode = false
    backend = regions
  }

  /// Drops requests for tiles of a level, which have all arrived.
  mutating func removeRequests(ofLevel level: Int) { requests.removeWaiting(ofLevel: level) }

  /// The requested tiles of the levels that the backend lacks.
  var requestedDetail: [TileKey] {
    let finest = backend?.finestLevel ?? 0
    return requests.pending.filter { $0.level < finest }
  }

  /// Tries deferred tiles again.
  mutating func retryDeferred() -> Effects {
    requests.retryDeferred()
    return decoderEffects
  }

  /// Ends a phase.
  mutating func finish(_ next: Phase) -> Effects {
    guard phase != .discarded else { return [] }
    phase = next
    return viewerEffects().union(retryDeferred())
  }

  private var decoderEffects: Effects {
    backend == nil || requests.waiting.isEmpty ? [] : .wakeDecoders
  }

  private mutating func viewerEffects() -> Effects {
    guard phase != .discarded, !arrivals.isWakePending else { return [] }
    arrivals.isWakePending = true
    return .wakeViewer
  }
}

/// The tiles requested from one picture, and their outcomes.
struct TileRequests: Sendable {
  /// The tiles to decode, the most urgent last.
  private(set) var waiting: [TileKey] = []
  /// The tiles that were tried before the pass had reached them.
  private var deferred: [TileKey] = []
  private var inFlight: Set<TileKey> = []
  private(set) var failed: Set<TileKey> = []
  /// True if requests were dropped because their tiles had arrived in the meantime.
  private var hasDropped = false

  /// Replaces all requests whose decoding has not begun.
  ///
  /// - Parameter keys: The most urgent first. Tiles in flight and failed tiles are skipped.
  mutating func replace(with keys: [TileKey]) {
    deferred = []
    waiting = keys.reversed().filter { !inFlight.contains($0) && !failed.contains($0) }
  }

  /// Takes the most urgent request.
  ///
  /// - Parameter isResident: Returns whether a tile is in memory already, which drops its request.
  /// - Returns: The tile, or `nil` if no request is left.
  mutating func next(isResident: (TileKey) -> Bool) -> TileKey? {
    while let key = waiting.popLast() {
      if !isResident(key), inFlight.insert(key).inserted { return key }
      hasDropped = true
    }
    return nil
  }

  /// Returns whether requests were dropped since the last call.
  mutating func drainDropped() -> Bool {
    defer { hasDropped = false }
    return hasDropped
  }

  /// What becomes of a request that was taken.
  enum Outcome: Hashable, Sendable {
    /// The tile arrived, or is needed no more.
    case done
    /// It isn't there yet: it waits for ``retryDeferred()``.
    case deferred
    /// It may be there by now: it is the most urgent request again.
    case retried
    /// It cannot be decoded, and is not tried again.
    case failed
  }

  /// Ends the decoding of a tile.
  mutating func end(_ key: TileKey, _ outcome: Outcome) {
    inFlight.remove(key)
    switch outcome {
    case .done: break
    case .deferred: deferred.append(key)
    case .retried: waiting.append(key)
    case .failed: failed.insert(key)
    }
  }

  /// The requests that have not ended.
  var pending: [TileKey] { waiting + deferred + inFlight }

  /// Drops a request whose tile has arrived.
  mutating func forget(_ key: TileKey) {
    waiting.removeAll { $0 == key }
    deferred.removeAll { $0 == key }
  }

  /// Makes deferred tiles the most urgent requests.
  mutating func retryDeferred() {
    waiting += deferred.reversed()
    deferred = []
  }

  /// Drops the requests whose decoding has not begun; deferred ones stay.
  mutating func removeWaiting() { waiting = [] }

  /// Drops requests for tiles of a level, which have all arrived.
  mutating func removeWaiting(ofLevel level: Int) { waiting.removeAll { $0.level == level } }

  /// Drops all requests for good.
  mutating func removeAll() {
    waiting = []
    deferred = []
  }
}
