import OverscrollStage

/// The comparison of a curve with a reference, column by column.
package struct Comparison: Sendable {
  /// How a column differs.
  package struct ColumnResult: Hashable, Sendable {
    package var column: Series.Column
    /// The greatest absolute difference, and the row of the reference where it is.
    package var maximum: Double
    package var row: Int
    /// The root of the mean square, and the difference that 95 of 100 rows do not exceed.
    package var rms: Double
    package var percentile95: Double
    /// The greatest difference allowed; `nil` where the column is not judged.
    package var tolerance: Double?
    /// The first row beyond the tolerance with both values.
    package var first: Deviation?

    /// A Boolean value that indicates whether the column is within its tolerance, or not judged.
    package var isWithin: Bool { first == nil }
  }

  /// A row whose difference is beyond the tolerance.
  package struct Deviation: Hashable, Sendable {
    /// The row of the reference, from 0 on.
    package var row: Int
    package var subject: Double
    package var reference: Double
  }

  package let subject: Series
  package let reference: Series
  package let alignment: Alignment
  /// The time added to the reference's times, in seconds.
  package let shift: Double
  /// The times of the subject at which the rows of the reference are compared, in seconds.
  package let times: [Double]
  package let columns: [ColumnResult]
  /// The rows compared, and those without a value on the subject's side.
  package let rows: Int
  package let uncovered: Int
  /// The columns that only one side has.
  package let skipped: [Series.Column]

  /// A Boolean value that indicates whether every judged column is within its tolerance.
  package var isSame: Bool { columns.allSatisfy(\.isWithin) }

  /// Compares.
  ///
  /// - Parameters:
  ///   - subject: What is judged.
  ///   - reference: What it is held against; it says at which times.
  ///   - tolerances: The columns that are judged, with the greatest difference allowed.
  ///   - alignment: How times are matched; `nil` for what suits the two.
  /// - Throws: ``LabError`` where the two cannot be compared.
  package init(
    _ subject: Subject, with reference: Series,
    tolerances: [Series.Column: Double] = Series.Column.judged, alignment: Alignment? = nil
  ) throws(LabError) {
    let alignment = alignment ?? Self.usualAlignment(of: subject, with: reference)
    let whole = subject.seriesForAligning(by: alignment, at: reference.times)
    var map = try TimeMap(alignment, of: whole, with: reference)
    map.refine(subject, with: reference)
    let times = reference.times.map { map($0) }
    let sampled = subject.series(at: times)
    self.subject = sampled
    self.reference = reference
    self.alignment = alignment
    shift = map.shift + map.flightShift
    self.times = times
    let (own, other) = (Set(sampled.columns), Set(reference.columns))
    skipped = Series.Column.allCases.filter { own.contains($0) != other.contains($0) }
    var tally = Tally(sampled, reference, times)
    columns = Series.Column.allCases.filter { own.contains($0) && other.contains($0) }
      .compactMap {
        tally.result(
          $0, tolerance: tolerances[$0], except: map.settlingRows(of: $0, sampled, reference, times)
        )
      }
    rows = tally.covered.count
    uncovered = tally.uncovered.subtracting(tally.covered).count
    let names = "\(sampled.name) and \(reference.name)"
    guard own.intersection(other).contains(where: { tolerances[$0] != nil }) else {
      throw LabError(
        file: names,
        problem: "share no column that is judged; --tolerance COLUMN=N judges another", joins: " ")
    }
    guard columns.contains(where: { $0.tolerance != nil }) else {
      throw LabError(file: names, problem: "share no moment", joins: " ")
    }
  }

  private static func usualAlignment(of subject: Subject, with reference: Series) -> Alignment {
    if reference.rate != nil, !reference.flights.isEmpty { return .frames }
    switch subject {
    case .script: return .none
    case .series(let series):
      if series.times == reference.times { return .none }
      return series.releaseTime != nil && reference.releaseTime != nil ? .release : .start
    }
  }
}

extension Subject {
  /// A series from which an alignment can be found: for a script, cheap where only its touches matter.
  fileprivate func seriesForAligning(by alignment: Alignment, at times: [Double]) -> Series {
    switch self {
    case .series(let series): series
    case .script(let script, let name):
      switch alignment {
      case .none: Series(name: name)
      case .start, .release, .frames:
        Series.touches(of: script).isEmpty
          ? series : Series(name: name, touches: Series.touches(of: script))
      case .best: series
      }
    }
  }
}

/// Counts the rows of a comparison.
private struct Tally {
  private let subject: Interpolation
  private let reference: Series
  private let times: [Double]
  var covered: Set<Int> = []
  var uncovered: Set<Int> = []

  init(_ subject: Series, _ reference: Series, _ times: [Double]) {
    self.subject = Interpolation(subject)
    self.reference = reference
    self.times = times
  }

  /// The result of a column without some rows; `nil` where no row could be compared.
  mutating func result(
    _ column: Series.Column, tolerance: Double?, except rows: Set<Int>
  ) -> Comparison.ColumnResult? {
    guard let values = reference.values[column] else { return nil }
    var differences: [Double] = []
    var (maximum, row, squares) = (0.0, 0, 0.0)
    var first: Comparison.Deviation?
    for (index, value) in values.enumerated() where !value.isNaN {
      guard !rows.contains(index),
        let own = subject.value(of: column, at: times[index], row: index)
      else {
        uncovered.insert(index)
        continue
      }
      covered.insert(index)
      let difference = abs(own - value)
      differences.append(difference)
      squares += difference * difference
      if difference > maximum { (maximum, row) = (difference, index) }
      if first == nil, let tolerance, difference > tolerance {
        first = Comparison.Deviation(row: index, subject: own, reference: value)
      }
    }
    guard !differences.isEmpty else { return nil }
    differences.sort()
    let last = differences.count - 1
    return Comparison.ColumnResult(
      column: column, maximum: maximum, row: row,
      rms: (squares / Double(differences.count)).squareRoot(),
      percentile95: differences[Int((0.95 * Double(last)).rounded())], tolerance: tolerance,
      first: first)
  }
}
