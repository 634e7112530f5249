import OverscrollLab
import Testing

@Suite struct `The quality of a take` {
  private func quality(_ events: [String], environment: String? = nil) throws -> TakeQuality {
    let header =
      #"{"overscroll":2,"viewport":[300,300],"content":[300,2000],"maximumZoomScale":2"#
      + (environment.map { ",\"environment\":\($0)" } ?? "")
    let text = ([header + "}"] + events).joined(separator: "\n")
    return TakeQuality(try Script(parsing: text, file: "t.script"))
  }

  /// Samples of a finger that is not down, which move nothing.
  private func moves(_ stamps: [Double], device: Int? = nil) -> [String] {
    let source = device.map { ",\"device\":\($0)" } ?? ""
    return stamps.map {
      #"{"t":2,"stamp":\#($0),"touch":"moved","id":9,"at":[9,9]\#(source)}"#
    }
  }

  private func touch(_ phase: String, _ y: Double, _ time: Double) -> String {
    #"{"t":\#(time),"touch":"\#(phase)","id":1,"at":[150,\#(y)]}"#
  }

  private func frame(_ time: Double, missed: Int = 0) -> String {
    #"{"t":\#(time),"frame":0,"missed":\#(missed)}"#
  }

  @Test func `is nothing for a take without an event`() throws {
    let quality = try quality([])
    #expect(quality.eventRates.isEmpty && quality.age == nil && quality.stampsBack == 0)
    #expect(quality.frames == 0 && quality.missed.isEmpty && quality.period == 0)
    #expect(quality.motion == 0 && quality.hitchRate == 0)
  }

  /// What happens to the stamps of a device, its rates per second by p5, p50 and p95, and the timestamps out of order.
  private static let stamps: [(stamps: [Double], rates: [Double], back: Int)] = [
    ([1], [], 0),
    ([1, 1.0625], [16, 16, 16], 0),
    ([1, 1.0625, 1.09375], [16.8, 24, 31.2], 0),
    // Two samples of one instant have no rate.
    ([1, 1, 1.0625], [16, 16, 16], 0),
    // Nor have two that lie closer together than what servers stamp, with each other or with the next.
    ([1, 1.0625, 1.062504, 1.09375], [16.8, 24, 31.2], 0),
    // Both are earlier than the latest; the second follows the first.
    ([1.0625, 1, 1.03125], [32, 32, 32], 2),
    ([1.0625, 1.125, 1.09375, 1.125], [16.8, 24, 31.2], 1),
    // From a tenth of a second on, a gap ends the movement.
    ([0.1, 0.2], [], 0),
    ([1, 1.1025], [], 0),
    ([1, 1.0975], [1 / (1.0975 - 1), 1 / (1.0975 - 1), 1 / (1.0975 - 1)], 0),
  ]

  @Test(arguments: stamps)
  func `has the rate of events within a movement`(
    stamps: [Double], rates: [Double], back: Int
  ) throws {
    let quality = try quality(moves(stamps))
    #expect(quality.stampsBack == back)
    let found = quality.eventRates[-1].map { [$0.p5, $0.p50, $0.p95] } ?? []
    #expect(found.count == rates.count && zip(found, rates).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test func `tells devices apart, though their events come in turn`() throws {
    let quality = try quality(
      moves([1], device: 0) + moves([1.015625], device: 2) + moves([1.03125], device: 0)
        + moves([1.078125], device: 2) + moves([1.0859375]) + moves([1.09375]))
    #expect(quality.eventRates.mapValues(\.p50) == [0: 32, 2: 16, -1: 128])
  }

  @Test(arguments: ["touch", "touchpad", "pinch"])
  func `counts the steps of a gesture and neither its beginning nor its end`(kind: String) throws {
    let step = kind == "touch" ? "moved" : "changed"
    let fields = ["touch": #""id":1"#, "touchpad": #""delta":[0,1]"#, "pinch": #""scale":1.1"#]
    let line = { (phase: String, time: Double) in
      #"{"t":\#(time),"\#(kind)":"\#(phase)",\#(fields[kind] ?? ""),"at":[9,9]}"#
    }
    let quality = try quality([
      line("began", 1), line(step, 1.03125), line(step, 1.09375), line("ended", 1.109375),
    ])
    #expect(quality.eventRates.mapValues(\.p50) == [-1: 16])
  }

  @Test(arguments: [
    #""wheel":[0,1],"at":[9,9]"#, #""key":"Down""#, #""text":"inserted","string":"a""#,
  ])
  func `has no rate of what comes in single steps`(event: String) throws {
    let quality = try quality([1, 1.0625, 1.125].map { #"{"t":\#($0),\#(event)}"# })
    #expect(quality.eventRates.isEmpty)
  }

  @Test func `has the age of input, between two of them on a line`() throws {
    // 401 ages, so that 5 % are 20 of them.
    let ages = (0...400).map { Double(($0 * 7) % 401) / 1000 }
    let frames = ages.enumerated().map { index, age in
      #"{"t":\#(Double(index) / 64),"frame":\#(index),"age":\#(age)}"#
    }
    let age = try #require(try quality(frames).age)
    for (own, expected) in zip([age.p5, age.p50, age.p95], [0.02, 0.2, 0.38]) {
      #expect(abs(own - expected) < 1e-12)
    }
    // Four ages: 8, 16, 24 and 72 ms.
    let few = try #require(
      try quality(
        [72, 8, 24, 16].enumerated().map { index, age in
          #"{"t":\#(Double(index) / 64),"frame":\#(index),"age":\#(Double(age) / 1000)}"#
        }
      ).age)
    for (own, expected) in zip([few.p5, few.p50, few.p95], [0.0092, 0.02, 0.0648]) {
      #expect(abs(own - expected) < 1e-12)
    }
    let single = try #require(try quality([frames[3], frame(7)]).age)
    #expect([single.p5, single.p50, single.p95] == [0.021, 0.021, 0.021])
  }

  @Test func `has the missed refreshes by what moved, and the time lost by them`() throws {
    let quality = try quality([
      frame(0.0625), touch("began", 250, 0.125), frame(0.125, missed: 1),
      touch("moved", 200, 0.25), frame(0.25, missed: 2), touch("ended", 200, 0.25),
      frame(0.375, missed: 4), frame(0.5, missed: 8), frame(0.625), frame(5, missed: 16),
    ])
    // The last ones began in the flight, of which the frame shows the rest.
    #expect(quality.missed == [.dragging: 3, .flightStart: 4, .flight: 24])
    #expect(quality.frames == 7 && quality.period == 0.125)
    #expect(quality.motion == 5 - 0.125)
    #expect(abs(quality.hitchRate - 31 * 125 / 4.875) < 1e-9)
  }

  @Test func `counts what the program moves as other`() throws {
    let pinch = { (phase: String, scale: Double, time: Double) in
      #"{"t":\#(time),"pinch":"\#(phase)","at":[9,9],"scale":\#(scale)}"#
    }
    let quality = try quality([
      pinch("began", 1, 0.125), pinch("changed", 3, 0.25), frame(0.25, missed: 1),
      pinch("ended", 3, 0.25), frame(0.3125, missed: 2), frame(5, missed: 4),
      #"{"t":6,"call":"setContentOffset","offset":[0,500],"animated":true}"#,
      frame(6.125, missed: 8),
    ])
    #expect(quality.missed == [.first: 1, .other: 14])
  }

  @Test func `has no hitch at rest, and one for a motion of less than a second`() throws {
    let still = try quality([frame(0.125), frame(0.25, missed: 3), frame(0.5)])
    #expect(still.missed == [.rest: 3] && still.motion == 0 && still.hitchRate == 0)
    let short = try quality([
      touch("began", 250, 0.125), frame(0.125), frame(0.25, missed: 1), frame(0.375),
    ])
    #expect(short.motion == 0.25 && short.period == 0.125 && short.hitchRate == 500)
  }

  @Test func `has no hitch where indicators fade, and the same first frames as the table`() throws {
    let script = try Script(
      parsing: ([#"{"overscroll":2,"viewport":[300,300],"content":[300,2000]}"#] + [
        touch("began", 250, 0.125), frame(0.125), touch("ended", 250, 0.1875),
        frame(0.25, missed: 1), frame(0.375), frame(0.5, missed: 5), frame(5, missed: 2),
      ]).joined(separator: "\n"), file: "t.script")
    let quality = TakeQuality(script)
    #expect(quality.missed == [.dragging: 1, .rest: 5, .first: 2] && quality.missedInMotion == 1)
    #expect(quality.motion == 0.125 && quality.hitchRate == 1000)
    let rows = RefreshTable(script).csv.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)[4]
    }
    #expect(rows == ["1", "0", "0", "0", "1"])
  }

  @Test func `tells a first frame that is late from others`() throws {
    let quality = try quality([
      frame(0.0625), touch("began", 250, 0.125), frame(0.125), touch("moved", 200, 0.1875),
      frame(0.1875), touch("moved", 150, 1), frame(1.0625, missed: 2), touch("moved", 140, 1.0625),
      frame(1.125), touch("moved", 130, 1.1875), frame(1.25, missed: 1),
    ])
    #expect(quality.period == 0.0625 && quality.missed == [.first: 2, .dragging: 1])
    #expect(quality.rows.contains { $0.value == "1 dragging, 2 first after a pause" })
  }

  @Test func `has the time from the newest input to the refresh that shows it`() throws {
    let quality = try quality(
      [(2, 0.004, 2.01), (2.02, 0.006, 2.03), (2.04, 0.01, 2.05)].enumerated().map { index, frame in
        #"{"t":\#(frame.0),"frame":\#(index),"age":\#(frame.1),"presented":\#(frame.2)}"#
      })
    let latency = try #require(quality.latency)
    #expect(abs(latency.p50 - 0.016) < 1e-9 && abs(latency.p95 - 0.0196) < 1e-9)
    #expect(quality.rows.contains { $0.value == "16.0 ms p50, 19.6 ms p95" })
  }

  @Test func `reads as rows and as a line, with the names of the devices`() throws {
    let events =
      moves([1, 1.0625]) + moves([1.0625, 1.09375], device: 0)
      + moves([1.09375, 1.1015625], device: 1) + moves([1, 1.015625], device: 2)
      + [(2, 0.0041), (2.0166, 0.0093), (2.0332, 0.0157)].map { time, age in
        #"{"t":\#(time),"frame":0,"age":\#(age)}"#
      }
    let quality = try quality(
      events, environment: #"{"devices":[{"name":"G304"},{"use":"slave pointer"}]}"#)
    #expect(
      quality.rows.map { "\($0.name): \($0.value)" } == [
        "events per second: 16, 16, 16 (p5, p50, p95)",
        "events per second, G304: 32, 32, 32 (p5, p50, p95)",
        "events per second, unknown: 128, 128, 128 (p5, p50, p95)",
        "events per second, device 2: 64, 64, 64 (p5, p50, p95)",
        "input age at the frame: 9.3 ms p50, 15.1 ms p95", "timestamps out of order: 2",
        "frames: 3, one per 16.6 ms", "missed refreshes: 0", "hitch: 0.0 ms per second of motion",
      ])
    #expect(
      quality.summary == [
        "3 frames, 0 missed", "age 9.3/15.1 ms", "16 events/s", "32 events/s", "128 events/s",
        "64 events/s", "hitch 0.0 ms/s", "2 timestamps out of order",
      ])
    #expect(try self.quality(moves([1.0625, 1])).summary.last == "1 timestamp out of order")
  }

  @Test func `leaves out what there is none of`() throws {
    let quality = try quality([
      frame(0.0625, missed: 4), touch("began", 250, 0.125), frame(0.125, missed: 2),
      touch("moved", 230, 0.25), frame(0.25, missed: 1), touch("moved", 229, 0.375), frame(0.375),
      touch("moved", 222, 0.5), frame(0.5),
    ])
    #expect(quality.summary == ["5 frames, 7 missed", "hitch 1000.0 ms/s"])
    #expect(
      quality.rows.map(\.value) == [
        "0", "5, one per 125.0 ms", "3 dragging, 4 first after a pause",
        "1000.0 ms per second of motion",
      ])
  }

  /// A limit, a number, and what is printed where the number exceeds it.
  private static let limits: [(limit: Double, number: Double, excess: String?)] = [
    (36.2, 36.17, nil), (36.2, 36.2499, nil), (36.2, 36.26, "36.3 ms/s, allowed 36.2 ms/s"),
    (36.21, 36.24, "36.24 ms/s, allowed 36.21 ms/s"), (5, 5.04, nil),
    (5, 5.06, "5.1 ms/s, allowed 5 ms/s"), (0, 0.1, "0.1 ms/s, allowed 0 ms/s"),
  ]

  @Test(arguments: limits) func `is judged as it is printed`(
    limit: Double, number: Double, excess: String?
  ) {
    #expect(TakeLimit(limit, unit: "ms/s").excess(of: number) == excess)
  }
}
