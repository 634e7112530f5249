import Glibc
import OverscrollDesktop
import OverscrollDrawing
@testable import OverscrollHost
import OverscrollTestRig
import ScrollGeometry
import Testing

/// All tests that need a server, serialized because Xlib's error handlers are process-wide.
@Suite(.serialized) struct `With an X server` {}

extension `With an X server` {
  @Suite struct `a window on Xvfb` {
    @Test(arguments: [DesktopOptions.Features.all, .sharedMemory])
    func `receives the mouse, the wheel and keys`(features: DesktopOptions.Features) throws {
      let fixture = try WindowFixture(on: .xvfb(), features: features)
      #expect(fixture.window.hasExtendedInput == features.contains(.extendedInput))
      let input = SyntheticInput(on: fixture.server)
      let before = MonotonicClock.now
      try input.drag([Point(100, 100), Point(110, 105), Point(120, 110)])
      try input.wheel(2)
      try input.wheel(-1, holding: ["ctrl"])
      try input.type("Left", "ctrl+plus", "q")
      try fixture.wait("q comes up") { $0.hasReleased("q") }
      let pointers = fixture.events.pointers
      #expect(
        pointers.filter { $0.action == .moved }.suffix(2).map(\.position)
          == [Point(110, 105), Point(120, 110)])
      #expect(pointers.contains { $0.action == .pressed(button: 1) && $0.position.x == 100 })
      #expect(pointers.contains { $0.action == .released(button: 1) && $0.position.x == 120 })
      let wheels = fixture.events.wheels
      #expect(wheels.map(\.notches) == [Point(0, 1), Point(0, 1), Point(0, -1)])
      #expect(wheels.map(\.modifiers) == [[], [], .control])
      let keys = fixture.events.keys.filter { $0.action == .pressed }
      #expect(keys.map(\.name).contains("Left"))
      #expect(keys.contains { $0.name == "plus" && $0.modifiers.contains(.control) })
      let times = fixture.events.compactMap(\.time)
      #expect(times == times.sorted())
      #expect(times.allSatisfy { $0 > before - 0.1 && $0 <= MonotonicClock.now })
      #expect(fixture.window.drainProtocolErrors() == [])
    }

    @Test func `receives every sample of a motion`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      let path = (0..<60).map { Point(Double(100 + $0), Double(100 + $0 % 7)) }
      try SyntheticInput(on: fixture.server).drag(path, milliseconds: 1)
      try fixture.wait("the button comes up") { !$0.pointers.filter { $0.isRelease }.isEmpty }
      let seen = fixture.events.pointers.filter { $0.action == .moved }.map(\.position)
      #expect(seen.suffix(59) == path.dropFirst())
    }

    @Test func `reports its size once and redraws all of it`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      try fixture.paint(Color(0xFF0000))
      try fixture.expect(0xFFFF_0000, x: 600, y: 400)
      try fixture.server.run(["xdotool", "search", "--name", "Gr", "windowsize", "800", "600"])
      let size = PixelSize(width: 800, height: 600)
      try fixture.wait("the size") { $0.contains(.resized(size)) }
      #expect(fixture.window.size == size)
      #expect(try fixture.window.surface().size == size)
      try fixture.paint(Color(0x00FF00))
      try fixture.expect(0xFF00_FF00, x: 799, y: 599)
      try fixture.server.run(["xdotool", "search", "--name", "Gr", "windowsize", "1", "1"])
      try fixture.wait("one pixel") { $0.contains(.resized(PixelSize(width: 1, height: 1))) }
      try fixture.paint(.white)
      try fixture.expect(0xFFFF_FFFF, x: 0, y: 0)
      #expect(fixture.window.drainProtocolErrors() == [])
    }

    @Test func `shows what is copied from a pixmap and nothing else`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      try fixture.paint(Color(0x102030))
      try fixture.expect(0xFF10_2030, x: 5, y: 5)
      let size = PixelSize(width: 30, height: 40)
      let pixmap = try fixture.window.makeSurface(size: size, opaque: true)
      try Canvas(pixmap).clear(.white)
      try fixture.window.surface().copy(PixelRect(size), from: pixmap, toX: 10, y: 20)
      try fixture.window.present()
      try fixture.expect(0xFFFF_FFFF, x: 39, y: 59)
      let shot = try Screenshot(of: fixture.server)
      #expect(shot.pixel(x: 10, y: 20) == 0xFFFF_FFFF)
      #expect(shot.pixel(x: 9, y: 20) == 0xFF10_2030)
      #expect(shot.pixel(x: 40, y: 60) == 0xFF10_2030)
    }

    @Test func `reports that it was uncovered`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      try fixture.paint(Color(0x00FF00))
      try fixture.expect(0xFF00_FF00, x: 5, y: 5)
      let cover = try WindowFixture(on: fixture.server, size: PixelSize(width: 100, height: 100))
      try cover.paint(.black)
      try cover.expect(0xFF00_0000, x: 5, y: 5)
      fixture.forget()
      try cover.server.run(["xdotool", "search", "--name", "Gr", "windowunmap"])
      try fixture.server.run(["xdotool", "search", "--name", "Gr", "windowmap"])
      try fixture.wait("exposure") { $0.contains(.exposed) }
      try fixture.paint(Color(0x00FF00))
      try fixture.expect(0xFF00_FF00, x: 300, y: 300)
    }

    @Test func `responds to pings and to requests to close`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      let manager = try FakeWindowManager(of: fixture.server)
      manager.send(.ping)
      try fixture.wait("the answer") { _ in manager.takePong() }
      #expect(fixture.events.isEmpty)
      manager.send(.close)
      try fixture.wait("the request") { $0 == [.closeRequested] }
    }

    @Test func `reports its destruction, wake-ups and signals`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      try fixture.server.run(["xdotool", "search", "--name", "Gr", "windowclose"])
      try fixture.wait("destruction") { $0.contains(.closeRequested) }
      let other = try WindowFixture(on: fixture.server)
      pthread_kill(pthread_self(), SIGTERM)
      try other.wait("the signal") { $0.contains(.closeRequested) }
      other.forget()
      for _ in 0..<100 { other.waker.wake() }
      #expect(try other.loop.next() == [.wakeUp])
      other.waker.wake()
      #expect(try other.loop.next() == [.wakeUp])
    }

    @Test func `follows a change of Xft.dpi`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      #expect(fixture.window.scale == 1)
      try fixture.server.setResources("Xft.dpi:\t192\n")
      try fixture.wait("the scale") { $0.contains(.scaleChanged(2)) }
      #expect(fixture.window.scale == 2)
    }

    private func fill(_ fixture: WindowFixture) throws {
      fixture.window.setFullscreen(true)
      try fixture.wait("the whole screen") {
        $0.contains(.resized(PixelSize(width: 1280, height: 800)))
      }
    }

    private func restore(_ fixture: WindowFixture) throws {
      fixture.window.setFullscreen(false)
      try fixture.wait("its old size") { $0.contains(.resized(PixelSize(width: 640, height: 480))) }
    }

    @Test func `enters and leaves fullscreen without a window manager`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      try fill(fixture)
      #expect(fixture.window.isFullscreen)
      try restore(fixture)
      #expect(!fixture.window.isFullscreen)
    }

    @Test func `enters and leaves fullscreen with a window manager`() throws {
      let server = try DisplayServer.xvfb()
      let manager = try server.startWindowManager()
      let fixture = try WindowFixture(on: server)
      try fill(fixture)
      #expect(fixture.window.isFullscreen)
      try restore(fixture)
      #expect(manager.isRunning)
    }

    /// A window that a window manager has made fill the screen.
    private func filledScreen() throws -> (manager: ChildProcess, fixture: WindowFixture) {
      let server = try DisplayServer.xvfb()
      let manager = try server.startWindowManager()
      let fixture = try WindowFixture(on: server)
      try fill(fixture)
      try waitUntil("the manager's state") { fixture.window.isFullscreen }
      return (manager, fixture)
    }

    @Test(arguments: [SIGKILL, SIGTERM])
    func `leaves full screen after the window manager that filled the screen is gone`(
      signal: Int32
    ) throws {
      let (manager, fixture) = try filledScreen()
      manager.signal(signal)
      _ = try manager.wait()
      try fixture.wait("that the window fills the screen by itself") { _ in
        fixture.window.isFullscreen && fixture.window.size.width == 1280
      }
      try restore(fixture)
      #expect(!fixture.window.isFullscreen)
      try fill(fixture)
    }

    @Test func `leaves full screen where the window manager ends before it does that`() throws {
      let (manager, fixture) = try filledScreen()
      // A stopped manager has its window still, and answers nothing.
      manager.signal(SIGSTOP)
      fixture.forget()
      fixture.window.setFullscreen(false)
      manager.signal(SIGKILL)
      _ = try manager.wait()
      try fixture.wait("its old size") { $0.contains(.resized(PixelSize(width: 640, height: 480))) }
      #expect(!fixture.window.isFullscreen)
      // It remembers that size, not the screen's.
      try fill(fixture)
      #expect(fixture.window.sizeBeforeFullscreen == PixelSize(width: 640, height: 480))
    }

    @Test func `sets its properties`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      let text = try fixture.server.run([
        "sh", "-c", "LC_ALL=C.UTF-8 xprop -id $(xdotool search --name Gr | head -1)",
      ])
      #expect(text.contains("_NET_WM_NAME(UTF8_STRING) = \"Größe ☃\""))
      #expect(text.contains("WM_CLASS(STRING) = \"fixture\", \"Fixture\""))
      #expect(text.contains("_NET_WM_PID(CARDINAL) = \(getpid())"))
      #expect(text.contains("WM_DELETE_WINDOW") && text.contains("_NET_WM_PING"))
      #expect(text.contains("WM_CLIENT_MACHINE"))
      #expect(text.contains("program specified minimum size: 1 by 1"))
      #expect(text.contains("_NET_WM_ICON"))
    }
  }

  @Suite struct `a frame clock` {
    @Test func `delivers frames only while they are wanted`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      fixture.forget()
      try fixture.wait("forty frames") { _ in fixture.frames.count >= 40 }
      // Their regularity depends on the machine; `make bench` counts missed frames.
      #expect(zip(fixture.frames.dropFirst(), fixture.frames).allSatisfy { $0 > $1 })
      #expect((30...240).contains(fixture.loop.clock.rate))
      #expect(fixture.loop.clock.followsRefreshes)
      // Without frames only the wake-up comes.
      fixture.waker.wake()
      #expect(try fixture.loop.next().filter { $0 != .exposed } == [.wakeUp])
    }
  }
}
