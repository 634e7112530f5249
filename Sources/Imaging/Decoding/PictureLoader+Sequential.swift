import Geometry
import Synchronization

/// The quick way to most tiles of a fine level: passing over all rows instead of decoding tile by tile.
///
/// A picture that just does not fit the budget is shown from a level that a look at the file does not
/// give, and all of it shows. A lone worker has it sooner by a pass, which works at nothing twice; several
/// workers are quicker with tiles.
extension PictureLoader {
  /// The part of a level's tiles that must be requested: a half. [C]
  private static let requestedShare = 2
  /// The fewest tiles that are worth it. [C]
  private static let fewestTiles = 8
  /// The part of the budget that the level may take: a quarter. [C]
  private static let budgetShare = 4

  /// Passes over the rows where that is the quickest way to what is requested; false where it is not.
  ///
  /// It ends early when something else is requested.
  func decodeSequentially() -> Bool {
    guard let (level, finest) = sequentialPlan, case .rows(let rows) = source.access else {
      return false
    }
    let builder = PyramidBuilder(source.info, from: level) { tile, pixels in
      guard tile.level < finest, pixels.isComplete else { return }
      self.deliver(tile, pixels, self.retention(of: tile))
    }
    do throws(ImagingError) {
      try rows.decode(into: builder) { !self.isStopped && self.isRequested(level: level) }
    } catch {
      // Tile by tile it turns out which ones are damaged.
      progress.withLock { $0.hasFailedSequentially = true }
    }
    guard builder.isComplete else { return false }
    progress.withLock { $0.requests.removeAll { $0.level == level } }
    return true
  }

  /// The level to sweep for and the finest one that needs no sweep; nil where tiles are better.
  private var sequentialPlan: (level: Int, finest: Int)? {
    guard queue.workers == 1, !isStopped else { return nil }
    return progress.withLock { progress in
      guard case .regions(let decoder) = progress.reserve, !progress.hasFailedSequentially,
        let level = progress.requests.last?.level, level < decoder.indexedLevel,
        let bytes = pyramid.byteCount(ofLevel: level),
        bytes <= min(store.budget / Self.budgetShare, store.evictableLimit)
      else { return nil }
      let grid = pyramid.grid(ofLevel: level)
      let missing = progress.requests.count { $0.level == level && !store.contains(key($0)) }
      guard missing >= Self.fewestTiles,
        missing >= grid.width * grid.height / Self.requestedShare
      else { return nil }
      return (level, decoder.indexedLevel)
    }
  }

  private func isRequested(level: Int) -> Bool {
    progress.withLock { $0.requests.last?.level == level }
  }
}
