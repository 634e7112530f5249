import ScrollEngine
import ScrollGeometry

// What tables and layouts accept from callers. A value that is not acceptable counts as zero.

extension Double {
  /// The smallest extent of a row or an item, in points; smaller ones count as zero. [C]
  ///
  /// It bounds the number of visible cells, so that a length near zero does not create cells without end.
  static let smallestExtent = 0.1

  /// Whether the engine accepts the value as a length.
  private var isAcceptable: Bool { abs(self) <= View.maximumCoordinate }

  /// The value as the extent of a row or an item: zero if it is too small, too large or not a number.
  var asExtent: Double { isAcceptable && self >= Self.smallestExtent ? self : 0 }

  /// The value as a spacing: zero if it is negative, too large or not a number.
  var asSpace: Double { isAcceptable ? max(self, 0) : 0 }
}

extension Int {
  /// The value as a number of sections, rows or items: clamped to 0 through 1e12.
  var asCount: Int { Swift.min(Swift.max(self, 0), Int(View.maximumCoordinate)) }
}

extension Range<Int> {
  /// Returns the first number for which `isReached` is true, or the upper bound, by bisection in O(log n).
  ///
  /// `isReached` must stay true once it is true.
  func first(inSortedOrder isReached: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isReached(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension EdgeInsets {
  /// The insets, each of them zero if it is negative, too large or not a number.
  var asSpaces: EdgeInsets {
    EdgeInsets(top: top.asSpace, left: left.asSpace, bottom: bottom.asSpace, right: right.asSpace)
  }
}
