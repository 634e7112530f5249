import Testing

@testable import OverscrollDesktop

/// A frame clock in simulated time.
@Suite struct `A frame clock in simulated time` {
  private let simulation = Simulation()

  /// A server whose display refreshes at 60 Hz, and the time.
  private final class Simulation: RefreshSource {
    var now = 100.0
    /// The time from a refresh to the server's notification of it, in seconds; `nil` for no notification.
    var latency: Double? = 0.0005
    private var requests: [(number: UInt32, count: UInt64)] = []
    private(set) var requestCount = 0

    static let period = 1.0 / 60

    func request(_ request: UInt32, count: UInt64?) {
      requestCount += 1
      requests.append((request, count ?? lastCount + 1))
    }

    func drain() -> [Refresh] {
      guard let latency else { return [] }
      let ready = requests.filter { Double($0.count) * Self.period + latency <= now }
      requests.removeAll { request in ready.contains { $0.number == request.number } }
      return ready.map {
        Refresh(request: $0.number, count: $0.count, time: Double($0.count) * Self.period)
      }
    }

    /// The time of the next notification, in seconds.
    var next: Double? {
      latency.flatMap { latency in
        requests.map { Double($0.count) * Self.period + latency }.min()
      }
    }

    /// Whether the server counts a refresh from the middle between two on, as those without hardware do.
    var countsFromMiddle = false

    private var lastCount: UInt64 { UInt64(now / Self.period + (countsFromMiddle ? 0.5 : 0)) }
  }

  /// A frame that the clock delivered.
  private struct Frame {
    var delivery: Double
    var time: Double
  }

  /// Runs the clock as an event loop does, for a time in seconds, with additional wake-ups at an interval.
  private func run(
    _ clock: FrameClock, _ simulation: Simulation, for duration: Double,
    wakingEvery interval: Double = .infinity
  ) -> [Frame] {
    var frames: [Frame] = []
    let end = simulation.now + duration
    var wakeUp = simulation.now + interval
    while simulation.now < end {
      clock.readRefreshes()
      let deadline = clock.requestFrame(isVisible: true)
      if !clock.isDue {
        let next = [deadline, simulation.next, wakeUp].compactMap { $0 }.min() ?? end
        simulation.now = max(simulation.now, min(next, end)) + 1e-7
        if simulation.now > wakeUp { wakeUp += interval }
        clock.readRefreshes()
        clock.checkDeadline()
      }
      if let time = clock.drainFrame() {
        frames.append(Frame(delivery: simulation.now, time: time))
      }
    }
    return frames
  }

  private func clock(_ simulation: Simulation) -> FrameClock {
    let clock = FrameClock(refreshSource: simulation) { simulation.now }
    clock.wantsFrames = true
    return clock
  }

  @Test(arguments: [0.0002, 0.004, 0.015])
  func `delivers each frame before the refresh it is for`(latency: Double) {
    simulation.latency = latency
    let frames = run(clock(simulation), simulation, for: 1)
    #expect((58...61).contains(frames.count))
    #expect(frames.allSatisfy { $0.time > $0.delivery })
    #expect(frames.allSatisfy { $0.time - $0.delivery < Simulation.period + 0.001 })
  }

  @Test func `delivers one frame per refresh although the loop is woken more often`() {
    let clock = clock(simulation)
    let frames = run(clock, simulation, for: 1, wakingEvery: 0.004)
    #expect((58...61).contains(frames.count))
    let steps = zip(frames.dropFirst(), frames).map { $0.time - $1.time }
    #expect(steps.allSatisfy { abs($0 - Simulation.period) < 0.001 })
    #expect(clock.statistics.missed == 0)
  }

  @Test func `delivers a frame in time although the server is late, and follows it again`() {
    let clock = clock(simulation)
    _ = run(clock, simulation, for: 1)
    simulation.latency = 0.8
    let late = run(clock, simulation, for: 1.2)
    let gaps = zip(late.dropFirst(), late).map { $0.delivery - $1.delivery }
    #expect(!gaps.isEmpty && gaps.allSatisfy { $0 < 0.11 }, "no frame waits for the server")
    simulation.latency = 0.0005
    _ = run(clock, simulation, for: 1)
    #expect(clock.followsRefreshes)
    #expect((58...61).contains(run(clock, simulation, for: 1).count))
  }

  @Test func `is driven by a timer at the display's rate once the server has stopped answering`() {
    let clock = clock(simulation)
    _ = run(clock, simulation, for: 1)
    simulation.latency = nil
    _ = run(clock, simulation, for: 2)
    #expect(!clock.followsRefreshes)
    let frames = run(clock, simulation, for: 1)
    #expect((59...61).contains(frames.count))
    let steps = zip(frames.dropFirst(), frames).map { ($0.time - $1.time) * 60 }
    #expect(steps.allSatisfy { abs($0 - $0.rounded()) < 0.01 && $0 > 0.5 })
  }

  @Test(arguments: [0.5, 5, 60, 600])
  func `knows after a rest at which refresh a frame is seen`(rest: Double) {
    let clock = clock(simulation)
    _ = run(clock, simulation, for: 1)
    for attempt in 0..<40 {
      clock.wantsFrames = false
      simulation.now += rest + Double(attempt) * Simulation.period / 40
      // A press measures the phase, before the lift that starts a motion.
      clock.measurePhase(isVisible: true)
      simulation.now += 2 * Simulation.period
      clock.readRefreshes()
      let first = clock.drawFirst()
      let wait = first - simulation.now
      #expect(wait > 0 && wait <= Simulation.period + 0.002, "\(wait)")
      let phase = first / Simulation.period
      #expect(abs(phase - phase.rounded()) < 0.01)
      // The next frame that the clock delivers is for the refresh after that one.
      clock.wantsFrames = true
      let frames = run(clock, simulation, for: 0.1)
      let refreshes = ((frames.first?.time ?? 0) - first) / Simulation.period
      #expect(abs(refreshes - 1) < 0.05, "\(refreshes)")
    }
  }

  /// A motion that begins at rest is drawn for the next refresh at once, so that the clock has to deliver the one after.
  @Test(arguments: [false, true], [0.3, 0.7, 2])
  func `misses no refresh after the first one of a motion`(countsFromMiddle: Bool, rest: Double) {
    simulation.countsFromMiddle = countsFromMiddle
    let clock = clock(simulation)
    _ = run(clock, simulation, for: 1)
    for attempt in 0..<40 {
      clock.wantsFrames = false
      // The answer to the last request comes soon.
      simulation.now += 2 * Simulation.period
      clock.readRefreshes()
      simulation.now += rest + Double(attempt) * Simulation.period / 40
      clock.measurePhase(isVisible: true)
      let first = clock.drawFirst()
      clock.wantsFrames = true
      let frames = run(clock, simulation, for: 0.1)
      let refreshes = ((frames.first?.time ?? 0) - first) / Simulation.period
      #expect(abs(refreshes - 1) < 0.05, "\(refreshes) after \(rest)")
    }
  }

  @Test(arguments: [0.1, 5])
  func `counts the refreshes by which the first frame after a rest is late`(rest: Double) {
    for late in 0...4 {
      let simulation = Simulation()
      let clock = clock(simulation)
      _ = run(clock, simulation, for: 1)
      clock.wantsFrames = false
      simulation.now += rest
      clock.measurePhase(isVisible: true)
      simulation.now += 2 * Simulation.period
      clock.readRefreshes()
      // Input in the middle between two refreshes, which is drawn some refreshes later.
      let input = clock.nextRefresh - Simulation.period / 2
      simulation.now = input + Double(late) * Simulation.period
      let before = clock.statistics.missed
      clock.countFirst(since: input)
      #expect(clock.statistics.missed - before == late)
      // What a suspended program shows late was missed by nobody.
      simulation.now += 60
      clock.countFirst(since: input)
      #expect(clock.statistics.missed - before == late)
    }
  }

  @Test func `asks for nothing while frames are not wanted or the window is hidden`() {
    let clock = clock(simulation)
    #expect(clock.requestFrame(isVisible: false) == nil)
    clock.wantsFrames = false
    #expect(clock.requestFrame(isVisible: true) == nil)
    #expect(simulation.requestCount == 0)
    clock.wantsFrames = true
    #expect(clock.requestFrame(isVisible: true) != nil)
    #expect(simulation.requestCount == 1)
  }
}
