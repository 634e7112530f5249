import Geometry
import Synchronization

/// The part of a ``TiledPicture`` that decoders' threads share and may outlive it.
final class PictureLoader: TileWork {
  /// The share of the store's budget that a picture's coarsest levels may pin. [C]
  private static let pinnedShare = 8

  let source: any ImageSource
  let pyramid: Pyramid
  let store: TileStore
  let cache: CacheFolder?
  let queue: DecodeQueue
  private let id = PictureID()
  private let pinnedLevels: Range<Int>
  private let wake: @Sendable () -> Void
  private let isCancelled = Atomic(false)
  /// The part of the pass that is done, in millionths.
  private let partDone = Atomic(0)
  let progress: Mutex<Progress>

  struct Progress: Sendable {
    var phase: Phase
    var reserve: Reserve
    /// The tiles asked for, the most urgent last.
    var requests: [TileKey] = []
    /// Those that were tried before the pass had come to them.
    var deferred: [TileKey] = []
    var inFlight: Set<TileKey> = []
    var failed: Set<TileKey> = []
    /// True if a sweep found damage.
    var hasFailedSequentially = false
    /// True if requests were dropped that need no decoding any more.
    var hasDropped = false
    var arrivals: [TileKey] = []
    var arrived: Set<TileKey> = []
    var isWakePending = false
    var isDiscarded = false

    /// True if the viewer is to be woken: nothing woke it since it looked last.
    mutating func setWakePending() -> Bool {
      defer { isWakePending = true }
      return !isWakePending
    }
  }

  enum Phase: Hashable, Sendable {
    case passing
    case complete
    case damaged(String)
    case stopped
  }

  /// Where single tiles are had that are not in memory.
  enum Reserve: Sendable {
    /// Nowhere.
    case none
    /// From the file itself.
    case source(any TileSource)
    /// From the file itself, after a look at all of it.
    case regions(any RegionDecoder)
    /// From the tile file of an earlier pass.
    case file(TileFile)
    /// From the tile file that this pass writes.
    case writer(TileFileWriter)
  }

  init(
    _ source: any ImageSource, pyramid: Pyramid, store: TileStore, queue: DecodeQueue,
    cache: CacheFolder?, wake: @escaping @Sendable () -> Void
  ) {
    self.source = source
    self.pyramid = pyramid
    self.store = store
    self.queue = queue
    self.cache = cache
    self.wake = wake
    pinnedLevels = pyramid.levels(within: store.budget / Self.pinnedShare)
    let start =
      switch source.access {
      case .rows: Progress(phase: .passing, reserve: .none)
      case .tiles(let tiles): Progress(phase: .complete, reserve: .source(tiles))
      }
    progress = Mutex(start)
  }
}

// What the viewer's thread calls.
extension PictureLoader {
  private static let noThread = "The system gave no thread to decode it."

  var pendingRequestCount: Int { progress.withLock { $0.requests.count } }

  var state: TiledPicture.State {
    switch progress.withLock({ $0.phase }) {
    case .passing: .loading(fraction: Double(partDone.load(ordering: .relaxed)) / 1_000_000)
    case .complete: .complete
    case .damaged(let sentence): .damaged(sentence)
    case .stopped: .stopped
    }
  }

  /// Asks for the first tiles, and for the coarsest one, which stands in for all others; begins the pass.
  func start(_ requests: [TileKey]) {
    request(requests)
    if case .rows(let rows) = source.access { startPass(over: rows, trustsFile: true) }
  }

  private func startPass(over rows: any RowSource, trustsFile: Bool) {
    let isStarted = queue.pass { self.pass(over: rows, trustsFile: trustsFile) }
    if !isStarted { finish(.damaged(Self.noThread)) }
  }

  func request(_ keys: [TileKey]) {
    let coarsest = TileKey(level: pyramid.coarsestLevel, column: 0, row: 0)
    let missing = (keys + [coarsest]).filter { pyramid.contains($0) && !store.contains(key($0)) }
    let isIdle = progress.withLock { progress in
      progress.deferred = []
      progress.requests = missing.reversed().filter {
        !progress.inFlight.contains($0) && !progress.failed.contains($0)
      }
      if case .none = progress.reserve { return true }
      return progress.requests.isEmpty || progress.isDiscarded
    }
    if !isIdle { queue.wake(self) }
  }

  func pixels(_ tile: TileKey) -> TilePixels? { store.pixels(key(tile)) }

  func release(_ tile: TileKey) { store.demote(key(tile)) }

  func hasFailed(_ tile: TileKey) -> Bool { progress.withLock { $0.failed.contains(tile) } }

  func takeArrivals() -> [TileKey] {
    progress.withLock { progress in
      defer {
        progress.arrivals = []
        progress.arrived = []
        progress.isWakePending = false
      }
      return progress.arrivals
    }
  }

  /// Ends a pass; where tiles are had one by one only the requests so far are dropped.
  func cancel() {
    if case .rows = source.access { isCancelled.store(true, ordering: .relaxed) }
    progress.withLock { $0.requests = [] }
  }

  /// Stops for good and frees the tiles, those too that a decoder is still working at.
  func discard() {
    isCancelled.store(true, ordering: .relaxed)
    progress.withLock { progress in
      progress.requests = []
      progress.deferred = []
      progress.reserve = .none
      progress.isDiscarded = true
    }
    store.removeAll(of: id)
  }

  func key(_ tile: TileKey) -> TileStore.Key { TileStore.Key(picture: id, tile: tile) }
}

// What decoders' threads call, a tile at a time.
extension PictureLoader {
  func decodeNext() -> Bool {
    if decodeSequentially() { return true }
    guard let (tile, reserve, wasPassing) = takeRequest() else {
      notifyWhenIdle()
      return false
    }
    do {
      if let pixels = try pixels(of: tile, from: reserve) {
        deliver(tile, pixels, retention(of: tile))
      } else {
        postpone(tile, reserve, wasPassing: wasPassing)
      }
    } catch {
      progress.withLock { progress in
        progress.inFlight.remove(tile)
        progress.failed.insert(tile)
      }
      finish(.damaged(error.sentence))
    }
    return true
  }

  private func pixels(
    of tile: TileKey, from reserve: Reserve
  ) throws(ImagingError) -> TilePixels? {
    switch reserve {
    case .none: nil
    case .source(let source): try source.tile(tile, of: pyramid)
    case .regions(let decoder):
      // The coarse levels come by themselves while the look goes on.
      tile.level >= decoder.indexedLevel && progress.withLock { $0.phase == .passing }
        ? nil : try decoder.tile(tile, of: pyramid)
    case .file(let file): file.pixels(tile)
    case .writer(let writer): writer.pixels(tile)
    }
  }

  private func takeRequest() -> (TileKey, Reserve, wasPassing: Bool)? {
    progress.withLock { progress in
      if case .none = progress.reserve { return nil }
      while let tile = progress.requests.popLast() {
        let isNew = !store.contains(key(tile)) && progress.inFlight.insert(tile).inserted
        if isNew { return (tile, progress.reserve, progress.phase == .passing) }
        progress.hasDropped = true
      }
      return nil
    }
  }

  /// Wakes the viewer when requests were dropped because their tiles had come meanwhile: nothing else
  /// tells that the queue is empty.
  private func notifyWhenIdle() {
    let mustWake = progress.withLock { progress in
      defer { progress.hasDropped = false }
      return progress.hasDropped && !progress.isDiscarded && progress.setWakePending()
    }
    if mustWake { wake() }
  }

  /// Puts a tile aside that is not there yet, or builds the tile file anew that should have it.
  private func postpone(_ tile: TileKey, _ reserve: Reserve, wasPassing: Bool) {
    let (mustRebuild, mustWake) = progress.withLock { progress in
      progress.inFlight.remove(tile)
      guard case .file = reserve else {
        if progress.phase == .passing {
          progress.deferred.append(tile)
          return (false, false)
        }
        // The pass may have come to it since it was looked for.
        if wasPassing {
          progress.requests.append(tile)
          return (false, false)
        }
        progress.failed.insert(tile)
        return (false, !progress.isDiscarded && progress.setWakePending())
      }
      if progress.phase == .passing { progress.deferred.append(tile) }
      guard case .file = progress.reserve else { return (false, false) }
      progress.reserve = .none
      progress.phase = .passing
      progress.deferred.append(tile)
      return (true, false)
    }
    if mustWake { wake() }
    if mustRebuild, case .rows(let rows) = source.access {
      startPass(over: rows, trustsFile: false)
    }
  }

  /// How a tile is held that can be had again.
  func retention(of tile: TileKey) -> TileStore.Retention {
    pinnedLevels.contains(tile.level) ? .pinned : .cached
  }
}

// What the thread of a pass calls.
extension PictureLoader {
  var isStopped: Bool { isCancelled.load(ordering: .relaxed) }

  /// Says how much of the pass is done, from 0 to 1.
  func setPartDone(_ part: Double) {
    partDone.store(Int(part * 1_000_000), ordering: .relaxed)
  }

  /// From here on single tiles can be had there.
  func setReserve(_ reserve: Reserve) {
    progress.withLock { progress in
      if !progress.isDiscarded { progress.reserve = reserve }
    }
    retryDeferred()
  }

  /// Tries again the tiles that were not there before.
  func retryDeferred() {
    let isIdle = progress.withLock { progress in
      progress.requests += progress.deferred.reversed()
      progress.deferred = []
      if case .none = progress.reserve { return true }
      return progress.requests.isEmpty
    }
    if !isIdle { queue.wake(self) }
  }

  /// True if the viewer asked for the tile last.
  func isRequested(_ tile: TileKey) -> Bool { progress.withLock { $0.requests.contains(tile) } }

  func deliver(_ tile: TileKey, _ pixels: TilePixels, _ retention: TileStore.Retention) {
    let mustWake = progress.withLock { progress in
      progress.inFlight.remove(tile)
      guard !progress.isDiscarded, pixels.isComplete || !store.hasComplete(key(tile)) else {
        return false
      }
      store.insert(pixels, for: key(tile), retention)
      if progress.arrived.insert(tile).inserted { progress.arrivals.append(tile) }
      return progress.setWakePending()
    }
    if mustWake { wake() }
  }

  func finish(_ phase: Phase) {
    let mustWake = progress.withLock { progress in
      progress.phase = phase
      return !progress.isDiscarded && progress.setWakePending()
    }
    if mustWake { wake() }
    retryDeferred()
  }
}
