import OverscrollTestSupport
import Testing

@testable import OverscrollImaging

@Suite struct `The clock of an animation` {
  /// What is shown at each refresh up to a time: a frame and since when, in seconds.
  private func shown(
    _ clock: AnimationClock, refreshes rate: Double, until end: Double,
    isReady: (Int, Double) -> Bool = { _, _ in true }
  ) -> [(number: Int, time: Double)] {
    var clock = clock
    var shown = [(clock.number, 0.0)]
    for refresh in 0...Int(end * rate) {
      let time = Double(refresh) / rate
      if clock.advance(to: time, isReady: { isReady($0, time) }) != nil {
        shown.append((clock.number, time))
      }
    }
    return shown
  }

  @Test(arguments: [30.0, 60, 144])
  func `shows each frame at its time, at any refresh rate`(rate: Double) {
    let delays = [0.05, 0.10, 0.20, 0.04]
    let timing = AnimationTiming(delays: delays, playCount: nil)
    let frames = shown(AnimationClock(timing, at: 0), refreshes: rate, until: 40)
    #expect(frames.map(\.number) == Array(0..<frames.count))
    var due = 0.0
    for (number, time) in frames {
      #expect(time >= due - 1e-9 && time < due + 1 / rate + 1e-9, "frame \(number)")
      due += delays[number % 4]
    }
    // Over a hundred rounds, the mean period is that of the file.
    let last = frames[frames.count / 4 * 4 - 4]
    #expect(abs(last.time / Double(last.number / 4) - 0.39) < 0.0039)
  }

  @Test func `skips frames that are shorter than a refresh, and keeps time`() {
    let timing = AnimationTiming(delays: [0.016, 0.016, 0.016], playCount: nil)
    let frames = shown(AnimationClock(timing, at: 0), refreshes: 30, until: 16)
    #expect(frames.count < 490)
    #expect(frames.last.map { abs($0.time / Double($0.number) - 0.016) < 0.00016 } == true)
  }

  @Test func `takes delays of 10 ms and less as 100 ms, and no others`() {
    let timing = AnimationTiming(delays: [0, 0.010, 0.011, 0.016, 0.02], playCount: 1)
    #expect(timing.delays == [0.1, 0.1, 0.011, 0.016, 0.02])
  }

  @Test func `finds the frame of any time, and the time of any frame`() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<200 {
      let delays = (0..<1 + random.index(9)).map { _ in 0.011 + Double(random.index(400)) / 1000 }
      let timing = AnimationTiming(delays: delays, playCount: nil)
      for _ in 0..<100 {
        let number = random.index(random.index(2) == 0 ? 50 : 100_000_000)
        let (start, end) = (timing.start(of: number), timing.start(of: number + 1))
        #expect(timing.number(at: start) == number)
        #expect(timing.number(at: (start + end) / 2) == number)
        #expect(end > start)
      }
    }
    let timing = AnimationTiming(delays: [0.1, 0.1], playCount: 2)
    #expect(timing.number(at: -1) == 0 && timing.number(at: .infinity) == 3)
    #expect(timing.number(at: 1e300) == 3 && timing.last == 3)
  }

  @Test(arguments: [1, 2, 7]) func `ends with the last frame of the last round`(rounds: Int) {
    let timing = AnimationTiming(delays: [0.1, 0.1, 0.1], playCount: rounds)
    var clock = AnimationClock(timing, at: 5)
    #expect(clock.remaining(atMost: 3) == min(3, 3 * rounds - 1))
    #expect(shown(AnimationClock(timing, at: 0), refreshes: 60, until: 9).count == 3 * rounds)
    #expect(clock.advance(to: 500) { _ in true } == 2)
    #expect(clock.isOver && clock.deadline == nil && clock.remaining(atMost: 3) == 0)
    #expect(clock.advance(to: 600) { _ in true } == nil)
    clock = AnimationClock(timing, beginningAt: 700)
    #expect(clock.nextFrame == 0 && clock.deadline == 700)
    #expect(clock.advance(to: 700) { _ in true } == 0 && clock.deadline == 700.1)
  }

  @Test func `shows frames late that are decoded late, in order and no faster than asked`() {
    let timing = AnimationTiming(delays: Array(repeating: 0.05, count: 10), playCount: nil)
    // The decoder needs 0.2 s for each of the first 6 frames, then nothing.
    let frames = shown(AnimationClock(timing, at: 0), refreshes: 60, until: 3) { index, time in
      time >= 0.2 * Double(min(index, 6)) || time > 1.3
    }
    #expect(frames.map(\.number) == Array(0..<frames.count))
    for (one, next) in zip(frames, frames.dropFirst()) {
      #expect(next.time - one.time > 0.05 - 1.0 / 60 - 1e-9)
    }
    #expect(frames[6].time >= 1.2)
  }

  @Test func `catches up at once after a hitch`() {
    let timing = AnimationTiming(delays: [0.1, 0.1, 0.1], playCount: nil)
    var clock = AnimationClock(timing, at: 0)
    #expect(clock.advance(to: 1000.05) { _ in true } == 10_000 % 3)
    #expect(clock.deadline.map { abs($0 - 1000.1) < 1e-6 } == true)
  }

  @Test func `goes on where it was held while a frame was late`() {
    let timing = AnimationTiming(delays: [0.1, 0.1, 0.1], playCount: nil)
    var clock = AnimationClock(timing, at: 0)
    #expect(clock.advance(to: 0.15) { _ in false } == nil)
    #expect(clock.deadline == nil, "Who has decoded the frame tells.")
    clock.hold(at: 0.15)
    clock.resume(at: 5)
    // It was decoded meanwhile, and nobody tells any more.
    #expect(clock.deadline.map { $0 <= 5 } == true)
    #expect(clock.advance(to: 5) { _ in true } == 1)
    #expect(clock.deadline.map { $0 > 5 && $0 <= 5.1 } == true)
  }

  @Test func `stands still while it is held`() {
    let timing = AnimationTiming(delays: [0.1, 0.1], playCount: nil)
    var clock = AnimationClock(timing, at: 0)
    clock.hold(at: 0.04)
    clock.hold(at: 3)
    #expect(clock.deadline == nil && clock.advance(to: 9) { _ in true } == nil)
    clock.resume(at: 10)
    clock.resume(at: 20)
    #expect(clock.deadline.map { abs($0 - 10.06) < 1e-9 } == true)
    #expect(clock.advance(to: 10.05) { _ in true } == nil)
    #expect(clock.advance(to: 10.06 + 1e-9) { _ in true } == 1)
  }
}
