import Glibc
import OverscrollDesktop
import OverscrollDrawing
@testable import OverscrollHost
import OverscrollTestRig
import ScrollGeometry
import Testing

/// Windows of this process, serialized because Xlib's error handlers are process-wide.
@Suite(.serialized, .enabled(if: geteuid() == 0, "only root can start Xorg"))
struct `With Xorg` {}

extension `With Xorg` {
  @Suite struct `a window` {
    @Test func `receives one and two touches`() throws {
      let fixture = try pointedAt()
      let screen = try InputDevice(.touchscreen, of: fixture.server)
      try screen.touch(0, .begin, at: Point(100, 100))
      try screen.touch(0, .update, at: Point(120, 130))
      try screen.touch(1, .begin, at: Point(300, 100))
      try screen.touch(1, .update, at: Point(310, 90))
      try screen.touch(0, .end, at: Point(120, 130))
      try screen.touch(1, .end, at: Point(310, 90))
      try fixture.wait("both are lifted") { $0.touches.filter { $0.phase == .ended }.count == 2 }
      let touches = fixture.events.touches
      let ids = Set(touches.map(\.id))
      #expect(ids.count == 2)
      let first = touches.filter { $0.id == touches[0].id }
      #expect(first.first?.phase == .began && first.last?.phase == .ended)
      #expect(first.contains { $0.phase == .changed && near($0.position, Point(120, 130)) })
      #expect(near(touches[0].position, Point(100, 100)))
      // The server emulates a mouse for the first touch as well.
      #expect(fixture.events.pointers.isEmpty)
      #expect(fixture.window.drainProtocolErrors() == [])
    }

    @Test func `receives a touchpad pinch with its center`() throws {
      let fixture = try pointedAt()
      let pad = try InputDevice(.touchpad, of: fixture.server)
      try pad.pinch(.begin, scale: 1)
      for step in 1...4 {
        try pad.pinch(.update, scale: 1 + Double(step) / 10, delta: Point(3, -1))
      }
      try pad.pinch(.end, scale: 1.4)
      try fixture.wait("the pinch ends") { $0.pinches.contains { $0.phase == .ended } }
      let pinches = fixture.events.pinches
      #expect(pinches.map(\.phase) == [.began, .changed, .changed, .changed, .changed, .ended])
      for (pinch, scale) in zip(pinches, [1, 1.1, 1.2, 1.3, 1.4, 1.4]) {
        #expect(abs(pinch.scale - scale) < 1e-3)
      }
      #expect(near(pinches[4].centroid - pinches[0].centroid, Point(12, -4)))
    }

    @Test func `receives a touchpad scroll from beginning to end`() throws {
      let fixture = try pointedAt()
      let pad = try InputDevice(.touchpad, of: fixture.server)
      for step in [0.25, 0.5, -0.125] { try pad.scroll(Point(0, step)) }
      try pad.scroll(Point(2, 0))
      try pad.scroll(.zero)
      try fixture.wait("the scroll ends") { $0.touchpads.contains { $0.phase == .ended } }
      let scrolls = fixture.events.touchpads
      #expect(scrolls.map(\.phase) == [.began, .changed, .changed, .changed, .ended])
      #expect(
        scrolls.map(\.delta)
          == [Point(0, -3.75), Point(0, -7.5), Point(0, 1.875), Point(-30, 0), .zero])
      // Fingers that rest do not lift: the driver reports that.
      #expect(scrolls.allSatisfy { $0.reportsStops })
      #expect(fixture.events.wheels.isEmpty)
    }

    @Test func `ends a touchpad's scroll where the pointer leaves`() throws {
      let fixture = try pointedAt()
      let pad = try InputDevice(.touchpad, of: fixture.server)
      for _ in 0..<2 { try pad.scroll(Point(0, 0.5)) }
      try fixture.wait("the scroll") { $0.touchpads.count == 2 }
      try SyntheticInput(on: fixture.server).move(to: Point(1500, 900))
      try fixture.wait("its end") { $0.touchpads.last?.phase == .ended }
      #expect(fixture.events.touchpads.map(\.phase) == [.began, .changed, .ended])
    }

    @Test func `receives a high-resolution wheel once, and not as buttons too`() throws {
      let fixture = try pointedAt()
      let mouse = try InputDevice(.mouse, of: fixture.server)
      try mouse.scroll(Point(0, 1))
      try mouse.scroll(Point(0, -2))
      try mouse.button(1, isDown: true)
      try mouse.move(by: Point(10, 5))
      try mouse.button(1, isDown: false)
      try fixture.wait("the button") { !$0.pointers.filter { $0.isRelease }.isEmpty }
      #expect(fixture.events.wheels.map(\.notches) == [Point(0, 1), Point(0, -2)])
      #expect(
        fixture.events.pointers.map(\.action).filter { $0 != .moved }
          == [.pressed(button: 1), .released(button: 1)])
    }

    @Test func `does not jump by scrolls outside of it`() throws {
      let fixture = try pointedAt()
      let input = SyntheticInput(on: fixture.server)
      let mouse = try InputDevice(.mouse, of: fixture.server)
      try input.move(to: Point(100, 100))
      try mouse.scroll(Point(0, 1))
      try fixture.wait("a notch") { $0.wheels.count == 1 }
      try input.move(to: Point(1500, 900))
      for _ in 0..<20 { try mouse.scroll(Point(0, 1)) }
      fixture.forget()
      // Only a notch that comes together with the pointer may be missed.
      for round in 1...5 {
        let place = Point(Double(100 + round), 100)
        try input.move(to: place)
        try fixture.wait("the pointer is there") { $0.pointers.last?.position == place }
        try mouse.scroll(Point(0, 1))
      }
      try input.move(to: Point(100, 100))
      try fixture.wait("all is heard") { $0.pointers.last?.position == Point(100, 100) }
      #expect(fixture.events.wheels.count >= 4)
      #expect(fixture.events.wheels.allSatisfy { $0.notches == Point(0, 1) })
    }

    @Test func `does not jump by scrolls during a grab of another client`() throws {
      let fixture = try pointedAt()
      let mouse = try InputDevice(.mouse, of: fixture.server)
      let input = SyntheticInput(on: fixture.server)
      for round in 1...3 {
        try mouse.scroll(Point(0, 1))
        try fixture.wait("a notch before") { !$0.wheels.isEmpty }
        // The pointer stays over the window: a menu or a switcher takes what the wheel does.
        let grab = try PointerGrab(on: fixture.server)
        for _ in 0..<20 { try mouse.scroll(Point(0, 1)) }
        grab.end()
        let place = Point(Double(200 + round), 200)
        try input.move(to: place)
        try fixture.wait("the pointer is there") { $0.pointers.last?.position == place }
        fixture.forget()
        try fixture.wait("frames in which nothing happens") { _ in fixture.frames.count >= 8 }
        try mouse.scroll(Point(0, 1))
        try fixture.wait("a notch after") { !$0.wheels.isEmpty }
        #expect(fixture.events.wheels.map(\.notches) == [Point(0, 1)])
        fixture.forget()
      }
      // The grab of the window's own button takes nothing away.
      try mouse.button(1, isDown: true)
      try mouse.scroll(Point(0, 1))
      try mouse.button(1, isDown: false)
      try mouse.scroll(Point(0, 1))
      try fixture.wait("both notches") { $0.wheels.count == 2 }
      #expect(fixture.events.wheels.allSatisfy { $0.notches == Point(0, 1) })
    }

    @Test func `never scrolls backward when the pointer enters while scrolling`() throws {
      let fixture = try pointedAt()
      let input = SyntheticInput(on: fixture.server)
      let mouse = try InputDevice(.mouse, of: fixture.server)
      for round in 1...5 {
        try input.move(to: Point(1500, 900))
        for _ in 0..<10 { try mouse.scroll(Point(0, 1)) }
        try input.move(to: Point(100, 100))
        for _ in 0..<5 { try mouse.scroll(Point(0, 1)) }
        try input.move(to: Point(Double(100 + round), 100))
        try fixture.wait("the round's last motion") {
          $0.pointers.last?.position == Point(Double(100 + round), 100)
        }
      }
      #expect(fixture.events.wheels.allSatisfy { $0.notches == Point(0, 1) })
      #expect(fixture.events.wheels.count >= 5 * 4)
    }

    @Test func `receives keys with modifiers, and repeats as repeats`() throws {
      let fixture = try pointedAt()
      let keyboard = try InputDevice(.keyboard, of: fixture.server)
      // Key codes of a PC keyboard: 37 is Control, 38 is A, 113 the left arrow.
      try keyboard.key(37, isDown: true)
      try keyboard.key(38, isDown: true)
      try keyboard.key(38, isDown: false)
      try keyboard.key(37, isDown: false)
      try keyboard.key(113, isDown: true)
      try fixture.wait("a repeat") { $0.keys.contains { $0.action == .repeated } }
      try keyboard.key(113, isDown: false)
      try fixture.wait("the arrow comes up") { $0.hasReleased("Left") }
      #expect(
        fixture.events.keys.contains {
          $0.name == "a" && $0.action == .pressed && $0.modifiers == .control
        })
      let arrows = fixture.events.keys.filter { $0.name == "Left" }.map(\.action)
      #expect(arrows.first == .pressed && arrows.last == .released)
      #expect(arrows.dropFirst().dropLast().allSatisfy { $0 == .repeated })
    }

    @Test func `knows the refresh rate of its monitor`() throws {
      let fixture = try WindowFixture(on: .xorg(), features: [.extendedInput, .sharedMemory])
      // It asks once there is content.
      for _ in 0..<2 { try fixture.paint(.black) }
      try fixture.wait("frames") { _ in fixture.frames.count > 3 }
      #expect(abs(fixture.loop.clock.rate - 138_500_000.0 / (2080 * 1111)) < 0.01)
    }

    /// A window with the pointer over it, which is where scrolls and keys go.
    private func pointedAt() throws -> WindowFixture {
      let fixture = try WindowFixture(on: .xorg())
      try SyntheticInput(on: fixture.server).move(to: Point(200, 200))
      try fixture.wait("the pointer comes") { $0.pointers.last?.position == Point(200, 200) }
      fixture.forget()
      // Where valuators stand is asked for when the pointer comes, until the answer comes with no event.
      try fixture.wait("frames in which nothing happens") { _ in fixture.frames.count >= 8 }
      fixture.forget()
      return fixture
    }

    private func near(_ one: Point, _ other: Point) -> Bool {
      (one - other).length < 0.1
    }
  }

  @Suite struct `the environment of a window` {
    @Test func `knows the mode, the scroll axes and the axes of touch`() throws {
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

  @Suite struct `keys` {
    @Test func `that are held still repeat when the focus returns`() throws {
      let fixture = try WindowFixture(on: .xorg())
      let manager = try FakeWindowManager(of: fixture.server)
      try manager.focus(named: "Größe ☃")
      let keyboard = try InputDevice(.keyboard, of: fixture.server)
      try keyboard.key(41, isDown: true)
      try fixture.wait("a repeat") { $0.keys.contains { $0.action == .repeated } }
      try manager.focus(named: nil)
      try fixture.wait("the keyboard goes") { $0.contains(.focus(false)) }
      fixture.forget()
      try manager.focus(named: "Größe ☃")
      try fixture.wait("a key") { !$0.keys.isEmpty }
      try keyboard.key(41, isDown: false)
      try fixture.wait("its end") { $0.hasReleased("f") }
      #expect(!fixture.events.keys.contains { $0.action == .pressed })
    }
  }
}
