package import ScrollGeometry

/// The range of offsets at which the content can rest, per axis.
package struct OffsetRange: Hashable, Sendable {
  /// The minimum offset, in points.
  package var lower: Point
  /// The maximum offset, in points, at least `lower` on each axis.
  package var upper: Point

  /// The horizontal range.
  var horizontal: ClosedRange<Double> { lower.x...upper.x }
  /// The vertical range.
  var vertical: ClosedRange<Double> { lower.y...upper.y }

  /// Returns the offset clamped to the range.
  package func clamp(_ offset: Point) -> Point {
    Point(
      x: min(max(offset.x, lower.x), upper.x), y: min(max(offset.y, lower.y), upper.y))
  }

  /// Returns the signed distance of `offset` from the range; zero inside.
  package func excess(of offset: Point) -> Point { offset - clamp(offset) }

  /// Returns whether `offset` is inside the range on both axes.
  package func contains(_ offset: Point) -> Bool { excess(of: offset) == .zero }
}

extension OffsetRange {
  /// Returns the range of one axis for the lengths of content and viewport.
  static func ends(
    content: Double, viewport: Double, leading: Double, trailing: Double, alignment: Double,
    rounded: (Double) -> Double
  ) -> (lower: Double, upper: Double) {
    let spare = viewport - content - leading - trailing
    // Subtracted from 0, so that no offset is −0.
    let lower = rounded(0 - leading - max(0, spare) * alignment)
    guard spare < 0 else { return (lower, lower) }
    return (lower, max(lower, rounded(content + trailing - viewport)))
  }
}
