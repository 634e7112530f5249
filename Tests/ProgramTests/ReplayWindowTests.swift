import OverscrollDrawing
import OverscrollLab
import OverscrollShell
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

extension `A grid in a window` {
  @Suite(.serialized) struct `of a take that is replayed` {
    private static let viewport = Size(width: 400, height: 300)
    /// The width of the window, in which all controls of the timeline have room.
    private static let width = TimeLineLayout.fullWidth(digits: 3)
    /// Where the viewport is in the window.
    private static let place = PixelRect(x: Int((width - 400) / 2), y: 16, width: 400, height: 300)
    /// The timeline below it and the curves.
    private static let timeLine = Rect(x: 0, y: 552, width: width, height: 28)

    private let folder = TestFolder.make()

    /// A flick of a grid of 3000×4000 points, in a viewport of 400×300, with a bounce at the left edge.
    private static let script: Script = {
      let header = Script.Header(settings: [
        .viewport(viewport), .content(Size(width: 3000, height: 4000)),
        .contentOffset(Point(60, 500)),
      ])
      var events = (0...10).map { index in
        let (time, step) = (0.1 + Double(index) * 0.02, Double(index))
        let phase: TouchEvent.Phase = index == 0 ? .began : index == 10 ? .ended : .moved
        return Script.TimedEvent(
          time: time,
          action: .event(.touch(phase, at: Point(100 + 12 * step, 250 - 9 * step), time)))
      }
      events += (1...180).map {
        .init(time: Double($0) / 60, action: .frame(Script.Frame(index: $0 - 1)))
      }
      events.append(.init(time: 0.4951, action: .mark("here")))
      return Script(header: header, events: events.sorted { $0.time < $1.time })
    }()

    private func file(_ script: Script = script) throws -> String {
      let path = folder + "/flick.script"
      try RunningViewer.write(Array(script.text.utf8), to: path)
      return path
    }

    /// The window pixel at which the grid's corner is at a time, as the trace says.
    private func origin(at time: Double) -> Point {
      let offset = Simulation(Self.script).sample(at: time).offset
      return Point(
        Double(Self.place.x) - offset.x.rounded(), Double(Self.place.y) - offset.y.rounded())
    }

    /// The window with the pointer in it, since the keyboard follows the pointer where no window manager runs.
    private func open(_ arguments: [String]) throws -> HeadlessViewer {
      let viewer = try HeadlessViewer(["replay", try file()] + arguments)
      try viewer.input.move(to: Point(200, 150))
      return viewer
    }

    private func read(_ shot: Screenshot) -> Point? { GridReading(shot, in: Self.place)?.origin }

    /// The time in the middle of frame `index`'s part of the track, as a place in the window.
    private func trackPlace(of time: Double) -> Point {
      let layout = TimeLineLayout(size: Self.timeLine.size, digits: 3)
      return Self.timeLine.origin + Point(layout.x(of: time, duration: 3), 14)
    }

    @Test func `is where the trace says at a time, at frames, at marks and at the end`() throws {
      let viewer = try open(["--paused", "--at", "0.4"])
      #expect(try read(viewer.settle()) == origin(at: 0.4))
      #expect(try read(viewer.settle(after: "period")) == origin(at: 25.0 / 60))
      #expect(try read(viewer.settle(after: "comma", "comma")) == origin(at: 23.0 / 60))
      #expect(try read(viewer.settle(after: "braceright")) == origin(at: 0.4951))
      try viewer.input.type("braceleft")
      let release = try #require(Self.script.events.last { $0.isInput }).time
      let phase = try #require(
        PerformedTake(Self.script).moments.last { $0.time < 0.4951 && $0.time >= release })
      #expect(try read(viewer.settle()) == origin(at: phase.time))
      #expect(try read(viewer.settle(after: "space")) == origin(at: 3))
      try viewer.keep("replay-end")
    }

    @Test func `shows frame statistics where they are asked for, and by their key`() throws {
      let plain = try open(["--paused"]).settle()
      let viewer = try open(["--paused", "--hud"])
      #expect(try !viewer.settle().isSame(as: plain))
      try viewer.keep("replay-hud")
      #expect(try viewer.settle(after: "d").isSame(as: plain))
    }

    @Test func `plays to its end by itself, at other speeds and as seen too`() throws {
      for options in [[], ["--speed", "4"], ["--speed", "1/2", "--at", "1.8"]] {
        let viewer = try open(options)
        #expect(try read(viewer.settle()) == origin(at: 3), "\(options)")
        // Again from the start, as seen.
        let (slower, faster) = ("bracketleft", "bracketright")
        try viewer.input.type("A", slower, slower, slower, slower, slower, slower, slower, "Return")
        try viewer.wait("another frame than the last") { read($0) != origin(at: 3) }
        try viewer.input.type("backslash", faster, faster)
        #expect(try read(viewer.settle()) == origin(at: 3), "\(options)")
      }
    }

    @Test func `is taken over by hand, and saved with what was recorded before`() throws {
      let viewer = try open(["--paused", "--at", "0.5", "--takes", folder + "/takes"])
      try viewer.settle()
      try viewer.input.type("U")
      let rest = try #require(try read(viewer.settle()))
      #expect(rest == origin(at: 3))
      try viewer.input.drag((0..<8).map { Point(200, 200 - 10 * Double($0)) })
      let moved = try #require(try read(viewer.settle()))
      #expect(moved.y < rest.y)
      try viewer.input.type("F2")
      let script = try viewer.savedTake(in: folder + "/takes")
      let check = try RunningViewer.run(["replay", script, "--check"])
      #expect(check.output.hasPrefix("same: ") && check.status == 0, "\(check.errors)")
      // Back to the replay, where it was left.
      #expect(try read(viewer.settle(after: "U")) == origin(at: 0.5))
    }

    @Test func `is scrubbed, stepped and played with the mouse, and otherwise left alone`() throws {
      let viewer = try open(["--paused"])
      try viewer.settle()
      try viewer.input.drag([trackPlace(of: 0.2), trackPlace(of: 1), trackPlace(of: 0.5)])
      let scrubbed = try #require(try read(viewer.settle()))
      let near = (-2...2).map { origin(at: (30 + Double($0)) / 60) }
      #expect(near.contains(scrubbed))
      let frame = try #require(near.firstIndex(of: scrubbed)) + 28
      try viewer.input.wheel(3)
      #expect(try read(viewer.settle()) == origin(at: Double(frame + 3) / 60))
      let before = try viewer.settle()
      try viewer.input.drag((0..<8).map { Point(300 - 20 * Double($0), 200) })
      try viewer.input.wheel(2, holding: ["ctrl"])
      try viewer.input.move(to: Point(420, 500))
      #expect(try read(viewer.settle()) == read(before))
      // The first button plays.
      try viewer.input.drag([Self.timeLine.origin + Point(20, 14)])
      #expect(try read(viewer.settle()) == origin(at: 3))
    }

    @Test func `says which panel that was asked for has no room`() throws {
      let viewer = try HeadlessViewer(
        ["replay", try file(), "--paused", "--panels", "curves,parameters,log"],
        size: PixelSize(width: 640, height: 560))
      #expect(viewer.message == "The window is too narrow to show the parameters.")
      // Of panels that were not asked for nothing is said.
      let usual = try HeadlessViewer(
        ["replay", try file(), "--paused"], size: PixelSize(width: 300, height: 300))
      #expect(usual.message == nil)
    }

    /// A flick of the scene `paging`, in a window with a timeline only.
    @Test func `of a scene has the pixels of the snapshot without a display`() throws {
      let (script, png) = (try file(.pagingFlick), folder + "/snapshot.png")
      let viewer = try HeadlessViewer(
        ["replay", script, "--at", "0.3", "--paused", "--panels", "touches"])
      try viewer.input.move(to: Point(200, 390))
      try viewer.input.type("F8")
      let (shot, left) = (try viewer.settle(), Int((Self.width - 360) / 2))
      let result = try RunningViewer.run(["replay", script, "--snapshot", png, "--at", "0.3"])
      #expect(result.status == 0, "\(result.errors)")
      let snapshot = try Surface(pngFile: png)
      let differing = (0..<388 * 348).count { index in
        let (x, y) = (index % 348, index / 348)
        return shot.pixel(x: left + x, y: 16 + y).map { $0 & 0xFF_FFFF }
          != snapshot.pixel(x: x, y: y).map { $0 & 0xFF_FFFF }
      }
      #expect(differing == 0)
    }

    @Test(arguments: [[String](), ["--with", #"{"decelerationRate":"fast"}"#]])
    func `has the pixels of the snapshot without a display`(with: [String]) throws {
      let (script, png) = (try file(), folder + "/snapshot.png")
      let options = ["--at", "0.81"] + with
      let result = try RunningViewer.run(["replay", script, "--snapshot", png] + options)
      #expect(result.status == 0, "\(result.errors)")
      let shot = try open(["--paused"] + options).settle()
      let snapshot = try Surface(pngFile: png)
      var differing = 0
      // Without the indicators at the right and the bottom, whose round ends each X server smooths in its own way.
      for y in 0..<288 {
        for x in 0..<388
        where shot.pixel(x: Self.place.x + x, y: 16 + y).map({ $0 & 0xFF_FFFF })
          != snapshot.pixel(x: x, y: y).map({ $0 & 0xFF_FFFF })
        { differing += 1 }
      }
      #expect(differing == 0)
    }

    @Test func `wipes from side A to side B, pixel for pixel`() throws {
      let script = try file()
      func snapshot(_ name: String, _ more: String...) throws -> [UInt32] {
        let path = folder + "/\(name).png"
        let result = try RunningViewer.run(
          ["replay", script, "--at", "0.9", "--snapshot", path] + more)
        #expect(result.status == 0, "\(result.errors)")
        return try Surface(pngFile: path).pixels()
      }
      let a = try snapshot("a")
      let b = try snapshot("b", "--set", "decelerationRate=fast")
      let wipe = try snapshot("wipe", "--with", #"{"decelerationRate":"fast"}"#)
      let isLeft = (0..<wipe.count).map { $0 % 400 < 200 }
      #expect(wipe.indices.allSatisfy { wipe[$0] == (isLeft[$0] ? a[$0] : b[$0]) })
      #expect(a != b)
    }

    @Test func `shows the same picture at any time as one straight run`() throws {
      let (script, all) = (try file(), folder + "/frames")
      let run = try RunningViewer.run(["replay", script, "--frames", all, "--hz", "20"])
      #expect(run.status == 0, "\(run.errors)")
      var random = SplitMix64(seed: 11)
      for _ in 0..<50 {
        let index = random.index(60)
        let path = folder + "/one.png"
        let result = try RunningViewer.run([
          "replay", script, "--at", "\(Double(index) / 20)", "--snapshot", path,
        ])
        #expect(result.status == 0, "\(result.errors)")
        let digits = "\(index + 1)"
        let name = String(repeating: "0", count: 5 - digits.count) + digits
        let pair = [path, "\(all)/\(name).png"]
        #expect(try RunningViewer.run(script: "cmp \"$1\" \"$2\"", pair).status == 0)
      }
    }

    @Test func `does nothing while it is paused`() throws {
      let viewer = try open(["--paused", "--at", "0.5"])
      try viewer.settle()
      #expect(viewer.host.next(until: viewer.time + 2) == nil)
    }

    @Test func `says in one sentence what it needs`() throws {
      let script = try file()
      let display = try RunningViewer.run(["replay", script])
      #expect(display.status == 1)
      #expect(display.errors.split(separator: "\n").count == 1, "\(display.errors)")
      for options in [
        ["--speed", "3"], ["--speed", "0"], ["--at", "-1"], ["--check", "--frames", "x"],
      ] {
        #expect(try RunningViewer.run(["replay", script] + options).status == 2, "\(options)")
      }
      let other = try RunningViewer.run(["replay", script, "--with", #"{"bounce":true}"#])
      #expect(other.status == 1 && other.errors.split(separator: "\n").count == 1)
      let ghost = try RunningViewer.run(["replay", script, "--ghost", "/dev/null"])
      #expect(ghost.status == 1 && ghost.errors.split(separator: "\n").count == 1)
    }
  }
}
