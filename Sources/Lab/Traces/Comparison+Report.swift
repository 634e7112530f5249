import OverscrollBase

extension Comparison {
  /// The verdict in one sentence.
  package var message: String {
    columns.filter { !$0.isWithin }.max(by: Self.isLess).map(message(of:))
      ?? missing.message.map { "same as far as it goes: \($0)" } ?? sameness
  }

  private var sameness: String {
    coversLittle
      ? "same in \(rows) of \(rows + uncovered) rows; the others are not covered" : "same"
  }

  /// True where most rows of the reference have nothing to be compared with, so that what is the same says little.
  package var coversLittle: Bool { uncovered > rows }

  /// Whether there is a verdict: what is the same in a few rows is neither the same nor different.
  package var isJudged: Bool { !isSame || !coversLittle }

  /// What is different in a column, in one sentence; "same" where it is within its tolerance.
  func message(of result: ColumnResult) -> String {
    guard let first = result.first else { return "same" }
    let (maximum, allowed) = Self.distinct(result.maximum, result.tolerance ?? 0)
    return
      "different: \(result.column.name) by \(maximum)\(result.column.unit) "
      + "at \(Self.time(rowTime(result.row))) s (frame \(result.row)), allowed "
      + "\(allowed); first beyond at "
      + "\(Self.time(rowTime(first.row))) s (frame \(first.row))"
  }

  /// The time of a row on the clock of the side that has it, in seconds.
  func rowTime(_ row: Int) -> Double { reference.times[row] }

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
        + "\(size) s, \(rows) rows of \(reference.name), \(uncovered) not covered")
    let missing = skipped.filter { [.offsetX, .offsetY, .zoom].contains($0) }
    if !missing.isEmpty {
      lines.append("only one side has \(missing.map(\.name).joined(separator: ", "))")
    }
    lines += borrowedTexts
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
        result.column.name, Self.short(result.maximum), Self.time(rowTime(result.row)),
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

  /// The measurements of both sides beside each other: of the whole, or gesture by gesture.
  private var featureTable: [String] {
    let (own, other) = measurements
    guard own.gestures.count > 1 || other.gestures.count > 1 else {
      return featureTable("feature", own.values, other.values)
    }
    return gesturePairs(own.gestures, other.gestures).enumerated().flatMap { index, pair in
      featureTable("gesture \(index + 1)", pair.0?.values ?? [:], pair.1?.values ?? [:])
    }
  }

  private func featureTable(
    _ title: String, _ own: [Measurements.Name: Double], _ other: [Measurements.Name: Double]
  ) -> [String] {
    let rows = Measurements.Name.allCases.compactMap { name -> [String]? in
      let (a, b) = (own[name], other[name])
      guard a != nil || b != nil else { return nil }
      let difference = a.flatMap { a in b.map { a - $0 } }
      return [name.rawValue] + [a, b, difference].map { $0.map(Self.short) ?? "–" }
    }
    return rows.isEmpty
      ? [] : Self.table([[title, names.subject, names.reference, "difference"]] + rows)
  }

  /// How far apart gestures that are the same begin, at most, in seconds. [C]
  private static let sameStart = 0.25

  /// The gestures of both sides that begin at about the same time, and those of one side alone, in their order.
  private func gesturePairs(
    _ own: [Measurements.Gesture], _ other: [Measurements.Gesture]
  ) -> [(Measurements.Gesture?, Measurements.Gesture?)] {
    if own.count == other.count { return zip(own, other).map { ($0, $1) } }
    let shift = isSwapped ? -shift : shift
    var rest = other[...]
    var pairs: [(Measurements.Gesture?, Measurements.Gesture?)] = []
    for gesture in own {
      while let next = rest.first, next.start + shift < gesture.start - Self.sameStart {
        pairs.append((nil, rest.removeFirst()))
      }
      let isPair = rest.first.map { $0.start + shift <= gesture.start + Self.sameStart } ?? false
      pairs.append((gesture, isPair ? rest.removeFirst() : nil))
    }
    return pairs + rest.map { (nil, $0) }
  }

  /// Whether the two are one motion, whatever differences are allowed.
  var isSameMotion: Bool { Series.Column.judged.keys.allSatisfy(isNear) }

  /// Whether a column is within its usual tolerance, as far as both sides have it.
  private func isNear(_ column: Series.Column) -> Bool {
    guard let result = columns.first(where: { $0.column == column }) else { return true }
    return result.maximum <= Series.Column.judged[column] ?? 0
  }

  /// The measurements of both sides: what only one knows of the set-up and of touches, such as a take beside its trace, counts
  /// for both.
  package var measurements: (subject: Measurements, reference: Measurements) {
    let (subject, reference) = completed
    let (own, other) = (Measurements(subject.series), Measurements(reference.series))
    return isSwapped ? (other, own) : (own, other)
  }

  /// A side with what only the other one tells, and the words for that.
  private struct Side {
    var series: Series
    var borrowed: [String] = []
  }

  /// The words for what each side is measured with of the other.
  private var borrowed: (subject: [String], reference: [String]) {
    let (subject, reference) = completed
    return isSwapped
      ? (reference.borrowed, subject.borrowed) : (subject.borrowed, reference.borrowed)
  }

  /// What a side is measured with that only the other one tells, in a sentence for each side: alone it has other numbers.
  private var borrowedTexts: [String] {
    let (own, other) = borrowed
    let sides = [(names.subject, own, names.reference), (names.reference, other, names.subject)]
    return sides.compactMap { name, borrowed, owner in
      guard let last = borrowed.last else { return nil }
      let list =
        borrowed.count > 1 ? "\(borrowed.dropLast().joined(separator: ", ")) and \(last)" : last
      return "\(name) is measured with the \(list) of \(owner); alone it may measure otherwise"
    }
  }

  /// Both sides with what only one knows of the set-up and of touches.
  private var completed: (subject: Side, reference: Side) {
    var (subject, reference) = (subject, reference)
    var (own, other): ([String], [String]) = ([], [])
    func knowsRange(_ series: Series) -> Bool { series.header != nil && series.hasRange }
    let isOwnRange = knowsRange(reference)
    if !knowsRange(reference), knowsRange(subject) || reference.header == nil {
      (reference.header, reference.hasRange) = (subject.header, subject.hasRange)
      if knowsRange(subject) { other.append("range") }
    }
    if !knowsRange(subject), knowsRange(reference) || subject.header == nil {
      (subject.header, subject.hasRange) = (reference.header, reference.hasRange)
      if knowsRange(reference) { own.append("range") }
    }
    if reference.touches.isEmpty {
      reference.touches = subject.touches.map { $0.moved(by: -shift) }
      if !subject.touches.isEmpty { other.append("touches") }
    } else if subject.touches.isEmpty {
      subject.touches = reference.touches.map { $0.moved(by: shift) }
      own.append("touches")
    }
    if reference.touchpadTimes.isEmpty {
      reference.touchpadTimes = subject.touchpadTimes.map { $0 - shift }
      if !subject.touchpadTimes.isEmpty { other.append("touchpad") }
    } else if subject.touchpadTimes.isEmpty {
      subject.touchpadTimes = reference.touchpadTimes.map { $0 + shift }
      own.append("touchpad")
    }
    // What one side cannot tell from motion is motion in both.
    let tellsJumps = [subject, reference].allSatisfy { $0.values[.lawVelocityX] != nil }
    (subject.tellsJumps, reference.tellsJumps) = (tellsJumps, tellsJumps)
    // The same scale has the same edges, which settings may move, too. A table that tells its own range has its own.
    if reference.geometry.isEmpty, subject.geometry.count == reference.count,
      zip(subject.times, times).allSatisfy({ abs($0 - $1) <= subject.timeRounding }),
      isSameMotion || !isOwnRange && isNear(.zoom)
    {
      reference.geometry = subject.geometry
      if other != ["range"] { other.append("edges") }
    }
    // The delegate and the wheel are those of the same motion alone; what has no delegate is no script, which has its own wheel.
    if isSameMotion {
      if reference.releases == nil, reference.notches.isEmpty {
        reference.add(subject.notches.map { $0.moved(by: -shift) })
        if !subject.notches.isEmpty { other.append("wheel") }
      } else if subject.releases == nil, subject.notches.isEmpty {
        subject.add(reference.notches.map { $0.moved(by: shift) })
        if !reference.notches.isEmpty { own.append("wheel") }
      }
      if reference.releases == nil {
        reference.releases = subject.releases?.map { $0.moved(by: -shift) }
        if subject.releases?.isEmpty == false { other.append("releases") }
      } else if subject.releases == nil {
        subject.releases = reference.releases?.map { $0.moved(by: shift) }
        if reference.releases?.isEmpty == false { own.append("releases") }
      }
    }
    return (Side(series: subject, borrowed: own), Side(series: reference, borrowed: other))
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

extension Chart.Tick {
  /// The tick `shift` seconds later.
  fileprivate func moved(by shift: Double) -> Self {
    var tick = self
    tick.time += shift
    return tick
  }
}

extension Series {
  /// The notches of the wheel, in chronological order.
  fileprivate var notches: [Chart.Tick] { ticks.filter { $0.kind == .notch } }

  /// Adds ticks at their times.
  fileprivate mutating func add(_ others: [Chart.Tick]) {
    ticks = (ticks + others).sorted { $0.time < $1.time }
  }
}

extension Series.Release {
  /// The release `shift` seconds later.
  fileprivate func moved(by shift: Double) -> Self {
    Self(time: time + shift, velocity: velocity)
  }
}

extension Series.Column {
  /// The unit after a number, with a space in front; empty for ratios.
  var unit: String {
    switch self {
    case .offsetX, .offsetY, .indicatorVerticalY, .indicatorVerticalLength,
      .indicatorHorizontalX, .indicatorHorizontalLength:
      " pt"
    default: isVelocity ? " pt/s" : ""
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
    object.add("verdict", isSame ? isJudged ? "same" : "error" : "different")
    if !isJudged { object.add("error", message) }
    var align = JSONObject()
    align.add("mode", alignment.rawValue)
    if alignment == .best { align.add("found", usedName) }
    align.add("shift", isSwapped ? -shift : shift)
    object.add("align", json: align.text)
    object.add("rows", rows)
    object.add("uncovered", uncovered)
    if let missing = missing.message { object.add("missing", missing) }
    object.add("columns", json: columns.map(json(of:)))
    object.add("skipped", skipped.map(\.name))
    object.add("features", json: featuresJSON)
    let (ownParts, otherParts) = borrowed
    if !ownParts.isEmpty || !otherParts.isEmpty {
      var parts = JSONObject()
      parts.add("a", ownParts)
      parts.add("b", otherParts)
      object.add("borrowed", json: parts.text)
    }
    let (own, other) = measurements
    var gestures = JSONObject()
    gestures.add("a", json: own.gestures.map(\.json))
    gestures.add("b", json: other.gestures.map(\.json))
    object.add("gestures", json: gestures.text)
    return object.text + "\n"
  }

  private func json(of result: ColumnResult) -> String {
    var object = JSONObject()
    object.add("name", result.column.name)
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
