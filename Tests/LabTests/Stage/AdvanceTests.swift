import Glibc
import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import Testing

/// Whether it matters at which times a window draws: it doesn't.
///
/// The frames of a take whose scroll views have no delegate that acts in `scrollViewDidScroll` could be left out: what they show
/// follows from the events alone.
@Suite struct `Frames between the events of a plain stage` {
  /// The number of random scripts: `ADVANCE_SCRIPTS`, or 400.
  private static let scripts =
    getenv("ADVANCE_SCRIPTS").flatMap { UInt64(String(cString: $0)) } ?? 400

  private func frame(_ time: Double) -> Script.TimedEvent {
    .init(time: time, action: .frame(Script.Frame(index: 0)))
  }

  /// Random events with pauses of up to a second, which let motions end between them.
  private func events(_ use: inout RandomUse) -> [Script.TimedEvent] {
    var time = 0.1
    var events: [Script.TimedEvent] = []
    for _ in 0..<60 {
      time += use.random.chance(0.1) ? use.random.number(0, 1) : use.random.number(0, 0.03)
      // Input acts up to a refresh later than the hand made it.
      let stamp = time - (use.random.chance(0.5) ? use.random.number(0, 0.016) : 0)
      events.append(.init(time: time, action: use.action(at: stamp)))
    }
    events += use.release(at: time).map { .init(time: time, action: $0) }
    return events
  }

  /// The states after each event and at some later times, with further advances at random times before each.
  private func samples(
    _ events: [Script.TimedEvent], on header: Script.Header, _ random: inout SplitMix64,
    advances: Int
  ) -> [Trace.Sample] {
    let stage = Stage(header)
    var samples: [Trace.Sample] = []
    let rests = (1...20).map { frame((events.last?.time ?? 0) + Double($0) * 0.25) }
    for event in events + rests {
      let gap = event.time - stage.window.time
      let times = (0..<advances).map { _ in stage.window.time + gap * random.number(0, 1) }.sorted()
      for time in times { stage.perform(frame(time)) }
      stage.perform(event)
      samples.append(stage.sample())
    }
    return samples
  }

  @Test func `change nothing, to the last bit, at any rate`() {
    for seed in 0..<Self.scripts {
      var use = RandomUse(seed: seed)
      let header = use.header()
      let events = events(&use)
      var random = SplitMix64(seed: ~seed)
      let plain = samples(events, on: header, &random, advances: 0)
      for advances in [1, 7] {
        let framed = samples(events, on: header, &random, advances: advances)
        let index = zip(plain, framed).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        #expect(
          index == nil,
          """
          seed \(seed), \(advances) advances, event \(index ?? 0): \
          \(index.map { "\n\(plain[$0])\n\(framed[$0])" } ?? "")
          """)
        if index != nil { return }
      }
    }
  }
}
