import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// The curves of the last minute, and the axes that they get.
@Suite struct `A history of curves` {
  private static let geometry = ScrollLimits(
    minimumOffset: .zero, maximumOffset: Point(0, 5000), viewport: Size(100, 100),
    restingOffset: .zero)

  /// What is shown at an offset, at rest or in a drag.
  private static func sample(_ offset: Double, isDragging: Bool = false) -> Trace.Sample {
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    view.contentSize = Size(100, 10_000)
    let window = Window(frame: view.frame)
    window.addSubview(view)
    if isDragging {
      for (time, y) in [(0.0, 90.0), (0.01, 50), (0.02, 40)] {
        window.send(.touch(time == 0 ? .began : .moved, at: Point(50, y), time))
      }
    }
    view.contentOffset = Point(0, offset)
    var sample = Trace.Sample(view, at: 0)
    sample.velocity = .zero
    return sample
  }

  private func history(_ rows: [(Double, Double)]) -> CurveHistory {
    var history = CurveHistory()
    for (time, offset) in rows { history.append(Self.sample(offset), Self.geometry, at: time) }
    return history
  }

  @Test func `replaces a frame of the same time, and ignores an earlier one`() {
    let history = history([(1, 10), (1.02, 20), (1.02, 30), (1.01, 99), (1.04, 40)])
    #expect(history.series.times == [1, 1.02, 1.04] && history.latest == 1.04)
    #expect(history.series.values[.offsetY] == [10, 30, 40])
  }

  @Test func `has a band for each phase, up to the next`() {
    var history = CurveHistory()
    for (time, isDragging) in [(0.0, false), (1, false), (2, true), (3, true), (4, false)] {
      history.append(Self.sample(0, isDragging: isDragging), Self.geometry, at: time)
    }
    #expect(history.bands.map(\.phase) == [.idle, .dragging, .idle])
    #expect(history.bands.map(\.range) == [0...2, 2...4, 4...4])
    // A lift between two frames is the end of the phase of fingers.
    history.append(Self.sample(0, isDragging: true), Self.geometry, at: 5)
    history.add(Chart.Tick(kind: .touchUp, time: 5.5))
    history.append(Self.sample(0), Self.geometry, at: 9)
    #expect(history.bands.map(\.range).suffix(3) == [4...5, 5...5.5, 5.5...9])
  }

  @Test func `has a tick where refreshes were missed, and where something was done`() {
    var history = CurveHistory()
    history.append(Self.sample(0), Self.geometry, at: 1)
    history.append(Self.sample(0), Self.geometry, at: 2, missed: 1)
    history.add(Chart.Tick(kind: .notch, time: 1.5))
    #expect(history.ticks.map(\.kind) == [.missedRefresh, .notch])
    #expect(history.ticks.map(\.time) == [2, 1.5])
  }

  /// What two calls of `takeChange()` return.
  private func changes(_ history: inout CurveHistory) -> [CurveHistory.Change?] {
    [history.drainChange(), history.drainChange()]
  }

  @Test func `says once from when on it has changed`() {
    var history = history([(1, 0)])
    let first = CurveHistory.Change(start: 1, includesTicks: false)
    #expect(changes(&history) == [first, nil])
    history.append(Self.sample(1), Self.geometry, at: 2)
    // The line from the last row to the new one is new too.
    #expect(changes(&history) == [first, nil])
    history.append(Self.sample(1), Self.geometry, at: 3)
    history.add(Chart.Tick(kind: .mark, time: 0.5))
    history.add(Chart.Tick(kind: .mark, time: 2.5))
    #expect(changes(&history) == [CurveHistory.Change(start: 0.5, includesTicks: true), nil])
    for missed in [1, 0] {
      history.append(Self.sample(1), Self.geometry, at: 4 - Double(missed) / 2, missed: missed)
    }
    #expect(changes(&history) == [CurveHistory.Change(start: 3, includesTicks: true), nil])
  }

  @Test func `keeps the last minute, and lets go of more once it has two`() {
    var history = CurveHistory()
    history.append(Self.sample(0, isDragging: true), Self.geometry, at: 0)
    for second in 1...120 {
      history.append(Self.sample(0), Self.geometry, at: Double(second), missed: second % 2)
    }
    #expect(history.series.times.first == 0 && history.bands.count == 2)
    history.append(Self.sample(0), Self.geometry, at: 121)
    // What is held until the first row that is seen begins just after the row before it, for the line to it.
    #expect(history.series.times.first.map { (60...60.00000001).contains($0) } == true)
    #expect(history.bands.map(\.phase) == [.idle])
    #expect(history.ticks.first?.time == 61 && history.ticks.count == 30)
  }

  // MARK: Axes

  private func span(
    _ scale: LiveScale, _ group: Chart.Group = .offset
  ) throws -> ClosedRange<Double> { try #require(scale.formats[group]).span }

  @Test func `is measured five times a second, and before a curve leaves its lane`() throws {
    var scale = LiveScale()
    var history = CurveHistory()
    var measured: [Double] = []
    for frame in 0...60 {
      let time = Double(frame) / 60
      history.append(
        Self.sample(Double(frame * frame * frame), isDragging: true), Self.geometry, at: time)
      if scale.follow(history, in: time - 4...time) { measured.append(time) }
      #expect(try span(scale).contains(Double(frame * frame * frame)))
    }
    // At most every other frame at the start, where each is eight times as far as the one before.
    #expect((5...20).contains(measured.count), "\(measured)")
    let last = measured.suffix(3)
    #expect(zip(last, last.dropFirst()).allSatisfy { $1 - $0 > 0.08 && $1 - $0 < 0.22 })
  }

  @Test func `gets some room while it grows, and loses what it has far too much of`() throws {
    var scale = LiveScale()
    var history = CurveHistory()
    func add(_ offset: Double, at time: Double, from start: Double = 0) -> Bool {
      history.append(Self.sample(offset, isDragging: true), Self.geometry, at: time)
      return scale.follow(history, in: start...time)
    }
    #expect(add(1000, at: 0))
    #expect(add(1100, at: 1))
    // 1000…1100 and 8 % on both sides; half of that more where it grows.
    #expect(try abs(span(scale).upperBound - 1166) < 1e-9)
    let first = try span(scale)
    #expect(add(1100, at: 2) == false)
    #expect(try span(scale) == first)
    #expect(add(800, at: 3))
    let second = try span(scale)
    // 800…1100, whose lower end alone is new: 348 points with 8 %, and half of that.
    #expect(abs(second.lowerBound - (776 - 174)) < 1e-9 && abs(second.upperBound - 1124) < 1e-9)
    // Somewhat shorter stays, and is replaced from 45 % on.
    #expect(!add(1050, at: 4, from: 2.5))
    #expect(add(1060, at: 5, from: 4.2))
    #expect(try span(scale).length < second.length * 0.45)
  }

  @Test(arguments: [(440.0, true), (460, false), (990, false)])
  func `shrinks where less than 45 % of it is needed`(height: Double, shrinks: Bool) throws {
    var scale = LiveScale()
    var history = CurveHistory()
    for (time, offset) in [(0.0, 0.0), (1, 1000), (3, height), (4, 0), (5, height)] {
      history.append(Self.sample(offset, isDragging: true), Self.geometry, at: time)
      if time == 1 { _ = scale.follow(history, in: 0...1, isFinal: true) }
    }
    let hasChanged = scale.follow(history, in: 3.5...5)
    #expect(try hasChanged == shrinks && span(scale).length.rounded() == (shrinks ? 510 : 1160))
  }

  @Test func `fits exactly at rest, and when it is asked to`() throws {
    var scale = LiveScale()
    var history = CurveHistory()
    history.append(Self.sample(1000, isDragging: true), Self.geometry, at: 0)
    history.append(Self.sample(1100, isDragging: true), Self.geometry, at: 0.01)
    let isFinal = scale.follow(history, in: 0...0.01, isFinal: true)
    #expect(isFinal)
    #expect(try abs(span(scale).upperBound - 1108) < 1e-9)
    history.append(Self.sample(1104, isDragging: true), Self.geometry, at: 0.02)
    let isEarly = scale.follow(history, in: 0...0.02)
    #expect(!isEarly)
    history.append(Self.sample(1104), Self.geometry, at: 0.03)
    let isAtRest = scale.follow(history, in: 0...0.03)
    #expect(isAtRest)
    #expect(try abs(span(scale).upperBound - 1112.32) < 1e-9)
    // At rest for a while, no more often than in a motion.
    history.append(Self.sample(1110), Self.geometry, at: 0.04)
    let isAgain = scale.follow(history, in: 0...0.04)
    #expect(!isAgain)
    // But at once where a curve would leave its lane.
    for (offset, time) in [(1120.0, 0.05), (800, 0.06)] {
      history.append(Self.sample(offset), Self.geometry, at: time)
      let hasGrown = scale.follow(history, in: 0...time)
      #expect(hasGrown)
      #expect(try span(scale).contains(offset))
    }
  }

  @Test func `has the curves that move`() throws {
    var scale = LiveScale()
    #expect(
      scale.formats.mapValues(\.columns) == [
        .offset: [.offsetY], .velocity: [.velocityY], .fingerVelocity: [.fingerVelocityY],
        .zoom: [.zoom],
      ])
    #expect(
      scale.formats.mapValues(\.span) == [
        .offset: (0...1).padded(by: 0.08), .velocity: (-1...1).padded(by: 0.08),
        .fingerVelocity: (-1...1).padded(by: 0.08), .zoom: (-1...1).padded(by: 0.08),
      ])
    var history = CurveHistory()
    for (time, x) in [(0.0, 0.0), (1, 50)] {
      let view = ScrollView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
      view.contentSize = Size(10_000, 10_000)
      view.contentOffset = Point(x, 0)
      history.append(Trace.Sample(view, at: 0), Self.geometry, at: time)
    }
    let isNew = scale.follow(history, in: 0...1)
    #expect(isNew)
    #expect(try #require(scale.formats[.offset]).columns == [.offsetX])
    // A finger's velocity has curves to follow only where they are shown.
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    view.contentSize = Size(10_000, 10_000)
    view.contentOffset = Point(50, 0)
    var sample = Trace.Sample(view, at: 0)
    sample.fingerVelocity = Point(0, 700)
    history.append(sample, Self.geometry, at: 1.01)
    let isMeasured = [Chart.Group.usual, [.fingerVelocity]].map {
      scale.follow(history, $0, in: 0...1.01)
    }
    #expect(isMeasured == [false, true])
  }

  // MARK: Rows

  @Test(arguments: [
    (0.0...5, 0..<6), (1...3, 0..<5), (1.5...2.5, 1..<4), (2...2, 1..<4), (-3...(-1), 0..<1),
    (7...9, 5..<6), (-3...9, 0..<6), (5...9, 4..<6),
  ])
  func `has the rows within some times, and one on each side`(
    times: ClosedRange<Double>, rows: Range<Int>
  ) {
    let series = Series(
      name: "rows", times: (0..<6).map(Double.init), phases: Array(repeating: nil, count: 6),
      values: [:])
    #expect(series.rows(in: times) == rows)
  }

  @Test func `is reduced to four points of each column, as they come`() {
    let points = [
      Point(0, 5), Point(0.2, 9), Point(0.3, 6), Point(0.4, 1), Point(0.6, 4), Point(1, 7),
      Point(2, 3), Point(2.1, 4), Point(2.2, 4), Point(2.5, .nan), Point(2.6, 8), Point(2.7, 6),
      Point(2.8, 6.5), Point(3, 1), Point(3.5, 1), Point(4, 2), Point(4, 9), Point(4, 1),
    ]
    let reduced = points.reduced { $0.rounded(.down) }
    #expect(
      reduced.map(\.x) == [
        0, 0.2, 0.4, 0.6, 1, 2, 2.1, 2.2, 2.5, 2.6, 2.7, 2.8, 3, 3.5, 4, 4, 4,
      ])
    #expect(reduced.suffix(3).map(\.y) == [2, 9, 1])
  }

  @Test func `begins new curves where other content is shown, without a line between them`() {
    var history = CurveHistory()
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    func append(_ offset: Double, at time: Double) {
      view.contentOffset = Point(0, offset)
      history.append(Trace.Sample(view, at: time), ScrollLimits(view), at: time)
    }
    for frame in 0..<4 { append(Double(frame), at: Double(frame) / 60) }
    history.interrupt()
    append(900, at: 2)
    append(901, at: 2 + 1.0 / 60)
    let chart = Chart(holding: [history.series])
    #expect(chart.readout(at: 1.5).values.first?.value == 3)
    #expect(chart.readout(at: 1.999).values.first?.value == 3)
    #expect(chart.readout(at: 2).values.first?.value == 900)
    let points = chart.lanes[0].curves.last?.points ?? []
    #expect(points.contains { $0.x == 2 && $0.y.isNaN })
  }
}
