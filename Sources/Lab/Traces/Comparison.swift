import OverscrollBase
import ScrollEngine

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
    /// How late the curve is, of an offset that moves: the difference by the velocity, in seconds.
    package var lag: TakeQuality.Percentiles?
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
  /// Whether the reference was sampled at the rows of the subject, so that both are called by each other's names here.
  package private(set) var isSwapped = false
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
  package private(set) var differences: Series
  /// The rows where a judged column was compared, and those without a value on the subject's side.
  package let rows: Int
  package let uncovered: Int
  /// The columns that only one side has.
  package let skipped: [Series.Column]
  /// The motion for which one side has no rows.
  private(set) var missing = UncoveredMotion()

  /// The reference with the times of the subject.
  package var alignedReference: Series {
    var series = reference
    series.retime(to: times)
    return series
  }

  /// Whether every judged column is within its tolerance where both sides have rows.
  package var agrees: Bool { columns.allSatisfy(\.isWithin) }

  /// Whether the two agree, and neither lacks a part of the motion.
  package var isSame: Bool { agrees && missing.isEmpty }

  /// Compares.
  ///
  /// - Parameters:
  ///   - subject: What is judged.
  ///   - reference: What it is held against; it says at which times.
  ///   - tolerances: The columns that are judged, with the greatest difference allowed.
  ///   - lag: The time by which an offset may be late besides, in seconds.
  ///   - alignment: How times are matched; `nil` for what suits the two.
  /// - Throws: ``LabError`` where the two cannot be compared.
  package init(
    _ subject: Subject, with reference: Series,
    tolerances: [Series.Column: Double] = Series.Column.judged, lag: Double = 0,
    alignment: Alignment? = nil
  ) throws(LabError) {
    let usual = alignment ?? Self.usualAlignment(of: subject, with: reference)
    let tolerances = Tolerances(columns: tolerances, lag: lag)
    if usual == .best {
      self = try BestAlignment(subject, reference, tolerances).comparison()
    } else {
      let map = try TimeMap.refined(usual, of: subject, with: reference)
      try self.init(subject, with: reference, tolerances, map, usual, used: usual)
      // Rows of a curve's own are where they are, whatever else they look like.
      if alignment == nil, usual != .none,
        let equal = try? Self(
          subject, with: reference, tolerances, TimeMap(alignment: .none, shift: 0), .none,
          used: Alignment.none), equal.fits(subject, asWellAs: self)
      {
        self = equal
      }
    }
    missing = UncoveredMotion(self, subject, tolerances.columns)
  }

  /// The greatest differences that are allowed.
  struct Tolerances {
    var columns: [Series.Column: Double]
    /// The time by which an offset may be late besides, in seconds.
    var lag = 0.0
  }

  /// Compares two motions, with the same verdict and the same numbers in either order.
  ///
  /// A script is simulated at the rows of what it is held against; of two tables, the one with rows closer together is read between
  /// them, and of tables with rows as far apart the one that differs more so.
  ///
  /// - Throws: ``LabError`` where the two cannot be compared.
  package static func between(
    _ one: Subject, _ other: Subject, tolerances: [Series.Column: Double] = Series.Column.judged,
    lag: Double = 0, alignment: Alignment? = nil
  ) throws(LabError) -> Comparison {
    func compared(_ subject: Subject, _ reference: Series) throws(LabError) -> Comparison {
      try Comparison(
        subject, with: reference, tolerances: tolerances, lag: lag, alignment: alignment)
    }
    func swapped(_ series: Series) throws(LabError) -> Comparison {
      var comparison = try compared(other, series)
      comparison.swap()
      return comparison
    }
    switch (one, other) {
    case (.script, .series(let series)): return try compared(one, series)
    case (.series(let series), .script): return try swapped(series)
    case (.script(let script, _), .script(let reference, _)):
      // The one with refreshes says at which times, or else the one that lasts longer.
      let isOne = (script.isPresented ? 1 : 0, script.duration)
      let isOther = (reference.isPresented ? 1 : 0, reference.duration)
      let (own, theirs) = (one.series, other.series)
      let isFirst = isOne == isOther ? precedes(own, theirs) : isOne > isOther
      return isFirst ? try swapped(own) : try compared(one, theirs)
    case (.series(let series), .series(let reference)):
      let order = rank(series, reference)
      let isFirst = order == 0 ? precedes(series, reference) : order > 0
      let comparison = isFirst ? try swapped(series) : try compared(one, reference)
      guard order == 0, !haveSameTimes(series, reference) else { return comparison }
      let inverse = isFirst ? try compared(one, reference) : try swapped(series)
      return inverse.excess > comparison.excess ? inverse : comparison
    }
  }

  /// How many times its usual tolerance the column that differs most does.
  private var excess: Double {
    columns.compactMap { result in
      Series.Column.judged[result.column].map { result.maximum / $0 }
    }.max() ?? 0
  }

  /// Which of two tables has the rows to compare at: positive for the first, negative for the second, 0 for either.
  private static func rank(_ one: Series, _ other: Series) -> Int {
    // The flights of a recording lie on the frames of its display.
    let isRecording = [one, other].map { $0.rate != nil && !$0.flights.isEmpty }
    if isRecording[0] != isRecording[1] { return isRecording[0] ? 1 : -1 }
    if one.usualStep > other.usualStep * (1 + 1e-6) { return 1 }
    return other.usualStep > one.usualStep * (1 + 1e-6) ? -1 : 0
  }

  /// Returns whether one of two series with rows as far apart has the rows to compare at, whichever is named first: the one with
  /// more, so that those which the other lacks count, or else by their numbers.
  private static func precedes(_ one: Series, _ other: Series) -> Bool {
    if one.count != other.count { return one.count > other.count }
    let columns = Series.Column.allCases.map { (one.values[$0] ?? [], other.values[$0] ?? []) }
    for (a, b) in [(one.times, other.times)] + columns {
      if a.lexicographicallyPrecedes(b) { return true }
      if b.lexicographicallyPrecedes(a) { return false }
    }
    return one.name < other.name
  }

  /// Calls both sides by each other's names.
  private mutating func swap() {
    isSwapped = true
    var swapped = Series(
      name: differences.name, times: differences.times, phases: differences.phases,
      values: differences.values.mapValues { $0.map { -$0 } })
    swapped.rate = differences.rate
    differences = swapped
  }

  /// Compares at mapped times.
  init(
    _ subject: Subject, with reference: Series, _ tolerances: Tolerances, _ map: TimeMap,
    _ alignment: Alignment, used: Alignment?
  ) throws(LabError) {
    let times = reference.times.map { map($0) }
    var sampled = subject.series(at: times, beside: reference)
    if case .script = subject { sampled.measureVelocities(like: reference) }
    self.subject = sampled
    self.reference = reference
    self.alignment = alignment
    usedAlignment = used
    shift = map.shift + map.flightShift
    self.times = times
    let (own, other) = (
      Set(sampled.columns.filter { !$0.isInput }), Set(reference.columns.filter { !$0.isInput })
    )
    skipped = Series.Column.allCases.filter { own.contains($0) != other.contains($0) }
    var tally = Tally(sampled, reference, times, lag: tolerances.lag)
    columns = Series.Column.allCases.filter { own.contains($0) && other.contains($0) }
      .compactMap {
        tally.result(
          $0, tolerance: tolerances.columns[$0],
          except: map.settlingRows(of: $0, sampled, reference, times)
        )
      }
    var differences = Series(
      name: reference.name, times: times, phases: reference.phases, values: tally.differences)
    differences.rate = reference.rate
    self.differences = differences
    rows = tally.covered.count
    uncovered = tally.uncovered.subtracting(tally.covered).count
    // The same in either order.
    let names = [sampled.name, reference.name].sorted().joined(separator: " and ")
    guard own.intersection(other).contains(where: { tolerances.columns[$0] != nil }) else {
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
    let isFlown = reference.rate != nil && !reference.flights.isEmpty
    if isFlown, !reference.isRateMeasured { return .frames }
    switch subject {
    case .script:
      // A table that does not say its rate may be of anything, such as of a trace, whose rows are on no frames of a display.
      let isElsewhere = reference.touches.isEmpty && (reference.times.first ?? 0) > 0
      return isFlown || isElsewhere ? .best : .none
    case .series(let series):
      if haveSameTimes(series, reference) { return .none }
      if series.releaseTime != nil, reference.releaseTime != nil { return .release }
      // A trace begins at 0; a table of another program has a clock of its own, and may not tell what is a start.
      let isOwn = [series, reference].allSatisfy { series in
        series.times.first == 0 && series.phases.contains { $0 != nil }
      }
      let isTouched = !series.touches.isEmpty && !reference.touches.isEmpty
      return isOwn || isTouched ? .start : .best
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
  /// Touches alone do not tell which of them a deceleration follows.
  fileprivate func seriesForAligning(by alignment: Alignment, with reference: Series) -> Series {
    switch self {
    case .series(let series): series
    case .script(let script, let name):
      switch alignment {
      case .none, .best: Series(name: name)
      case .start:
        Series.touches(of: script).isEmpty || reference.touches.isEmpty
          ? series : Series(name: name, touches: Series.touches(of: script))
      case .release, .frames: series
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
  /// The time by which an offset may be late, in seconds.
  private let lag: Double
  /// The differences of quantities at each row, the subject's value less the reference's; NaN where nothing was compared.
  var differences: [Series.Column: [Double]] = [:]
  var covered: Set<Int> = []
  var uncovered: Set<Int> = []

  /// The speed from which on a lag is told, in points per second: a pixel in a refresh. [C]
  private static let leastSpeed = 60.0

  init(_ subject: Series, _ reference: Series, _ times: [Double], lag: Double) {
    self.lag = lag
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
    let owns = values.indices.map { row in
      values[row].isNaN || rows.contains(row)
        ? nil : subject.value(of: column, at: times[row], row: row)
    }
    // The larger of both, so that a lag is the same in either order.
    let speeds =
      column.velocity == nil
      ? nil
      : zip(
        Series.speeds(values, at: reference.times),
        Series.speeds(owns.map { $0 ?? .nan }, at: times)
      ).map(max)
    var lags: [Double] = []
    for (index, value) in values.enumerated() where !value.isNaN {
      guard let own = owns[index] else {
        if tolerance != nil { uncovered.insert(index) }
        continue
      }
      if tolerance != nil { covered.insert(index) }
      let difference = abs(own - value)
      signed[index] = own - value
      differences.append(difference)
      squares += difference * difference
      if difference > maximum { (maximum, row) = (difference, index) }
      let speed = speeds?[index] ?? 0
      if speed >= Self.leastSpeed { lags.append(difference / speed) }
      if first == nil, let tolerance, difference > tolerance + speed * lag {
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
      lag: TakeQuality.Percentiles(lags), first: first)
  }
}
