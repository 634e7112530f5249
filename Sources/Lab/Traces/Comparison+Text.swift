import OverscrollBase

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
      + "at \(Self.time(reference.times[result.row])) s (frame \(result.row)), allowed "
      + "\(allowed); first beyond at "
      + "\(Self.time(reference.times[first.row])) s (frame \(first.row))"
  }

  /// By how often a difference exceeds its tolerance.
  private static func isLess(_ one: ColumnResult, _ other: ColumnResult) -> Bool {
    one.maximum * (other.tolerance ?? 1) < other.maximum * (one.tolerance ?? 1)
  }

  /// The verdict, how the two were aligned, a table of the columns and one of the features.
  package var report: String {
    var lines = [message]
    let size = NumberText.fixed(abs(shift), decimals: 5)
    let sign = shift < 0 && size != NumberText.fixed(0, decimals: 5) ? "−" : "+"
    lines.append(
      "\(subject.name) against \(reference.name), aligned by \(alignmentText), shift \(sign)"
        + "\(size) s, \(rows) rows, \(uncovered) not covered")
    if !skipped.isEmpty {
      lines.append("only one side has \(skipped.map(\.rawValue).joined(separator: ", "))")
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
    let rows = columns.map { result in
      [
        result.column.rawValue, Self.short(result.maximum), Self.time(reference.times[result.row]),
        "\(result.row)", Self.short(result.rms), Self.short(result.percentile95),
        result.tolerance.map(Self.short) ?? "–",
        result.tolerance == nil ? "–" : result.isWithin ? "same" : "different",
      ]
    }
    return Self.table(
      [["column", "max", "at s", "frame", "rms", "p95", "tolerance", "verdict"]] + rows)
  }

  private var featureTable: [String] {
    let (own, other) = features
    let rows = Features.Name.allCases.compactMap { name -> [String]? in
      let (a, b) = (own.values[name], other.values[name])
      guard a != nil || b != nil else { return nil }
      let difference = a.flatMap { a in b.map { a - $0 } }
      return [name.rawValue] + [a, b, difference].map { $0.map(Self.short) ?? "–" }
    }
    return rows.isEmpty
      ? [] : Self.table([["feature", subject.name, reference.name, "difference"]] + rows)
  }

  /// The features of both sides: what only one knows of the set-up and of touches, such as a take beside its trace, counts for both.
  package var features: (subject: Features, reference: Features) {
    var reference = reference
    var subject = subject
    if reference.header == nil {
      (reference.header, reference.hasRange) = (subject.header, subject.hasRange)
    }
    if subject.header == nil {
      (subject.header, subject.hasRange) = (reference.header, reference.hasRange)
    }
    if reference.touches.isEmpty, reference.flightStart != nil {
      reference.touches = subject.touches.map { $0.moved(by: -shift) }
    } else if subject.touches.isEmpty, subject.flightStart != nil {
      subject.touches = reference.touches.map { $0.moved(by: shift) }
    }
    return (Features(subject), Features(reference))
  }

  /// Columns of text under each other, two spaces apart.
  private static func table(_ rows: [[String]]) -> [String] {
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
