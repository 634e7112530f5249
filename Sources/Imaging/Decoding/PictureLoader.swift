import ScrollGeometry
import Synchronization

/// Loads the tiles of one ``TiledPicture``.
///
/// Decoders' threads share it, and may outlive the picture. What changes is one ``LoadState`` under one
/// lock; waking the viewer and the decoders follows from its ``LoadState/Effects``.
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
  private let state: Mutex<LoadState>
  /// The frame of an animation whose pixels take the place of the file's; `nil` for a picture that stands still.
  private let shownFrame = Mutex<PictureFrame?>(nil)

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
      case .rows: LoadState()
      case .tiles(let tiles): LoadState(DirectBackend(source: tiles))
      }
    state = Mutex(start)
  }
}

extension PictureLoader {
  /// Reads or changes the state.
  func withState<R: Sendable>(_ body: (inout LoadState) -> R) -> R { state.withLock { body(&$0) } }

  /// Changes the state, and does what that requires.
  func update(_ change: (inout LoadState) -> LoadState.Effects) {
    let effects = state.withLock { change(&$0) }
    if effects.contains(.wakeViewer) { wake() }
    if effects.contains(.wakeDecoders) { queue.wake(self) }
    if effects.contains(.rebuild), case .rows(let rows) = source.access {
      startPass(over: rows, trustsFile: false)
    }
  }

  /// The name of a tile in the store.
  func key(_ tile: TileKey) -> TileStore.Key { TileStore.Key(picture: id, tile: tile) }

  /// How the store is to hold a tile that can be decoded again.
  func retention(of tile: TileKey) -> TileStore.Retention {
    pinnedLevels.contains(tile.level) ? .pinned : .cached
  }

  /// Hands a tile to the store and the viewer, unless a more complete one is there.
  func deliver(_ tile: TileKey, _ pixels: TilePixels, _ retention: TileStore.Retention) {
    update { state in
      state.end(tile, .pixels) {
        guard pixels.isComplete || !store.hasComplete(key(tile)) else { return false }
        store.insert(pixels, for: key(tile), retention)
        return true
      }
    }
  }
}

// What the viewer's thread calls.
extension PictureLoader {
  private static let noThread = "No thread could be started to decode it."

  var pendingRequestCount: Int { withState { $0.requests.waiting.count } }

  var phase: LoadState.Phase { withState { $0.phase } }

  /// Adopts tiles that were decoded before.
  func add(_ tiles: CoarseTiles) {
    for (key, pixels) in tiles.tiles where pyramid.contains(key) {
      store.insert(pixels, for: self.key(key), retention(of: key))
    }
  }

  /// Starts the pass, where one is needed.
  func begin() {
    guard withState({ $0.begin() }) else { return }
    if case .rows(let rows) = source.access { startPass(over: rows, trustsFile: true) }
  }

  private func startPass(over rows: any RowSource, trustsFile: Bool) {
    let isStarted = queue.schedulePass(for: self) {
      self.pass(over: rows, trustsFile: trustsFile)
    }
    if !isStarted { update { $0.finish(.damaged(Self.noThread)) } }
  }

  /// Requests those of some tiles that are missing, and the coarsest one, the placeholder of all others.
  func request(_ keys: [TileKey]) {
    let coarsest = TileKey(level: pyramid.coarsestLevel, column: 0, row: 0)
    // A frame has all of its tiles, and those of the file are not shown anymore.
    guard frame == nil else { return update { $0.request([]) } }
    let missing = (keys + [coarsest]).filter { pyramid.contains($0) && !store.contains(key($0)) }
    update { $0.request(missing) }
  }

  func pixels(_ tile: TileKey) -> TilePixels? {
    if let frame { return frame.tiles[tile] }
    return store.pixels(key(tile))
  }

  /// The frame that is shown in place of the file's pixels.
  var frame: PictureFrame? { shownFrame.withLock { $0 } }

  func show(_ frame: PictureFrame) { shownFrame.withLock { $0 = frame } }

  func release(_ tile: TileKey) { store.demote(key(tile)) }

  func remove(_ tile: TileKey) { store.remove(key(tile)) }

  func hasFailed(_ tile: TileKey) -> Bool { withState { $0.requests.failed.contains(tile) } }

  func drainArrivals() -> [TileKey] { withState { $0.drainArrivals() } }

  func cancel() { withState { $0.cancel() } }

  /// Stops for good and frees the tiles, also those that a decoder is still working on.
  func discard() {
    withState { $0.discard() }
    queue.forget(self)
    store.removeAll(of: id)
  }
}

// What decoders' threads call, a tile at a time.
extension PictureLoader {
  func decodeNext() -> Bool {
    if decodeSequentially() { return true }
    guard let job = withState({ $0.nextJob { store.contains(key($0)) } }) else {
      update { $0.becomeIdle() }
      return false
    }
    do throws(ImagingError) {
      if let pixels = try job.backend.tile(job.key, of: pyramid, isPassing: job.isPassing) {
        deliver(job.key, pixels, retention(of: job.key))
      } else {
        update { $0.end(job.key, .missing(job)) }
      }
    } catch {
      update { $0.end(job.key, .failed(error.message)) }
    }
    return true
  }
}
