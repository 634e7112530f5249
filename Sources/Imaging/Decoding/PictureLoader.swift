import Glibc
import OverscrollBase
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
  private let pyramid: Pyramid
  private let store: TileStore
  private let cache: CacheFolder?
  private let queue: DecodeQueue
  private let id = PictureID()
  private let pinnedLevels: Range<Int>
  private let wake: @Sendable () -> Void
  private let state: Mutex<LoadState>
  /// The frame of an animation whose pixels take the place of the file's; `nil` for a picture that stands still.
  private let shownFrame = Mutex<AnimationFrame?>(nil)

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

  /// Reads or changes the state.
  private func withState<R: Sendable>(_ body: (inout LoadState) -> R) -> R {
    state.withLock { body(&$0) }
  }

  /// Changes the state, and does what that requires.
  private func update(_ change: (inout LoadState) -> LoadState.Effects) {
    let effects = state.withLock { change(&$0) }
    if effects.contains(.wakeViewer) { wake() }
    if effects.contains(.wakeDecoders) { queue.wake(self) }
    guard case .rows(let rows) = source.access else { return }
    if effects.contains(.rebuild) { startPass(over: rows, trustsFile: false) }
    if effects.contains(.decodeDetail) {
      startPass { self.decodeDetail(of: rows) }
    }
  }

  /// The name of a tile in the store.
  private func key(_ tile: TileKey) -> TileStore.Key { TileStore.Key(picture: id, tile: tile) }

  /// How the store is to hold a tile that can be decoded again.
  private func retention(of tile: TileKey) -> TileStore.Retention {
    pinnedLevels.contains(tile.level) ? .pinned : .cached
  }

  /// Hands a tile to the store and the viewer, unless a more complete one is there.
  private func deliver(_ tile: TileKey, _ pixels: TilePixels, _ retention: TileStore.Retention) {
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
    if case .rows(let rows) = source.access {
      // It is what the user waits for, however large the picture is that is being decoded.
      startPass(over: rows, trustsFile: true, interrupts: true)
    }
  }

  private func startPass(over rows: any RowSource, trustsFile: Bool, interrupts: Bool = false) {
    startPass(interrupts: interrupts) { self.pass(over: rows, trustsFile: trustsFile) }
  }

  private func startPass(interrupts: Bool = false, _ body: @escaping @Sendable () -> Void) {
    if !queue.schedulePass(for: self, interrupts: interrupts, body) {
      update { $0.finish(.damaged(Self.noThread)) }
    }
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

  /// The pixels of a tile that is in memory, which does not count as use.
  func residentPixels(_ tile: TileKey) -> TilePixels? {
    if let frame { return frame.tiles[tile] }
    return store.residentPixels(key(tile))
  }

  /// The frame that is shown in place of the file's pixels.
  var frame: AnimationFrame? { shownFrame.withLock { $0 } }

  func show(_ frame: AnimationFrame) { shownFrame.withLock { $0 = frame } }

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

// MARK: - A pass

/// The pass over a picture whose rows can only be decoded from the first to the last.
///
/// A picture that fits the budget is held in memory. One that doesn't is read from the tile file of an
/// earlier pass; or decoded in regions, where its format allows that; or this pass writes a tile file.
extension PictureLoader {
  /// The part of the budget that a picture held in memory leaves to the screen: a quarter. [C]
  static let screenShare = 4
  /// Indexing takes as long as decoding a quarter of the pixels that it gives, so smaller pictures are
  /// worth showing in part.
  private static let indexCostShare = 4
  /// How many times in a pass deferred tiles are tried again. [C]
  private static let retries = 64

  private func pass(over rows: any RowSource, trustsFile: Bool) {
    guard !withState({ $0.isCancelled }) else { return finish(.stopped) }
    let bytes = pyramid.byteCount ?? .max
    let excess = Self.excess(of: rows)
    if bytes <= store.headroom - store.budget / Self.screenShare - excess {
      return holdAll(of: rows)
    }
    if trustsFile, let file = tileFile(of: rows) {
      setBackend(TileFileBackend(file: file))
      return finish(.complete)
    }
    let decoder = pyramid.levelCount > 1 ? rows.regionDecoder() : nil
    if let decoder, decoder.indexedLevel < pyramid.levelCount, buildIndex(decoder) { return }
    writeFile(of: rows)
  }

  private func finish(_ phase: LoadState.Phase) { update { $0.finish(phase) } }

  private func setBackend(_ backend: (any TileBackend)?) { update { $0.setBackend(backend) } }

  /// The memory that decoding takes beyond what it may take besides the budget, in bytes.
  private static func excess(of rows: any RowSource) -> Int {
    max(0, rows.workBytes - ImageLimits.spareBytes)
  }

  private func tileFile(of rows: any RowSource) -> TileFile? {
    guard let cache, let key = rows.tileFileKey else { return nil }
    return TileFile(of: key, pyramid: pyramid, in: cache)
  }

  private func holdAll(of rows: any RowSource) {
    let builder = PyramidBuilder(
      source.info, emitPreview: { self.deliver($0, $1, .cached) },
      emit: { self.deliver($0, $1, .permanent) })
    let phase = decode(builder) { (builder, shouldContinue) throws(ImagingError) in
      try rows.decode(into: builder, while: shouldContinue)
    }
    finish(phase)
  }

  /// Indexes the whole file; returns false if that showed that the file is damaged.
  private func buildIndex(_ decoder: any RegionDecoder) -> Bool {
    var info = source.info
    info.size = pyramid.size(ofLevel: decoder.indexedLevel)
    setBackend(RegionBackend(decoder: decoder))
    let progressiveArea = PyramidBuilder.progressiveArea / Self.indexCostShare
    func key(_ tile: TileKey) -> TileKey {
      TileKey(level: tile.level + decoder.indexedLevel, column: tile.column, row: tile.row)
    }
    let builder = PyramidBuilder(
      info, progressiveArea: progressiveArea, emitPreview: { self.deliver(key($0), $1, .cached) }
    ) { tile, pixels in
      let key = key(tile)
      self.deliver(key, pixels, pixels.isComplete ? self.retention(of: key) : .cached)
    }
    let phase = decode(builder) { (builder, shouldContinue) throws(ImagingError) in
      try decoder.buildIndex(into: builder, while: shouldContinue)
    }
    if case .damaged = phase {
      setBackend(nil)
      return false
    }
    finish(phase)
    return true
  }

  private func writeFile(of rows: any RowSource) {
    let bytes =
      PyramidBuilder.workBytes(source.info) + TileFileWriter.waitingLimit + Self.excess(of: rows)
    store.addWorkBytes(bytes)
    defer { store.addWorkBytes(-bytes) }
    let result = writer(of: rows)
    let writer = try? result?.get()
    if let writer { setBackend(TileWriterBackend(writer: writer)) }
    let builder = PyramidBuilder(
      source.info, emitPreview: { self.deliver($0, $1, .cached) },
      emit: { self.keep($0, $1, in: writer) })
    let phase = decode(builder) { (builder, shouldContinue) throws(ImagingError) in
      try rows.decode(into: builder, while: shouldContinue)
    }
    if builder.isComplete, phase == .complete { writer?.seal() }
    finish(phase == .complete ? missingDetail(result) : phase)
  }

  /// The writer of a tile file, or why there is none; `nil` if none is to be written.
  private func writer(of rows: any RowSource) -> Result<TileFileWriter, TileFileWriter.Failure>? {
    guard let cache, !cache.isReadOnly, let key = rows.tileFileKey else { return nil }
    do throws(TileFileWriter.Failure) {
      return .success(try TileFileWriter(of: key, pyramid: pyramid, in: cache))
    } catch {
      return .failure(error)
    }
  }

  /// Writes a tile to the file, and keeps it in memory for as long as it is needed there: for good if
  /// it is nowhere else and there is room, or if the viewer requested it.
  private func keep(_ tile: TileKey, _ pixels: TilePixels, in writer: TileFileWriter?) {
    let isSaved = pixels.isComplete && writer?.append(tile, pixels) == true
    if isSaved { return deliver(tile, pixels, retention(of: tile)) }
    let hasRoom = store.headroom - store.budget / Self.screenShare > pixels.byteCount
    let isPermanent = hasRoom || withState { $0.requests.waiting.contains(tile) }
    deliver(tile, pixels, isPermanent ? .permanent : .cached)
  }

  /// Complete or, if tiles could not be kept on the disk, damaged with the reason.
  private func missingDetail(
    _ writer: Result<TileFileWriter, TileFileWriter.Failure>?
  ) -> LoadState.Phase {
    // A program that writes no files has requested all that it needs before the pass.
    if cache?.isReadOnly == true { return .complete }
    let failure: TileFileWriter.Failure? =
      switch writer {
      case .success(let writer): writer.flush()
      case .failure(let failure): failure
      case nil: .system(SystemError(ENOENT))
      }
    guard let failure else { return .complete }
    return .damaged(
      "Some of the finest detail is missing: the picture is too large for --cache-mb, "
        + "and \(reason(for: failure)).")
  }

  /// Why tiles are not on the disk, as a clause.
  private func reason(for failure: TileFileWriter.Failure) -> String {
    guard let cache else { return "there is no cache folder" }
    switch failure {
    case .byteLimit where cache.byteLimit == 0:
      return "--disk-cache-gb 0 disables tile files"
    case .byteLimit: return "its tile file exceeds --disk-cache-gb"
    case .unsafe(let clause): return clause
    case .system(SystemError(ENOSPC)): return "the disk is full (\(cache.path))"
    case .system(let error):
      return "\(cache.path) cannot be written (\(error.message))"
    }
  }

  /// Runs the pass and returns the phase it ends in.
  private func decode(
    _ builder: PyramidBuilder,
    _ body: (PyramidBuilder, () -> Bool) throws(ImagingError) -> Void
  ) -> LoadState.Phase {
    let rows = builder.fileSize.height
    let step = max(1, rows / Self.retries)
    var phase = LoadState.Phase.complete
    do {
      try body(builder) {
        queue.rest(self)
        let fraction = Double(builder.rowCount) / Double(rows)
        if builder.rowCount % step == 0 { update { $0.retryDeferred() } }
        return withState { $0.advance(to: fraction) }
      }
    } catch {
      phase = .damaged(error.message)
    }
    builder.abandon()
    return !builder.isComplete && withState { $0.isCancelled } ? .stopped : phase
  }
}

/// Decoding the finest levels again that a tile file had no room for.
///
/// The coarse levels are there, and stay. A pass ends as soon as it has given what is requested.
extension PictureLoader {
  /// The distance from a requested tile up to which others are kept while there is room, in tiles. [C]
  private static let detailReach = 4

  private func decodeDetail(of rows: any RowSource) {
    let levels = withState { $0.backend?.finestLevel ?? 0 }
    var isNeeded = needsDetail(from: 0)
    guard isNeeded else { return finish(.complete) }
    let bytes = PyramidBuilder.workBytes(source.info) + Self.excess(of: rows)
    store.addWorkBytes(bytes)
    defer { store.addWorkBytes(-bytes) }
    let builder = PyramidBuilder(source.info, levelCount: levels, progressiveArea: .max) {
      if $1.isComplete { self.keepDetail($0, $1) }
    }
    let phase = decode(builder) { (builder, shouldContinue) throws(ImagingError) in
      try rows.decode(into: builder) {
        if builder.rowCount % Pyramid.tileSide == 0 {
          isNeeded = self.needsDetail(from: builder.rowCount)
        }
        return shouldContinue() && isNeeded
      }
    }
    if phase == .complete, isNeeded, !builder.isComplete {
      return finish(.damaged("Some of the finest detail cannot be decoded."))
    }
    finish(phase)
  }

  /// Keeps a tile that is requested, or one beside it where that evicts none.
  private func keepDetail(_ tile: TileKey, _ pixels: TilePixels) {
    let wanted = withState { $0.requestedDetail }
    let isNear = wanted.contains {
      $0.level == tile.level && abs($0.column - tile.column) <= Self.detailReach
        && abs($0.row - tile.row) <= Self.detailReach
    }
    let isWanted = wanted.contains(tile)
    guard isNear, isWanted || store.evictableRoom >= pixels.byteCount else { return }
    deliver(tile, pixels, .cached)
    // It is the first to make room for what is requested.
    if !isWanted { store.demote(key(tile)) }
  }

  /// Returns whether a tile is requested that isn't there, and that rows from one on belong to.
  private func needsDetail(from row: Int) -> Bool {
    let orientation = source.info.orientation
    let isInOrder = !orientation.reversesY && !orientation.transposes
    return withState { $0.requestedDetail }.contains { tile in
      let end = ((tile.row + 1) * Pyramid.tileSide + TilePixels.apron) << tile.level
      return (!isInOrder || end > row) && !store.contains(key(tile))
    }
  }
}

/// Decoding all rows instead of single tiles, where that is the quicker way to most of a fine level.
///
/// A picture that just exceeds the budget is shown at a level that indexing doesn't give, and all of
/// it is visible. A lone worker has that level sooner in one sequential decode, which does no work
/// twice at tile borders; several workers are quicker with tiles.
extension PictureLoader {
  /// The part of a level's tiles that must be requested: a half. [C]
  private static let requestedShare = 2
  /// The fewest tiles that are worth it. [C]
  private static let fewestTiles = 8
  /// The part of the budget that the level may take: a quarter. [C]
  private static let budgetShare = 4

  /// Decodes all rows if that is the quickest way to the requested tiles.
  ///
  /// It ends early when a tile of another level becomes the most urgent one.
  ///
  /// - Returns: False if it wasn't worth it, failed or ended early.
  private func decodeSequentially() -> Bool {
    guard let (level, quick) = sequentialLevels, case .rows(let rows) = source.access else {
      return false
    }
    let builder = PyramidBuilder(source.info, from: level) { tile, pixels in
      guard tile.level < quick, pixels.isComplete else { return }
      self.deliver(tile, pixels, self.retention(of: tile))
    }
    do throws(ImagingError) {
      try rows.decode(into: builder) { self.isMostUrgent(level: level) }
    } catch {
      withState { $0.disallowSequentialDecode() }
    }
    guard builder.isComplete else { return false }
    withState { $0.removeRequests(ofLevel: level) }
    return true
  }

  /// The level to decode and the finest one that tiles are quick for; `nil` if tiles are quicker.
  private var sequentialLevels: (level: Int, quick: Int)? {
    guard queue.workers == 1 else { return nil }
    return withState { state -> (level: Int, quick: Int)? in
      guard let quick = state.backend?.quickLevel,
        let level = state.requests.waiting.last?.level, level < quick,
        let bytes = pyramid.byteCount(ofLevel: level),
        bytes <= min(store.budget / Self.budgetShare, store.evictableLimit)
      else { return nil }
      let grid = pyramid.grid(ofLevel: level)
      let missing = state.requests.waiting.count { $0.level == level && !store.contains(key($0)) }
      guard missing >= Self.fewestTiles,
        missing >= grid.width * grid.height / Self.requestedShare
      else { return nil }
      return (level, quick)
    }
  }

  private func isMostUrgent(level: Int) -> Bool {
    withState { $0.requests.waiting.last?.level == level }
  }
}

// MARK: - Tiles that were evicted

/// A way of getting single tiles of a picture that are not in memory.
///
/// All methods may be called on any thread, several at once.
protocol TileBackend: Sendable {
  /// Gets a tile.
  ///
  /// - Parameters:
  ///   - key: A tile of `pyramid`.
  ///   - pyramid: The picture's.
  ///   - isPassing: True if a pass over the file, which delivers tiles of its own, was running when
  ///     the tile was taken from the queue.
  /// - Returns: The tile, or `nil` if the backend doesn't have it.
  /// - Throws: When the tile cannot be decoded.
  func tile(
    _ key: TileKey, of pyramid: Pyramid, isPassing: Bool
  ) throws(ImagingError) -> TilePixels?
  /// True if the backend claims to have every tile, so that a missing one shows that it is damaged.
  var isExhaustive: Bool { get }
  /// The finest level of which it has tiles; a pass over the rows gives finer ones.
  var finestLevel: Int { get }
  /// The finest level with quick tiles, where tiles of finer levels cost so much that decoding all
  /// rows can be quicker; `nil` otherwise.
  var quickLevel: Int? { get }
}

extension TileBackend {
  var isExhaustive: Bool { false }
  var finestLevel: Int { 0 }
  var quickLevel: Int? { nil }
}

/// Decodes tiles directly from a file that stores them, or draws them.
private struct DirectBackend: TileBackend {
  let source: any TileSource

  func tile(
    _ key: TileKey, of pyramid: Pyramid, isPassing: Bool
  ) throws(ImagingError) -> TilePixels? {
    try source.tile(key, of: pyramid)
  }
}

/// Decodes regions of an indexed file.
struct RegionBackend: TileBackend {
  let decoder: any RegionDecoder
  /// False after decoding all rows failed: single tiles show which of them are damaged.
  var allowsSequentialDecode = true

  func tile(
    _ key: TileKey, of pyramid: Pyramid, isPassing: Bool
  ) throws(ImagingError) -> TilePixels? {
    // Indexing delivers the coarse levels.
    if isPassing, key.level >= decoder.indexedLevel { return nil }
    return try decoder.tile(key, of: pyramid)
  }

  var quickLevel: Int? {
    allowsSequentialDecode && !decoder.prefersTiles ? decoder.indexedLevel : nil
  }
}

/// Reads tiles from the tile file of an earlier pass.
private struct TileFileBackend: TileBackend {
  let file: TileFile

  func tile(_ key: TileKey, of pyramid: Pyramid, isPassing: Bool) -> TilePixels? {
    file.pixels(key)
  }

  var isExhaustive: Bool { true }
  var finestLevel: Int { file.finestLevel }
}

/// Reads tiles back from the tile file that a pass is writing.
private struct TileWriterBackend: TileBackend {
  let writer: TileFileWriter

  func tile(_ key: TileKey, of pyramid: Pyramid, isPassing: Bool) -> TilePixels? {
    writer.pixels(key)
  }

  var finestLevel: Int { writer.finestLevel }
}
