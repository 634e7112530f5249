import OverscrollDesktop
import OverscrollDrawing
@testable import OverscrollHost
import OverscrollTestRig
import ScrollGeometry
import Testing

extension `With an X server` {
  @Suite struct `keys` {
    /// A key by its code on a PC keyboard, and what it is to be called.
    struct Key: Sendable {
      var layout: String
      var code: Int
      var name: String
      var digit: Int?
    }

    private static let keys = [
      Key(layout: "us", code: 41, name: "f"),
      Key(layout: "ru,us", code: 41, name: "f"),
      Key(layout: "gr,us", code: 41, name: "f"),
      Key(layout: "il,us", code: 41, name: "f"),
      Key(layout: "ru,gr,fr", code: 38, name: "q"),
      Key(layout: "us", code: 10, name: "1"),
      Key(layout: "fr", code: 10, name: "ampersand", digit: 1),
      Key(layout: "fr", code: 19, name: "agrave", digit: 0),
      // Without a Latin letter in any layout, the place of the key counts.
      Key(layout: "ru", code: 57, name: "n"),
      Key(layout: "gr", code: 24, name: "q"),
      Key(layout: "il", code: 24, name: "q"),
      Key(layout: "il", code: 59, name: "comma"),
      Key(layout: "ru,gr", code: 41, name: "f"),
      Key(layout: "ru", code: 61, name: "period"),
      Key(layout: "ru", code: 36, name: "Return"),
      Key(layout: "us(dvorak)", code: 24, name: "apostrophe"),
    ]

    @Test func `have the Latin letter of the first layout with one`() throws {
      let fixture = try pointedAt()
      for key in Self.keys {
        try fixture.server.run(["setxkbmap", "-layout", key.layout])
        fixture.forget()
        try fixture.server.run(["xdotool", "key", "\(key.code)"])
        try fixture.wait("a key of \(key)") { !$0.keys.isEmpty }
        #expect(fixture.events.keys.first?.name == key.name, "\(key)")
        #expect(fixture.events.keys.first?.shiftedDigit == key.digit, "\(key)")
      }
    }

    @Test func `ignore Caps Lock`() throws {
      let fixture = try pointedAt()
      try fixture.server.run(["setxkbmap", "-layout", "us"])
      try fixture.server.run(["xdotool", "key", "Caps_Lock"])
      fixture.forget()
      try fixture.server.run(["xdotool", "key", "41", "shift+41"])
      try fixture.wait("both") { $0.keys.filter { ["f", "F"].contains($0.name) }.count == 4 }
      #expect(
        fixture.events.keys.filter { $0.action == .pressed && $0.name != "Caps_Lock" }.map(\.name)
          == ["f", "Shift_L", "F"])
    }

    private func pointedAt() throws -> WindowFixture {
      let fixture = try WindowFixture(on: .xvfb())
      try SyntheticInput(on: fixture.server).move(to: Point(200, 200))
      try fixture.wait("the pointer comes") { $0.pointers.last?.position == Point(200, 200) }
      return fixture
    }
  }

  @Suite struct `a held button` {
    @Test(arguments: [DesktopOptions.Features.all, .sharedMemory])
    func `is canceled when the window is unmapped`(
      features: DesktopOptions.Features
    ) throws {
      let fixture = try WindowFixture(on: .xvfb(), features: features)
      try SyntheticInput(on: fixture.server).drag(
        [Point(100, 100), Point(110, 105)], releases: false)
      try fixture.wait("the drag") { $0.pointers.last?.position == Point(110, 105) }
      try fixture.server.run(["xdotool", "search", "--name", "Gr", "windowunmap"])
      // The pointer leaves the window, too.
      func isEnd(_ pointer: Input.Pointer) -> Bool { pointer.action == .cancelled(button: 1) }
      try fixture.wait("the end") { $0.pointers.contains(where: isEnd) }
      #expect(fixture.events.pointers.first(where: isEnd)?.position == Point(110, 105))
      #expect(fixture.events.pointers.count(where: isEnd) == 1)
    }

    @Test func `is canceled when another client grabs the keyboard`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      try SyntheticInput(on: fixture.server).drag(
        [Point(100, 100), Point(110, 105)], releases: false)
      try fixture.wait("the drag") { $0.pointers.last?.position == Point(110, 105) }
      let manager = try FakeWindowManager(of: fixture.server)
      try manager.grabKeyboard()
      try fixture.wait("the end") { $0.pointers.last?.action == .cancelled(button: 1) }
    }
  }

  @Suite struct `a fence` {
    @Test func `is ignored when another client sends it`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      let manager = try FakeWindowManager(of: fixture.server)
      for number in [0, 1, 2, 7, 1 << 30, -1] {
        manager.sendFence(number)
        try fixture.paint(.white)
        try fixture.wait("the server's own answer") { _ in fixture.loop.mayDraw(isDue: true) }
        manager.sendFence(number)
        try fixture.server.run(["xdotool", "mousemove", "\(abs(number % 600))", "17"])
        try fixture.wait("what came after it") { $0.pointers.last?.position.y == 17 }
        #expect(fixture.loop.mayDraw(isDue: true))
        fixture.forget()
        try fixture.server.run(["xdotool", "mousemove", "5", "5"])
      }
    }
  }
}
