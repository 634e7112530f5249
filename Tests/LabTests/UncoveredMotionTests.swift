import ScrollEngine
import Testing

@testable import OverscrollLab

/// Motion for which one of two sides has no rows.
@Suite struct `What a comparison does not cover` {
  /// A table of offsets, 60 rows a second.
  private func table(_ name: String, from start: Double = 0, _ offset: (Double) -> Double) throws
    -> Series
  {
    let rows = (0..<32).map { "\(start + Double($0) / 60),\(offset(Double($0) / 60))" }
    return try Series(parsing: (["t,offset_y"] + rows).joined(separator: "\n"), file: name)
  }

  private func largest(_ comparison: Comparison) throws -> Double {
    try #require(comparison.columns.first { $0.column == .offsetY }).maximum
  }

  /// A motion at the beginning, one at the end, and a jump.
  enum Motion: CaseIterable {
    case beginning, end, jump

    func offset(at time: Double) -> Double {
      switch self {
      case .beginning: min(time, 0.1) * 3000
      case .end: max(time - 0.4, 0) * 3000
      case .jump: time < 0.1 ? 0 : 300
      }
    }
  }

  /// A shift of 0.1 s would leave two curves at rest in the same place.
  @Test(arguments: Motion.allCases)
  func `is not where the best shift moves a difference to`(motion: Motion) throws {
    let moving = try table("moving.csv", motion.offset)
    for (place, start) in [(0.0, 0.003), (300, 0.003), (300, 0)] {
      let still = try table("still.csv", from: start) { _ in place }
      for (one, other) in [(moving, still), (still, moving)] {
        for alignment in [nil, Alignment.best] {
          let comparison = try Comparison.between(
            .series(one), .series(other), alignment: alignment)
          #expect(try !comparison.isSame && largest(comparison) > 250, "\(comparison.report)")
        }
      }
    }
  }

  @Test func `is nothing before a script either`() throws {
    let script = Subject.script(
      try Script(parsing: #"{"overscroll":1,"viewport":[320,480]}"#, file: "a"), name: "still")
    let moving = Subject.series(
      try table("moving.csv", from: 0.003) { 300 - min($0, 0.1) * 3000 })
    for (one, other) in [(script, moving), (moving, script)] {
      let comparison = try Comparison.between(one, other)
      #expect(try !comparison.isSame && largest(comparison) > 250, "\(comparison.report)")
    }
  }

  /// The row at rest before a motion says what the other one says a little later.
  @Test func `is none where a first row at rest is stamped a little late`() throws {
    let whole = try table("whole.csv", Motion.beginning.offset)
    let rows =
      ["t,offset_y", "0.0004,0"]
      + whole.times.dropFirst().map {
        "\($0),\(Motion.beginning.offset(at: $0))"
      }
    let late = try Series(parsing: rows.joined(separator: "\n"), file: "late.csv")
    for (one, other) in [(whole, late), (late, whole)] {
      let comparison = try Comparison.between(
        .series(one), .series(other), lag: 1e-3, alignment: Alignment.none)
      #expect(comparison.isSame, "\(comparison.report)")
    }
  }

  /// What moves between two frames of a take was never shown.
  @Test func `is none in a take's own trace, which lacks frames in a motion`() throws {
    let lines =
      [#"{"overscroll":2,"viewport":[320,480],"content":[320,9000]}"#]
      + (0..<8).map { index in
        let phase = index == 0 ? "began" : index == 7 ? "ended" : "moved"
        return
          #"{"t":\#(0.1 + 0.01 * Double(index)),"touch":"\#(phase)","id":1,"at":[160,\#(400 - 30 * index)]}"#
      }
    let script = try Script(parsing: lines.joined(separator: "\n"), file: "a")
    let frames = (1...180).filter { !(9...12).contains($0) && !(20...26).contains($0) }
    let events =
      (script.events
      + frames.enumerated().map { index, refresh in
        Script.TimedEvent(
          time: Double(refresh) / 60, action: .frame(Script.Frame(index: index)))
      }).enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    let take = Script(header: script.header, events: events.map(\.element))
    let trace = Subject.series(
      try Series(parsing: Simulation(take).frameTrace().csv, file: "take.trace"))
    let own = Subject.script(take, name: "take")
    for (one, other) in [(own, trace), (trace, own)] {
      let comparison = try Comparison.between(one, other)
      #expect(comparison.isSame, "\(comparison.report)")
    }
  }

  @Test func `is told where a table begins after the motion`() throws {
    let script = try Script(parsing: Self.flick, file: "a")
    let whole = try Series(parsing: Simulation(script).trace(rate: 60).csv, file: "whole.trace")
    let offsets = try #require(whole.values[.offsetY])
    let rows = zip(whole.times, offsets).dropFirst(20).map { "\($0),\($1)" }
    let late = Subject.series(
      try Series(parsing: (["t,offset_y"] + rows).joined(separator: "\n"), file: "late.csv"))
    for subject in [Subject.series(whole), .script(script, name: "a.script")] {
      for (one, other) in [(subject, late), (late, subject)] {
        let comparison = try Comparison.between(one, other)
        #expect(comparison.agrees && !comparison.isSame && abs(comparison.shift) < 1e-9)
        #expect(comparison.message.hasPrefix("same as far as it goes: late.csv begins at 0.3333 s"))
        #expect(
          comparison.cases(plot: nil).filter { $0.failure != nil }.map(\.name) == ["beginning"])
      }
    }
    // Touches tell of a drag whose offsets are not known.
    let touched = rows.dropFirst().map { $0.replacing(",", with: ",,,,,") }
    let recording = try Series(
      parsing: (["t,touch,id,x,y,offset_y", "0.1,began,1,160,400,"] + touched)
        .joined(separator: "\n"), file: "touched.csv")
    let comparison = try Comparison(
      .script(script, name: "a.script"), with: recording, alignment: Alignment.none)
    #expect(comparison.isSame, "\(comparison.report)")
  }

  private static let flick = """
    {"overscroll":2,"viewport":[320,480],"content":[320,9000]}
    {"t":0.1,"touch":"began","id":1,"at":[160,400]}
    {"t":0.12,"touch":"moved","id":1,"at":[160,300]}
    {"t":0.14,"touch":"moved","id":1,"at":[160,200]}
    {"t":0.16,"touch":"ended","id":1,"at":[160,200]}
    """

  /// A table of a flick, 60 rows a second, at some times and with its offsets changed.
  private func flick(
    _ name: String, at times: (Double) -> Bool = { _ in true },
    changed change: (_ time: Double, _ offset: Double) -> Double = { $1 }
  ) throws -> Series {
    let script = try Script(parsing: Self.flick, file: "a")
    let rows = Simulation(script).trace(rate: 60, until: 5).samples.filter { times($0.time) }.map {
      "\($0.time),\(change($0.time, $0.offset.y))"
    }
    return try Series(parsing: (["t,offset_y"] + rows).joined(separator: "\n"), file: name)
  }

  @Test func `is told where a table has a gap in the motion`() throws {
    let whole = try flick("whole.csv")
    // What moves in the gap was never compared, however far it goes.
    let other = try flick("other.csv", changed: { $0 > 0.25 && $0 < 1.45 ? $1 + 400 : $1 })
    let script = Subject.script(try Script(parsing: Self.flick, file: "a"), name: "a.script")
    let holed = Subject.series(try flick("holed.csv", at: { $0 < 0.21 || $0 > 1.49 }))
    for subject in [Subject.series(whole), .series(other), script] {
      for (one, other) in [(subject, holed), (holed, subject)] {
        let comparison = try Comparison.between(one, other)
        #expect(comparison.agrees && !comparison.isSame, "\(comparison.report)")
        #expect(
          comparison.message.hasPrefix(
            "same as far as it goes: holed.csv has no rows from 0.2000 s to 1.5000 s, while "),
          "\(comparison.message)")
        #expect(comparison.json.contains(#""verdict":"different""#))
        #expect(comparison.cases(plot: nil).filter { $0.failure != nil }.map(\.name) == ["middle"])
      }
    }
    let comparison = try Comparison.between(.series(whole), holed)
    #expect(comparison.message.hasSuffix("77 of its \(whole.count) rows are not covered"))
    #expect(try Comparison.between(.series(whole), script).isSame)
  }

  /// All motion is in the gap, and each row of the shorter table is covered.
  @Test func `is all of it where only the rests before and after it are there`() throws {
    let whole = try flick("whole.csv")
    let rests = try flick("rests.csv", at: { $0 < 0.09 || $0 > 4.49 })
    for (one, other) in [(whole, rests), (rests, whole)] {
      for alignment in [nil, Alignment.none] {
        let comparison = try Comparison.between(
          .series(one), .series(other), alignment: alignment)
        #expect(!comparison.isSame, "\(comparison.report)")
      }
    }
  }

  @Test func `is none where a table has a gap in the rest, or leaves out a refresh`() throws {
    let whole = try flick("whole.csv")
    let parts: [(Double) -> Bool] = [{ $0 < 4.7 || $0 > 4.99 }, { abs($0 - 0.3) > 0.009 }]
    for times in parts {
      let holed = try flick("holed.csv", at: times)
      for (one, other) in [(whole, holed), (holed, whole)] {
        let comparison = try Comparison.between(
          .series(one), .series(other), lag: 2e-3, alignment: Alignment.none)
        #expect(comparison.isSame && comparison.isJudged, "\(comparison.report)")
        #expect(comparison.cases(plot: nil).allSatisfy { $0.failure == nil && $0.error == nil })
      }
    }
  }

  /// Rows that are not covered are neither the same nor different, for programs as for people.
  @Test func `is unknown where most rows have nothing to be compared with`() throws {
    let whole = try table("whole.csv") { min($0, 0.05) * 3000 }
    let few = try Series(
      parsing: "t,offset_y\n0,0\n\(1 / 60.0),50\n\(2 / 60.0),100\n\(3 / 60.0),150\n0.5,150",
      file: "few.csv")
    for (one, other) in [(whole, few), (few, whole)] {
      let comparison = try Comparison.between(
        .series(one), .series(other), alignment: Alignment.none)
      #expect(comparison.isSame && !comparison.isJudged, "\(comparison.report)")
      #expect(comparison.message == "same in 5 of 32 rows; the others are not covered")
      #expect(comparison.json.contains(#""verdict":"error","error":"same in 5 of 32 rows;"#))
      let cases = comparison.cases(plot: nil)
      #expect(cases.compactMap(\.error) == [comparison.message])
      #expect(cases.allSatisfy { $0.failure == nil })
    }
  }
}
