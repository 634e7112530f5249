/// The prefix sums of a list of lengths in points: where each of them starts and ends when laid end to end from 0.
///
/// While all lengths are equal nothing is stored for them. Finding the length at a position takes O(log n).
struct PrefixSums: Hashable, Sendable {
  /// The number of lengths.
  private(set) var count: Int
  /// The first length, and every other one while ``ends`` is empty.
  private var length: Double
  private var ends: [Double] = []

  /// Creates `count` equal lengths.
  init(count: Int = 0, each length: Double = 0) {
    self.count = max(count, 0)
    self.length = length
  }

  /// Appends a length.
  mutating func append(_ new: Double) {
    if count == 0 { length = new }
    if !ends.isEmpty || new != length {
      if ends.isEmpty { ends = (0..<count).map { Double($0 + 1) * length } }
      ends.append(total + new)
    }
    count += 1
  }

  /// Replaces the length at `index`; O(n).
  mutating func replace(at index: Int, with new: Double) {
    let change = new - (end(of: index) - start(of: index))
    guard change != 0 else { return }
    if ends.isEmpty { ends = (0..<count).map { Double($0 + 1) * length } }
    for later in index..<count { ends[later] += change }
  }

  /// The sum of all lengths.
  var total: Double { ends.last ?? Double(count) * length }

  /// Returns where the length at `index` starts, for an index from 0 through ``count``.
  func start(of index: Int) -> Double {
    guard !ends.isEmpty else { return Double(index) * length }
    return index == 0 ? 0 : ends[index - 1]
  }

  /// Returns where the length at `index` ends.
  func end(of index: Int) -> Double { start(of: index + 1) }

  /// Returns the index of the first length that ends after `position`, or ``count``; `origin` is where the first starts.
  func first(endingAfter position: Double, from origin: Double = 0) -> Int {
    (0..<count).first(inSortedOrder: { origin + end(of: $0) > position })
  }

  /// Returns the index of the last length that starts before `position`, or -1; `origin` is where the first starts.
  func last(startingBefore position: Double, from origin: Double = 0) -> Int {
    (0..<count).first(inSortedOrder: { origin + start(of: $0) >= position }) - 1
  }
}
