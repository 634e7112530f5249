import OverscrollDesktop
@testable import OverscrollHost
import OverscrollTestRig
import ScrollGeometry
import Testing

extension `With an X server` {
  @Suite struct `the environment of a window` {
    @Test func `names the server, its extensions, the output and the devices of Xvfb`() throws {
      let fixture = try WindowFixture(on: .xvfb(size: PixelSize(width: 800, height: 600)))
      let environment = fixture.window.environment()
      #expect(!environment.vendor.isEmpty && environment.vendor != "unknown")
      #expect(environment.release.contains("."))
      #expect(environment.isLocal)
      #expect(environment.outputs.map(\.size) == [PixelSize(width: 800, height: 600)])
      #expect(environment.outputs.first?.scale == 1)
      let extensions = ["Present", "RANDR", "RENDER", "MIT-SHM", "XInputExtension"]
      for name in extensions {
        let version = environment.extensions[name] ?? ""
        #expect(version.contains("."), "\(name): \(environment.extensions)")
      }
      #expect(environment.extensions["XInputExtension"]?.hasPrefix("2.") ?? false)
      #expect(environment.windowManager == nil && environment.compositor == nil)
      #expect(environment.xwayland == nil)
      let pointer = try #require(environment.devices.first { $0.name.contains("XTEST pointer") })
      #expect(pointer.use == "slave pointer" && pointer.buttons >= 5)
      #expect(pointer.valuators.prefix(2).map(\.name) == ["Rel X", "Rel Y"])
      #expect(pointer.valuators.allSatisfy { $0.isRelative })
      #expect(fixture.window.drainProtocolErrors() == [])
    }

    @Test func `names the window manager`() throws {
      let server = try DisplayServer.xvfb()
      let manager = try ChildProcess(
        ["openbox"], environment: ["DISPLAY": server.name], errors: server.folder + "/openbox")
      let fixture = try WindowFixture(on: server)
      try waitUntil("the manager") { fixture.window.environment().windowManager != nil }
      #expect(fixture.window.environment().windowManager == "Openbox")
      manager.end()
    }

    @Test func `measures the times between refreshes`() throws {
      let fixture = try WindowFixture(on: .xvfb(refreshRate: 100))
      try fixture.wait("frames") { _ in fixture.frames.count > 30 }
      let refresh = try #require(fixture.loop.clock.measuredRefresh)
      #expect(refresh.median > 0 && refresh.percentile95 >= refresh.median)
    }

    @Test func `is asked of a connection without XInput 2, too`() throws {
      let fixture = try WindowFixture(on: .xvfb(), features: [])
      #expect(fixture.window.environment().devices == [])
      #expect(fixture.window.drainProtocolErrors() == [])
    }
  }
}
