import Synchronization

/// An in-memory cache of the decoded tiles of all pictures of a window, within one budget in bytes.
///
/// Decoders insert tiles from their threads, and drawing reads them; both use the same store, so that the next picture can take
/// the memory of the last:
///
/// ```swift
/// let store = TileStore(budget: 256 << 20)
/// store.insert(pixels, for: TileStore.Key(picture: id, tile: key), .cached)
/// let resident = store.pixels(TileStore.Key(picture: id, tile: key))  // nil once it is evicted
/// ```
///
/// When the budget is exceeded, cached tiles are evicted, the least recently used first. Pinned and permanent tiles stay, as does
/// the tile that was just inserted, so ``heldBytes`` can exceed the budget; surfaces elsewhere and decoders' working memory count
/// against it as well.
///
/// Every operation takes one short lock and constant time, besides evictions. Safe to use from any thread.
package final class TileStore: Sendable {
  /// The default budget, in bytes: 256 MiB. [C]
  package static let defaultBudget = 256 << 20

  /// The most bytes to hold, as far as evicting tiles allows.
  package let budget: Int
  private let state = Mutex(State())

  /// Makes an empty store.
  package init(budget: Int = TileStore.defaultBudget) { self.budget = max(0, budget) }

  /// A tile of one of several pictures.
  struct Key: Hashable, Sendable {
    var picture: PictureID
    var tile: TileKey
  }

  /// Why a tile is held, which decides whether it may be evicted.
  enum Retention: Hashable, Sendable {
    /// It can be decoded again.
    case cached
    /// It belongs to the coarsest levels, the placeholders of all missing tiles.
    case pinned
    /// It cannot be decoded again without a pass over the whole file.
    case permanent

    /// True if it may be evicted when the budget is exceeded.
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
    /// The bytes of tiles that may not be evicted.
    var pinnedBytes = 0
    var externalBytes = 0
    var workBytes = 0
    /// The bytes that evictable tiles may always take.
    var floor = 0

    /// The bytes that evictable tiles may take.
    func evictableLimit(_ budget: Int) -> Int {
      max(floor, budget - pinnedBytes - externalBytes - workBytes)
    }
  }

  /// The bytes of all tiles held.
  package var heldBytes: Int { state.withLock { $0.heldBytes } }

  /// The bytes of tiles that may not be evicted, and of decoders' working memory.
  package var pinnedBytes: Int { state.withLock { $0.pinnedBytes + $0.workBytes } }

  /// The bytes that evictable tiles may take.
  package var evictableLimit: Int { state.withLock { $0.evictableLimit(budget) } }

  /// The bytes left for tiles that may not be evicted; negative if there are too many already.
  var headroom: Int {
    state.withLock { budget - $0.pinnedBytes - $0.externalBytes - $0.workBytes }
  }

  /// The bytes of tiles that can be inserted without evicting others.
  var evictableRoom: Int {
    state.withLock { $0.evictableLimit(budget) - ($0.heldBytes - $0.pinnedBytes) }
  }

  /// The number of tiles held.
  var count: Int { state.withLock { $0.entries.count } }

  /// Sets how many bytes of pixels are held elsewhere, for instance in a window's surfaces; they count
  /// against the budget.
  ///
  /// - Parameters:
  ///   - bytes: The bytes held elsewhere.
  ///   - floor: The bytes that evictable tiles may take however little the budget leaves.
  package func setExternalBytes(_ bytes: Int, leavingAtLeast floor: Int = 0) {
    state.withLock { state in
      state.externalBytes = max(0, bytes)
      state.floor = max(0, floor)
      trim(&state, sparing: nil)
    }
  }

  /// Counts decoders' working memory against the budget, until it is returned as a negative number of
  /// bytes.
  package func addWorkBytes(_ bytes: Int) {
    state.withLock { state in
      state.workBytes += bytes
      trim(&state, sparing: nil)
    }
  }

  /// Inserts a tile, replacing one with the same key, and evicts others if necessary.
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

  /// Returns a tile, or `nil` if it isn't resident; it then counts as used just now.
  func pixels(_ key: Key) -> TilePixels? {
    state.withLock { state in
      guard let entry = state.entries[key] else { return nil }
      if entry.retention.isEvictable { state.recency.use(key) }
      return entry.pixels
    }
  }

  /// Returns a tile, or `nil` if it isn't resident; that does not count as use.
  func residentPixels(_ key: Key) -> TilePixels? { state.withLock { $0.entries[key]?.pixels } }

  /// Makes a tile the first to be evicted.
  func demote(_ key: Key) { state.withLock { $0.recency.demote(key) } }

  /// Returns whether a tile is resident; that does not count as use.
  func contains(_ key: Key) -> Bool { state.withLock { $0.entries[key] != nil } }

  /// Returns whether a tile is resident and complete; that does not count as use.
  func hasComplete(_ key: Key) -> Bool {
    state.withLock { $0.entries[key]?.pixels.isComplete ?? false }
  }

  /// Removes a picture's tiles; O(*n*) in the number of all tiles.
  func removeAll(of picture: PictureID) {
    state.withLock { state in
      for key in state.entries.keys where key.picture == picture { remove(key, from: &state) }
    }
  }

  /// Removes a tile.
  func remove(_ key: Key) { state.withLock { remove(key, from: &$0) } }

  private func remove(_ key: Key, from state: inout State) {
    guard let entry = state.entries.removeValue(forKey: key) else { return }
    state.heldBytes -= entry.pixels.byteCount
    if !entry.retention.isEvictable { state.pinnedBytes -= entry.pixels.byteCount }
    state.recency.remove(key)
  }

  private func trim(_ state: inout State, sparing spared: Key?) {
    while state.heldBytes - state.pinnedBytes > state.evictableLimit(budget),
      let key = state.recency.minimumRecentlyUsed, key != spared
    {
      remove(key, from: &state)
    }
  }
}

/// Identifies a picture in a store; opening a file twice gives two identifiers.
struct PictureID: Hashable, Sendable {
  private static let counter = Atomic(0)
  private let number: Int

  /// Makes an identifier that was not used before.
  init() { number = Self.counter.add(1, ordering: .relaxed).newValue }
}

/// Keys in the order of their last use; all operations are O(1).
///
/// A doubly linked list in an array: moving a key to the end of a plain array would be O(*n*), for every
/// tile of every frame.
struct RecencyList<Key: Hashable & Sendable>: Sendable {
  private struct Node: Sendable {
    var key: Key
    var older: Int?
    var newer: Int?
  }

  private var nodes: [Node] = []
  private var places: [Key: Int] = [:]
  private var free: [Int] = []
  private var oldest: Int?
  private var newest: Int?

  /// The number of keys.
  var count: Int { places.count }

  /// The least recently used key; `nil` if there is none.
  var minimumRecentlyUsed: Key? { oldest.map { nodes[$0].key } }

  /// Makes a key the most recently used one, adding it if it is new.
  mutating func use(_ key: Key) {
    if let place = places[key] {
      guard place != newest else { return }
      unlink(place)
      link(place)
    } else {
      let place = newPlace(for: key)
      places[key] = place
      link(place)
    }
  }

  /// Makes a key the least recently used one, if it is in the list.
  mutating func demote(_ key: Key) {
    guard let place = places[key], place != oldest else { return }
    unlink(place)
    nodes[place].older = nil
    nodes[place].newer = oldest
    if let oldest { nodes[oldest].older = place } else { newest = place }
    oldest = place
  }

  /// Removes a key, if it is in the list.
  mutating func remove(_ key: Key) {
    guard let place = places.removeValue(forKey: key) else { return }
    unlink(place)
    free.append(place)
  }

  private mutating func newPlace(for key: Key) -> Int {
    if let place = free.popLast() {
      nodes[place] = Node(key: key)
      return place
    }
    nodes.append(Node(key: key))
    return nodes.count - 1
  }

  private mutating func link(_ place: Int) {
    nodes[place].older = newest
    nodes[place].newer = nil
    if let newest { nodes[newest].newer = place } else { oldest = place }
    newest = place
  }

  private mutating func unlink(_ place: Int) {
    let node = nodes[place]
    if let older = node.older { nodes[older].newer = node.newer } else { oldest = node.newer }
    if let newer = node.newer { nodes[newer].older = node.older } else { newest = node.older }
  }
}
