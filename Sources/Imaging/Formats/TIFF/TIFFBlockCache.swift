import Synchronization

/// The blocks decoded last, since neighbouring tiles, and their aprons, need the same ones.
final class TIFFBlockCache: Sendable {
  /// A block of a level's page.
  struct Key: Hashable, Sendable {
    var level: Int
    var column: Int
    var row: Int
  }

  /// The most bytes that are kept: two windows of full HD. [C]
  private static let budget = 16 << 20

  private struct State: Sendable {
    var blocks: [Key: TIFFBlock] = [:]
    var recency = RecencyList<Key>()
    var bytes = 0
  }

  private let state = Mutex(State())
}

extension TIFFBlockCache {
  /// The block if it is kept, which then counts as used just now.
  subscript(key: Key) -> TIFFBlock? {
    state.withLock { state in
      guard let block = state.blocks[key] else { return nil }
      state.recency.use(key)
      return block
    }
  }

  /// Keeps a block, and forgets those that were not used for the longest time.
  func insert(_ block: TIFFBlock, for key: Key) {
    guard block.byteCount <= Self.budget else { return }
    state.withLock { state in
      guard state.blocks.updateValue(block, forKey: key) == nil else { return }
      state.recency.use(key)
      state.bytes += block.byteCount
      while state.bytes > Self.budget, let oldest = state.recency.leastRecent {
        state.recency.remove(oldest)
        state.bytes -= state.blocks.removeValue(forKey: oldest)?.byteCount ?? 0
      }
    }
  }
}

extension TIFFBlock {
  fileprivate var byteCount: Int { pixels.count * TilePixels.bytesPerPixel }
}
