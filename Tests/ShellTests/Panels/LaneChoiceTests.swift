import OverscrollTestSupport
import OverscrollDrawing
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab
@testable import OverscrollShell

@Suite struct `The choice of lanes` {
  /// A live panel of two scroll views that have moved.
  private func panelOfTwo() -> CurvesPanel {
    let panel = CurvesPanel(maker: ImageSurfaceFactory())
    panel.size = Size(700, 220)
    panel.follow([
      CurveTitle(title: "normal"), CurveTitle(scrollView: "fast", title: "fast"),
    ])
    let views = (0..<2).map { _ in
      let view = ScrollView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
      view.contentSize = Size(100, 5000)
      return view
    }
    for frame in 0..<60 {
      let time = Double(frame) / 60
      views[0].contentOffset = Point(0, 10 * Double(frame))
      views[1].contentOffset = Point(0, 600 - 10 * Double(frame))
      panel.append(
        zip([nil, "fast"], views).map {
          CurvesPanel.State(
            scrollView: $0, sample: Trace.Sample($1, at: time), geometry: ScrollLimits($1))
        }, at: time)
    }
    return panel
  }

  @Test func `reads the phase of the scroll view whose lane is under the pointer`() throws {
    let panel = panelOfTwo()
    let owners = ["normal", "normal", "fast", "fast"]
    var chart = Chart(
      lanes: owners.map { Chart.Lane(kind: .offset, title: "", owner: $0, curves: [], span: 0...1) }
    )
    chart.rows = panel.chartRows
    var fast = Chart.Band(phase: .idle, range: 0...1)
    fast.row = 1
    chart.bands = [Chart.Band(phase: .decelerating, range: 0...1), fast]
    let places = panel.layout.lanes.map {
      Point($0.minX + $0.width / 2, $0.minY + $0.height / 2)
    }
    let rows = places.map { panel.row(of: chart, under: $0) }
    #expect(rows == [0, 0, 1, 1] && panel.row(of: chart, under: nil) == 0)
    #expect(
      rows.map { chart.readout(at: 0.5, row: $0).phase } == [
        .decelerating, .decelerating, .idle, .idle,
      ])
    // And so where the states of a cursor are known.
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let states = zip(["normal", "fast"], [ScrollView.Phase.dragging, .zooming]).map {
      owner, phase in
      var sample = Trace.Sample(view, at: 0.5)
      sample.phase = phase
      return Chart.Shown(owner: owner, style: .subject, sample)
    }
    #expect(
      [0, 1].map { chart.readout(of: states, at: 0.5, row: $0).phase } == [.dragging, .zooming])
  }

  private func picture(_ panel: CurvesPanel) throws -> [UInt32] {
    let surface = try Surface(
      imageOf: PixelSize(width: Int(panel.size.width), height: Int(panel.size.height)), opaque: true
    )
    panel.draw(on: try Canvas(surface), scale: 1)
    try surface.flush()
    return surface.pixels()
  }

  @Test func `shows and hides the lanes of a scroll view at a click on its name`() throws {
    let panel = panelOfTwo()
    let lanes = { panel.tracks.arrangement(hiding: panel.choice.hidden).lanes.map(\.track) }
    let click = { (y: Double) in
      for phase in [TouchEvent.Phase.began, .moved, .ended] {
        panel.send(.touch(phase, at: Point(30, y), 0))
      }
    }
    let both = try picture(panel)
    #expect(lanes() == [0, 0, 1, 1])
    // The rows of phases are the last 24 points.
    click(201)
    #expect(lanes() == [1, 1] && panel.needsDisplay)
    let other = try picture(panel)
    #expect(other != both)
    // The only one that is shown stays.
    click(214)
    #expect(lanes() == [1, 1])
    click(201)
    #expect(lanes() == [0, 0, 1, 1])
    #expect(try picture(panel) == both)
    click(214)
    #expect(lanes() == [0, 0])
    click(190)
    #expect(lanes() == [0, 0], "a click elsewhere hides nothing")
  }

  /// Beside the velocity of what is seen, the one that the law of deceleration goes on with.
  @Test func `shows and hides the velocity of the law at a click beside the velocity`() throws {
    let panel = panelOfTwo()
    let usual = try picture(panel)
    func click(_ place: Point) {
      panel.send(.touch(.began, at: place, 0))
    }
    func lane(_ kind: Chart.Lane.Kind, _ kinds: [Chart.Lane.Kind]) throws -> Rect {
      panel.layout.lanes[try #require(kinds.firstIndex(of: kind))]
    }
    let two: [Chart.Lane.Kind] = [.offset, .velocity, .offset, .velocity]
    let four: [Chart.Lane.Kind] = [
      .offset, .velocity, .lawVelocity, .offset, .velocity, .lawVelocity,
    ]
    let gutter = panel.layout.plot.minX - 1
    click(Point(10, try lane(.offset, two).center.y))
    click(Point(gutter + 2, try lane(.velocity, two).center.y))
    #expect(panel.choice.further.isEmpty, "a click elsewhere shows nothing")
    click(Point(10, try lane(.velocity, two).center.y))
    #expect(panel.choice.further == [.lawVelocity] && panel.layout.lanes.count == four.count)
    #expect(try picture(panel) != usual)
    click(Point(gutter, try lane(.lawVelocity, four).center.y))
    #expect(panel.choice.further.isEmpty)
    #expect(try picture(panel) == usual)

    // The same for a take, which has the lane in any case.
    let takes = try (0..<20).lazy.map { PerformedTake(try CurvesRig.use($0)) }
    let chart = try #require(
      takes.map { Chart($0, groups: Chart.Group.allCases) }
        .first { $0.lanes.contains { $0.kind == .lawVelocity } })
    panel.take = chart
    let kinds = chart.hiding(lanesOf: [.lawVelocity, .fingerVelocity]).lanes.map(\.kind)
    #expect(panel.layout.lanes.count == kinds.count)
    var times: [Double] = []
    panel.didSeek = { times.append($0) }
    click(Point(10, try lane(.velocity, kinds).center.y))
    let law = chart.lanes.count { $0.kind == .lawVelocity }
    #expect(panel.layout.lanes.count == kinds.count + law && times.isEmpty)
  }

  /// Beside the box of the law's velocity is that of the finger's.
  @Test func `shows and hides the velocity of the finger at a click beside the velocity`() throws {
    let panel = CurvesPanel(maker: ImageSurfaceFactory())
    panel.size = Size(700, 220)
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    func append(_ frame: Int, finger: Double?) {
      view.contentOffset = Point(0, 10 * Double(frame))
      var sample = Trace.Sample(view, at: Double(frame) / 60)
      sample.fingerVelocity = finger.map { Point(0, $0) }
      panel.append(
        [CurvesPanel.State(scrollView: nil, sample: sample, geometry: ScrollLimits(view))],
        at: sample.time)
    }
    view.contentSize = Size(100, 5000)
    for frame in 0..<5 { append(frame, finger: nil) }
    func click(_ x: Double, _ kind: Chart.Lane.Kind) throws {
      let lane = panel.layout.lanes[try #require(panel.shownKinds.firstIndex(of: kind))]
      panel.send(.touch(.began, at: Point(x, lane.center.y), 0))
    }
    let usual = try picture(panel)
    try click(60, .velocity)
    // The lane is there before a finger has come down.
    #expect(panel.shownKinds == [.offset, .velocity, .fingerVelocity, .zoom])
    let empty = try picture(panel)
    #expect(empty != usual)
    for frame in 5..<30 { append(frame, finger: -600) }
    #expect(try picture(panel) != empty)
    #expect(panel.tracks[0].movedGroups.contains(.fingerVelocity))
    #expect(panel.tracks[0].history.series.values[.fingerVelocityY]?.last == -600)
    try click(10, .fingerVelocity)
    #expect(panel.shownKinds == [.offset, .velocity, .zoom])
  }

  @Test func `asks for no time of a take at a click on a name`() throws {
    let panel = CurvesPanel(maker: ImageSurfaceFactory())
    panel.size = Size(700, 220)
    var chart = Chart()
    chart.rows = [Chart.Row(scrollView: nil, name: "a"), Chart.Row(scrollView: "b", name: "b")]
    panel.take = chart
    var times: [Double] = []
    panel.didSeek = { times.append($0) }
    for (phase, x) in [(TouchEvent.Phase.began, 30.0), (.moved, 300), (.ended, 300)] {
      panel.send(.touch(phase, at: Point(x, 201), 0))
    }
    #expect(times.isEmpty && panel.choice.hidden == [nil])
    panel.send(.touch(.began, at: Point(300, 201), 0))
    #expect(times.count == 1)
  }
}
