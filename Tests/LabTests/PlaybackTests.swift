import OverscrollLab
import Testing

@Suite struct `Playback of a take` {
  /// Frames at 0, 0.1, 0.1 again, 0.3 and 0.4 seconds, moments at 0.05 and 0.3, half a second long.
  private static func playback(_ speed: Playback.Speed = .real) -> Playback {
    Playback(
      frameTimes: [0, 0.1, 0.1, 0.3, 0.4], momentTimes: [0.05, 0.3, 0.3], duration: 0.5,
      speed: speed)
  }

  @Test(arguments: [30.0, 60, 144], [1.0 / 32, 1.0 / 8, 0.5, 1, 2, 4])
  func `shows the take's time times the speed at every refresh`(rate: Double, factor: Double) {
    var playback = Playback(
      frameTimes: [0], momentTimes: [], duration: 600, speed: .init(nearestTo: factor))
    #expect(playback.speed.factor == factor)
    playback.play()
    let start = 81_234.567
    for refresh in 0..<1000 {
      playback.advance(to: start + Double(refresh) / rate)
      let expected = min(Double(refresh) / rate * factor, 600)
      #expect(abs(playback.time - expected) < 1e-9 * max(1, expected) + 1e-9, "\(refresh)")
    }
  }

  @Test(arguments: [30.0, 60, 144])
  func `as seen shows the last recorded frame at every refresh`(rate: Double) {
    var playback = Self.playback(.init(nearestTo: 0.25))
    playback.isAsSeen = true
    playback.play()
    let times = [0, 0.1, 0.1, 0.3, 0.4]
    for refresh in 0..<400 {
      playback.advance(to: Double(refresh) / rate)
      let expected = times.lastIndex { $0 <= playback.time } ?? 0
      #expect(playback.shown == .frame(expected))
    }
    #expect(!playback.isPlaying)
  }

  @Test func `has speeds from 1/32 to 4 by halves and doubles`() {
    var speed = Playback.Speed.real
    var texts: [String] = []
    for _ in 0..<4 { speed = speed.doubled }
    for _ in 0..<10 {
      texts.append(speed.text)
      speed = speed.halved
    }
    #expect(
      texts == ["4×", "2×", "1×", "1/2×", "1/4×", "1/8×", "1/16×", "1/32×", "1/32×", "1/32×"])
    #expect(Playback.Speed(nearestTo: 0.3).factor == 0.25)
    #expect(Playback.Speed(nearestTo: 100).factor == 4)
    #expect([0, -1, .nan, .infinity].allSatisfy { Playback.Speed(nearestTo: $0) == .real })
  }

  @Test func `keeps its place when the speed changes while it plays`() {
    var playback = Self.playback()
    playback.play()
    playback.advance(to: 10)
    playback.advance(to: 10.2)
    playback.setSpeed(.init(nearestTo: 0.5))
    #expect(abs(playback.time - 0.2) < 1e-12)
    playback.advance(to: 10.4)
    #expect(abs(playback.time - 0.3) < 1e-12)
    playback.pause()
    playback.advance(to: 99)
    #expect(abs(playback.time - 0.3) < 1e-12)
    playback.play()
    playback.advance(to: 100)
    playback.advance(to: 100.1)
    #expect(abs(playback.time - 0.35) < 1e-12)
  }

  @Test func `stops at the end, starts again from there, and loops if told to`() {
    var playback = Self.playback()
    playback.play()
    playback.advance(to: 1)
    playback.advance(to: 2)
    #expect(playback.time == 0.5 && !playback.isPlaying)
    playback.play()
    #expect(playback.time == 0)
    playback.loops = true
    playback.advance(to: 3)
    playback.advance(to: 3.7)
    #expect(abs(playback.time - 0.2) < 1e-9 && playback.isPlaying)
    playback.advance(to: 3.8)
    #expect(abs(playback.time - 0.3) < 1e-9)
    // A suspended program may come back many rounds later.
    playback.advance(to: 1003.8)
    #expect(playback.time >= 0 && playback.time < 0.5)
  }

  /// A start, what is done, and the position after it.
  private static let steps:
    [(start: Double, action: @Sendable (inout Playback) -> Void, position: Playback.Position)] = [
      (0.2, { $0.step(by: 1) }, .frame(3)), (0.2, { $0.step(by: -1) }, .frame(2)),
      (0.1, { $0.step(by: -1) }, .frame(1)), (0.1, { $0.step(by: 1) }, .frame(3)),
      (0.45, { $0.step(by: 1) }, .frame(4)), (0.45, { $0.step(by: -1) }, .frame(4)),
      (0.45, { $0.step(by: -3) }, .frame(2)), (0.05, { $0.step(by: -1) }, .frame(0)),
      (0, { $0.step(by: -1) }, .frame(0)), (0.2, { $0.step(by: -99) }, .frame(0)),
      (0, { $0.goToNextMoment() }, .time(0.05)), (0.05, { $0.goToNextMoment() }, .time(0.3)),
      (0.3, { $0.goToNextMoment() }, .time(0.5)), (0.5, { $0.goToPreviousMoment() }, .time(0.3)),
      (0.3, { $0.goToPreviousMoment() }, .time(0.05)),
      (0.05, { $0.goToPreviousMoment() }, .frame(0)),
      (0, { $0.scrub(to: 0.29) }, .frame(2)), (0, { $0.scrub(to: -1) }, .frame(0)),
      (0, { $0.scrub(to: 9) }, .frame(4)), (0.2, { $0.scrub(to: .nan) }, .time(0.2)),
      (0, { $0.seek(to: 0.29) }, .time(0.29)), (0, { $0.seek(to: 9) }, .time(0.5)),
      (0.2, { $0.seek(to: .infinity) }, .time(0.2)),
    ]

  @Test(arguments: steps.indices)
  func `steps by frames, goes to moments, and seeks`(index: Int) {
    let (start, action, position) = Self.steps[index]
    var playback = Self.playback()
    playback.seek(to: start)
    action(&playback)
    #expect(playback.position == position)
    #expect(!playback.isPlaying)
  }

  @Test func `visits every frame in steps, those at equal times too`() {
    var playback = Self.playback()
    var frames: [Int] = []
    for _ in 0..<5 {
      frames.append(playback.frame)
      playback.step(by: 1)
    }
    for _ in 0..<5 {
      frames.append(playback.frame)
      playback.step(by: -1)
    }
    #expect(frames == [0, 1, 2, 3, 4, 4, 3, 2, 1, 0])
  }

  @Test func `pauses for a step, and goes on after a seek`() {
    var playback = Self.playback()
    playback.play()
    playback.advance(to: 1)
    playback.scrub(to: 0.3)
    #expect(playback.isPlaying)
    playback.advance(to: 2)
    playback.advance(to: 2.05)
    #expect(abs(playback.time - 0.35) < 1e-12)
    playback.step(by: 1)
    #expect(playback.position == .frame(4) && !playback.isPlaying)
  }

  @Test func `shows a recorded frame where the time is its own, else the exact state`() {
    var playback = Self.playback()
    playback.seek(to: 0.1)
    #expect(playback.shown == .frame(2))
    playback.seek(to: 0.2)
    #expect(playback.shown == .time(0.2))
    playback.isAsSeen = true
    #expect(playback.shown == .frame(2))
  }
}
