import Testing

@testable import OverscrollLab

/// What happens after a gesture has come to rest, or while it decelerates.
@Suite struct `The end of a gesture` {
  private static let flick = [
    #"{"overscroll":2,"viewport":[402,874],"content":[402,20000],"displayScale":3}"#,
    #"{"t":0.1,"touch":"began","id":1,"at":[160,700]}"#,
    #"{"t":0.116666666,"touch":"moved","id":1,"at":[160,660]}"#,
    #"{"t":0.133333333,"touch":"moved","id":1,"at":[160,610]}"#,
    #"{"t":0.15,"touch":"moved","id":1,"at":[160,560]}"#,
    #"{"t":0.166666666,"touch":"moved","id":1,"at":[160,510]}"#,
    #"{"t":0.183333333,"touch":"ended","id":1,"at":[160,510]}"#,
  ]

  /// The flick and what follows it, by the script and by its trace.
  private func series(_ lines: [String], rate: Double) throws -> [Series] {
    let script = try Script(
      parsing: (Self.flick + lines).joined(separator: "\n"), file: "a.script")
    let trace = Simulation(script).trace(rate: rate, until: 7)
    return [
      Series(script, name: "a", rate: rate), try Series(parsing: trace.csv, file: "a.trace"),
    ]
  }

  @Test(arguments: [
    #"{"t":5,"call":"setContentOffset","offset":[0,5000]}"#,
    #"{"t":5,"set":{"content":[402,2000]}}"#,
  ]) func `is its rest, and not where a program sets the content later`(line: String) throws {
    for rate in [60.0, 240] {
      for (alone, set) in zip(try series([], rate: rate), try series([line], rate: rate)) {
        let expected = try #require(Measurements(alone).gestures.first)
        let gestures = Measurements(set).gestures
        #expect(gestures.count == 1, "\(gestures)")
        let own = try #require(gestures.first)
        #expect((set.values[.offsetY]?.last ?? 0) != own.values[.restY], "the content was set")
        for name in [
          Measurements.Name.settle, .settleHundredth, .restY, .travel, .peakVelocity, .duration,
          .overshootBottom,
        ] {
          #expect(own.values[name] == expected.values[name], "\(rate) Hz: \(name), \(own.text)")
        }
        #expect(own.values[.restY].map { abs($0 - 1672) < 1 } ?? false, "\(own.text)")
      }
    }
  }

  /// A notch takes the content over, as a finger does that catches it.
  @Test func `is a notch of the wheel in its flight, which is a gesture of its own`() throws {
    let wheel = #"{"t":1.5,"wheel":[0,1],"at":[160,400]}"#
    for rate in [60.0, 240] {
      for series in try series([wheel], rate: rate) {
        let gestures = Measurements(series).gestures
        try #require(gestures.count == 2, "\(rate) Hz: \(gestures.map(\.text))")
        #expect(abs(gestures[1].start - 1.5) <= 1 / rate + 1e-6)
        #expect(gestures[0].values[.settle] == nil && gestures[0].values[.restY] == nil)
        #expect(gestures[0].values[.timeConstant].map { abs($0 - 0.4995) < 0.003 } ?? false)
        let settle = try #require(gestures[1].values[.settle])
        #expect(settle > 0.05 && settle < 0.3, "\(gestures[1].text)")
        let travel = gestures.compactMap { $0.values[.travel] }.reduce(0, +)
        #expect(abs(travel - (Measurements(series).values[.travel] ?? 0)) < 1e-6)
      }
    }
  }

  /// A spring leads to the page, by another law than that of decelerations.
  @Test(arguments: [8.0, 12, 20]) func `has no time constant where it is a page`(step: Double)
    throws
  {
    let lines =
      [#"{"overscroll":2,"viewport":[320,480],"content":[1600,480],"isPagingEnabled":true}"#]
      + (0...6).map { index in
        let phase = index == 0 ? "began" : index == 6 ? "ended" : "moved"
        let (time, x) = (0.1 + Double(index) / 60, 200 - step * Double(min(index, 5)))
        return #"{"t":\#(time),"touch":"\#(phase)","id":1,"at":[\#(x),300]}"#
      }
    let script = try Script(parsing: lines.joined(separator: "\n"), file: "a")
    for rate in [60.0, 240] {
      // The trace does not know that pages are on.
      let trace = try Series(parsing: Simulation(script).trace(rate: rate).csv, file: "a.trace")
      for series in [Series(script, name: "a", rate: rate), trace] {
        let values = try #require(Measurements(series).gestures.first).values
        #expect((values[.travel] ?? 0) > 300)
        for name in [
          Measurements.Name.timeConstant, .decelerationRate, .decelerationResidual,
        ] {
          #expect(values[name] == nil, "\(rate) Hz: \(values)")
        }
      }
    }
  }
}
