import OverscrollStage
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A take of typing` {
  private let secret = "hunter2 geheim 秘密"

  @Test func `S0-02 has no text in it, only a mark and the keys that are commands`() throws {
    let recorder = Recorder(Stage(Script.Header()))
    let view = TextView(frame: recorder.stage.window.bounds)
    recorder.stage.window.addSubview(view)
    view.becomeFirstResponder()
    var now = 100.0
    func key(_ name: String, _ modifiers: Modifiers = []) {
      now += 0.05
      recorder.send(.key(KeyEvent(key: name, modifiers: modifiers, timestamp: now)))
    }
    func text(_ content: TextEvent.Content) {
      now += 0.05
      recorder.send(.text(TextEvent(content, timestamp: now)))
      recorder.frame(at: now + 0.01)
    }
    key("Left")
    for letter in secret {
      // A key that reaches the engine beside its text.
      key(String(letter))
      text(.inserted(String(letter)))
    }
    text(.marked("秘密", selectedRange: 0..<2))
    text(.inserted("秘密"))
    text(.pasted(secret))
    key("BackSpace")
    key("c", .control)
    #expect(view.text == secret + "秘密" + secret.dropLast())
    let take = try #require(recorder.current)
    #expect(take.leavesOutText)
    let script = take.finished(.stopped)
    let inputs = script.events.filter { !$0.action.isFrame }.map(\.line)
    #expect(inputs.count == 4)
    #expect(inputs.map { $0.contains("\"key\"") } == [true, false, true, true])
    #expect(inputs[1].contains("\"mark\":\"typed text is left out\""))
    for part in ["hunter", "geheim", "秘", "密", "\"h\"", "\"2\""] {
      #expect(!script.text.contains(part), "\(part)")
    }
    #expect(try Script(parsing: script.text, file: "take") == script)
  }

  @Test func `S0-02 keeps keys that no text receives`() throws {
    let recorder = Recorder(Stage(Script.Header()))
    recorder.send(.key(KeyEvent(key: "h", timestamp: 5)))
    let take = try #require(recorder.current)
    #expect(take.script.events.count == 1 && !take.leavesOutText)
  }
}
