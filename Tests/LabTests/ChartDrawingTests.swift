import OverscrollDrawing
import OverscrollTestGoldens
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
      // The places of samples depend on the widths of names.
      Chart.Legend(name: "", style: .subject), Chart.Legend(name: "", style: .other),
      Chart.Legend(name: "", style: .reference(0)),
    ])

  private func page(
    _ chart: Chart, _ frame: Rect, theme: ChartTheme = .light, pixelsPerPoint: Double = 1
  ) throws -> String {
    try DrawingText.text(
      PixelSize(width: 1000, height: 1000), letters: .baselines, clips: false
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
      PixelSize(width: 820, height: 500), letters: .baselines, clips: false
    ) { canvas in
      let painter = painter(canvas, Size(800, height), scale)
      painter.drawPanelFrame(caption: "last 4 s")
      painter.drawContent()
    }
    try Golden.expect(text, is: "Charts/panel-\(Int(height)).drawing")
  }

  @Test func `of a cursor has a line, and a dot on each curve that is in sight`() throws {
    let text = try DrawingText.text(
      PixelSize(width: 820, height: 500), letters: .baselines, clips: false
    ) { canvas in
      let painter = painter(canvas, Size(800, 220), 2)
      for time in [-0.01, 1.25, 2.25, 4.01] {
        painter.drawCursor(painter.chart.readout(at: time), showsValues: false)
      }
    }
    try Golden.expect(text, is: "Charts/cursor.drawing")
  }

  /// The plate of a readout, and its lettering.
  private func plate(
    at time: Double, scale: Double = 1, height: Double = 220
  ) throws -> (plate: Rect, runs: [DrawingText.Run], cursor: Double) {
    let size = PixelSize(width: 820, height: 500)
    var cursor = 0.0
    let body = { (canvas: Canvas) in
      let painter = painter(canvas, Size(800, height), scale)
      cursor = painter.scale.columnX(time)
      painter.drawCursor(painter.chart.readout(at: time), showsValues: true)
    }
    let steps = try DrawingText.steps(size, body)
    let index = try #require(steps.firstIndex { $0.color?.alpha == 0.94 })
    let plate = try #require(steps[index].rect)
    // Its line lies inside.
    #expect(steps[index + 1].rect == plate.insetBy(dx: 0.5, dy: 0.5) || scale != 1)
    return (plate, try DrawingText.runs(size, body), cursor)
  }

  @Test func `of a readout has a plate 10 points beside the cursor, where there is room`() throws {
    for (time, isLeft) in [(0.25, false), (3.25, true), (3.9, true)] {
      let (plate, _, cursor) = try plate(at: time)
      #expect((plate.maxX < cursor) == isLeft)
      let distance = isLeft ? cursor - plate.maxX : plate.minX - cursor
      // Snapped to a pixel, and widened to whole points.
      #expect(distance > 8.99 && distance < 10.01, "\(distance) at \(time)")
      #expect(plate.minY == 6)
    }
    // No lower than the panel.
    #expect(try plate(at: 3.25, height: 90).plate.maxY == 88)
  }

  @Test func `of a readout has a line for each lane, its values in columns`() throws {
    let (plate, runs, _) = try plate(at: 3.25)
    let rows = Dictionary(grouping: runs) { $0.start.y }.sorted { $0.key < $1.key }
    // Time and phase; five values of the offset, beside interrupted curves; one each of the others.
    #expect(rows.map(\.value.count) == [2, 7, 2, 2, 2])
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $1.key - $0.key == 15 })
    #expect(rows[0].key == plate.minY + 16 && plate.height == 5 * 15 + 11)
    #expect(rows.allSatisfy { $0.value[0].start.x == plate.minX + 8 })
    let ends = rows.dropFirst().map { $0.value.dropFirst().map(\.end) }
    let column = ends[0][1] - ends[0][0]
    for (start, end) in zip(ends[0], ends[0].dropFirst()) {
      #expect(abs(end - start - column) < 0.01)
    }
    #expect(ends.allSatisfy { abs($0[0] - ends[0][0]) < 0.01 })
    // The widest value has 12 points to its left, and the last column 8 to its right.
    let widest = runs.dropFirst(2).map { $0.width }.filter(\.isFinite)
    let longest = rows.dropFirst().flatMap { $0.value.dropFirst() }.map { $0.width }
      .max()
    #expect(abs(column - (longest ?? 0) - 12) < 0.01 && !widest.isEmpty)
    for row in rows.dropFirst() {
      #expect(row.value[1].start.x >= row.value[0].end + 12)
    }
    let rest = plate.maxX - (ends[0].last ?? 0)
    #expect(rest > 7.99 && rest < 9.01)
    #expect(Set(rows[1].value.dropFirst().map(\.color)).count == 3)
  }

  @Test func `of a readout is as wide as its time and phase at least`() throws {
    var chart = Self.chart
    chart.lanes = []
    let size = PixelSize(width: 820, height: 500)
    let runs = try DrawingText.runs(size) { canvas in
      let painter = painter(canvas, Size(800, 220), 1, chart: chart)
      painter.drawCursor(chart.readout(at: 1.25), showsValues: true)
    }
    #expect(runs.count == 2)
    let gap = runs[1].start.x - runs[0].end
    #expect(gap >= 12 && gap < 13, "\(gap)")
  }

  @Test func `has the numbers of its axes end 8 points before its lanes`() throws {
    let runs = try DrawingText.runs(PixelSize(width: 1000, height: 1000)) {
      Self.chart.draw(on: $0, in: Rect(x: 0, y: 0, width: 1000, height: 800), theme: .light)
    }
    let numbers = runs.filter { $0.start.x < 76 && $0.text.count > 1 && $0.end < 76 }
    #expect(numbers.count > 12)
    for run in numbers { #expect(abs(run.end - 68) < 0.01) }
  }

  @Test func `of a page has its note at the right, the letters of its axes after the title`() throws
  {
    let runs = try DrawingText.runs(PixelSize(width: 1000, height: 1000)) {
      Self.chart.draw(on: $0, in: Rect(x: 0, y: 0, width: 1000, height: 800), theme: .light)
    }
    // The text of a mark, 8 points beside its place in the middle.
    #expect(runs.contains { $0.text.count == 4 && $0.start.x == 526 + 8 })
    let note = try #require(
      runs.first { $0.text.count == "a note".count && $0.start.x > 500 })
    #expect(abs(note.end - 976) < 0.01)
    let title = try #require(runs.first { $0.start.x == 76 && $0.text.count == 10 })
    let letters = runs.filter {
      $0.text.count == 1 && $0.start.y == title.start.y && $0.start.x < 500
    }
    #expect(letters.count == 2 && letters[0].color != letters[1].color)
    #expect(letters[0].start.x >= title.end + 12)
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
    let page = ChartLayout.page(Rect(x: 0, y: 0, width: 50, height: 50), lanes: 2)
    #expect(page.lanes.map(\.size) == [Size(1, 1), Size(1, 1)])
  }

  @Test func `of a page has its legend at the right, or from the left where the title has no room`()
    throws
  {
    var chart = Self.chart
    chart.lanes = []
    chart.legend = [
      Chart.Legend(name: "mmm", style: .subject), Chart.Legend(name: "mmmmm", style: .other),
    ]
    for (width, isRight) in [(800.0, true), (300, false)] {
      var titleWidth = 0.0
      let body = { (canvas: Canvas) in
        titleWidth = canvas.measure("A title", font: Font(size: 14, isBold: true)).width
        chart.draw(on: canvas, in: Rect(x: 0, y: 0, width: width, height: 200), theme: .light)
      }
      let runs = try DrawingText.runs(PixelSize(width: 800, height: 200), body)
      if isRight { #expect(runs.first?.width == titleWidth) }
      let names = runs.filter { $0.start.y == 28 && [3, 5].contains($0.text.count) }
      #expect(names.count == 2)
      // The same letter, whose advance is that of a font with letters of one width.
      let (first, last) = (try #require(names.first), try #require(names.last))
      #expect(abs(last.start.x - first.end - 22 - 28 - 8) < 0.01)
      if isRight {
        #expect(abs(last.end - 776) < 0.01)
      } else {
        #expect(first.start.x == 76 + 28 + 8)
      }
      #expect(
        runs.contains { $0.text.count == "A title".count && $0.start.y == 28 } == isRight)
    }
  }

  /// Numbers of 11 points in letters of one width, words of 12, as the window's other lettering.
  @Test func `of a panel has words of 12 points, numbers of 11, and small letters of 9.5`() throws {
    var axes = 0.0
    let runs = try DrawingText.runs(PixelSize(width: 820, height: 500)) { canvas in
      painter(canvas, Size(800, 220), 1).drawPanelFrame(caption: "caption")
      axes = canvas.measure("x", font: Font(size: 11, isBold: true)).width
    }
    let words = [
      ("offset", Font(size: 12)), ("velocity", Font(size: 12)), ("zoom", Font(size: 12)),
      ("pt/s", Font(size: 9.5)), ("caption", Font(size: 9.5)), ("phase", Font(size: 9.5)),
      ("100", Font(.mono, size: 11)), ("200", Font(.mono, size: 11)),
    ]
    for (text, font) in words {
      #expect(runs.contains { $0.text == text && $0.font == font }, "\(text)")
    }
    let letters = runs.filter { $0.text.count == 1 && $0.start.x < 80 }
    #expect(abs(letters[1].start.x - letters[0].start.x - axes - 6) < 0.01)
  }
}
