package import ScrollGeometry

/// The axis of time: seconds to absolute columns of pixels, and to places in points.
///
/// Columns are numbered from time 0 on, so that a part of a chart that is drawn later continues what is there.
package struct TimeScale: Hashable {
  /// Columns per second.
  var rate: Double
  /// The column at the left edge.
  var firstColumn: Double
  /// The x-coordinate of the left edge, in points.
  var left: Double
  /// Columns per point.
  var columnsPerPoint: Double

  /// The scale of a rectangle that shows a range of times.
  package init(_ times: ClosedRange<Double>, over rect: Rect, columnsPerPoint: Double) {
    rate = rect.width * columnsPerPoint / times.length
    firstColumn = times.lowerBound * rate
    left = rect.minX
    self.columnsPerPoint = columnsPerPoint
  }

  /// The scale of a strip whose first column is `firstColumn`.
  init(rate: Double, firstColumn: Double, columnsPerPoint: Double) {
    self.rate = rate
    self.firstColumn = firstColumn
    self.columnsPerPoint = columnsPerPoint
    left = 0
  }

  /// The place of a time in columns, to the resolution of Cairo's coordinates.
  ///
  /// Rounding comes before the first column is subtracted: the same time has the same place among its neighbors wherever the
  /// strip begins.
  func place(_ time: Double) -> Double { (time * rate * 256).rounded() / 256 }

  /// The x-coordinate of a time, in points.
  func x(_ time: Double) -> Double { left + (place(time) - firstColumn) / columnsPerPoint }

  /// The x-coordinate of the left edge of a time's column, in points.
  func columnX(_ time: Double) -> Double {
    left + ((time * rate).rounded(.down) - firstColumn) / columnsPerPoint
  }

  /// The time of a place, in seconds.
  package func time(_ x: Double) -> Double { ((x - left) * columnsPerPoint + firstColumn) / rate }

  /// The times between two lines of the grid: 1, 2 or 5 times a power of ten seconds.
  func step(atLeast points: Double) -> Double {
    let least = points * columnsPerPoint / rate
    var step = 1.0
    while step > least { step /= 10 }
    while step < least {
      for factor in [2.0, 2.5, 2] where step < least { step *= factor }
    }
    return step
  }
}
