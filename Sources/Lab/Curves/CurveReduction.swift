import ScrollGeometry

extension Chart {
  /// The columns into which a long curve is sorted when a chart is made: as many as the widest picture has pixels. [C]
  static let mostColumns = 16_384
}

extension Sequence<Point> {
  /// The points with at most two in a column: where several share one, the lowest and the highest, as they come.
  ///
  /// A point that is not finite interrupts a curve and is kept.
  ///
  /// - Parameter column: The column of a time, which rises with it.
  /// - Returns: The points that are kept, in their order.
  func reduced(_ column: (Double) -> Double) -> [Point] {
    var result: [Point] = []
    result.reserveCapacity(Swift.min(underestimatedCount, 2 * Chart.mostColumns))
    var (low, high) = (Point.zero, Point.zero)
    var current: Double?
    func flush() {
      guard current != nil else { return }
      current = nil
      result.append(low.x <= high.x ? low : high)
      if low != high { result.append(low.x <= high.x ? high : low) }
    }
    for point in self {
      guard point.y.isFinite else {
        flush()
        result.append(point)
        continue
      }
      let column = column(point.x)
      if column != current {
        flush()
        (current, low, high) = (column, point, point)
      }
      if point.y < low.y { low = point }
      if point.y > high.y { high = point }
    }
    flush()
    return result
  }
}
