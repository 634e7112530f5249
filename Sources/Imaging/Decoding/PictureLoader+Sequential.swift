import ScrollGeometry

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
  func decodeSequentially() -> Bool {
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
