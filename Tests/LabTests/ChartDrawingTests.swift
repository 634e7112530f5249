import OverscrollDrawing
import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// Charts as they are drawn, as text; `RECORD=1 Scripts/test` writes it again.
@Suite struct `The drawing of a chart` {
  private typealias Phase = ScrollView.Phase

  /// A curve with values at every half second.
  private static func curve(
    _ name: String, _ hue: Chart.Hue, _ style: Chart.Style, _ values: [Double]
  ) -> Chart.Curve {
    Chart.Curve(
      name: name, hue: hue, style: style,
      points: values.enumerated().map { Point(Double($0) / 2, $1) })
  }

  private static func line(_ values: (Double, Double)...) -> [Point] {
    values.map { Point($0.0, $0.1) }
  }

  private static let offset = Chart.Lane(
    kind: .offset, title: "offset, pt",
    curves: [
      curve("offset_y", .y, .reference(2), [0, 20, 40, 60, 80, 100, 120, 140, 160]),
      curve("offset_y", .y, .reference(1), [0, 22, 44, 66, 88, 110, 132, 154, 176]),
      curve("offset_y", .y, .reference(0), [0, 25, 50, 75, 100, 125, 150, 175, 200]),
      curve("offset_y", .y, .other, [200, 180, 150, 140, 130, 120, 110, 100, 90]),
      curve("offset_y", .y, .subject, [0, 100, 200, .nan, 50, .nan, 150, 150, 250]),
      curve("offset_x", .x, .subject, [10, 10, 10, 40, 40, 30, 20, 10, 0]),
    ],
    edges: [
      Chart.Edges(
        hue: .x, lower: line((0.5, 0), (3, 0)), upper: line((0.5, 30), (2, 30), (2, 60), (3, 60))),
      Chart.Edges(
        hue: .y, lower: line((0, -10), (1, -10), (4, -10)), upper: line((-1, 180), (5, 220))),
    ],
    guides: [
      Chart.Guide(kind: .asymptote, hue: .y, points: line((0, 230), (4, 230))),
      Chart.Guide(
        kind: .resting, hue: .y, points: line((1, .nan), (1.5, 120), (2, 160), (3, .nan), (3.5, 9))
      ),
    ], span: -20...260)

  private static let velocity = Chart.Lane(
    kind: .velocity, title: "velocity, pt/s", note: "a note",
    curves: [curve("velocity_y", .y, .subject, [0, 900, -900, 400, 0, 0, 0, 0, 0])],
    span: -1000...1000)

  private static let zoom = Chart.Lane(
    kind: .zoom, title: "zoom, log₂",
    curves: [curve("zoom", .zoom, .subject, [0, 0.5, 1, 1.5, 2, 2, 2, 2, 2])], span: -0.2...2.2)

  private static let residual = Chart.Lane(
    kind: .residual, title: "difference, pt",
    curves: [curve("offset_y", .y, .subject, [0, 0, 0.5, -0.5, 0, 0, 0, 0, 0])],
    edges: [Chart.Edges(hue: .y, lower: line((0, -0.75), (4, -0.75)), upper: [])], span: -1...1)

  /// One of everything.
  private static let chart = Chart(
    title: "A title", lanes: [offset, velocity, zoom, residual],
    bands: [
      .idle, .tracking, .dragging, .decelerating, .animating, .zooming, .zoomBouncing, .idle,
    ].enumerated().map { index, phase in
      Chart.Band(phase: phase, range: Double(index) / 2...Double(index + 1) / 2)
    },
    ticks: [
      Chart.Tick(kind: .touchDown, time: 0.5), Chart.Tick(kind: .touchUp, time: 1),
      Chart.Tick(kind: .notch, time: 1.5), Chart.Tick(kind: .mark, time: 2, text: "here"),
      Chart.Tick(kind: .missedRefresh, time: 2.5), Chart.Tick(kind: .difference, time: 3),
    ], times: 0...4,
    legend: [
      Chart.Legend(name: "mmm", style: .subject), Chart.Legend(name: "mmmmm", style: .other),
      Chart.Legend(name: "m", style: .reference(0)),
    ])

  private func page(
    _ chart: Chart, _ frame: Rect, theme: ChartTheme = .light, pixelsPerPoint: Double = 1
  ) throws -> String {
    try DrawingText.text(
      PixelSize(width: 1000, height: 1000), letters: .starts, clips: false
    ) {
      chart.draw(on: $0, in: frame, theme: theme, pixelsPerPoint: pixelsPerPoint)
    }
  }

  @Test func `of a page has everything in its place`() throws {
    let frame = Rect(x: 0, y: 0, width: 1000, height: ChartLayout.usualHeight(lanes: 4))
    try Golden.expect(try page(Self.chart, frame), is: "Charts/page.drawing")
  }

  @Test func `of a page without room leaves out the title, and has lines of whole pixels`() throws {
    let text = try page(
      Self.chart, Rect(x: 40, y: 30, width: 320, height: 560), theme: .dark, pixelsPerPoint: 2)
    try Golden.expect(text, is: "Charts/narrow-page.drawing")
  }

  @Test func `of a page with nothing to show has the title and the times`() throws {
    let chart = Chart(title: "Nothing", times: -1...1)
    let text = try page(chart, Rect(x: 0, y: 0, width: 500, height: 200))
    try Golden.expect(text, is: "Charts/empty-page.drawing")
  }

  private func painter(
    _ canvas: Canvas, _ size: Size, _ scale: Double, chart: Chart = Self.chart
  ) -> ChartPainter {
    ChartPainter(
      chart: chart, canvas: canvas,
      layout: .panel(
        Rect(x: 10, y: 0, width: size.width, height: size.height), lanes: chart.lanes.map(\.kind)),
      theme: .dark, pixelsPerPoint: scale)
  }

  @Test(arguments: [(220.0, 1.0), (120, 2), (500, 1.5)])
  func `of a panel has its lettering at the left, and lanes that touch`(
    height: Double, scale: Double
  ) throws {
    let text = try DrawingText.text(
      PixelSize(width: 820, height: 500), letters: .starts, clips: false
    ) { canvas in
      let painter = painter(canvas, Size(800, height), scale)
      painter.drawPanelFrame(caption: "last 4 s")
      painter.drawContent()
    }
    try Golden.expect(text, is: "Charts/panel-\(Int(height)).drawing")
  }

  @Test func `of a cursor has a line, and a dot on each curve that is in sight`() throws {
    let text = try DrawingText.text(
      PixelSize(width: 820, height: 500), letters: .starts, clips: false
    ) { canvas in
      let painter = painter(canvas, Size(800, 220), 2)
      for time in [-0.01, 1.25, 2.25, 4.01] {
        painter.drawCursor(painter.chart.readout(at: time), showsValues: false)
      }
    }
    try Golden.expect(text, is: "Charts/cursor.drawing")
  }

  @Test func `of a readout has a line for each lane on a plate beside the cursor`() throws {
    var bare = Self.chart
    bare.lanes = []
    let panels = [
      (Self.chart, 0.25, 220.0), (Self.chart, 3.25, 220), (Self.chart, 3.25, 90), (bare, 1.25, 220),
    ]
    let text = try panels.map { chart, time, height in
      try DrawingText.text(PixelSize(width: 820, height: 500), letters: .starts) { canvas in
        let painter = painter(canvas, Size(800, height), 1, chart: chart)
        painter.drawCursor(painter.chart.readout(at: time), showsValues: true)
      }
    }
    try Golden.expect(text.joined(separator: "\n"), is: "Charts/readout.drawing")
  }

  @Test(arguments: 0...3)
  func `of a panel has its note in the first corner of the lane that no curve crosses`(
    corner: Int
  ) throws {
    // Top right, bottom right, top left, bottom left.
    let curves = (0..<corner).map { taken in
      let (start, value) = (taken < 2 ? 3.0 : 0, taken % 2 == 0 ? 0.9 : -0.9)
      return Chart.Curve(
        name: "offset_y", hue: .y, style: .subject,
        points: [Point(start, value), Point(start + 1, value)])
    }
    let lane = Chart.Lane(
      kind: .residual, title: "A − B, pt", note: "a note", curves: curves, span: -1...1)
    let runs = try DrawingText.runs(PixelSize(width: 820, height: 200)) {
      painter($0, Size(800, 200), 1, chart: Chart(title: "", lanes: [lane], times: 0...4))
        .drawContent()
    }
    let note = try #require(runs.first { $0.text.count == "a note".count })
    #expect((note.start.x < 400) == (corner >= 2))
    #expect((note.start.y > 60) == (corner % 2 == 1))
  }

  @Test func `of a page keeps long times inside`() throws {
    let start = 1_732_300_000.0
    for width in [400.0, 460, 520] {
      let chart = Chart(title: "t", times: start...start + 2)
      let runs = try DrawingText.runs(PixelSize(width: 600, height: 200)) {
        chart.draw(on: $0, in: Rect(x: 0, y: 0, width: width, height: 200), theme: .light)
      }
      let times = runs.filter { $0.text.count >= 10 }
      #expect(!times.isEmpty && times.allSatisfy { $0.end <= width })
    }
  }

  @Test func `has no lanes where there is only room for ticks and phases`() {
    let layout = ChartLayout.panel(
      Rect(x: 0, y: 0, width: 300, height: 20), lanes: [.offset, .zoom])
    #expect(layout.lanes.map(\.height) == [0, 0] && layout.bands.maxY == 20)
    let page = ChartLayout.page(Rect(x: 0, y: 0, width: 50, height: 50), lanes: [false, false])
    #expect(page.lanes.map(\.size) == [Size(1, 1), Size(1, 1)])
  }
}
