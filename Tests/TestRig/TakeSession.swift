internal import Glibc
package import OverscrollLab
internal import OverscrollTestSupport
internal import ScrollGeometry
internal import Testing

/// What a QA session has written.
package enum Verdicts {
  /// The verdicts that a report holds, by the ids of the steps.
  package static func stored(in folder: String) -> [String: String] {
    let lines = TextFiles.text(folder + "/results.jsonl").split(separator: "\n")
    return lines.reduce(into: [:]) { results, line in
      guard case .object(let fields)? = JSONValue(parsing: line),
        case .string(let id)? = fields["id"], case .string(let verdict)? = fields["verdict"]
      else { return }
      results[id] = verdict
    }
  }
}

/// The takes that windows write.
extension RunningViewer {
  /// The scripts in a folder, in lines.
  package func scripts(in folder: String) throws -> String {
    try server.run(["sh", "-c", "ls \(folder)/*.script 2>/dev/null || :"])
  }

  /// Waits for a take that is saved in a folder; returns its script.
  package func savedTake(in folder: String) throws -> String {
    var path = ""
    try waitUntil("a saved take") {
      path = try server.run(["sh", "-c", "ls \(folder)/*.callbacks 2>/dev/null || :"])
      return !path.isEmpty
    }
    return path.dropLast("callbacks".count) + "script"
  }
}

/// A window of `overscroll record`, used at random, whose take is then checked without a display.
///
/// Environment variables make the tests long: `TAKE_SEEDS` is a range such as `0-24`, `TAKE_SECONDS` the length of a session,
/// `TAKE_MOTIONS` the length of a drag.
package final class TakeSession {
  package let viewer: RunningViewer
  package let folder = TestFolder.make()
  package let path: String

  /// Whether the environment asks for more than the suite's share.
  package static let isLong = variable("TAKE_SEEDS") != nil
  package static let seconds = variable("TAKE_SECONDS").flatMap(Double.init) ?? 3
  package static let motions = variable("TAKE_MOTIONS").flatMap(Int.init) ?? 1500
  package static let seeds: [UInt64] = {
    let ends = variable("TAKE_SEEDS")?.split(separator: "-").compactMap { UInt64($0) } ?? []
    return ends.count == 2 ? Array(ends[0]...ends[1]) : [0, 1]
  }()

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  package init(on server: DisplayServer) throws {
    path = folder + "/take.script"
    viewer = try RunningViewer(["record", path, "--grid", "4000x4000"], on: server)
  }

  package func script() throws -> Script {
    try Script(parsing: RunningViewer.text(of: path), file: path)
  }

  /// The names of the devices in a take's environment.
  package static func deviceNames(_ take: Script) -> [String]? {
    guard case .object(let environment) = take.header.environment,
      case .array(let devices) = environment["devices"]
    else { return nil }
    return devices.map { device in
      guard case .object(let fields) = device, case .string(let name) = fields["name"] else {
        return ""
      }
      return name
    }
  }

  /// Closes the window and compares the take with what it does without a display.
  package func finish() throws {
    try viewer.settle()
    viewer.program.signal(SIGTERM)
    let summary = try viewer.program.readToEnd()
    let (status, errors) = (try viewer.program.wait(), try viewer.readErrors())
    #expect(status == 0 && errors == "", "\(status) \(errors)")
    #expect(summary.hasPrefix("\(path): ") && summary.hasSuffix(", verified"), "\(summary)")
    let end = try #require(script().end)
    #expect(try RunningViewer.check(path) == "same: \(end.frames) frames, \(end.trace)")
    let comparison = try RunningViewer.run(
      script: """
        for at in frames "$2"; do "$0" simulate "$1" --at "$at" | cmp - "$2" || exit; done
        """,
      [path, path.dropLast("script".count) + "trace"])
    #expect(comparison.status == 0, "\(comparison.output)")
    #expect(end.events >= 5 && end.frames >= 5)
  }
}

// MARK: - Random use

extension TakeSession {
  /// Flicks, grabs again, zooms, double clicks, presses keys and resizes the window at random, and checks the take.
  package func use(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let end = Stopwatch.now + Self.seconds
    repeat { try act(&random) } while Stopwatch.now < end
    try finish()
  }

  private func act(_ random: inout SplitMix64) throws {
    let start = Point(random.number(150, 650).rounded(), random.number(150, 450).rounded())
    switch random.index(9) {
    case 0...2: try flick(from: start, &random)
    case 3:
      // Grabs the content while it flies, holds it, and throws it elsewhere.
      try flick(from: start, &random)
      usleep(UInt32(random.index(250_000)))
      try flick(from: start, &random)
    case 4, 5:
      try viewer.input.move(to: start)
      try viewer.input.wheel(random.pick([-3, -1, 1, 2]), holding: random.pick([["ctrl"], []]))
    case 6:
      try viewer.input.move(to: start)
      for _ in 0..<2 {
        try viewer.input.press()
        try viewer.input.release()
      }
    case 7: try viewer.input.type(random.pick(["Down", "plus", "minus", "Left", "e", "0"]))
    default:
      let size = ["\(500 + random.index(700))", "\(400 + random.index(380))"]
      try viewer.server.run(
        ["xdotool", "search", "--onlyvisible", "--class", "overscroll", "windowsize", "%@"] + size)
    }
    if random.chance(0.3) { usleep(UInt32(random.index(700_000))) }
    // Sometimes a clean start's pause.
    if random.chance(0.05) { usleep(1_200_000) }
  }

  private func flick(from start: Point, _ random: inout SplitMix64) throws {
    let step = Point(random.number(-30, 30).rounded(), random.number(-30, 30).rounded())
    // Negative coordinates would look like options.
    let path = (0..<(3 + random.index(8))).map { index in
      Point(max(0, start.x + step.x * Double(index)), max(0, start.y + step.y * Double(index)))
    }
    try viewer.input.drag(path, milliseconds: 3 + random.index(14))
  }

  /// Pinches with two fingers, flicks with one, scrolls and pinches on a touchpad, turns a high-resolution wheel, and checks the
  /// take.
  package func touch(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let server = viewer.server
    try viewer.input.move(to: Point(400, 300))
    let screen = try InputDevice(.touchscreen, of: server)
    let pad = try InputDevice(.touchpad, of: server)
    let mouse = try InputDevice(.mouse, of: server)
    let end = Stopwatch.now + Self.seconds
    repeat {
      let place = Point(random.number(200, 900), random.number(200, 600))
      switch random.index(5) {
      case 0:
        try screen.touch(0, .begin, at: place)
        try screen.touch(1, .begin, at: place + Point(120, 40))
        let growth = random.number(-6, 14)
        for step in 1...12 {
          pause(&random)
          try screen.touch(0, .update, at: place - Point(growth, 1) * Double(step))
          try screen.touch(1, .update, at: place + Point(120 + growth * Double(step), 40))
        }
        try screen.touch(0, .end, at: place - Point(growth, 1) * 12)
        try screen.touch(1, .end, at: place + Point(120 + growth * 12, 40))
      case 1:
        let step = Point(random.number(-25, 25), random.number(-25, 25))
        try screen.touch(0, .begin, at: place)
        for index in 1...6 {
          pause(&random)
          try screen.touch(0, .update, at: place + step * Double(index))
        }
        try screen.touch(0, .end, at: place + step * 6)
      case 2:
        for _ in 0..<10 {
          pause(&random)
          try pad.scroll(Point(random.number(-0.5, 0.5), random.number(-1, 1)))
        }
        try pad.scroll(.zero)
      case 3:
        try pad.pinch(.begin, scale: 1)
        let scale = random.number(0.5, 2.5)
        for step in 1...8 {
          pause(&random)
          try pad.pinch(
            .update, scale: 1 + (scale - 1) * Double(step) / 8,
            delta: Point(random.number(-3, 3), 1))
        }
        try pad.pinch(.end, scale: scale)
      default: for _ in 0..<4 { try mouse.scroll(Point(0, random.pick([-1, -0.5, 0.25, 1]))) }
      }
      if random.chance(0.4) { usleep(UInt32(random.index(600_000))) }
    } while Stopwatch.now < end
    try finish()
  }

  private func pause(_ random: inout SplitMix64) { usleep(UInt32(4000 + random.index(12_000))) }
}
