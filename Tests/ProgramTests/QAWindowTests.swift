import Glibc
import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLabPages
@testable import OverscrollShell

extension `A grid in a window` {
  @Suite struct `of a QA session` {
    private let folder = TestFolder.make()

    @Test func `types a note alone where a parameter was being typed`() throws {
      let report = TestFolder.make() + "/r"
      let step = "content.grid.equal"
      var plan = try #require(QAPlan(named: "uikit"))
      plan.steps.removeAll { $0.id != step }
      let areas: Set<DockLayout.Area> = [.parameters, .log, .qaBar]
      let size = DockLayout.preferredSize(viewport: QAWindow.room(for: plan), areas: areas)
      let scene = try #require(Scenes.all.scene("grid"))
      let layout = DockLayout(window: size, viewport: scene.card.viewport, areas: areas)
      var header = Script.Header()
      header.scene = scene
      let (parameters, bar) = (ParameterPanel(Stage(header)) { _ in }, QABar(QASession(plan)))
      /// The middle of a view of a panel, in the window.
      func place(_ view: View?, _ panel: EnginePanel, _ area: DockLayout.Area) throws -> Point {
        let (frame, view) = (try #require(layout.frames[area]), try #require(view))
        panel.size = frame.size
        panel.window.layoutIfNeeded()
        return frame.origin + panel.window.convert(view.bounds, from: view).center
      }
      let row = parameters.rows.first { $0.parameter.key == "displayScale" }
      let field = try place(row?.fields.first, parameters, .parameters)
      let fail = try place(bar.verdictButtons[.fail], bar, .qaBar)
      let viewer = try HeadlessViewer(["qa", "--only", step, "--report", report])
      try viewer.input.drag([field])
      try viewer.input.type("2")
      try viewer.input.drag([fail])
      try viewer.settle(after: "b", "a", "d")
      try viewer.keep("qa-focus")
      try viewer.waitUntil("the verdict", after: "Return") { !Verdicts.stored(in: report).isEmpty }
      #expect(TextFiles.text(report + "/results.jsonl").contains("\"note\":\"bad\""))
    }

    @Test func `moves by the viewer's keys in steps without a scene, and passes them`() throws {
      let report = TestFolder.make() + "/r"
      let viewer = try HeadlessViewer(
        ["qa", "viewer", "--only", "arrows,full-screen", "--report", report])
      let start = try viewer.settle()
      #expect(!(try viewer.settle(after: "Right", "shift+Down", "ctrl+Up").isSame(as: start)))
      try viewer.waitUntil("the verdict", after: "y") { !Verdicts.stored(in: report).isEmpty }
      // The second step is refused until the window has another size.
      try viewer.settle(after: "y", "F11")
      try viewer.keep("qa-full-screen")
      try viewer.settle(after: "y", "F11")
      #expect(Verdicts.stored(in: report) == ["arrows": "pass"])
      try viewer.waitUntil("the verdict", after: "y") { Verdicts.stored(in: report).count == 2 }
      #expect(Verdicts.stored(in: report) == ["arrows": "pass", "full-screen": "pass"])
      for step in ["arrows", "full-screen"] {
        let check = try RunningViewer.run(["replay", "\(report)/\(step)", "--check"])
        #expect(check.status == 0, "\(step): \(check.errors)")
      }
    }

    @Test func `asks for a note where a check fails, and reports what was measured`() throws {
      let report = folder + "/r"
      let plan = """
        {"overscroll_qa":1,"title":"Checks"}
        {"id":"one","set":{"content":[4000,3000]},"do":"Scroll.","expect":"It moves.","needs":["key","idle"],"checks":[{"rest":[0,500]},{"limits":true},{"column":"zoom","at":0.5,"is":9}]}
        {"id":"two","set":{"content":[4000,3000]},"do":"Scroll.","expect":"It moves.","needs":["key","idle"],"checks":[{"rest":[0,60]}]}
        """
      try RunningViewer.write(Array(plan.utf8), to: folder + "/plan.qa")
      let viewer = try HeadlessViewer(["qa", folder + "/plan.qa", "--report", report])
      try viewer.settle(after: "Down")
      try viewer.keep("qa-check-fails")
      try viewer.settle(after: "y")
      try viewer.keep("qa-check-asks")
      try viewer.settle(after: "Return")
      try viewer.keep("qa-check-refuses")
      #expect(Verdicts.stored(in: report).isEmpty)
      try viewer.input.type("y", "f", "a", "r", "Return")
      try viewer.waitUntil("the verdict") { !Verdicts.stored(in: report).isEmpty }
      #expect(Verdicts.stored(in: report) == ["one": "pass"])
      let line = TextFiles.text(report + "/results.jsonl")
      #expect(line.contains(#""passed_against":["rest 0, 60 pt (0, 500) ✗"]"#), "\(line)")
      // The check at a time is one of a demo alone.
      #expect(!line.contains("zoom at"))
      try viewer.settle(after: "Down")
      try viewer.keep("qa-check-holds")
      try viewer.waitUntil("the verdict", after: "y") { Verdicts.stored(in: report).count == 2 }
      try viewer.waitUntil("the report") {
        TextFiles.text(report + "/report.html").contains("2 passed (1 against a check)")
      }
      let page = TextFiles.text(report + "/report.html")
      #expect(page.contains("<td>rest</td><td>0, 60 pt</td><td>0, 60</td>"))
      #expect(page.contains("<td><svg") && page.contains("travel 60 pt"))
      let printed = try RunningViewer.run(["info", report + "/two/take.script"])
      let gesture = printed.output.split(separator: "\n").first { $0.hasPrefix("gesture 1") }
      let measured = try #require(gesture?.split(separator: "at ", maxSplits: 1).last)
      #expect(page.contains("<td>at \(measured)</td>"), "\(measured)")
    }

    @Test(arguments: [
      ("feel", [], true), ("uikit", [], false), ("feel", ["--panels", "log"], false),
    ])
    func `opens with the curves where the plan asks for them`(
      plan: String, options: [String], hasCurves: Bool
    ) throws {
      let report = TestFolder.make() + "/r"
      let viewer = try HeadlessViewer(
        ["qa", plan, "--report", report] + options, size: PixelSize(width: 1600, height: 1100))
      try viewer.settle()
      try viewer.keep("qa-\(plan)-\(options.count)")
      #expect((viewer.window.controller.layout.frames[.curves] != nil) == hasCurves)
    }

    /// Curves and a column at once would leave less than half of the window to the grid.
    @Test(arguments: [[DockLayout.Area.log], [.curves], []])
    func `shows a grid beside its plan's panels, which follow it`(areas: [DockLayout.Area]) throws {
      let names = areas.map { "\"\($0)\"" }.joined(separator: ",")
      let panels = areas.isEmpty ? "" : #","panels":[\#(names)]"#
      let plan = """
        {"overscroll_qa":1,"title":"Panels"\(panels)}
        {"id":"one","set":{"content":[4000,3000]},"do":"Scroll.","expect":"It moves.","needs":["key"]}
        """
      try RunningViewer.write(Array(plan.utf8), to: folder + "/plan.qa")
      let viewer = try HeadlessViewer(
        ["qa", folder + "/plan.qa", "--report", folder + "/r"],
        size: PixelSize(width: 1600, height: 1100))
      try viewer.settle(after: "Down")
      try viewer.keep("qa-grid-panels-\(names.count)")
      let controller = viewer.window.controller
      let shown = Set(controller.layout.frames.keys).subtracting([.qaBar])
      #expect(shown == Set(areas))
      let log = try #require(controller.page.panel(in: .log) as? LogPanel)
      let curves = try #require(controller.page.panel(in: .curves) as? CurvesPanel)
      #expect(!log.lines.rows.isEmpty)
      let offsets = try #require(curves.tracks.first?.history.series.values[.offsetY])
      #expect(offsets.last == 60)
      // What was hidden is shown, too.
      try viewer.settle(after: "F6")
      #expect((controller.layout.frames[.parameters] != nil) == !areas.contains(.curves))
    }

    /// A scene has its own size, unless another one is what the step is about.
    @Test func `resizes a scene with the window in a step that needs it`() throws {
      let report = folder + "/r"
      let plan = """
        {"overscroll_qa":1,"title":"Sizes"}
        {"id":"size","scene":"table","do":"Resize the window.","expect":"Rows fill it.","needs":["resize","idle"]}
        """
      try RunningViewer.write(Array(plan.utf8), to: folder + "/plan.qa")
      let viewer = try HeadlessViewer(
        ["qa", folder + "/plan.qa", "--report", report], size: PixelSize(width: 1600, height: 1100))
      try viewer.settle(after: "y")
      // Opening the window is no resizing.
      #expect(Verdicts.stored(in: report).isEmpty)
      let page = try #require(viewer.window.controller.page as? ScenePage)
      func isFilled() -> Bool {
        let (room, stage) = (viewer.window.controller.layout.viewport, page.recorder.stage)
        return [stage.window.frame.size, stage.scrollView.frame.size].allSatisfy {
          abs($0.width - room.width) < 0.1 && abs($0.height - room.height) < 0.1
        }
      }
      #expect(isFilled())
      try viewer.resize(1300, 900)
      try viewer.settle()
      try viewer.keep("qa-scene-resized")
      #expect(isFilled())
      try viewer.waitUntil("the verdict", after: "y") { !Verdicts.stored(in: report).isEmpty }
      #expect(Verdicts.stored(in: report) == ["size": "pass"])
      let check = try RunningViewer.run(["replay", "\(report)/size", "--check"])
      #expect(check.status == 0, "\(check.errors)")
    }

    /// The script in a folder of takes, once it has its last line.
    private func ended(
      _ count: Int, in takes: String, by viewer: HeadlessViewer
    ) throws -> [String] {
      var scripts: [String] = []
      try viewer.waitUntil("the end of a take") {
        scripts = TestFolder.names(in: takes).filter { $0.hasSuffix(".script") }.sorted()
          .map { "\(takes)/\($0)" }
        return scripts.count == count
          && scripts.allSatisfy {
            TextFiles.text($0).contains("\n{\"t\":") && TextFiles.text($0).contains("\"end\"")
          }
      }
      return scripts
    }

    @Test func `writes a step's take as it goes at F3, and keeps it for the verdict`() throws {
      let (takes, report) = (folder + "/takes", folder + "/r")
      let viewer = try HeadlessViewer(
        ["qa", "viewer", "--only", "arrows,full-screen", "--takes", takes, "--report", report])
      try viewer.settle(after: "Right", "F3")
      try viewer.keep("qa-grid-recording")
      try viewer.settle(after: "shift+Down")
      try viewer.input.type("F3")
      let first = try ended(1, in: takes, by: viewer)[0]
      try viewer.settle(after: "ctrl+Left")
      try viewer.waitUntil("the verdict", after: "y") { !Verdicts.stored(in: report).isEmpty }
      try viewer.settle(after: "F3")
      try viewer.keep("qa-grid-waiting")
      try viewer.settle(after: "Right")
      try viewer.input.type("q")
      #expect(viewer.hasEnded)
      try viewer.finish()
      // Names tell seconds: of two takes within one, the later can be sorted first.
      let both = try [first] + ended(2, in: takes, by: viewer).filter { $0 != first }
      let keys = { (path: String) in
        TextFiles.text(path).split(separator: "\n").filter { $0.contains("\"key\"") }.count
      }
      let stored = "\(report)/arrows/take.script"
      #expect(both.map(keys) == [2, 1] && keys(stored) == 3)
      for script in both + [stored] {
        let check = try RunningViewer.run(["replay", script, "--check"])
        #expect(check.status == 0 && check.output.hasPrefix("same"), "\(check)")
      }
    }

    @Test func `needs a display, and writes nothing without one`() throws {
      let report = TestFolder.make() + "/r"
      let run = try RunningViewer.run(["qa", "--report", report])
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
      #expect(access(report, F_OK) != 0)
    }

    @Test(arguments: [
      (#""scene":"tabel""#, "plan.qa: odd: \"scene\" is \"tabel\"; it must be one of "),
      (
        #""scene":"rates","needs":["2x:list:flick"]"#,
        "plan.qa: odd: has no scroll view named \"list\" besides the main one"
      ),
      (
        #""scene":"rates","checks":[{"rest":[0,0],"view":"list"}]"#,
        "plan.qa: odd: has no scroll view named \"list\" besides the main one"
      ),
    ])
    func `names the plan and the step that cannot be set up`(fields: String, message: String) throws
    {
      let plan = """
        {"overscroll_qa":1,"title":"Odd"}
        {"id":"odd",\(fields),"do":"Look.","expect":"Nothing is wrong."}
        """
      try RunningViewer.write(Array(plan.utf8), to: folder + "/plan.qa")
      for mode in [[], ["--auto"]] {
        let run = try RunningViewer.run(
          ["qa", folder + "/plan.qa", "--report", folder + "/r"] + mode)
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("overscroll: \(folder)/\(message)"), "\(run.errors)")
        #expect(access(folder + "/r", F_OK) != 0)
      }
    }
  }
}
