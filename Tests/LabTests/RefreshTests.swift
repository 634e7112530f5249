import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// Frames and refreshes: what was drawn, and what was seen of it.
@Suite struct `A take` {
  private static let header = #"{"overscroll":2,"viewport":[320,480],"content":[320,9000]}"#
  /// The time of the desktop at the first refresh, in seconds.
  private static let start = 50.0

  /// A finger that moves at 3000 points per second and is reported at 1 kHz, drawn at once at most 250 times a second, on a display
  /// with a rate.
  private func drag(at rate: Double) throws -> Recorder {
    let recorder = Recorder(Stage(try Script(parsing: Self.header, file: "a").header))
    func send(_ phase: TouchEvent.Phase, _ step: Int) {
      let time = Self.start + Double(step) / 1000
      recorder.send(
        .touch(
          TouchEvent(
            id: 1, phase: phase, location: Point(160, 460 - 3 * Double(max(0, step))),
            timestamp: time)))
      guard step % 4 == 0 else { return }
      let refresh = (((time - Self.start) * rate).rounded(.down) + 1) / rate + Self.start
      recorder.frame(at: time, .init(presented: refresh))
    }
    send(.began, -200)
    for step in 0..<120 { send(.moved, step) }
    return recorder
  }

  @Test(arguments: [30.0, 60, 120, 144, 240])
  func `has a row for each refresh, however often it is drawn`(rate: Double) throws {
    let take = try #require(try drag(at: rate).current)
    let rows = take.trace.samples.dropFirst()
    let times = rows.compactMap(\.presented)
    #expect(
      times.count == rows.count && zip(times.dropFirst(), times).allSatisfy { $0 - $1 > 2e-3 })
    // One row for the touch, and one for each refresh of the 0.12 s that had something to show.
    #expect(rows.count <= 2 + Int((0.12 * rate).rounded(.up)))
    #expect(take.script.frameCount == rows.count)
    #expect(take.script.events.count(where: \.action.isFrame) >= 30)
    #expect(take.verify() == nil)
    let again = Simulation(take.script).frameTrace()
    #expect(again.csv == take.csv)
    #expect(again.version == .third)
  }

  @Test func `has a time of its own for each refresh, also where frames are drawn ahead`() throws {
    let recorder = Recorder(Stage(try Script(parsing: Self.header, file: "a").header))
    func send(_ phase: TouchEvent.Phase, _ y: Double, _ time: Double) {
      recorder.send(
        .touch(
          TouchEvent(
            id: 1, phase: phase, location: Point(160, y), timestamp: Self.start + time)))
    }
    send(.began, 400, 0)
    for refresh in 1...8 {
      // A frame ahead of the present, and input before its refresh that is too late for it.
      let shown = Double(refresh) / 30
      send(.moved, 400 - 20 * Double(refresh), shown - 0.02)
      recorder.frame(at: Self.start + shown, .init(presented: Self.start + shown, period: 1 / 60.0))
      send(.moved, 390 - 20 * Double(refresh), shown - 0.001)
      recorder.frame(
        at: recorder.present, .init(presented: Self.start + shown + 1 / 60.0, period: 1 / 60.0))
    }
    let take = try #require(recorder.current)
    let samples = take.trace.samples
    #expect(
      samples.count == 17 && zip(samples.dropFirst(), samples).allSatisfy { $0.time > $1.time })
    #expect(samples.dropFirst().allSatisfy { $0.presented.map { $0 > 0 } ?? false })
    #expect(take.verify() == nil)
  }

  @Test func `knows the redraw of each frame that the window tells of, and of no other`() throws {
    let recorder = Recorder(Stage(try Script(parsing: Self.header, file: "a").header))
    func send(_ phase: TouchEvent.Phase, _ y: Double, _ time: Double) {
      recorder.send(
        .touch(TouchEvent(id: 1, phase: phase, location: Point(160, y), timestamp: time)))
    }
    func redraw(at time: Double) -> RedrawTimes {
      RedrawTimes(
        handling: time, drawing: time + 0.001, submission: time + 0.003, completion: time + 0.004)
    }
    var refresh = Recorder.Refresh(presented: Self.start + 0.02)
    send(.began, 400, Self.start)
    recorder.frame(at: Self.start + 0.01, refresh)
    refresh = Recorder.Refresh(presented: Self.start + 0.04)
    refresh.lastRedraw = redraw(at: Self.start + 0.005)
    send(.moved, 390, Self.start + 0.016)
    recorder.frame(at: Self.start + 0.017, refresh)
    let first = try #require(recorder.current?.redraws)
    #expect(first.keys.sorted() == [0])
    let own = try #require(first[0])
    // The take's first event is 0.1 s after its start.
    #expect(abs(own.handling - 0.105) < 1e-9 && abs(own.drawing - 0.106) < 1e-9)
    #expect(abs(own.submission - 0.108) < 1e-9 && abs((own.completion ?? 0) - 0.109) < 1e-9)
    // What is drawn after the frame's own redraw is not of the take.
    for time in [0.018, 0.2] {
      refresh.lastRedraw = redraw(at: Self.start + time)
      recorder.frame(at: Self.start + 0.017, refresh)
    }
    let both = try #require(recorder.current?.redraws)
    #expect(both.keys.sorted() == [0, 1] && both[0] == own)
    #expect(abs((both[1]?.handling ?? 0) - 0.118) < 1e-9)
  }

  @Test(arguments: [30.0, 60, 120, 144])
  func `has the speed of a finger in each refresh, at any rate`(rate: Double) throws {
    let take = try #require(try drag(at: rate).current)
    let rows = take.trace.samples.filter { $0.isDragging }
    let inner = rows.dropFirst(2)
    // The finger is not reported up to the last refresh.
    #expect(inner.count >= 2)
    for row in inner.dropLast() {
      // What is drawn may be as old as the time between two drawings.
      #expect(abs(row.measuredVelocity.y - 3000) <= 3000 * 0.0041 * rate, "\(row.time)")
    }
    let travel = rows[rows.count - 1].offset.y - rows[1].offset.y
    let measured = zip(inner, rows.dropFirst()).reduce(0.0) { sum, rows in
      sum + rows.0.measuredVelocity.y
        * ((rows.0.presented ?? 0) - (rows.1.presented ?? 0))
    }
    #expect(abs(travel - measured) < 1e-6)
  }

  @Test func `has its velocities in curves, traces and plots alike`() throws {
    let take = try #require(try drag(at: 60).current)
    let shown = take.trace.samples.map(\.measuredVelocity.y)
    let frames = take.trace.samples.map(\.time)
    let all = [
      Series(framesOf: take.script, name: "a"), Series(take.trace.samples, name: "a"),
      Subject.script(take.script, name: "a").series,
      Series.scrollViews(of: take.script, at: frames)[0].series,
    ]
    for series in all { #expect(series.values[.velocityY] == shown) }
    let read = try Series(parsing: take.csv, file: "a.trace")
    for (one, other) in zip(read.values[.velocityY] ?? [], shown) {
      #expect(abs(one - other) < 1e-8)
    }
    #expect(read.count == shown.count)
    let comparison = try Comparison(.script(take.script, name: "a"), with: read)
    #expect(comparison.isSame && comparison.columns.allSatisfy { $0.maximum < 1e-6 })
  }

  @Test func `has no steps where rows come more often than its finger is reported`() throws {
    let lines = (0...20).map { step in
      let phase = step == 0 ? "began" : "moved"
      return
        #"{"t":\#(0.1 + Double(step) / 60),"touch":"\#(phase)","id":1,"at":[160,\#(460 - 20 * step)]}"#
    }
    let script = try Script(parsing: ([Self.header] + lines).joined(separator: "\n"), file: "a")
    for rate in [120.0, 240, 960] {
      let series = Series(script, name: "a", rate: rate)
      let velocities = zip(series.times, series.values[.velocityY] ?? [])
        .filter { $0.0 > 0.2 && $0.0 < 0.4 }.map(\.1)
      #expect(velocities.count > 20 && velocities.allSatisfy { abs($0 - 1200) < 1 }, "\(rate) Hz")
    }
  }

  /// Indicators fade for a while after a rest, and redraws of the window show nothing new: both have frames.
  @Test(arguments: [0, 1, 40])
  func `counts the refreshes of a gesture up to its rest, however many follow`(idle: Int) throws {
    let touches = (0...6).map { step in
      let phase = step == 0 ? "began" : step < 6 ? "moved" : "ended"
      let y = 100 + 10 * min(step, 5)
      return
        #"{"t":\#(Double(step + 1) / 60),"touch":"\#(phase)","id":1,"at":[160,\#(y)]}"#
    }
    // Content that does not bounce is at its edge before the lift, and stays there.
    let frames = (1...7 + idle).map { index in
      let late = index < 5 ? 0 : index < 8 ? 1 : 2
      let (time, missed) = (Double(index + late) / 60, index == 5 || index == 8 ? 1 : 0)
      return
        #"{"t":\#(time),"frame":\#(index - 1),"missed":\#(missed),"presented":\#(time + 0.01)}"#
    }
    let header =
      #"{"overscroll":2,"viewport":[320,480],"content":[320,9000],"bounces":false,"contentOffset":[0,40]}"#
    func time(_ line: String) -> Double {
      Double(line.dropFirst(5).prefix { $0 != "," }) ?? -1
    }
    let lines = (touches + frames).enumerated().sorted {
      (time($0.element), $0.offset) < (time($1.element), $1.offset)
    }.map(\.element)
    let take = try Script(parsing: ([header] + lines).joined(separator: "\n"), file: "a")
    let gestures = Measurements(Series(framesOf: take, name: "a")).gestures
    let values = try #require(gestures.first).values
    #expect(gestures.count == 1 && values[.refreshes] == 6 && values[.missed] == 1)
  }

  @Test func `has missed and late refreshes by the times at which others were shown`() throws {
    let touches = (0...6).map { index in
      let phase = index == 0 ? "began" : index == 6 ? "ended" : "moved"
      return
        #"{"t":\#(Double(index + 1) / 60),"touch":"\#(phase)","id":1,"at":[160,\#(440 - 50 * index)]}"#
    }
    // The refresh at 13 / 60 s is missed.
    let frames = (1...40).filter { $0 != 13 }.enumerated().map { index, refresh in
      let missed = refresh == 14 ? 1 : 0
      let time = Double(refresh) / 60
      return #"{"t":\#(time),"frame":\#(index),"missed":\#(missed),"presented":\#(time + 0.01)}"#
    }
    func time(_ line: String) -> Double { Double(line.dropFirst(5).prefix { $0 != "," }) ?? -1 }
    let lines = (touches + frames).enumerated().sorted {
      (time($0.element), $0.offset) < (time($1.element), $1.offset)
    }.map(\.element)
    let take = try Script(parsing: ([Self.header] + lines).joined(separator: "\n"), file: "a")
    let rows = RefreshTable(take).csv.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    }
    let missed = rows.filter { $0[3] != 0 }
    #expect(missed.count == 1 && abs((missed.first?[1] ?? 0) - 14 / 60.0) < 1e-6)
    for (row, last) in zip(rows.dropFirst(), rows) {
      let (shown, before) = (try #require(row[2]), try #require(last[2]))
      let (deadline, late) = (try #require(row[15]), try #require(row[16]))
      #expect(abs(shown - before - (1 + (row[3] ?? 0)) / 60) < 1e-6)
      #expect(abs(late - (row[3] ?? 0) * 1e3 / 60) < 1e-3 && deadline > before + 0.01)
    }
    #expect(TakeQuality(take).missed == [.flight: 1])
    #expect(PerformedTake(take).frames.map(\.missed).reduce(0, +) == 1)
    let ticks = Series(framesOf: take, name: "a").ticks.filter { $0.kind == .missedRefresh }
    #expect(ticks.count == 1 && abs((ticks.first?.time ?? 0) - 14 / 60.0) < 1e-6)
  }

  @Test func `counts missed refreshes once, for the frame that was shown`() throws {
    let recorder = Recorder(Stage(try Script(parsing: Self.header, file: "a").header))
    let touch = { (phase: TouchEvent.Phase, y: Double, time: Double) in
      recorder.send(
        .touch(TouchEvent(id: 1, phase: phase, location: Point(160, y), timestamp: time)))
    }
    func frame(_ time: Double, _ presented: Double, isDrawn: Bool = true) {
      recorder.frame(
        at: time, .init(presented: presented, isDrawn: isDrawn, period: 1 / 60.0))
    }
    // Two refreshes pass before the first one that shows the touch, and one before the next.
    touch(.began, 400, 10)
    frame(10, 10.05)
    touch(.moved, 380, 10.004)
    frame(10.004, 10.0501)
    touch(.moved, 340, 10.055)
    frame(10.055, 10.0667, isDrawn: false)
    touch(.moved, 300, 10.06)
    frame(10.06, 10.0834)
    let take = try #require(recorder.current)
    let frames = take.script.frames
    #expect(frames.map(\.missed) == [2, 1] && recorder.counts == (2, 3))
    #expect(take.trace.samples.count == 3)
    #expect(frames.map(\.index) == [0, 1])
    #expect(TakeQuality(take.script).frames == 2)
    #expect(TakeQuality(take.script).missed.values.reduce(0, +) == 3)
  }

  /// A drag on a display that takes some refreshes to draw, and the numbers of the frames that it shows, by their refreshes.
  ///
  /// - Parameters:
  ///   - rate: The refreshes per second.
  ///   - costs: The times that drawing takes in turn, in refreshes.
  ///   - tells: Whether the display tells when it has finished.
  /// - Returns: The recorder, and the frames that are seen.
  /// - Throws: An error where the header is none.
  private func slowDrag(
    at rate: Double, _ costs: [Double], tells: Bool
  ) throws -> (Recorder, [Int: Int]) {
    let recorder = Recorder(Stage(try Script(parsing: Self.header, file: "a").header))
    var drawn: (time: Double, completion: Double)?
    var (number, isTold) = (0, true)
    var seen: [Int: Int] = [:]
    for step in 0..<240 {
      // Input comes three times a refresh, the first time just after it.
      let place = Double(step / 3) + [0.02, 0.37, 0.71][step % 3]
      let time = Self.start + place / rate
      recorder.send(
        .touch(
          TouchEvent(
            id: 1, phase: step == 0 ? .began : .moved, location: Point(160, 470 - Double(step)),
            timestamp: time)))
      let isBusy = drawn.map { time < $0.completion } ?? false
      guard !isBusy || step % 3 == 0 else { continue }
      var refresh = Recorder.Refresh(
        presented: Self.start + (place.rounded(.down) + 1) / rate, isDrawn: !isBusy,
        period: 1 / rate)
      if tells, let drawn, !isTold {
        refresh.lastRedraw = RedrawTimes(
          handling: drawn.time, drawing: drawn.time, submission: drawn.time,
          completion: isBusy ? nil : drawn.completion)
        refresh.lastUnfinished = isBusy ? time : drawn.completion
        isTold = !isBusy
      }
      recorder.frame(at: time, refresh)
      guard !isBusy, let frame = recorder.current?.script.frames.last else { continue }
      let end = place + costs[number % costs.count]
      drawn = (time, Self.start + end / rate)
      seen[Int((end - 0.05).rounded(.up))] = frame.index
      (number, isTold) = (number + 1, false)
    }
    return (recorder, seen)
  }

  /// The number of frames of a take at the refreshes that showed them.
  private func rightFrames(_ drag: (recorder: Recorder, seen: [Int: Int]), _ rate: Double) throws
    -> Int
  {
    let frames = try #require(drag.recorder.current).script.frames
    return frames.count { frame in
      let place = ((frame.presented ?? 0) + drag.recorder.epoch - Self.start) * rate
      return abs(place - place.rounded()) < 1e-3
        && drag.seen[Int(place.rounded())] == frame.index
    }
  }

  /// The costs that one in three frames or more is too late with, and others.
  @Test(
    arguments: [30.0, 60, 120, 144],
    [([0.2], false), ([1.3], true), ([2.4], true), ([1.3, 2.4], true), ([0.2, 0.2, 1.3], false)])
  func `moves frames that were still being drawn to the refreshes that showed them`(
    rate: Double, slow: (costs: [Double], isMoved: Bool)
  ) throws {
    let silent = try slowDrag(at: rate, slow.costs, tells: false)
    let telling = try slowDrag(at: rate, slow.costs, tells: true)
    let right = try (rightFrames(silent, rate), rightFrames(telling, rate))
    let take = try #require(telling.0.current)
    let frames = take.script.frames
    // What a display does not tell stays as it was predicted.
    let predicted = try #require(silent.0.current).script.frames
    #expect(frames.count == predicted.count && take.trace.samples.count == frames.count + 1)
    #expect(slow.isMoved ? right.1 >= right.0 + frames.count / 4 : right.1 == right.0)
    #expect(zip(frames, predicted).allSatisfy { $0.presented ?? 0 >= $1.presented ?? 1 })
    for (next, last) in zip(frames.dropFirst(), frames) {
      #expect((next.presented ?? 0) - (last.presented ?? 0) > 0.5 / rate, "\(next)")
    }
    #expect(take.verify() == nil)
    #expect(Simulation(take.script).frameTrace().csv == take.csv)
  }
}
