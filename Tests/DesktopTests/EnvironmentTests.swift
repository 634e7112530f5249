import Glibc
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

    @Test func `knows the mode, the scroll axes and the axes of touch on Xorg`() throws {
      let fixture = try WindowFixture(on: .xorg())
      let environment = fixture.window.environment()
      let output = try #require(environment.outputs.first)
      #expect(output.size == PixelSize(width: 1920, height: 1080))
      #expect(abs((output.rate ?? 0) - 138_500_000.0 / (2080 * 1111)) < 0.01)
      let mouse = try #require(environment.devices.first { $0.name == "mouse" })
      #expect(mouse.scrolling.contains { !$0.isHorizontal && $0.increment == 120 })
      let screen = try #require(environment.devices.first { $0.name == "touchscreen" })
      #expect(screen.valuators.contains { $0.name.hasPrefix("Abs") && !$0.isRelative })
      #expect(environment.devices.allSatisfy { !$0.use.hasPrefix("master") })
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

  @Suite struct `the source of input` {
    @Test func `is the device, and the server's own time`() throws {
      let fixture = try WindowFixture(on: .xorg())
      try SyntheticInput(on: fixture.server).move(to: Point(200, 200))
      try fixture.wait("the pointer") { $0.pointers.last?.position == Point(200, 200) }
      fixture.forget()
      let screen = try InputDevice(.touchscreen, of: fixture.server)
      let mouse = try InputDevice(.mouse, of: fixture.server)
      try screen.touch(0, .begin, at: Point(100, 100))
      try screen.touch(0, .end, at: Point(100, 100))
      try mouse.button(1, isDown: true)
      try mouse.button(1, isDown: false)
      try fixture.wait("the button") { $0.pointers.contains { $0.isRelease } }
      let devices = fixture.window.environment().devices
      let name = { (event: Input) in event.source.device.map { devices[$0].name } }
      let touches = fixture.events.filter { if case .touch = $0 { true } else { false } }
      #expect(touches.count >= 2 && touches.allSatisfy { name($0) == "touchscreen" })
      let buttons = fixture.events.filter {
        if case .pointer(let pointer) = $0 { pointer.action != .moved } else { false }
      }
      #expect(buttons.count == 2 && buttons.allSatisfy { name($0) == "mouse" })
      let inputs = touches + buttons
      #expect(inputs.allSatisfy { $0.source.serverTime != nil })
      // The server's clock is this machine's monotonic one, in milliseconds.
      for event in inputs {
        let server = Double(event.source.serverTime ?? 0) / 1000
        let here = (event.time ?? 0).truncatingRemainder(dividingBy: 4_294_967.296)
        #expect(abs(server - here) < 1, "\(server) \(here)")
      }
    }
  }
}
