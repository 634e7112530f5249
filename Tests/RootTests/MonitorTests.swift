import OverscrollDesktop
@testable import OverscrollHost
import OverscrollTestRig
import ScrollGeometry
import Testing

extension `With Xorg` {
  @Suite struct `a window among monitors` {
    /// A server with a second monitor of 1280×800 to the right of the first, and a window on the second.
    private func fixture() throws -> WindowFixture {
      let server = try DisplayServer.xorg()
      // The driver takes the second output for connected once it has a mode.
      for mode in ["1280x800", "1920x1080"] {
        try server.run(["xrandr", "--addmode", "DUMMY1", mode])
      }
      try server.run(["xrandr", "--output", "DUMMY1", "--mode", "1280x800", "--right-of", "DUMMY0"])
      let fixture = try WindowFixture(on: server)
      try server.run(["xdotool", "search", "--name", "Gr", "windowmove", "2000", "100"])
      try waitUntil("the window is there") { try place(fixture) == [2000, 100, 640, 480] }
      return fixture
    }

    /// Where a window is: x, y, width, height.
    private func place(_ fixture: WindowFixture) throws -> [Int] {
      let text = try fixture.server.run([
        "sh", "-c", "xwininfo -id $(xdotool search --name Gr | head -1)",
      ])
      let names = ["Absolute upper-left X:", "Absolute upper-left Y:", "Width:", "Height:"]
      let lines = text.split(separator: "\n")
      return names.compactMap { name in
        lines.first { $0.contains(name) }?.split(separator: " ").last.flatMap { Int($0) }
      }
    }

    private func wait(_ fixture: WindowFixture, _ area: [Int]) throws {
      try fixture.wait("the place \(area)") { _ in try place(fixture) == area }
    }

    @Test func `fills its monitor, and adapts to another mode and to its removal`() throws {
      let fixture = try fixture()
      fixture.window.setFullscreen(true)
      try wait(fixture, [1920, 0, 1280, 800])
      try fixture.server.run(["xrandr", "--output", "DUMMY1", "--mode", "1920x1080"])
      try wait(fixture, [1920, 0, 1920, 1080])
      try fixture.server.run(["xrandr", "--output", "DUMMY1", "--off"])
      try wait(fixture, [0, 0, 1920, 1080])
      // Where it was before nothing shows it any more.
      fixture.window.setFullscreen(false)
      try wait(fixture, [0, 0, 640, 480])
      #expect(fixture.window.drainProtocolErrors() == [])
    }

    @Test func `is placed in the middle of the monitor that is named`() throws {
      let fixture = try fixture()
      let monitors = fixture.window.monitors
      #expect(monitors.map(\.name) == ["DUMMY0", "DUMMY1"])
      let areas = [(0, 1920, 1080), (1920, 1280, 800)].map {
        PixelRect(x: $0.0, y: 0, width: $0.1, height: $0.2)
      }
      #expect(monitors.map(\.area) == areas)
      fixture.window.moveInitially(to: monitors[0])
      try wait(fixture, [640, 300, 640, 480])
      fixture.window.moveInitially(to: monitors[1])
      try wait(fixture, [2240, 160, 640, 480])
      fixture.window.setFullscreen(true)
      try wait(fixture, [1920, 0, 1280, 800])
      #expect(fixture.window.drainProtocolErrors() == [])
    }

    @Test func `moves to a monitor that is left`() throws {
      let fixture = try fixture()
      try fixture.server.run(["xrandr", "--output", "DUMMY1", "--off"])
      try wait(fixture, [0, 0, 640, 480])
    }
  }
}
