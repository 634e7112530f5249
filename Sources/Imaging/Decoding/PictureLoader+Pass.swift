import Files
import Geometry

/// The pass over a picture whose rows can only be had from the first to the last.
///
/// What fits the budget is held in memory. For what does not there is the tile file of an earlier pass; or
/// the format can go on at places that were passed; or this pass writes a tile file.
extension PictureLoader {
  /// The part of the budget that a picture which is held leaves to the screen: a quarter. [C]
  static let screenShare = 4
  /// A look gives little, but takes as long as decoding a quarter of what it is the eighth of; so less is worth showing
  /// unfinished.
  private static let indexCostShare = 4
  /// How many times in a pass tiles are looked for again that were asked for too early. [C]
  private static let retries = 64

  func pass(over rows: any RowSource, trustsFile: Bool) {
    guard !isStopped else { return finish(.stopped) }
    let bytes = pyramid.byteCount ?? .max
    let excess = Self.excess(of: rows)
    if bytes <= store.headroom - store.budget / Self.screenShare - excess {
      return holdAll(of: rows)
    }
    if trustsFile, let file = tileFile(of: rows) {
      setReserve(.file(file))
      return finish(.complete)
    }
    let decoder = pyramid.levelCount > 1 ? rows.regionDecoder() : nil
    if let decoder, decoder.indexedLevel < pyramid.levelCount, buildIndex(decoder) { return }
    writeFile(of: rows)
  }

  /// What decoding takes beyond what it may take besides the budget, in bytes.
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

  /// Looks at the whole file; false when that shows that it is not as it should be.
  private func buildIndex(_ decoder: any RegionDecoder) -> Bool {
    var info = source.info
    info.size = pyramid.size(ofLevel: decoder.indexedLevel)
    setReserve(.regions(decoder))
    let progressiveArea = PyramidBuilder.progressiveArea / Self.indexCostShare
    let builder = PyramidBuilder(info, progressiveArea: progressiveArea) { tile, pixels in
      let key = TileKey(
        level: tile.level + decoder.indexedLevel, column: tile.column, row: tile.row)
      self.deliver(key, pixels, pixels.isComplete ? self.retention(of: key) : .cached)
    }
    let phase = decode(builder) { (builder, shouldContinue) throws(ImagingError) in
      try decoder.buildIndex(into: builder, while: shouldContinue)
    }
    if case .damaged = phase {
      setReserve(.none)
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
    let writer = writer(of: rows)
    if let writer { setReserve(.writer(writer)) }
    let builder = PyramidBuilder(
      source.info, emitPreview: { self.deliver($0, $1, .cached) },
      emit: { self.keep($0, $1, in: writer) })
    let phase = decode(builder) { (builder, shouldContinue) throws(ImagingError) in
      try rows.decode(into: builder, while: shouldContinue)
    }
    if builder.isComplete, phase == .complete { writer?.seal() }
    finish(phase == .complete ? missingDetail(writer) : phase)
  }

  private func writer(of rows: any RowSource) -> TileFileWriter? {
    guard let cache, !cache.isReadOnly, let key = rows.tileFileKey else { return nil }
    do {
      return try TileFileWriter(of: key, pyramid: pyramid, in: cache)
    } catch {
      return nil
    }
  }

  /// Holds a tile as long as its use asks for: for good where it is nowhere else and there is room, or
  /// where somebody is waiting for it.
  private func keep(_ tile: TileKey, _ pixels: TilePixels, in writer: TileFileWriter?) {
    let isSaved = pixels.isComplete && writer?.append(tile, pixels) == true
    if isSaved { return deliver(tile, pixels, retention(of: tile)) }
    let hasRoom = store.headroom - store.budget / Self.screenShare > pixels.byteCount
    deliver(tile, pixels, hasRoom || isRequested(tile) ? .permanent : .cached)
  }

  /// Complete or, where the tile file failed, what is missing and why.
  private func missingDetail(_ writer: TileFileWriter?) -> Phase {
    if let writer, writer.failure == nil { return .complete }
    // Who writes no files has asked for all that is needed before.
    if cache?.isReadOnly == true { return .complete }
    let reason = writer?.failure?.message ?? "there is no folder to keep it in"
    return .damaged(
      "Its finest detail is missing in part, since it is too large for --cache-mb and \(reason)")
  }

  /// Runs the pass, and says how it ended.
  private func decode(
    _ builder: PyramidBuilder,
    _ body: (PyramidBuilder, () -> Bool) throws(ImagingError) -> Void
  ) -> Phase {
    let rows = builder.fileSize.height
    let step = max(1, rows / Self.retries)
    var phase = Phase.complete
    do {
      try body(builder) {
        setPartDone(Double(builder.rowCount) / Double(rows))
        if builder.rowCount % step == 0 { retryDeferred() }
        return !isStopped
      }
    } catch {
      phase = .damaged(error.sentence)
    }
    builder.abandon()
    return !builder.isComplete && isStopped ? .stopped : phase
  }
}
