import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// A long take of a scene, performed at any time.
@Suite struct `A scene that is sought in` {
  /// Two minutes of a scene: its demo again and again, with sixty frames a second.
  private static func take(_ scene: String) throws -> Script {
    let script = try PlayedScene.script(scene)
    let demo = script.events
    let length = (demo.last?.time ?? 0) + 2
    var events: [Script.TimedEvent] = []
    for start in stride(from: 0, to: 120, by: length) {
      events += demo.map { event in
        var event = event
        if case .event(let input) = event.action {
          event.action = .event(input.stamped(start + event.time))
        }
        event.time += start
        return event
      }
    }
    events += (1...7200).map {
      .init(time: Double($0) / 60, action: .frame(Script.Frame(index: $0 - 1)))
    }
    return Script(
      header: script.header, events: events.sorted { $0.time < $1.time }.filter { $0.time <= 120 })
  }

  /// Everything that can be seen of the scroll views of a stage.
  private func samples(_ stage: Stage) -> [Trace.Sample] {
    ([nil] + stage.header.scrollViewNames).map { stage.sample(of: $0) }
  }

  @Test(arguments: ["endless", "nested", "zoom"])
  func `shows at any time what one straight run shows`(scene: String) throws {
    let take = try Self.take(scene)
    let performer = TakePerformer(take)
    var random = SplitMix64(seed: 4)
    // The street's delegate moves the content in the frames it is sent, so only recorded frames leave its course as it is.
    let times = (0..<30).map { _ in
      let time = random.number(0, 120)
      return scene == "endless" ? (time * 60).rounded() / 60 : time
    }
    let straight = TakePerformer(take)
    let shown = times.sorted().map { time in
      straight.perform(until: time)
      return (time, samples(straight.stage), straight.marks)
    }
    for (round, time) in times.enumerated() {
      // Stages that were made ahead are as good as those left behind.
      if round == 10 { while performer.addCheckpoints(limit: 1000) {} }
      #expect(performer.perform(until: time))
      let (_, samples, marks) = try #require(shown.first { $0.0 == time })
      #expect(self.samples(performer.stage) == samples, "\(time)")
      #expect(performer.marks == marks)
    }
  }

  @Test func `shows a recorded frame without the events after it`() throws {
    let take = try Self.take("paging")
    let counts = take.events.indices.filter { take.events[$0].action.isFrame }.map { $0 + 1 }
    let trace = Simulation(take).frameTrace().samples
    let performer = TakePerformer(take)
    for frame in [4000, 17, 16, 7199, 3, 4000] {
      #expect(performer.perform(throughEvent: counts[frame]))
      var sample = performer.stage.sample()
      sample.measuredVelocity = trace[frame + 1].measuredVelocity
      #expect(sample == trace[frame + 1], "frame \(frame)")
    }
  }

  @Test func `performs little once there are stages everywhere, and never all of it again`() throws
  {
    let take = try Self.take("boxes")
    let performer = TakePerformer(take)
    var calls = 0
    while performer.addCheckpoints(limit: 1000) { calls += 1 }
    #expect(calls > 20 && !performer.addCheckpoints(limit: 1000))
    // A stage every ten seconds: at most fifteen seconds lie between it and any time.
    let most = take.events.count * 15 / 120
    for time in [119.0, 5, 64, 63, 11, 99, 31] {
      #expect(performer.perform(until: time, limit: most), "\(time)")
      while performer.addCheckpoints(limit: 1000) {}
    }
  }

  /// A finger that moves once a second, for 100 seconds.
  private static let steps = Script(
    header: Script.Header(settings: [.content(Size(640, 9000))]),
    events: (1...100).map { second in
      .init(
        time: Double(second),
        action: .event(
          .touch(second == 1 ? .began : .moved, at: Point(9, 400 - Double(second)), Double(second)))
      )
    })

  @Test func `leaves a stage behind where the time jumps back, and goes on with it`() {
    let performer = TakePerformer(Self.steps)
    for (count, performed) in [(100, 100), (50, 50), (100, 0), (60, 10), (0, 0)] {
      // One event fewer is too few, unless none is left to perform.
      if performed > 0 { #expect(!performer.perform(throughEvent: count, limit: performed - 1)) }
      #expect(performer.perform(throughEvent: count, limit: min(performed, 1)))
      #expect(performer.stage.window.time == Double(count))
    }
    // Nothing has happened half a second after the start, but time has passed.
    performer.perform(until: 0.5)
    performer.perform(throughEvent: 0)
    #expect(performer.stage.window.time == 0 && performer.performedEvents.isEmpty)
  }

  /// The number of events that a performer performs to get to a time.
  private static func cost(of performer: TakePerformer, until time: Double) -> Int {
    var cost = 0
    while !performer.perform(until: time, limit: min(cost, 1)) { cost += 1 }
    return cost
  }

  @Test func `leaves no more than 30 stages behind`() {
    let performer = TakePerformer(Self.steps)
    for time in (60..<100).reversed() { performer.perform(until: Double(time)) }
    #expect(Self.cost(of: performer, until: 99) == 0)
    performer.perform(until: 60)
    let cost = (61..<99).map { Self.cost(of: performer, until: Double($0)) }.reduce(0, +)
    // Ten of the 40 at least are reached from the second before.
    #expect((9...38).contains(cost))
  }

  @Test func `goes on where a limit stopped it`() throws {
    let take = try Self.take("boxes")
    let performer = TakePerformer(take)
    var calls = 1
    while !performer.perform(until: 60, limit: 100) { calls += 1 }
    #expect(calls > 20)
    let straight = TakePerformer(take)
    straight.perform(until: 60)
    #expect(samples(performer.stage) == samples(straight.stage))
  }
}
