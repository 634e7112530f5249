import Geometry
import Testing
import TestRig

@testable import Desktop

extension `With an X server` {
  @Suite(.enabled(if: DisplayServer.hasXwayland)) struct `a window on XWayland` {
    @Test func `gets its frames from Present`() throws {
      let stage = try Stage(on: .xwayland())
      stage.forget()
      // Without the server's answers there would be at most fifteen before the timer takes over.
      try stage.wait("frames") { _ in stage.frames.count >= 100 }
      #expect(stage.loop.clock.followsRefreshes)
      #expect(zip(stage.frames, stage.frames.dropFirst()).allSatisfy { $0 <= $1 })
      // Xwayland 24 answers at once when it is asked for the next refresh.
      let times = try (#require(stage.frames.first), #require(stage.frames.last))
      #expect(times.1 - times.0 > 99 / FrameSchedule.maximumRate)
    }

    @Test func `follows a change of Xft.dpi`() throws {
      let stage = try Stage(on: .xwayland())
      #expect(stage.window.scale == 1)
      try stage.server.setResources("Xft.dpi:\t144\n")
      try stage.wait("the scale") { $0.contains(.scaleChanged(1.5)) }
      #expect(stage.window.scale == 1.5)
    }

    @Test func `is resized`() throws {
      let stage = try Stage(on: .xwayland())
      for size in [PixelSize(width: 500, height: 300), PixelSize(width: 900, height: 700)] {
        try stage.server.run([
          "xdotool", "search", "--name", "Gr", "windowsize", "\(size.width)", "\(size.height)",
        ])
        try stage.wait("the size") { $0.contains(.resized(size)) }
        #expect(stage.window.size == size)
      }
      #expect(stage.window.takeProtocolErrors() == [])
    }
  }
}
