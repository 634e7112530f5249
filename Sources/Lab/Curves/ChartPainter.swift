package import OverscrollDrawing
import ScrollEngine
package import ScrollGeometry

extension Chart {
  /// Draws the chart as a page into a rectangle of a canvas, in points.
  package func draw(
    on canvas: Canvas, in frame: Rect, theme: ChartTheme, pixelsPerPoint: Double = 1
  ) {
    var painter = ChartPainter(
      chart: self, canvas: canvas, layout: .page(frame, lanes: lanes.count), theme: theme,
      pixelsPerPoint: pixelsPerPoint)
    let lines = ChartLegend(painter).lineCount
    if lines > 1 {
      painter = ChartPainter(
        chart: self, canvas: canvas,
        layout: .page(frame, lanes: lanes.count, legendLines: lines), theme: theme,
        pixelsPerPoint: pixelsPerPoint)
    }
    painter.drawPage()
  }
}

/// Draws charts: a page, the parts of a panel, or a segment of a strip.
package struct ChartPainter {
  let chart: Chart
  let canvas: Canvas
  let layout: ChartLayout
  let theme: ChartTheme
  let pixelsPerPoint: Double
  package let scale: TimeScale
  /// Whether it draws a segment of a strip, whose texts its neighbors continue.
  let isSegment: Bool

  package init(
    chart: Chart, canvas: Canvas, layout: ChartLayout, theme: ChartTheme, pixelsPerPoint: Double,
    scale: TimeScale? = nil
  ) {
    self.chart = chart
    self.canvas = canvas
    self.layout = layout
    self.theme = theme
    self.pixelsPerPoint = pixelsPerPoint
    isSegment = scale != nil
    self.scale =
      scale ?? TimeScale(chart.times, over: layout.ticks, columnsPerPoint: pixelsPerPoint)
  }

  /// The distance between lines of time, at least, in points. [C]
  static let timeStep = 90.0
  /// The distance between numbers on an axis of values, about and at least, in points. [C]
  private static let numberStep = (page: 26.0, panel: 18.0, least: 12.0)

  static let numbers = Font(.mono, size: 11)
  static let words = Font(.sans, size: 12)
  static let small = Font(.sans, size: 9.5)
  static let times = Font(.mono, size: 9.5)

  /// A width that a text does not exceed, in points: hardly a character is wider than its font's size.
  static func widthLimit(of text: String, font: Font) -> Double {
    Double(text.utf8.count + 1) * font.size
  }

  /// The smallest width of a line that is a whole number of pixels, in points.
  var hairline: Double { max(1, pixelsPerPoint.rounded()) / pixelsPerPoint }

  /// The edge of the pixel that holds a coordinate, in points.
  func snapped(_ value: Double) -> Double {
    (value * pixelsPerPoint).rounded(.down) / pixelsPerPoint
  }

  /// The y-coordinate of a value in a lane, to the resolution of Cairo's coordinates.
  func y(_ value: Double, _ lane: Chart.Lane, _ rect: Rect) -> Double {
    let part = (value - lane.span.lowerBound) / lane.span.length
    // Far outside, coordinates would overflow.
    let y = rect.maxY - min(max(part, -4), 5) * rect.height
    return (y * 256 * pixelsPerPoint).rounded() / (256 * pixelsPerPoint)
  }

  /// The numbers of a lane.
  func axis(of lane: Chart.Lane, _ rect: Rect) -> ChartAxis {
    .fitting(
      lane, height: rect.height,
      usual: layout.form == .page ? Self.numberStep.page : Self.numberStep.panel,
      least: Self.numberStep.least)
  }

  func color(of curve: Chart.Curve) -> Color { theme.color(of: curve) }

  // MARK: - Content

  /// Draws everything over the axis of time: lanes, ticks and phases.
  package func drawContent() {
    for (lane, rect) in zip(chart.lanes, layout.lanes) { draw(lane, in: rect) }
    if layout.form == .panel { ChartTimeRow(self).draw() }
    canvas.fill(layout.ticks, with: theme.background)
    drawTicks()
    drawBands()
  }

  private func draw(_ lane: Chart.Lane, in rect: Rect) {
    canvas.saved {
      canvas.clip(to: rect)
      canvas.fill(rect, with: theme.plot)
      for edges in lane.edges { fillBeyond(edges, lane, rect) }
      drawGrid(lane, rect)
      for edges in lane.edges { draw(edges, lane, rect) }
      for guide in lane.guides { draw(guide, lane, rect) }
      for curve in lane.curves { draw(curve, lane, rect) }
      if layout.form == .panel { drawPanelMarks(lane, rect) }
    }
  }

  private func drawGrid(_ lane: Chart.Lane, _ rect: Rect) {
    for value in axis(of: lane, rect).lines {
      let isZero = lane.kind != .offset && value == 0
      fillRow(at: y(value, lane, rect), rect, isZero ? theme.border : theme.grid)
    }
    for time in gridTimes {
      canvas.fill(
        Rect(x: scale.columnX(time), y: rect.minY, width: hairline, height: rect.height),
        with: theme.grid)
    }
  }

  private func fillRow(at y: Double, _ rect: Rect, _ color: Color) {
    canvas.fill(
      Rect(x: rect.minX, y: snapped(y), width: rect.width, height: hairline), with: color)
  }

  /// The time between two lines of the grid, in seconds.
  var gridStep: Double { scale.step(atLeast: Self.timeStep) }

  /// The times of the lines in the grid, also of one whose number reaches into what is drawn.
  var gridTimes: [Double] {
    let step = gridStep
    let first = (scale.time(layout.ticks.minX - Self.timeStep) / step).rounded(.up)
    let last = (scale.time(layout.ticks.maxX) / step).rounded(.down)
    guard first <= last, abs(first) < 1e15, abs(last) < 1e15 else { return [] }
    return (Int(first)...Int(last)).map { Double($0) * step }
  }

  /// What a panel draws inside its lanes: the line to the next lane, and a note.
  private func drawPanelMarks(_ lane: Chart.Lane, _ rect: Rect) {
    canvas.fill(
      Rect(x: rect.minX, y: rect.maxY - hairline, width: rect.width, height: hairline),
      with: theme.border)
    let width = lane.note.isEmpty ? 0 : canvas.measure(lane.note, font: Self.small).width
    guard width > 0, width + 16 < rect.width else { return }
    let curves = lane.curves.map { curve in
      curve.points.map { Point(scale.x($0.x), y($0.y, lane, rect)) }
    }
    let place = ChartNote(size: Size(width: width, height: 12), curves: curves).place(in: rect)
    canvas.draw(
      lane.note, at: Point(place.minX, place.maxY), font: Self.small, color: theme.faintText)
  }
}
