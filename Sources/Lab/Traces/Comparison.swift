import OverscrollBase

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
  ///   - lag: The time by which an offset may be late besides, in seconds.
  ///   - alignment: How times are matched; `nil` for what suits the two.
  /// - Throws: ``LabError`` where the two cannot be compared.
  package init(
    _ subject: Subject, with reference: Series,
    tolerances: [Series.Column: Double] = Series.Column.judged, lag: Double = 0,
    alignment: Alignment? = nil
  ) throws(LabError) {
    let alignment = alignment ?? Self.usualAlignment(of: subject, with: reference)
    let tolerances = Tolerances(columns: tolerances, lag: lag)
    if alignment == .best {
      self = try BestAlignment(subject, reference, tolerances).comparison()
    } else {
      let map = try TimeMap.refined(alignment, of: subject, with: reference)
      try self.init(subject, with: reference, tolerances, map, alignment, used: alignment)
    }
  }

  /// The greatest differences that are allowed.
  struct Tolerances {
    var columns: [Series.Column: Double]
    /// The time by which an offset may be late besides, in seconds.
    var lag = 0.0
  }

  /// Compares two motions, with the same verdict in either order.
  ///
  /// A script is simulated at the rows of what it is held against; of two tables, the one with rows closer together is read between
  /// them.
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
      return isOne > isOther ? try swapped(one.series) : try compared(one, other.series)
    case (.series(let series), .series(let reference)):
      func isFirst(_ a: Series, _ b: Series) -> Bool {
        let isRecording = (a.rate != nil, b.rate != nil)
        if isRecording.0 != isRecording.1 { return isRecording.0 }
        return a.usualStep > b.usualStep * (1 + 1e-6)
      }
      if isFirst(series, reference) { return try swapped(series) }
      let comparison = try compared(one, reference)
      guard !isFirst(reference, series), comparison.isSame, !haveSameTimes(series, reference) else {
        return comparison
      }
      let inverse = try swapped(series)
      return inverse.isSame ? comparison : inverse
    }
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
    let sampled = subject.series(at: times)
    self.subject = sampled
    self.reference = reference
    self.alignment = alignment
    usedAlignment = used
    shift = map.shift + map.flightShift
    self.times = times
    let (own, other) = (Set(sampled.columns), Set(reference.columns))
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
    let names = "\(sampled.name) and \(reference.name)"
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
    if reference.rate != nil, !reference.flights.isEmpty { return .frames }
    switch subject {
    case .script:
      return reference.touches.isEmpty && (reference.times.first ?? 0) > 0 ? .best : .none
    case .series(let series):
      if haveSameTimes(series, reference) { return .none }
      if series.releaseTime != nil, reference.releaseTime != nil { return .release }
      // A trace begins at 0; a table of another program has a clock of its own.
      let isOwn = [series, reference].allSatisfy { $0.times.first == 0 }
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
    let speeds = column.velocity == nil ? nil : reference.speeds(of: column)
    var lags: [Double] = []
    for (index, value) in values.enumerated() where !value.isNaN {
      guard !rows.contains(index),
        let own = subject.value(of: column, at: times[index], row: index)
      else {
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

extension Comparison {
  /// The verdict in one sentence.
  package var message: String {
    columns.filter { !$0.isWithin }.max(by: Self.isLess).map(message(of:)) ?? sameness
  }

  private var sameness: String {
    coversLittle
      ? "same in \(rows) of \(rows + uncovered) rows; the others are not covered" : "same"
  }

  /// True where most rows of the reference have nothing to be compared with, so that what is the same says little.
  package var coversLittle: Bool { uncovered > rows }

  /// What is different in a column, in one sentence; "same" where it is within its tolerance.
  func message(of result: ColumnResult) -> String {
    guard let first = result.first else { return "same" }
    let (maximum, allowed) = Self.distinct(result.maximum, result.tolerance ?? 0)
    return
      "different: \(result.column.rawValue) by \(maximum)\(result.column.unit) "
      + "at \(Self.time(rowTime(result.row))) s (frame \(result.row)), allowed "
      + "\(allowed); first beyond at "
      + "\(Self.time(rowTime(first.row))) s (frame \(first.row))"
  }

  /// The time of a row on the clock of what is called the reference, in seconds.
  func rowTime(_ row: Int) -> Double { isSwapped ? times[row] : reference.times[row] }

  /// The names of what is judged and of the reference.
  var names: (subject: String, reference: String) {
    isSwapped ? (reference.name, subject.name) : (subject.name, reference.name)
  }

  /// By how often a difference exceeds its tolerance.
  private static func isLess(_ one: ColumnResult, _ other: ColumnResult) -> Bool {
    one.maximum * (other.tolerance ?? 1) < other.maximum * (one.tolerance ?? 1)
  }

  /// The verdict, how the two were aligned, a table of the columns and one of the features.
  package var report: String {
    var lines = [message]
    let size = NumberText.fixed(abs(shift), decimals: 5)
    let sign =
      (isSwapped ? -shift : shift) < 0 && size != NumberText.fixed(0, decimals: 5) ? "−" : "+"
    lines.append(
      "\(names.subject) against \(names.reference), aligned by \(alignmentText), shift \(sign)"
        + "\(size) s, \(rows) rows, \(uncovered) not covered")
    let missing = skipped.filter { [.offsetX, .offsetY, .zoom].contains($0) }
    if !missing.isEmpty {
      lines.append("only one side has \(missing.map(\.rawValue).joined(separator: ", "))")
    }
    return (lines + columnTable + featureTable).joined(separator: "\n") + "\n"
  }

  /// The alignment in words; the best one names what it found.
  private var alignmentText: String {
    alignment == .best ? "best (\(usedName))" : alignment.rawValue
  }

  /// The name of the alignment that was used.
  var usedName: String { usedAlignment?.rawValue ?? "shift" }

  private var columnTable: [String] {
    let rows = columns.filter(isPrinted).map { result in
      [
        result.column.rawValue, Self.short(result.maximum), Self.time(rowTime(result.row)),
        "\(result.row)", Self.short(result.rms), Self.short(result.percentile95),
        result.tolerance.map(Self.short) ?? "–",
        result.tolerance == nil ? "–" : result.isWithin ? "same" : "different",
        result.lag.map { "\(Self.short($0.p50 * 1e3)) / \(Self.short($0.p95 * 1e3)) ms" } ?? "",
      ]
    }
    return Self.table(
      [["column", "max", "at s", "frame", "rms", "p95", "tolerance", "verdict", "lag p50 / p95"]]
        + rows)
  }

  /// Whether the table has a column: one that is judged and may differ, or that is a quantity of what is seen.
  private func isPrinted(_ result: ColumnResult) -> Bool {
    switch result.column {
    case .offsetX, .offsetY, .zoom: true
    case .velocityX, .velocityY: result.tolerance != nil || result.maximum > 0
    default: result.tolerance != nil
    }
  }

  private var featureTable: [String] {
    let (own, other) = measurements
    let rows = Measurements.Name.allCases.compactMap { name -> [String]? in
      let (a, b) = (own.values[name], other.values[name])
      guard a != nil || b != nil else { return nil }
      let difference = a.flatMap { a in b.map { a - $0 } }
      return [name.rawValue] + [a, b, difference].map { $0.map(Self.short) ?? "–" }
    }
    let gestures = [(own, names.subject), (other, names.reference)].flatMap { side, name in
      side.gestures.count > 1 ? side.rows.map { "\(name): \($0.name) \($0.value)" } : []
    }
    return rows.isEmpty
      ? []
      : Self.table([["feature", names.subject, names.reference, "difference"]] + rows) + gestures
  }

  /// The measurements of both sides: what only one knows of the set-up and of touches, such as a take beside its trace, counts for both.
  package var measurements: (subject: Measurements, reference: Measurements) {
    var reference = reference
    var subject = subject
    if reference.header == nil {
      (reference.header, reference.hasRange) = (subject.header, subject.hasRange)
    }
    if subject.header == nil {
      (subject.header, subject.hasRange) = (reference.header, reference.hasRange)
    }
    if reference.touches.isEmpty {
      reference.touches = subject.touches.map { $0.moved(by: -shift) }
    } else if subject.touches.isEmpty {
      subject.touches = reference.touches.map { $0.moved(by: shift) }
    }
    let (own, other) = (Measurements(subject), Measurements(reference))
    return isSwapped ? (other, own) : (own, other)
  }

  /// Columns of text under each other, two spaces apart.
  static func table(_ rows: [[String]]) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// A number with three significant digits, or four where it is large.
  static func short(_ number: Double) -> String {
    let size = abs(number)
    if size != 0, size < 0.001 { return NumberText.scientific(number) }
    return NumberText.trimmed(number, decimals: size < 1 ? 4 : size < 100 ? 2 : 1)
  }

  /// Two different numbers with as many digits as tell them apart.
  private static func distinct(_ one: Double, _ other: Double) -> (String, String) {
    let short = (short(one), short(other))
    guard one != other, short.0 == short.1 else { return short }
    let exact = (NumberText.shortest(one), NumberText.shortest(other))
    for decimals in 3...9 {
      let texts = (
        NumberText.trimmed(one, decimals: decimals), NumberText.trimmed(other, decimals: decimals)
      )
      if texts.0 != texts.1 { return texts }
    }
    return exact
  }

  private static func time(_ time: Double) -> String { NumberText.fixed(time, decimals: 4) }
}

extension Series.Touch {
  /// The touch `shift` seconds later.
  fileprivate func moved(by shift: Double) -> Self {
    var touch = self
    touch.time += shift
    return touch
  }
}

extension Series.Column {
  /// The unit after a number, with a space in front; empty for ratios.
  var unit: String {
    switch self {
    case .offsetX, .offsetY, .indicatorVerticalY, .indicatorVerticalLength,
      .indicatorHorizontalX, .indicatorHorizontalLength:
      " pt"
    case .velocityX, .velocityY, .lawVelocityX, .lawVelocityY: " pt/s"
    default: ""
    }
  }
}

extension Comparison {
  /// The key of the version in the JSON.
  package static let jsonKey = "overscroll_compare"

  /// The verdict of a comparison of texts, `same` or what differs first, as one line of JSON.
  package static func json(ofText verdict: String) -> String {
    var object = JSONObject()
    object.add(jsonKey, 1)
    object.add("verdict", verdict == "same" ? "same" : "different")
    object.add("message", verdict)
    return object.text + "\n"
  }

  /// The result as one line of JSON.
  package var json: String {
    var object = JSONObject()
    object.add(Self.jsonKey, 1)
    object.add("verdict", isSame ? "same" : "different")
    var align = JSONObject()
    align.add("mode", alignment.rawValue)
    if alignment == .best { align.add("found", usedName) }
    align.add("shift", isSwapped ? -shift : shift)
    object.add("align", json: align.text)
    object.add("rows", rows)
    object.add("uncovered", uncovered)
    object.add("columns", json: columns.map(json(of:)))
    object.add("skipped", skipped.map(\.rawValue))
    object.add("features", json: featuresJSON)
    let (own, other) = measurements
    var gestures = JSONObject()
    gestures.add("a", json: own.gestures.map(\.json))
    gestures.add("b", json: other.gestures.map(\.json))
    object.add("gestures", json: gestures.text)
    return object.text + "\n"
  }

  private func json(of result: ColumnResult) -> String {
    var object = JSONObject()
    object.add("name", result.column.rawValue)
    object.add("max", result.maximum)
    object.add("t", rowTime(result.row))
    object.add("frame", result.row)
    if let first = result.first {
      var deviation = JSONObject()
      deviation.add("t", rowTime(first.row))
      deviation.add("frame", first.row)
      deviation.add("a", isSwapped ? first.reference : first.subject)
      deviation.add("b", isSwapped ? first.subject : first.reference)
      object.add("first", json: deviation.text)
    }
    object.add("rms", result.rms)
    object.add("p95", result.percentile95)
    if let lag = result.lag {
      object.add("lag_p50_ms", lag.p50 * 1e3)
      object.add("lag_p95_ms", lag.p95 * 1e3)
    }
    if let tolerance = result.tolerance {
      object.add("tolerance", tolerance)
      object.add("verdict", result.isWithin ? "same" : "different")
    }
    return object.text
  }

  private var featuresJSON: String {
    let (own, other) = measurements
    var object = JSONObject()
    for name in Measurements.Name.allCases {
      let (a, b) = (own.values[name], other.values[name])
      guard a != nil || b != nil else { continue }
      var pair = JSONObject()
      if let a { pair.add("a", a) }
      if let b { pair.add("b", b) }
      object.add(name.rawValue, json: pair.text)
    }
    return object.text
  }
}
