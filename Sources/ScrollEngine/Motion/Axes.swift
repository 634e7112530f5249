import ScrollGeometry

/// A set of axes.
package struct Axes: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  package static let horizontal = Self(rawValue: 1)
  package static let vertical = Self(rawValue: 2)
  package static let both: Self = [.horizontal, .vertical]
}

extension Point {
  /// The point with the coordinates of other axes set to zero.
  func along(_ axes: Axes) -> Point {
    Point(x: axes.contains(.horizontal) ? x : 0, y: axes.contains(.vertical) ? y : 0)
  }
}
