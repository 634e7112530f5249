import ScrollEngine
import Testing

@testable import OverscrollLab

/// Numbers and sentences about curves that say what the curves show.
@Suite struct `What is said of a curve` {
  private func script(_ events: [String], _ header: String = "") throws -> Script {
    let first = #"{"overscroll":2,"viewport":[300,300],"content":[300,2000]\#(header)}"#
    return try Script(parsing: ([first] + events).joined(separator: "\n"), file: "t.script")
  }

  private func touch(_ phase: String, _ y: Double, _ time: Double) -> String {
    #"{"t":\#(time),"touch":"\#(phase)","id":1,"at":[150,\#(y)]}"#
  }

  /// A flick that is over after 0.15 s.
  private var flick: [String] {
    let moves: [String] = (1...6).map { index in
      let step = Double(index)
      return touch("moved", 250 - 30 * step, 0.05 + 0.016 * step)
    }
    return [touch("began", 250, 0.05)] + moves + [touch("ended", 70, 0.15)]
  }

  @Test func `the overshoot is beyond the edge that a zoom has moved`() throws {
    let zoomed = try script(
      [
        #"{"t":0.1,"set":{"zoomScale":2}}"#,
        #"{"t":0.2,"call":"setContentOffset","offset":[300,3600],"animated":false}"#,
      ], ",\"maximumZoomScale\":2,\"bouncesZoom\":false")
    for rate in [30.0, 60, 144] {
      let trace = Simulation(zoomed).trace(rate: rate, until: 1).csv
      var series = try Series(parsing: trace, file: "a.trace")
      series.header = zoomed.header
      let features = Measurements(series)
      #expect((features.values[.restY] ?? 0) > 3000, "\(features.values)")
      #expect(features.values[.overshootBottom] == nil && features.values[.overshootRight] == nil)
      // And one that is beyond it.
      series.append(
        time: 1.2, phase: .idle, [(.offsetX, 300), (.offsetY, 3712), (.zoom, 2)])
      #expect(Measurements(series).values[.overshootBottom] == 12)
    }
  }

  @Test func `what a program sets at once is no gesture, and the wheel after it is one`() throws {
    // As a window does whose panels take room from the viewport.
    let layout = [
      #"{"t":0.1,"set":{"zoomScale":1.5}}"#,
      #"{"t":0.1,"call":"setContentOffset","offset":[20,30],"animated":false}"#,
    ]
    let wheel = [#"{"t":0.25,"wheel":[0,1],"at":[150,150]}"#]
    let header = ",\"maximumZoomScale\":2"
    let (set, turned) = (try script(layout, header), try script(layout + wheel, header))
    for rate in [30.0, 60, 144] {
      let series = [set, turned].map { Series($0, name: "a", rate: rate) }
      #expect(series[0].moves(.offsetY) && series[0].moves(.zoom))
      #expect(Measurements(series[0]).gestures.isEmpty)
      #expect(Measurements(series[1]).gestures.map { $0.start > 0.2 } == [true])
    }
    // Asked to animate, the same offset is a motion.
    let animated = try script([
      #"{"t":0.1,"call":"setContentOffset","offset":[0,300],"animated":true}"#
    ])
    #expect(Measurements(Series(animated, name: "a", rate: 60)).gestures.count == 1)
  }

  @Test func `nothing overshoots edges that are not known`() throws {
    let bare = try Series(parsing: "t,offset_y\n0,0\n0.5,1000\n1,900\n", file: "a.csv")
    #expect(Measurements(bare).values[.overshootBottom] == nil)
    let known = try Series(
      parsing: "# overscroll recording 1\n# viewport: 300x300\n# content: 300x1000\n"
        + "t,offset_y\n0,0\n0.5,1000\n1,700\n", file: "a.csv")
    #expect(Measurements(known).values[.overshootBottom] == 300)
  }

  @Test func `a take has the features of its own trace`() throws {
    let flick = try script(flick)
    // No row is at the time of the lift.
    let trace = Simulation(flick).trace(rate: 144)
    let comparison = try Comparison(
      .script(flick, name: "take"), with: Series(parsing: trace.csv, file: "take.trace.csv"))
    #expect(comparison.isSame)
    let (own, other) = comparison.measurements
    #expect(own.values[.releaseVelocity] != nil)
    for (name, value) in own.values {
      let difference = abs(try #require(other.values[name], "\(name)") - value)
      #expect(difference <= 1e-3 * max(1, abs(value)), "\(name)")
    }
  }

  @Test func `a take has the edges of its own trace, which settings have moved`() throws {
    let moved = try script(
      [
        #"{"t":0.1,"set":{"contentInset":[0,0,200,0],"minimumZoomScale":0.5,"contentAlignmentPoint":[0.5,0.5]}}"#,
        #"{"t":0.2,"call":"setContentOffset","offset":[0,1890],"animated":false}"#,
      ] + flick.map { $0.replacing(#""t":0."#, with: #""t":1."#) } + [
        #"{"t":5,"call":"setZoomScale","scale":0.5,"animated":false}"#,
        #"{"t":6,"resize":[300,400]}"#,
      ])
    let take = Subject.script(moved, name: "take")
    for rate in [30.0, 60, 144] {
      let trace = try Series(
        parsing: Simulation(moved).trace(rate: rate, until: 8).csv, file: "a.trace")
      let columns =
        ["t,offset_x,offset_y"]
        + trace.times.indices.map { row in
          "\(trace.times[row]),\(trace.values[.offsetX]![row]),\(trace.values[.offsetY]![row])"
        }
      let table = try Series(parsing: columns.joined(separator: "\n"), file: "a.csv")
      for other in [trace, table] {
        let comparison = try Comparison(take, with: other, alignment: Alignment.none)
        let (own, theirs) = comparison.measurements
        #expect((own.values[.overshootBottom] ?? 0) > 1)
        for name in [
          Measurements.Name.overshootTop, .overshootBottom, .overshootLeft, .overshootRight,
          .travel, .overshootBottomTime,
        ] {
          let (a, b) = (own.values[name] ?? -1, theirs.values[name] ?? -1)
          #expect(abs(a - b) < 1e-6, "\(rate) Hz, \(other.name): \(name) \(a) \(b)")
        }
      }
    }
  }

  @Test func `a difference is never as large as what is allowed`() throws {
    for (maximum, tolerance) in [(0.50001, 0.5), (5.004, 5.0), (0.5, 0.25), (12.0000001, 12)] {
      let times = [0.0, 0.1, 0.2, 0.3]
      let (one, other) = (
        Series(
          name: "a", times: times, phases: [nil, nil, nil, nil],
          values: [.offsetY: [0, maximum, 0, 0]]),
        Series(
          name: "b", times: times, phases: [nil, nil, nil, nil], values: [.offsetY: [0, 0, 0, 0]])
      )
      let comparison = try Comparison(
        .series(one), with: other, tolerances: [.offsetY: tolerance], alignment: Alignment.none)
      let words = comparison.message.split { " ;,".contains($0) }
      let by = try #require(words.firstIndex(of: "by"))
      let allowed = try #require(words.firstIndex(of: "allowed"))
      #expect(words[by + 1] != words[allowed + 1], "\(comparison.message)")
    }
  }

  @Test func `a trace that was cut off is not simply the same`() throws {
    let whole = Simulation(try script(flick)).trace(rate: 60, until: 2).csv
    let lines = whole.split(separator: "\n").map(String.init)
    let cut = try Series(parsing: lines[...4].joined(separator: "\n"), file: "cut.trace")
    let all = try Series(parsing: whole, file: "whole.trace")
    let comparison = try Comparison(.series(cut), with: all)
    #expect(comparison.coversLittle)
    let rest = all.count - comparison.rows
    #expect(!comparison.isSame && comparison.message.hasPrefix("same as far as it goes: cut.trace"))
    #expect(comparison.message.hasSuffix("\(rest) of its \(all.count) rows are not covered"))
    // Whichever is named first, and however close to the end.
    let late = try Series(parsing: lines[...60].joined(separator: "\n"), file: "late.trace")
    for (one, other) in [(cut, all), (all, cut), (late, all), (all, late)] {
      let comparison = try Comparison.between(.series(one), .series(other))
      #expect(!comparison.isSame && comparison.agrees, "\(comparison.report)")
      #expect(comparison.json.contains(#""verdict":"different""#))
      #expect(comparison.cases(plot: nil).filter { $0.failure != nil }.map(\.name) == ["end"])
    }
    let script = Subject.script(try self.script(flick), name: "a.script")
    #expect(try !Comparison.between(script, .series(late)).isSame)
    #expect(Measurements(late).values[.restY] == nil && Measurements(late).values[.settle] == nil)
    #expect(try Comparison(.series(all), with: all).message == "same")
  }

  @Test func `frames that were not recorded are not counted as none missed`() throws {
    let quality = TakeQuality(try script(flick))
    #expect(quality.summary.first == "no frames recorded")
    #expect(!quality.summary.contains { $0.contains("missed") })
  }

  @Test func `every scroll view that moves is motion`() throws {
    let demo = try PlayedScene.script("nested")
    let frames = (0..<600).map { index in
      Script.TimedEvent(
        time: Double(index) / 60, action: .frame(Script.Frame(index: index)))
    }
    let events = (demo.events + frames).sorted { $0.time < $1.time }
    let script = Script(header: demo.header, events: events)
    var (main, any) = (0.0, 0.0)
    let simulation = Simulation(script)
    simulation.runFrames { sample in
      if sample.phase != .idle { main += 1 / 60.0 }
      if simulation.stage.scrollViews.contains(where: { $0.phase != .idle }) { any += 1 / 60.0 }
    }
    #expect(any > main + 0.5)
    #expect(abs(TakeQuality(script).motion - any) < 0.1)
  }

  @Test func `a hash that is not the trace's is different`() throws {
    var text = try script(flick + [#"{"t":0.2,"frame":0}"#, #"{"t":0.3,"frame":1}"#])
    let trace = Simulation(text).frameTrace().csv(.current)
    func end(_ hash: String) -> Script.End {
      .init(time: 0.3, events: 8, frames: 2, trace: hash, reason: .stopped)
    }
    text.end = end(Trace.hash(trace.utf8))
    #expect(try TakeCheck(text, trace: trace, file: "a").isSame(strict: true))
    text.end = end("fnv1a64:0000000000000000")
    #expect(try !TakeCheck(text, trace: trace, file: "a").isSame(strict: false))
  }
}
