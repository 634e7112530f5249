import OverscrollLab
import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A stage that performs a script's events` {
  private let stage = Stage(
    Script.Header(settings: [.content(Size(2000, 2000)), .maximumZoomScale(4)]))

  private func perform(_ action: Script.Action, at time: Double = 0) {
    stage.perform(.init(time: time, action: action))
  }

  @Test func `shows the indicators for a moment when they flash`() {
    perform(.call(.flashScrollIndicators))
    for (time, opacity) in [(0, 0), (0.25, 0.5), (0.75, 1), (1.25, 0.5), (2, 0)] {
      perform(.frame(.init(index: 0)), at: time)
      #expect(stage.scrollView.verticalScrollIndicator.opacity == opacity)
      #expect(stage.scrollView.horizontalScrollIndicator.opacity == opacity)
    }
  }

  @Test func `moves at once unless a call is to be animated`() throws {
    for animated in [String?.none, "false", "true"] {
      let field = animated.map { #","animated":\#($0)"# } ?? ""
      let line = #"{"t":0,"call":"setContentOffset","offset":[0,500]\#(field)}"#
      let script = try Script(parsing: "{\"overscroll\":2}\n" + line, file: "t")
      stage.scrollView.contentOffset = .zero
      stage.perform(try #require(script.events.first))
      #expect(stage.scrollView.contentOffset.y == (animated == "true" ? 0 : 500))
    }
  }

  @Test func `is not at rest while a touchpad gesture is in progress, until it starts anew`() {
    let touchpad = { (phase: GesturePhase) in
      Event.touchpad(
        TouchpadEvent(phase: phase, delta: .zero, location: Point(9, 9), timestamp: 0))
    }
    let pinch = { (phase: GesturePhase) in
      Event.pinch(PinchEvent(phase: phase, scale: 1, location: Point(9, 9), timestamp: 0))
    }
    for (began, ended) in [
      (touchpad(.began), touchpad(.ended)), (pinch(.began), pinch(.ended)),
    ] {
      perform(.event(began))
      #expect(!stage.isAtRest)
      perform(.event(ended))
      perform(.frame(.init(index: 0)), at: stage.window.time + 9)
      #expect(stage.isAtRest)
      perform(.event(began), at: stage.window.time)
      stage.restart()
      perform(.frame(.init(index: 0)), at: 1)
      #expect(stage.isAtRest)
    }
  }
}

@Suite struct `A log of callbacks` {
  @Test func `has the lines since a count, but for those that were taken`() {
    let log = CallbackLog()
    for number in 0..<5 { log.add("\(number)", at: 0) }
    let lines = log.lines
    #expect(log.addedCount == 5)
    for count in 0...6 {
      #expect(log.callbacks(after: count).map(\.text) == Array(lines.dropFirst(count)))
    }
    #expect(
      log.drain().map(\.text) == lines && log.callbacks(after: 3).isEmpty && log.addedCount == 5)
    log.add("5", at: 0)
    #expect(log.callbacks(after: 3).count == 1 && log.callbacks(after: 6).isEmpty)
  }
}

@Suite struct `A recorder that continues a take` {
  @Test func `goes on at the stage's time, with the next frame`() throws {
    let script = try Script(
      parsing: """
        {"overscroll":2,"content":[640,9000]}
        {"t":0.5,"touch":"began","id":1,"at":[9,400]}
        {"t":0.5,"frame":0}
        {"t":2,"touch":"moved","id":1,"at":[9,300]}
        {"t":2,"frame":1}
        """, file: "t")
    let stage = Stage(script.header)
    for event in script.events { stage.perform(event) }
    let recorder = Recorder(
      continuing: script, Simulation(script).frameTrace(), on: stage, at: 1000)
    #expect(recorder.present == 1000)
    recorder.send(touch(.moved, 200, 1000.5))
    recorder.frame(at: 1000.75)
    let take = try #require(recorder.current)
    #expect(take.number == 0 && take.script.events.dropLast(2) == script.events[...])
    #expect(take.script.events.suffix(2).map(\.time) == [2.5, 2.75])
    guard case .frame(let frame)? = take.script.events.last?.action else {
      Issue.record("\(take.script.text)")
      return
    }
    #expect(frame.index == 2 && frame.age == 0.25)
    #expect(take.trace.samples.map(\.time) == [0, 0.5, 2, 2.75] && take.verify() == nil)
  }

  @Test func `records from the take's start, and goes on after the recording`() throws {
    let script = try Script(
      parsing: """
        {"overscroll":2,"content":[640,9000]}
        {"t":0.5,"touch":"began","id":1,"at":[9,400]}
        {"t":0.6,"touch":"moved","id":1,"at":[9,300]}
        {"t":1,"touch":"ended","id":1,"at":[9,300]}
        {"t":2,"frame":0}
        """, file: "t")
    let stage = Stage(script.header)
    for event in script.events { stage.perform(event) }
    let recorder = Recorder(
      continuing: script, Simulation(script).frameTrace(), on: stage, at: 1000)
    var begun: [Int] = []
    var recorded = 0
    recorder.hooks.didBegin = { begun.append($0.script.events.count) }
    recorder.hooks.didRecord = { _, _ in recorded += 1 }
    for count in 1...2 {
      let now = 1000 + Double(count) * 5
      recorder.start()
      #expect(recorder.mode == .recording && begun.count == count)
      recorder.send(touch(.began, 200, now))
      recorder.send(touch(.moved, 100, now + 0.1))
      recorder.send(touch(.ended, 100, now + 1))
      recorder.frame(at: now + 2)
      let take = try #require(recorder.stop())
      #expect(take.number == 0 && take.verify() == nil && recorded == 4 * count)
      #expect(recorder.current?.number == 0)
    }
    #expect(begun == [script.events.count, script.events.count + 4])
  }

  @Test func `waits for a clean start when recording begins in the middle of a take`() {
    let recorder = Recorder(Stage(Script.Header(settings: [.content(Size(640, 9000))])))
    recorder.send(touch(.began, 400, 10))
    recorder.start()
    #expect(recorder.mode == .waiting && recorder.current?.number == 0)
    recorder.send(touch(.ended, 400, 10.1))
    recorder.frame(at: 30)
    recorder.send(touch(.began, 400, 40))
    #expect(recorder.mode == .recording && recorder.current?.number == 1)
  }

  @Test func `asks for a file for each take that outgrows the memory unless it is being written`() {
    for isRecording in [true, false] {
      let recorder = Recorder(
        Stage(Script.Header(settings: [.content(Size(640, 9000))])), byteLimit: 20_000)
      var asked = 0
      recorder.hooks.didOverflow = { _ in
        asked += 1
        return true
      }
      recorder.start()
      recorder.send(touch(.began, 400, 10))
      #expect(recorder.mode == .recording && recorder.isWritten)
      if !isRecording { _ = recorder.stop() }
      for step in 1...500 { recorder.send(touch(.moved, 400, 10 + Double(step) / 100)) }
      #expect(recorder.current?.isInFile == true && asked == (isRecording ? 0 : 1))
    }
  }
}
