import Synchronization

/// A cache of decoded blocks, which neighboring tiles and their aprons share.
final class TIFFBlockCache: Sendable {
  /// A block of a level's page.
  struct Key: Hashable, Sendable {
    var level: Int
    var column: Int
    var row: Int
  }

  /// The most bytes to hold: two windows of full HD. [C]
  private static let budget = 16 << 20

  private struct State: Sendable {
    var blocks: [Key: TIFFBlock] = [:]
    var recency = RecencyList<Key>()
    var bytes = 0
  }

  private let state = Mutex(State())
}

extension TIFFBlockCache {
  /// The block, or `nil` if it isn't cached; it then counts as used just now.
  subscript(key: Key) -> TIFFBlock? {
    state.withLock { state in
      guard let block = state.blocks[key] else { return nil }
      state.recency.use(key)
      return block
    }
  }

  /// Inserts a block and evicts the least recently used ones.
  func insert(_ block: TIFFBlock, for key: Key) {
    guard block.byteCount <= Self.budget else { return }
    state.withLock { state in
      guard state.blocks.updateValue(block, forKey: key) == nil else { return }
      state.recency.use(key)
      state.bytes += block.byteCount
      while state.bytes > Self.budget, let oldest = state.recency.minimumRecentlyUsed {
        state.recency.remove(oldest)
        state.bytes -= state.blocks.removeValue(forKey: oldest)?.byteCount ?? 0
      }
    }
  }
}

extension TIFFBlock {
  fileprivate var byteCount: Int { pixels.count * TilePixels.bytesPerPixel }
}
