import Testing

@testable import OverscrollDesktop

@Suite struct `The server's clock` {
  @Test func `is estimated from the minimum delay`() {
    var clock = ServerClock()
    let delays = [0.030, 0.012, 0.001, 0.040, 0.002]
    for (index, delay) in delays.enumerated() {
      let server = 5.0 + Double(index)
      let local = clock.localTime(of: UInt32(server * 1000), arrival: 105 + Double(index) + delay)
      let least = delays[...index].min() ?? 0
      #expect(abs(local - (server + 100 + least)) < 1e-9)
    }
  }

  @Test func `never gives a time after the arrival`() {
    var clock = ServerClock()
    for step in 0..<10_000 {
      let arrival = Double(step) * 0.05
      let jitter = Double(step * 7919 % 13) * 0.004
      let stamp = UInt32(max(1, (arrival - jitter) * 1000 + 77))
      #expect(clock.localTime(of: stamp, arrival: arrival) <= arrival)
    }
  }

  @Test func `keeps intervals when the time stamp wraps`() {
    var clock = ServerClock()
    let start = UInt32.max - 50
    let first = clock.localTime(of: start, arrival: 10)
    let second = clock.localTime(of: start &+ 100, arrival: 10.1)
    #expect(abs(second - first - 0.1) < 1e-9)
  }

  @Test func `handles events out of order across the wrap`() {
    var clock = ServerClock()
    let later = clock.localTime(of: 5, arrival: 20)
    let earlier = clock.localTime(of: UInt32.max - 4, arrival: 20)
    #expect(abs(later - earlier - 0.010) < 1e-9)
  }

  @Test func `uses the time of arrival without a time stamp`() {
    var clock = ServerClock()
    #expect(clock.localTime(of: 0, arrival: 3.5) == 3.5)
  }

  @Test(arguments: [1e-4, -1e-4])
  func `follows a clock that drifts`(drift: Double) {
    var clock = ServerClock()
    var last = 0.0
    for second in 1...3600 {
      let arrival = Double(second)
      last = clock.localTime(of: UInt32(arrival * (1 + drift) * 1000), arrival: arrival)
    }
    #expect(abs(last - 3600) < 0.02)
  }
}
