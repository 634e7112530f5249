import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

extension `A grid in a window` {
  @Suite struct `that is recorded` {
    @Test func `is there to be saved after it was seen, by Ctrl+F2`() throws {
      let folder = TestFolder.make()
      let viewer = try HeadlessViewer([
        "grid", "--size", "20000x20000", "--takes", folder + "/takes",
      ])
      try viewer.input.drag((0..<8).map { Point(600, 500 - 40 * Double($0)) })
      try viewer.settle()
      try viewer.input.type("ctrl+F2")
      let script = try viewer.savedTake(in: folder + "/takes")
      let take = try Script(parsing: RunningViewer.text(of: script), file: script)
      #expect(take.end?.reason == .saved)
      #expect(abs((take.events.first?.time ?? 0) - 0.1) < 1e-9)
      #expect(try RunningViewer.check(script).hasPrefix("same: "))
      #expect(
        try RunningViewer.text(of: script.dropLast(6) + "callbacks").contains("DidEndDragging"))
    }

    @Test func `shows statistics without those of files`() throws {
      let record = ["record", TestFolder.make() + "/t.script", "--grid", "3000x3000"]
      for (command, hasMore) in [(record, false), (["grid", "--size", "3000x3000"], true)] {
        let shots = try [[], ["--hud"]].map {
          try HeadlessViewer(command + ["--zoom", "100%"] + $0).settle()
        }
        // The left edge of the panel, in its first rows and in those that the lab does not have.
        let columns = shots.map { shot in
          [(30..<70), (150..<190)].map { $0.map { shot.pixel(x: 15, y: $0) } }
        }
        #expect(columns[0][0] != columns[1][0])
        #expect((columns[0][1] != columns[1][1]) == hasMore)
      }
    }

    @Test func `keeps the takes that had its name before`() throws {
      let folder = TestFolder.make()
      var texts: [String] = []
      for index in 1...3 {
        let viewer = try HeadlessViewer(["record", folder + "/t.script", "--grid", "20000x20000"])
        try viewer.input.drag((0..<8).map { Point(600, 500 - 10 * Double(index * $0)) })
        try viewer.settle()
        let output = try viewer.finish()
        texts.append(try RunningViewer.text(of: folder + "/t.script"))
        let words = "; the take that was there before is now \(folder)/t-\(index).script"
        #expect(output.hasSuffix(index > 1 ? "verified" + words : "verified"), "\(output)")
      }
      #expect(Set(texts).count == 3)
      for (name, text) in zip(["t-2.script", "t-3.script", "t.script"], texts) {
        #expect(try RunningViewer.text(of: folder + "/" + name) == text)
        #expect(try RunningViewer.check(folder + "/" + name).hasPrefix("same: "))
      }
    }

    @Test func `that follows another in one window has a file of its own`() throws {
      let folder = TestFolder.make()
      let viewer = try HeadlessViewer(["record", folder + "/t.script", "--grid", "20000x20000"])
      var first = ""
      for name in ["t.script", "t-2.script", "t-3.script"] {
        if name != "t.script" { try viewer.input.type("F3") }
        try viewer.input.drag((0..<8).map { Point(600, 500 - 40 * Double($0)) })
        try viewer.settle()
        try viewer.waitUntil("a saved take", after: "F3") {
          let text = TextFiles.textIfPresent(folder + "/" + name) ?? ""
          return text.contains("\"end\"")
        }
        try viewer.settle()
        if first.isEmpty { first = try RunningViewer.text(of: folder + "/t.script") }
        #expect(try RunningViewer.check(folder + "/" + name).hasPrefix("same: "))
      }
      #expect(try RunningViewer.text(of: folder + "/t.script") == first)
    }
  }
}
