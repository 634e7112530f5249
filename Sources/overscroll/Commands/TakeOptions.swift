import ArgumentParser
import OverscrollBase
import OverscrollLab
import OverscrollShell

/// What `overscroll info` does with the refreshes of a take besides printing their numbers.
struct TakeOptions: ParsableArguments {
  @Option(help: "Write a row for each refresh of a take to this file, as CSV.")
  var frames: FilePath?

  @Option(
    help:
      "Write a take's input, refreshes and callbacks to this file as trace events, for Perfetto.")
  var traceEvents: FilePath?

  @Option(
    help: ArgumentHelp(
      "End with 1 if 5 of 100 refreshes of a take show input later than this many milliseconds.",
      valueName: "ms"))
  var maxLatency: Double?

  @Option(
    help: ArgumentHelp(
      "End with 1 if a take misses refreshes for more than this many milliseconds per second of motion.",
      valueName: "ms/s"))
  var maxHitch: Double?

  mutating func validate() throws {
    for (name, limit) in [("--max-latency", maxLatency), ("--max-hitch", maxHitch)] {
      guard limit.map({ $0.isFinite && $0 >= 0 }) ?? true else {
        throw ValidationError("\(name) must be 0 or more.")
      }
    }
  }

  /// Whether a take is asked for.
  var isUsed: Bool { !names.isEmpty }

  /// The options that were given.
  var names: String {
    [
      frames == nil ? nil : "--frames", traceEvents == nil ? nil : "--trace-events",
      maxLatency == nil ? nil : "--max-latency", maxHitch == nil ? nil : "--max-hitch",
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// Writes the files that were asked for, and ends with 1 where a limit is exceeded.
  func judge(_ subject: Subject, _ file: FilePath) throws {
    guard isUsed else { return }
    guard case .script(let script, _) = subject, script.frameCount > 0 else {
      throw Failure(message: "\(file): is not a take with refreshes, for \(names)")
    }
    Interruption.deleteUnfinishedFiles()
    if frames != nil || traceEvents != nil {
      let table = RefreshTable(script)
      if let frames { try TextFile.write(table.csv, to: frames) }
      if let traceEvents { try TextFile.write(table.traceEvents, to: traceEvents) }
    }
    let quality = TakeQuality(script)
    var problems: [String] = []
    if let maxLatency {
      guard let latency = quality.latency else {
        throw Failure(message: "\(file): does not say when its refreshes were shown")
      }
      let limit = TakeLimit(maxLatency, unit: "ms")
      if let excess = limit.excess(of: latency.p95 * 1e3, " p95") {
        problems.append("latency: " + excess)
      }
    }
    if let maxHitch,
      let excess = TakeLimit(maxHitch, unit: "ms/s").excess(of: quality.hitchRate)
    {
      problems.append("hitch: " + excess)
    }
    guard problems.isEmpty else {
      try StandardOutput.print(problems.map { "exceeded: " + $0 })
      throw VerdictOptions.different
    }
  }
}
