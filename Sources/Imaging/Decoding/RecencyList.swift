/// Keys in the order of their last use; every operation takes constant time.
///
/// A list linked both ways through array places, because moving a key to the end of an array would
/// take time in proportion to its length, for every tile of every frame.
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
}

extension RecencyList {
  /// The number of keys.
  var count: Int { places.count }

  /// The key that was not used for the longest time; nil when there is none.
  var leastRecent: Key? { oldest.map { nodes[$0].key } }

  /// Makes a key the most recently used one, and adds it when it is new.
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

  /// Makes a key the one that was not used for the longest time; does nothing when it is not there.
  mutating func demote(_ key: Key) {
    guard let place = places[key], place != oldest else { return }
    unlink(place)
    nodes[place].older = nil
    nodes[place].newer = oldest
    if let oldest { nodes[oldest].older = place } else { newest = place }
    oldest = place
  }

  /// Takes a key out; does nothing when it is not there.
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
