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

    /// Whether the column is within its tolerance, or not judged.
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
  /// The alignment that was asked for, or else the one that suits the two.
  package let alignment: Alignment
  /// The alignment that was used; `nil` where ``Alignment/best`` found a shift of its own.
  package let usedAlignment: Alignment?
  /// The time added to the reference's times, in seconds.
  package let shift: Double
  /// The times of the subject at which the rows of the reference are compared, in seconds.
  package let times: [Double]
  package let columns: [ColumnResult]
  /// The difference of the subject from the reference at the times of the subject, where it was compared.
  ///
  /// Tables, the lane of a chart and the outline of a reference all come from it, so that none can contradict another.
  package let differences: Series
  /// The rows compared, and those without a value on the subject's side.
  package let rows: Int
  package let uncovered: Int
  /// The columns that only one side has.
  package let skipped: [Series.Column]

  /// The reference with the times of the subject.
  package var alignedReference: Series {
    var series = reference
    series.retime(to: times)
    return series
  }

  /// Whether every judged column is within its tolerance.
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
    if alignment == .best {
      self = try BestAlignment(subject, reference, tolerances).comparison()
    } else {
      let map = try TimeMap.refined(alignment, of: subject, with: reference)
      try self.init(subject, with: reference, tolerances, map, alignment, used: alignment)
    }
  }

  /// Compares at mapped times.
  init(
    _ subject: Subject, with reference: Series, _ tolerances: [Series.Column: Double],
    _ map: TimeMap, _ alignment: Alignment, used: Alignment?
  ) throws(LabError) {
    let times = reference.times.map { map($0) }
    let sampled = subject.series(at: times)
    self.subject = sampled
    self.reference = reference
    self.alignment = alignment
    usedAlignment = used
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
    var differences = Series(
      name: reference.name, times: times, phases: reference.phases, values: tally.differences)
    differences.rate = reference.rate
    self.differences = differences
    rows = tally.covered.count
    uncovered = tally.uncovered.subtracting(tally.covered).count
    let names = "\(sampled.name) and \(reference.name)"
    guard own.intersection(other).contains(where: { tolerances[$0] != nil }) else {
      throw LabError(
        file: names,
        problem: "share no judged column; use --tolerance COLUMN=N to judge another", joins: " ")
    }
    guard columns.contains(where: { $0.tolerance != nil }) else {
      throw LabError(file: names, problem: "do not overlap in time", joins: " ")
    }
  }

  /// Returns whether the rows of two series have the same times, but for their decimals in a file.
  private static func haveSameTimes(_ one: Series, _ other: Series) -> Bool {
    one.count == other.count
      && zip(one.times, other.times).allSatisfy { abs($0 - $1) <= Interpolation.rounding }
  }

  private static func usualAlignment(of subject: Subject, with reference: Series) -> Alignment {
    if reference.rate != nil, !reference.flights.isEmpty { return .frames }
    switch subject {
    case .script: return .none
    case .series(let series):
      if haveSameTimes(series, reference) { return .none }
      return series.releaseTime != nil && reference.releaseTime != nil ? .release : .start
    }
  }
}

extension TimeMap {
  /// The mapping of an alignment, its decelerations moved to where they fit.
  ///
  /// - Throws: ``LabError`` where the alignment needs something that one side lacks.
  static func refined(
    _ alignment: Alignment, of subject: Subject, with reference: Series
  ) throws(LabError) -> Self {
    let own = subject.seriesForAligning(by: alignment, with: reference)
    // A start is told by what both sides know: a call may move the content before a touch.
    let start = MotionStart.allCases.first {
      $0.time(in: own) != nil && $0.time(in: reference) != nil
    }
    var map = try Self(alignment, of: own, with: reference, start: start)
    map.refineMoment(of: own, with: reference, start: start)
    map.refine(subject, with: reference)
    return map
  }
}

extension Subject {
  /// A series from which an alignment can be found: for a script, cheap where only its touches matter.
  ///
  /// A trace tells its first deceleration alone, and the touches of a script do not tell which that is.
  fileprivate func seriesForAligning(by alignment: Alignment, with reference: Series) -> Series {
    switch self {
    case .series(let series): series
    case .script(let script, let name):
      switch alignment {
      case .none, .best: Series(name: name)
      case .start, .release, .frames:
        Series.touches(of: script).isEmpty || reference.touches.isEmpty
          ? series : Series(name: name, touches: Series.touches(of: script))
      }
    }
  }
}

/// Counts the rows of a comparison.
private struct Tally {
  /// The quantities whose differences are drawn: without a velocity, they lie on straight lines between rows.
  private static let drawn: Set<Series.Column> = [.offsetX, .offsetY, .zoom]

  private let subject: Interpolation
  private let reference: Series
  private let times: [Double]
  /// The differences of quantities at each row, the subject's value less the reference's; NaN where nothing was compared.
  var differences: [Series.Column: [Double]] = [:]
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
    var signed = Array(repeating: Double.nan, count: values.count)
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
      signed[index] = own - value
      differences.append(difference)
      squares += difference * difference
      if difference > maximum { (maximum, row) = (difference, index) }
      if first == nil, let tolerance, difference > tolerance {
        first = Comparison.Deviation(row: index, subject: own, reference: value)
      }
    }
    guard !differences.isEmpty else { return nil }
    if Self.drawn.contains(column) { self.differences[column] = signed }
    differences.sort()
    let last = differences.count - 1
    return Comparison.ColumnResult(
      column: column, maximum: maximum, row: row,
      rms: (squares / Double(differences.count)).squareRoot(),
      percentile95: differences[Int((0.95 * Double(last)).rounded())], tolerance: tolerance,
      first: first)
  }
}
