import Desktop
import Drawing
import Geometry
import Testing
import TestRig

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
    ]

    @Test func `are called by a Latin letter of the first layout that has one`() throws {
      let stage = try pointedAt()
      for key in Self.keys {
        try stage.server.run(["setxkbmap", "-layout", key.layout])
        stage.forget()
        try stage.server.run(["xdotool", "key", "\(key.code)"])
        try stage.wait("a key of \(key)") { !$0.keys.isEmpty }
        #expect(stage.events.keys.first?.name == key.name, "\(key)")
        #expect(stage.events.keys.first?.shiftedDigit == key.digit, "\(key)")
      }
    }

    @Test func `are called the same with Caps Lock`() throws {
      let stage = try pointedAt()
      try stage.server.run(["setxkbmap", "-layout", "us"])
      try stage.server.run(["xdotool", "key", "Caps_Lock"])
      stage.forget()
      try stage.server.run(["xdotool", "key", "41", "shift+41"])
      try stage.wait("both") { $0.keys.filter { ["f", "F"].contains($0.name) }.count == 4 }
      #expect(
        stage.events.keys.filter { $0.action == .pressed && $0.name != "Caps_Lock" }.map(\.name)
          == ["f", "Shift_L", "F"])
    }

    @Test func `that are held go on repeating when the keyboard comes back`() throws {
      let stage = try Stage(on: .xorg())
      let manager = try Manager(of: stage.server)
      try manager.focus(named: "Größe ☃")
      let keyboard = try InputDevice(.keyboard, of: stage.server)
      try keyboard.key(41, isDown: true)
      try stage.wait("a repeat") { $0.keys.contains { $0.action == .repeated } }
      try manager.focus(named: nil)
      try stage.wait("the keyboard goes") { $0.contains(.focus(false)) }
      stage.forget()
      try manager.focus(named: "Größe ☃")
      try stage.wait("a key") { !$0.keys.isEmpty }
      try keyboard.key(41, isDown: false)
      try stage.wait("its end") { $0.hasReleased("f") }
      #expect(!stage.events.keys.contains { $0.action == .pressed })
    }

    private func pointedAt() throws -> Stage {
      let stage = try Stage(on: .xvfb())
      try Hand(on: stage.server).move(to: Point(200, 200))
      try stage.wait("the pointer comes") { $0.pointers.last?.position == Point(200, 200) }
      return stage
    }
  }

  @Suite struct `a button that is down` {
    @Test(arguments: [DesktopWindow.Features.all, .sharedMemory])
    func `is taken back when the window goes off the screen`(
      features: DesktopWindow.Features
    ) throws {
      let stage = try Stage(on: .xvfb(), features: features)
      try Hand(on: stage.server).drag([Point(100, 100), Point(110, 105)], letsGo: false)
      try stage.wait("the drag") { $0.pointers.last?.position == Point(110, 105) }
      try stage.server.run(["xdotool", "search", "--name", "Gr", "windowunmap"])
      try stage.wait("the end") { $0.pointers.last?.action == .cancelled(button: 1) }
      #expect(stage.events.pointers.last?.position == Point(110, 105))
    }

    @Test func `is taken back when another program takes the keyboard`() throws {
      let stage = try Stage(on: .xvfb())
      try Hand(on: stage.server).drag([Point(100, 100), Point(110, 105)], letsGo: false)
      try stage.wait("the drag") { $0.pointers.last?.position == Point(110, 105) }
      let manager = try Manager(of: stage.server)
      try manager.grabKeyboard()
      try stage.wait("the end") { $0.pointers.last?.action == .cancelled(button: 1) }
    }
  }

  @Suite struct `a fence` {
    @Test func `is not believed when another program sends it`() throws {
      let stage = try Stage(on: .xvfb())
      let manager = try Manager(of: stage.server)
      for number in [0, 1, 2, 7, 1 << 30, -1] {
        manager.sendFence(number)
        try stage.paint(.white)
        try stage.wait("the server's own answer") { _ in stage.loop.mayDraw(isDue: true) }
        manager.sendFence(number)
        try stage.server.run(["xdotool", "mousemove", "\(abs(number % 600))", "17"])
        try stage.wait("what came after it") { $0.pointers.last?.position.y == 17 }
        #expect(stage.loop.mayDraw(isDue: true))
        stage.forget()
        try stage.server.run(["xdotool", "mousemove", "5", "5"])
      }
    }
  }
}
