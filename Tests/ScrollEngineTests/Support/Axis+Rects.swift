import ScrollGeometry

extension Axis {
  /// The rectangle from `start` to `end` along the axis and over `cross` along the other one.
  func rect(_ start: Double, _ end: Double, _ cross: ClosedRange<Double>) -> Rect {
    Rect(
      origin: point(start, cross.lowerBound),
      size: size(end - start, cross.upperBound - cross.lowerBound))
  }

  /// The insets at the two ends of the axis.
  func insets(_ leading: Double, _ trailing: Double) -> EdgeInsets {
    self == .horizontal
      ? EdgeInsets(top: 0, left: leading, bottom: 0, right: trailing)
      : EdgeInsets(top: leading, left: 0, bottom: trailing, right: 0)
  }
}
