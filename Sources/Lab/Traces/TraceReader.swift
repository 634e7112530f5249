import Formatting
import ScrollEngine
import Stage

/// Reads a trace line by line.
package struct TraceReader {
  private var series: Series
  private let file: String
  private var isPastHeader = false

  private enum Cell {
    case time, phase
    case value(Series.Column)
  }

  private static let cells: [Cell] = Trace.columns.split(separator: ",").map { name in
    switch name {
    case "t": .time
    case "phase": .phase
    default: Series.Column(rawValue: String(name)).map(Cell.value) ?? .phase
    }
  }

  package init(file: String) {
    self.file = file
    series = Series(name: file)
  }

  /// True if a first line is that of a trace.
  package static func isFirst(_ line: Substring) -> Bool { line.hasPrefix("t,phase,") }

  /// Takes a line in; `number` counts from 1.
  package mutating func add(_ line: Substring, number: Int) throws(LabError) {
    guard isPastHeader else {
      isPastHeader = true
      guard line == Trace.columns else {
        throw LabError(file: file, problem: "columns are those of another program")
      }
      return
    }
    if line.isEmpty { return }
    let cells = line.cells
    guard cells.count == Self.cells.count else {
      throw problem("a row has \(Self.cells.count) cells, this one \(cells.count)", number)
    }
    guard series.count < LabLimits.rows else {
      throw problem("a trace has at most \(LabLimits.rows) rows", number)
    }
    try add(cells, number)
  }

  private mutating func add(_ cells: [Substring], _ line: Int) throws(LabError) {
    var time = 0.0
    var phase: ScrollView.Phase?
    var row: [(Series.Column, Double)] = []
    for (cell, text) in zip(Self.cells, cells) {
      switch cell {
      case .phase:
        phase = ScrollView.Phase(rawValue: String(text))
        if phase == nil { throw problem("\"phase\" is \"\(text)\", which is no phase", line) }
      case .time: time = try number(text, "t", line)
      case .value(let column): row.append((column, try number(text, column.rawValue, line)))
      }
    }
    guard (0...LabLimits.time).contains(time) else {
      throw problem("\"t\" is \(text(time)); times go from 0 to \(text(LabLimits.time)) s", line)
    }
    guard time >= series.times.last ?? 0 else { throw problem("the times do not rise", line) }
    series.append(time: time, phase: phase, row)
  }

  private func text(_ number: Double) -> String { NumberText.shortest(number) }

  private func number(
    _ text: Substring, _ name: String, _ line: Int
  ) throws(LabError) -> Double {
    guard let number = text.finiteNumber else {
      throw problem("\"\(name)\" is \"\(text)\"; a number", line)
    }
    return number
  }

  private func problem(_ text: String, _ line: Int) -> LabError {
    LabError(file: file, line: line, problem: text)
  }

  /// The series, once all lines are in.
  package func finish() throws(LabError) -> Series {
    guard isPastHeader else { throw LabError(file: file, line: 1, problem: "the trace is empty") }
    var series = series
    if let times = Self.grid(of: series) { series.retime(to: times) }
    return series
  }

  /// How far a time written with nine decimals may be from the exact one, in seconds.
  private static let rounding = 0.6e-9

  /// The exact times of a trace with even samples, which the file rounds; `nil` for uneven ones.
  private static func grid(of series: Series) -> [Double]? {
    guard series.count > 2, series.times[0] == 0, let last = series.times.last, last > 0 else {
      return nil
    }
    let rate = (Double(series.count - 1) / last * 1e3).rounded() / 1e3
    let times = (0..<series.count).map { Double($0) / rate }
    let isEven = zip(times, series.times).allSatisfy { abs($0 - $1) <= rounding }
    return isEven ? times : nil
  }
}
