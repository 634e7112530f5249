import ArgumentParser
import Files
import Lab

/// `overscroll simulate`: replays scripted input without a display and prints the trace.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Replay scripted input on a scroll view and print a trace.",
    discussion: "Stops after the last event, once the scroll view is at rest. The trace is CSV.")

  /// The sample rates that are accepted, in hertz. [C]
  private static let rates = 0.001...1_000_000.0

  @Argument(help: "A script; - for standard input.")
  var script: FilePath

  @Option(help: "Samples per second.")
  var hz = 60.0

  @Option(help: "Stop after this many seconds of simulated time.")
  var until: Double?

  @Option(help: "Write the delegate's callbacks to this file as JSON Lines.")
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
    Interruption.deleteUnfinishedFiles()
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
