import Glibc
import OverscrollDrawing
import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

@Suite struct `A chart` {
  /// A series of rows: time, x, y, velocity of y, and scale.
  private func series(_ rows: [(Double, Double, Double, Double, Double)]) -> Series {
    var series = Series(name: "s")
    for row in rows {
      series.append(
        time: row.0, phase: .dragging,
        [
          (.offsetX, row.1), (.offsetY, row.2), (.velocityX, 0), (.velocityY, row.3),
          (.zoom, row.4),
        ])
    }
    return series
  }

  /// A drag beyond the top by touch, recorded at 240 Hz.
  private static func flick() throws -> Script {
    try Script(
      parsing: """
        {"overscroll":1,"viewport":[320,480],"content":[320,2000]}
        {"t":0.1,"touch":"began","id":0,"at":[160,300]}
        {"t":0.15,"touch":"moved","id":0,"at":[160,260]}
        {"t":0.166,"touch":"moved","id":0,"at":[160,230]}
        {"t":0.182,"touch":"ended","id":0,"at":[160,200]}
        {"t":2.5,"wheel":[0,1],"at":[160,200]}
        """, file: "flick")
  }

  @Test func `has names of phases that can be read on their bands`() {
    for theme in [ChartTheme.light, .dark] {
      for phase in ScrollView.Phase.allCases {
        let band = theme.color(of: phase).over(theme.background)
        for text in [theme.text, theme.text.strengthened] {
          #expect(text.contrast(to: band) >= 4.5, "\(phase)")
        }
      }
    }
  }

  @Test func `reads values only where a frame was, or where they were held`() {
    let rows: [(Double, Double)] = [(0, 1), (1.0 / 60, 5), (2.0 / 60, 5), (1.5, 9)]
    let chart = Chart([series(rows.map { ($0.0, 0, $0.1, 0, 1) })])
    #expect(chart.frameTime(at: 0.01) == 0 && chart.frameTime(at: 0.03) == 1.0 / 60)
    // Nothing is known to have moved between the third row and the last.
    #expect(chart.frameTime(at: 0.7) == 0.7 && chart.frameTime(at: 1.5) == 1.5)
    #expect(chart.frameTime(at: -1) == -1)
  }

  @Test func `leaves out axes and lanes in which nothing moves, but for the first lane`() {
    let cases: [([(Double, Double, Double, Double, Double)], [[String]])] = [
      ([(0, 1, 2, 0, 1), (1, 1, 3, 0, 1)], [["offset_y"]]),
      ([(0, 1, 2, 0, 1), (1, 5, 2, 0, 1)], [["offset_x"]]),
      ([(0, 1, 2, 0, 1), (1, 5, 3, 9, 1)], [["offset_x", "offset_y"], ["velocity_y"]]),
      ([(0, 1, 2, 0, 1), (1, 1, 2, 0, 2)], [["offset_y"], ["zoom"]]),
      ([(0, 1, 2, 0, 1), (1, 1, 2, 0, 1)], [["offset_y"]]),
    ]
    for (rows, expected) in cases {
      #expect(Chart([series(rows)]).lanes.map { $0.curves.map(\.name) } == expected)
    }
  }

  @Test func `spans what is seen plus 8 %, velocities on both sides of 0, scales as logarithms`() {
    let chart = Chart([series([(0, 0, 100, 0, 1), (1, 0, 200, -50, 4), (2, 0, 150, 30, 2)])])
    #expect(chart.lanes.map(\.span) == [92...208, -58...58, -0.16...2.16])
    #expect(chart.lanes[2].curves[0].points == [Point(0, 0), Point(1, 2), Point(2, 1)])
    let part = Chart([series([(0, 0, 0, 0, 1), (1, 0, 100, 0, 1), (2, 0, 900, 0, 1)])], to: 1)
    #expect(part.lanes[0].span == -8...108)
  }

  @Test func `has no curve where a file has a scale that is none`() {
    let rows = [(0, 0), (1, 1), (2, 4), (3, -1)].map { (Double($0), 0.0, 0.0, 0.0, Double($1)) }
    for rows in [rows, rows.map { ($0.0, 0, 0, 0, 0) }] {
      let chart = Chart([series(rows)], groups: [.zoom])
      #expect(chart.lanes.allSatisfy { $0.span.lowerBound.isFinite && $0.span.length > 0 })
    }
    let points = Chart([series(rows)]).lanes.last?.curves[0].points ?? []
    #expect(points.map { $0.y.isNaN } == [true, false, false, true])
  }

  @Test(arguments: [120.0, 124, 126])
  func `counts an edge within a quarter of the span as seen`(edge: Double) {
    var series = Series(name: "s")
    for (time, y) in [(0.0, 0.0), (1, 100)] {
      series.append(
        Self.sample(offset: y), at: time,
        ScrollLimits(
          minimumOffset: Point(0, -1000), maximumOffset: Point(0, edge),
          viewport: Size(100, 5000), restingOffset: .zero))
    }
    let lane = Chart([series]).lanes[0]
    let expected = edge > 125 ? -8...108 : (0...edge).widened
    #expect(abs(lane.span.lowerBound - expected.lowerBound) < 1e-9)
    #expect(abs(lane.span.upperBound - expected.upperBound) < 1e-9)
  }

  private static func sample(offset: Double) -> Trace.Sample {
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    view.contentSize = Size(100, 10_000)
    view.contentOffset = Point(0, offset)
    return Trace.Sample(view, at: 0)
  }

  @Test func `draws the resting offset from the release on, and asymptotes where they are seen`()
    throws
  {
    let chart = Chart([Series(try Self.flick(), name: "flick", rate: 240)])
    let lane = try #require(chart.lanes.first)
    #expect(lane.curves.map(\.name) == ["offset_y"])
    let resting = try #require(lane.guides.first { $0.kind == .resting })
    let known = resting.points.filter(\.y.isFinite)
    let release = try #require(known.first)
    #expect(abs(release.x - 0.182) < 1 / 240.0)
    let rest = try #require(lane.curves[0].points.last { $0.x < 2.4 })
    #expect(abs(release.y - rest.y) < 0.5)
    // The content is 1520 points longer than the viewport: neither band is in sight of a flick in the middle.
    #expect(!lane.guides.contains { $0.kind == .asymptote })
    #expect(lane.edges.map(\.lower.first?.y) == [0] && lane.edges.map(\.upper.first?.y) == [1520])
  }

  @Test func `puts the asymptote a viewport beyond the edge`() {
    var series = Series(name: "s")
    for (time, y) in [(0.0, 0.0), (1, 700)] {
      series.append(
        Self.sample(offset: y), at: time,
        ScrollLimits(
          minimumOffset: .zero, maximumOffset: Point(0, 250), viewport: Size(300, 400),
          restingOffset: .zero))
    }
    let guides = Chart([series]).lanes[0].guides
    #expect(guides.map(\.kind) == [.asymptote] && guides[0].points.map(\.y) == [650, 650])
  }

  @Test func `has ticks for touches, notches, marks and missed refreshes`() throws {
    var script = try Self.flick()
    script.events += [
      .init(time: 2.6, action: .mark("late")),
      .init(time: 2.7, action: .frame(Script.Frame(index: 0, missed: 2))),
      .init(time: 2.8, action: .frame(Script.Frame(index: 1))),
    ]
    let chart = Chart([Series(script, name: "flick", rate: 240)])
    #expect(chart.ticks.map(\.kind) == [.touchDown, .touchUp, .notch, .mark, .missedRefresh])
    #expect(chart.ticks.map(\.time) == [0.1, 0.182, 2.5, 2.6, 2.7])
    #expect(chart.ticks[3].text == "late")
    #expect(
      chart.bands.map(\.phase) == [
        .idle, .tracking, .dragging, .decelerating, .idle, .animating, .idle,
      ])
  }

  @Test func `gives the values at a time, on straight lines between rows`() {
    let chart = Chart([series([(0, 0, 100, 10, 1), (1, 0, 200, 30, 2)])])
    let readout = chart.readout(at: 0.25)
    #expect(readout.values.map(\.text) == ["125.0 pt", "15 pt/s", "1.189×"])
    #expect(readout.phase == .dragging)
    #expect(chart.readout(at: 1).values.map(\.value) == [200, 30, 1])
    #expect(chart.readout(at: 1.5).values.isEmpty)
  }

  @Test func `shows a difference with its largest and mean square value`() throws {
    let one = series([(0, 0, 0, 0, 1), (1, 0, 10, 0, 1), (2, 0, 20, 0, 1)])
    let other = series([(0, 0, 0, 0, 1), (1, 0, 13, 0, 1), (2, 0, 20, 0, 1)])
    let comparison = try Comparison(.series(one), with: other)
    let lane = try #require(Chart([one, other], residuals: [comparison]).lanes.last)
    #expect(lane.kind == .residual)
    #expect(lane.curves.map { $0.points.map(\.y) } == [[0, -3, 0]])
    #expect(lane.note == "y max 3 at 1 s, RMS 1.73")
  }

  @Test(arguments: [
    (0.0, "0.00 pt"), (0.005, "5.0e-03 pt"), (-0.005, "−5.0e-03 pt"), (0.01, "0.01 pt"),
    (-0.5, "−0.50 pt"), (12.345, "12.35 pt"),
  ])
  func `reads small differences with an exponent`(difference: Double, text: String) {
    let points = [Point(0, difference), Point(1, difference)]
    let curve = Chart.Curve(name: "offset_y", hue: .y, style: .subject, points: points)
    let lane = Chart.Lane(kind: .residual, title: "", curves: [curve], span: -20...20)
    #expect(Chart(lanes: [lane]).readout(at: 0.5).values.map(\.text) == [text])
  }

  @Test func `reads negative numbers with a minus sign, and nothing where a curve is interrupted`()
  {
    let points = [Point(0, -3), Point(1, -5), Point(2, .nan), Point(3, 7)]
    let curve = Chart.Curve(name: "offset_y", hue: .y, style: .subject, points: points)
    let lane = Chart.Lane(kind: .offset, title: "", curves: [curve], span: -9...9)
    let texts = [-0.1, 0, 0.5, 1, 1.5, 2, 2.5, 3, 3.1].map {
      Chart(lanes: [lane]).readout(at: $0).values.first?.text
    }
    #expect(texts == [nil, "−3.0 pt", "−4.0 pt", "−5.0 pt", nil, nil, nil, "7.0 pt", nil])
  }

  @Test func `reads the subject first, then references, each axis after the other`() {
    let curves = [
      ("offset_x", Chart.Hue.x, Chart.Style.reference(0)), ("offset_x", .x, .subject),
      ("offset_y", .y, .other), ("offset_y", .y, .subject),
    ].map { Chart.Curve(name: $0, hue: $1, style: $2, points: [Point(0, 0), Point(1, 0)]) }
    let lane = Chart.Lane(kind: .offset, title: "", curves: curves, span: -9...9)
    let values = Chart(lanes: [lane]).readout(at: 0).values
    #expect(values.map(\.hue) == [.x, .x, .y, .y])
    #expect(values.map(\.style) == [.subject, .reference(0), .subject, .other])
  }

  @Test func `of a take has side B dashed with the differences, and a reference dotted`() throws {
    let script = try Self.flick()
    var other = script
    other.header.settings.append(.flag(.bounces, false))
    other.events[3].time = 0.19
    let (one, two) = (PerformedTake(script), PerformedTake(other))
    #expect(Chart(one).legend.map(\.style) == [.subject])
    let reference = Series(script, name: "C", rate: 60)
    let ghost = try GhostTrack(reference, along: script, name: "A")
    let chart = Chart(one, other: two, ghost: ghost)
    #expect(chart.legend.map(\.name) == ["A", "B", "C"])
    #expect(chart.legend.map(\.style) == [.subject, .other, .reference(0)])
    #expect(chart.lanes.map(\.kind) == [.offset, .velocity, .residual])
    #expect(chart.lanes.last?.title == "A − B, pt" && chart.times == 0...one.duration)
    // The last frame is that of the wheel, whose motion A and B have in common.
    let residual = try #require(chart.lanes.last)
    let differences = residual.curves.flatMap(\.points).map(\.y)
    #expect(differences.count > 100 && (differences.map(abs).max() ?? 0) > 1)
    #expect(differences.allSatisfy(residual.span.contains))
    let frames = one.frames.map(\.sample.time)
    #expect(chart.lanes[0].curves.last?.points.map(\.x) == frames)
    #expect(Chart(one, other: two).legend.map(\.style) == [.subject, .other])
  }

  @Test func `of an empty take lasts a moment`() {
    let take = PerformedTake(Script(header: Script.Header(), events: []))
    #expect(Chart(take).times == 0...1e-3)
  }

  @Test func `has a tick for a finger down and up, a notch and a mark`() throws {
    let input = { (event: Event) -> Chart.Tick.Kind? in
      Chart.Tick(Script.TimedEvent(time: 2, action: .event(event))).map {
        $0.time == 2 ? $0.kind : nil
      } ?? nil
    }
    let touch = { (phase: TouchEvent.Phase) in
      input(.touch(TouchEvent(id: 1, phase: phase, location: .zero, timestamp: 0)))
    }
    #expect(touch(.began) == .touchDown && touch(.moved) == nil)
    #expect(touch(.ended) == .touchUp && touch(.cancelled) == .touchUp)
    #expect(
      input(.wheel(WheelEvent(notches: Point(0, 1), location: .zero, timestamp: 0))) == .notch)
    #expect(input(.key(KeyEvent(key: "a", timestamp: 0))) == nil)
    #expect(
      Chart.Tick(Script.TimedEvent(time: 3, action: .mark("late")))
        == Chart.Tick(kind: .mark, time: 3, text: "late"))
    #expect(
      Chart.Tick(Script.TimedEvent(time: 0, action: .frame(Script.Frame(index: 0)))) == nil)
  }

  @Test(arguments: [
    ([2.0, 2], 0.5...1.5), ([1, 1], -0.5...0.5), ([1, 2], -0.08...1.08), ([1, 4], -0.16...2.16),
  ])
  func `shows a scale that does not change between its neighbors`(
    scales: [Double], span: ClosedRange<Double>
  ) {
    let series = series(scales.enumerated().map { (Double($0), 0, 0, 0, $1) })
    let builder = LaneBuilder(series: [series], styles: [.subject], times: 0...1)
    #expect(builder.lane(.zoom, isNeeded: true)?.span == span)
  }

  @Test(arguments: [false, true])
  func `shows the limits of a scale that are near`(isConstant: Bool) throws {
    let script = try Script(
      parsing: #"{"overscroll":1,"content":[320,480],"maximumZoomScale":2}"#
        + "\n" + #"{"t":1,"call":"setZoomScale","scale":1.9,"animated":true}"#, file: "zoom")
    var series = Series(script, name: "zoom", rate: 60)
    if isConstant {
      series = Series(name: "zoom", times: [0, 1], phases: [nil, nil], values: [.zoom: [1, 1.9]])
      series.header = script.header
    }
    let lane = try #require(Chart([series]).lanes.first { $0.kind == .zoom })
    #expect(lane.edges.map { $0.lower.map(\.y) } == [[0, 0]])
    #expect(lane.edges.map { $0.upper.map(\.y) } == [[1, 1]])
    #expect(lane.span.lowerBound < 0 && lane.span.upperBound > 1)
  }

  @Test func `has edges that follow the scale that is seen, not the one that it will have`() throws
  {
    let script = try Script(
      parsing: """
        {"overscroll":1,"viewport":[300,300],"content":[600,600],"minimumZoomScale":0.5,"maximumZoomScale":4}
        {"t":0.1,"call":"setZoomScale","scale":3,"animated":true}
        """, file: "z")
    let series = Series(script, name: "z", rate: 60)
    for row in 0..<series.count {
      let zoom = try #require(series.values[.zoom]?[row])
      let expected = max(600 * zoom - 300, 0)
      // Offsets at rest lie on whole pixels.
      #expect(abs(series.geometry[row].maximumOffset.y - expected) <= 0.501, "row \(row)")
    }
    #expect(Set(series.values[.zoom] ?? []).count > 5)
  }

  @Test func `shows no limits of a scale that cannot change`() {
    var series = Series(name: "zoom", times: [0, 1], phases: [nil, nil], values: [.zoom: [1, 2]])
    series.header = Script.Header()
    #expect(Chart([series], groups: [.zoom]).lanes.map(\.edges) == [[]])
  }

  /// A page has 170 points a lane, and the lanes of a panel share 183.
  @Test func `is large enough to see an overshoot of 5 % of a scale`() {
    let rows = (0...20).map { index -> (Double, Double, Double, Double, Double) in
      let scale = index < 10 ? exp2(Double(index) / 10) : index < 15 ? 2.1 : 2
      return (Double(index), 0, 0, 0, scale)
    }
    let lane = Chart([series(rows)]).lanes.last
    let span = lane.map { $0.span.upperBound - $0.span.lowerBound } ?? .infinity
    let panel = ChartLayout.panel(
      Rect(x: 0, y: 0, width: 800, height: 220), lanes: [.offset, .velocity, .zoom])
    let page = ChartLayout.page(
      Rect(x: 0, y: 0, width: 1200, height: ChartLayout.usualHeight(lanes: 3)),
      lanes: [false, false, false])
    #expect(log2(1.05) / span * panel.lanes[2].height > 3)
    #expect(log2(1.05) / span * page.lanes[2].height > 8)
  }

  @Test func `has velocities at least half as high as offsets`() {
    let kinds: [Chart.Lane.Kind] = [.offset, .velocity, .zoom, .offset, .velocity]
    for height in stride(from: 120.0, through: 400, by: 1) {
      for count in 2...kinds.count {
        for zooms in [false, true] {
          let layout = ChartLayout.panel(
            Rect(x: 0, y: 0, width: 300, height: height), lanes: Array(kinds.prefix(count)),
            constant: kinds.prefix(count).map { $0 == .zoom && !zooms })
          #expect(layout.lanes[1].height >= layout.lanes[0].height / 2, "\(height)")
          #expect(layout.lanes.last?.maxY == layout.ticks.minY)
        }
      }
    }
  }

  @Test func `folds lanes of a single value, which is written there`() throws {
    let rows = (0...9).map { (Double($0), 0.0, 12.5, 0.0, exp2(Double($0) / 9)) }
    let chart = Chart([series(rows)], groups: [.offset, .zoom])
    #expect(chart.lanes.map(\.constant) == [12.5, nil])
    let moving = Chart([series([(0, 0, 0, 0, 1), (1, 0, 1, 0, 1)])])
    #expect(moving.lanes.allSatisfy { $0.constant == nil })
    let constant = chart.lanes.map { $0.constant != nil }
    let frame = Rect(x: 0, y: 0, width: 600, height: 220)
    let panel = ChartLayout.panel(frame, lanes: chart.lanes.map(\.kind), constant: constant)
    #expect(panel.lanes.map(\.height) == [16, 167])
    #expect(ChartLayout.page(frame, lanes: constant).lanes[0].height == 16)
    // Something has to be seen where nothing moves.
    #expect(
      ChartLayout.panel(frame, lanes: [.offset, .zoom], constant: [true, true]).folded == [1])
    let texts = try DrawingText.runs(PixelSize(width: 600, height: 220)) { canvas in
      ChartPainter(
        chart: chart, canvas: canvas, layout: panel, theme: .dark, pixelsPerPoint: 1
      ).drawPanelFrame(caption: "")
    }
    let value = try #require(texts.first { $0.text == "12.5 pt" })
    #expect(value.end <= panel.lanes[0].minX && panel.lanes[0].minY + 12 == value.start.y)
  }

  @Test(arguments: [1.0, 2]) func `has numbers that touch neither each other nor an edge`(
    scale: Double
  ) throws {
    let surface = try Surface(imageOf: PixelSize(width: 1, height: 1), opaque: true)
    let canvas = try Canvas(surface)
    for height in [120.0, 150, 187, 220, 340] {
      for kind in [Chart.Lane.Kind.offset, .velocity, .zoom] {
        for step in 0..<400 {
          let low = Double(step) * 0.37 - 70
          let length = pow(1.03, Double(step)) * 0.01
          let lanes = [Chart.Lane.Kind.offset, .velocity, .zoom].map {
            Chart.Lane(kind: $0, title: "", curves: [], span: low / 20...low / 20 + length)
          }
          let layout = ChartLayout.panel(
            Rect(x: 0, y: 0, width: 300, height: height), lanes: lanes.map(\.kind))
          let painter = ChartPainter(
            chart: Chart(lanes: lanes), canvas: canvas, layout: layout, theme: .dark,
            pixelsPerPoint: scale)
          let index = lanes.firstIndex { $0.kind == kind } ?? 0
          let rect = layout.lanes[index]
          let baselines = painter.numbers(of: lanes[index], rect).map(\.baseline)
          // Digits are 8 points high.
          #expect(baselines.allSatisfy { $0 - 8 >= rect.minY + 1 && $0 <= rect.maxY - 2 })
          #expect(zip(baselines, baselines.dropFirst()).allSatisfy { $0 - $1 >= 8 + 2 })
        }
      }
    }
  }

  @Test(arguments: [
    (0.0005, "5.0e-04"), (0.01234, "0.0123"), (0.5, "0.5"), (3.456, "3.46"), (12.34, "12.3"),
  ])
  func `notes a difference by its first digits`(difference: Double, text: String) throws {
    let one = series([(0, 0, 0, 0, 1), (1, 0, 10, 0, 1)])
    let other = series([(0, 0, 0, 0, 1), (1, 0, 10 + difference, 0, 1)])
    let comparison = try Comparison(.series(one), with: other)
    let lane = try #require(Chart([one, other], residuals: [comparison]).lanes.last)
    #expect(lane.note.hasPrefix("y max \(text) at 1 s"), "\(lane.note)")
  }

  @Test func `keeps four points of each column of a long curve, the lowest and highest among them`()
    throws
  {
    var long = Series(name: "long")
    for row in 0..<200_000 {
      let spike = row == 123_456 ? 5000.0 : row == 77_777 ? -5000 : Double(row % 7)
      long.append(time: Double(row) / 1000, phase: nil, [(.offsetY, spike)])
    }
    let curve = try #require(Chart([long]).lanes.first?.curves.first)
    #expect(curve.points.count <= 4 * 16_384 + 4)
    #expect(curve.points.map(\.y).max() == 5000 && curve.points.map(\.y).min() == -5000)
    #expect(curve.points.map(\.x) == curve.points.map(\.x).sorted())
  }
}

extension ClosedRange<Double> {
  /// The range and 8 % of its length on both sides.
  fileprivate var widened: ClosedRange<Double> {
    let room = (upperBound - lowerBound) * 0.08
    return (lowerBound - room)...(upperBound + room)
  }
}
