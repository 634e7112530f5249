import OverscrollTestSupport
import OverscrollLab
import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A take that has been performed` {
  /// A drag of 0.2 s that ends in a flick, drawn at 60 Hz, with a mark in flight.
  static func flick(frames: Bool = true) -> Script {
    let header = Script.Header(settings: [
      .viewport(Size(width: 320, height: 480)), .content(Size(width: 320, height: 6000)),
    ])
    var events = (0...10).map { index in
      let time = 0.1 + Double(index) * 0.02
      let phase: TouchEvent.Phase = index == 0 ? .began : index == 10 ? .ended : .moved
      return Script.TimedEvent(
        time: time,
        action: .event(.touch(phase, at: Point(100, 400 - 12 * Double(index)), time)))
    }
    events.append(.init(time: 0.515, action: .mark("late")))
    if frames {
      events += (1...180).map {
        .init(time: Double($0) / 60, action: .frame(Script.Frame(index: $0 - 1)))
      }
    }
    events.sort { $0.time < $1.time }
    return Script(header: header, events: events)
  }

  @Test func `keeps the trace, the marks, the touches and the changes of phase`() {
    let take = PerformedTake(Self.flick())
    #expect(take.trace.hash == Simulation(Self.flick()).frameTrace().hash)
    #expect(take.frames.count == 181)
    #expect(take.duration == 3)
    let kinds = take.moments.map(\.kind)
    #expect(kinds.first == .touchDown)
    #expect(kinds.contains(.mark("late")) && kinds.contains(.touchUp))
    let phases = kinds.compactMap { if case .phase(let phase) = $0 { phase } else { nil } }
    #expect(
      phases == [.dragging, .decelerating, .idle]
        || phases == [.tracking, .dragging, .decelerating, .idle])
  }

  @Test func `without frames of its own has 60 a second until it rests`() {
    let take = PerformedTake(Self.flick(frames: false))
    #expect(take.trace.hash == Simulation(Self.flick(frames: false)).trace(rate: 60).hash)
    #expect(take.frames.count > 100)
    let again = PerformedTake(Self.flick(frames: false), at: take.frames.map(\.sample.time))
    #expect(again.trace.hash == take.trace.hash)
  }
}

extension `A take that has been performed` {
  @Test func `can be taken over, and what is recorded then replays from the take's start`() {
    for time in [0.15, 0.25, 0.33, 0.5, 1.7] {
      let performer = TakePerformer(Self.flick())
      performer.perform(until: time)
      let before = performer.performedEvents.count
      let recorder = performer.takeOver(at: 5000 + time)
      #expect(recorder.stage.window.touches.isEmpty)
      for frame in 1...300 { recorder.frame(at: 5000 + time + Double(frame) / 60) }
      guard let take = recorder.latestTake else {
        Issue.record("no take")
        return
      }
      #expect(take.script.events.count > before)
      #expect(take.verify() == nil, "taken over at \(time)")
      #expect(take.trace.samples.last?.phase == .idle)
      #expect(performer.performedEvents.isEmpty)
    }
  }
}
