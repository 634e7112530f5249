import Geometry

extension ScrollView {
  /// The velocity above which a release turns the page whichever is nearer, in points per millisecond. [R]
  private static let turningSpeed = 0.3

  /// The page that the content goes to when it is let go, per axis; an axis without pages rests in its range.
  func pageTarget(velocity: Point) -> Point {
    let range = range
    let here = contentOffset
    return Point(
      x: Self.page(
        near: here.x, velocity: velocity.x, length: bounds.width, range: range.horizontal),
      y: Self.page(
        near: here.y, velocity: velocity.y, length: bounds.height, range: range.vertical))
  }

  private static func page(
    near offset: Double, velocity: Double, length: Double, range: ClosedRange<Double>
  ) -> Double {
    func clamp(_ place: Double) -> Double { min(max(place, range.lowerBound), range.upperBound) }
    guard length > 0, range.contains(offset) else { return clamp(offset) }
    let before = clamp((offset / length).rounded(.down) * length)
    let after = clamp((offset / length).rounded(.up) * length)
    if velocity > turningSpeed { return after }
    if velocity < -turningSpeed { return before }
    return offset - before < after - offset ? before : after
  }
}
