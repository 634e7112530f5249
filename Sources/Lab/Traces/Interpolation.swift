/// The values of a series between its rows.
struct Interpolation {
  /// How far a time written with nine decimals may be from the exact one, in seconds.
  static let rounding = 0.6e-9

  private let curves: [Series.Column: Curve]

  init(_ series: Series) {
    // More than two usual steps are a gap.
    let maximumGap = 2 * series.displayStep * (1 + 1e-6)
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
  /// An offset between two rows lies on the cubic through their offsets and velocities, and is constant between two equal ones unless
  /// the rows beside them turn there; other quantities lie on a straight line, and flags have values at rows alone. Across a gap of
  /// more than two rows nothing is known. Of several rows with that time it is the one with the number `row`, or else the first.
  /// Rows whose times have been rounded to nine decimals are at that time.
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
      guard let (va, vb) = slopes(before: next, secant: (b - a) / gap) else {
        return a + (b - a) * part
      }
      let (square, cube) = (part * part, part * part * part)
      return (2 * cube - 3 * square + 1) * a + (cube - 2 * square + part) * gap * va
        + (3 * square - 2 * cube) * b + (cube - square) * gap * vb
    }

    /// How much steeper than the rows beside it a curve may be where it turns. [C]
    private static let turningSlack = 2.0

    /// How many times the slope between two rows those at the rows may be, without a turn: at most, the cubic leaves their range by a
    /// quarter of it, as where content stops. [C]
    private static let greatestRatio = 6.0

    /// The slopes of the cubic that ends at a row; `nil` where one is not known.
    ///
    /// A velocity is that of the time before its row, in which the content may have stopped or turned since: where the rows beside
    /// the two show no turn, the slopes are limited, and between two equal rows the curve is constant.
    private func slopes(before next: Int, secant: Double) -> (Double, Double)? {
      guard let first = velocities?[next - 1].known, let last = velocities?[next].known else {
        return nil
      }
      if first * last < 0, turns(first, since: next - 2), turns(last, since: next) {
        return (first, last)
      }
      let least = min(0, Self.greatestRatio * secant)
      let most = max(0, Self.greatestRatio * secant)
      return (min(max(first, least), most), min(max(last, least), most))
    }

    /// Whether the way from a row to the next one goes where a velocity beside it does, and about as fast.
    private func turns(_ velocity: Double, since row: Int) -> Bool {
      guard row >= 0, row + 1 < times.count, let a = values[row].known,
        let b = values[row + 1].known, times[row + 1] > times[row],
        times[row + 1] - times[row] <= maximumGap
      else { return false }
      let speed = (b - a) / (times[row + 1] - times[row])
      return speed * velocity > 0 && abs(velocity) <= Self.turningSlack * abs(speed)
    }
  }
}

extension Double {
  /// The number; `nil` for NaN, which stands for what is not known.
  var known: Double? { isNaN ? nil : self }
}
