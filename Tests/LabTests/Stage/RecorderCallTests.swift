import OverscrollLab
import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import Testing

/// What a recorder hands on, and when.
@Suite struct `The events of a recorder` {
  private func recorder(byteLimit: Int = Recorder.byteLimit) -> Recorder {
    Recorder(
      Stage(Script.Header(settings: [.content(Size(640, 9000))])), byteLimit: byteLimit)
  }

  /// What was handed on: an event's line, with `+` before one that comes with a state.
  private final class Heard {
    var recorded: [String] = []
    var performed: [String] = []
    var frames: [Int] = []
    var begun = 0
    var takes: [Int] = []

    func listen(to recorder: Recorder) {
      recorder.hooks.didRecord = { self.recorded.append(($1 == nil ? "" : "+") + Self.text($0)) }
      recorder.hooks.didPerform = { self.performed.append(Self.text($0)) }
      recorder.hooks.didAdvance = { self.frames.append($1.index) }
      recorder.hooks.willBegin = { self.begun += 1 }
      recorder.hooks.didBegin = { self.takes.append($0.number) }
    }

    /// An event without its time.
    private static func text(_ event: Script.TimedEvent) -> String {
      switch event.action {
      case .event(.touch(let touch)): "\(touch.phase)"
      case .frame(let frame): "frame \(frame.index)"
      case .mark(let text): text
      default: "\(event.action)"
      }
    }
  }

  @Test func `are handed on while a recording runs, and are performed in any mode`() {
    let recorder = recorder()
    let heard = Heard()
    heard.listen(to: recorder)
    func tap(at time: Double) {
      recorder.send(touch(.began, 400, time))
      recorder.mark("note", at: time)
      recorder.frame(at: time + 0.01)
      recorder.send(touch(.ended, 400, time + 0.02))
      for step in 1...30 { recorder.frame(at: time + 0.1 * Double(step)) }
    }
    tap(at: 10)
    #expect(heard.recorded.isEmpty && heard.begun == 1 && heard.takes.isEmpty)
    recorder.start()
    tap(at: 20)
    let once = ["began", "note", "frame 0", "ended", "frame 1"]
    #expect(heard.recorded == ["began", "note", "+frame 0", "ended", "+frame 1"])
    #expect(heard.begun == 2 && heard.takes == [1])
    #expect(recorder.stop()?.number == 1)
    tap(at: 30)
    #expect(heard.recorded.count == 5 && heard.begun == 3 && heard.takes == [1])
    #expect(heard.performed == once + once + once && heard.frames == [0, 1, 0, 1, 0, 1])
  }

  @Test func `are handed on once their take has gone to a file, and kept no longer`() {
    let recorder = recorder(byteLimit: 10_000)
    let heard = Heard()
    heard.listen(to: recorder)
    var kept = 0
    recorder.hooks.didOverflow = { take in
      kept = take.script.events.count
      return true
    }
    recorder.send(touch(.began, 400, 10))
    while recorder.current?.isInFile == false { recorder.send(touch(.moved, 400, 10)) }
    #expect(kept > 10 && heard.recorded.isEmpty && heard.performed.count == kept)
    recorder.send(touch(.moved, 399, 10.1))
    recorder.frame(at: 10.2)
    #expect(heard.recorded == ["moved", "+frame 0"])
    #expect(recorder.current?.script.events.isEmpty == true)
    #expect(recorder.current?.trace.samples.isEmpty == true)
    recorder.endTake()
    #expect(recorder.past.isEmpty, "it is in a file")
  }

  @Test func `end with the take where the memory is full and there is no file`() {
    let recorder = recorder(byteLimit: 10_000)
    recorder.send(touch(.began, 400, 10))
    for _ in 0..<500 { recorder.send(touch(.moved, 400, 10)) }
    #expect(recorder.current == nil && recorder.past.count == 1)
    #expect(recorder.past[0].number == 0 && recorder.latestTake?.number == 0)
  }

  @Test func `take no more memory than there is, with those of past takes`() {
    let recorder = recorder(byteLimit: 60_000)
    func bytes() -> Int {
      (recorder.past + [recorder.current].compactMap(\.self)).reduce(0) { $0 + $1.byteCount }
    }
    for start in 1...20 {
      for step in 0..<80 {
        let phase: TouchEvent.Phase = step == 0 ? .began : step == 79 ? .ended : .moved
        recorder.send(touch(phase, 400, Double(start) * 100))
        #expect(bytes() <= 60_000)
      }
      recorder.frame(at: Double(start) * 100 + 50)
    }
    // The newest ones, and as many of them as there is room for.
    let numbers = recorder.past.map(\.number)
    #expect(numbers.last == 18 && numbers.count < 15)
    #expect(numbers == Array((19 - numbers.count)..<19))
    #expect(bytes() + recorder.past[0].byteCount > 60_000)
  }

  @Test func `lend their age to the first frame that shows them`() {
    let recorder = recorder()
    recorder.send(touch(.began, 400, 10))
    for step in 1...4 {
      recorder.send(touch(.moved, 400 - 40 * Double(step), 10 + Double(step) / 64))
    }
    recorder.send(touch(.ended, 240, 10.0625))
    for step in 1...3 { recorder.frame(at: 10.0625 + Double(step) / 4) }
    let ages = recorder.current?.script.events.compactMap { event -> Double?? in
      if case .frame(let frame) = event.action { .some(frame.age) } else { nil }
    }
    #expect(ages == [0.25, nil, nil], "the content moves on without input")
  }

  @Test func `of a program act at their time in the take`() {
    let recorder = recorder()
    recorder.perform(.call(.setContentOffset(Point(0, 50), animated: false)), at: 1000)
    recorder.perform(.set([.flag(.bounces, false)]), at: 1000.5, target: nil)
    recorder.mark("note", at: 1000.75)
    // A clock that steps back acts at the present.
    recorder.perform(.resize(Size(500, 400)), at: 1000.25)
    let times = recorder.current?.script.events.map { ($0.time * 1e6).rounded() / 1e6 }
    #expect(times == [0.1, 0.6, 0.85, 0.85])
    #expect(abs(recorder.present - 1000.75) < 1e-9)
  }

  @Test func `that gestures ask for follow the one that they ask in`() {
    let recorder = recorder()
    let heard = Heard()
    heard.listen(to: recorder)
    var header = recorder.stage.header
    header.tapRecognizers = [Script.TapRecognizer()]
    let tapped = Recorder(Stage(header))
    heard.listen(to: tapped)
    tapped.stage.didTap = { _, place in
      tapped.perform(.mark("tapped at \(place.y)"), at: 5)
    }
    tapped.send(touch(.began, 40, 10))
    tapped.send(touch(.ended, 40, 10.05))
    #expect(heard.performed == ["began", "ended", "tapped at 40.0"])
    #expect(tapped.current?.script.events.map(\.action).last == .mark("tapped at 40.0"))
    #expect(tapped.current?.script.events.last?.time == tapped.stage.window.time)
  }

  @Test func `without a take are not marked, and frames move what is moving`() {
    let recorder = recorder()
    recorder.mark("lost", at: 5)
    #expect(recorder.latestTake == nil)
    recorder.isEnabled = false
    recorder.perform(.call(.setContentOffset(Point(0, 500), animated: true)), at: 10)
    for step in 1...60 { recorder.frame(at: 10 + Double(step) / 60) }
    #expect(recorder.stage.scrollView.contentOffset.y == 500 && recorder.latestTake == nil)
  }
}

@Suite struct `The recorder of a scene` {
  private func recorder() -> Recorder {
    var header = Script.Header()
    header.scene = Script.Scene(ParameterScene.self)
    return Recorder(Stage(header))
  }

  private func scroll(_ recorder: Recorder, at time: Double) {
    recorder.send(touch(.began, 200, time))
    recorder.send(touch(.moved, 100, time + 0.1))
    recorder.send(touch(.ended, 100, time + 0.5))
    for step in 1...30 { recorder.frame(at: time + 0.5 + Double(step) / 10) }
  }

  @Test func `keeps one take from the scene's start through rests, until it starts anew`() throws {
    let recorder = recorder()
    var begun: [Int] = []
    recorder.hooks.didBegin = { begun.append($0.script.events.count) }
    scroll(recorder, at: 10)
    scroll(recorder, at: 100)
    let take = try #require(recorder.current)
    #expect(take.number == 0 && recorder.past.isEmpty && take.verify() == nil)
    #expect(recorder.stage.scrollView.contentOffset.y > 0)
    // A recording has what happened before it: the scene's start is the only one.
    recorder.start()
    #expect(recorder.mode == .recording && begun == [take.script.events.count])
    recorder.start()
    #expect(begun.count == 1)
    #expect(recorder.stop()?.number == 0 && recorder.mode == .flight)
    #expect(recorder.current?.number == 0, "the take goes on")
    recorder.start()
    recorder.restart()
    #expect(
      recorder.mode == .flight && recorder.current == nil && recorder.past.map(\.number) == [0])
    #expect(recorder.stage.scrollView.contentOffset.y == 0 && recorder.stage.window.time == 0)
    scroll(recorder, at: 200)
    #expect(recorder.current?.number == 1 && recorder.current?.verify() == nil)
  }

  @Test(arguments: [Recorder.Mode.flight, .waiting, .recording])
  func `takes the place of another with its takes, its clock and who listens`(mode: Recorder.Mode) {
    let (old, new) = (recorder(), recorder())
    var calls: [String] = []
    old.hooks.didRecord = { _, _ in calls.append("record") }
    old.hooks.didPerform = { _ in calls.append("perform") }
    old.hooks.didAdvance = { _, _ in calls.append("advance") }
    old.hooks.willBegin = { calls.append("will begin") }
    old.hooks.didBegin = { calls.append("begin \($0.number)") }
    old.hooks.didOverflow = { _ in true }
    scroll(old, at: 10)
    if mode != .flight { old.start() }
    if mode == .waiting {
      old.restart()
      old.start()
    }
    #expect(old.mode == mode)
    calls = []
    new.replace(old)
    #expect(old.current == nil && new.past.map(\.number) == [0] && new.current == nil)
    #expect(new.mode == (mode == .waiting ? .waiting : .flight))
    #expect(new.present == old.present)
    #expect(new.hooks.didOverflow != nil && new.isEnabled)
    new.send(touch(.began, 200, 100))
    new.frame(at: 100.1)
    #expect(new.current?.number == 1)
    #expect(
      calls
        == (mode == .waiting
          ? ["will begin", "begin 1", "perform", "record", "perform", "record", "advance"]
          : ["will begin", "perform", "perform", "advance"]))
  }
}
