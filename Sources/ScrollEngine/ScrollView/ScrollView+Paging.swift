import ScrollGeometry

extension ScrollView {
  /// The velocity above which a release turns the page even if the old one is nearer, in points per millisecond. [R]
  private static let turningSpeed = 0.3

  /// Returns the offset at which content released with `velocity` rests: a page when paging, otherwise the nearest
  /// offset in the range.
  func restingPage(velocity: Point) -> Point {
    let range = range
    let here = contentOffset
    guard isPagingEnabled else { return range.clamp(pixelRounded(here)) }
    return Point(
      x: page(
        near: here.x, velocity: velocity.x, length: bounds.width, range: range.horizontal),
      y: page(
        near: here.y, velocity: velocity.y, length: bounds.height, range: range.vertical))
  }

  /// Returns the page next to `offset` in the direction of `velocity`, or the nearest page at low speed; the ends of
  /// the range count as pages.
  func page(
    near offset: Double, velocity: Double, length: Double, range: ClosedRange<Double>
  ) -> Double {
    func clamp(_ place: Double) -> Double {
      min(max(pixelRounded(place), range.lowerBound), range.upperBound)
    }
    guard length > 0, range.contains(offset) else { return clamp(offset) }
    let before = clamp((offset / length).rounded(.down) * length)
    let after = clamp((offset / length).rounded(.up) * length)
    if velocity > Self.turningSpeed { return after }
    if velocity < -Self.turningSpeed { return before }
    return offset - before < after - offset ? before : after
  }

  /// Returns the page `count` pages after `offset`, or before it for a negative count; the nearest page for zero.
  ///
  /// An offset between two pages counts as the page that is left.
  func page(
    _ count: Double, from offset: Double, length: Double, range: ClosedRange<Double>
  ) -> Double {
    guard count != 0, length > 0 else {
      return page(near: offset, velocity: 0, length: length, range: range)
    }
    let start = (offset / length).rounded(count > 0 ? .down : .up)
    return min(max(pixelRounded((start + count) * length), range.lowerBound), range.upperBound)
  }
}
