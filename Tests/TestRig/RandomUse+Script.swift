package import OverscrollLab
import OverscrollTestSupport

extension Script.TimedEvent {
  /// Whether the event is input from the user.
  package var isInput: Bool { if case .event = action { true } else { false } }
}

extension RandomUse {
  /// A script of forty random events, with pauses between some of them, after which nothing is held.
  package static func script(seed: UInt64) -> Script {
    var use = RandomUse(seed: seed)
    let header = use.header()
    var (time, events) = (0.1, [Script.TimedEvent]())
    for _ in 0..<40 {
      time += use.random.chance(0.2) ? use.random.number(0, 1.5) : use.random.number(0, 0.03)
      events.append(.init(time: time, action: use.action(at: time)))
    }
    events += use.release(at: time).map { .init(time: time, action: $0) }
    return Script(header: header, events: events)
  }
}
