import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

extension `In a real window a grid` {
  @Suite struct `of a scene in which text is typed` {
    private let folder = TestFolder.make()

    /// A scene with the keyboard of someone who types accents with dead keys.
    private func open(_ scene: String) throws -> RunningViewer {
      let server = try DisplayServer.xvfb()
      try server.run(["setxkbmap", "-layout", "us", "-variant", "intl"])
      return try RunningViewer(["scene", scene, "--takes", folder + "/takes"], on: server)
    }

    private func clipboard(_ viewer: RunningViewer) throws -> String {
      try viewer.server.run(["sh", "-c", "xclip -selection clipboard -o || :"])
    }

    /// Puts text into the clipboard, of which xclip is the owner some time after the command has ended.
    private func copy(_ text: String, _ viewer: RunningViewer) throws {
      try viewer.server.run([
        "sh", "-c", "printf %s '\(text)' | xclip -selection clipboard -i > /dev/null",
      ])
      try waitUntil("xclip") { try clipboard(viewer) == text }
    }

    @Test
    func `view.subclasses takes keys, dead keys, the clipboard and the mouse, and hides the text`()
      throws
    {
      let viewer = try open("keyboard")
      let place = Point(16, 16) + Point(40, 34)
      try viewer.settle()
      try viewer.input.drag([place])
      try viewer.settle()
      // A letter that is a command elsewhere is typed.
      try viewer.input.type("h", "dead_acute", "e", "l", "l", "o", "space", "q", "ctrl+a", "ctrl+c")
      try waitUntil("the text in the clipboard") { try clipboard(viewer) == "héllo q" }
      try copy("wörld", viewer)
      try viewer.input.type("End", "BackSpace", "ctrl+v")
      try viewer.settle()
      // A double click selects the first word.
      try viewer.server.run(["xdotool", "click", "--repeat", "2", "--delay", "60", "1"])
      try viewer.settle()
      try viewer.keep("scene-typing")
      try viewer.input.type("ctrl+x", "ctrl+a", "ctrl+c")
      try waitUntil("the rest in the clipboard") { try clipboard(viewer) == " wörld" }
      try viewer.input.type("F2")
      let path = try viewer.savedTake(in: folder + "/takes")
      let check = try RunningViewer.run(["replay", path, "--check"])
      #expect(check.output.hasPrefix("same: ") && check.status == 0, "\(check.errors)")
      let text = try RunningViewer.text(of: path)
      #expect(text.contains(#""text":"pasted","string":"xxxxx""#))
      #expect(text.contains(#""key":"x","modifiers":["control"]"#))
      for letter in ["é", "ö", #""h""#, #""q""#] { #expect(!text.contains(letter), "\(letter)") }
    }
  }
}
