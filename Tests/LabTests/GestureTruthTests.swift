import Glibc
import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import ScrollEngine
import Testing

@testable import OverscrollLab

/// Random gestures, whose numbers must not depend on the path by which they come.
@Suite struct `Random gestures` {
  private static let seeds: [UInt64] = [1, 2, 3, 4, 5, 6]

  /// Three flicks in random directions, each of which comes to rest.
  private func script(_ seed: UInt64) throws -> Script {
    var random = SplitMix64(seed: seed)
    var lines = [
      #"{"overscroll":2,"viewport":[320,480],"content":[4000,9000],"contentOffset":[1500,4000]}"#
    ]
    for flick in 0..<3 {
      let start = 0.1 + 5 * Double(flick) + random.number(0, 0.5)
      let direction: Double = (Int(seed) + flick) % 2 == 0 ? 1 : -1
      let step = Point(random.number(-20, 20), random.number(8, 24) * direction)
      var place = Point(160, 240)
      for index in 0...9 {
        let phase = index == 0 ? "began" : index == 9 ? "ended" : "moved"
        if phase == "moved" { place = place + step }
        let time = start + 0.008 * Double(index)
        lines.append(
          #"{"t":\#(time),"touch":"\#(phase)","id":1,"at":[\#(place.x),\#(place.y)]}"#)
      }
    }
    return try Script(parsing: lines.joined(separator: "\n"), file: "\(seed)")
  }

  /// A series as a table of offsets alone, whose times are rounded.
  private func table(
    _ series: Series, decimals: Int, _ rule: FloatingPointRoundingRule = .toNearestOrEven,
    later shift: Double = 0
  ) throws -> Series {
    let unit = pow(10, Double(decimals))
    let (x, y) = (series.values[.offsetX] ?? [], series.values[.offsetY] ?? [])
    let rows = series.times.indices.map { row in
      let time = (series.times[row] * unit).rounded(rule) / unit + shift
      return "\(NumberText.fixed(time, decimals: decimals)),\(x[row]),\(y[row])"
    }
    return try Series(
      parsing: (["t,offset_x,offset_y"] + rows).joined(separator: "\n"), file: "table.csv")
  }

  /// What the delegate is told, in points per second.
  private func told(_ log: CallbackLog) -> [Double] {
    log.callbacks.filter { $0.name == "scrollViewWillEndDragging" }.compactMap { callback in
      guard case .array(let parts)? = callback["velocity"], case .number(let x) = parts[0],
        case .number(let y) = parts[1]
      else { return nil }
      return Point(x * 1000, y * 1000).length
    }
  }

  @Test(arguments: seeds) func `are released as the delegate is told`(seed: UInt64) throws {
    let script = try script(seed)
    let log = CallbackLog()
    _ = Simulation(script, log: log).trace(rate: 60)
    let expected = told(log)
    #expect(expected.count == 3)
    for rate in [30.0, 60, 144, 240] {
      let measured = Measurements(Series(script, name: "a", rate: rate)).gestures
      #expect(measured.map { $0.values[.releaseVelocity] } == expected, "\(rate) Hz")
      #expect(measured.allSatisfy { $0.values[.releaseEstimate] == nil })
    }
    let take = try Recordings.take(script, at: 60, until: 16).script
    let shown = CallbackLog()
    Simulation(take, log: shown).runFrames { _ in }
    let subject = Subject.script(take, name: "take")
    #expect(
      Measurements(subject.series).gestures.map { $0.values[.releaseVelocity] } == told(shown))
    // Its trace alone has an estimate, and beside the take what the delegate was told.
    let trace = try Series(parsing: Simulation(take).frameTrace().csv, file: "a.trace")
    let alone = Measurements(trace).gestures
    #expect(!alone.isEmpty && alone.count == told(shown).count)
    for (gesture, velocity) in zip(alone, told(shown)) {
      #expect(gesture.values[.releaseVelocity] == nil)
      let estimate = try #require(gesture.values[.releaseEstimate])
      #expect(abs(estimate - velocity) < 0.05 * velocity, "\(estimate), told \(velocity)")
    }
    let (own, other) = try Comparison.between(subject, .series(trace)).measurements
    #expect(
      own.gestures.map { $0.values[.releaseVelocity] }
        == other.gestures.map { $0.values[.releaseVelocity] })
  }

  @Test(arguments: seeds.prefix(3))
  func `are the same as their own table, however its times are rounded`(seed: UInt64) throws {
    for rate in [60.0, 144] {
      let take = try Recordings.take(script(seed), at: rate, until: 16).script
      let subject = Subject.script(take, name: "take")
      let series = subject.series
      for decimals in [3, 6, 9] {
        for rule in [FloatingPointRoundingRule.toNearestOrEven, .up, .down] {
          for shift in [0.0, 5] {
            let table = Subject.series(
              try table(series, decimals: decimals, rule, later: shift))
            for (one, other) in [(subject, table), (table, subject)] {
              let comparison = try Comparison.between(one, other)
              let text = "\(rate) Hz, \(decimals) \(rule) +\(shift): \(comparison.report)"
              #expect(comparison.isSame, "\(text)")
              #expect(comparison.columns.allSatisfy { $0.tolerance == nil || $0.maximum < 1e-3 })
              let (own, theirs) = comparison.measurements
              #expect(
                !own.gestures.isEmpty && own.gestures.count == theirs.gestures.count, "\(text)")
            }
          }
        }
      }
    }
  }

  @Test(arguments: seeds.prefix(3))
  func `of a script are the same at any rate and on any clock`(seed: UInt64) throws {
    let script = try script(seed)
    let subject = Subject.script(script, name: "script")
    for rate in [30.0, 60, 120, 144] {
      let series = Series(script, name: "a", rate: rate)
      for shift in [0.0, 5] {
        let table = Subject.series(try table(series, decimals: 6, later: shift))
        for (one, other) in [(subject, table), (table, subject)] {
          let comparison = try Comparison.between(one, other)
          #expect(comparison.isSame, "\(rate) Hz +\(shift): \(comparison.report)")
        }
      }
    }
    for (rate, finer) in [(30.0, 60.0), (60, 120), (30, 120)] {
      let trace = Subject.series(
        try Series(parsing: Simulation(script).trace(rate: rate).csv, file: "a.trace"))
      let series = Series(script, name: "a", rate: finer)
      for shift in [0.0, 5] {
        let table = Subject.series(try table(series, decimals: 6, later: shift))
        for (one, other) in [(trace, table), (table, trace)] {
          let comparison = try Comparison.between(one, other)
          #expect(comparison.isSame, "\(rate) and \(finer) Hz +\(shift): \(comparison.report)")
        }
      }
    }
  }

  @Test(arguments: seeds)
  func `have the time constant of the law before an edge, by every path`(seed: UInt64) throws {
    let script = try script(seed)
    // The right edge is near: most flicks along x meet it or the left one.
    var near = script
    near.header = near.header.with([.content(Size(1900, 9000))])
    for script in [script, near] {
      let series = Series(script, name: "a", rate: 120)
      let trace = try Series(parsing: Simulation(script).trace(rate: 120).csv, file: "a.trace")
      for measured in [Measurements(series), Measurements(trace)] {
        #expect(measured.gestures.count == 3)
        for gesture in measured.gestures {
          let constant = try #require(gesture.values[.timeConstant])
          #expect(abs(constant - 0.4995) < 0.003, "\(gesture.text)")
        }
      }
    }
  }
}

/// Where gestures begin and end, and what is theirs.
@Suite struct `A gesture` {
  private static let header =
    #"{"overscroll":2,"viewport":[320,480],"content":[320,9000],"contentOffset":[0,3000]}"#

  /// A flick that begins at a time.
  private static func flick(at start: Double, step: Double = 20) -> [String] {
    (0...6).map { index -> String in
      let phase = index == 0 ? "began" : index == 6 ? "ended" : "moved"
      let y = 400 - step * Double(min(index, 5))
      let time = start + 0.008 * Double(index)
      return #"{"t":\#(time),"touch":"\#(phase)","id":1,"at":[160,\#(y)]}"#
    }
  }

  private func script(_ lines: [String]) throws -> Script {
    try Script(parsing: lines.joined(separator: "\n"), file: "a")
  }

  @Test func `goes on while a finger rests on the content`() throws {
    var pull = [#"{"overscroll":2,"viewport":[320,480],"content":[320,9000]}"#]
    for index in 0...20 {
      let time = 0.1 + 0.02 * Double(index)
      let phase = index == 0 ? "began" : "moved"
      pull.append(#"{"t":\#(time),"touch":"\#(phase)","id":1,"at":[160,\#(100 + 8 * index)]}"#)
    }
    pull.append(#"{"t":1.2,"touch":"ended","id":1,"at":[160,260]}"#)
    // Rows only while something moves, as a display shows them.
    let times = (0...180).map { Double($0) / 60 }.filter { $0 < 0.55 || $0 > 1.19 }
    let series = Series(try script(pull), name: "a", at: times)
    let gestures = Measurements(series).gestures
    #expect(gestures.count == 1, "\(gestures)")
    let gesture = try #require(gestures.first)
    let lift = try #require(gesture.lift)
    #expect(try #require(gesture.values[.overshootTop]) > 50)
    #expect(abs(lift - 1.2) < 1e-9)
    #expect(gesture.values[.releaseVelocity] == 0)
  }

  @Test(arguments: [20, 30, 40]) func `goes on where rows of its flight are missing`(count: Int)
    throws
  {
    let series = Series(try script([Self.header] + Self.flick(at: 0.1)), name: "a", rate: 60)
    let offsets = try #require(series.values[.offsetY])
    let gap = 30..<30 + count
    let cells = zip(series.times, offsets).map { ("\($0)", "\($1)") }
    let missing = cells.enumerated().filter { !gap.contains($0.offset) }.map { $0.element }
    let blank = cells.enumerated().map { ($1.0, gap.contains($0) ? "" : $1.1) }
    for rows in [cells, missing, blank] {
      let text = ["t,offset_y"] + rows.map { "\($0.0),\($0.1)" }
      let table = try Series(parsing: text.joined(separator: "\n"), file: "a.csv")
      #expect(Measurements(table).gestures.count == 1)
    }
  }

  @Test(arguments: [1.0, 2, 3]) func `has as few rows as it has, and no rest between them`(
    rate: Double
  ) throws {
    let script = try script([Self.header] + Self.flick(at: 0.1) + Self.flick(at: 8.1))
    let samples = Simulation(script).trace(rate: rate)
    let rows = samples.samples.map { "\($0.time),\($0.offset.y)" }
    let table = try Series(
      parsing: (["t,offset_y"] + rows).joined(separator: "\n"), file: "a.csv")
    let trace = try Series(parsing: samples.csv, file: "a.trace")
    for series in [table, trace, Series(script, name: "a", rate: rate)] {
      #expect(Measurements(series).gestures.count == 2, "\(Measurements(series).gestures)")
    }
  }

  /// A trace has no touches: neither a wheel that zooms nor a finger elsewhere in the window is one on the content.
  @Test func `of a take is one of its trace, with a wheel and in a scene of two halves`() throws {
    let wheel = (0..<4).map { index in
      #"{"t":\#(4 + 0.2 * Double(index)),"wheel":[0,-1],"at":[160,240],"modifiers":["control"]}"#
    }
    let header =
      #"{"overscroll":2,"viewport":[320,480],"content":[320,9000],"maximumZoomScale":16}"#
    let zoomed = try script([header] + Self.flick(at: 0.1) + wheel)
    for (script, count) in [(zoomed, 2), (try PlayedScene.script("rates"), 3)] {
      for rate in [60.0, 240] {
        let take = Measurements(Series(script, name: "take", rate: rate)).gestures
        let trace = try Series(parsing: Simulation(script).trace(rate: rate).csv, file: "a.trace")
        let gestures = Measurements(trace).gestures
        #expect(take.count == count && gestures.count == count, "\(rate) Hz: \(gestures)")
      }
    }
  }

  /// A trace tells lifts to a row, and a comparison lends it the touches of the take.
  @Test func `of a trace settles as long by itself as beside its take`() throws {
    let hold =
      [#"{"t":6,"touch":"began","id":1,"at":[160,400]}"#]
      + (1...9).map {
        #"{"t":\#(6 + 0.01 * Double($0)),"touch":"moved","id":1,"at":[160,\#(400 - 9 * $0)]}"#
      } + [#"{"t":6.301,"touch":"ended","id":1,"at":[160,319]}"#]
    // The second is released at rest, so that no row decelerates.
    let script = try script([Self.header] + Self.flick(at: 0.101) + hold)
    for rate in [30.0, 60, 144] {
      let trace = try Series(parsing: Simulation(script).trace(rate: rate).csv, file: "a.trace")
      let alone = Measurements(trace).gestures
      #expect(alone.count == 2 && alone.last?.lift.map { $0 >= 6.3 } ?? false)
      let beside = try Comparison(.script(script, name: "take"), with: trace).measurements
      for gestures in [beside.subject.gestures, beside.reference.gestures] {
        #expect(gestures.count == 2)
        for (one, other) in zip(alone, gestures) {
          for name in [Measurements.Name.settle, .settleHundredth, .duration] {
            let (a, b) = (one.values[name], other.values[name])
            #expect(a.map { abs($0 - (b ?? -1)) < 1e-6 } ?? (b == nil), "\(rate) Hz: \(name)")
          }
        }
      }
    }
  }

  @Test func `settles from its lift on, or else from its last notch or the end of its peak`()
    throws
  {
    // A finger of 1200 pt/s for 0.3 s.
    let drag = (0...37).map { index -> String in
      let phase = index == 0 ? "began" : index == 37 ? "ended" : "moved"
      let (time, y) = (0.1 + Double(index) / 120, 400 - 10 * min(index, 36))
      return #"{"t":\#(time),"touch":"\#(phase)","id":1,"at":[160,\#(y)]}"#
    }
    let flick = Series(try script([Self.header] + drag), name: "a", rate: 60)
    let told = try #require(Measurements(flick).gestures.first?.values[.settle])
    let alone = try self.table(flick)
    let settle = try #require(Measurements(alone).gestures.first?.values[.settle])
    #expect(abs(settle - told) < 3.5 / 60, "\(settle) s, from the lift \(told) s")
    // As long after the last notch as after the only one.
    let header =
      #"{"overscroll":2,"viewport":[320,480],"content":[320,9000],"contentOffset":[0,3000],"maximumZoomScale":16}"#
    let settles = try [[1.4], [1.0, 1.2, 1.4]].map { notches in
      let lines = notches.map {
        #"{"t":\#($0),"wheel":[0,-1],"at":[160,240],"modifiers":["control"]}"#
      }
      let gestures = Measurements(
        Series(try script([header] + lines), name: "a", rate: 60)
      ).gestures
      #expect(gestures.count == 1)
      return try #require(gestures.first?.values[.settle])
    }
    #expect(abs(settles[0] - settles[1]) < 0.1, "\(settles)")
  }

  /// A series as a table of offsets alone.
  private func table(_ series: Series) throws -> Series {
    let rows = zip(series.times, series.values[.offsetY] ?? []).map { "\($0),\($1)" }
    return try Series(parsing: (["t,offset_y"] + rows).joined(separator: "\n"), file: "a.csv")
  }

  @Test func `does not last from the rest before it on`() throws {
    let lines = [Self.header] + Self.flick(at: 0.1) + Self.flick(at: 26)
    let all = Series(try script(lines), name: "a", rate: 60)
    let offsets = try #require(all.values[.offsetY])
    // Rows only where something moves.
    let moving = all.times.indices.filter { row in
      row == 0 || offsets[row] != offsets[row - 1]
        || row + 1 < all.count && offsets[row + 1] != offsets[row]
    }
    let series = Series(try script(lines), name: "a", at: moving.map { all.times[$0] })
    let rows = moving.map { "\(all.times[$0]),\(offsets[$0])" }
    let table = try Series(
      parsing: (["t,offset_y"] + rows).joined(separator: "\n"), file: "a.csv")
    for measured in [Measurements(all), Measurements(series), Measurements(table)] {
      #expect(measured.gestures.count == 2)
      for gesture in measured.gestures {
        let duration = try #require(gesture.values[.duration])
        #expect(duration > 1 && duration < 4, "\(gesture.text)")
      }
    }
  }

  @Test func `that is caught has no rest, and leaves the finger no peak`() throws {
    let still = [
      #"{"t":0.5,"touch":"began","id":1,"at":[160,400]}"#,
      #"{"t":1,"touch":"moved","id":1,"at":[160,380]}"#,
      #"{"t":1.5,"touch":"moved","id":1,"at":[160,379]}"#,
      #"{"t":2,"touch":"ended","id":1,"at":[160,379]}"#,
    ]
    for rate in [60.0, 144] {
      let series = Series(
        try script([Self.header] + Self.flick(at: 0.1) + still), name: "a", rate: rate)
      let gestures = Measurements(series).gestures
      #expect(gestures.count == 2)
      let (flight, finger) = (gestures[0].values, gestures[1].values)
      #expect(flight[.settle] == nil && flight[.restY] == nil && flight[.settleHundredth] == nil)
      #expect(finger[.settle] != nil && finger[.restY] != nil)
      #expect((flight[.peakVelocity] ?? 0) > 1500)
      #expect((finger[.travel] ?? 99) < 25, "\(rate) Hz: \(gestures[1].text)")
    }
  }

  /// A window reads input after it has drawn for a refresh: a touch acts at the time of a frame that does not show it.
  @Test func `that catches another one has what its first refresh shows, by every path`() throws {
    let header = try script([Self.header]).header
    let recorder = Recorder(Stage(header))
    func send(_ phase: TouchEvent.Phase, _ y: Double, _ time: Double) {
      recorder.send(.touch(phase, at: Point(160, y), time))
    }
    var y = 400.0
    for frame in 0..<240 {
      let time = 10 + Double(frame) / 60
      recorder.frame(at: time, .init(presented: time))
      // A flick upwards, and a faster one down 0.5 s later, whose touch has moved by the first frame.
      let (step, phase): (Double, Int) = frame < 30 ? (-12, frame) : (40, frame - 30)
      switch phase {
      case 0:
        y = frame == 0 ? 400 : 60
        send(.began, y, time - 0.008)
        send(.moved, y + step, time - 0.001)
      case 1...5:
        y += step
        send(.moved, y + step, time - 0.001)
      case 6: send(.ended, y + step, time - 0.001)
      default: break
      }
    }
    let take = try #require(recorder.current)
    let own = Measurements(Subject.script(take.script, name: "take").series).gestures
    let trace = Measurements(try Series(parsing: take.csv, file: "a.trace")).gestures
    #expect(own.count == 2 && trace.count == 2)
    for (one, other) in zip(own, trace) {
      for name in Measurements.Name.allCases
      where one.values[name] != nil && other.values[name] != nil {
        let (a, b) = (one.values[name] ?? 0, other.values[name] ?? 0)
        #expect(abs(a - b) <= 1e-5 * max(1, abs(a)), "\(name): \(a), of the trace \(b)")
      }
    }
    // The flick upwards is slower than the finger that catches it.
    #expect((own[0].values[.peakVelocity] ?? 9e9) < 1000, "\(own[0].text)")
    #expect((own[1].values[.peakVelocity] ?? 0) > 2000, "\(own[1].text)")
    #expect(trace[0].values[.timeConstant] != nil)
  }

  @Test func `has neither the peak of a resize nor, of a zoom, a time constant`() throws {
    var lines = [
      #"{"overscroll":2,"viewport":[320,480],"content":[320,2000],"contentOffset":[0,1520],"maximumZoomScale":4}"#,
      #"{"t":0.1,"touch":"began","id":1,"at":[160,300]}"#,
    ]
    for index in 1...20 {
      let (time, y) = (0.1 + 0.02 * Double(index), 300 + 2 * index)
      lines.append(#"{"t":\#(time),"touch":"moved","id":1,"at":[160,\#(y)]}"#)
    }
    lines.append(#"{"t":0.9,"touch":"ended","id":1,"at":[160,340]}"#)
    lines.append(#"{"t":0.95,"resize":[320,900]}"#)
    for time in [3.0, 3.05, 3.1] {
      lines.append(
        #"{"t":\#(time),"wheel":[0,-1],"at":[160,240],"modifiers":["control"]}"#)
    }
    let series = Series(try script(lines), name: "a", rate: 60)
    let gestures = Measurements(series).gestures
    let drag = try #require(gestures.first)
    #expect((drag.values[.peakVelocity] ?? 9e9) < 1000, "\(drag.text)")
    #expect((drag.values[.travel] ?? 9e9) < 60, "\(drag.text)")
    #expect(gestures.allSatisfy { $0.values[.timeConstant] == nil }, "\(gestures.map(\.text))")
  }

  /// The content springs back from where a finger held it beyond its edge, as evenly as it decelerates.
  @Test(arguments: [30.0, 60, 144]) func `has no time constant of an edge's spring`(rate: Double)
    throws
  {
    var lines = [#"{"overscroll":2,"viewport":[320,480],"content":[320,2000]}"#]
    for index in 0...30 {
      let phase = index == 0 ? "began" : index == 30 ? "ended" : "moved"
      let (time, y) = (0.1 + 0.02 * Double(index), 100 + 8 * min(index, 20))
      lines.append(#"{"t":\#(time),"touch":"\#(phase)","id":1,"at":[160,\#(y)]}"#)
    }
    let script = try script(lines)
    let trace = try Series(parsing: Simulation(script).trace(rate: rate).csv, file: "a.trace")
    for series in [Series(script, name: "a", rate: rate), trace] {
      let values = try #require(Measurements(series).gestures.first).values
      #expect(values[.timeConstant] == nil && values[.decelerationRate] == nil, "\(values)")
      #expect(values[.settle] ?? 0 > 0.2)
    }
  }

  /// A trace knows no edges: what bounces is no deceleration, and what comes before that is one.
  @Test(arguments: [30.0, 60, 120, 144, 240], [36000.0, 38400, 38800, 38900, 39000, 39060])
  func `of a trace has no time constant of a bounce`(rate: Double, start: Double) throws {
    let lines =
      [
        #"{"overscroll":1,"viewport":[393,852],"content":[393,40000],"contentOffset":[0,\#(start)]}"#
      ]
      + [700.0, 680, 640, 590, 540, 540].enumerated().map { index, y in
        let phase = index == 0 ? "began" : index == 5 ? "ended" : "moved"
        let time = 0.1 + Double(min(index, 4)) / 60
        return #"{"t":\#(time),"touch":"\#(phase)","id":1,"at":[200,\#(y)]}"#
      }
    let trace = try Series(
      parsing: Simulation(script(lines)).trace(rate: rate).csv(.second), file: "a.trace")
    let values = try #require(Measurements(trace).gestures.first).values
    let residual = values[.decelerationResidual]
    #expect(residual ?? 0 < 1 && (start > 38400 || residual != nil), "\(values)")
    // The finger was beyond the edge, at 39148, or nearly there.
    #expect(start < 39000 || residual == nil, "\(values)")
  }

  @Test func `stands beside the same one of the other side`() throws {
    let both = try script([Self.header] + Self.flick(at: 0.1) + Self.flick(at: 6, step: 10))
    let second = try script([Self.header] + Self.flick(at: 6, step: 10))
    let comparison = try Comparison(
      .series(Series(both, name: "both", rate: 60)), with: Series(second, name: "second", rate: 60),
      alignment: Alignment.none)
    let tables = comparison.report.split(separator: "\n").filter { $0.hasPrefix("gesture ") }
    #expect(tables.count == 2)
    let lines = comparison.report.split(separator: "\n")
    let releases = lines.filter { $0.hasPrefix("release velocity") }
    #expect(releases.count == 2)
    #expect(releases[0].contains("–") && releases[1].hasSuffix(" 0"), "\(comparison.report)")
  }
}
