import ArgumentParser
import OverscrollBase
import OverscrollLab
import OverscrollLabPages
import OverscrollShell

/// `overscroll simulate`: replays scripted input without a display and prints the trace.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Replay scripted input on a scroll view and print a trace.",
    discussion: "Stops after the last event, once the scroll view is at rest. The trace is CSV.")

  /// The sample rates that are accepted, in hertz. [C]
  private static let rates = 0.001...1_000_000.0

  @Argument(help: "A script; - for standard input.")
  var script: FilePath?

  @Option(help: "Simulate the demo of this scene instead of a script.")
  var scene: String?

  @Option(help: "Samples per second.")
  var hz = 60.0

  @Option(help: "Stop after this many seconds of simulated time.")
  var until: Double?

  @Option(
    help:
      "Write the delegate's callbacks to this file as JSON Lines; - prints them instead of the trace."
  )
  var callbacks: FilePath?

  @Option(
    help: ArgumentHelp(
      "Sample at the recorded frames, or at the times of a trace or recording, instead of --hz.",
      valueName: "frames|reference"))
  var at: FilePath?

  @Option(help: "The name of the scroll view to sample.")
  var view: String?

  @Option(help: "Set the properties in this file before starting.", completion: .file())
  var with: FilePath?

  @Option(help: "Set a property before starting: KEY=VALUE, with the value as JSON or a bare word.")
  var set: [Assignment] = []

  @Option(
    help: "Write a plot to this file: .svg, .png or .pdf; - prints it as SVG instead of the trace.")
  var plot: FilePath?

  mutating func validate() throws {
    guard (script == nil) != (scene == nil) else {
      throw ValidationError("Specify a script or --scene NAME.")
    }
    guard Self.rates.contains(hz) else {
      throw ValidationError("--hz must be from 0.001 to 1000000.")
    }
    guard [callbacks, plot].count(where: { $0 == StandardOutput.argument }) <= 1 else {
      throw ValidationError("Only one of --callbacks and --plot can be -, for standard output.")
    }
    guard until.map({ $0.isFinite && $0 >= 0 }) ?? true else {
      throw ValidationError("--until must be 0 or more seconds.")
    }
  }

  mutating func run() throws {
    try Failure.refuse([callbacks, plot], over: [script, with, at])
    Interruption.deleteUnfinishedFiles()
    var (script, name) = try subject()
    if let with { script.header = script.header.with(try LabFiles.parameters(with)) }
    for assignment in set { script.header = try assignment.applied(to: script.header) }
    if let view, !script.header.scrollViewNames.contains(view) {
      throw Failure(message: "\(name): has no scroll view named \"\(view)\"")
    }
    if at == nil {
      do throws(Simulation.TooManyRows) {
        try Simulation.checkRows(of: script, rate: hz, until: until)
      } catch {
        throw Failure(message: "\(name): \(error.problem); use a lower --hz or --until")
      }
    }
    let log = CallbackLog()
    let simulation = Simulation(script, view: view, log: log)
    var output = StandardOutput()
    var trace = Trace()
    let keeps = plot != nil
    let printsTrace = ![callbacks, plot].contains(StandardOutput.argument)
    let rows = at == FilePath("frames") ? nil : try at.map { try LabFiles.series($0) }
    let samplesFrames = at != nil && (rows.map { script.hasFrames(at: $0.times) } ?? true)
    let version = samplesFrames && script.isPresented ? Trace.Version.third : .second
    let row = { (sample: Trace.Sample) throws in
      if printsTrace { try output.print(sample.row(version)) }
      if keeps { trace.samples.append(sample) }
    }
    if printsTrace { try output.print(version.columns) }
    if samplesFrames {
      try simulation.runFrames(row)
    } else if let rows {
      for (time, exact) in zip(rows.times, script.exact(rows.times, within: rows.timeRounding)) {
        var sample = simulation.shown(at: exact)
        sample.time = time
        try row(sample)
      }
    } else {
      try simulation.run(rate: hz, until: until, row)
    }
    try output.finish()
    if let callbacks {
      try TextFile.write(log.lines.map { $0 + "\n" }.joined(), to: callbacks)
    }
    if let plot {
      let series = Series(
        trace.samples, name: name, touches: Series.touches(of: script),
        header: script.header)
      var chart = Chart([series], title: series.name)
      chart.gestures = Measurements(series).gestures
      try ChartFile.write(chart, to: plot)
    }
  }

  /// The script to simulate, and its name.
  private func subject() throws(Failure) -> (script: Script, name: String) {
    if let script { return (try LabFiles.script(script), script.lastComponent.name) }
    let name = scene ?? ""
    return (try LabFiles.demo(of: name), name)
  }
}

/// A property, or a parameter of a scene, and its value on the command line.
struct Assignment: ExpressibleByArgument {
  private var name: String
  private var value: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    name = String(parts[0])
    value = String(parts[1])
  }

  /// Returns a header with the value set.
  func applied(to header: Script.Header) throws(Failure) -> Script.Header {
    let known = header.assignableNames
    guard known.contains(name) else {
      throw Failure(
        message: "--set \(name)=\(value): unknown key \"\(name)\"; the keys are "
          + known.joined(separator: ", "))
    }
    let json = JSONValue(parsing: value[...]) ?? .string(value)
    do throws(ScriptError) {
      if name.hasPrefix("scene.") {
        return try header.with(sceneParameter: name, json, file: "--set")
      }
      var object = JSONObject()
      object.add(name, json: json.text)
      let settings = try Script.Header.settings(parsing: object.text, file: "--set")
      guard let setting = settings.first else {
        throw ScriptError(file: "--set", line: 1, problem: "\(name) has no value")
      }
      return header.with([setting])
    } catch {
      throw Failure(message: "--set \(name)=\(value): \(error.problem)")
    }
  }
}
