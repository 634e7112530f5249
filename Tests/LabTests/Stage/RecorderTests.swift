import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A recorder` {
  /// Uses a window at random for some seconds and returns the recorder.
  private func use(
    seed: UInt64, count: Int = 80, start: Double = 123_456.789, rate: Double = 60
  ) -> Recorder {
    var use = RandomUse(seed: seed)
    let recorder = Recorder(Stage(use.header()))
    var now = start
    var frame = now
    for index in 0..<count {
      now += use.random.chance(0.04) ? use.random.number(0, 9) : use.random.number(0, 0.02)
      while frame < now {
        recorder.frame(at: frame + 0.5 / rate)
        frame += 1 / rate
      }
      // Input reaches a program a little later than it was made.
      let stamp = now - use.random.number(0, 0.01)
      var actions = [use.action(at: stamp)]
      if use.random.chance(0.05) { actions += use.release(at: stamp) }
      for action in actions {
        if case .event(let event) = action {
          recorder.send(event, origin: Script.Origin(milliseconds: UInt32(index), device: 1))
        } else {
          recorder.perform(action, at: now)
        }
      }
    }
    return recorder
  }

  @Test(arguments: [30.0, 60, 144])
  func `makes takes that replay to the last bit`(rate: Double) throws {
    for seed in 0..<60 as Range<UInt64> {
      let recorder = use(seed: seed, rate: rate)
      recorder.endTake()
      for take in recorder.past {
        let difference = take.verify()
        try #require(difference == nil, "seed \(seed), take \(take.number): \(take.script.text)")
      }
    }
  }

  @Test func `writes takes that read back equal and replay to the same trace`() throws {
    for seed in 100..<160 as Range<UInt64> {
      let recorder = use(seed: seed)
      recorder.endTake()
      for take in recorder.past {
        let script = take.finished(.saved)
        let again = try Script(parsing: script.text, file: "take")
        try #require(again == script, "seed \(seed), take \(take.number)")
        #expect(Simulation(again).frameTrace().hash == script.end?.trace, "seed \(seed)")
      }
    }
  }

  @Test func `begins a take with a clean start, a tenth of a second before its first event`() throws
  {
    let recorder = Recorder(Stage(Script.Header()))
    let wheel = { (time: Double) in
      Event.wheel(WheelEvent(notches: Point(0, 1), location: Point(9, 9), timestamp: time))
    }
    recorder.frame(at: 50)
    #expect(recorder.current == nil)
    recorder.send(wheel(1000))
    recorder.send(wheel(1000.9))
    recorder.send(wheel(1001.9))
    #expect(recorder.past.isEmpty)
    // Nothing moves in content that is no larger than its viewport.
    #expect(recorder.stage.isAtRest)
    recorder.send(wheel(1002.95))
    #expect(recorder.past.count == 1)
    #expect(recorder.past[0].script.events.count == 3)
    let first = try #require(recorder.current?.script.events.first)
    #expect(abs(first.time - 0.1) < 1e-9)
    #expect(recorder.current?.trace.samples.first?.time == 0)
  }

  @Test func `goes on with a take while something moves or a finger is down`() {
    let recorder = Recorder(
      Stage(Script.Header(settings: [.content(Size(640, 9000))])))
    let touch = { (phase: TouchEvent.Phase, y: Double, time: Double) in
      Event.touch(TouchEvent(id: 1, phase: phase, location: Point(9, y), timestamp: time))
    }
    recorder.send(touch(.began, 400, 10))
    recorder.send(touch(.moved, 300, 15))
    recorder.send(touch(.moved, 200, 15.01))
    recorder.send(touch(.ended, 200, 15.01))
    recorder.frame(at: 16.2)
    #expect(!recorder.stage.isAtRest)
    recorder.send(touch(.began, 400, 16.5))
    #expect(recorder.past.isEmpty)
    recorder.send(touch(.ended, 400, 16.6))
    for step in 0..<100 { recorder.frame(at: 17 + Double(step) / 10) }
    recorder.send(touch(.began, 400, 40))
    #expect(recorder.past.count == 1)
  }

  @Test func `records no frames at rest`() {
    let recorder = Recorder(Stage(Script.Header()))
    recorder.perform(.call(.setContentOffset(.zero, animated: false)), at: 5)
    for step in 0..<10 { recorder.frame(at: 5 + Double(step)) }
    #expect(recorder.current?.script.frameCount == 1)
  }
}

extension `A recorder` {
  @Test func `goes on with the flick of a take that ends in the middle of it`() throws {
    let recorder = Recorder(Stage(Script.Header(settings: [.content(Size(640, 9000))])))
    recorder.start()
    for step in 0..<5 {
      recorder.send(
        touch(step == 0 ? .began : .moved, 400 - 30 * Double(step), 10 + Double(step) / 60))
    }
    let take = try #require(recorder.stop())
    #expect(take.verify() == nil)
    recorder.send(touch(.ended, 250, 10.1))
    #expect(recorder.stage.scrollView.isDecelerating, "the finger is not forgotten")
    // The flight recorder has all of it.
    #expect(recorder.current?.number == take.number)
    #expect(recorder.current?.script.events.count == take.script.events.count + 1)
    // A take that ended for good begins again only when nothing moves.
    recorder.endTake()
    recorder.send(touch(.began, 250, 10.2))
    recorder.send(touch(.ended, 250, 10.3))
    #expect(recorder.current == nil)
    for step in 0..<100 { recorder.frame(at: 11 + Double(step) / 10) }
    recorder.send(touch(.began, 250, 30))
    #expect(recorder.current?.verify() == nil)
    #expect(recorder.current?.number == take.number + 1)
  }

  @Test func `numbers the frames of each take from 0 on`() {
    let recorder = Recorder(Stage(Script.Header(settings: [.content(Size(640, 9000))])))
    for start in [10.0, 30] {
      recorder.send(touch(.began, 400, start))
      for step in 1...4 { recorder.frame(at: start + Double(step) / 60) }
      recorder.send(touch(.moved, 300, start + 0.1))
      recorder.frame(at: start + 0.2)
      recorder.send(touch(.ended, 300, start + 0.5))
      for step in 0..<30 { recorder.frame(at: start + 0.6 + Double(step) / 10) }
      let frames = recorder.current?.script.events.compactMap { event in
        if case .frame(let frame) = event.action { frame.index } else { Int?.none }
      }
      #expect(frames.map { Array(0..<$0.count) } == frames && frames?.count ?? 0 >= 3)
    }
    #expect(recorder.past.count == 1)
  }

  @Test func `records when the display shows a frame, in the time of the take`() throws {
    let recorder = Recorder(Stage(Script.Header()))
    recorder.send(touch(.began, 400, 1000))
    recorder.frame(at: 1000.25, .init(presented: 1000.26, period: 0.0625))
    let event = try #require(recorder.current?.script.events.last)
    guard case .frame(let frame) = event.action else {
      Issue.record("\(event)")
      return
    }
    #expect(frame.missed == 3 && abs((frame.presented ?? 0) - 0.36) < 1e-9)
    #expect(abs((frame.age ?? 0) - 0.25) < 1e-9 && abs(event.time - 0.35) < 1e-9)
  }

  @Test func `begins a recording that waits with a command, and not with a setting`() {
    let recorder = Recorder(Stage(Script.Header(settings: [.content(Size(640, 9000))])))
    recorder.start()
    #expect(recorder.mode == .waiting)
    recorder.perform(.set([.flag(.bounces, false)]), at: 10)
    #expect(recorder.mode == .waiting && recorder.current?.script.events.count == 1)
    recorder.perform(.resize(Size(500, 400)), at: 10.1)
    #expect(recorder.mode == .waiting && recorder.current?.script.events.count == 2)
    recorder.perform(.call(.setContentOffset(Point(0, 50), animated: false)), at: 10.2)
    #expect(recorder.mode == .recording && recorder.current?.script.events.count == 1)
    #expect(recorder.stop()?.number == 1)
  }

  @Test func `performs without recording while it is disabled`() {
    let recorder = Recorder(Stage(Script.Header(settings: [.content(Size(640, 9000))])))
    recorder.isEnabled = false
    recorder.send(touch(.began, 400, 10))
    recorder.send(touch(.moved, 300, 10.1))
    #expect(recorder.stage.scrollView.isDragging)
    #expect(recorder.latestTake == nil)
  }
}
