import Glibc
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// Measurements, by every path that a motion may come.
@Suite struct `A motion` {
  private static let flick = """
    {"overscroll":2,"viewport":[320,480],"content":[320,9000],"contentOffset":[0,2000]}
    {"t":0.1,"touch":"began","id":1,"at":[160,400]}
    {"t":0.112,"touch":"moved","id":1,"at":[160,380]}
    {"t":0.128,"touch":"moved","id":1,"at":[160,340]}
    {"t":0.144,"touch":"moved","id":1,"at":[160,300]}
    {"t":0.16,"touch":"moved","id":1,"at":[160,260]}
    {"t":0.168,"touch":"ended","id":1,"at":[160,260]}
    """

  @Test(arguments: [30.0, 60, 120, 144])
  func `has the same measurements as a take, a trace, a script and a table`(rate: Double) throws {
    let script = try Script(parsing: Self.flick, file: "a")
    let take = try Recordings.take(script, at: rate, until: 5)
    let subject = Subject.script(take.script, name: "take")
    let trace = try Series(parsing: take.csv, file: "a.trace")
    let columns = take.csv.split(separator: "\n").map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      return "\(cells[0]),\(cells[3])"
    }
    let table = try Series(parsing: columns.joined(separator: "\n"), file: "a.csv")
    let late = try Series(
      parsing: columns.enumerated().map { index, line in
        let cells = line.split(separator: ",")
        return index == 0 ? line : "\(Double(cells[0])! + 81),\(cells[1])"
      }.joined(separator: "\n"), file: "late.csv")
    for other in [trace, table, late, subject.series] {
      let comparison = try Comparison(subject, with: other)
      #expect(comparison.isSame, "\(rate) Hz: \(comparison.report)")
      let (own, theirs) = comparison.measurements
      #expect(own.gestures.count == 1 && theirs.gestures.count == 1)
      for name in Measurements.Name.allCases {
        guard let a = own.values[name], let b = theirs.values[name] else { continue }
        // Where touches alone are known, the velocity comes from a fit.
        let tolerance = name == .releaseVelocity ? 1e-3 : 1e-4
        #expect(
          abs(a - b) <= tolerance * max(1, abs(a)), "\(rate) Hz, \(other.name): \(name) \(a) \(b)")
      }
      for name in [
        Measurements.Name.travel, .releaseVelocity, .peakVelocity, .settle, .timeConstant,
      ] {
        #expect(own.values[name] != nil && theirs.values[name] != nil, "\(other.name): \(name)")
      }
    }
  }

  @Test func `is what is seen of it where a scene moves its content back`() throws {
    let script = try PlayedScene.script("endless")
    let take = try Recordings.take(script, at: 60, until: (script.events.last?.time ?? 0) + 5)
    // So is the velocity of the trace.
    #expect(
      Series(framesOf: take.script, name: "take").values[.velocityX]
        == take.trace.samples.map(\.measuredVelocity.x))
    for series in [
      Series(framesOf: take.script, name: "take"), Series(script, name: "60", rate: 60),
      Series(script, name: "144", rate: 144),
    ] {
      let offsets = try #require(series.values[.offsetX])
      let ways = zip(offsets.dropFirst(), offsets).map { $0 - $1 }
      #expect(ways.contains { abs($0) > EndlessScene.tile / 2 })
      let gestures = Measurements(series).gestures
      #expect(gestures.count >= 4)
      for gesture in gestures {
        let seen = gesture.rows.dropLast().reduce(0) {
          $0 + abs(ways[$1].remainder(dividingBy: EndlessScene.tile))
        }
        #expect(abs((gesture.values[.travel] ?? 0) - seen) < 0.01, "\(series.name)")
        #expect((gesture.values[.peakVelocity] ?? 0) < 8000, "\(series.name)")
      }
    }
  }

  /// The peaks and the lanes of velocities come from the same rows on both sides.
  @Test func `has the same velocities as itself, as a trace and as a take that no display showed`()
    throws
  {
    let script = try Script(parsing: Self.flick, file: "a")
    let frames = (1...1200).map {
      Script.TimedEvent(time: Double($0) / 240, action: .frame(Script.Frame(index: $0 - 1)))
    }
    // A frame comes after the input of its time.
    let events = (script.events + frames).enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
    let take = Script(header: script.header, events: events)
    let takeTrace = Simulation(take).frameTrace().csv(.second)
    func trace(_ text: String) throws -> Subject { .series(try Series(parsing: text, file: "t")) }
    let own = Subject.script(script, name: "script")
    let shown = Subject.script(take, name: "take")
    let pairs =
      try [30, 60, 120, 144, 240, 1000].map {
        (own, try trace(Simulation(script).trace(rate: $0).csv(.second)))
      } + [(own, own), (shown, shown), (shown, try trace(takeTrace))]
    for (one, other) in pairs {
      let comparison = try Comparison.between(one, other)
      let (a, b) = comparison.measurements
      let (left, right) = (a.values[.peakVelocity] ?? -1, b.values[.peakVelocity] ?? -2)
      #expect(abs(left - right) < 1e-3, "\(comparison.report)")
      let velocity = try #require(comparison.columns.first { $0.column == .velocityY })
      #expect(velocity.maximum < 1e-3, "\(comparison.report)")
    }
    // By itself, too, a take has the peak of its trace.
    let alone = try [shown, trace(takeTrace)].map {
      Measurements($0.series).values[.peakVelocity] ?? -1
    }
    #expect(abs(alone[0] - alone[1]) < 1e-3 && alone[0] > 1000, "\(alone)")
  }

  /// A finger of 3000 pt/s is reported every 8 ms, with a row each, and so is each refresh.
  @Test(arguments: [60.0, 90, 120], [0.0, 0.0001, 0.0024, 0.0079])
  func `has no peak between rows that are closer than refreshes`(rate: Double, late: Double) throws
  {
    func offset(_ time: Double) -> Double { 24 * (time / 0.008 + 1e-9).rounded(.down) }
    let callbacks = (0..<50).map { 0.008 * Double($0) }
    let refreshes = (0..<Int(0.4 * rate)).map { late + Double($0) / rate }
    let times = (callbacks + refreshes).sorted()
    let rows = zip(times, [-1] + times).filter { $0 - $1 > 1e-6 }.map {
      "\($0.0),\(offset($0.0))"
    }
    let table = try Series(
      parsing: (["# overscroll recording 1", "# rate: \(rate)", "t,offset_y"] + rows)
        .joined(separator: "\n"), file: "a.csv")
    let peak = try #require(Measurements(table).values[.peakVelocity])
    // One step of the finger more than its speed at most.
    #expect(peak >= 2800 && peak <= 3000 * (1 + 0.008 * rate / 0.75), "\(peak)")
  }

  /// A finger of 3000 pt/s is reported every 8 ms: in one refresh of a fast display twice, and not in others.
  @Test(arguments: [30.0, 60, 120, 144], [0.0, 0.37, 0.7])
  func `has the same peak on displays of any rate`(rate: Double, phase: Double) throws {
    var lines: [(time: Double, text: String)] = (0...18).map { index in
      let (time, kind) = (0.1 + 0.008 * Double(index), index == 0 ? "began" : "moved")
      return (time, #"{"t":\#(time),"touch":"\#(kind)","id":1,"at":[160,\#(800 - 24 * index)]}"#)
    }
    lines.append((0.245, #"{"t":0.245,"touch":"ended","id":1,"at":[160,368]}"#))
    let times = (0..<Int(3 * rate)).map { (Double($0) + phase) / rate }.filter { $0 >= 0.1 }
    lines += times.enumerated().map { index, time in
      (time, #"{"t":\#(time),"frame":\#(index),"presented":\#(time + 0.5 / rate)}"#)
    }
    // A frame comes after the input of its time.
    let sorted = lines.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    let header = #"{"overscroll":2,"viewport":[320,900],"content":[320,20000]}"#
    let take = try Script(
      parsing: ([header] + sorted.map(\.element.text)).joined(separator: "\n"), file: "a")
    for series in [
      Subject.script(take, name: "take").series,
      try Series(parsing: Simulation(take).frameTrace().csv, file: "a.trace"),
    ] {
      let peak = try #require(Measurements(series).gestures.first?.values[.peakVelocity])
      // Five events in a thirtieth of a second, and not six.
      #expect(peak > 3300 && peak < 3650, "\(peak)")
    }
  }

  @Test func `is released as the delegate is told`() throws {
    let script = try Script(parsing: Self.flick, file: "a")
    let log = CallbackLog()
    _ = Simulation(script, log: log).trace(rate: 60)
    let callback = try #require(
      log.callbacks.first { $0.name == "scrollViewWillEndDragging" })
    guard case .array(let velocity)? = callback["velocity"], case .number(let y) = velocity[1]
    else {
      Issue.record("\(callback)")
      return
    }
    for rate in [30.0, 60, 144, 1000] {
      let measured = Measurements(Series(script, name: "a", rate: rate))
      let release = try #require(measured.values[.releaseVelocity])
      #expect(abs(release - abs(y) * 1000) < 0.5, "\(rate) Hz")
      #expect(abs((measured.values[.timeConstant] ?? 0) - 0.4995) < 2e-3)
      #expect(abs((measured.values[.decelerationRate] ?? 0) - 0.998) < 1e-5)
    }
    // Without its touches a trace tells an estimate, from the way since its last row under the finger.
    let trace = try Series(parsing: Simulation(script).trace(rate: 500).csv, file: "a.trace")
    #expect(Measurements(trace).values[.releaseVelocity] == nil)
    let release = try #require(Measurements(trace).values[.releaseEstimate])
    #expect(abs(release - abs(y) * 1000) < 5)
  }

  @Test func `has no time constant where it approaches no rest`() {
    let times = (0..<20).map { Double($0) / 60 }
    #expect(DecayFit(times.map { ($0, Point(0, 900 * $0 * $0)) }) == nil)
    #expect(DecayFit(times.map { ($0, Point(0, $0 < 0.1 ? 0 : 300)) })?.residual ?? 9 > 5)
    let decay = DecayFit(times.map { ($0, Point(0, 200 * (1 - exp(-$0 / 0.3)))) })
    #expect(abs((decay?.timeConstant ?? 0) - 0.3) < 1e-6 && (decay?.residual ?? 9) < 1e-6)
  }

  @Test func `is split at touches, and at rests where there are none`() throws {
    let text = Self.flick.split(separator: "\n").map(String.init)
    func later(by seconds: Double) -> [String] {
      text.dropFirst().map { line -> String in
        line.replacing(/"t":(?<time>[0-9.]+)/) { match -> String in
          #""t":\#(Double(match.time)! + seconds)"#
        }
      }
    }
    let wheel = [#"{"t":20,"wheel":[0,1],"at":[160,240]}"#]
    let lines: [String] = text + later(by: 0.6) + later(by: 8) + wheel
    let script = try Script(parsing: lines.joined(separator: "\n"), file: "a")
    let measured = Measurements(Series(script, name: "a", rate: 120))
    #expect(measured.gestures.count == 4)
    let starts = measured.gestures.map(\.start)
    for (start, expected) in zip(starts, [0.1, 0.7, 8.1, 20]) {
      #expect(abs(start - expected) < 0.02, "\(starts)")
    }
    let travel = measured.gestures.compactMap { $0.values[.travel] }
    #expect(abs(travel.reduce(0, +) - (measured.values[.travel] ?? 0)) < 1e-6)
    // A table without touches tells them by its rests: the second began while the first moved.
    let rows = Simulation(script).trace(rate: 120).samples.map { "\($0.time),\($0.offset.y)" }
    let table = try Series(parsing: "t,offset_y\n" + rows.joined(separator: "\n"), file: "a.csv")
    #expect(Measurements(table).gestures.count == 3)
  }

  @Test func `has the zoom beyond its limit, and when that has come to rest`() throws {
    let script = try Script(
      parsing: """
        {"overscroll":2,"viewport":[300,300],"content":[300,300],"maximumZoomScale":2}
        {"t":0.1,"pinch":"began","scale":1,"at":[150,150]}
        {"t":0.2,"pinch":"changed","scale":3,"at":[150,150]}
        {"t":0.3,"pinch":"ended","scale":3,"at":[150,150]}
        """, file: "a")
    let series = Series(script, name: "a", rate: 240)
    let values = Measurements(series).values
    let peak = try #require(series.values[.zoom]?.max())
    #expect(peak > 2.1 && values[.zoom] == peak)
    #expect(abs((values[.zoomRatio] ?? 0) - peak / 2) < 1e-9)
    let settle = try #require(values[.zoomSettle])
    #expect(settle > 0.05 && settle < 1)
    var inside = series
    inside.header = nil
    #expect(Measurements(inside).values[.zoomRatio] == nil)
  }

  @Test func `of many takes has a median, quartiles, and what stands out`() throws {
    let script = try Script(parsing: Self.flick, file: "a")
    let measured = Measurements(Series(script, name: "a", rate: 60))
    let flung = try Script(
      parsing: Self.flick.replacing("0.168", with: "0.162").replacing("260", with: "240"), file: "b"
    )
    let other = Measurements(Series(flung, name: "b", rate: 60))
    let files = (0..<9).map { (name: "\($0)", measurements: measured) } + [("b", other)]
    let statistics = MeasurementStatistics(files)
    #expect(statistics.count == 10)
    let travel = try #require(statistics.summaries.first { $0.measurement == .travel })
    #expect(travel.count == 10 && travel.median == measured.values[.travel])
    #expect(travel.lowerQuartile == travel.median && travel.outliers.map(\.name) == ["b"])
    let rate = try #require(statistics.summaries.first { $0.measurement == .decelerationRate })
    #expect(abs(rate.median - 0.998) < 1e-5)
    // A count is whole; the median of two of them may lie between them.
    #expect(["1.5", "2"] == [1.5, 2].map(Measurements.Name.missed.text))
  }

  @Test func `does not stand out by what files round`() {
    func outliers(_ numbers: [Double], _ name: Measurements.Name = .settle) -> [Double] {
      let values = numbers.map { MeasurementStatistics.Value(name: "a", number: $0) }
      return MeasurementStatistics.Summary(name, values).outliers.map(\.number)
    }
    let equal = Array(repeating: 0.8, count: 9)
    #expect(outliers(equal + [0.8 + 4e-9]).isEmpty && outliers(equal + [0.8 - 2e-7]).isEmpty)
    #expect(outliers(Array(repeating: 0, count: 9) + [3e-10], .restY).isEmpty)
    #expect(outliers(Array(repeating: 3000, count: 9) + [3000.001], .peakVelocity).isEmpty)
    #expect(outliers(equal + [0.801]) == [0.801])
    #expect(outliers(Array(repeating: 0, count: 9) + [-0.01], .restY) == [-0.01])
  }

  @Test(arguments: [30.0, 60, 120, 144])
  func `that is caught in flight leaves its velocity to the gesture that it was`(rate: Double)
    throws
  {
    // The second flick catches the first and is slower.
    let second = """

      {"t":0.5,"touch":"began","id":1,"at":[160,400]}
      {"t":0.54,"touch":"moved","id":1,"at":[160,380]}
      {"t":0.58,"touch":"moved","id":1,"at":[160,360]}
      {"t":0.62,"touch":"moved","id":1,"at":[160,340]}
      {"t":0.66,"touch":"ended","id":1,"at":[160,340]}
      """
    let script = try Script(parsing: Self.flick + second, file: "a")
    let take = try Recordings.take(script, at: rate, until: 5)
    let gestures = Measurements(Subject.script(take.script, name: "take").series).gestures
    #expect(gestures.count == 2)
    let log = CallbackLog()
    Simulation(take.script, log: log).runFrames { _ in }
    let told = log.callbacks.filter { $0.name == "scrollViewWillEndDragging" }.compactMap {
      callback -> Double? in
      guard case .array(let parts)? = callback["velocity"], case .number(let y)? = parts.last else {
        return nil
      }
      return abs(y) * 1000
    }
    for (gesture, velocity) in zip(gestures, told) {
      let own = try #require(gesture.values[.releaseVelocity])
      #expect(abs(own - velocity) < 1, "\(own), told \(velocity)")
      #expect(abs((gesture.values[.timeConstant] ?? 0) - 0.4995) < 0.002)
      #expect((gesture.values[.decelerationResidual] ?? 9) < 0.3)
    }
    #expect(told.count == 2 && told[0] > 1.5 * told[1])
  }
}
