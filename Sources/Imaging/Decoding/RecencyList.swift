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
}

extension RecencyList {
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
