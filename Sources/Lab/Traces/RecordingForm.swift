/// How a CSV file of another program writes its columns and numbers.
struct RecordingForm {
  /// What separates cells: a comma, or a semicolon where numbers may have decimal commas.
  private(set) var separator: Character = ","
  /// What was understood of the column names, a phrase each.
  private(set) var readings: [String] = []
  private var names: [String] = []

  init() {}

  /// Recognizes a row of column names; `nil` for any other text.
  init?(columns line: Substring) {
    if line.contains(";") { separator = ";" }
    let written = Self.split(line, separator)
    names = written.map { Self.canonical[$0] ?? $0 }
    // A name that is its own comes before another's for the same column.
    for (index, name) in written.enumerated() where name != names[index] {
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
    if separator == ";" { readings.append("semicolons between cells, decimal commas") }
    for (old, new) in zip(written, names) where old != new { readings.append("\(old) as \(new)") }
  }

  /// The names of the columns as recordings have them.
  func names(_ line: Substring) -> [Substring] {
    names.isEmpty ? cells(line) : names.map { $0[...] }
  }

  /// The cells of a row.
  func cells(_ line: Substring) -> [Substring] {
    Self.split(line, separator).map { cell in
      separator == ";" ? Substring(cell.replacing(",", with: ".")) : Substring(cell)
    }
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
    ["touch", "phase"] + Series.Column.allCases.map(\.rawValue))
  /// Names that other programs give to columns.
  private static let canonical = [
    "time": "t", "timestamp": "t", "time_ms": "t_ms", "timestamp_ms": "t_ms",
    "contentOffset.x": "offset_x", "contentOffset.y": "offset_y", "zoomScale": "zoom",
  ]
}
