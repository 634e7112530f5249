/// How a CSV file of another program writes its columns and numbers.
struct RecordingForm {
  /// What separates cells: a comma, or a semicolon where numbers may have decimal commas.
  private(set) var separator: Character = ","
  /// Whether a number had a decimal comma.
  private var hasDecimalCommas = false
  /// What was understood of the column names, a phrase each.
  private var renamings: [String] = []
  private var names: [String] = []

  init() {}

  /// Recognizes a row of column names; `nil` for any other text.
  init?(columns line: Substring, known: RecordingReader.Form) {
    if line.contains(";") { separator = ";" }
    let written = Self.split(line, separator)
    let given = Dictionary(known.columns.map { ($0.value, $0.key) }) { first, _ in first }
    names = written.map { given[$0] ?? Self.canonical[$0] ?? $0 }
    if let unit = known.timeUnit { names = names.map { $0 == "t" ? unit.column : $0 } }
    // A name that is its own comes before another's for the same column.
    for (index, name) in written.enumerated() where name != names[index] && given[name] == nil {
      if written.contains(names[index]) { names[index] = name }
    }
    if !names.contains("touch") {
      for (old, new) in [("x", "offset_x"), ("y", "offset_y")] where !names.contains(new) {
        if let index = names.firstIndex(of: old) { names[index] = new }
      }
    }
    guard names.contains(where: Self.times.contains),
      names.contains(where: { Self.known.contains($0) })
    else { return nil }
    for (old, new) in zip(written, names) where old != new { renamings.append("\(old) as \(new)") }
  }

  /// What was understood, a phrase each.
  var readings: [String] {
    let cells = "semicolons between cells" + (hasDecimalCommas ? ", decimal commas" : "")
    return (separator == ";" ? [cells] : []) + renamings
  }

  /// The names of columns as they are written.
  static func names(of line: Substring) -> [Substring] {
    split(line, line.contains(";") ? ";" : ",").map { $0[...] }
  }

  /// The names of the columns as recordings have them.
  func names(_ line: Substring) -> [Substring] {
    (names.isEmpty ? Self.split(line, separator) : names).map { $0[...] }
  }

  /// The cells of a row.
  mutating func cells(_ line: Substring) -> [Substring] {
    let cells = Self.split(line, separator)
    guard separator == ";", line.contains(",") else { return cells.map { $0[...] } }
    hasDecimalCommas = true
    return cells.map { $0.replacing(",", with: ".")[...] }
  }

  private static func split(_ line: Substring, _ separator: Character) -> [String] {
    line.split(separator: separator, omittingEmptySubsequences: false).map { cell in
      let cell = cell.trimmed
      let isQuoted = cell.count > 1 && cell.first == "\"" && cell.last == "\""
      return String(isQuoted ? cell.dropFirst().dropLast() : cell)
    }
  }

  private static let times: Set = ["t", "t_ms", "t_us", "t_ns"]
  private static let known = Set(
    ["touch", "phase"] + Series.Column.allCases.map(\.name))
  /// Names that other programs give to columns.
  private static let canonical = [
    "time": "t", "timestamp": "t", "time_ms": "t_ms", "timestamp_ms": "t_ms",
    "contentOffset.x": "offset_x", "contentOffset.y": "offset_y", "zoomScale": "zoom",
  ]
}

/// A time as a file has it, whose digits may be more than a `Double` holds: clocks count nanoseconds since 1970.
struct ClockStamp {
  /// The time in seconds, as far as it fits.
  let seconds: Double
  private let whole: Int128
  private let part: Double
  private let units: Double

  /// Reads a number.
  ///
  /// - Parameters:
  ///   - text: The number's text.
  ///   - number: The number.
  ///   - units: How many of its units a second has.
  init(_ text: Substring, _ number: Double, per units: Double) {
    self.units = units
    seconds = number / units
    let parts = text.drop { $0 == "-" || $0 == "+" }.split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    if let whole = Int128(parts[0]), let part = Double("0.\(parts.count > 1 ? parts[1] : "0")"),
      !text.contains(where: { "eE".contains($0) })
    {
      (self.whole, self.part) = text.hasPrefix("-") ? (-whole, -part) : (whole, part)
    } else {
      whole = Int128(number)
      part = number - Double(whole)
    }
  }

  /// The seconds from another stamp to this one.
  func seconds(since other: Self) -> Double {
    (Double(whole - other.whole) + (part - other.part)) / units
  }
}
