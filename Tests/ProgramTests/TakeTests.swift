import Geometry
import Glibc
import Stage
import TestFiles
import TestRandom
import TestRig
import Testing

extension `In a real window a grid` {
  @Suite struct `that is recorded` {
    /// The number of random sessions: `TAKE_SEEDS`, or 2.
    private static let seeds = Array(
      0..<(getenv("TAKE_SEEDS").flatMap { UInt64(String(cString: $0)) } ?? 2))

    /// Flicks, zooms, double clicks and presses keys at random.
    private func use(_ viewer: RunningViewer, _ random: inout SplitMix64) throws {
      for _ in 0..<9 {
        let start = Point(random.number(200, 1000).rounded(), random.number(200, 600).rounded())
        switch random.index(6) {
        case 0...2:
          let step = Point(random.number(-40, 40).rounded(), random.number(-40, 40).rounded())
          try viewer.input.drag(
            (0..<8).map { start + step * Double($0) }, milliseconds: 4 + random.index(14))
        case 3:
          try viewer.input.move(to: start)
          try viewer.input.wheel(random.pick([-3, -1, 1, 2]), holding: ["ctrl"])
        case 4:
          try viewer.input.move(to: start)
          for _ in 0..<2 {
            try viewer.input.press()
            try viewer.input.release()
          }
        default: try viewer.input.type(random.pick(["Down", "plus", "minus", "Left", "e"]))
        }
        if random.chance(0.3) { usleep(UInt32(random.index(700_000))) }
      }
    }

    private func check(_ script: String) throws -> String {
      try RunningViewer.run(["replay", script, "--check"]).output
    }

    @Test(arguments: seeds)
    func `replays without a display to the last bit`(seed: UInt64) throws {
      let folder = TestFolder.make()
      let script = folder + "/take.script"
      var random = SplitMix64(seed: seed)
      let viewer = try RunningViewer(["record", script, "--grid", "4000x4000"])
      try use(viewer, &random)
      try viewer.settle()
      viewer.program.signal(SIGTERM)
      let summary = try viewer.program.readToEnd()
      #expect(try viewer.program.wait() == 0)
      #expect(try viewer.readErrors() == "")
      #expect(summary.hasPrefix("\(script): ") && summary.hasSuffix(", verified"), "\(summary)")
      let take = try Script(parsing: RunningViewer.text(of: script), file: script)
      let end = try #require(take.end)
      #expect(try check(script) == "same: \(end.frames) frames, \(end.trace)")
      let frames = try RunningViewer.run(["simulate", script, "--at", "frames"]).output
      #expect(frames + "\n" == (try RunningViewer.text(of: folder + "/take.trace")))
      #expect(end.events >= 10 && end.frames >= 10)
    }

    @Test func `is there to be saved after it was seen, by F2`() throws {
      let folder = TestFolder.make()
      let viewer = try RunningViewer([
        "grid", "--size", "20000x20000", "--takes", folder + "/takes",
      ])
      try viewer.input.drag((0..<8).map { Point(600, 500 - 40 * Double($0)) })
      try viewer.settle()
      try viewer.input.type("F2")
      var script = ""
      try waitUntil("a saved take") {
        script = try viewer.server.run(["sh", "-c", "ls \(folder)/takes/*.script 2>/dev/null || :"])
        return !script.isEmpty
      }
      let take = try Script(parsing: RunningViewer.text(of: script), file: script)
      #expect(take.end?.reason == .saved)
      #expect(abs((take.events.first?.time ?? 0) - 0.1) < 1e-9)
      #expect(try check(script).hasPrefix("same: "))
      #expect(
        try RunningViewer.text(of: script.dropLast(6) + "callbacks").contains("DidEndDragging"))
    }

    @Test func `is kept up to about its end when the program is killed`() throws {
      let folder = TestFolder.make()
      let viewer = try RunningViewer([
        "grid", "--size", "20000x20000", "--takes", folder + "/takes",
      ])
      try viewer.input.type("F3")
      try viewer.input.drag((0..<8).map { Point(600, 500 - 40 * Double($0)) })
      try viewer.settle()
      // The writer's pause is a quarter of a second.
      var script = ""
      try waitUntil("the frames on the disk") {
        script = try viewer.server.run(["sh", "-c", "ls \(folder)/takes/*.script 2>/dev/null || :"])
        guard !script.isEmpty else { return false }
        return try RunningViewer.text(of: script).contains("\"ended\"")
      }
      usleep(500_000)
      viewer.program.signal(SIGKILL)
      _ = try viewer.program.wait()
      #expect(try Script(parsing: RunningViewer.text(of: script), file: script).end == nil)
      #expect(try check(script).hasPrefix("same: "))
    }
  }
}
