import ScrollEngine
import ScrollGeometry

/// The position along one axis of the viewport that a rectangle is scrolled to.
enum AxisPosition {
  case leading
  case middle
  case trailing
  /// The position that needs the least movement.
  case nearest

  /// Returns the offset that puts a rectangle there, given the offsets that put it at either end.
  func offset(leading: Double, trailing: Double, from present: Double) -> Double {
    switch self {
    case .leading: leading
    case .middle: (leading + trailing) / 2
    case .trailing: trailing
    case .nearest: present > leading ? leading : max(present, min(trailing, leading))
    }
  }
}

extension ScrollView {
  /// Scrolls `rect` to the given positions, within the scrollable range.
  ///
  /// - Parameters:
  ///   - rect: A rectangle in the content's coordinates.
  ///   - covered: The height at the top of the viewport that a header covers, in points.
  ///   - x: The horizontal position, or `nil` to leave that axis alone.
  ///   - y: The vertical position, or `nil` to leave that axis alone.
  ///   - animated: `true` to animate over 0.3 s.
  func scroll(
    to rect: Rect, covered: Double, x: AxisPosition?, y: AxisPosition?, animated: Bool
  ) {
    let inset = adjustedContentInset
    let here = contentOffset
    let target = Point(
      x: x?.offset(
        leading: rect.minX - inset.left, trailing: rect.maxX - bounds.width + inset.right,
        from: here.x) ?? here.x,
      y: y?.offset(
        leading: rect.minY - inset.top - covered,
        trailing: rect.maxY - bounds.height + inset.bottom, from: here.y) ?? here.y)
    setContentOffset(clampedToRange(target), animated: animated)
  }

  /// Returns the nearest offset at which the content can rest.
  func clampedToRange(_ offset: Point) -> Point {
    let (lower, upper) = (minimumContentOffset, maximumContentOffset)
    return Point(
      x: min(max(offset.x, lower.x), upper.x), y: min(max(offset.y, lower.y), upper.y))
  }
}
