import Geometry

/// Where something comes to be along one axis of the viewport.
enum AxisPosition {
  case leading
  case middle
  case trailing
  /// Wherever it is seen after the least movement.
  case nearest

  /// The offset that has a thing there, given the offsets that have it at either end.
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
  /// Scrolls as far as the range allows to where `rect` is at the given positions; nil leaves an axis as it is.
  ///
  /// - Parameters:
  ///   - rect: What is to be seen, in the content's coordinates.
  ///   - covered: The height that something covers at the top, in points.
  ///   - x: Where along the horizontal axis.
  ///   - y: Where along the vertical axis.
  ///   - animated: True to take 0.3 s.
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
    setContentOffset(range.clamp(target), animated: animated)
  }
}
