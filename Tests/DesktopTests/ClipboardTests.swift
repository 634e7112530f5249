import OverscrollDesktop
@testable import OverscrollHost
import OverscrollTestRig
import Testing

extension `With an X server` {
  @Suite struct `the clipboard` {
    private static let large = String(repeating: "Größe ☃ 0123456789\n", count: 60_000)

    /// Runs the loops of windows in turn until `condition` holds.
    private func wait(
      _ what: String, for fixture: WindowFixture, serving others: [WindowFixture] = [],
      _ condition: ([Input]) throws -> Bool
    ) throws {
      // Windows that others cover get no frames to wake them.
      try fixture.wait(what) { events in
        for other in others {
          other.waker.wake()
          _ = try other.loop.next()
        }
        fixture.waker.wake()
        return try condition(events)
      }
    }

    private func paste(
      _ fixture: WindowFixture, from others: [WindowFixture] = []
    ) throws -> Input.Text.Content? {
      fixture.forget()
      fixture.window.requestText()
      try wait("text", for: fixture, serving: others) { !$0.texts.isEmpty }
      return fixture.events.texts.first
    }

    /// Copies text with xclip, which is the owner only some time after the command has ended, and waits for what is then pasted.
    private func copy(
      _ command: String, thenPasting expected: Input.Text.Content, in fixture: WindowFixture
    ) throws {
      try fixture.server.run(["sh", "-c", "\(command) | xclip -selection clipboard -i > /dev/null"])
      try waitUntil("the text of \(command)") { try paste(fixture) == expected }
    }

    /// Runs a shell command on the display while a window answers.
    private func run(_ command: String, with fixture: WindowFixture) throws -> String {
      let child = try ChildProcess(
        ["sh", "-c", command], environment: ["DISPLAY": fixture.server.name])
      try wait(command, for: fixture) { _ in !child.isRunning }
      return try child.readToEnd()
    }

    @Test(arguments: ["", "Größe ☃ 漢字 👩‍👩‍👧", "two\nlines", large])
    func `passes text from one client to another and to itself`(text: String) throws {
      let server = try DisplayServer.xvfb()
      let (one, other) = (try WindowFixture(on: server), try WindowFixture(on: server))
      #expect(one.window.copy(ClipboardContents(text: text)))
      #expect(try paste(other, from: [one]) == .pasted(text))
      #expect(try paste(one) == .pasted(text))
      #expect(other.window.copy(ClipboardContents(text: "the other's")))
      #expect(try paste(one, from: [other]) == .pasted("the other's"))
      #expect(one.window.drainProtocolErrors() + other.window.drainProtocolErrors() == [])
    }

    @Test func `passes text to and from other programs`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      fixture.window.copy(ClipboardContents(text: "Größe ☃"))
      #expect(try run("xclip -selection clipboard -o", with: fixture) == "Größe ☃")
      #expect(try run("xsel --clipboard --output", with: fixture) == "Größe ☃")
      #expect(
        try run(
          "xclip -selection clipboard -target STRING -o | iconv -f latin1 -t utf-8", with: fixture)
          == "Größe ?")
      let targets = try run("xclip -selection clipboard -target TARGETS -o", with: fixture)
      for target in ["TARGETS", "TIMESTAMP", "MULTIPLE", "UTF8_STRING", "STRING", "TEXT"] {
        #expect(targets.split(separator: "\n").contains(Substring(target)))
      }
      fixture.window.copy(ClipboardContents(text: Self.large))
      let count = try run("xclip -selection clipboard -o | wc -c", with: fixture)
      #expect(Int(count.filter(\.isNumber)) == Self.large.utf8.count)
      try copy("printf 'von außen ☃'", thenPasting: .pasted("von außen ☃"), in: fixture)
      let lines = String(repeating: "eine Zeile ☃\n", count: 100_000)
      try copy("yes 'eine Zeile ☃' | head -n 100000", thenPasting: .pasted(lines), in: fixture)
      #expect(fixture.window.drainProtocolErrors() == [])
    }

    @Test func `says why nothing is pasted`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      #expect(try paste(fixture) == .notPasted("The clipboard contains no text."))
      let tooLong = "The clipboard contains more than 16 MiB of text; nothing was pasted."
      try copy(
        "head -c 20000000 /dev/zero | tr '\\0' x", thenPasting: .notPasted(tooLong), in: fixture)
      // The rest of the long text still arrives.
      fixture.window.copy(ClipboardContents(text: "after"))
      #expect(try paste(fixture) == .pasted("after"))
    }

    @Test func `survives a client that goes away in the middle of a long text`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      fixture.window.copy(ClipboardContents(text: Self.large))
      _ = try run(
        "timeout -s KILL 0.2 xclip -selection clipboard -o | head -c 10 > /dev/null; true",
        with: fixture)
      let count = try run("xclip -selection clipboard -o | wc -c", with: fixture)
      #expect(Int(count.filter(\.isNumber)) == Self.large.utf8.count)
      #expect(try paste(fixture) == .pasted(Self.large))
      #expect(fixture.window.drainProtocolErrors() == [])
    }
  }
}
