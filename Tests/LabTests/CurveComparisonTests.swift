import Glibc
import OverscrollLab
import OverscrollTestRig
import ScrollEngine
import Testing

/// Comparisons of curves so short that every number can be computed by hand.
@Suite struct `A comparison of short curves` {
  /// A row a second; the velocities bend the offset between the rows.
  private static let subject = Series(
    name: "a<\"b\">.trace", times: [0, 1, 2], phases: [.idle, .idle, .idle],
    values: [
      .offsetY: [0, 10, 30], .velocityY: [0, 20, 20], .zoom: [1, 2, 4], .tracking: [0, 1, 1],
      .offsetX: [0, 0.25, 0.5],
    ])

  /// Halfway between the rows the cubic is at 10/2 − 20/8 and (10 + 30)/2, and straight lines in the middle.
  private static let reference = Series(
    name: "c&d", times: [0, 0.5, 1.5, 2], phases: [.idle, .idle, .idle, .idle],
    values: [
      .offsetY: [0, 2.5, 19, 30.004], .zoom: [1, 1.5, 3, 4], .tracking: [0, 0, 1, 1],
      .velocityX: [0, 0, 0, 0], .offsetX: [0, 0.125, 0.375, 1234.5],
    ])

  private func comparison() throws -> Comparison {
    try Comparison(
      .series(Self.subject), with: Self.reference,
      tolerances: [.offsetX: 1e-9, .offsetY: 0.5, .zoom: 0], alignment: Alignment.none)
  }

  @Test func `follows the cubic of offsets, straight lines, and flags at rows alone`() throws {
    let comparison = try comparison()
    let offset = try #require(comparison.columns.first { $0.column == .offsetY })
    #expect(offset.maximum == 1 && offset.row == 2 && !offset.isWithin)
    let first = try #require(offset.first)
    #expect(first.row == 2 && first.subject == 20 && first.reference == 19)
    // The largest of four differences: 0, 0, 0.004 and 1.
    #expect(offset.percentile95 == 1)
    #expect(abs(offset.rms - ((1 + 0.004 * 0.004) / 4).squareRoot()) < 1e-9)
    let zoom = try #require(comparison.columns.first { $0.column == .zoom })
    #expect(zoom.maximum == 0 && zoom.rms == 0 && zoom.isWithin)
    let tracking = try #require(comparison.columns.first { $0.column == .tracking })
    #expect(tracking.maximum == 0 && tracking.tolerance == nil)
    #expect(comparison.rows == 4 && comparison.uncovered == 0)
    #expect(comparison.skipped == [.velocityX, .velocityY] && comparison.shift == 0)
  }

  /// What people and programs read of it; `RECORD=1 Scripts/test` writes the goldens again.
  @Test func `is told to people, to programs and to CI servers`() throws {
    let comparison = try comparison()
    try Golden.expect(comparison.report, is: "Comparisons/short.report")
    try Golden.expect(comparison.json, is: "Comparisons/short.json")
    let junit = JUnitReport(
      name: "curves", cases: comparison.cases(plot: "d\u{2}.svg"), duration: 0.25, timestamp: "T")
    try Golden.expect(junit.text, is: "Comparisons/short.xml")
  }

  /// Rows a 240th of a second apart, of a finger that moves once in a sixtieth of a second.
  private func held(_ name: String, rows: Range<Int>, late part: Double = 0) -> Series {
    let places = rows.map { Double($0) + part }
    return Series(
      name: name, times: places.map { $0 / 240 }, phases: places.map { _ in .dragging },
      values: [
        .offsetY: places.map { $0 < 4 ? 0 : 100 },
        // The way of the last sixtieth of a second.
        .velocityY: places.map { $0 >= 4 && $0 < 8 ? 6000 : 0 },
      ])
  }

  @Test func `has no difference between two that stay where they are`() throws {
    let (one, other) = (held("one", rows: 0..<24), held("other", rows: 4..<20, late: 0.25))
    for (a, b) in [(one, other), (other, one)] {
      let comparison = try Comparison.between(
        .series(a), .series(b), alignment: Alignment.none)
      let offset = try #require(comparison.columns.first { $0.column == .offsetY })
      #expect(offset.maximum < 1e-9, "\(comparison.report)")
    }
  }

  @Test func `has the turn of a curve between two equal rows`() throws {
    func thrown(_ places: [Double]) -> Series {
      let times = places.map { $0 / 60 }
      return Series(
        name: "thrown", times: times, phases: times.map { _ in .idle },
        values: [
          .offsetY: times.map { 100 - 5000 * $0 * $0 }, .velocityY: times.map { -10_000 * $0 },
        ])
    }
    let comparison = try Comparison(
      .series(thrown((-9...8).map { Double($0) + 0.5 })), with: thrown((-8...8).map(Double.init)),
      alignment: Alignment.none)
    let offset = try #require(comparison.columns.first { $0.column == .offsetY })
    #expect(comparison.rows == 17 && offset.maximum < 1e-9, "\(comparison.report)")
  }

  /// A swing of 100 points with its velocity, 64 rows a second.
  private func swing(_ rows: Range<Int>, shift: Double = 0) -> Series {
    let times = rows.map { Double($0) / 64 }
    return Series(
      name: "swing", times: times, phases: times.map { _ in .idle },
      values: [
        .offsetY: times.map { 100 * sin($0 + shift) },
        .velocityY: times.map { 100 * cos($0 + shift) },
      ])
  }

  @Test(arguments: [0.0371234, -0.1234567])
  func `by the best shift finds it to ten microseconds`(shift: Double) throws {
    let comparison = try Comparison(
      .series(swing(0..<64)), with: swing(20..<44, shift: shift), alignment: .best)
    #expect(abs(comparison.shift - shift) < 1e-5)
  }

  @Test func `by the best shift goes as far as it may, and no farther`() throws {
    let comparison = try Comparison(
      .series(swing(0..<64)), with: swing(20..<44, shift: 0.3), alignment: .best)
    #expect((0.2499...0.25).contains(comparison.shift), "\(comparison.shift)")
  }

  @Test func `by the best shift leaves curves that do not move where they are`() throws {
    let still = Series(
      name: "still", times: (0..<64).map { Double($0) / 64 },
      phases: Array(repeating: .idle, count: 64), values: [.offsetY: Array(repeating: 7, count: 64)]
    )
    #expect(try Comparison(.series(still), with: still, alignment: .best).shift == 0)
  }

  @Test func `by the best shift covers half of the rows at least`() throws {
    let times = (0...30).map { Double($0) / 100 }
    let series = { (offsets: [Double]) in
      Series(
        name: "step", times: times, phases: times.map { _ in .idle }, values: [.offsetY: offsets])
    }
    // Later by 0.2 s all of the third that is covered would agree.
    let step = series(times.map { $0 < 0.195 ? 0 : 10 })
    let level = series(times.map { _ in 10 })
    let shift = try Comparison(.series(step), with: level, alignment: .best).shift
    #expect((0.13...0.16).contains(shift))
  }

  @Test(arguments: [nil, 60.0])
  func `by frames moves recorded rows to frames, and leaves those of a trace`(
    rate: Double?
  ) throws {
    let flight = [0.1, 0.116, 0.134, 0.1499]
    var reference = Series(
      name: "flight", times: flight, phases: Array(repeating: .decelerating, count: 4),
      values: [.offsetY: [0, 1, 2, 3]])
    reference.rate = rate
    let subject = Series(
      name: "rows", times: (0...60).map { Double($0) / 60 },
      phases: (0...60).map { $0 < 30 ? .dragging : .decelerating },
      values: [.offsetY: (0...60).map(Double.init)])
    let comparison = try Comparison(.series(subject), with: reference, alignment: .frames)
    for (index, time) in comparison.times.enumerated() {
      let expected = rate.map { Double(index) / $0 } ?? flight[index] - flight[0]
      #expect(abs(time - 0.5 - expected) < 1e-12)
    }
  }
}

@Suite struct `A series of a script` {
  private func series(_ lines: String...) throws -> Series {
    let header = #"{"overscroll":2,"viewport":[300,300],"content":[300,2000],"maximumZoomScale":2}"#
    let script = try Script(parsing: ([header] + lines).joined(separator: "\n"), file: "t")
    return Series(script, name: "t", rate: 60)
  }

  @Test func `has flags of 0 and 1`() throws {
    let series = try series(
      #"{"t":0.1,"pinch":"began","at":[9,9],"scale":1}"#,
      #"{"t":0.2,"pinch":"changed","at":[9,9],"scale":4}"#,
      #"{"t":0.3,"pinch":"ended","at":[9,9],"scale":4}"#,
      #"{"t":2,"touch":"began","id":1,"at":[150,250]}"#,
      #"{"t":2.1,"touch":"moved","id":1,"at":[150,100]}"#,
      #"{"t":2.11,"touch":"ended","id":1,"at":[150,100]}"#)
    for column in [Series.Column.tracking, .dragging, .decelerating, .zooming, .zoomBouncing] {
      #expect(Set(series.values[column] ?? []) == [0, 1], "\(column)")
    }
  }

  @Test func `is moved in time with its touches and ticks, and released at the last touch up`()
    throws
  {
    var series = try series(
      #"{"t":0.5,"touch":"began","id":1,"at":[150,250]}"#,
      #"{"t":0.6,"touch":"moved","id":1,"at":[150,100]}"#,
      #"{"t":0.625,"touch":"ended","id":1,"at":[150,100]}"#, #"{"t":0.75,"mark":""}"#)
    #expect(series.releaseTime == 0.625 && (series.flightStart ?? 0) > 0.626)
    let (times, rest) = (series.times, series.touches.map(\.phase))
    series.shift(by: 2)
    #expect(series.times == times.map { $0 + 2 } && series.touches.map(\.phase) == rest)
    #expect(series.touches.map(\.time) == [2.5, 2.6, 2.625] && series.ticks.map(\.time) == [2.75])
    #expect(series.releaseTime == 2.625)
  }

  /// A trace knows no touches: of two flicks, a script is released with the first one, too.
  @Test func `is released before its first deceleration`() throws {
    let flick = { (time: Double) in
      [("began", 0.0, 400.0), ("moved", 0.05, 300), ("moved", 0.066, 260), ("ended", 0.07, 260)].map
      {
        #"{"t":\#(time + $1),"touch":"\#($0)","id":1,"at":[150,\#($2)]}"#
      }.joined(separator: "\n")
    }
    let script = try Script(
      parsing: """
        {"overscroll":1,"viewport":[320,480],"content":[320,20000]}
        {"t":0.02,"touch":"began","id":1,"at":[150,400]}
        {"t":0.04,"touch":"ended","id":1,"at":[150,400]}
        \(flick(0.5))
        \(flick(9))
        """, file: "two")
    let series = Series(script, name: "two", rate: 60)
    #expect(abs(try #require(series.releaseTime) - 0.57) < 1e-9)
    var trace = series
    trace.touches = []
    let shift = try #require(trace.releaseTime) - 0.57
    #expect(shift >= 0 && shift <= 1 / 60.0 + 1e-9, "\(shift)")
  }
}
