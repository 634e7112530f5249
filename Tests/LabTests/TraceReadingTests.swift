import OverscrollTestSupport
import ScrollEngine
import Testing

@testable import OverscrollLab

@Suite struct `A trace that is read` {
  /// A trace with rows of zeros.
  private func trace(_ rows: [(time: String, phase: String)]) -> String {
    let zeros = String(
      repeating: ",0", count: Trace.Version.second.columns.split(separator: ",").count - 2)
    return rows.reduce(into: Trace.Version.second.columns + "\n") {
      $0 += "\($1.time),\($1.phase)\(zeros)\n"
    }
  }

  private func times(_ texts: String...) throws -> [Double] {
    try Series(parsing: trace(texts.map { ($0, "idle") }), file: "a.trace").times
  }

  @Test func `has the phase that each row names, and no other`() throws {
    let phases = ScrollView.Phase.allCases
    let series = try Series(
      parsing: trace(phases.enumerated().map { ("\($0)", $1.rawValue) }), file: "a.trace")
    #expect(series.phases == phases)
    for name in ["", "idol", "Dragging", "zoom"] {
      #expect {
        try Series(parsing: trace([("0", "idle"), ("1", name)]), file: "a.trace")
      } throws: {
        "\($0)" == "a.trace:3: \"phase\" is \"\(name)\", which is not a phase"
      }
    }
  }

  @Test func `grows row by row without copying its columns`() {
    var series = Series(name: "sparse")
    var (address, moves) = (UInt(0), 0)
    for row in 0..<4096 {
      let column = row % 2 == 0 ? Series.Column.offsetX : .offsetY
      series.append(time: Double(row), phase: nil, [(column, 1)])
      let now = series.values[.offsetX]?.withUnsafeBufferPointer {
        UInt(bitPattern: $0.baseAddress)
      }
      if now != address { moves += 1 }
      address = now ?? 0
    }
    #expect(moves < 40)
    #expect(series.values[.offsetY]?.count == 4096)
  }

  @Test(arguments: [1, 24, 47, 59.94, 60, 120, 143.9, 240])
  func `has the exact times of even rows, which the file rounds`(rate: Double) throws {
    for count in [3, 4, 50] {
      let written = Simulation(Script(header: .init(), events: []))
      var rounded = Trace()
      for index in 0..<count {
        var sample = written.stage.sample()
        sample.time = Double(index) / rate
        rounded.samples.append(sample)
      }
      let times = try Series(parsing: rounded.csv, file: "a.trace").times
      #expect(times == (0..<count).map { Double($0) / rate }, "\(count) rows")
    }
  }

  @Test func `keeps times that are no even rows from 0 on as they are written`() throws {
    #expect(try times("0", "0.016666667") == [0, 0.016666667])
    #expect(try times("0.016666667", "0.033333333", "0.05")[0] == 0.016666667)
    #expect(try times("0", "0.016666667", "0.033333334", "0.05")[1] == 0.016666667)
    #expect(try times("0", "0.016666667", "0.033333333", "0.060")[1] == 0.016666667)
    #expect(try times("0", "0", "0") == [0, 0, 0])
  }

  @Test func `is refused beyond its limit of bytes, to the byte`() throws {
    let text = trace([("0", "idle"), ("1", "idle")])
    for text in [text, String(text.dropLast()), text + "\r\n"] {
      let bytes = Array(text.utf8)
      for (limit, isAccepted) in [(bytes.count, true), (bytes.count - 1, false)] {
        // Whole, and in two pieces.
        for cut in [bytes.count, bytes.count / 2] {
          var parser = SeriesParser(file: "a.trace", byteLimit: limit)
          let read = {
            let used = try parser.add(linesOf: Array(bytes[..<cut]).span, isLast: false)
            _ = try parser.add(linesOf: Array(bytes[used...]).span, isLast: true)
          }
          if isAccepted {
            try read()
            #expect(try parser.finish().count == 2)
          } else {
            #expect(throws: LabError(file: "a.trace", problem: "is larger than 0 MiB")) {
              try read()
            }
          }
        }
      }
    }
  }
}

@Suite struct `A number of a trace` {
  private func number(_ text: String) -> Double? { Array(text.utf8).span.finiteNumber }

  @Test func `is the nearest one to its digits, with a point anywhere`() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<5000 {
      var text = (0...random.index(18)).map { _ in "\(random.index(10))" }.joined()
      if text.count > 1, random.chance(0.7) {
        let place = text.index(text.startIndex, offsetBy: 1 + random.index(text.count - 1))
        text.insert(".", at: place)
      }
      if random.chance(0.4) { text = "-" + text }
      if random.chance(0.1) { text += "e-3" }
      #expect(number(text) == Double(text), "\(text)")
    }
    for text in ["+4", "1e3", "-2.5E-3", "00012.50"] { #expect(number(text) == Double(text)) }
  }

  @Test(arguments: [
    "", "-", ".", "1:2", ":", "1/2", "/", "--1", "1-", "1.2.3", "0x10", "nan", "inf", "1 2", "1e",
    "1_0", "1e999",
  ])
  func `is none in anything else`(text: String) {
    #expect(number(text) == nil)
  }

  @Test func `needs no string where it has up to fifteen digits`() {
    for text in ["0", "-7", "9", "12.5", "-0.016666667", "123456789012345", "99999.9999999999"] {
      #expect(Array(text.utf8).span.shortNumber == Double(text), "\(text)")
    }
    for text in ["1234567890123456", "0.123456789012345", "1e5", "1.", "-.5", "+1", ""] {
      #expect(Array(text.utf8).span.shortNumber == nil, "\(text)")
    }
  }
}

@Suite struct `A take beside a part of its trace` {
  /// A drag whose move at a third of a second is late: its frame lies at the same time.
  private static let lines = [
    #"{"overscroll":2,"viewport":[402,874],"content":[402,6000]}"#,
    #"{"t":0.1,"touch":"began","id":1,"at":[200,700]}"#, #"{"t":0.1,"frame":0}"#,
    #"{"t":0.2,"touch":"moved","id":1,"at":[200,640]}"#, #"{"t":0.2,"frame":1}"#,
    #"{"t":0.3333333333333333,"touch":"moved","id":1,"at":[200,540]}"#,
    #"{"t":0.3333333333333333,"frame":2}"#,
    #"{"t":0.6666666666666666,"touch":"moved","id":1,"at":[200,500]}"#,
    #"{"t":0.6666666666666666,"frame":3}"#,
  ]

  @Test func `is compared at the exact times of its frames, and at other times as they are`() throws
  {
    let script = try Script(parsing: Self.lines.joined(separator: "\n"), file: "take")
    let subject = Subject.script(script, name: "take")
    // The times of frames with nine decimals, and others between and after them.
    let written = [0, 0.1, 0.15, 0.333333333, 0.5, 0.666666667, 0.8]
    let series = subject.series(at: written)
    #expect(series.times == written)
    let offsets = try #require(series.values[.offsetY])
    let exact = Simulation(script).frameTrace().samples.map(\.offset.y)
    #expect([offsets[1], offsets[3], offsets[5]] == [exact[1], exact[3], exact[4]])
    #expect(exact[3] > exact[2] && offsets[4] == offsets[3] && offsets[6] == offsets[5])
  }
}
