import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import Testing

@Suite struct `A stage between recorded frames` {
  private func events(_ use: inout RandomUse) -> [Script.TimedEvent] {
    var time = 0.1
    var events: [Script.TimedEvent] = []
    for index in 0..<60 {
      time += use.random.chance(0.1) ? use.random.number(0, 0.6) : use.random.number(0, 0.03)
      let isFrame = use.random.chance(0.4)
      events.append(
        .init(
          time: time,
          action: isFrame ? .frame(Script.Frame(index: index)) : use.action(at: time)))
    }
    return events
  }

  @Test func `may be advanced at any times without changing a bit of later frames`() {
    for seed in 0..<300 as Range<UInt64> {
      var use = RandomUse(seed: seed)
      let header = use.header()
      let (plain, disturbed) = (Stage(header), Stage(header))
      for event in events(&use) {
        while use.random.chance(0.5) {
          let between = use.random.number(disturbed.window.time, event.time)
          disturbed.perform(.init(time: between, action: .frame(Script.Frame(index: 0))))
        }
        plain.perform(event)
        disturbed.perform(event)
        #expect(plain.sample() == disturbed.sample(), "seed \(seed) at \(event.time)")
        if plain.sample() != disturbed.sample() { return }
      }
    }
  }
}
