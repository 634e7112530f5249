import Foundation

/// What recording costs while the hand moves, how quickly takes are performed again, and what an idle window costs.
struct RecorderBenchmarks {
  /// What drags windows, and the program.
  var frames: FrameBenchmarks
  /// How many motions a measured drag has, and how many a second.
  private static let motions = (count: 60_000, rate: 12_000.0)
  /// The length of the take that is performed, in seconds, with 125 events and 60 frames a second.
  private static let takeLength = 120.0

  /// The ways to use a window.
  private enum Recording: String, CaseIterable {
    case off = "no recorder"
    case flight = "flight recorder"
    case file = "F3"
  }

  /// All numbers by name.
  func all(_ tell: (String, Double, String) -> Void) throws {
    try latency(tell)
    try eventCost(tell)
    try replay(tell)
    try idle(tell)
  }

  private func stage(_ recording: Recording) throws -> Stage {
    let stage = try Stage(
      width: 1920, height: 1080,
      command: [
        frames.program, "grid", "--size", "40000x40000", "--fullscreen", "--frame-log", "LOG",
        "--recorder", recording == .off ? "off" : "on", "--takes", NSTemporaryDirectory(),
      ])
    if recording == .file { stage.key("F3") }
    stage.settle(0.5)
    return stage
  }

  /// Hand to pixel with and without a recorder, in turns, since machines change their speed.
  private func latency(_ tell: (String, Double, String) -> Void) throws {
    var seen: [Recording: [Double]] = [:]
    for _ in 0..<3 {
      for recording in Recording.allCases {
        let stage = try stage(recording)
        let steps = frames.drag(stage, from: 960, 580, steps: 120, measures: true)
        seen[recording, default: []] += steps.compactMap(\.self)
      }
    }
    for (name, part) in [("p50", 0.5), ("p95", 0.95)] {
      let times = seen.mapValues { $0.sorted()[Int(part * Double($0.count - 1))] }
      for recording in Recording.allCases {
        tell("\(recording.rawValue), hand to pixel \(name)", (times[recording] ?? 0) * 1000, "ms")
      }
      for recording in [Recording.flight, .file] {
        let ratio = (times[recording] ?? 0) / (times[.off] ?? 1)
        tell("\(recording.rawValue), hand to pixel \(name)", ratio, "times that without")
      }
    }
  }

  /// The main thread's time for a motion, from many more than a hand makes.
  private func eventCost(_ tell: (String, Double, String) -> Void) throws {
    var costs: [Recording: [Double]] = [:]
    for _ in 0..<3 {
      for recording in Recording.allCases {
        let stage = try stage(recording)
        costs[recording, default: []].append(mainTime(stage) / Double(Self.motions.count) * 1e6)
      }
    }
    let least = costs.mapValues { $0.min() ?? 0 }
    for recording in Recording.allCases {
      tell("\(recording.rawValue), main thread, frames included", least[recording] ?? 0, "µs/event")
    }
    for recording in [Recording.flight, .file] {
      let more = (least[recording] ?? 0) - (least[.off] ?? 0)
      tell("\(recording.rawValue), main thread, beyond no recorder", more, "µs/event")
    }
  }

  /// The main thread's time during a drag of many motions, in seconds.
  private func mainTime(_ stage: Stage) -> Double {
    stage.move(960, 540)
    stage.button(1, isDown: true)
    stage.settle(0.2)
    let before = stage.usage().main
    let start = Clock.now
    for index in 0..<Self.motions.count {
      stage.move(700 + index % 500, 540 + index % 3)
      if index % 12 == 0 { Stage.wait(until: start + Double(index) / Self.motions.rate) }
    }
    stage.settle(1)
    let time = stage.usage().main - before
    stage.button(1, isDown: false)
    return time
  }

  /// How much faster than in the window a take is performed: the time beyond reading it.
  private func replay(_ tell: (String, Double, String) -> Void) throws {
    let path = NSTemporaryDirectory() + "/overscroll-bench-\(UUID().uuidString).script"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Self.take().write(toFile: path, atomically: true, encoding: .utf8)
    let reading = try time(["simulate", path, "--until", "0"])
    let all = try time(["simulate", path, "--at", "frames"])
    tell("replay, reading a take", Self.takeLength / reading, "times real time")
    tell(
      "replay, performing it and writing its trace", Self.takeLength / (all - reading),
      "times real time")
    tell("replay, altogether", Self.takeLength / all, "times real time")
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

  /// Drags and flicks of a second each.
  private static func take() -> String {
    var text = #"{"overscroll":2,"viewport":[1280,800],"content":[40000,40000]}"# + "\n"
    var events: [(time: Double, line: String)] = []
    for second in 0..<Int(takeLength) {
      for step in 0..<125 {
        let time = Double(second) + Double(step) / 125
        let phase = step == 0 ? "began" : step < 60 ? "moved" : step == 60 ? "ended" : nil
        guard let phase else { continue }
        let y = 700 - Double(step) * (second % 2 == 0 ? 9 : -3)
        events.append((time, #""touch":"\#(phase)","id":-1,"at":[600,\#(y)]"#))
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

  /// What a window costs in which nothing moves.
  private func idle(_ tell: (String, Double, String) -> Void) throws {
    let stage = try stage(.flight)
    _ = frames.drag(stage, from: 960, 580, steps: 20, measures: false)
    stage.settle(4)
    let before = (stage.usage().program, stage.wakeUps)
    stage.settle(5)
    let after = (stage.usage().program, stage.wakeUps)
    tell("idle, processor", (after.0 - before.0) / 5 * 100, "%")
    tell("idle, wake-ups in 5 s", Double(after.1 - before.1), "")
  }
}
