import Glibc
import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A restarted stage` {
  /// The number of random scripts: `RESTART_SCRIPTS`, or 500.
  private static let scripts =
    getenv("RESTART_SCRIPTS").flatMap { UInt64(String(cString: $0)) } ?? 500

  /// Performs random actions on `stage` from `time` on; returns the trace of 60 frames a second.
  private func perform(_ events: [Script.TimedEvent], on stage: Stage) -> [Trace.Sample] {
    var samples = [stage.sample()]
    for event in events {
      stage.perform(event)
      samples.append(stage.sample())
    }
    return samples
  }

  private func events(_ use: inout RandomUse, count: Int) -> [Script.TimedEvent] {
    var time = 0.1
    var events: [Script.TimedEvent] = []
    for _ in 0..<count {
      time += use.random.number(0, 0.05)
      if use.random.chance(0.4) {
        events.append(.init(time: time, action: .frame(Script.Frame(index: 0))))
      } else {
        events.append(.init(time: time, action: use.action(at: time)))
      }
    }
    events += use.release(at: time).map { .init(time: time, action: $0) }
    return events
  }

  @Test func `behaves like a new one made from its header`() {
    for seed in 0..<Self.scripts {
      var use = RandomUse(seed: seed)
      let stage = Stage(use.header())
      let past = events(&use, count: use.random.index(40))
      _ = perform(past, on: stage)
      // Let everything come to rest.
      var time = past.last?.time ?? 0
      while !stage.isAtRest {
        time += 0.05
        stage.perform(.init(time: time, action: .frame(Script.Frame(index: 0))))
      }
      let header = stage.header
      stage.restart()
      #expect(stage.header == header)
      let new = Stage(header)
      let future = events(&use, count: 40)
      let one = perform(future, on: stage)
      let other = perform(future, on: new)
      let index = zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      #expect(
        index == nil,
        "seed \(seed), event \(index ?? 0): \(index.map { "\(one[$0])\n\(other[$0])" } ?? "")")
      if index != nil { return }
    }
  }
}

extension `A restarted stage` {
  private func wheel(_ notches: Double, at time: Double) -> Script.TimedEvent {
    .init(
      time: time,
      action: .event(.wheel(Point(0, notches), at: Point(9, 9), time)))
  }

  @Test func `forgets the parts of a notch`() {
    let header = Script.Header(settings: [
      .content(Size(640, 4800)), .flag(.isPagingEnabled, true),
    ])
    let stage = Stage(header)
    stage.perform(wheel(0.5, at: 0.1))
    stage.restart()
    stage.perform(wheel(0.5, at: 0.1))
    #expect(stage.scrollView.restingOffset == .zero)
    stage.perform(wheel(0.5, at: 0.2))
    #expect(stage.scrollView.restingOffset == Point(0, 480))
  }

  @Test func `forgets a first tap and ends touches`() {
    var taps = 0
    var header = Script.Header()
    header.tapRecognizers = [Script.TapRecognizer(taps: 2)]
    let stage = Stage(header)
    stage.didTap = { _, _ in taps += 1 }
    let touch = { (phase: TouchEvent.Phase, time: Double) in
      Script.TimedEvent(
        time: time,
        action: .event(.touch(phase, at: Point(9, 9), time)))
    }
    stage.perform(touch(.began, 0.1))
    stage.perform(touch(.ended, 0.15))
    stage.restart()
    stage.perform(touch(.began, 0.1))
    stage.perform(touch(.ended, 0.15))
    #expect(taps == 0)
    stage.perform(touch(.began, 0.2))
    stage.perform(touch(.ended, 0.25))
    #expect(taps == 1)
    stage.perform(touch(.began, 0.3))
    stage.restart()
    #expect(stage.window.touches.isEmpty && stage.isAtRest && stage.window.time == 0)
  }
}
