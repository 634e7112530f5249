import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

@Suite struct `A take of typing` {
  private let secret = "hunter2 geheim 秘密"

  @Test func `view.subclasses has masks in place of the text, and the keys that are commands`()
    throws
  {
    let recorder = Recorder(Stage(Script.Header()))
    let view = TextView(frame: recorder.stage.window.bounds)
    recorder.stage.window.addSubview(view)
    view.becomeFirstResponder()
    var now = 100.0
    func key(_ name: String, _ modifiers: Modifiers = []) {
      now += 0.05
      recorder.send(
        .key(KeyEvent(key: .init(rawValue: name), modifiers: modifiers, timestamp: now)))
      #expect(abs(recorder.present - now) < 1e-9, "time goes on with every key")
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
    let script = try #require(recorder.current).finished(.stopped)
    let inputs = script.events.filter { !$0.action.isFrame }.map(\.line)
    #expect(inputs.count == 1 + secret.count + 3 + 2)
    #expect(inputs[1].hasSuffix(#""text":"inserted","string":"x"}"#), "\(inputs[1])")
    #expect(
      inputs[inputs.count - 3].hasSuffix(#""text":"pasted","string":"xxxxxxx xxxxxx 字字"}"#))
    for part in ["hunter", "geheim", "秘", "密", "\"h\"", "\"2\""] {
      #expect(!script.text.contains(part), "\(part)")
    }
    #expect(try Script(parsing: script.text, file: "take") == script)
  }

  @Test func `view.subclasses keeps keys that no text receives`() throws {
    let recorder = Recorder(Stage(Script.Header()))
    recorder.send(.key(KeyEvent(key: "h", timestamp: 5)))
    let take = try #require(recorder.current)
    #expect(take.script.events.count == 1)
  }

  @Test func `view.subclasses is too long to be recorded beyond ten thousand Unicode scalars`() {
    let accented = String(repeating: "e\u{301}", count: 5000)
    for (text, isTooLong) in [("", false), (accented, false), (accented + "e", true)] {
      for content in [
        TextEvent.Content.inserted(text), .pasted(text), .marked(text, selectedRange: 0..<0),
      ] {
        let event = Event.text(TextEvent(content, timestamp: 0))
        #expect(event.isTooLongToRecord == isTooLong)
        let script = Script(
          header: Script.Header(), events: [.init(time: 0, action: .event(event))])
        // A line of it can be read back.
        if !isTooLong {
          #expect(throws: Never.self) { try Script(parsing: script.text, file: "a") }
        }
      }
    }
    #expect(!Event.key(KeyEvent(key: "a", timestamp: 0)).isTooLongToRecord)
  }

  @Test func `hides text that a script holds when the script is written`() throws {
    let line = #"{"t":1,"text":"inserted","string":"geheim"}"#
    let script = try Script(parsing: "{\"overscroll\":2}\n" + line, file: "typed.script")
    guard case .event(.text(let event)) = script.events.first?.action else {
      Issue.record("no text")
      return
    }
    #expect(event.content == .inserted("geheim") && event.timestamp == 1)
    #expect(!script.text.contains("geheim") && script.text.contains("xxxxxx"))
  }

  @Test(arguments: [
    (#"{"t":1,"text":"typed","string":"a"}"#, #""text" is "typed"; it must be one of"#),
    (#"{"t":1,"text":"inserted"}"#, #""string" is missing"#),
    (#"{"t":1,"text":"marked","string":"ab","selected":[2,1]}"#, #""selected" must be"#),
    (#"{"t":1,"text":"marked","string":"ab","selected":[0.5,1]}"#, #""selected" must be"#),
  ])
  func `refuses text that is none`(line: String, problem: String) {
    let error = #expect(throws: ScriptError.self) {
      try Script(parsing: "{\"overscroll\":2}\n" + line + "\n", file: "typed.script")
    }
    #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
  }
}

@Suite struct `Masked text` {
  /// Characters of every kind that words, lines or characters are made of.
  private static let alphabet: [String] = [
    "a", "Z", "ß", "7", "½", "_", "'", "’", " ", " ", "\u{A0}", "\u{202F}", "\t", "\n", "-", "—",
    ".", ",", "€", "(", "漢", "字", "か", "ї", "e\u{301}", "\u{301}", "\u{200D}", "👍", "🏽", "🇩", "🇪",
    "ᄒ", "ᅡ", "ᆫ", "한", "하", "ก", "ำ", "\u{200B}", "\u{1}",
  ]

  private func word(_ random: inout SplitMix64) -> String {
    (0...random.index(6)).map { _ in Self.alphabet[random.index(Self.alphabet.count)] }.joined()
  }

  @Test(arguments: 0..<40)
  func `is laid out and edited as the text that it hides`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let frame = Rect(x: 0, y: 0, width: 120, height: 90)
    let views = (TextView(frame: frame), TextView(frame: frame))
    for view in [views.0, views.1] {
      let window = Window(frame: frame)
      window.addSubview(view)
      view.becomeFirstResponder()
    }
    for step in 1...80 {
      let text = word(&random)
      switch random.index(6) {
      case 0:
        let keys = ["Left", "Right", "Home", "End", "Up", "BackSpace", "Delete"]
        let name = keys[random.index(keys.count)]
        let modifiers: Modifiers = random.index(2) == 0 ? [] : .control
        let key = KeyEvent(
          key: .init(rawValue: name), modifiers: modifiers, timestamp: Double(step))
        for view in [views.0, views.1] { view.window?.send(.key(key)) }
      case 1:
        views.0.setMarkedText(text, selectedRange: 0..<1)
        views.1.setMarkedText(text.masked, selectedRange: 0..<1)
      default:
        views.0.insertText(text)
        views.1.insertText(text.masked)
      }
      #expect(
        views.0.selectedRange == views.1.selectedRange, "step \(step): \(text.debugDescription)")
      #expect(views.0.contentSize == views.1.contentSize, "step \(step): \(text.debugDescription)")
      #expect(views.0.contentOffset == views.1.contentOffset)
      #expect(views.0.text.count == views.1.text.count)
    }
  }

  @Test func `is its own mask, and one for every word of a length`() {
    for text in Self.alphabet {
      #expect(text.masked.masked == text.masked, "\(text.debugDescription)")
    }
    #expect("hunter2".masked == "geheim7".masked)
    // The letters of Brahmic scripts up to Malayalam join each other, those of Thai do not.
    #expect("\u{905}\u{D05} \u{E01}".masked == "\u{915}\u{915} x")
    #expect("My name is 'Zoë', 42.".masked == "xx xxxx xx xxxxx. xx.")
  }
}
