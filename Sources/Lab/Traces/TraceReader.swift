import OverscrollBase
import ScrollEngine

/// Reads a trace line by line.
struct TraceReader {
  private let file: String
  private var isPastHeader = false
  private var times: [Double] = []
  private var phases: [ScrollView.Phase?] = []
  private var values: [[Double]] = []
  private var format = Format.of(.current)
  /// The columns that are kept; `nil` for all.
  private let columns: Set<Series.Column>?
  /// The cells whose values are kept.
  private var isKept: [Bool] = []

  private enum Cell: Equatable {
    case time, phase
    case value(Series.Column)
  }

  /// The names and the meaning of the cells of a row.
  private struct Format {
    let names: [Substring]
    let cells: [Cell]

    private init(_ version: Trace.Version) {
      names = version.columns.split(separator: ",")
      cells = names.map { name in
        switch name {
        case "t": return .time
        case "phase": return .phase
        default:
          guard let column = Series.Column(rawValue: String(name)) else { return .phase }
          // The velocity of the first version is that of the law.
          return .value(version == .first ? column.lawVelocity ?? column : column)
        }
      }
    }

    private static let (first, second) = (Self(.first), Self(.second))

    static func of(_ version: Trace.Version) -> Self { version == .first ? first : second }
  }

  private static let phases = ScrollView.Phase.allCases.map { ($0, Array($0.rawValue.utf8)) }

  /// Creates a reader that keeps some columns, or all for `nil`.
  init(file: String, columns: Set<Series.Column>? = nil) {
    self.file = file
    self.columns = columns
  }

  /// True if a first line is that of a trace.
  static func isFirst(_ line: Substring) -> Bool { line.hasPrefix("t,phase,") }

  /// Takes a line in; `number` counts from 1.
  mutating func add(_ line: Span<UInt8>, number: Int) throws(LabError) {
    guard isPastHeader else {
      isPastHeader = true
      guard let version = Trace.Version(of: line.text) else {
        throw LabError(file: file, problem: "the columns are not those of a trace")
      }
      format = .of(version)
      values = Array(repeating: [], count: format.cells.count)
      isKept = format.cells.map { cell in
        if case .value(let column) = cell { columns?.contains(column) ?? true } else { false }
      }
      return
    }
    if line.isEmpty { return }
    let count = line.cellCount
    guard count == format.cells.count else {
      throw problem("a row has \(format.cells.count) cells, this one \(count)", number)
    }
    guard times.count < LabLimits.rows else {
      throw problem("traces are limited to \(LabLimits.rows) rows", number)
    }
    var start = 0
    for index in format.cells.indices {
      let end = line.endOfCell(from: start)
      try add(line.extracting(line.trimmed(start..<end)), at: index, number)
      start = end + 1
    }
  }

  private mutating func add(_ cell: Span<UInt8>, at index: Int, _ line: Int) throws(LabError) {
    if format.cells[index] == .phase {
      guard let phase = Self.phases.first(where: { cell.isEqual(to: $0.1) }) else {
        throw problem("\"phase\" is \"\(cell.text)\", which is not a phase", line)
      }
      return phases.append(phase.0)
    }
    guard let number = cell.finiteNumber else {
      throw problem("\"\(format.names[index])\" is \"\(cell.text)\"; it must be a number", line)
    }
    if format.cells[index] == .time { return try add(time: number, line) }
    if case .value(let column) = format.cells[index], abs(number) > column.largestMagnitude {
      let largest = LabLimits.text(column.largestMagnitude)
      throw problem("\"\(format.names[index])\" is \(cell.text), beyond \(largest)", line)
    }
    if isKept[index] { values[index].append(number) }
  }

  private mutating func add(time: Double, _ line: Int) throws(LabError) {
    guard (0...LabLimits.time).contains(time) else {
      let latest = NumberText.shortest(LabLimits.time)
      throw problem(
        "\"t\" is \(NumberText.shortest(time)); times go from 0 to \(latest) s", line)
    }
    guard time >= times.last ?? 0 else { throw problem("times must not decrease", line) }
    times.append(time)
  }

  private func problem(_ text: String, _ line: Int) -> LabError {
    LabError(file: file, line: line, problem: text)
  }

  /// The series, once all lines are in.
  func finish() throws(LabError) -> Series {
    guard isPastHeader else { throw LabError(file: file, line: 1, problem: "the trace is empty") }
    var columns: [Series.Column: [Double]] = [:]
    for (index, cell) in format.cells.enumerated() where isKept[index] {
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
