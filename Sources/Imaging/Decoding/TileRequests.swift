/// The tiles requested from one picture, and their outcomes.
struct TileRequests: Sendable {
  /// The tiles to decode, the most urgent last.
  private(set) var waiting: [TileKey] = []
  /// The tiles that were tried before the pass had reached them.
  private var deferred: [TileKey] = []
  private var inFlight: Set<TileKey> = []
  private(set) var failed: Set<TileKey> = []
  /// True if requests were dropped because their tiles had arrived in the meantime.
  private var hasDropped = false
}

extension TileRequests {
  /// Replaces all requests whose decoding has not begun.
  ///
  /// - Parameter keys: The most urgent first. Tiles in flight and failed tiles are skipped.
  mutating func replace(with keys: [TileKey]) {
    deferred = []
    waiting = keys.reversed().filter { !inFlight.contains($0) && !failed.contains($0) }
  }

  /// Takes the most urgent request.
  ///
  /// - Parameter isResident: Returns whether a tile is in memory already, which drops its request.
  /// - Returns: The tile, or `nil` if no request is left.
  mutating func next(isResident: (TileKey) -> Bool) -> TileKey? {
    while let key = waiting.popLast() {
      if !isResident(key), inFlight.insert(key).inserted { return key }
      hasDropped = true
    }
    return nil
  }

  /// Returns whether requests were dropped since the last call.
  mutating func drainDropped() -> Bool {
    defer { hasDropped = false }
    return hasDropped
  }

  /// What becomes of a request that was taken.
  enum Outcome: Hashable, Sendable {
    /// The tile arrived, or is needed no more.
    case done
    /// It isn't there yet: it waits for ``retryDeferred()``.
    case deferred
    /// It may be there by now: it is the most urgent request again.
    case retried
    /// It cannot be decoded, and is not tried again.
    case failed
  }

  /// Ends the decoding of a tile.
  mutating func end(_ key: TileKey, _ outcome: Outcome) {
    inFlight.remove(key)
    switch outcome {
    case .done: break
    case .deferred: deferred.append(key)
    case .retried: waiting.append(key)
    case .failed: failed.insert(key)
    }
  }

  /// Makes deferred tiles the most urgent requests.
  mutating func retryDeferred() {
    waiting += deferred.reversed()
    deferred = []
  }

  /// Drops the requests whose decoding has not begun; deferred ones stay.
  mutating func removeWaiting() { waiting = [] }

  /// Drops requests for tiles of a level, which have all arrived.
  mutating func removeWaiting(ofLevel level: Int) { waiting.removeAll { $0.level == level } }

  /// Drops all requests for good.
  mutating func removeAll() {
    waiting = []
    deferred = []
  }
}
