import Geometry
import Synchronization

/// The part of a ``TiledPicture`` that decoders' threads share and may outlive it.
final class PictureLoader: TileWork {
  /// The share of the store's budget that a picture's coarsest levels may pin. [C]
  private static let pinnedShare = 8

  private let id = PictureID()
  private let source: any ImageSource
  private let pyramid: Pyramid
  private let pinnedLevels: Range<Int>
  private let store: TileStore
  private let queue: DecodeQueue
  private let wake: @Sendable () -> Void
  private let isCancelled = Atomic(false)
  private let rowsDone = Atomic(0)
  private let progress: Mutex<Progress>

  private struct Progress: Sendable {
    var phase: Phase
    /// The tiles asked for, the most urgent last.
    var wishes: [TileKey] = []
    var inFlight: Set<TileKey> = []
    var failed: Set<TileKey> = []
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

  private enum Phase: Sendable {
    case passing
    case complete
    case damaged(String)
    case stopped
  }

  init(
    _ source: any ImageSource, pyramid: Pyramid, store: TileStore, queue: DecodeQueue,
    wake: @escaping @Sendable () -> Void
  ) {
    self.source = source
    self.pyramid = pyramid
    self.store = store
    self.queue = queue
    self.wake = wake
    pinnedLevels = pyramid.levels(within: store.budget / Self.pinnedShare)
    progress = Mutex(Progress(phase: source.isPassed ? .passing : .complete))
  }
}

extension ImageSource {
  /// True if its tiles come in one pass instead of one by one.
  fileprivate var isPassed: Bool {
    switch access {
    case .rows: true
    case .tiles: false
    }
  }
}

// What the viewer's thread calls.
extension PictureLoader {
  var wishCount: Int { progress.withLock { $0.wishes.count } }

  var state: TiledPicture.State {
    switch progress.withLock({ $0.phase }) {
    case .passing: .loading(fraction: fractionDone)
    case .complete: .complete
    case .damaged(let sentence): .damaged(sentence)
    case .stopped: .stopped
    }
  }

  private var fractionDone: Double {
    let rows = source.info.orientation.turned(pyramid.size).height
    return Double(rowsDone.load(ordering: .relaxed)) / Double(rows)
  }

  /// Begins the pass, or asks for the coarsest tile, which stands in for all others.
  func start() {
    switch source.access {
    case .rows(let rows):
      if !queue.pass({ self.pass(over: rows) }) { finish(.damaged(Self.noThread)) }
    case .tiles:
      want([])
    }
  }

  func want(_ keys: [TileKey]) {
    guard !source.isPassed, !isCancelled.load(ordering: .relaxed) else { return }
    let coarsest = TileKey(level: pyramid.coarsestLevel, column: 0, row: 0)
    let missing = (keys + [coarsest]).filter { pyramid.contains($0) && !store.contains(key($0)) }
    let isIdle = progress.withLock { progress in
      progress.wishes = missing.reversed().filter {
        !progress.inFlight.contains($0) && !progress.failed.contains($0)
      }
      return progress.wishes.isEmpty
    }
    if !isIdle { queue.wake(self) }
  }

  func pixels(_ tile: TileKey) -> TilePixels? { store.pixels(key(tile)) }

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

  /// Ends a pass; where tiles are had one by one only the wishes so far are dropped.
  func cancel() {
    if source.isPassed { isCancelled.store(true, ordering: .relaxed) }
    progress.withLock { $0.wishes = [] }
  }

  /// Stops for good and frees the tiles, those too that a decoder is still working at.
  func discard() {
    isCancelled.store(true, ordering: .relaxed)
    progress.withLock { progress in
      progress.wishes = []
      progress.isDiscarded = true
    }
    store.removeAll(of: id)
  }

  private func key(_ tile: TileKey) -> TileStore.Key { TileStore.Key(picture: id, tile: tile) }
}

// What decoders' threads call.
extension PictureLoader {
  private static let noThread = "The system gave no thread to decode it."

  func decodeNext() -> Bool {
    guard case .tiles(let tiles) = source.access, let tile = takeWish() else { return false }
    do {
      deliver(tile, try tiles.tile(tile, of: pyramid), .cached)
    } catch {
      progress.withLock { progress in
        progress.inFlight.remove(tile)
        progress.failed.insert(tile)
      }
      finish(.damaged(error.sentence))
    }
    return true
  }

  private func takeWish() -> TileKey? {
    progress.withLock { progress in
      while let tile = progress.wishes.popLast() {
        let isNew = !store.contains(key(tile)) && progress.inFlight.insert(tile).inserted
        if isNew { return tile }
      }
      return nil
    }
  }

  private func pass(over rows: any RowSource) {
    guard !isCancelled.load(ordering: .relaxed) else { return finish(.stopped) }
    let builder = PyramidBuilder(source.info) { self.deliver($0, $1, .kept) }
    var phase = Phase.complete
    do {
      try rows.decode(into: builder) {
        rowsDone.store(builder.rowCount, ordering: .relaxed)
        return !isCancelled.load(ordering: .relaxed)
      }
    } catch {
      phase = .damaged(error.sentence)
    }
    builder.abandon()
    if !builder.isComplete, isCancelled.load(ordering: .relaxed) { phase = .stopped }
    finish(phase)
  }

  private func deliver(
    _ tile: TileKey, _ pixels: TilePixels, _ retention: TileStore.Retention
  ) {
    let isPinned = retention == .cached && pinnedLevels.contains(tile.level)
    let mustWake = progress.withLock { progress in
      progress.inFlight.remove(tile)
      guard !progress.isDiscarded else { return false }
      store.insert(pixels, for: key(tile), isPinned ? .pinned : retention)
      if progress.arrived.insert(tile).inserted { progress.arrivals.append(tile) }
      return progress.setWakePending()
    }
    if mustWake { wake() }
  }

  private func finish(_ phase: Phase) {
    let mustWake = progress.withLock { progress in
      progress.phase = phase
      return !progress.isDiscarded && progress.setWakePending()
    }
    if mustWake { wake() }
  }
}
