import ScrollEngine

/// What many gestures measure, one measurement at a time: how many have it, where the middle half of them lies, and which stand
/// out.
package struct MeasurementStatistics: Hashable, Sendable {
  /// A gesture's value.
  package struct Value: Hashable, Sendable {
    /// The name of the file, and the gesture's number where there are several.
    package var name: String
    package var number: Double
  }

  /// The numbers of one measurement.
  package struct Summary: Hashable, Sendable {
    package let measurement: Measurements.Name
    package let count: Int
    package let median: Double
    package let lowerQuartile: Double
    package let upperQuartile: Double
    package let least: Double
    package let most: Double
    /// The values further from the quartiles than one and a half times the distance between these, as box plots have them.
    package let outliers: [Value]

    /// How far equal measurements may be apart, of 1 or of their size, which is no reason to stand out: files round times and offsets,
    /// of which velocities and sums of many come. [C]
    private static let rounding = 1e-6

    /// Summarizes at least one value.
    init(_ measurement: Measurements.Name, _ values: [Value]) {
      let sorted = values.map(\.number).sorted()
      self.measurement = measurement
      count = sorted.count
      (least, most) = (sorted[0], sorted[sorted.count - 1])
      func quantile(_ part: Double) -> Double { TakeQuality.Percentiles.quantile(part, of: sorted) }
      median = quantile(0.5)
      let (lower, upper) = (quantile(0.25), quantile(0.75))
      (lowerQuartile, upperQuartile) = (lower, upper)
      let reach = 1.5 * (upper - lower)
      let slack = Self.rounding * max(1, abs(least), abs(most))
      outliers = values.filter {
        $0.number < lower - reach - slack || $0.number > upper + reach + slack
      }
    }
  }

  /// The measurements that at least one gesture has.
  package let summaries: [Summary]
  /// The number of gestures.
  package let count: Int

  /// Summarizes the gestures of files.
  package init(_ files: [(name: String, measurements: Measurements)]) {
    let gestures = files.flatMap { file in
      file.measurements.gestures.enumerated().map { index, gesture in
        let number = file.measurements.gestures.count > 1 ? "#\(index + 1)" : ""
        return (name: file.name + number, values: gesture.values)
      }
    }
    count = gestures.count
    summaries = Measurements.Name.allCases.compactMap { name in
      let values = gestures.compactMap { gesture in
        gesture.values[name].map { Value(name: gesture.name, number: $0) }
      }
      return values.isEmpty ? nil : Summary(name, values)
    }
  }

  /// The table as lines: a row for each measurement.
  package var lines: [String] {
    let rows = summaries.map { summary in
      [summary.measurement.rawValue, "\(summary.count)"]
        + [
          summary.median, summary.lowerQuartile, summary.upperQuartile, summary.least, summary.most,
        ].map(summary.measurement.text)
        + [
          summary.outliers.map { "\($0.name) (\(summary.measurement.text($0.number)))" }
            .joined(separator: ", ")
        ]
    }
    return Comparison.table(
      [["measurement", "n", "median", "q1", "q3", "least", "most", "outliers"]] + rows)
  }

  /// The same as an object of JSON.
  package var json: String {
    var object = JSONObject()
    object.add("gestures", count)
    object.add(
      "measurements",
      json: summaries.map { summary in
        var row = JSONObject()
        row.add("name", summary.measurement.rawValue)
        row.add("unit", summary.measurement.unit)
        row.add("n", summary.count)
        row.add("median", summary.median)
        row.add("q1", summary.lowerQuartile)
        row.add("q3", summary.upperQuartile)
        row.add("least", summary.least)
        row.add("most", summary.most)
        row.add(
          "outliers",
          json: summary.outliers.map {
            JSONObject([("name", .string($0.name)), ("value", .number($0.number))]).text
          })
        return row.text
      })
    return object.text
  }
}

extension Series {
  /// The rate at which a median has rows, in hertz. [C]
  private static let medianRate = 120.0

  /// The median of each column of several series, at each time at which all of them go on or rest.
  ///
  /// Where one ends amid its motion, the median of the others would be another curve, which it steps to. A column is one that at
  /// least half of them have.
  init(medianOf all: [Series]) {
    self.init(name: "median of \(all.count)")
    let curves = all.map { (series: $0, curve: Interpolation($0)) }
    let starts = all.compactMap(\.times.first).sorted()
    let ends = all.compactMap(\.times.last).sorted()
    guard !starts.isEmpty else { return }
    let (first, last) = (starts[starts.count / 2], ends[ends.count / 2])
    let steps = Int(min(max(0, (last - first) * Self.medianRate), Double(LabLimits.rows)))
    for step in 0...steps {
      let time = first + Double(step) / Self.medianRate
      append(
        time: time, phase: nil,
        // The velocity of the median would be that of one motion and then of another.
        [Column.offsetX, .offsetY, .zoom, .velocityX, .velocityY].map { column in
          let members = curves.filter { $0.series.values[column] != nil }
          // What rests beyond its last row stays there, as before its first.
          let values = members.compactMap { series, curve in
            curve.value(of: column, at: time) ?? series.held(column, at: time)
          }.sorted()
          guard 2 * members.count >= all.count, !values.isEmpty, values.count == members.count
          else { return (column, .nan) }
          let middle = values.count / 2
          return (
            column,
            values.count.isMultiple(of: 2)
              ? (values[middle - 1] + values[middle]) / 2 : values[middle]
          )
        })
    }
  }

  /// The value of a column at the last row up to a time, also after the last one and before the first; `nil` where it moves there.
  private func held(_ column: Column, at time: Double) -> Double? {
    guard let first = times.first, let last = times.last else { return nil }
    let (isBefore, isOver) = (time < first, last <= time)
    guard !isBefore || startsAtRest, !isOver || !isMoving(at: count - 1) else { return nil }
    if isBefore || isOver, column == .velocityX || column == .velocityY {
      return values[column] == nil ? nil : 0
    }
    let row = isBefore ? 0 : isOver ? count - 1 : row(at: time)
    return row.flatMap { values[column]?[$0].known }
  }

  /// Whether nothing moves at the first row, which without phases the second one tells.
  private var startsAtRest: Bool {
    phases.first.flatMap(\.self).map { $0 == .idle } ?? (count > 1 && !changes(at: 1))
  }
}
