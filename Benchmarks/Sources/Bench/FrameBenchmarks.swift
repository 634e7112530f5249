import Foundation

/// The cost of frames, and their latency after input, in real windows.
struct FrameBenchmarks {
  /// The program, which must have been built before.
  var program: String
  /// The windows, in pixels.
  var sizes = [(1920, 1080), (3840, 2160)]
  /// A picture of some fifty megapixels.
  var picture = "Resources/sample.jpg"
  /// What is measured, of "pan", "overlays", "zoom", "fly", "rest", "grid" and "peers".
  var kinds: Set<String> = ["pan", "overlays", "zoom", "fly", "rest", "grid", "peers"]
  /// How many steps a drag has.
  var steps = 180

  /// All numbers by name; times in milliseconds.
  func all(_ tell: (String, Double, String) -> Void) throws {
    for (width, height) in sizes {
      let name = "\(height)p"
      let copy = Self.copyTime(bytes: width * height * 4)
      tell("\(name) memcpy of the window, once a frame", copy, "ms")
      for (label, keys) in kinds.contains("pan") ? Self.scales : [] {
        try pan(name, label, keys, width, height, copy, tell)
      }
      if kinds.contains("zoom") { try zoom(name, width, height, tell) }
      if kinds.contains("fly") { try flights(name, width, height, tell) }
    }
    if kinds.contains("rest") { try motionsAfterRest(tell) }
    if kinds.contains("overlays") { try OverlayBenchmarks(frames: self).all(tell) }
    if kinds.contains("peers") { try PeerBenchmarks(frames: self).all(tell) }
    for side in kinds.contains("grid") ? [1_000, 10_000, 31_623, 100_000] : [] {
      let pixels = side * side / 1_000_000
      let cost = try panCost(side: side)
      tell("pan a grid of \(pixels) MP, client and server", cost, "ms/frame")
    }
  }

  /// The scales at which it is panned, and the keys that lead there from 1:1.
  private static let scales = [
    ("1:1", []), ("1:1 with the HUD", ["d"]), ("0.64", ["o", "o"]), ("1.56", ["i", "i"]),
  ]

  func stage(
    _ width: Int, _ height: Int, on kind: ServerKind = .xvfb(), side: Int = 40_000
  ) throws -> Stage {
    try Stage(
      kind, width: width, height: height,
      command: [
        program, "grid", "--size", "\(side)x\(side)", "--fullscreen", "--frame-log", "LOG",
      ])
  }

  /// Drags slowly to and fro, so that every step changes what is seen.
  private func pan(
    _ name: String, _ label: String, _ keys: [String], _ width: Int, _ height: Int, _ copy: Double,
    _ tell: (String, Double, String) -> Void
  ) throws {
    let (middle, row) = (width / 2, height / 2 + 40)
    let costs = try stage(width, height)
    for key in keys { costs.key(key); costs.settle(0.4) }
    let before = costs.usage()
    _ = drag(costs, from: middle, row, steps: steps, measures: false)
    let after = costs.usage()
    let frames = max((costs.end()["drawn"] ?? 0) - Double(1 + 10 * keys.count), Double(steps))
    let client = (after.main - before.main) / frames * 1000
    let server = (after.server - before.server) / frames * 1000
    tell("\(name) pan \(label), client", client, "ms/frame")
    tell("\(name) pan \(label), server", server, "ms/frame")
    tell("\(name) pan \(label), both", (client + server) / copy, "memcpy")
    let stage = try stage(width, height)
    for key in keys { stage.key(key); stage.settle(0.4) }
    let seen = drag(stage, from: middle, row, steps: steps, measures: true)
    tellLatency("\(name) pan \(label)", seen, tell)
  }

  func tellLatency(
    _ name: String, _ latencies: [Double?], _ tell: (String, Double, String) -> Void
  ) {
    let seen = latencies.compactMap { $0 }.sorted()
    guard !seen.isEmpty else { return }
    tell("\(name), hand to pixel p50", seen[seen.count / 2] * 1000, "ms")
    tell("\(name), hand to pixel p95", seen[seen.count * 95 / 100] * 1000, "ms")
    tell("\(name), steps not seen of \(latencies.count)", Double(latencies.count - seen.count), "")
  }

  /// The way of a step, in pixels, and the time between two, in seconds.
  private static let step = (pixels: 12, seconds: 1.0 / 60)
  /// The time after which a step that shows nothing is abandoned, in seconds.
  private static let timeout = 0.25

  /// Drags with the left button; the latency of each step if it is measured and seen.
  func drag(
    _ stage: Stage, from x: Int, _ y: Int, steps: Int, measures: Bool
  ) -> [Double?] {
    stage.move(x, y)
    stage.button(1, isDown: true)
    for index in 1...4 { stage.move(x + index * 6, y); stage.settle(0.02) }
    stage.settle(0.3)
    var latencies: [Double?] = []
    var place = x + 24
    var start = Clock.now
    for index in 0..<steps {
      start = max(start + Self.step.seconds, Clock.now)
      Stage.wait(until: start)
      let before = measures ? stage.see() : 0
      place += index / 20 % 2 == 0 ? -Self.step.pixels : Self.step.pixels
      let time = Clock.now
      stage.move(place, y)
      latencies.append(measures ? seen(stage, after: time, before) : nil)
    }
    stage.settle(0.2)
    stage.button(1, isDown: false)
    stage.settle(0.5)
    return latencies
  }

  func seen(_ stage: Stage, after time: Double, _ before: UInt64) -> Double? {
    while Clock.now - time < Self.timeout {
      if stage.see() != before { return Clock.now - time }
    }
    return nil
  }

  /// Zooms by the wheel, in and out again.
  private func zoom(
    _ name: String, _ width: Int, _ height: Int, _ tell: (String, Double, String) -> Void
  ) throws {
    let stage = try stage(width, height)
    stage.move(width / 2, height / 2)
    stage.key("Control_L", isDown: true)
    let before = stage.usage()
    for index in 0..<24 {
      let button = index / 6 % 2 == 0 ? 5 : 4
      stage.button(button, isDown: true)
      stage.button(button, isDown: false)
      stage.settle(0.15)
    }
    stage.settle(0.5)
    let after = stage.usage()
    stage.key("Control_L", isDown: false)
    let log = stage.end()
    let frames = max(log["drawn"] ?? 1, 1)
    tell("\(name) zoom, client", (after.main - before.main) / frames * 1000, "ms/frame")
    tell("\(name) zoom, server", (after.server - before.server) / frames * 1000, "ms/frame")
    tell("\(name) zoom, missed of \(Int(log["paced"] ?? 0))", log["missed"] ?? -1, "")
    tell("\(name) zoom, longest draft at rest", log["draft"] ?? 0, "ms")
    try bounce(name, width, height, tell)
    let steps = try self.stage(width, height)
    steps.move(width / 2, height / 2)
    steps.key("Control_L", isDown: true)
    let seen = notches(24, steps)
    steps.key("Control_L", isDown: false)
    tellLatency("\(name) zoom step", seen, tell)
  }

  /// Zooms out beyond the smallest scale, again and again.
  private func bounce(
    _ name: String, _ width: Int, _ height: Int, _ tell: (String, Double, String) -> Void
  ) throws {
    let stage = try stage(width, height)
    stage.move(width / 2, height / 2)
    stage.key("0")
    stage.settle(1.5)
    stage.key("Control_L", isDown: true)
    for index in 0..<18 {
      stage.button(5, isDown: true)
      stage.button(5, isDown: false)
      stage.settle(index % 3 == 2 ? 1 : 0.05)
    }
    stage.key("Control_L", isDown: false)
    let log = stage.end()
    tell("\(name) zoom bounce, missed of \(Int(log["paced"] ?? 0))", log["missed"] ?? -1, "")
    tell("\(name) zoom bounce, longest draft at rest", log["draft"] ?? 0, "ms")
  }

  /// Turns the wheel out and in again, a notch at a time; the latency of each that is seen.
  func notches(_ count: Int, _ stage: Stage) -> [Double?] {
    (0..<count).map { index in
      stage.settle(0.7)
      let before = stage.see()
      let start = Clock.now
      let button = index < count / 2 ? 5 : 4
      stage.button(button, isDown: true)
      stage.button(button, isDown: false)
      return seen(stage, after: start, before)
    }
  }

  /// Flies over a grid, whose tiles are made on the way, and over a picture all of which is in memory.
  private func flights(
    _ name: String, _ width: Int, _ height: Int, _ tell: (String, Double, String) -> Void
  ) throws {
    let command = [
      program, picture, "--zoom", "100%", "--cache-mb", "1024", "--fullscreen", "--frame-log",
      "LOG",
    ]
    for (label, kind) in [
      ("Xvfb", ServerKind.xvfb()), ("Xorg 60 Hz", .xorg(rate: 60)), ("Xorg 144 Hz", .xorg(rate: 144)),
    ] {
      try fly("\(name) \(label), fly over a grid", try stage(width, height, on: kind), tell)
      let stage = try Stage(kind, width: width, height: height, command: command)
      stage.settle(3)
      try fly("\(name) \(label), fly over a picture", stage, tell)
    }
  }

  /// Flicks again and again, until more than six hundred frames have been paced by the display.
  private func fly(
    _ name: String, _ stage: Stage, _ tell: (String, Double, String) -> Void
  ) throws {
    let before = stage.usage()
    try flick(stage)
    let after = stage.usage()
    let log = stage.end()
    let frames = max(log["drawn"] ?? 1, 1)
    tell("\(name), client", (after.main - before.main) / frames * 1000, "ms/frame")
    tell("\(name), server", (after.server - before.server) / frames * 1000, "ms/frame")
    tell("\(name), missed of \(Int(log["paced"] ?? 0))", log["missed"] ?? -1, "")
  }

  /// Flicks up and down by turns, for about twelve seconds.
  func flick(_ stage: Stage) throws {
    let (width, height) = (stage.width, stage.height)
    for index in 0..<6 {
      let way = index % 2 == 0 ? -1 : 1
      let start = height / 2 - way * height / 3
      stage.move(width / 2, start)
      stage.button(1, isDown: true)
      for step in 1...10 {
        stage.move(width / 2, start + way * step * height / 18)
        stage.settle(0.012)
      }
      stage.button(1, isDown: false)
      stage.settle(1.9)
    }
  }

  /// How long after the hand lets go, or after a key, a window at rest shows another picture; within a refresh it should.
  private func motionsAfterRest(_ tell: (String, Double, String) -> Void) throws {
    let (width, height, count) = (1280, 800, 40)
    for (label, kind, rate) in [
      ("Xvfb 60 Hz", ServerKind.xvfb(), 60.0), ("Xvfb 144 Hz", .xvfb(rate: 144), 144),
      ("Xorg 60 Hz", .xorg(rate: 60), 60), ("Xorg 144 Hz", .xorg(rate: 144), 144),
    ] {
      func judge(_ name: String, _ latencies: [Double?]) {
        tellLatency("\(label) \(name)", latencies, tell)
        let late = latencies.filter { ($0 ?? .infinity) > 1 / rate }
        tell("\(label) \(name), later than a refresh of \(latencies.count)", Double(late.count), "")
      }
      let stage = try stage(width, height, on: kind)
      judge("lift", (0..<count).map { _ in lift(stage) })
      let keys = (0..<count / 2).map { _ in
        // Until the indicators have faded, the window is not at rest.
        stage.settle(2)
        let (before, start) = (stage.see(), Clock.now)
        stage.key("j")
        return seen(stage, after: start, before)
      }
      judge("key", keys)
    }
  }

  /// Pulls beyond the upper edge, holds, and lets go: the time until the bounce is seen.
  private func lift(_ stage: Stage) -> Double? {
    let (x, y) = (stage.width / 2, stage.height / 3)
    stage.key("1")
    stage.key("Control_L", isDown: true)
    stage.key("Home")
    stage.key("Control_L", isDown: false)
    stage.settle(1)
    stage.move(x, y)
    stage.button(1, isDown: true)
    for step in 1...12 {
      stage.move(x, y + step * 20)
      stage.settle(0.012)
    }
    stage.settle(0.5)
    let (before, start) = (stage.see(), Clock.now)
    stage.button(1, isDown: false)
    return seen(stage, after: start, before)
  }

  /// The processor time of a frame while a grid of a size is panned at 1:1, in milliseconds.
  private func panCost(side: Int) throws -> Double {
    let stage = try stage(900, 600, side: side)
    _ = drag(stage, from: 450, 300, steps: 60, measures: false)
    let before = stage.usage()
    let frames = drag(stage, from: 450, 300, steps: steps, measures: false).count
    let after = stage.usage()
    let time = after.main - before.main + after.server - before.server
    return time / Double(frames) * 1000
  }

  /// How long a copy of so many bytes takes that is made once a frame, as the window's is, in milliseconds.
  ///
  /// Copies one right after the other take less, for the processor does not wake up for each.
  private static func copyTime(bytes: Int) -> Double {
    let from = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    let to = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    defer { from.deallocate(); to.deallocate() }
    memset(from, 1, bytes)
    memset(to, 2, bytes)
    let times = (0..<60).map { _ in
      usleep(UInt32(step.seconds * 1e6))
      let start = Clock.now
      memcpy(to, from, bytes)
      return Clock.now - start
    }
    return times.sorted()[times.count / 2] * 1000
  }
}
