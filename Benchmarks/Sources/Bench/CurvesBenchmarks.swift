import Foundation

/// What the curves cost: shown beside a moving picture, plotted, and compared.
struct CurvesBenchmarks {
  var frames: FrameBenchmarks
  private var program: String { frames.program }

  /// The height of the panel at a scale of 1, in pixels.
  private static let panel = 220

  init(program: String) {
    frames = FrameBenchmarks(program: program)
  }

  /// All numbers by name, with the goal of each where there is one.
  func all(_ tell: (String, Double, String, Double?) -> Void) throws {
    try pan(tell)
    try fly(tell)
    try plot(tell)
  }

  // MARK: - Beside a moving picture

  private func stage(_ kind: ServerKind, height: Int, curves: Bool) throws -> Stage {
    try Stage(
      kind, width: 1920, height: height,
      command: [
        program, "grid", "--size", "40000x40000", "--fullscreen", "--frame-log", "LOG",
      ] + (curves ? ["--panels", "curves"] : []))
  }

  /// Pans at 1:1 in a window of one size with and without curves, and beside a picture of the same size.
  ///
  /// The windows are panned by turns, and each drag is compared with the one right before it: what else the machine does
  /// changes more from minute to minute than the curves cost.
  private func pan(_ tell: (String, Double, String, Double?) -> Void) throws {
    let stages = try [
      stage(.xvfb(), height: 1080, curves: true), stage(.xvfb(), height: 1080, curves: false),
      stage(.xvfb(), height: 1080 - Self.panel, curves: false),
    ]
    // The first drag finds the range of values.
    for stage in stages { _ = frames.drag(stage, from: 960, 400, steps: 90, measures: false) }
    let rounds = (0..<Self.rounds).map { _ in stages.map(panCost) }
    let more = { (other: Int) in
      median(rounds.map { $0[0].client - $0[other].client })
    }
    let ratio = { (other: Int) in
      median(
        rounds.map { ($0[0].client + $0[0].server) / ($0[other].client + $0[other].server) })
    }
    tell("1080p pan 1:1 with curves, client more", more(1), "ms/frame", 0.25)
    tell("1080p pan 1:1 with curves, client and server", ratio(1), "of without", 1.15)
    tell("… beside a picture as large as without, client more", more(2), "ms/frame", nil)
    tell("… client and server", ratio(2), "of without", nil)
  }

  /// How often each window is panned; the median counts.
  private static let rounds = 7

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// The processor time of a frame of a drag, in milliseconds.
  private func panCost(_ stage: Stage) -> (client: Double, server: Double) {
    let before = stage.usage()
    let steps = frames.drag(stage, from: 960, 400, steps: frames.steps, measures: false).count
    let after = stage.usage()
    let each = 1000 / Double(steps)
    return ((after.main - before.main) * each, (after.server - before.server) * each)
  }

  /// Flicks with curves until six hundred frames have been paced by the display.
  private func fly(_ tell: (String, Double, String, Double?) -> Void) throws {
    for rate in [60, 144] {
      let stage = try stage(.xorg(rate: rate), height: 1080, curves: true)
      try frames.flick(stage)
      let log = stage.end()
      let paced = max(log["paced"] ?? 1, 1)
      tell(
        "1080p \(rate) Hz, fly with curves, missed of \(Int(paced))", log["missed"] ?? -1, "",
        rate == 60 ? 0 : paced / 100)
    }
  }

  // MARK: - Files

  private func plot(_ tell: (String, Double, String, Double?) -> Void) throws {
    let folder = NSTemporaryDirectory() + "/overscroll-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (short, other, long) = (folder + "/a.trace", folder + "/b.trace", folder + "/long.trace")
    try writeTrace(short, rows: 10_000, phase: 0)
    try writeTrace(other, rows: 10_000, phase: 1e-4)
    try writeTrace(long, rows: 1_000_000, phase: 0)
    let out = folder + "/plot.svg"
    let one = try best { try run("plot", short, "-o", out) }
    tell("plot 10 000 rows", one.seconds, "s", 0.2)
    let million = try best { try run("plot", long, "-o", out) }
    tell("plot 1 000 000 rows", million.seconds, "s", 2)
    tell("plot 1 000 000 rows, memory", million.megabytes, "MB", 200)
    let pair = try best { try run("compare", short, other, "--plot", "none") }
    tell("compare 2 × 10 000 rows", pair.seconds, "s", 0.1)
  }

  private func best(_ body: () throws -> (seconds: Double, megabytes: Double)) rethrows
    -> (seconds: Double, megabytes: Double)
  {
    let runs = try (0..<3).map { _ in try body() }
    return runs.min { $0.seconds < $1.seconds } ?? (0, 0)
  }

  /// Runs the program to its end; its time, and the most memory it had.
  private func run(_ arguments: String...) throws -> (seconds: Double, megabytes: Double) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let start = Clock.now
    try process.run()
    let path = "/proc/\(process.processIdentifier)/status"
    var peak = 0.0
    while process.isRunning {
      let status = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
        peak = max(peak, Double(line.split(separator: " ")[1]) ?? 0)
      }
      usleep(2000)
    }
    process.waitUntilExit()
    return (Clock.now - start, peak / 1024)
  }

  /// Writes a trace of a scroll view that swings.
  private func writeTrace(_ path: String, rows: Int, phase: Double) throws {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    var text =
      "t,phase,offset_x,offset_y,velocity_x,velocity_y,zoom,tracking,dragging,decelerating,zooming,"
      + "zoom_bouncing,indicator_v_y,indicator_v_length,indicator_v_alpha,indicator_h_x,"
      + "indicator_h_length,indicator_h_alpha,law_velocity_x,law_velocity_y\n"
    for row in 0..<rows {
      let time = Double(row) / 240
      text += String(
        format: "%.9f,dragging,%.9f,%.9f,%.9f,%.9f,1.000000000,1,1,0,0,0,%.9f,36.000000000,"
          + "1.000000000,0.000000000,36.000000000,0.000000000,0.000000000,0.000000000\n",
        time, 900 * sin(time), 1200 * cos(time * 0.7 + phase), 900 * cos(time),
        -840 * sin(time * 0.7), 40 * sin(time))
      if text.utf8.count > 1 << 20 {
        try file.write(contentsOf: Data(text.utf8))
        text = ""
      }
    }
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }
}
