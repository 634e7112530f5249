import Glibc
import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

extension `In a real window a grid` {
  @Suite struct `that is recorded` {
    @Test(arguments: TakeSession.seeds)
    func `replays without a display to the last bit, at 60 Hz`(seed: UInt64) throws {
      try TakeSession(on: .xvfb()).use(seed: seed)
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
        script = try viewer.scripts(in: folder + "/takes")
        guard !script.isEmpty else { return false }
        return try RunningViewer.text(of: script).contains("\"ended\"")
      }
      usleep(500_000)
      viewer.program.signal(SIGKILL)
      _ = try viewer.program.wait()
      #expect(try Script(parsing: RunningViewer.text(of: script), file: script).end == nil)
      #expect(try RunningViewer.check(script).hasPrefix("same: "))
    }
  }
}
