import ScrollGeometry

extension Chart {
  /// The columns into which a long curve is sorted when a chart is made: as many as the widest picture has pixels. [C]
  static let maximumColumns = 16_384
}

extension Sequence<Point> {
  /// The points with at most four in a column: where more share one, the first, the lowest, the highest and the last, as they
  /// come.
  ///
  /// Lines through them cover the same pixels as lines through all: between columns they join the same points. A point that is
  /// not finite interrupts a curve and is kept.
  ///
  /// - Parameter column: The column of a time, which rises with it.
  /// - Returns: The points that are kept, in their order.
  func reduced(_ column: (Double) -> Double) -> [Point] {
    var result: [Point] = []
    result.reserveCapacity(Swift.min(underestimatedCount, 4 * Chart.maximumColumns))
    var points = ColumnPoints()
    var current: Double?
    for point in self {
      let own = point.y.isFinite ? column(point.x) : nil
      if own == nil || own != current { points.flush(into: &result) }
      current = own
      if own == nil { result.append(point) } else { points.append(point) }
    }
    points.flush(into: &result)
    return result
  }
}

/// The points of a column that make a difference.
private struct ColumnPoints {
  private var count = 0
  private var first = Point.zero, low = Point.zero, high = Point.zero, last = Point.zero
  /// The numbers of the lowest and the highest.
  private var lowest = 0, highest = 0

  mutating func append(_ point: Point) {
    if count == 0 { first = point }
    if count == 0 || point.y < low.y { (low, lowest) = (point, count) }
    if count == 0 || point.y > high.y { (high, highest) = (point, count) }
    last = point
    count += 1
  }

  /// Hands over the points, each of them once, and starts again.
  mutating func flush(into result: inout [Point]) {
    guard count > 0 else { return }
    result.append(first)
    let inner = 1..<count
    for (number, point) in lowest < highest
      ? [(lowest, low), (highest, high)] : [(highest, high), (lowest, low)]
    where inner.dropLast().contains(number) { result.append(point) }
    if count > 1 { result.append(last) }
    count = 0
  }
}
