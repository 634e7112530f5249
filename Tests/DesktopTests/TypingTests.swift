import Glibc
import OverscrollDesktop
@testable import OverscrollHost
import OverscrollTestRig
import ScrollGeometry
import Testing

extension `With an X server` {
  @Suite struct `text` {
    private func fixture(layout: [String] = ["-layout", "us"]) throws -> WindowFixture {
      let fixture = try WindowFixture(on: .xvfb())
      try fixture.server.run(["setxkbmap"] + layout)
      try FakeWindowManager(of: fixture.server).focus(named: "Größe ☃")
      try fixture.wait("the keyboard comes") { $0.contains(.focus(true)) }
      fixture.forget()
      return fixture
    }

    private func type(_ keys: [String], in fixture: WindowFixture) throws -> [Input.Text.Content] {
      fixture.forget()
      try fixture.server.run(["xdotool", "key", "--delay", "20"] + keys + ["F5"])
      try fixture.wait("the last key of \(keys)") { $0.hasReleased("F5") }
      return fixture.events.texts
    }

    @Test func `is composed of dead keys and compose sequences, and typed by plain keys`() throws {
      let fixture = try fixture(layout: [
        "-layout", "us", "-variant", "intl", "-option", "compose:ralt",
      ])
      fixture.window.acceptsText = true
      #expect(
        try type(["a", "shift+b", "space"], in: fixture) == ["a", "B", " "].map { .committed($0) })
      #expect(try type(["dead_acute", "e"], in: fixture) == [.committed("é")])
      #expect(try type(["dead_diaeresis", "shift+u"], in: fixture) == [.committed("Ü")])
      #expect(try type(["Multi_key", "o", "slash"], in: fixture) == [.committed("ø")])
      #expect(try type(["Multi_key", "equal", "e"], in: fixture) == [.committed("€")])
      #expect(try type(["dead_acute", "dead_acute"], in: fixture) == [.committed("´")])
      #expect(fixture.window.drainProtocolErrors() == [])
    }

    @Test func `is not typed by keys that are commands`() throws {
      let fixture = try fixture()
      fixture.window.acceptsText = true
      let commands = [
        "ctrl+a", "ctrl+c", "alt+f", "super+e", "Left", "Return", "BackSpace", "Escape", "Tab",
      ]
      #expect(try type(commands, in: fixture) == [])
      let names = fixture.events.keys.filter { $0.action == .pressed }.map(\.name)
      for name in ["a", "c", "f", "e", "Left", "Return", "BackSpace", "Escape", "Tab"] {
        #expect(names.contains(name))
      }
      let held = fixture.events.keys.first { $0.name == "a" && $0.action == .pressed }
      #expect(held?.modifiers == .control)
    }

    @Test func `is typed in any layout`() throws {
      let fixture = try fixture(layout: ["-layout", "ru"])
      fixture.window.acceptsText = true
      #expect(try type(["38", "39"], in: fixture) == [.committed("ф"), .committed("ы")])
      #expect(try type(["ctrl+38"], in: fixture) == [])
    }

    @Test func `is typed only while it is accepted`() throws {
      let fixture = try fixture(layout: ["-layout", "us", "-variant", "intl"])
      #expect(try type(["a"], in: fixture) == [])
      #expect(fixture.events.keys.map(\.name).contains("a"))
      fixture.window.acceptsText = true
      #expect(try type(["a"], in: fixture) == [.committed("a")])
      #expect(try type(["dead_acute"], in: fixture) == [])
      fixture.window.acceptsText = false
      #expect(try type(["e"], in: fixture) == [])
      #expect(fixture.events.keys.map(\.name).contains("e"))
      fixture.window.acceptsText = true
      #expect(try type(["e"], in: fixture) == [.committed("e")], "the dead key is forgotten")
    }

    @Test func `is typed where the server of the user's input method does not run`() throws {
      let before = getenv("XMODIFIERS").map { String(cString: $0) }
      setenv("XMODIFIERS", "@im=nobody-runs-this", 1)
      defer { if let before { setenv("XMODIFIERS", before, 1) } else { unsetenv("XMODIFIERS") } }
      let fixture = try fixture(layout: ["-layout", "us", "-variant", "intl"])
      fixture.window.acceptsText = true
      #expect(
        try type(["dead_acute", "e", "x"], in: fixture) == [.committed("é"), .committed("x")])
    }

    @Test func `is typed while the pointer moves and touches are read`() throws {
      let fixture = try fixture(layout: ["-layout", "us", "-variant", "intl"])
      fixture.window.acceptsText = true
      #expect(fixture.window.hasExtendedInput)
      fixture.forget()
      try fixture.server.run([
        "xdotool", "mousemove", "50", "60", "key", "dead_grave", "mousemove", "70", "80", "click",
        "5",
        "key", "a", "mousemove", "90", "95",
      ])
      try fixture.wait("all of it") { $0.pointers.last?.position.x == 90 && !$0.texts.isEmpty }
      #expect(fixture.events.texts == [.committed("à")])
      #expect(fixture.events.contains { if case .wheel = $0 { true } else { false } })
    }
  }
}

extension [Input] {
  /// What was typed, composed and pasted.
  var texts: [Input.Text.Content] {
    compactMap { if case .text(let text) = $0 { text.content } else { nil } }
  }
}
