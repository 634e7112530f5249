import ArgumentParser
import Glibc
import Lab

/// `overscroll simulate`: a script in, a trace out, no screen needed.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Let a script happen to a scroll view and print the trace.",
    discussion: "Ends when nothing moves any more after the last event. The trace is CSV.")

  @Argument(help: "The script; - is standard input.")
  var script: String

  @Option(help: "Samples a second.")
  var hz = 60.0

  @Option(help: "Stop after this many seconds.")
  var until: Double?

  @Option(help: "Write the callbacks to this file, as JSON Lines.")
  var callbacks: String?

  mutating func validate() throws {
    guard hz.isFinite, hz > 0, hz <= 1_000_000 else {
      throw ValidationError("--hz takes a number above 0, and at most 1000000.")
    }
    guard until.map({ $0.isFinite && $0 >= 0 }) ?? true else {
      throw ValidationError("--until takes a number of seconds, 0 or more.")
    }
  }

  mutating func run() throws {
    let name = script == "-" ? "standard input" : script
    let text = try TextFile.read(script)
    let log = CallbackLog()
    do throws(ScriptError) {
      let simulation = Simulation(try Script(parsing: text, file: name), log: log)
      print(Trace.columns)
      simulation.run(rate: hz, until: until) { print($0.row) }
    } catch {
      throw Failure(sentence: error.description)
    }
    if let callbacks {
      try TextFile.write(log.lines.map { $0 + "\n" }.joined(), to: callbacks)
    }
  }
}
