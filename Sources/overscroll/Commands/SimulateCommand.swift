import ArgumentParser
import Files
import Lab

/// `overscroll simulate`: a script in, a trace out, no screen needed.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Let a script happen to a scroll view and print the trace.",
    discussion: "Ends when nothing moves any more after the last event. The trace is CSV.")

  /// The samples a second that there can be; between rarer ones lies more than any script is long. [C]
  private static let rates = 0.001...1_000_000.0

  @Argument(help: "The script; - is standard input.")
  var script: FilePath

  @Option(help: "Samples a second.")
  var hz = 60.0

  @Option(help: "Stop after this many seconds.")
  var until: Double?

  @Option(help: "Write the callbacks to this file, as JSON Lines.")
  var callbacks: FilePath?

  mutating func validate() throws {
    guard Self.rates.contains(hz) else {
      throw ValidationError("--hz takes a number from 0.001 to 1000000.")
    }
    guard until.map({ $0.isFinite && $0 >= 0 }) ?? true else {
      throw ValidationError("--until takes a number of seconds, 0 or more.")
    }
  }

  mutating func run() throws {
    let text = try TextFile.read(script)
    let log = CallbackLog()
    let simulation: Simulation
    do throws(ScriptError) {
      simulation = Simulation(try Script(parsing: text, file: script.name), log: log)
    } catch {
      throw Failure(message: error.description)
    }
    var output = StandardOutput()
    try output.print(Trace.columns)
    try simulation.run(rate: hz, until: until) { try output.print($0.row) }
    try output.finish()
    if let callbacks {
      try TextFile.write(log.lines.map { $0 + "\n" }.joined(), to: callbacks)
    }
  }
}
