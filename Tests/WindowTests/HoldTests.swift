import Glibc
import OverscrollTestRig
import ScrollGeometry
import Testing

extension `In a real window a grid` {
  /// Interactions that are interrupted.
  @Suite struct `that is interrupted` {
    /// Drags the content and holds it; returns where it is then.
    private func hold(_ viewer: RunningViewer) throws -> GridReading {
      let start = try #require(GridReading(viewer.settle()))
      let path = (0...10).map { Point(700 - Double($0) * 8, 500) }
      try viewer.input.drag(path, milliseconds: 10, releases: false)
      let held = try #require(GridReading(viewer.settle()))
      #expect(held.origin.x < start.origin.x - 40)
      return held
    }

    private func grid() throws -> RunningViewer {
      try RunningViewer(["grid", "--size", "20000x20000", "--animations", "off"])
    }

    @Test func `is released when its window is unmapped during a drag`() throws {
      let viewer = try grid()
      let held = try hold(viewer)
      try viewer.server.run(["xdotool", "search", "--name", "Overscroll", "windowunmap"])
      try viewer.input.release()
      try viewer.server.run(["xdotool", "search", "--name", "Overscroll", "windowmap"])
      try viewer.input.move(to: Point(900, 600))
      try viewer.input.move(to: Point(1000, 700))
      #expect(try GridReading(viewer.settle()) == held)
    }

    @Test func `is released when another client grabs the keyboard`() throws {
      let viewer = try grid()
      let held = try hold(viewer)
      let manager = try FakeWindowManager(of: viewer.server)
      try manager.grabKeyboard()
      try viewer.input.move(to: Point(900, 600))
      #expect(try GridReading(viewer.settle()) == held)
      try viewer.input.release()
    }

    @Test func `exits within the watchdog's timeout at a signal while the server hangs`() throws {
      let viewers = try [SIGTERM, SIGINT].map { signal in
        let viewer = try grid()
        try viewer.settle()
        viewer.server.process.signal(SIGSTOP)
        viewer.program.signal(signal)
        return viewer
      }
      for viewer in viewers {
        defer { viewer.server.process.signal(SIGCONT) }
        #expect(try viewer.program.wait() == 1)
        #expect(try viewer.readErrors() == "overscroll: The X server is not responding.\n")
      }
    }

    @Test func `waits longer for a server while the processors are busy`() throws {
      let viewer = try grid()
      try viewer.settle()
      let busy = try (0..<sysconf(Int32(_SC_NPROCESSORS_ONLN))).map { _ in
        try ChildProcess(["sh", "-c", "while :; do :; done"])
      }
      defer { for child in busy { child.end() } }
      viewer.server.process.signal(SIGSTOP)
      viewer.program.signal(SIGTERM)
      // More than twice as long as while they are idle.
      usleep(2_500_000)
      #expect(viewer.program.isRunning)
      viewer.server.process.signal(SIGCONT)
      let (status, errors) = (try viewer.program.wait(), try viewer.readErrors())
      #expect(status == 0 && errors == "", "\(status) \(errors)")
    }

    @Test func `continues after it was suspended during deceleration`() throws {
      let viewer = try RunningViewer(["grid", "--size", "20000x20000"])
      let before = try #require(GridReading(viewer.settle()))
      let path = (0...6).map { Point(700, 600 - Double($0) * Double($0) * 8) }
      try viewer.input.drag(path, milliseconds: 14)
      viewer.program.signal(SIGSTOP)
      usleep(3_000_000)
      viewer.program.signal(SIGCONT)
      let after = try #require(GridReading(viewer.settle()))
      // The finger moved by 288 points; deceleration adds to that.
      #expect(after.origin.y < before.origin.y - 300)
      #expect(after.origin.x == before.origin.x)
      try viewer.waitForWorkToEnd()
    }
  }
}
