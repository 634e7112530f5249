import Glibc
import OverscrollLab
import OverscrollShell
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollLabPages

extension `In a real window a grid` {
  @Suite struct `of a QA session` {
    /// The middle of a step's viewport, in a window that is as large as it opens.
    private func middle(_ plan: QAPlan, scene: String) throws -> Point {
      let areas: Set<DockLayout.Area> = [.parameters, .log, .qaBar]
      let size = DockLayout.initialSize(
        viewport: QAWindow.room(for: plan), areas: areas, screen: Size(width: 1280, height: 800))
      let card = try #require(Scenes.all.scene(scene)?.card)
      return DockLayout(window: size, viewport: card.viewport, areas: areas).viewport.center
    }

    /// The commands of a report, as a person would paste them.
    private func commands(in folder: String) -> [[String]] {
      TextFiles.text(folder + "/report.html").split { "<>".contains($0) }
        .filter { $0.hasPrefix("overscroll replay \(folder)") }
        .map { $0.split(separator: " ").dropFirst().map(String.init) }
    }

    @Test func `refuses, stores, survives the end of the program, and goes on at the next step`()
      throws
    {
      let report = TestFolder.make() + "/r"
      let steps = ["content.grid.equal", "keyboard.tap"]
      let session = ["qa", "--only", steps.joined(separator: ","), "--report", report]
      var plan = try #require(QAPlan(named: "uikit"))
      plan.steps.removeAll { !steps.contains($0.id) }
      let first = try RunningViewer(session)
      try first.input.type("y")
      let grid = try middle(plan, scene: "grid")
      try first.input.drag(stride(from: 0, through: 80, by: 10).map { grid + Point($0, 0) })
      try first.settle()
      try first.keep("qa-first-step")
      #expect(Verdicts.stored(in: report).isEmpty)
      try first.input.type("n", "l", "a", "t", "e", "Return")
      try waitUntil("the verdict") { !Verdicts.stored(in: report).isEmpty }
      #expect(Verdicts.stored(in: report) == [steps[0]: "fail"])
      first.program.signal(SIGKILL)
      _ = try first.program.wait()
      _ = unlink(report + "/report.html")

      let second = try RunningViewer(session + ["--resume"], on: first.server)
      // What is typed into a field of the scene is no verdict.
      let field = try middle(plan, scene: "keyboard") - Point(0, 286)
      try waitUntil("the report of what the first one did") {
        TextFiles.text(report + "/report.html").contains("“late”")
      }
      let empty = try second.look()
      try second.input.drag([field])
      // Meanwhile a caret blinks, and the keyboard of the scene comes.
      try second.wait("the keyboard") { !$0.isSame(as: empty) }
      try second.input.type("i", "shift+Tab")
      try second.settle()
      #expect(Verdicts.stored(in: report) == [steps[0]: "fail"])
      // The field has the keyboard from the start; a row takes it away.
      try second.input.type("Tab")
      try second.settle()
      try second.input.drag([field + Point(0, 100)])
      try second.settle()
      try second.input.type("i")
      try waitUntil("the verdict") { Verdicts.stored(in: report).count == 2 }
      #expect(Verdicts.stored(in: report) == [steps[0]: "fail", steps[1]: "not applicable"])
      try second.input.type("q")
      #expect(
        try second.program.readToEnd()
          == "0 passed, 1 failed, 1 not applicable; \(report)/report.html")
      #expect(try second.program.wait() == 1)

      let page = TextFiles.text(report + "/report.html")
      #expect(page.contains("“late”") && page.contains("<svg") && page.contains("data:image/png"))
      #expect(!page.contains("src=\"http") && !page.contains("href=\"http"))
      let commands = commands(in: report)
      try #require(commands.count == 4, "two for each step that has a take")
      let check = try RunningViewer.run(commands[1])
      #expect(check.status == 0 && check.output.hasPrefix("same"), "\(check)")
      let replay = try RunningViewer(commands[0], on: first.server)
      try replay.input.type("q")
      #expect(try replay.program.wait() == 0)
    }

    @Test func `writes nothing where a step cannot be shown`() throws {
      let folder = TestFolder.make()
      let plan = """
        {"overscroll_qa":1,"title":"Too large"}
        {"id":"large","set":{"content":[9000000,1]},"do":"Look.","expect":"Nothing is wrong."}
        """
      try RunningViewer.write(Array(plan.utf8), to: folder + "/plan.qa")
      let server = try DisplayServer.xvfb()
      let run = try RunningViewer.run(
        ["qa", folder + "/plan.qa", "--report", folder + "/r"],
        environment: ["DISPLAY": server.name])
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(run.errors.hasPrefix("overscroll: large: "), "\(run.errors)")
      #expect(access(folder + "/r", F_OK) != 0)
    }
  }
}
