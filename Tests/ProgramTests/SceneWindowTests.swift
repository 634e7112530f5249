import OverscrollBase
import OverscrollDrawing
import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLabPages
@testable import OverscrollShell

extension `A grid in a window` {
  @Suite(.serialized) struct `of a scene with its panels` {
    private static let scene = "grid"
    /// The places of the panels, in a window that is as large as it opens.
    private static let layout: DockLayout = {
      let card = Scenes.all.scene(scene)?.card
      let viewport = card?.viewport ?? .zero
      let areas: Set<DockLayout.Area> = [.curves, .parameters, .log]
      let room = Size(
        width: viewport.width,
        height: max(card.map(SceneWindow.height) ?? 0, SceneWindow.minimumHeight))
      return DockLayout(
        window: DockLayout.preferredSize(viewport: room, areas: areas), viewport: viewport,
        areas: areas)
    }()

    /// The middle of a view of the parameter panel, in the window.
    private func place(_ view: (ParameterPanel) throws -> View?) throws -> Point {
      var header = Script.Header()
      header.scene = Scenes.all.scene(Self.scene)
      let panel = ParameterPanel(Stage(header)) { _ in }
      let frame = try #require(Self.layout.frames[.parameters])
      panel.size = frame.size
      let found = try #require(try view(panel))
      return frame.origin + panel.window.convert(found.bounds, from: found).center
    }

    private func slider() throws -> Point {
      try place { $0.rows.first { $0.parameter.key == "displayScale" }?.slider }
    }

    private func isColor(_ color: Color, at point: Point, in shot: Screenshot) -> Bool {
      shot.pixel(x: Int(point.x), y: Int(point.y)).map { $0 & 0xFFFFFF } == color.rgb
    }

    @Test func `shows the panels, hides them by their keys, and rests`() throws {
      let viewer = try HeadlessViewer(["scene", Self.scene])
      let log = try #require(Self.layout.frames[.log])
      let bar = log.origin + Point(5, 4)
      var shot = try viewer.settle()
      try viewer.keep("scene-panels")
      #expect(isColor(Palette.paper, at: bar, in: shot))
      #expect(isColor(Palette.surface, at: bar - Point(0, 8), in: shot))
      // Alone in the column, the log has all of it.
      try viewer.input.type("F6")
      shot = try viewer.settle()
      #expect(isColor(Palette.paper, at: Point(log.minX + 5, 4), in: shot))
      #expect(isColor(Palette.surface, at: bar, in: shot))
      try viewer.input.type("F7")
      shot = try viewer.settle()
      #expect(!isColor(Palette.surface, at: bar, in: shot))
      try viewer.input.type("F6", "F7")
      shot = try viewer.settle()
      #expect(isColor(Palette.paper, at: bar, in: shot))
    }

    @Test(arguments: [["scene", scene], ["qa", "feel"]])
    func `shows frame statistics where asked for, and by their key`(command: [String]) throws {
      let report = command[0] == "qa" ? ["--report", TestFolder.make() + "/r"] : []
      // The curves show when something was drawn.
      let arguments = command + report + ["--panels", "parameters"]
      let plain = try HeadlessViewer(arguments).settle()
      let viewer = try HeadlessViewer(arguments + ["--hud"])
      #expect(try !viewer.settle().isSame(as: plain))
      try viewer.keep("\(command[0])-hud")
      #expect(try viewer.settle(after: "d").isSame(as: plain))
      #expect(try !viewer.settle(after: "d").isSame(as: plain))
    }

    @Test func `fills the window by halves, which changes no number of what happens`() throws {
      var (scales, traces): ([Double], [String]) = ([], [])
      for (width, height) in [(760, 760), (1300, 1100), (2400, 1800)] {
        let folder = TestFolder.make()
        let viewer = try HeadlessViewer(["scene", "bounces", "--takes", folder])
        try viewer.resize(width, height)
        let layout = viewer.window.controller.layout
        scales.append(layout.viewportScale)
        // From the middle of the scene, beyond its edge.
        let places = (0...8).map { step in
          layout.viewport.origin + Point(180, 120 + 12 * Double(step)) * layout.viewportScale
        }
        try viewer.input.drag(places)
        try viewer.settle()
        try viewer.input.type("F2")
        let script = try viewer.savedTake(in: folder)
        traces.append(
          try TextFile.read(FilePath(String(script.dropLast("script".count)) + "trace")))
      }
      #expect(scales == [1, 2, 3])
      #expect(traces[0].split(separator: "\n").count > 10)
      #expect(traces[1] == traces[0] && traces[2] == traces[0])
    }

    @Test func `shows a scene twice under one hand, with UIKit's constants and others`() throws {
      let folder = TestFolder.make()
      let viewer = try HeadlessViewer(
        [
          "scene", "bounces", "--halves", "--set", "tuning.rubberBand=0.9", "--set",
          "alwaysBounceVertical=true", "--takes", folder,
        ], size: PixelSize(width: 1600, height: 1100))
      let page = try #require(viewer.window.controller.page as? ScenePage)
      let stages = page.recorders.map(\.stage)
      #expect(stages.map(\.isTuned) == [false, true])
      let halves = SceneHalves(try #require(Scenes.all.scene("bounces")).card.viewport)
      #expect(page.traits.viewport == halves.size)
      func offsets() -> [Double] { stages.map(\.scrollView.contentOffset.y) }
      let start = offsets()
      var found: [[Double]] = []
      for half in 0...1 {
        let left = halves.part(half).minX
        let layout = viewer.window.controller.layout
        let places = (0...4).map { step in
          layout.viewport.origin
            + Point(left + 180, 120 + 40 * Double(step)) * layout.viewportScale
        }
        try viewer.input.drag(places, releases: false)
        found.append(offsets())
        try viewer.keep("scene-halves-\(half)")
        try viewer.input.release()
        try viewer.settle()
        #expect(zip(offsets(), start).allSatisfy { abs($0 - $1) < 0.01 })
      }
      // The looser band gives more.
      #expect(found[0][0] < start[0] && found[0][1] < found[0][0] - 10)
      #expect(zip(found[0], found[1]).allSatisfy { abs($0 - $1) < 1e-6 })
      // The take has UIKit's constants, and the others as those of its side B.
      try viewer.input.type("F2")
      let script = try viewer.savedTake(in: folder)
      let take = try Script(
        parsing: TextFile.read(FilePath(script)), file: script, scenes: Scenes.all)
      #expect(take.header.variant == [Script.Setting(.rubberBand, .number(0.9))])
      #expect(take.tuning.isEmpty)
      // A change in the panel is in the take that runs, and in the next one.
      let panel = try #require(page.panel(in: .parameters) as? ParameterPanel)
      let frame = try #require(viewer.window.controller.layout.frames[.parameters])
      try viewer.input.click(frame.origin + panel.defaultsButton.frame.center)
      #expect(stages.map(\.isTuned) == [false, false])
      #expect(page.recorder.latestTake?.script.header.variant == stages[1].header.constants)
      // Where A's take has ended, both sides begin again together.
      page.recorder.endTake()
      try viewer.input.click(viewer.window.controller.layout.viewport.center)
      #expect(page.recorder.current?.script.header.variant == stages[1].header.constants)
      #expect(Set(stages.map(\.window.time)).count == 1)
    }

    @Test func `keeps a finger in the half in which it came down`() {
      var halves = SceneHalves(Size(400, 300))
      func place(_ phase: TouchEvent.Phase, _ id: Int, _ x: Double) -> Double {
        let event = Event.touch(phase, at: Point(x, 9), 0, id: id)
        guard case .touch(let touch) = halves.shared(event) else { return .nan }
        return touch.location.x
      }
      #expect(halves.size == Size(816, 300) && halves.part(1).minX == 416)
      #expect(place(.began, 1, 421) == 5 && place(.began, 2, 6) == 6)
      #expect(place(.moved, 1, 10) == -406 && place(.moved, 2, 500) == 500)
      #expect(place(.ended, 1, 10) == -406 && place(.began, 1, 10) == 10)
    }

    @Test func `lists its commands, narrowed by what is typed, and carries out one`() throws {
      let viewer = try HeadlessViewer(["scene", Self.scene])
      let before = try viewer.settle()
      let withoutLog = try viewer.settle(after: "F7")
      try viewer.input.type("F7", "question")
      try viewer.keep("scene-commands")
      #expect(try !viewer.settle().isSame(as: before))
      // The letters narrow the list instead of being keys: q would quit, f fill the screen.
      try viewer.input.type("s", "h", "o", "w", "space", "o", "r", "space", "h", "i", "d", "e")
      try viewer.input.type("space", "t", "h", "e", "space", "l", "o", "g", "Return")
      #expect(try viewer.settle().isSame(as: withoutLog))
      try viewer.input.type("F7")
      #expect(try viewer.settle().isSame(as: before))
      // Escape removes it, and so does its key.
      for key in ["Escape", "F1"] {
        #expect(try !viewer.settle(after: "F1").isSame(as: before))
        try viewer.input.type(key)
        #expect(try viewer.settle().isSame(as: before))
      }
      try viewer.input.type("question")
      try viewer.input.type("q", "u", "i", "t", "Return")
      #expect(viewer.hasEnded)
    }

    @Test func `says that there is no room for a panel, however often its key is pressed`() throws {
      // Wider than the screen with the column beside it.
      let viewer = try HeadlessViewer(["scene", "boxes"])
      for key in ["F6", "F7", "F6"] {
        let told = try viewer.settle(after: key)
        #expect(viewer.message?.contains(" to show the ") == true)
        try viewer.wait("the message to go") { !$0.isSame(as: told) && viewer.message == nil }
      }
    }

    @Test func `says that there is no room for the parameters where there is for the log`() throws {
      let viewer = try HeadlessViewer(["grid", "--size", "3000x3000"])
      try viewer.resize(900, 150)
      // Keys go to the window at the pointer.
      try viewer.input.move(to: Point(300, 75))
      let plain = try viewer.settle()
      try viewer.wait("the log", after: "F7") { !$0.isSame(as: plain) }
      try viewer.settle()
      let told = try viewer.settle(after: "F6")
      try viewer.wait("the message to go") { !$0.isSame(as: told) }
    }

    @Test func `slides a parameter with the mouse, which Control-Z undoes as one change`() throws {
      let viewer = try HeadlessViewer(["scene", Self.scene])
      let start = try slider()
      try viewer.input.drag([start, start + Point(10, 0), start + Point(20, 0)])
      let copy = try place { $0.copyButton }
      for text in ["{\"displayScale\":2}", "{}"] {
        try viewer.input.drag([copy])
        try viewer.waitUntil(text) { viewer.clipboardText == text }
        try viewer.settle(after: "ctrl+z")
      }
    }
  }
}

extension `A grid in a window` {
  @Suite(.serialized) struct `of the list of scenes` {
    @Test func `opens a scene and comes back, and without a display is printed`() throws {
      let viewer = try HeadlessViewer(["scene"])
      let list = try viewer.settle()
      try viewer.keep("scene-list")
      let moved = try viewer.settle(after: "Right")
      #expect(!moved.isSame(as: list))
      let scene = try viewer.settle(after: "Return")
      #expect(!scene.isSame(as: moved))
      try viewer.keep("scene-of-the-list")
      #expect(try viewer.settle(after: "Escape").isSame(as: moved))
      try viewer.input.type("space", "BackSpace", "q")
      #expect(viewer.hasEnded)
      let printed = try RunningViewer.run(["scene"])
      let asked = try RunningViewer.run(["scene", "--list"])
      #expect(printed.status == 0 && printed.output == asked.output && printed.errors.isEmpty)
    }
  }
}
