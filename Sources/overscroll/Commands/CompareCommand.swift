import ArgumentParser
import Desktop
import Files
import Glibc
import Lab
import Stage

/// `overscroll compare`: judges a curve by a reference, without a display.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Compare a curve with a reference, column by column.",
    discussion: """
      FILE is a script, a trace or a recording; a script is simulated at the reference's own times. Prints the \
      verdict, and exits with 0 where every judged column is within its tolerance, otherwise with 1.
      """)

  @Argument(help: "A script, trace or recording, or a folder with one script.", completion: .file())
  var file: FilePath

  @Argument(help: "The trace or recording to compare with.", completion: .file())
  var reference: FilePath

  @Option(
    help: "The greatest difference allowed: of the offsets, in points, or COLUMN=N for any column.")
  var tolerance: [Tolerance] = []

  @Option(help: "How times are matched: none, start, release, frames or best.")
  var align: Alignment?

  @Flag(help: "Compare the text of two traces instead of their numbers.")
  var exact = false

  @Option(help: "Write the result to this file as JSON.")
  var json: FilePath?

  @Option(help: "Write the result to this file as a JUnit report.")
  var junit: FilePath?

  @Option(
    help: "Write a plot of the difference to this file (.svg, .png or .pdf); none for no plot.")
  var plot: FilePath?

  @Flag(help: "Print only the verdict.")
  var quiet = false

  mutating func run() throws {
    Interruption.deleteUnfinishedFiles()
    if exact { return try compareText() }
    let subject = try LabFiles.subject(file)
    let other = try LabFiles.series(reference)
    let start = MonotonicClock.now
    let comparison: Comparison
    do throws(LabError) {
      comparison = try Comparison(
        subject, with: other, tolerances: tolerances, alignment: align)
    } catch {
      try writeJUnit([errorCase(error.description)], since: start)
      throw Failure(message: error.description)
    }
    let picture = try writePlot(of: comparison, subject)
    if let json { try TextFile.write(comparison.json, to: json) }
    try writeJUnit(comparison.cases(plot: picture?.description), since: start)
    var lines = [quiet ? comparison.sentence : String(comparison.report.dropLast())]
    if let picture, plot == nil, !quiet { lines.append("plot: \(picture)") }
    try StandardOutput.print(lines)
    if !comparison.isSame { throw ExitCode(1) }
  }

  /// The columns to judge.
  private var tolerances: [Series.Column: Double] {
    var tolerances = Series.Column.judged
    for tolerance in tolerance {
      for column in tolerance.columns { tolerances[column] = tolerance.value }
    }
    return tolerances
  }

  /// Draws the difference where it was asked for, or where there is one and nothing was said.
  private func writePlot(of comparison: Comparison, _ subject: Subject) throws -> FilePath? {
    if plot == FilePath("none") || (plot == nil && comparison.isSame) { return nil }
    let path = plot ?? file.lastComponent.withoutExtension.appendingExtension("compare.svg")
    let shown = subject.series
    var reference = comparison.reference
    reference.retime(to: comparison.times)
    var chart = Chart(
      [shown, reference], residuals: [comparison], title: "\(shown.name) and \(reference.name)")
    if let row = comparison.columns.compactMap(\.first?.row).min() {
      chart.ticks.append(Chart.Tick(kind: .difference, time: comparison.times[row]))
    }
    try ChartFile.write(chart, to: path)
    return path
  }

  private func writeJUnit(_ cases: [JUnitReport.Case], since start: Double) throws(Failure) {
    guard let junit else { return }
    let report = JUnitReport(
      name: "overscroll compare", cases: cases, duration: MonotonicClock.now - start,
      timestamp: CalendarTime.iso8601)
    try TextFile.write(report.text, to: junit)
  }

  private func errorCase(_ sentence: String) -> JUnitReport.Case {
    JUnitReport.Case(className: reference.name, name: file.name, error: sentence)
  }

  /// Compares two texts line by line.
  private func compareText() throws {
    let one = try TextFile.read(file).split(separator: "\n", omittingEmptySubsequences: false)
    let other = try TextFile.read(reference).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard let row = zip(one, other).enumerated().first(where: { $0.element.0 != $0.element.1 })
    else {
      guard one.count == other.count else {
        let short = min(one.count, other.count)
        try StandardOutput.print([
          "different: \(one.count < other.count ? file : reference) ends after \(short) lines"
        ])
        throw ExitCode(1)
      }
      return try StandardOutput.print(["same"])
    }
    let cells = zip(row.element.0.split(separator: ","), row.element.1.split(separator: ","))
    let names = Trace.columns.split(separator: ",")
    let column = cells.enumerated().first { $0.element.0 != $0.element.1 }
    let name = column.flatMap { $0.offset < names.count ? names[$0.offset] : nil } ?? "text"
    let values = column.map { "\($0.element.0), \($0.element.1)" } ?? "\(row.element)"
    try StandardOutput.print(["different: line \(row.offset + 1), \(name): \(values)"])
    throw ExitCode(1)
  }
}

/// A greatest difference: a number for the offsets, or `COLUMN=N`.
struct Tolerance: ExpressibleByArgument {
  var columns: [Series.Column]
  var value: Double

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard let last = parts.last, let value = Double(last), value.isFinite, value >= 0 else {
      return nil
    }
    self.value = value
    if parts.count == 1 {
      columns = [.offsetX, .offsetY]
    } else {
      guard let column = Series.Column(rawValue: String(parts[0])) else { return nil }
      columns = [column]
    }
  }
}

extension Alignment: ExpressibleByArgument {}
