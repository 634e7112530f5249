/// The values of a series between its rows.
struct Interpolation {
  /// How far a time written with nine decimals may be from the exact one, in seconds.
  static let rounding = 0.6e-9

  private let curves: [Series.Column: Curve]

  init(_ series: Series) {
    // More than two usual steps are a gap; rows for events between frames shorten no step of the display.
    let step = max(series.usualStep, series.rate.map { 1 / $0 } ?? 0)
    let maximumGap = 2 * step * (1 + 1e-6)
    curves = Dictionary(
      uniqueKeysWithValues: series.values.map { column, values in
        // Traces of the first version have the velocity of the law alone, which is that of the content inside its range.
        let velocities =
          series.slopes.map { $0[column] }
          ?? [column.velocity, column.velocity?.lawVelocity].lazy
          .compactMap { $0.flatMap { series.values[$0] } }.first
        return (
          column,
          Curve(
            times: series.times, values: values, velocities: velocities,
            isContinuous: column.isContinuous, maximumGap: maximumGap)
        )
      })
  }

  /// The value of a column at a time; `nil` where it is not known.
  ///
  /// An offset between two rows lies on the cubic through their offsets and velocities, other quantities on a straight line,
  /// and flags have values at rows alone. Across a gap of more than two rows nothing is known. Of several rows with that time it
  /// is the one with the number `row`, or else the first. Rows whose times have been rounded to nine decimals are at that time.
  func value(of column: Series.Column, at time: Double, row: Int? = nil) -> Double? {
    curves[column]?.value(at: time, row: row)
  }

  /// The values of a column between its rows; `nil` where none is known.
  func curve(of column: Series.Column) -> Curve? { curves[column] }

  /// The values of one column between its rows.
  struct Curve {
    fileprivate let times: [Double]
    fileprivate let values: [Double]
    fileprivate let velocities: [Double]?
    fileprivate let isContinuous: Bool
    /// The longest time between rows that still has values in between, in seconds.
    fileprivate let maximumGap: Double

    /// The first row that is not before `time`.
    private func row(atOrAfter time: Double) -> Int? {
      var (low, high) = (0, times.count)
      while low < high {
        let middle = (low + high) / 2
        if times[middle] < time { low = middle + 1 } else { high = middle }
      }
      return low < times.count ? low : nil
    }

    /// The first known value before all others, and the last one after them; `nil` for a time in between.
    func end(at time: Double) -> Double? {
      guard let first = values.firstIndex(where: { !$0.isNaN }),
        let last = values.lastIndex(where: { !$0.isNaN })
      else { return nil }
      return time < times[first] ? values[first] : time > times[last] ? values[last] : nil
    }

    /// How far values of rows before a time are from another value, at most.
    func distance(from value: Double, before time: Double) -> Double {
      greatestDistance(from: value, 0..<(row(atOrAfter: time - rounding) ?? times.count))
    }

    /// How far values of rows after a time are from another value, at most.
    func distance(from value: Double, after time: Double) -> Double {
      greatestDistance(from: value, (row(atOrAfter: time + rounding) ?? times.count)..<times.count)
    }

    private func greatestDistance(from value: Double, _ rows: Range<Int>) -> Double {
      values[rows].reduce(0) { $1.isNaN ? $0 : max($0, abs($1 - value)) }
    }

    /// The value at a time; `nil` where it is not known.
    func value(at time: Double, row: Int? = nil) -> Double? {
      if let row, row < times.count, abs(times[row] - time) <= rounding { return values[row].known }
      guard let next = self.row(atOrAfter: time - rounding) else { return nil }
      if times[next] <= time + rounding { return values[next].known }
      guard next > 0, isContinuous else { return nil }
      let gap = times[next] - times[next - 1]
      guard let a = values[next - 1].known, let b = values[next].known, gap <= maximumGap else {
        return nil
      }
      let part = (time - times[next - 1]) / gap
      guard let va = velocities?[next - 1].known, let vb = velocities?[next].known else {
        return a + (b - a) * part
      }
      let (square, cube) = (part * part, part * part * part)
      return (2 * cube - 3 * square + 1) * a + (cube - 2 * square + part) * gap * va
        + (3 * square - 2 * cube) * b + (cube - square) * gap * vb
    }
  }
}

extension Double {
  /// The number; `nil` for NaN, which stands for what is not known.
  var known: Double? { isNaN ? nil : self }
}
