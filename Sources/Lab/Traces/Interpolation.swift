/// The values of a series between its rows.
struct Interpolation {
  /// How far a time written with nine decimals may be from the exact one, in seconds.
  static let rounding = 0.6e-9

  private let series: Series
  /// The longest time between rows that still has values in between, in seconds: more than two usual steps is a gap.
  private let greatestGap: Double

  init(_ series: Series) {
    self.series = series
    greatestGap = 2 * series.usualStep * (1 + 1e-6)
  }

  /// The first row that is not before `time`.
  func row(atOrAfter time: Double) -> Int? {
    var (low, high) = (0, series.count)
    while low < high {
      let middle = (low + high) / 2
      if series.times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low < series.count ? low : nil
  }

  /// The value of a column at a time; `nil` where it is not known.
  ///
  /// An offset between two rows lies on the cubic through their offsets and velocities, other quantities on a straight line,
  /// and flags have values at rows alone. Across a gap of more than two rows nothing is known. Of several rows with that time it
  /// is the one with the number `row`, or else the first.
  func value(of column: Series.Column, at time: Double, row: Int? = nil) -> Double? {
    guard let values = series.values[column] else { return nil }
    if let row, row < series.count, abs(series.times[row] - time) <= Self.rounding {
      return values[row].known
    }
    guard let next = self.row(atOrAfter: time) else { return nil }
    if series.times[next] == time { return values[next].known }
    guard next > 0, column.isContinuous else { return nil }
    let gap = series.times[next] - series.times[next - 1]
    guard let a = values[next - 1].known, let b = values[next].known, gap <= greatestGap else {
      return nil
    }
    let part = (time - series.times[next - 1]) / gap
    guard let velocities = column.velocity.flatMap({ series.values[$0] }),
      let va = velocities[next - 1].known, let vb = velocities[next].known
    else { return a + (b - a) * part }
    let (square, cube) = (part * part, part * part * part)
    return (2 * cube - 3 * square + 1) * a + (cube - 2 * square + part) * gap * va
      + (3 * square - 2 * cube) * b + (cube - square) * gap * vb
  }
}

extension Double {
  /// The number; `nil` for NaN, which stands for what is not known.
  var known: Double? { isNaN ? nil : self }
}
