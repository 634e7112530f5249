import OverscrollDrawing
import OverscrollTestRig
import ScrollGeometry
import Testing

@testable import OverscrollDesktop
@testable import OverscrollHost

@Suite struct `A refresh estimator` {
  @Test(arguments: [30.0, 59.94, 60, 144, 240])
  func `estimates rate and phase from notifications with jitter`(
    rate: Double
  ) throws {
    var estimator = RefreshEstimator(rate: 60)
    for number in 0..<400 {
      let lateness = Double(number * 7919 % 11) * 1e-4
      estimator.record(UInt64(1000 + number), at: 50 + Double(number) / rate + lateness)
    }
    #expect(abs(estimator.period * rate - 1) < 0.03)
    let predicted = try #require(estimator.time(of: 1400))
    #expect(abs(predicted - (50 + 400 / rate)) < 0.0015)
  }

  @Test func `predicts evenly spaced times`() throws {
    var estimator = RefreshEstimator(rate: 60)
    var last: Double?
    for number in 0..<300 {
      let lateness = Double(number * 7919 % 11) * 1e-4
      estimator.record(UInt64(number), at: Double(number) / 60 + lateness)
      let next = try #require(estimator.time(of: UInt64(number) + 1))
      if let last, number > 40 { #expect(abs(next - last - 1.0 / 60) < 0.0005) }
      last = next
    }
  }

  /// Notifications that are late now and then have a median that is not the mean.
  @Test func `predicts the refresh after a second of rest`() throws {
    var estimator = RefreshEstimator(rate: 60)
    for number in 0..<300 {
      let lateness = number % 3 == 0 ? 0.0009 : 0
      estimator.record(UInt64(number), at: Double(number) / 60 + lateness)
    }
    for rest in [0.1, 0.5, 1, 2] {
      let time = 299.5 / 60 + rest
      let next = try #require(estimator.next(after: time))
      #expect(next.count == UInt64((time * 60).rounded(.down)) + 1)
      #expect(abs(next.time - Double(next.count) / 60) < 0.0012)
    }
  }

  @Test func `restarts after a jump, and ignores invalid times`() throws {
    var estimator = RefreshEstimator(rate: 60)
    for number in 0..<50 { estimator.record(UInt64(number), at: Double(number) / 60) }
    estimator.record(51, at: 900)
    #expect(estimator.time(of: 51) == 900)
    estimator.record(7, at: 1000)
    #expect(estimator.time(of: 7) == 1000)
    for time in [1000, 999, -Double.infinity, Double.infinity, 0] { estimator.record(8, at: time) }
    #expect((1.0 / 240...1.0 / 30).contains(estimator.period))
  }
}

@Suite struct `A refresh counter` {
  /// Asks a server for refreshes, a hundred times; returns the counts of those that came, and how often it was asked.
  ///
  /// The server is at refresh `now`, and answers `early` refreshes before the one it is asked for.
  private func run(early: UInt64) -> (counts: [UInt64], requests: Int) {
    var counter = RefreshCounter()
    var now: UInt64 = 500
    var counts: [UInt64] = []
    var requests = 0
    while counts.count < 100, requests < 1000 {
      requests += 1
      now = max(now, counter.request().map { $0 - early } ?? now)
      if case .refresh(let missed) = counter.handle(now) {
        #expect(missed == 0)
        counts.append(now)
      }
    }
    return (counts, requests)
  }

  @Test func `gets every refresh with one request each`() {
    let (counts, requests) = run(early: 0)
    #expect(counts == Array(500..<600))
    #expect(requests == 100)
  }

  @Test func `gets every refresh from a server that answers one refresh early`() {
    let (counts, requests) = run(early: 1)
    #expect(counts == Array(500..<600))
    #expect(requests == 101, "one answer has no new refresh")
  }

  @Test func `waits where the count does not advance`() {
    var counter = RefreshCounter()
    _ = counter.request()
    #expect(counter.handle(7) == .refresh(missed: 0))
    #expect(counter.request() == 8)
    #expect(counter.handle(7) == .early)
    #expect(counter.request() == 9)
    #expect(counter.handle(7) == .stuck)
    counter.pause()
    #expect(counter.request() == nil)
  }

  @Test func `counts missed refreshes, and restarts on another monitor`() {
    var counter = RefreshCounter()
    _ = counter.request()
    #expect(counter.handle(100) == .refresh(missed: 0))
    #expect(counter.request() == 101)
    #expect(counter.handle(104) == .refresh(missed: 3))
    _ = counter.request()
    #expect(counter.handle(3) == .refresh(missed: 0))
    // That answer was before the request too, but the next one is not.
    #expect(counter.request() == 5)
    #expect(counter.handle(5) == .refresh(missed: 1))
    #expect(counter.request() == 6)
  }
}

@Suite struct `Missed refreshes` {
  @Test func `are those that passed unless the program was suspended`() {
    #expect(FrameClock.missed(0, period: 1.0 / 60) == 0)
    #expect(FrameClock.missed(7, period: 1.0 / 60) == 7)
    #expect(FrameClock.missed(3600, period: 1.0 / 60) == 0)
  }
}

@Suite struct `A redraw pacer` {
  @Test func `accepts only answers to fences that it sent`() {
    var pacer = RedrawPacer()
    pacer.begin(at: 1)
    let first = pacer.send(at: 1.5)
    for forged in [0, first + 1, 1 << 30, .max] { pacer.answer(forged, at: 2) }
    #expect(pacer.isBusy)
    pacer.answer(first, at: 2)
    #expect(!pacer.isBusy)
    for forged in [0, first, first + 1, .max] { pacer.answer(forged, at: 3) }
    #expect(!pacer.isBusy && pacer.cost == 1)
  }

  @Test func `allows a redraw when the server has finished and the minimum interval has passed`()
    throws
  {
    var pacer = RedrawPacer()
    #expect(pacer.next.map { $0 < 0 } == true)
    pacer.begin(at: 10)
    let number = pacer.send(at: 10)
    #expect(pacer.isBusy)
    #expect(pacer.next == nil)
    pacer.answer(number, at: 10.001)
    #expect(pacer.next == 10 + 1.0 / 250)
    pacer.begin(at: 11)
    pacer.answer(pacer.send(at: 11.02), at: 11.1)
    #expect(abs((pacer.next ?? 0) - 11.15) < 1e-9)
    #expect(abs(pacer.cost - 0.1) < 1e-9)
  }

  @Test func `knows when a redraw began, was sent and was finished`() {
    var pacer = RedrawPacer()
    #expect(pacer.redraw == nil)
    pacer.begin(at: 1)
    #expect(pacer.redraw == .init(start: 1))
    let number = pacer.send(at: 1.25)
    #expect(pacer.redraw == .init(start: 1, submission: 1.25))
    pacer.answer(number, at: 1.5)
    #expect(pacer.redraw == .init(start: 1, submission: 1.25, completion: 1.5))
    pacer.begin(at: 2)
    #expect(pacer.redraw == .init(start: 2))
  }

  @Test func `knows until when a redraw was certainly unfinished, and the one before it`() {
    var pacer = RedrawPacer()
    pacer.turn = 1
    pacer.begin(at: 1.01)
    var number = pacer.send(at: 1.02)
    #expect(pacer.redraw?.unfinished == nil)
    pacer.turn = 1.04
    #expect(pacer.redraw?.unfinished == 1.04)
    pacer.turn = 1.06
    pacer.answer(number, at: 1.06)
    #expect(pacer.redraw?.unfinished == 1.06 && pacer.previous == nil)
    let first = pacer.redraw
    pacer.turn = 2
    pacer.begin(at: 2)
    #expect(pacer.previous == first)
    number = pacer.send(at: 2.01)
    // The loop was busy, and the answer may have waited since it was sent.
    pacer.answer(number, at: 2.5)
    #expect(pacer.redraw?.unfinished == nil && pacer.cost == 0.5)
  }

  @Test func `waits for the last of several answers`() {
    var pacer = RedrawPacer()
    pacer.begin(at: 1)
    let (first, second) = (pacer.send(at: 1), pacer.send(at: 1))
    pacer.answer(first, at: 1.1)
    #expect(pacer.isBusy)
    pacer.answer(second, at: 1.2)
    #expect(!pacer.isBusy)
  }
}

extension `With an X server` {
  @Suite struct `frames` {
    @Test func `come from a timer where the server has no notifications of refreshes`() throws {
      let fixture = try WindowFixture(on: .xvfb(), features: [.extendedInput, .sharedMemory])
      fixture.forget()
      try fixture.wait("forty frames") { _ in fixture.frames.count >= 40 }
      #expect(!fixture.loop.clock.followsRefreshes)
      #expect(fixture.loop.clock.rate == 60)
      let steps = zip(fixture.frames.dropFirst(), fixture.frames).map { ($0 - $1) * 60 }
      #expect(steps.allSatisfy { abs($0 - $0.rounded()) < 0.01 && $0 > 0.5 })
    }

    @Test func `do not come while the window is covered`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      var cover: WindowFixture? = try WindowFixture(
        on: fixture.server, size: PixelSize(width: 1280, height: 800))
      try cover?.paint(.black)
      try waitUntil("it is covered") {
        fixture.waker.wake()
        _ = try fixture.loop.next()
        return !fixture.window.isVisible
      }
      fixture.loop.clock.wantsFrames = true
      fixture.waker.wake()
      #expect(try fixture.loop.next() == [.wakeUp])
      cover = nil
      fixture.forget()
      try fixture.wait("frames") { _ in fixture.frames.count > 3 }
      #expect(fixture.window.isVisible)
    }

    @Test func `after input come in slots, each after the server has finished the last`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      for _ in 0..<50 {
        try fixture.paint(.black)
        #expect(!fixture.loop.mayDraw(isDue: true))
        fixture.loop.wantsRedrawSlot = true
        var hasSlot = false
        while !hasSlot { hasSlot = try fixture.loop.next().contains(.redrawSlot) }
        #expect(fixture.loop.mayDraw(isDue: false))
        #expect(!fixture.loop.wantsRedrawSlot)
      }
    }
  }
}
