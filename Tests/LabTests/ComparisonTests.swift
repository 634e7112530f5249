import OverscrollLab
import OverscrollTestSupport
import ScrollEngine
import Testing

@Suite struct `A comparison` {
  /// A recording as text, its lines changed.
  private func recording(_ change: (Substring, Int) -> String = { line, _ in String(line) }) throws
    -> Series
  {
    var reader = RecordingReader(file: "ios.csv")
    for (index, line) in Recordings.flick.split(separator: "\n").enumerated() {
      try reader.add(Substring(change(line, index)), number: index + 1)
    }
    return try reader.finish()
  }

  /// The recording with the times of its offset rows off by up to a millisecond, and all times by `shift` seconds.
  private func noisy(shift: Double = 0) throws -> Series {
    var random = SplitMix64(seed: 7)
    return try recording { line, _ in
      var cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard let time = Double(cells[0]) else { return String(line) }
      let noise = cells[1].isEmpty ? random.number(-0.001, 0.001) : 0
      cells[0] = "\(time + noise + shift)"
      return cells.joined(separator: ",")
    }
  }

  @Test func `by frames finds the engine and a recorded UIScrollView the same to a ten-thousandth`()
    throws
  {
    let reference = try noisy()
    let script = Subject.script(try reference.script(), name: "imported")
    let comparison = try Comparison(script, with: reference, tolerances: [.offsetY: 1e-4])
    #expect(comparison.alignment == .frames)
    #expect(comparison.isSame, "\(comparison.report)")
    #expect(comparison.rows >= 55)
  }

  @Test func `by equal times is at the mercy of the recorded times`() throws {
    let reference = try noisy()
    let script = Subject.script(try reference.script(), name: "imported")
    let comparison = try Comparison(script, with: reference, alignment: Alignment.none)
    #expect(!comparison.isSame)
    #expect((comparison.columns.first { $0.column == .offsetY }?.maximum ?? 0) > 0.5)
  }

  private static let script = """
    {"overscroll":1,"viewport":[402,874],"content":[402,6000]}
    {"t":0.1,"touch":"began","id":1,"at":[200,700]}
    {"t":0.12,"touch":"moved","id":1,"at":[200,640]}
    {"t":0.14,"touch":"moved","id":1,"at":[200,540]}
    {"t":0.16,"touch":"ended","id":1,"at":[200,540]}
    """

  private func series(_ set: [Script.Setting] = [], rate: Double = 60) throws -> Series {
    var script = try Script(parsing: Self.script, file: "a")
    script.header = script.header.with(set)
    return Series(script, name: set.isEmpty ? "a.trace" : "b.trace", rate: rate)
  }

  @Test func `of a script with its own trace has no error of interpolation`() throws {
    let script = try Script(parsing: Self.script, file: "a")
    let comparison = try Comparison(
      .script(script, name: "a.script"), with: try series(rate: 47),
      tolerances: [.offsetX: 1e-9, .offsetY: 1e-9, .velocityY: 1e-9])
    #expect(comparison.isSame, "\(comparison.report)")
  }

  @Test func `of a take with its own trace is the same where frames share a time`() throws {
    // Late events are shown at once, so that several frames lie at one time.
    let events: [(time: Double, touch: String, y: Int)] = [
      (0.1, "began", 700), (1.0 / 3, "moved", 640), (1.0 / 3, "moved", 540), (0.4, "ended", 540),
    ]
    var lines = [#"{"overscroll":2,"viewport":[402,874],"content":[402,6000]}"#]
    for (index, event) in events.enumerated() {
      lines.append(
        #"{"t":\#(event.time),"touch":"\#(event.touch)","id":1,"at":[200,\#(event.y)]}"#)
      lines.append(#"{"t":\#(event.time),"frame":\#(index),"age":0}"#)
    }
    let script = try Script(parsing: lines.joined(separator: "\n"), file: "take.script")
    let trace = try Series(parsing: Simulation(script).frameTrace().csv, file: "take.trace")
    #expect(trace.count == 5)
    // Velocities are measured by times, which the trace rounds.
    let tolerances = Dictionary(
      uniqueKeysWithValues: Series.Column.allCases.map {
        ($0, [.velocityX, .velocityY].contains($0) ? 1e-4 : 1e-9)
      })
    let comparison = try Comparison(
      .script(script, name: "take.script"), with: trace, tolerances: tolerances)
    #expect(comparison.isSame && comparison.rows == 5, "\(comparison.report)")
  }

  /// A take in which something comes after each frame at the same time, and is shown by the next one.
  private func lateTake() throws -> Script {
    var lines = [#"{"overscroll":2,"viewport":[402,874],"content":[402,6000]}"#]
    func touch(_ phase: String, _ step: Int, at time: Double) {
      lines.append(
        #"{"t":\#(time),"touch":"\#(phase)","id":1,"at":[200,\#(800 - 9 * step)]}"#)
    }
    for frame in 0..<30 {
      let time = 0.1 + Double(frame) / 60
      touch(frame == 0 ? "began" : "moved", 2 * frame, at: time)
      lines.append(#"{"t":\#(time),"frame":\#(frame),"presented":\#(time + 0.01)}"#)
      touch(frame == 29 ? "ended" : "moved", 2 * frame + 1, at: time)
    }
    lines += (30..<90).map { frame in
      let time = 0.1 + Double(frame) / 60
      return #"{"t":\#(time),"frame":\#(frame),"presented":\#(time + 0.01)}"#
    }
    return try Script(parsing: lines.joined(separator: "\n"), file: "take.script")
  }

  @Test func `of a take with a part of its rows has what its frames showed`() throws {
    let script = try lateTake()
    let samples = Simulation(script).frameTrace().samples
    let parts = [
      Array(samples.prefix(12)), samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element),
      Array(samples.prefix(10) + samples.dropFirst(20)),
    ]
    for part in parts {
      let rows = part.map { "\($0.time),\($0.offset.y)" }
      let table = try Series(
        parsing: (["t,offset_y"] + rows).joined(separator: "\n"), file: "part.csv")
      let trace = try Series(parsing: Trace(samples: part).csv, file: "part.trace")
      for series in [table, trace] {
        let comparison = try Comparison(.script(script, name: "take.script"), with: series)
        #expect(comparison.agrees && comparison.rows == part.count, "\(comparison.report)")
        #expect(comparison.columns.allSatisfy { $0.tolerance == nil || $0.maximum < 1e-6 })
      }
      let simulation = Simulation(script)
      #expect(part.allSatisfy { simulation.shown(at: $0.time).offset == $0.offset })
    }
    // Between frames everything has happened.
    let between = Simulation(script)
    #expect(between.shown(at: 0.21).offset == Simulation(script).sample(at: 0.21).offset)
  }

  /// The clock of a system counts nanoseconds since 1970, more than a `Double` holds.
  @Test(arguments: [0, 3], ["t_ns", "t"])
  func `of a take with its rows on the clock of a system has no difference`(
    first: Int, column: String
  ) throws {
    let script = try lateTake()
    let rows = Simulation(script).frameTrace().samples.dropFirst(first).map { sample in
      let time = 1_764_452_403_123_456_789 + Int((sample.time * 1e9).rounded())
      let text = "\(time)"
      return (column == "t" ? "\(text.dropLast(9)).\(text.suffix(9))" : text)
        + ",\(sample.offset.y)"
    }
    let table = try Series(
      parsing: (["\(column),offset_y"] + rows).joined(separator: "\n"), file: "epoch.csv")
    let comparison = try Comparison(.script(script, name: "take.script"), with: table)
    #expect(comparison.agrees && comparison.rows == rows.count, "\(comparison.report)")
    #expect(comparison.columns.allSatisfy { $0.tolerance == nil || $0.maximum < 1e-6 })
  }

  @Test func `by the best shift finds a motion the same at another rate`() throws {
    let script = try Script(parsing: Self.script, file: "a")
    let fine = try series(rate: 1000)
    for rate in [30.0, 60, 120] {
      var reference = try series(rate: rate)
      reference.touches = []
      reference.rate = nil
      var bare = fine
      bare.touches = []
      for subject in [Subject.script(script, name: "a"), .series(bare)] {
        let comparison = try Comparison(subject, with: reference, alignment: .best)
        #expect(comparison.isSame, "\(rate) Hz: \(comparison.report)")
      }
    }
  }

  @Test func `settles at the last row more than half a point from the rest`() throws {
    let rows = [(0.1, 40.0), (0.2, 0.7), (0.3, 0.51), (0.4, 0.5), (0.5, 0)]
    var series = Series(name: "a")
    for (time, offset) in rows {
      series.append(
        time: time, phase: offset == 0 ? .idle : .decelerating, [(.offsetY, offset)])
    }
    let settle = try #require(Measurements(series).values[.settle])
    #expect(abs(settle - 0.2) < 1e-12)
    let script = try Script(parsing: Self.script, file: "a")
    let exact = try #require(Measurements(Series(script, name: "a", rate: 1000)).values[.settle])
    for rate in [30.0, 60, 120, 240] {
      let settle = try #require(Measurements(Series(script, name: "a", rate: rate)).values[.settle])
      // The lift is shown up to a row later, and the rest told up to a row earlier.
      #expect(settle <= exact && settle > exact - 2 / rate, "\(rate) Hz")
    }
  }

  @Test func `lends neither side what both have`() throws {
    let own = Subject.script(try Script(parsing: Self.script, file: "a"), name: "a")
    #expect(try !Comparison.between(own, own).report.contains(" is measured with "))
  }

  @Test func `covers no row in a gap, and refuses curves that do not overlap in time`() throws {
    let whole = try series()
    var holed = Series(name: "holed")
    for index in 0..<whole.count where !(30..<42).contains(index) {
      holed.append(
        time: whole.times[index], phase: whole.phases[index],
        [(.offsetY, whole.values[.offsetY]?[index] ?? 0)])
    }
    let comparison = try Comparison(.series(holed), with: whole, alignment: Alignment.none)
    #expect(comparison.uncovered == 12)
    var late = whole
    late.shift(by: 1000)
    #expect(throws: LabError.self) {
      try Comparison(.series(late), with: whole, alignment: Alignment.none)
    }
  }

  @Test func `measures features`() throws {
    let comparison = try Comparison(
      .script(try recording().script(), name: "take"), with: try recording())
    let (own, other) = comparison.measurements
    let overshoot = try #require(own.values[.overshootBottom])
    #expect(abs(overshoot - (5247.318062756 - 5126)) < 1e-3)
    #expect(other.values[.restY] == 5126)
    #expect((own.values[.travel] ?? 0) > 1000)
    #expect(comparison.report.contains("overshoot bottom"))
  }

  /// A trace has no notches of the wheel, from the last of which a motion settles.
  @Test func `measures a script and its own trace alike`() throws {
    let notches = [0.1, 0.2, 0.35].map { #"{"t":\#($0),"wheel":[0,1],"at":[9,9]}"# }
    let script = try Script(
      parsing: ([#"{"overscroll":2,"viewport":[300,300],"content":[300,2000]}"#] + notches)
        .joined(separator: "\n"), file: "a")
    let own = Subject.script(script, name: "a.script")
    let trace = Subject.series(
      try Series(parsing: Simulation(script).trace(rate: 60, until: 3).csv, file: "a.trace"))
    for (one, other) in [(own, trace), (trace, own)] {
      let comparison = try Comparison.between(one, other)
      let (a, b) = comparison.measurements
      #expect(!a.gestures.isEmpty && a.gestures.count == b.gestures.count, "\(comparison.report)")
      // It says why the trace measures otherwise alone.
      let reason = "\na.trace is measured with the range and wheel of a.script; "
      #expect(comparison.report.contains(reason), "\(comparison.report)")
      #expect(comparison.json.contains(#""borrowed":{"#))
      #expect(a.gestures.last?.values[.settle] != nil)
      for (own, other) in zip(a.gestures, b.gestures) {
        #expect(Set(own.values.keys) == Set(other.values.keys))
        for (name, value) in own.values {
          #expect(abs(value - (other.values[name] ?? .nan)) < 1e-6, "\(name.rawValue)")
        }
      }
    }
  }
}
