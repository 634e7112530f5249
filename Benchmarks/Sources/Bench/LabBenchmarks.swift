import Foundation

/// What replays and scenes cost: two sides beside one, panels, performing a take, going to a time, and resting.
struct LabBenchmarks {
  var frames: FrameBenchmarks
  /// The length of a take, in seconds, with 125 events and 60 frames a second; a short one plays in a window.
  private static let length = (long: 120, window: 8)

  init(program: String) {
    frames = FrameBenchmarks(program: program)
  }

  /// All numbers by name, with the goal of each where there is one.
  func all(_ tell: (String, Double, String, Goal?) -> Void) throws {
    let folder = NSTemporaryDirectory() + "/overscroll-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try wipe(folder, tell)
    try panels(folder, tell)
    for (name, scene, goal) in [("plain take", nil, 1000.0), ("scene", "endless", 200)] {
      let path = folder + "/long.script"
      try Self.take(scene: scene, seconds: Self.length.long).write(
        toFile: path, atomically: true, encoding: .utf8)
      try perform(path, name, goal, tell)
      try seek(path, name, scene == nil ? 16.7 : 60, tell)
    }
    try idle(tell)
  }

  // MARK: - Frames

  /// Plays a take with and without another side.
  private func wipe(_ folder: String, _ tell: (String, Double, String, Goal?) -> Void) throws {
    let path = folder + "/window.script"
    try Self.take(scene: nil, seconds: Self.length.window).write(
      toFile: path, atomically: true, encoding: .utf8)
    let command = ["replay", path, "--loop"]
    let one = try playCost(command)
    let two = try playCost(command + ["--with", #"{"decelerationRate":"fast"}"#])
    tell("replay with a wipe, client and server", two / one, "of without", .atMost(1.3))
  }

  private func playCost(_ command: [String]) throws -> Double {
    let stage = try Stage(width: 1920, height: 1080, command: [frames.program] + command)
    stage.settle(1)
    let before = stage.usage()
    stage.settle(Double(Self.length.window))
    let after = stage.usage()
    return after.main - before.main + after.server - before.server
  }

  /// Plays a scene's take with and without panels.
  private func panels(
    _ folder: String, _ tell: (String, Double, String, Goal?) -> Void
  ) throws {
    let path = folder + "/window.script"
    try Self.take(scene: "endless", seconds: Self.length.window).write(
      toFile: path, atomically: true, encoding: .utf8)
    let command = ["replay", path, "--loop"]
    let plain = try playCost(command)
    let panels = try playCost(command + ["--panels", "log,parameters"])
    tell("scene with log and parameters", panels / plain, "of without", .atMost(1.25))
  }

  // MARK: - Time

  /// How much faster than in the window a take is performed: the time beyond reading it.
  private func perform(
    _ path: String, _ name: String, _ goal: Double,
    _ tell: (String, Double, String, Goal?) -> Void
  ) throws {
    let reading = try time(["simulate", path, "--until", "0"])
    let all = try time(["simulate", path, "--at", "frames"])
    let length = Double(Self.length.long)
    tell("\(name), read", length / reading, "times real", nil)
    tell(
      "\(name), performed, with its trace", length / max(all - reading, 1e-6), "times real",
      .atLeast(goal))
    tell("\(name), read and performed", length / all, "times real", nil)
  }

  /// The shortest time of five runs, in seconds.
  private func time(_ arguments: [String]) throws -> Double {
    try (0..<5).map { _ in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: frames.program)
      process.arguments = arguments
      process.standardOutput = FileHandle.nullDevice
      let start = Clock.now
      try process.run()
      process.waitUntilExit()
      return Clock.now - start
    }.min() ?? 0
  }

  /// From a click on the timeline of a paused take to the pixels of that time.
  private func seek(
    _ path: String, _ name: String, _ goal: Double,
    _ tell: (String, Double, String, Goal?) -> Void
  ) throws {
    let stage = try Stage(
      width: 1920, height: 1080,
      command: [frames.program, "replay", path, "--paused", "--fullscreen"])
    stage.settle(4)
    var times: [Double] = []
    for index in 0..<60 {
      // Up and down the take, never to the same time.
      stage.move(700 + index * 379 % 1100, 1080 - 14)
      stage.settle(0.1)
      let before = stage.see()
      let start = Clock.now
      stage.button(1, isDown: true)
      if let seen = frames.seen(stage, after: start, before) { times.append(seen) }
      stage.button(1, isDown: false)
      stage.settle(0.1)
    }
    times.sort()
    tell("\(name), seeks seen of 60", Double(times.count), "", nil)
    guard !times.isEmpty else { return }
    tell("\(name), a seek to its pixels, p50", times[times.count / 2] * 1000, "ms", .atMost(goal))
    tell("\(name), a seek to its pixels, p95", times[times.count * 19 / 20] * 1000, "ms", nil)
  }

  /// What a window with all panels costs in which nothing moves.
  private func idle(_ tell: (String, Double, String, Goal?) -> Void) throws {
    let stage = try Stage(
      width: 1920, height: 1080,
      command: [frames.program, "scene", "boxes", "--panels", "curves,log,parameters,touches"])
    stage.settle(6)
    let before = (stage.usage(), stage.wakeUps)
    stage.settle(5)
    let after = (stage.usage(), stage.wakeUps)
    tell("idle with all panels, wake-ups in 5 s", Double(after.1 - before.1), "", .atMost(0))
    tell(
      "idle with all panels, processor", (after.0.program - before.0.program) / 5 * 100, "%",
      .atMost(0))
    tell(
      "idle with all panels, the server's processor",
      (after.0.server - before.0.server) / 5 * 100, "%", nil)
  }

  // MARK: - Takes

  /// Drags and flicks of a second each.
  private static func take(scene: String?, seconds: Int) -> String {
    let content = scene.map { #""scene":"\#($0)""# } ?? #""content":[40000,40000]"#
    var text = #"{"overscroll":2,"viewport":[1280,800],\#(content)}"# + "\n"
    var events: [(time: Double, line: String)] = []
    for second in 0..<seconds {
      for step in 0..<125 {
        let time = Double(second) + Double(step) / 125
        let phase = step == 0 ? "began" : step < 60 ? "moved" : step == 60 ? "ended" : nil
        guard let phase else { continue }
        // In a plain take down its content, in a scene along the street.
        let way = Double(step) * (second % 2 == 0 ? 9 : -3)
        let place = scene == nil ? "600,\(700 - way)" : "\(400 - way / 2),160"
        events.append((time, #""touch":"\#(phase)","id":-1,"at":[\#(place)]"#))
      }
      for frame in 0..<60 {
        let time = Double(second) + Double(frame) / 60
        events.append((time, #""frame":\#(second * 60 + frame),"age":0.004"#))
      }
    }
    for event in events.sorted(by: { $0.time < $1.time }) {
      text += "{\"t\":\(event.time),\(event.line)}\n"
    }
    return text
  }
}

/// What a number is to be.
enum Goal {
  case atMost(Double), atLeast(Double)

  var text: String {
    switch self {
    case .atMost(let value): "≤ \(fixed(value, value < 0.1 ? 3 : 2))"
    case .atLeast(let value): "≥ \(fixed(value, 0))"
    }
  }
}
