import ScrollGeometry
import Testing

@testable import OverscrollLab

/// What a comparison says, whichever of the two is named first.
@Suite struct `A comparison in either order` {
  private static let script = """
    {"overscroll":2,"viewport":[320,480],"content":[320,9000]}
    {"t":0.1,"touch":"began","id":1,"at":[160,400]}
    {"t":0.12,"touch":"moved","id":1,"at":[160,300]}
    {"t":0.14,"touch":"moved","id":1,"at":[160,200]}
    {"t":0.16,"touch":"ended","id":1,"at":[160,200]}
    """

  private func subjects() throws -> [Subject] {
    let script = try Script(parsing: Self.script, file: "a")
    var fast = script
    fast.header = fast.header.with(
      try Script.Header.settings(parsing: #"{"decelerationRate":"fast"}"#, file: "a"))
    let traces = try [60.0, 120, 144].map { rate in
      Subject.series(
        try Series(parsing: Simulation(script).trace(rate: rate).csv, file: "\(rate).trace"))
    }
    let late = zip(
      Simulation(script).trace(rate: 60).samples.indices, Simulation(script).trace(rate: 60).samples
    ).map { index, sample in
      // Stamps that are up to 0.6 ms off.
      "\(5 + sample.time + Double(index % 3 - 1) * 0.6e-3),\(sample.offset.y)"
    }
    let table = try Series(parsing: "t,offset_y\n" + late.joined(separator: "\n"), file: "late.csv")
    return [.script(script, name: "a"), .script(fast, name: "fast"), .series(table)] + traces
  }

  @Test func `has the same verdict, and differences with the other sign`() throws {
    let subjects = try subjects()
    var verdicts: Set<Bool> = []
    for (index, one) in subjects.enumerated() {
      for other in subjects[(index + 1)...] {
        let forward = try Comparison.between(one, other)
        let backward = try Comparison.between(other, one)
        #expect(forward.isSame == backward.isSame, "\(forward.report)\(backward.report)")
        verdicts.insert(forward.isSame)
        #expect(forward.names.subject == backward.names.reference)
        guard forward.isSwapped != backward.isSwapped else { continue }
        let (a, b) = (
          forward.differences.values[.offsetY] ?? [], backward.differences.values[.offsetY] ?? []
        )
        #expect(a.count == b.count && zip(a, b).allSatisfy { $0 == -$1 || $0.isNaN && $1.isNaN })
        let (own, theirs) = (forward.measurements, backward.measurements)
        #expect(own.subject == theirs.reference && own.reference == theirs.subject)
      }
    }
    #expect(verdicts == [true, false])
  }

  @Test func `has the same numbers in either order, and with any tolerance`() throws {
    var subjects = try subjects()
    guard case .script(let fast, _) = subjects[1] else { throw LabError(file: "", problem: "") }
    // Shorter than the other, with rows as far apart.
    subjects.append(
      .series(
        try Series(parsing: Simulation(fast).trace(rate: 60).csv, file: "fast.trace")))
    for (index, one) in subjects.enumerated() {
      for other in subjects[(index + 1)...] {
        let forward = try Comparison.between(one, other)
        let backward = try Comparison.between(other, one)
        #expect(forward.columns == backward.columns, "\(forward.report)\(backward.report)")
        #expect(forward.rows == backward.rows && forward.uncovered == backward.uncovered)
        #expect(forward.shift == backward.shift)
        #expect(forward.rowTime(1) == backward.rowTime(1))
        for tolerance in [1e-9, 1e4] {
          let judged = try Comparison.between(
            one, other, tolerances: Series.Column.judged.mapValues { _ in tolerance },
            lag: tolerance > 1 ? 1 : 0)
          #expect(judged.shift == forward.shift && judged.usedAlignment == forward.usedAlignment)
          #expect(judged.columns.map(\.maximum) == forward.columns.map(\.maximum))
          let (own, theirs) = (judged.measurements, forward.measurements)
          #expect(own.subject == theirs.subject && own.reference == theirs.reference)
        }
      }
    }
  }

  @Test func `tells stamps that are off as a lag, and allows for it where it is asked to`() throws {
    let subjects = try subjects()
    let exact = try Comparison.between(subjects[0], subjects[2])
    let offset = try #require(exact.columns.first { $0.column == .offsetY })
    #expect(!exact.isSame && offset.maximum > 0.5)
    let lag = try #require(offset.lag)
    #expect(lag.p50 > 1e-4 && lag.p95 < 2e-3)
    #expect(exact.report.contains("lag p50 / p95") && exact.json.contains("lag_p95_ms"))
    #expect(try Comparison.between(subjects[0], subjects[2], lag: 2e-3).isSame)
    // Another motion is no lag of two milliseconds.
    #expect(try !Comparison.between(subjects[1], subjects[2], lag: 2e-3).isSame)
  }

  /// The fingers of this script come with the refreshes, and so half of the stamps before them.
  @Test(arguments: [0.0, 5]) func `takes no stamp before an input for the whole step of it`(
    start: Double
  ) throws {
    let moves = (0...5).map { index -> String in
      let phase = index == 0 ? "began" : index == 5 ? "ended" : "moved"
      let (time, y) = (Double(6 + min(index, 4)) / 60 + (index == 5 ? 0.02 : 0), 400 - 50 * index)
      return #"{"t":\#(time),"touch":"\#(phase)","id":1,"at":[160,\#(max(y, 200))]}"#
    }
    let header = #"{"overscroll":2,"viewport":[320,480],"content":[320,9000]}"#
    let script = try Script(parsing: ([header] + moves).joined(separator: "\n"), file: "a")
    let samples = Simulation(script).trace(rate: 60).samples
    let rows = samples.enumerated().map { index, sample in
      let jitter = index == 0 ? 0 : Double(index % 3 - 1) * 0.6e-3
      return "\(start + sample.time + jitter),\(sample.offset.y)"
    }
    let table = try Series(
      parsing: (["t,offset_y"] + rows).joined(separator: "\n"), file: "table.csv")
    let one = Subject.script(script, name: "a")
    for (a, b) in [(one, Subject.series(table)), (.series(table), one)] {
      let comparison = try Comparison.between(a, b)
      let offset = try #require(comparison.columns.first { $0.column == .offsetY })
      // The finger's 3000 points per second in 1.2 ms, since the best shift may be another's.
      #expect(offset.maximum > 1 && offset.maximum < 4, "\(comparison.report)")
      #expect(offset.lag.map { $0.p95 < 1.3e-3 } ?? false, "\(comparison.report)")
      #expect(try Comparison.between(a, b, lag: 1e-3).isSame)
    }
    // Whole steps are what they are: a finger that moves a refresh later is no jitter.
    guard start == 0 else { return }
    var late = script
    for index in late.events.indices.dropFirst() { late.events[index].time += 1 / 60.0 }
    let other = try Comparison.between(
      .script(late, name: "late"), .series(table), alignment: Alignment.none)
    #expect((other.columns.first { $0.column == .offsetY }?.maximum ?? 0) > 40)
    // Nor is one that moves a refresh earlier, of which all stamps are a little late.
    var early = script
    for index in early.events.indices.dropFirst() { early.events[index].time -= 1 / 60.0 }
    let stamped = samples.enumerated().map { index, sample in
      "\(sample.time + (index == 0 ? 0 : 0.3e-3 + Double(index % 3 - 1) * 0.2e-3)),\(sample.offset.y)"
    }
    let lagging = try Comparison.between(
      .script(early, name: "early"),
      .series(
        try Series(
          parsing: (["t,offset_y"] + stamped).joined(separator: "\n"), file: "lagging.csv")),
      alignment: Alignment.none)
    #expect((lagging.columns.first { $0.column == .offsetY }?.maximum ?? 0) > 40)
  }

  @Test func `reads tables whose columns it is told, and says which there are`() throws {
    let text = "Zeit;scrollY;x\n0;0;9\n17;300;9\n33;600;9\n"
    func read(_ form: RecordingReader.Form) throws -> Series {
      var parser = SeriesParser(file: "a.csv", known: form)
      _ = try parser.add(linesOf: Array(text.utf8).span, isLast: true)
      return try parser.finish()
    }
    let series = try read(
      .init(
        columns: ["t": "Zeit", "offset_y": "scrollY"], timeUnit: .ms, unit: .px, scale: 3))
    #expect(series.times == [0, 0.017, 0.033])
    #expect(series.values[.offsetY] == [0, 100, 200])
    #expect(throws: LabError.self) { try read(.init()) }
    do { _ = try read(.init()) } catch {
      #expect("\(error)".contains("Zeit, scrollY, x"))
      #expect("\(error)".contains("--columns t=Zeit,offset_y=scrollY"))
    }
    let hint = RecordingReader.unknownColumns("time,scrollX,scrollY")
    #expect(hint?.contains("--columns t=time,offset_y=scrollY,offset_x=scrollX") ?? false)
    #expect(!(hint?.contains("--time-unit ms") ?? true))
    do {
      _ = try read(.init(columns: ["t": "Time"]))
      Issue.record("a column that is missing")
    } catch { #expect("\(error)".contains("Time") && "\(error)".contains("Zeit, scrollY, x")) }
  }
}
