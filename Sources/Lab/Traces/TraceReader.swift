import OverscrollFormatting
import OverscrollStage
import ScrollEngine

/// Reads a trace line by line.
struct TraceReader {
  private let file: String
  private var isPastHeader = false
  private var times: [Double] = []
  private var phases: [ScrollView.Phase?] = []
  private var values: [[Double]] = Array(repeating: [], count: Self.cells.count)
  /// The cells whose values are kept.
  private let isKept: [Bool]

  private enum Cell: Equatable {
    case time, phase
    case value(Series.Column)
  }

  private static let names = Trace.columns.split(separator: ",")

  private static let cells: [Cell] = names.map { name in
    switch name {
    case "t": .time
    case "phase": .phase
    default: Series.Column(rawValue: String(name)).map(Cell.value) ?? .phase
    }
  }

  private static let phases = ScrollView.Phase.allCases.map { ($0, Array($0.rawValue.utf8)) }

  /// Creates a reader that keeps some columns, or all for `nil`.
  init(file: String, columns: Set<Series.Column>? = nil) {
    self.file = file
    isKept = Self.cells.map { cell in
      if case .value(let column) = cell { columns?.contains(column) ?? true } else { false }
    }
  }

  /// True if a first line is that of a trace.
  static func isFirst(_ line: Substring) -> Bool { line.hasPrefix("t,phase,") }

  /// Takes a line in; `number` counts from 1.
  mutating func add(_ line: Span<UInt8>, number: Int) throws(LabError) {
    guard isPastHeader else {
      isPastHeader = true
      guard line.text == Trace.columns else {
        throw LabError(file: file, problem: "the columns are not those of a trace")
      }
      return
    }
    if line.isEmpty { return }
    let count = line.cellCount
    guard count == Self.cells.count else {
      throw problem("a row has \(Self.cells.count) cells, this one \(count)", number)
    }
    guard times.count < LabLimits.rows else {
      throw problem("traces are limited to \(LabLimits.rows) rows", number)
    }
    var start = 0
    for index in Self.cells.indices {
      let end = line.endOfCell(from: start)
      try add(line.extracting(line.trimmed(start..<end)), at: index, number)
      start = end + 1
    }
  }

  private mutating func add(_ cell: Span<UInt8>, at index: Int, _ line: Int) throws(LabError) {
    if index == Self.phaseIndex {
      guard let phase = Self.phases.first(where: { cell.isEqual(to: $0.1) }) else {
        throw problem("\"phase\" is \"\(cell.text)\", which is not a phase", line)
      }
      return phases.append(phase.0)
    }
    guard let number = cell.finiteNumber else {
      throw problem("\"\(Self.names[index])\" is \"\(cell.text)\"; it must be a number", line)
    }
    if index == Self.timeIndex { return try add(time: number, line) }
    if isKept[index] { values[index].append(number) }
  }

  private static let phaseIndex = cells.firstIndex(of: .phase)
  private static let timeIndex = cells.firstIndex(of: .time)

  private mutating func add(time: Double, _ line: Int) throws(LabError) {
    guard (0...LabLimits.time).contains(time) else {
      let latest = NumberText.shortest(LabLimits.time)
      throw problem(
        "\"t\" is \(NumberText.shortest(time)); times go from 0 to \(latest) s", line)
    }
    guard time >= times.last ?? 0 else { throw problem("times must increase", line) }
    times.append(time)
  }

  private func problem(_ text: String, _ line: Int) -> LabError {
    LabError(file: file, line: line, problem: text)
  }

  /// The series, once all lines are in.
  func finish() throws(LabError) -> Series {
    guard isPastHeader else { throw LabError(file: file, line: 1, problem: "the trace is empty") }
    var columns: [Series.Column: [Double]] = [:]
    for (index, cell) in Self.cells.enumerated() where isKept[index] {
      if case .value(let column) = cell, !times.isEmpty { columns[column] = values[index] }
    }
    var series = Series(name: file, times: times, phases: phases, values: columns)
    if let times = Self.grid(of: times) { series.retime(to: times) }
    return series
  }

  /// How far a time written with nine decimals may be from the exact one, in seconds.
  private static let rounding = 0.6e-9

  /// The exact times of a trace with even samples, which the file rounds; `nil` for uneven ones.
  private static func grid(of times: [Double]) -> [Double]? {
    guard times.count > 2, times[0] == 0, let last = times.last else { return nil }
    let rate = (Double(times.count - 1) / last * 1e3).rounded() / 1e3
    guard times.indices.allSatisfy({ abs(Double($0) / rate - times[$0]) <= rounding }) else {
      return nil
    }
    return times.indices.map { Double($0) / rate }
  }
}
