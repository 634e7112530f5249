/// Lengths in points, one after the other from 0 on.
///
/// While all are alike nothing is stored for them; else their sums are, so that the one at a place is found in
/// O(log n) either way.
struct PrefixSums: Hashable, Sendable {
  /// How many lengths there are.
  private(set) var count: Int
  /// The first length, and every other one while ``ends`` is empty.
  private var length: Double
  private var ends: [Double] = []

  /// Makes `count` lengths that are alike.
  init(count: Int = 0, each length: Double = 0) {
    self.count = max(count, 0)
    self.length = length
  }

  /// Adds a length at the end.
  mutating func append(_ new: Double) {
    if count == 0 { length = new }
    if !ends.isEmpty || new != length {
      if ends.isEmpty { ends = (0..<count).map { Double($0 + 1) * length } }
      ends.append(total + new)
    }
    count += 1
  }

  /// The sum of all of them.
  var total: Double { ends.last ?? Double(count) * length }

  /// Where the one at `index`, from 0 up to ``count``, starts.
  func start(of index: Int) -> Double {
    guard !ends.isEmpty else { return Double(index) * length }
    return index == 0 ? 0 : ends[index - 1]
  }

  /// Where the one at `index` ends.
  func end(of index: Int) -> Double { start(of: index + 1) }

  /// The first one that ends after `place`, given where all of them start; ``count`` where none does.
  func first(endingAfter place: Double, from origin: Double = 0) -> Int {
    (0..<count).first(inSortedOrder: { origin + end(of: $0) > place })
  }

  /// The last one that starts before `place`, given where all of them start; -1 where none does.
  func last(startingBefore place: Double, from origin: Double = 0) -> Int {
    (0..<count).first(inSortedOrder: { origin + start(of: $0) >= place }) - 1
  }
}

extension Double {
  /// The smallest extent of a row or an item that is shown, in points; anything below counts as zero. [C]
  ///
  /// It bounds how many can be seen at once, so that a careless length near zero does not make views without end.
  static let leastExtent = 0.1

  /// The value as the extent of a row or an item: zero where it is too small, too large or not a number.
  var asExtent: Double { isAcceptable && self >= Self.leastExtent ? self : 0 }

  /// The value as a space between things: zero where it is negative, too large or not a number.
  var asSpace: Double { isAcceptable ? max(self, 0) : 0 }
}

extension Int {
  /// The value as a number of sections, rows or items: from 0 to 1e12.
  var asCount: Int { Swift.min(Swift.max(self, 0), Int(Double.largestAcceptable)) }
}

extension Range<Int> {
  /// The first number for which `isReached` is true, or the upper bound; O(log n).
  ///
  /// Once true it must be true for all that follow.
  func first(inSortedOrder isReached: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isReached(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
