import OverscrollBase
import OverscrollTestRig
import ScrollGeometry
import Testing

@testable import OverscrollDesktop
@testable import OverscrollHost

extension `With an X server` {
  @Suite(.enabled(if: DisplayServer.hasXwayland)) struct `a window on XWayland` {
    @Test func `gets its frames from Present`() throws {
      let fixture = try WindowFixture(on: .xwayland())
      fixture.forget()
      // Without the server's answers there would be at most fifteen before the timer takes over.
      try fixture.wait("frames") { _ in fixture.frames.count >= 100 }
      #expect(fixture.loop.clock.followsRefreshes)
      #expect(zip(fixture.frames, fixture.frames.dropFirst()).allSatisfy { $0 <= $1 })
      // Xwayland 24 answers at once when it is asked for the next refresh.
      let times = try (#require(fixture.frames.first), #require(fixture.frames.last))
      #expect(times.1 - times.0 > 99 / FrameSchedule.maximumRate)
    }

    @Test(arguments: [1, 2]) func `knows whether the compositor enlarges it`(scale: Int) throws {
      let fixture = try WindowFixture(on: .xwayland(scale: scale))
      let environment = fixture.window.environment(
        waylandSocket: FilePath(fixture.server.waylandSocket))
      let xwayland = try #require(environment.xwayland)
      #expect(xwayland.enlargement == Double(scale))
      #expect(xwayland.isEnlarged == (scale == 2))
      #expect(environment.windowManager == "Weston WM")
      #expect(environment.outputs.map(\.size) == [PixelSize(width: 1600, height: 1000)])
      // XWayland has the extension since 23.1.
      let hasExtension = try fixture.server.run(["xdpyinfo"]).contains("XWAYLAND")
      #expect(xwayland.extensionVersion == (hasExtension ? "1.0" : nil))
      #expect(fixture.window.drainProtocolErrors() == [])
    }

    @Test func `does not ask another compositor, or none`() throws {
      let (fixture, other) = (try WindowFixture(on: .xwayland()), try DisplayServer.xwayland())
      let long = "/" + String(repeating: "a", count: 200)
      for socket in [other.waylandSocket, "/nowhere", other.folder, long] {
        let environment = fixture.window.environment(waylandSocket: FilePath(socket))
        #expect(environment.xwayland != nil && environment.xwayland?.enlargement == nil)
      }
      #expect(fixture.window.environment(waylandSocket: nil).xwayland?.enlargement == nil)
    }

    @Test func `follows a change of Xft.dpi`() throws {
      let fixture = try WindowFixture(on: .xwayland())
      #expect(fixture.window.scale == 1)
      try fixture.server.setResources("Xft.dpi:\t144\n")
      try fixture.wait("the scale") { $0.contains(.scaleChanged(1.5)) }
      #expect(fixture.window.scale == 1.5)
    }

    @Test func `is resized`() throws {
      let fixture = try WindowFixture(on: .xwayland())
      for size in [PixelSize(width: 500, height: 300), PixelSize(width: 900, height: 700)] {
        try fixture.server.run([
          "xdotool", "search", "--name", "Gr", "windowsize", "\(size.width)", "\(size.height)",
        ])
        try fixture.wait("the size") { $0.contains(.resized(size)) }
        #expect(fixture.window.size == size)
      }
      #expect(fixture.window.drainProtocolErrors() == [])
    }
  }
}
