import Browser
import Geometry
import Glibc
import TestRig
import Testing

@testable import Desktop
@testable import overscroll

extension `In a real window a grid` {
  /// What must not go on when it is over.
  @Suite struct `left in the middle` {
    private func grid() throws -> RunningViewer {
      try RunningViewer(["grid", "--size", "20000x20000", "--animations", "off"])
    }

    @Test func `is let go when its window goes off the screen under the hand`() throws {
      let viewer = try grid()
      let path = (0...10).map { Point(700 - Double($0) * 8, 500) }
      try viewer.input.drag(path, milliseconds: 10, releases: false)
      let held = try #require(GridReading(viewer.settle()))
      try viewer.server.run(["xdotool", "search", "--name", "Overscroll", "windowunmap"])
      try viewer.input.release()
      try viewer.server.run(["xdotool", "search", "--name", "Overscroll", "windowmap"])
      try viewer.input.move(to: Point(900, 600))
      try viewer.input.move(to: Point(1000, 700))
      #expect(try GridReading(viewer.settle()) == held)
    }

    @Test func `is let go when another program takes the keyboard`() throws {
      let viewer = try grid()
      let path = (0...10).map { Point(700 - Double($0) * 8, 500) }
      try viewer.input.drag(path, milliseconds: 10, releases: false)
      let held = try #require(GridReading(viewer.settle()))
      let manager = try FakeWindowManager(of: viewer.server)
      try manager.grabKeyboard()
      try viewer.wait("the open hand") { _ in true }
      try viewer.input.move(to: Point(900, 600))
      #expect(try GridReading(viewer.settle()) == held)
      try viewer.input.release()
    }

    @Test func `ends within the time of grace at a signal while the server hangs`() throws {
      for signal in [SIGTERM, SIGINT] {
        let viewer = try grid()
        try viewer.settle()
        viewer.server.process.signal(SIGSTOP)
        defer { viewer.server.process.signal(SIGCONT) }
        viewer.program.signal(signal)
        #expect(try viewer.program.wait() == 1)
        #expect(try viewer.readErrors() == "overscroll: The X server does not answer.\n")
      }
    }

    @Test func `goes on after it was suspended in flight`() throws {
      let viewer = try RunningViewer(["grid", "--size", "20000x20000"])
      let before = try #require(GridReading(viewer.settle()))
      let path = (0...6).map { Point(700, 600 - Double($0) * Double($0) * 8) }
      try viewer.input.drag(path, milliseconds: 14)
      viewer.program.signal(SIGSTOP)
      usleep(3_000_000)
      viewer.program.signal(SIGCONT)
      let after = try #require(GridReading(viewer.settle()))
      #expect(after.origin.y < before.origin.y)
      #expect(after.origin.x == before.origin.x)
      try viewer.waitForWorkToEnd()
    }
  }
}

@Suite struct `A key` {
  private func command(
    _ name: String, _ modifiers: Modifiers = [], shiftedDigit: Int? = nil
  ) -> KeyCommand? {
    KeyMap.command(
      for: Event.Key(
        time: 0, action: .pressed, name: name, shiftedDigit: shiftedDigit, modifiers: modifiers))
  }

  @Test(arguments: zip(["h", "j", "k", "l"], ["Left", "Down", "Up", "Right"]))
  func `pans with shift and without`(letter: String, arrow: String) {
    #expect(command(letter) == .pan(arrow))
    #expect(command(letter.uppercased(), .shift) == .pan(arrow))
  }

  @Test func `that types a digit only with shift stands for it`() {
    #expect(command("ampersand", shiftedDigit: 1) == .zoom(.to(1)))
    #expect(command("ampersand", .control, shiftedDigit: 1) == .zoom(.to(1)))
    #expect(command("eacute", .control, shiftedDigit: 2) == .zoom(.to(0.5)))
    #expect(command("agrave", shiftedDigit: 0) == .zoom(.fit))
    #expect(command("minus", shiftedDigit: 6) == .zoomStep(enlarges: false))
    #expect(command("6", .shift) == .zoom(.to(6)))
  }

  @Test func `that is held repeats only what moves`() {
    #expect(KeyCommand.pan("Left").repeats && KeyCommand.zoomStep(enlarges: true).repeats)
    #expect(!KeyCommand.toggleFullscreen.repeats && !KeyCommand.toggleHUD.repeats)
    #expect(!KeyCommand.toggleFilter.repeats)
  }
}
