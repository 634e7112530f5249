import Glibc
import OverscrollBase
import ScrollGeometry

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

  func pass(over rows: any RowSource, trustsFile: Bool) {
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
  private func writer(
    of rows: any RowSource
  ) -> Result<TileFileWriter, TileFileWriter.Failure>? {
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
