import Testing

@testable import OverscrollDesktop

@Suite struct `A frame schedule` {
  @Test(arguments: [30.0, 59.94, 60, 144, 240])
  func `never drifts, however late it is read`(rate: Double) {
    var schedule = FrameSchedule(rate: rate, origin: 1000)
    var now = 1000.0
    var lateness = 0.0
    for frame in 1...5000 {
      now = schedule.next(after: now) + lateness
      lateness = Double(frame * 7919 % 11) * 1e-4
      guard let due = schedule.due(at: now) else {
        Issue.record("no frame was due")
        return
      }
      let number = (due - 1000) * rate
      #expect(abs(number - number.rounded()) < 1e-6)
      #expect(due <= now + 1e-6)
      #expect(now - due < 1 / rate)
    }
  }

  @Test func `skips missed frames and delivers none twice`() {
    var schedule = FrameSchedule(rate: 60, origin: 0)
    #expect(schedule.due(at: 0.01) == nil)
    #expect(schedule.due(at: 10.0 / 60 + 0.001) == 10.0 / 60)
    #expect(schedule.due(at: 10.0 / 60 + 0.002) == nil)
    #expect(schedule.next(after: 10.0 / 60 + 0.002) == 11.0 / 60)
  }

  @Test func `has its next frame in the future, at most a period away`() {
    let schedule = FrameSchedule(rate: 59.94, origin: 12_345.678)
    for step in 0..<20_000 {
      let now = 12_345.678 + Double(step) * 0.001_37
      let next = schedule.next(after: now)
      #expect(next > now)
      #expect(next - now <= 1 / 59.94 + 1e-9)
    }
  }

  @Test(arguments: [
    (0, 60), (-5, 60), (.nan, 60), (.infinity, 60), (10, 30), (1000, 240), (75, 75),
  ])
  func `clamps rates`(rate: Double, expected: Double) {
    #expect(FrameSchedule.validRate(rate) == expected)
  }
}

@Suite struct `A monitor's refresh rate` {
  @Test func `is the dot clock divided by the pixels of a frame`() {
    let plain = Monitors.rate(dotClock: 148_500_000, total: (2200, 1125), flags: 0)
    #expect(abs(plain - 60) < 1e-9)
    let interlaced = Monitors.rate(dotClock: 74_250_000, total: (2200, 1125), flags: 0x10)
    #expect(abs(interlaced - 60) < 1e-9)
    let doubled = Monitors.rate(dotClock: 25_175_000, total: (800, 262), flags: 0x20)
    #expect(abs(doubled - 60) < 0.1)
  }

  @Test(arguments: [(0, 0, 0), (148_500_000, 0, 1125), (0, 2200, 1125)])
  func `is zero where the driver does not report it`(clock: Int, width: Int, height: Int) {
    #expect(Monitors.rate(dotClock: clock, total: (width, height), flags: 0) == 0)
  }
}
