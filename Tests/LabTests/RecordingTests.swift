import OverscrollLab
import ScrollGeometry
import Testing

@Suite struct `A recording` {
  private func read(_ lines: [String]) throws -> Series {
    try Series(parsing: lines.joined(separator: "\n") + "\n", file: "ios.csv")
  }

  private static let first = "# overscroll recording 1"

  @Test(arguments: [
    (["# overscroll recording 2", "t"], "ios.csv:1: "),
    ([first, "x,y"], "ios.csv: has no column of times"),
    ([first, "t,t_ms"], "ios.csv: has more than one column of times"),
    (
      [first, "t,offset_y", "0,1", "1,nan"],
      "ios.csv:4: \"offset_y\" is \"nan\"; it must be a number or empty"
    ),
    ([first, "t,offset_y", "1,1", "1,2"], "ios.csv:4: times must increase"),
    (
      [first, "t,touch,id,x,y", "1,hover,1,2,3"],
      "ios.csv:3: \"touch\" is \"hover\"; it must be one of"
    ),
    ([first, "t,touch,id,x,y", "1,began,1,,3"], "ios.csv:3: a touch needs \"x\" and \"y\""),
    ([first, "t,phase", "1,flying"], "ios.csv:3: \"phase\" is \"flying\"; it must be one of"),
    ([first, "# rate: fast", "t"], "ios.csv:2: \"rate\" is \"fast\""),
    ([first, "# unit: mm", "t"], "ios.csv:2: \"unit\" is \"mm\"; it must be one of pt, px"),
    ([first, "# viewport: 402", "t"], "ios.csv: \"viewport\" must be two numbers"),
    ([first, "t,offset_y", "0,1,2"], "ios.csv:3: a row has 2 cells, this one 3"),
    ([first], "ios.csv: has no column of times"),
    ([first, "t,offset_y"], "ios.csv: has no rows below the names of its columns"),
    (["t,touch,id,x,y", ""], "ios.csv: has no rows below the names of its columns"),
    ([Trace.Version.second.columns], "ios.csv: has no rows below the names of its columns"),
  ])
  func `that is wrong is refused with its line and what is wrong there`(
    lines: [String], start: String
  ) {
    #expect {
      _ = try read(lines)
    } throws: {
      "\($0)".hasPrefix(start)
    }
  }

  @Test func `may have its columns in any order, unknown ones, empty cells and CR LF`() throws {
    let series = try Series(
      parsing: [
        Self.first, "# source: a phone", "battery,offset_y,t_ms", "7,,100", "8,5.5,116.5",
        "9,6,133",
      ].joined(separator: "\r\n"), file: "a")
    #expect(series.times == [0.1165, 0.133])
    #expect(series.values[.offsetY] == [5.5, 6])
    #expect(series.values[.offsetX] == nil)
  }

  @Test func `in pixels is divided by its scale`() throws {
    let series = try read([
      Self.first, "# displayScale: 3", "# unit: px", "t,touch,id,x,y,offset_y,zoom",
      "0.5,began,1,30,60,,", "0.6,,,,,90,2",
    ])
    #expect(series.touches[0].location == .init(10, 20))
    #expect(series.values[.offsetY] == [30] && series.values[.zoom] == [2])
  }

  @Test func `that begins late has its clock set back`() throws {
    let series = try read([Self.first, "t_ns,offset_y", "86400000000000,1", "86400016000000,2"])
    #expect(abs(series.times[0] - 0.1) < 1e-9 && abs(series.times[1] - 0.116) < 1e-9)
  }

  @Test(arguments: [
    ("t_ns", "1764452403123456789", "1764452403140123456"),
    ("t", "1764452403.123456789", "1764452403.140123456"),
    ("t_us", "-1764452403123456.789", "-1764452403106790.122"),
    ("t", "1764452403", "1.764452403016666667e9"),
  ]) func `has the decimals of its stamps, however long its clock has run`(
    column: String, first: String, next: String
  ) throws {
    let series = try read([
      "\(column),touch,id,x,y,offset_y", "\(first),,,,,1", "\(next),moved,1,2,3,4",
    ])
    // An exponent has a number's digits alone.
    let error = next.contains("e") ? 1e-6 : 1e-12
    #expect(series.times[0] == 0.1 && abs(series.times[1] - 0.116666667) < error)
    #expect(series.touches[0].time == series.times[1])
    #expect(series.readings.contains { $0.hasPrefix("times ") && $0.contains("17644524") })
  }

  @Test func `becomes a script whose release lies on a frame`() throws {
    let series = try Series(parsing: Recordings.flick, file: "ios.csv")
    let script = try series.script()
    let release = try #require(script.events.last?.time)
    #expect(abs(release * 60 - (release * 60).rounded()) < 1e-9)
    #expect(script.events.count == 9)
    let shift = script.events[0].time - series.touches[0].time
    #expect(abs(shift) <= 1 / 120.0)
    for (event, touch) in zip(script.events, series.touches) {
      #expect(abs(event.time - touch.time - shift) < 1e-12)
    }
    #expect(try Script(parsing: script.text, file: "a") == script)
  }
}

@Suite struct `A recording as other programs write it` {
  private func read(_ lines: [String], unit: RecordingReader.Unit? = nil) throws -> Series {
    var parser = SeriesParser(file: "a.csv", known: .init(unit: unit))
    let bytes = Array(lines.joined(separator: "\r\n").utf8)
    _ = try parser.add(linesOf: bytes.span, isLast: true)
    return try parser.finish()
  }

  @Test(arguments: [
    (["time,y", "0,1.5", "0.5,2"], ["time as t", "y as offset_y"]),
    (
      ["\u{FEFF}timestamp,contentOffset.y", "0,1.5", "0.5,2"],
      ["timestamp as t", "contentOffset.y as offset_y"]
    ),
    (["\"t\";\"offset_y\"", "0;1,5", "0,5;2"], ["semicolons between cells, decimal commas"]),
    (["t;offset_y", "0;1.5", "0.5;2"], ["semicolons between cells"]),
    (["\u{FEFF}# overscroll recording 1", "t,offset_y", "0,1.5", "0.5,2"], []),
    (["timestamp,t,offset_y", "9,0,1.5", "9,0.5,2"], []),
  ])
  func `is recognized, and says what was understood`(lines: [String], readings: [String]) throws {
    let series = try read(lines)
    #expect(series.times == [0, 0.5] && series.values[.offsetY] == [1.5, 2])
    #expect(series.readings == readings + ["2 Hz, the median spacing"])
    #expect(series.rate == 2)
  }

  @Test func `has no ground beyond it where its sizes are not known`() throws {
    let series = try read(["t,offset_y", "0,900", "0.016,910", "0.032,930"])
    #expect(Chart([series]).lanes.map(\.edges) == [[], []])
  }

  @Test func `has a rate by the mean of whole milliseconds, and by the median of other times`()
    throws
  {
    func rate(_ times: [Double]) throws -> String? {
      try read(["t,offset_y"] + times.enumerated().map { "\($1),\($0)" }).readings.last
    }
    let times = (0..<30).map { Double($0) / 60 }
    #expect(try rate(times.map { ($0 * 1e9).rounded() / 1e9 }) == "60 Hz, the median spacing")
    #expect(
      try rate(times.map { ($0 * 1e3).rounded() / 1e3 })?.hasSuffix("the mean spacing") == true)
  }

  @Test(arguments: [
    (["t,offset_y", "0,1,5"], "a.csv:2: a row has 2 cells, this one 3"),
    (["t,offset_y", "0"], "a.csv:2: a row has 2 cells, this one 1"),
    (["t;offset_y", "0,5"], "a.csv:2: a row has 2 cells, this one 1"),
    (["depth,mood", "0,5"], "a.csv:1: is not a script, trace or recording"),
    (["t,mood", "0,5"], "a.csv:1: is not a script, trace or recording"),
    (
      ["t,offset_y", "0,1", "16.7,2", "33.4,3"],
      "a.csv: the rows are 16.7 s apart; name the column t_ms if its times are milliseconds"
    ),
  ])
  func `is refused where it would be misread`(lines: [String], message: String) {
    let error = #expect(throws: LabError.self) { try read(lines) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test func `has the rate that it names, and none of one row`() throws {
    let named = try read([RecordingReader.firstLine, "# rate: 60", "t,offset_y", "0,1", "0.5,2"])
    #expect(named.rate == 60 && named.readings.isEmpty)
    #expect(try read(["t,offset_y", "0,1"]).rate == nil)
  }

  @Test func `in pixels is noticed by where it ends, and read with a unit`() throws {
    let lines = [
      RecordingReader.firstLine, "# viewport: 400x800", "# content: 400x1600", "# displayScale: 3",
      "# rate: 60", "t,offset_y", "0,0", "0.1,2400",
    ]
    let note = "offset_y ends beyond the content; --unit px if its numbers are pixels"
    #expect(try read(lines).readings == [note])
    let pixels = try read(lines, unit: .px)
    #expect(pixels.readings.isEmpty && pixels.values[.offsetY] == [0, 800])
    #expect(try read(lines, unit: .pt).readings.isEmpty)
    // Without a scale, what is assumed is told.
    let unscaled = try read(lines.filter { !$0.contains("displayScale") }, unit: .px)
    #expect(unscaled.readings == ["1 px per point; --scale N for another"])
    #expect(unscaled.values[.offsetY] == [0, 2400])
    let points = lines.dropLast() + ["0.1,800"]
    #expect(try read(Array(points)).readings.isEmpty)
  }
}
