import Foundation

/// The cost of recording during input, and that of an idle window.
struct RecorderBenchmarks {
  /// What drags windows, and the program.
  var frames: FrameBenchmarks
  /// How many motions a measured drag has, and how many a second.
  private static let motions = (count: 60_000, rate: 12_000.0)

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

  /// The main thread's time for a motion, from many more than a user makes.
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
