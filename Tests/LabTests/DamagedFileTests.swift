import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

/// Scripts, traces, recordings and parameters with random damage: they are read or refused, with one sentence.
@Suite struct `A damaged file of the lab` {
  /// The kinds of files, with an intact text and how it is read.
  enum Kind: String, CaseIterable {
    case script, take, trace, recording, parameters

    func text() throws -> String {
      switch self {
      case .script:
        return """
          {"overscroll":1,"viewport":[402,874],"content":[402,6000],"decelerationRate":"fast"}
          {"t":0.1,"touch":"began","id":1,"at":[200,700]}
          {"t":0.12,"touch":"moved","id":1,"at":[200,640]}
          {"t":0.2,"wheel":[0,-1],"at":[5,5],"modifiers":["control"]}
          {"t":0.3,"call":"zoomTo","rect":[0,0,10,10],"animated":true}
          {"t":0.4,"set":{"bounces":false,"contentInset":[1,2,3,4]}}
          """
      case .take:
        let recorder = Recorder(Stage(try Script(parsing: Self.script.text(), file: "a").header))
        for step in 0..<40 {
          let phase: TouchEvent.Phase = step == 0 ? .began : step == 39 ? .ended : .moved
          recorder.send(
            .touch(phase, at: .init(200, 700 - 5 * Double(step)), 50 + Double(step) / 120),
            origin: .init(milliseconds: 7, device: 1))
          recorder.frame(at: 50 + Double(step) / 120)
        }
        return try #require(recorder.current).finished(.stopped).text
      case .trace:
        let script = try Script(parsing: Self.script.text(), file: "a")
        return Simulation(script).trace(rate: 60, until: 1).csv
      case .recording: return Recordings.flick
      case .parameters:
        return #"{"name":"soft","decelerationRate":0.99,"bounces":true,"contentInset":[1,2,3,4]}"#
      }
    }

    func read(_ text: String) throws {
      switch self {
      case .script, .take: _ = try Script(parsing: text, file: "damaged")
      case .trace, .recording: _ = try Series(parsing: text, file: "damaged")
      case .parameters: _ = try Script.Header.settings(parsing: text, file: "damaged")
      }
    }
  }

  private func damage(_ text: String, _ random: inout SplitMix64) -> String {
    var bytes = Array(text.utf8)
    for _ in 0...random.index(4) where !bytes.isEmpty {
      let place = random.index(bytes.count)
      switch random.index(6) {
      case 0: bytes[place] = UInt8(random.index(256))
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(random.pick(Array("0123456789-.,:\"[]{}e\n".utf8)), at: place)
      case 3: bytes.removeSubrange(place...)
      case 4: bytes.insert(contentsOf: bytes[place..<min(place + 40, bytes.count)], at: place)
      default:
        let end = min(place + random.index(30), bytes.count)
        bytes.replaceSubrange(
          place..<end, with: random.pick(["NaN", "1e999", "-0", "null", "\u{2028}"]).utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: Kind.allCases) func `is read or refused in one sentence`(kind: Kind) throws {
    let text = try kind.text()
    try kind.read(text)
    var random = SplitMix64(seed: 11)
    var refused = 0
    for _ in 0..<1000 {
      do {
        try kind.read(damage(text, &random))
      } catch {
        refused += 1
        let message = "\(error)"
        #expect(message.hasPrefix("damaged"), "\(message)")
        #expect(!message.contains("\n"))
      }
    }
    #expect(refused > 100, "the damage is too mild to try anything")
  }
}

@Suite struct `Performing a take again` {
  private func take() throws -> (script: Script, trace: String) {
    let text = try `A damaged file of the lab`.Kind.take.text()
    let script = try Script(parsing: text, file: "take")
    return (script, Simulation(script).frameTrace().csv)
  }

  @Test func `finds it the same`() throws {
    let (script, trace) = try take()
    let hash = try #require(script.end?.trace)
    let check = try TakeCheck(script, trace: trace, file: "take")
    #expect(check == .same(frames: script.frameCount, hash: hash))
    #expect(try TakeCheck(script, trace: nil, file: "take") == check)
  }

  @Test func `names the first frame that differs`() throws {
    var (script, trace) = try take()
    let index = try #require(script.events.firstIndex { $0.time > 0.2 && $0.isInput })
    guard case .event(.touch(var touch)) = script.events[index].action else { return }
    touch.location.y += 1
    script.events[index].action = .event(.touch(touch))
    let check = try TakeCheck(script, trace: trace, file: "take")
    guard case .different(let frame, let column, _, _) = check else {
      Issue.record("\(check)")
      return
    }
    let frames = script.events[..<index].count { $0.action.isFrame }
    #expect(frame == frames + 1)
    #expect(column == "offset_y" || column == "velocity_y")
    #expect(check.message.hasPrefix("different at frame \(frame): "))
  }

  @Test func `accepts the last bits of another machine, and nothing more`() throws {
    let (script, trace) = try take()
    func changed(by difference: Double) -> String {
      let rows = trace.split(separator: "\n").map { row -> String in
        var cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if let offset = Double(cells[3]), offset != 0 { cells[3] = "\(offset + difference)" }
        return cells.joined(separator: ",")
      }
      return rows.joined(separator: "\n") + "\n"
    }
    let close = try TakeCheck(script, trace: changed(by: 4e-7), file: "take")
    #expect(close == .close(frames: script.frameCount))
    let far = try TakeCheck(script, trace: changed(by: 4e-6), file: "take")
    #expect(far.message.hasPrefix("different at frame "))
  }

  @Test func `takes what is left of a take that was cut off`() throws {
    var (script, trace) = try take()
    let text = script.text
    let lines = text.split(separator: "\n")
    let whole = lines[..<(lines.count * 2 / 3)].joined(separator: "\n")
    let cut = whole + "\n" + lines[lines.count * 2 / 3].dropLast(7)
    var notes: [String] = []
    script = try Script(parsing: cut, file: "take") { notes.append($0) }
    #expect(notes.count == 1)
    #expect(notes.first?.hasPrefix("take: ends without an \"end\"") ?? false)
    trace = String(trace.prefix(trace.count / 2))
    if let end = trace.lastIndex(of: "\n") { trace = String(trace[...end]) }
    guard case .same(let frames, _) = try TakeCheck(script, trace: trace, file: "take") else {
      Issue.record("the rest differs")
      return
    }
    #expect(frames > 3)
  }

  /// A frame is written again where another was drawn for the same refresh.
  @Test func `finds a take the same wherever it was cut off between the lines of a frame`() throws {
    var lines = [#"{"overscroll":2,"viewport":[300,300],"content":[300,3000]}"#]
    for frame in 0..<12 {
      let phase = frame == 0 ? "began" : frame == 11 ? "ended" : "moved"
      let time = 0.1 + Double(frame) / 60
      for part in 0..<(frame % 3 + 1) {
        let moment = time + Double(part) * 0.004
        if part == 0 || phase == "moved" {
          let y = 280 - 15 * frame - 5 * part
          lines.append(#"{"t":\#(moment),"touch":"\#(phase)","id":1,"at":[150,\#(y)]}"#)
        }
        lines.append(#"{"t":\#(moment),"frame":\#(frame),"presented":\#(time + 0.01)}"#)
      }
    }
    let whole = try Script(parsing: lines.joined(separator: "\n"), file: "take")
    let trace = Simulation(whole).frameTrace().csv
    #expect(whole.frameCount == 12)
    for count in 3...lines.count {
      let script = try Script(
        parsing: lines.prefix(count).joined(separator: "\n"), file: "take", note: { _ in })
      let check = try TakeCheck(script, trace: trace, file: "take")
      guard case .same(let frames, _) = check else {
        Issue.record("after \(count) lines: \(check.message)")
        continue
      }
      #expect(frames == script.frameCount - 1)
    }
    // What is whole is checked to the last frame.
    var ended = whole
    ended.end = .init(
      time: 0.3, events: 12, frames: 12, trace: Trace.hash(trace.utf8), reason: .stopped)
    #expect(
      try TakeCheck(ended, trace: trace, file: "take")
        == .same(frames: 12, hash: Trace.hash(trace.utf8)))
  }
}
