import Synchronization

/// Every tile of every picture that is held in memory, within one budget of bytes.
///
/// What may be evicted, and only that, goes when the budget is exceeded, the least recently used
/// first. May be used from any thread.
package final class TileStore: Sendable {
  /// The budget unless a person says otherwise, in bytes: 256 MB. [C]
  package static let defaultBudget = 256 << 20

  /// The most bytes to hold, as far as what may be evicted allows.
  package let budget: Int
  private let state = Mutex(State())

  /// Makes an empty store.
  package init(budget: Int = TileStore.defaultBudget) {
    self.budget = max(0, budget)
  }
}

extension TileStore {
  /// A tile of one of several pictures.
  struct Key: Hashable, Sendable {
    var picture: PictureID
    var tile: TileKey
  }

  /// Why a tile is held, which is the one place that decides what may be evicted.
  enum Retention: Hashable, Sendable {
    /// It can be had again; it goes when others are used more.
    case cached
    /// It belongs to the coarsest levels, which stand in for every tile that is missing.
    case pinned
    /// It cannot be decoded again without passing over the whole file.
    case permanent

    /// True if it may go when the budget is exceeded.
    var isEvictable: Bool { self == .cached }
  }

  private struct Entry: Sendable {
    var pixels: TilePixels
    var retention: Retention
  }

  private struct State: Sendable {
    var entries: [Key: Entry] = [:]
    var recency = RecencyList<Key>()
    var heldBytes = 0
    /// What may not be evicted, of the bytes held.
    var pinnedBytes = 0
    var externalBytes = 0
    var workBytes = 0
    /// What may be evicted may always take this much.
    var floor = 0

    /// The bytes that what may be evicted may take.
    func evictableLimit(_ budget: Int) -> Int {
      max(floor, budget - pinnedBytes - externalBytes - workBytes)
    }
  }

  /// The bytes of all tiles held.
  package var heldBytes: Int { state.withLock { $0.heldBytes } }

  /// The bytes of tiles that may not be evicted, and of the memory that decoders work in.
  package var pinnedBytes: Int { state.withLock { $0.pinnedBytes + $0.workBytes } }

  /// The bytes that tiles which may be evicted may take.
  package var evictableLimit: Int { state.withLock { $0.evictableLimit(budget) } }

  /// The bytes left for tiles that may not be evicted; below zero when there are too many already.
  var headroom: Int {
    state.withLock { budget - $0.pinnedBytes - $0.externalBytes - $0.workBytes }
  }

  /// The number of tiles held.
  package var count: Int { state.withLock { $0.entries.count } }

  /// Sets how many bytes of pixels are held elsewhere, in a window's surfaces for instance; they
  /// count against the budget.
  ///
  /// - Parameters:
  ///   - bytes: What is held elsewhere.
  ///   - floor: What tiles that may be evicted may take however little the budget leaves them.
  package func setExternalBytes(_ bytes: Int, leavingAtLeast floor: Int = 0) {
    state.withLock { state in
      state.externalBytes = max(0, bytes)
      state.floor = max(0, floor)
      trim(&state, sparing: nil)
    }
  }

  /// Counts memory that decoders work in against the budget, until it is given back as a negative
  /// number of bytes.
  func addWorkBytes(_ bytes: Int) {
    state.withLock { state in
      state.workBytes += bytes
      trim(&state, sparing: nil)
    }
  }

  /// Takes a tile, in the place of one with the same key, and evicts others if it must.
  ///
  /// The tile itself stays, even if it alone exceeds the budget.
  func insert(_ pixels: TilePixels, for key: Key, _ retention: Retention) {
    state.withLock { state in
      remove(key, from: &state)
      state.entries[key] = Entry(pixels: pixels, retention: retention)
      state.heldBytes += pixels.byteCount
      if retention.isEvictable {
        state.recency.use(key)
      } else {
        state.pinnedBytes += pixels.byteCount
      }
      trim(&state, sparing: key)
    }
  }

  /// The tile if it is held, which then counts as used just now.
  func pixels(_ key: Key) -> TilePixels? {
    state.withLock { state in
      guard let entry = state.entries[key] else { return nil }
      if entry.retention.isEvictable { state.recency.use(key) }
      return entry.pixels
    }
  }

  /// Lets the tile go before all others if it may be evicted, since it has been drawn elsewhere.
  func demote(_ key: Key) { state.withLock { $0.recency.demote(key) } }

  /// True if the tile is held; it does not count as used.
  func contains(_ key: Key) -> Bool { state.withLock { $0.entries[key] != nil } }

  /// True if the tile is held and all of it was decoded; it does not count as used.
  func hasComplete(_ key: Key) -> Bool {
    state.withLock { $0.entries[key]?.pixels.isComplete ?? false }
  }

  /// Forgets a picture's tiles; takes time in proportion to all that are held.
  func removeAll(of picture: PictureID) {
    state.withLock { state in
      for key in state.entries.keys where key.picture == picture { remove(key, from: &state) }
    }
  }

  private func remove(_ key: Key, from state: inout State) {
    guard let entry = state.entries.removeValue(forKey: key) else { return }
    state.heldBytes -= entry.pixels.byteCount
    if !entry.retention.isEvictable { state.pinnedBytes -= entry.pixels.byteCount }
    state.recency.remove(key)
  }

  private func trim(_ state: inout State, sparing spared: Key?) {
    while state.heldBytes - state.pinnedBytes > state.evictableLimit(budget),
      let key = state.recency.leastRecent, key != spared
    {
      remove(key, from: &state)
    }
  }
}

/// Tells pictures apart in a store, two openings of one file too.
struct PictureID: Hashable, Sendable {
  private static let counter = Atomic(0)
  private let number: Int

  /// Makes an identity that nothing had before.
  init() { number = Self.counter.add(1, ordering: .relaxed).newValue }
}
