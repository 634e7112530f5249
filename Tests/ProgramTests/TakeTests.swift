import Glibc
import OverscrollStage
import OverscrollTestFiles
import OverscrollTestRig
import OverscrollTestSources
import ScrollEngine
import ScrollGeometry
import Testing

extension `In a real window a grid` {
  @Suite struct `that is recorded` {
    @Test(arguments: TakeSession.seeds)
    func `replays without a display to the last bit, at 60 Hz`(seed: UInt64) throws {
      try TakeSession(on: .xvfb()).use(seed: seed)
    }

    @Test(arguments: TakeSession.seeds.prefix(TakeSession.isLong ? .max : 1))
    func `replays without a display to the last bit, at 144 Hz on Xorg`(seed: UInt64) throws {
      try TakeSession(on: .xorg(refreshRate: 144)).use(seed: seed)
    }

    @Test(arguments: TakeSession.seeds.prefix(TakeSession.isLong ? .max : 1))
    func `replays pinches, touches and smooth scrolls of real drivers to the last bit`(
      seed: UInt64
    ) throws {
      let session = try TakeSession(on: .xorg())
      try session.touch(seed: seed)
      let take = try session.script()
      let devices = try #require(TakeSession.deviceNames(take))
      for event in take.events where event.isInput {
        let device = try #require(event.origin?.device)
        let name = devices[device]
        switch event.action {
        case .event(.touch): #expect(name == "touchscreen")
        case .event(.pinch): #expect(name == "touchpad")
        // The parts of a notch of a mouse whose driver says nothing about it are those of a touchpad.
        case .event(.touchpad): #expect(name == "touchpad" || name == "mouse")
        case .event(.wheel): #expect(name == "mouse")
        default: break
        }
      }
    }

    @Test func `loses none of the motions at 1 kHz, and keeps the server's stamps`() throws {
      let count = TakeSession.motions
      let session = try TakeSession(on: .xvfb())
      var lines = ["mousemove 100 100", "mousedown 1"]
      for step in 1...count {
        let column = step / 1000 % 2 == 0 ? step % 1000 : 999 - step % 1000
        lines.append("mousemove \(100 + column) \(200 + step / 1000)")
        // A program wakes up too late for a pause of a millisecond after each.
        if step % 8 == 0 { lines.append("sleep 0.0077") }
      }
      let path = session.folder + "/motions"
      lines.append("mouseup 1\n")
      try RunningViewer.write(Array(lines.joined(separator: "\n").utf8), to: path)
      try session.viewer.server.run(["xdotool", path])
      try session.finish()
      let events = try session.script().events
      let stamps = events.compactMap { event -> (server: Double, stamp: Double)? in
        guard case .event(.touch(let touch)) = event.action, touch.phase == .moved,
          let server = event.origin?.milliseconds
        else { return nil }
        return (Double(server) / 1000, touch.timestamp)
      }
      #expect(stamps.count == count)
      for (one, next) in zip(stamps, stamps.dropFirst()) where next.server < one.server {
        Issue.record("\(one) \(next)")
      }
      // The difference of the clocks is estimated again as events come in.
      let offsets = stamps.map { $0.stamp - $0.server }
      let spread = (offsets.max() ?? 0) - (offsets.min() ?? 0)
      #expect(spread < 0.1, "\(spread)")
    }

    @Test func `has its environment in the header, and neither user, host nor path`() throws {
      let session = try TakeSession(on: .xvfb())
      try session.viewer.input.drag((0..<8).map { Point(600, 500 - 40 * Double($0)) })
      try session.finish()
      let text = try RunningViewer.text(of: session.path)
      let header = try #require(text.split(separator: "\n").first)
      for word in [
        "\"program\":\"", "\"swift\":\"6.", "\"kernel\":\"Linux ", "\"processor\":\"",
        "\"libc\":\"glibc ", "\"server\":{", "\"Present\":\"1.", "\"outputs\":[{",
        "\"mode\":[1280,800]", "\"refresh\":{\"p50\":0.0", "\"windowManager\":\"none\"",
        "\"devices\":[{", "XTEST pointer", "\"xwayland\":\"none\"",
      ] { #expect(header.contains(word), "\(word) in \(header)") }
      var name = [CChar](repeating: 0, count: 256)
      gethostname(&name, 255)
      let host = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      let words = [host, session.folder, "/home", "/root", "/tmp"]
      for word in words where word.count > 2 { #expect(!text.contains(word), "\(word)") }
      let info = try RunningViewer.run(["info", session.path]).output
      #expect(info.contains("events per second, Virtual core XTEST pointer: "), "\(info)")
    }

    @Test func `is there to be saved after it was seen, by F2`() throws {
      let folder = TestFolder.make()
      let viewer = try HeadlessViewer([
        "grid", "--size", "20000x20000", "--takes", folder + "/takes",
      ])
      try viewer.input.drag((0..<8).map { Point(600, 500 - 40 * Double($0)) })
      try viewer.settle()
      try viewer.input.type("F2")
      let script = try viewer.savedTake(in: folder + "/takes")
      let take = try Script(parsing: RunningViewer.text(of: script), file: script)
      #expect(take.end?.reason == .saved)
      #expect(abs((take.events.first?.time ?? 0) - 0.1) < 1e-9)
      #expect(try TakeSession.check(script).hasPrefix("same: "))
      #expect(
        try RunningViewer.text(of: script.dropLast(6) + "callbacks").contains("DidEndDragging"))
    }

    @Test func `that follows another in one window has a file of its own`() throws {
      let folder = TestFolder.make()
      let viewer = try HeadlessViewer(["record", folder + "/t.script", "--grid", "20000x20000"])
      var first = ""
      for name in ["t.script", "t-2.script", "t-3.script"] {
        if name != "t.script" { try viewer.input.type("F3") }
        try viewer.input.drag((0..<8).map { Point(600, 500 - 40 * Double($0)) })
        try viewer.settle()
        try viewer.input.type("F3")
        try viewer.waitUntil("a saved take") {
          let text = TextFiles.textIfPresent(folder + "/" + name) ?? ""
          return text.contains("\"end\"")
        }
        try viewer.settle()
        if first.isEmpty { first = try RunningViewer.text(of: folder + "/t.script") }
        #expect(try TakeSession.check(folder + "/" + name).hasPrefix("same: "))
      }
      #expect(try RunningViewer.text(of: folder + "/t.script") == first)
    }

    @Test func `is kept up to about its end when the program is killed`() throws {
      let folder = TestFolder.make()
      let viewer = try RunningViewer([
        "grid", "--size", "20000x20000", "--takes", folder + "/takes",
      ])
      try viewer.input.type("F3")
      try viewer.input.drag((0..<8).map { Point(600, 500 - 40 * Double($0)) })
      try viewer.settle()
      // Nothing moves, so that everything has been handed to the writer.
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
      #expect(try TakeSession.check(script).hasPrefix("same: "))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can mount a file system"))
    func `goes on in memory when the disk is full, and F2 saves it elsewhere`() throws {
      let disk = try FullDisk(bytes: 1 << 20, free: 48 << 10)
      let folder = TestFolder.make()
      let viewer = try RunningViewer(
        ["grid", "--size", "20000x20000", "--takes", disk.path],
        environment: ["XDG_DATA_HOME": folder])
      try viewer.input.type("F3")
      for _ in 0..<12 {
        try viewer.input.drag((0..<40).map { Point(600, 700 - 12 * Double($0)) }, milliseconds: 2)
      }
      try viewer.settle()
      try waitUntil("the sentence") { try viewer.readErrors().contains("\n") }
      let errors = try viewer.readErrors()
      #expect(errors.hasPrefix("overscroll: \(disk.path)/"), "\(errors)")
      #expect(
        errors.contains(
          "No space left on device. The recording continues in memory; press F2 to save it"))
      #expect(errors.split(separator: "\n").count == 1)
      // What the disk has is whole.
      let cut = try viewer.server.run(["sh", "-c", "ls \(disk.path)/*.script"])
      #expect(try Script(parsing: RunningViewer.text(of: cut), file: cut).end?.reason == .disk)
      // The drag is handed to the writer at once, and is far larger than what is free.
      #expect(try Script(parsing: RunningViewer.text(of: cut), file: cut).end?.events ?? 0 > 100)
      #expect(try TakeSession.check(cut).hasPrefix("same: "))
      try viewer.input.drag((0..<8).map { Point(600, 500 - 10 * Double($0)) })
      try viewer.settle()
      try viewer.input.type("F2")
      var script = ""
      try waitUntil("a saved take") {
        script = try viewer.server.run([
          "sh", "-c", "ls \(folder)/overscroll/takes/*.callbacks 2>/dev/null || :",
        ])
        return !script.isEmpty
      }
      script = script.dropLast("callbacks".count) + "script"
      let take = try Script(parsing: RunningViewer.text(of: script), file: script)
      #expect(take.end?.reason == .saved)
      #expect(take.end?.events ?? 0 > 12 * 40)
      #expect(try TakeSession.check(script).hasPrefix("same: "))
      #expect(viewer.program.isRunning)
    }
  }
}
