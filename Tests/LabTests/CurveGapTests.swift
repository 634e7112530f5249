import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// Rows are missing where nothing moved: what curves show there.
@Suite struct `A curve over a gap` {
  /// Rows of frames, a sixtieth of a second apart but for a pause of 2 s after the third.
  private static let times = [0, 1, 2, 122, 123, 124].map { Double($0) / 60 }
  private static let values: [Double] = [0, 10, 20, 20, 40, 50]

  private static func series(
    _ column: Series.Column, _ values: [Double] = values,
    phase: ScrollView.Phase? = .dragging
  ) -> Series {
    Series(
      name: "rows", times: times, phases: times.map { _ in phase }, values: [column: values])
  }

  private static func curve(_ series: Series) throws -> [Point] {
    try #require(Chart([series]).lanes.flatMap(\.curves).first { $0.points.count > 1 }).points
  }

  private static func value(_ series: Series, at time: Double) throws -> Double? {
    Chart([series]).readout(at: time).values.first?.value
  }

  @Test(arguments: [Series.Column.offsetX, .offsetY])
  func `holds an offset, then steps`(column: Series.Column) throws {
    let series = Self.series(column, [0, 10, 20, 35, 40, 50])
    for time in [3, 60, 121.9] {
      #expect(try Self.value(series, at: time / 60) == 20)
    }
    #expect(try Self.value(series, at: 122 / 60) == 35)
    #expect(try Self.value(series, at: 1.5 / 60) == 15)
    #expect(
      try Self.curve(series).map { ($0.x * 60).rounded() } == [0, 1, 2, 2, 122, 122, 123, 124])
  }

  /// A finger that rests and lifts has no frame until something moves again.
  @Test func `has the phase of a finger up to its lift, where the mark and the log have it`() throws
  {
    let phases: [ScrollView.Phase] = [.idle, .dragging, .dragging, .idle, .animating, .idle]
    var series = Series(
      name: "rows", times: Self.times, phases: phases, values: [.offsetY: Self.values])
    let touches = [(0.0, TouchEvent.Phase.began), (0.5, .ended)]
    series.touches = touches.map {
      Series.Touch(time: $0.0, id: 1, phase: $0.1, location: .zero)
    }
    let chart = Chart([series])
    let lift = try #require(chart.ticks.first { $0.kind == .touchUp }).time
    let drag = try #require(chart.bands.first { $0.phase == .dragging })
    #expect(drag.range == Self.times[1]...lift && lift == 0.5)
    #expect(chart.bands[2].phase == .idle && chart.bands[2].range == lift...Self.times[4])
    // Where two fingers drag, the first lift ends nothing, and without touches a row does.
    series.touches =
      [(0.0, 1), (0.0, 2)].map {
        Series.Touch(time: $0.0, id: $0.1, phase: .began, location: .zero)
      }
      + [(0.5, 1), (1.5, 2)].map {
        Series.Touch(time: $0.0, id: $0.1, phase: .ended, location: .zero)
      }
    #expect(Chart([series]).bands[1].range.upperBound == 1.5)
    series.touches = []
    #expect(Chart([series]).bands[1].range.upperBound == Self.times[3])
  }

  @Test func `holds a scale, then steps`() throws {
    let chart = Chart([Self.series(.zoom, [1, 2, 4, 8, 8, 8])])
    #expect(chart.readout(at: 1).values.map(\.value) == [2])
    #expect(chart.readout(at: 122.0 / 60).values.map(\.value) == [3])
  }

  @Test(arguments: [Series.Column.velocityX, .velocityY])
  func `has no velocity where nothing moved`(column: Series.Column) throws {
    let values: [Double] = [0, 300, 600, 900, 600, 300]
    let lane = { (phase: ScrollView.Phase?, ticks: [Chart.Tick]) in
      var series = Self.series(column, values, phase: phase)
      series.ticks = ticks
      return Chart([series], groups: [.velocity])
    }
    for phase in [ScrollView.Phase.dragging, .tracking, .idle, nil] {
      let chart = lane(phase, [])
      #expect(
        [2.5, 60, 121.5, 122].map { chart.readout(at: $0 / 60).values.first?.value }
          == [0, 0, 0, 900])
    }
    // The content moved on, but frames were missed.
    let missed = [Chart.Tick(kind: .missedRefresh, time: Self.times[3])]
    for chart in [lane(.dragging, missed), lane(.decelerating, [])] {
      #expect([2.5, 121.5].map { chart.readout(at: $0 / 60).values.first?.value } == [600, 600])
    }
  }

  @Test(arguments: [
    (6.0, 300.0, 100.0, 300.0), (6, 300, 0, 0), (6, 0, 300, 0), (7, 300, 100, 0),
  ])
  func `keeps its velocity where a hand is reported less often than frames, and no phase is known`(
    frames: Double, before: Double, after: Double, expected: Double
  ) {
    let series = Series(
      name: "rows", times: [0, 1, 2, 2 + frames * 0.99].map { $0 / 60 },
      phases: Array(repeating: nil, count: 4),
      values: [.velocityY: [0, 100, before, after]])
    let chart = Chart([series], groups: [.velocity])
    #expect(chart.readout(at: 4.0 / 60).values.map(\.value) == [expected])
  }

  /// Rows 16.7 ms apart, a gap of some refreshes after the third, and rows again.
  @Test(arguments: [ScrollView.Phase.tracking, .dragging, .zooming], [2, 3, 5])
  func `keeps its velocity while a finger is reported late, and is read as the rows are`(
    phase: ScrollView.Phase, refreshes: Int
  ) throws {
    let times = [0, 1, 2, 2 + refreshes, 3 + refreshes].map { Double($0) / 60 }
    let values = [0.0, -900, -1200, -354, -629]
    let phases = [phase, phase, phase, .decelerating, .decelerating]
    let series = Series(name: "rows", times: times, phases: phases, values: [.velocityY: values])
    let chart = Chart([series], groups: [.velocity])
    for (time, value) in zip(times, values) {
      #expect(chart.readout(at: time).values.map(\.value) == [value])
      #expect(
        series.holdingGaps().row(at: time).flatMap { series.holdingGaps().values[.velocityY]?[$0] }
          == value)
    }
    #expect(chart.readout(at: times[2] + 0.0002).values.map(\.value) == [-1200])
    var history = CurveHistory()
    for (time, value) in zip(times, values) {
      let view = ScrollView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
      var sample = Trace.Sample(view, at: time)
      (sample.phase, sample.measuredVelocity) = (phase, Point(0, value))
      history.append(sample, ScrollLimits(view), at: time)
    }
    let row = try #require(history.series.row(at: times[2] + 0.0002))
    #expect(history.series.values[.velocityY]?[row] == -1200)
  }

  /// After a pause nothing moved in, the row before it has its own velocity all the same.
  @Test func `is 0 after the row before it`() {
    let series = Self.series(.velocityY, [0, 300, 600, 900, 600, 300])
    let chart = Chart([series], groups: [.velocity])
    #expect(
      Self.times.map { chart.readout(at: $0).values.first?.value } == [0, 300, 600, 900, 600, 300])
    #expect(chart.readout(at: Self.times[2] + 1e-6).values.map(\.value) == [0])
  }

  @Test func `holds edges and resting offsets too`() throws {
    var series = Series(name: "rows")
    for (row, time) in Self.times.enumerated() {
      let view = ScrollView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
      view.contentOffset = Point(0, Self.values[row])
      series.append(
        Trace.Sample(view, at: 0), at: time,
        ScrollLimits(
          minimumOffset: .zero, maximumOffset: Point(0, row < 3 ? 40 : 60),
          viewport: Size(100, 100), restingOffset: .zero))
    }
    let upper = try #require(Chart([series]).lanes[0].edges.first).upper
    #expect(upper.filter { $0.x < Self.times[3] }.allSatisfy { $0.y == 40 })
    #expect(upper.contains(Point(Self.times[3], 40)) && upper.contains(Point(Self.times[3], 60)))
  }

  @Test func `is one of more than one and a half frames`() throws {
    for (last, count) in [(1.49, 4), (1.51, 6)] {
      let series = Series(
        name: "rows", times: [0, 0.01, 0.02, 0.02 + last / 100],
        phases: Array(repeating: .dragging, count: 4), values: [.offsetY: [0, 1, 2, 3]])
      #expect(try Self.curve(series).count == count)
    }
  }

  @Test(arguments: [
    // Samples at a rate of their own; single frames between pauses; frames between many pauses.
    ([0.0, 1, 2, 3], 4), ([0.0, 0.5, 1.5, 2], 10), ([0.0, 0.5, 1, 1.5, 1.51, 2.5], 14),
  ])
  func `is found whether frames or pauses are more`(times: [Double], count: Int) throws {
    let series = Series(
      name: "rows", times: times, phases: times.map { _ in nil },
      values: [.offsetY: times])
    #expect(try Self.curve(series).count == count)
  }

  @Test func `is held by references and both sides of a comparison as well`() throws {
    let series = Self.series(.offsetY, [0, 10, 20, 35, 40, 50])
    let other = Self.series(.offsetY, [0, 10, 20, 36, 40, 50])
    let chart = Chart([series, other])
    #expect(chart.readout(at: 1).values.map(\.value) == [20, 20])
    let comparison = try Comparison(.series(series), with: other, alignment: Alignment.none)
    let lane = try #require(Chart.Lane(residual: comparison, holdsGaps: true, in: 0...3))
    #expect(Chart(lanes: [lane]).readout(at: 1).values.map(\.value) == [0])
  }

  @Test func `has no difference from a reference without rows there`() throws {
    let series = Self.series(.offsetY, [0, 10, 20, 35, 40, 50])
    let other = Self.series(.offsetY, [0, 10, 20, 36, 40, 50])
    let comparison = try Comparison(.series(series), with: other, alignment: Alignment.none)
    let chart = Chart([series, other], residuals: [comparison])
    let lane = try #require(chart.lanes.firstIndex { $0.kind == .residual })
    #expect(!chart.readout(at: 1).values.contains { $0.lane == lane })
    #expect(chart.readout(at: Self.times[1]).values.contains { $0.lane == lane })
  }

  @Test(arguments: [Series.Column.offsetX, .offsetY])
  func `is drawn as a level line at any scale`(column: Series.Column) {
    // The pause begins and ends in columns that other rows share.
    let points = Self.series(column, [0, 80, 20, 90, 5, 50]).holdingGaps()
    let all = zip(points.times, points.values[column] ?? []).map { Point($0, $1) }
    for rate in [2.0, 7, 20, 60, 500] {
      let reduced = all.reduced { ($0 * rate).rounded(.down) }
      let levels = zip(reduced, reduced.dropFirst()).filter { $1.x - $0.x > 1 }
      #expect(levels.count == 1 && levels.allSatisfy { $0.y == 20 && $1.y == 20 })
    }
  }
}
