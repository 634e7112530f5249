import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// Comparisons by frames where several decelerations follow each other.
@Suite struct `An alignment by frames` {
  private static let frame = 1 / 60.0

  /// What a finger does, by frames: two flicks, the second of which catches the content while it moves.
  private static func touches(_ axis: (Double) -> Point) -> [Step] {
    var steps = [Step(frame: 30, phase: .began, place: axis(700))]
    for step in 1...4 {
      let place = axis(700 - 60 * Double(step))
      steps.append(Step(frame: 30 + step, phase: .moved, place: place))
    }
    steps.append(Step(frame: 35, phase: .ended, place: axis(460)))
    steps.append(Step(frame: 47, phase: .began, place: axis(600)))
    for step in 1...4 {
      let place = axis(600 - 30 * Double(step))
      steps.append(Step(frame: 47 + step, phase: .moved, place: place))
    }
    steps.append(Step(frame: 52, phase: .ended, place: axis(480)))
    return steps
  }

  /// What a finger does in a frame.
  private struct Step {
    var frame: Int
    var phase: TouchEvent.Phase
    var place: Point
  }

  /// A recording of the engine whose touches come with the frames, whose times are noted up to half a millisecond late.
  private func recording(isVertical: Bool) throws -> Series {
    let axis = { (place: Double) in isVertical ? Point(400, place) : Point(place, 400) }
    var random = SplitMix64(seed: 11)
    var lines = [
      RecordingReader.firstLine, "# viewport: 800x800", "# content: 9000x9000", "# displayScale: 3",
      "# rate: 60", "# contentOffset: [500,500]", "t,touch,id,x,y,phase,offset_x,offset_y",
    ]
    let touches = Self.touches(axis)
    let header = Script.Header(settings: [
      .viewport(Size(800, 800)), .content(Size(9000, 9000)), .init(.displayScale, .number(3)),
      .contentOffset(Point(500, 500)),
    ])
    let events = touches.map { step -> Script.TimedEvent in
      // The touch that catches the content acts on the frame before it.
      let acting = step.phase == .began && step.frame > 30 ? step.frame - 1 : step.frame
      let touch = TouchEvent(
        id: 1, phase: step.phase, location: step.place,
        timestamp: Double(step.frame - 1) * Self.frame)
      return .init(time: Double(acting) * Self.frame, action: .event(.touch(touch)))
    }
    let simulation = Simulation(Script(header: header, events: events))
    for frame in 29...300 {
      for step in touches where step.frame == frame {
        let time = Double(frame) * Self.frame
        lines.append("\(time),\(step.phase.rawValue),1,\(step.place.x),\(step.place.y),,,")
      }
      let sample = simulation.sample(at: Double(frame) * Self.frame)
      let time = Double(frame) * Self.frame + random.number(0, 5e-4)
      lines.append("\(time),,,,,\(sample.phase.rawValue),\(sample.offset.x),\(sample.offset.y)")
    }
    return try Series(parsing: lines.joined(separator: "\n") + "\n", file: "two.csv")
  }

  @Test(arguments: [true, false])
  func `maps each deceleration by its own lift, so that an import fits its recording`(
    isVertical: Bool
  ) throws {
    let reference = try recording(isVertical: isVertical)
    #expect(reference.flights.count == 2 && reference.lifts.count == 2)
    let script = Subject.script(try reference.script(), name: "imported")
    let comparison = try Comparison(
      script, with: reference, tolerances: [.offsetX: 1e-6, .offsetY: 1e-6])
    #expect(comparison.alignment == .frames)
    #expect(comparison.isSame, "\(comparison.report)")
  }

  @Test func `takes what follows a lift for a deceleration where no phases are known`() throws {
    let text = """
      # overscroll recording 1
      # rate: 60
      t,touch,id,x,y,offset_y
      0.1,began,1,5,5,
      0.12,,,,,0
      0.2,ended,1,5,5,
      0.21,,,,,4
      0.23,,,,,8
      0.3,began,1,5,5,
      0.31,,,,,9
      0.4,ended,1,5,5,
      """
    let series = try Series(parsing: text + "\n", file: "a.csv")
    #expect(
      series.lifts.map(\.time) == [0.2, 0.4] && series.lifts.map(\.next) == [0.3, .infinity])
    let flight = try #require(series.flights.first)
    #expect(series.flights.count == 1)
    #expect(flight.lift == 0.2 && flight.start == 0.21 && flight.end == 0.3)
  }

  @Test func `takes a touch that is cancelled for no lift, but for the one after a lift`() throws {
    let text = """
      # overscroll recording 1
      t,touch,id,x,y,offset_y
      0.1,began,1,5,5,
      0.12,,,,,0
      0.2,ended,1,5,5,
      0.3,began,1,5,5,
      0.4,cancelled,1,5,5,
      0.5,began,1,5,5,
      0.52,began,2,5,5,
      0.6,ended,1,5,5,
      0.7,cancelled,2,5,5,
      """
    let series = try Series(parsing: text + "\n", file: "a.csv")
    #expect(series.lifts.map(\.time) == [0.2] && series.lifts.map(\.next) == [0.3])
    #expect(series.holds.map(\.time) == [0.1, 0.2, 0.3, 0.4, 0.5, 0.7])
    #expect(series.liftTimes == [0.2, 0.4, 0.7])
  }

  @Test func `finds the shift of the display where touches came between frames, and no other`()
    throws
  {
    for (delivery, shift) in [("between", 0.0007), ("between", -0.0013), ("frames", 0.0007)] {
      // A coast of 2 points a millisecond, whose frames the display reports too early or too late.
      var lines = [
        RecordingReader.firstLine, "# viewport: 800x800", "# content: 800x9000", "# rate: 60",
        "# contentOffset: [0,500]", "# delivery: \(delivery)", "t,touch,id,x,y,offset_y",
        "0.500,began,1,400,700,",
      ]
      lines += (1...10).map { "\(0.5 + Double($0) * 0.008),moved,1,400,\(700 - Double($0) * 16)," }
      lines.append("0.580,ended,1,400,540,")
      let own = try Series(parsing: (lines + ["0.6,,,,,0"]).joined(separator: "\n"), file: "a.csv")
      let simulation = Simulation(try own.script())
      for frame in 36...100 {
        let time = Double(frame) * Self.frame
        lines.append("\(time - shift),,,,,\(simulation.sample(at: time).offset.y)")
      }
      let reference = try Series(parsing: lines.joined(separator: "\n") + "\n", file: "b.csv")
      let comparison = try Comparison(
        .script(try reference.script(), name: "a"), with: reference,
        tolerances: [.offsetY: 0.01], alignment: .frames)
      // The recording ends while its content still moves.
      #expect(comparison.agrees == (delivery == "between"))
      if delivery == "between" { #expect(abs(comparison.shift - shift) < 2e-5) }
    }
  }
}

/// The alignment that is used where none is asked for.
@Suite struct `The usual alignment` {
  /// A flick whose finger lifts between two rows of every rate.
  private func flick(_ starts: [Double] = [0.1]) throws -> Script {
    let lines = starts.flatMap { start in
      [("began", 0.0, 400), ("moved", 0.01, 340), ("moved", 0.02, 280), ("ended", 0.0251, 280)].map
      {
        #"{"t":\#(start + $1),"touch":"\#($0)","id":1,"at":[160,\#($2)]}"#
      }
    }
    let header = #"{"overscroll":2,"viewport":[320,480],"content":[320,90000]}"#
    return try Script(parsing: ([header] + lines).joined(separator: "\n"), file: "a")
  }

  /// The times, phases and offsets of a trace, as other programs write them.
  private func table(_ trace: Trace, later shift: Double = 0, lines: [String] = []) throws -> Series
  {
    let rows = trace.samples.map { "\($0.time + shift),\($0.phase.rawValue),\($0.offset.y)" }
    return try Series(
      parsing: (lines + ["t,phase,offset_y"] + rows).joined(separator: "\n"), file: "table.csv")
  }

  @Test(arguments: [50.0, 61.3, 120, 1000])
  func `is that of equal times for rows of its own, whose phases do not tell the lift`(
    rate: Double
  ) throws {
    let script = try flick()
    let trace = Simulation(script).trace(rate: rate)
    let subjects = [
      Subject.script(script, name: "a.script"),
      .series(try Series(parsing: trace.csv, file: "a.trace")),
    ]
    for lines in [[], [RecordingReader.firstLine, "# rate: \(rate)"]] {
      for subject in subjects {
        let comparison = try Comparison(subject, with: table(trace, lines: lines))
        #expect(comparison.isSame && abs(comparison.shift) < 1e-9, "\(comparison.report)")
        #expect(comparison.columns.allSatisfy { $0.tolerance == nil || $0.maximum < 1e-6 })
      }
    }
    // On another clock, too, where no line says that the rows are frames of a display.
    let late = try table(trace, later: 5)
    #expect(late.flights.count == 1 && late.isRateMeasured)
    #expect(try Comparison(subjects[0], with: late).isSame)
  }

  /// A recording tells the first deceleration, and the last touch of a script is that of another.
  @Test(arguments: [[0.1, 5], [0.1, 5, 9.013]], [Alignment.release, .frames, nil])
  func `by the release pairs the first lift with the first deceleration`(
    starts: [Double], alignment: Alignment?
  ) throws {
    // A tap, which no deceleration follows.
    var script = try flick(starts)
    let tap = [TouchEvent.Phase.began, .ended].enumerated().map { index, phase in
      let time = 0.01 + 0.02 * Double(index)
      let touch = TouchEvent(id: 1, phase: phase, location: Point(160, 300), timestamp: time)
      return Script.TimedEvent(time: time, action: .event(.touch(touch)))
    }
    script.events = tap + script.events
    let trace = Simulation(script).trace(rate: 1000)
    let touches = Series.touches(of: script)
    let subject = Subject.script(script, name: "a.script")
    for isPhased in [true, false] {
      let phases = trace.samples.map { isPhased ? $0.phase.rawValue : "" }
      let rows =
        zip(trace.samples, phases).map {
          ($0.time, "\($0.time),,,,,\($1),\($0.offset.y)")
        }
        + touches.map {
          ($0.time, "\($0.time),\($0.phase.rawValue),1,\($0.location.x),\($0.location.y),,")
        }
      let text = ["t,touch,id,x,y,phase,offset_y"] + rows.sorted { $0.0 < $1.0 }.map(\.1)
      let table = try Series(parsing: text.joined(separator: "\n"), file: "touched.csv")
      let lift = 0.1 + 0.0251
      #expect(table.releaseTime == lift && subject.series.releaseTime == lift)
      let comparison = try Comparison(subject, with: table, alignment: alignment)
      #expect(abs(comparison.shift) < 1e-9, "\(comparison.report)")
    }
  }
}
