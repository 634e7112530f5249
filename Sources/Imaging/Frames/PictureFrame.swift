/// A frame of an animation with all of its tiles.
package final class PictureFrame: Sendable {
  /// The number of the frame, from 0.
  package let index: Int
  /// Why it is damaged, as one sentence; `nil` for a frame that is whole.
  package let damage: String?
  /// Decodes the frame again; `nil` if the file can no longer be read.
  let source: (any ImageSource)?
  let tiles: [TileKey: TilePixels]
  private let store: TileStore
  private let byteCount: Int

  /// Counts the tiles against the budget of a store as long as the frame exists.
  init(
    _ index: Int, tiles: [TileKey: TilePixels], source: (any ImageSource)?, damage: String?,
    in store: TileStore
  ) {
    (self.index, self.damage, self.source) = (index, damage, source)
    (self.tiles, self.store) = (tiles, store)
    byteCount = tiles.values.reduce(0) { $0 + $1.byteCount }
    store.addWorkBytes(byteCount)
  }

  /// True if there is anything to show.
  package var hasPixels: Bool { !tiles.isEmpty }

  deinit { store.addWorkBytes(-byteCount) }
}
