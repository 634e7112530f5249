package import Geometry

/// The offsets at which content may rest, per axis: what `minOffset` and `maxOffset` enclose.
package struct OffsetRange: Hashable, Sendable {
  /// The lowest offsets, in points.
  package var lower: Point
  /// The highest offsets, in points, nowhere below `lower`.
  package var upper: Point

  /// The horizontal range.
  var horizontal: ClosedRange<Double> { lower.x...upper.x }
  /// The vertical range.
  var vertical: ClosedRange<Double> { lower.y...upper.y }

  /// The offset brought within the range.
  package func clamp(_ offset: Point) -> Point {
    Point(
      x: min(max(offset.x, lower.x), upper.x), y: min(max(offset.y, lower.y), upper.y))
  }

  /// How far `offset` is beyond the range, with its sign; zero inside.
  package func excess(of offset: Point) -> Point { offset - clamp(offset) }

  /// True if `offset` is inside on both axes.
  package func contains(_ offset: Point) -> Bool { excess(of: offset) == .zero }
}

extension OffsetRange {
  /// One end of an axis: where content of a length rests in a viewport of a length.
  static func ends(
    content: Double, viewport: Double, leading: Double, trailing: Double, alignment: Double,
    rounded: (Double) -> Double
  ) -> (lower: Double, upper: Double) {
    let spare = viewport - content - leading - trailing
    // Counted from 0, so that no offset is ever −0.
    let lower = rounded(0 - leading - max(0, spare) * alignment)
    guard spare < 0 else { return (lower, lower) }
    return (lower, max(lower, rounded(content + trailing - viewport)))
  }
}
