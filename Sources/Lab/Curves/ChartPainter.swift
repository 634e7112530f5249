package import OverscrollDrawing
import ScrollEngine
package import ScrollGeometry

extension Chart {
  /// Draws the chart as a page into a rectangle of a canvas, in points.
  package func draw(
    on canvas: Canvas, in frame: Rect, theme: ChartTheme, pixelsPerPoint: Double = 1
  ) {
    let constant = lanes.map { $0.constant != nil }
    let table = GestureTable(gestures, in: times, limit: Self.pageLines)
    var painter = ChartPainter(
      chart: self, canvas: canvas, layout: .page(frame, lanes: constant, below: table.height),
      theme: theme, pixelsPerPoint: pixelsPerPoint)
    let lines = ChartLegend(painter).lineCount
    if lines > 1 {
      painter = ChartPainter(
        chart: self, canvas: canvas,
        layout: .page(frame, lanes: constant, legendLines: lines, below: table.height),
        theme: theme, pixelsPerPoint: pixelsPerPoint)
    }
    painter.drawPage()
    let top = frame.maxY - table.height - Self.tableMargin
    table.draw(
      on: canvas, in: Rect(x: frame.minX, y: top, width: frame.width, height: table.height),
      theme: theme)
  }

  /// The most lines of a page's table of gestures, and its distance from the lower edge, in points. [C]
  private static let (pageLines, tableMargin) = (9, 6.0)
}

/// Draws charts: a page, the parts of a panel, or a segment of a strip.
package struct ChartPainter {
  /// The chart, in which only lanes that are folded have a ``Chart/Lane/constant``.
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
    var chart = chart
    for index in chart.lanes.indices where !layout.folded.contains(index) {
      chart.lanes[index].constant = nil
    }
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
      if lane.kind == .refreshes {
        drawRefreshes(lane, rect)
      } else {
        for curve in lane.curves { draw(curve, lane, rect) }
      }
      if layout.form == .panel { drawPanelMarks(lane, rect) }
    }
  }

  private func drawGrid(_ lane: Chart.Lane, _ rect: Rect) {
    for value in lane.constant == nil ? axis(of: lane, rect).lines : [] {
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
    gridStep.multiples(
      from: scale.time(layout.ticks.minX - Self.timeStep), to: scale.time(layout.ticks.maxX))
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

extension ChartPainter {
  static let bold = Font(.sans, size: 14, isBold: true)

  /// Draws a page: title, legend, lanes with titles and numbers, and the axis of time.
  func drawPage() {
    canvas.fill(layout.frame, with: theme.background)
    drawTitle()
    drawContent()
    for (lane, rect) in zip(chart.lanes, layout.lanes) {
      canvas.stroke(
        rect.insetBy(dx: -hairline / 2, dy: -hairline / 2), with: theme.border,
        lineWidth: hairline)
      drawNumbers(lane, rect)
      let end = drawTitle(lane, at: Point(rect.minX, rect.minY - 9))
      draw(note: lane.note, beside: end, rect)
    }
    drawTimes()
    ChartLegend(self).nameBands()
  }

  /// Draws a note at the right end of a lane's title line.
  private func draw(note: String, beside end: Double, _ rect: Rect) {
    let width = canvas.measure(note, font: Self.numbers).width
    guard !note.isEmpty, rect.maxX - width > end + 12 else { return }
    canvas.draw(
      note, at: Point(rect.maxX - width, rect.minY - 9), font: Self.numbers, color: theme.text)
  }

  private func drawTitle() {
    let baseline = layout.frame.minY + 28
    let left = layout.ticks.minX
    let legend = ChartLegend(self)
    // The legend names every file; where both have no room, the title gives way.
    if legend.showsTitle {
      let title = canvas.elided(chart.title, font: Self.bold, width: layout.ticks.width)
      canvas.draw(title, at: Point(left, baseline), font: Self.bold, color: theme.text)
    }
    legend.draw(from: Point(left, baseline))
  }

  private func drawTimes() {
    let baseline = layout.bands.maxY + 17
    for time in gridTimes where time >= chart.times.lowerBound - 1e-9 {
      let text = ChartAxis.text(ofTime: time, step: gridStep)
      let x = scale.x(time)
      let width = canvas.measure(text, font: Self.numbers).width
      guard x + width / 2 <= layout.frame.maxX else { continue }
      canvas.draw(
        text, at: Point((x - width / 2).rounded(), baseline), font: Self.numbers,
        color: theme.faintText)
    }
    let caption = "time, s"
    let width = canvas.measure(caption, font: Self.words).width
    canvas.draw(
      caption,
      at: Point((layout.ticks.minX + (layout.ticks.width - width) / 2).rounded(), baseline + 19),
      font: Self.words, color: theme.faintText)
  }

  // MARK: - Ticks and phases

  /// Draws the row of ticks.
  func drawTicks() {
    let row = layout.ticks
    canvas.saved {
      canvas.clip(to: row)
      let middle = row.minY + (row.height / 2).rounded()
      for tick in chart.ticks { draw(tick, at: Point(scale.x(tick.time), middle)) }
      MarkNames(painter: self).draw(on: middle + 3.5)
    }
    for tick in chart.ticks where tick.kind == .difference {
      let top = layout.plot.minY
      canvas.fill(
        Rect(
          x: scale.columnX(tick.time), y: top, width: hairline, height: row.maxY - top),
        with: theme.missed.withOpacity(0.8))
    }
  }

  private func draw(_ tick: Chart.Tick, at place: Point) {
    let (x, y) = (place.x, place.y)
    switch tick.kind {
    case .touchDown:
      canvas.fillPolygon(
        [Point(x - 4, y - 3), Point(x + 4, y - 3), Point(x, y + 4)], with: theme.text)
    case .touchUp:
      canvas.fillPolygon(
        [Point(x - 4, y + 4), Point(x + 4, y + 4), Point(x, y - 3)], with: theme.text)
    case .notch: canvas.fill(Rect(x: x - 1, y: y - 1, width: 2, height: 3), with: theme.text)
    case .mark:
      canvas.fillPolygon(
        [Point(x, y - 5), Point(x + 5, y), Point(x, y + 5), Point(x - 5, y)], with: theme.mark)
    case .missedRefresh, .difference:
      canvas.fill(Rect(x: x - 0.75, y: y - 5, width: 1.5, height: 10), with: theme.missed)
    }
  }

  /// The distance of a phase's name from its band's ends, in points. [C]
  static let bandPadding = 5.0

  /// Draws the strip of phases.
  func drawBands() {
    canvas.fill(layout.bands, with: theme.background)
    for row in 0..<layout.rowCount {
      drawBands(chart.bands.filter { $0.row == row }, in: layout.row(row))
    }
  }

  private func drawBands(_ bands: [Chart.Band], in row: Rect) {
    canvas.saved {
      canvas.clip(to: row)
      for band in bands {
        let (start, end) = (
          scale.columnX(band.range.lowerBound), scale.columnX(band.range.upperBound)
        )
        let rect = Rect(x: start, y: row.minY, width: end - start, height: row.height)
        guard rect.width > 0, rect.maxX >= row.minX, rect.minX <= row.maxX else { continue }
        // A gap of a pixel keeps neighbors apart.
        let filled = Rect(
          x: rect.minX, y: row.minY, width: max(hairline, rect.width - hairline),
          height: row.height)
        canvas.fill(filled, with: theme.color(of: band.phase))
        let name = band.phase.label
        // What began before the times shown has its name where it is seen; a strip has moved it there.
        let (left, right) =
          isSegment ? (rect.minX, rect.maxX) : (max(rect.minX, row.minX), min(rect.maxX, row.maxX))
        // Measuring a text costs as much as drawing it.
        let reach = left + Self.bandPadding + Self.widthLimit(of: name, font: Self.small)
        guard reach >= row.minX else { continue }
        let width = canvas.measure(name, font: Self.small).width
        if width + 2 * Self.bandPadding <= right - left {
          canvas.draw(
            name, at: Point(left + Self.bandPadding, row.minY + 9), font: Self.small,
            color: theme.text)
        }
      }
    }
  }
}

extension ScrollView.Phase {
  /// The name in charts.
  var label: String { self == .zoomBouncing ? "zoom bouncing" : rawValue }
}

// MARK: - Titles and numbers

extension ChartPainter {
  /// The distance of a number's baseline from its line, and from the top and the bottom of a panel's lane, in points. [C]
  private static let baseline = (line: 4.0, top: 10.0, bottom: 3.0)
  /// The distance between the baselines of two numbers, at least, in points: digits are 8 high. [C]
  static let leading = 11.0
  /// How far a number may be from its line to keep inside a lane, in points. [C]
  private static let reach = 4.0

  /// Draws the numbers of a lane to the left of it.
  func drawNumbers(_ lane: Chart.Lane, _ rect: Rect) {
    for (step, baseline) in numbers(of: lane, rect) {
      let width = canvas.measure(step.text, font: Self.numbers).width
      canvas.draw(
        step.text, at: Point(rect.minX - 8 - width, baseline), font: Self.numbers,
        color: theme.faintText)
    }
  }

  /// The numbers of a lane that have room, from the lowest on, and their baselines.
  func numbers(of lane: Chart.Lane, _ rect: Rect) -> [(step: ChartAxis.Step, baseline: Double)] {
    // A panel's lane that is lower than its digits has no numbers, which would be over its neighbor's.
    guard layout.form != .panel || rect.height >= Self.leading else { return [] }
    var last = Double.infinity
    if let value = lane.constant {
      // The title of a page's lane has the unit.
      let text = lane.kind.text(ofConstant: value, hasUnit: layout.form == .panel)
      let step = ChartAxis.Step(value: value, text: text)
      return [(step, (rect.minY + (rect.height + Self.baseline.line * 2) / 2).rounded(.down))]
    }
    let steps = axis(of: lane, rect).steps
    return steps.compactMap { step in
      let own = y(step.value, lane, rect) + Self.baseline.line
      var baseline = own
      // In a panel, lanes touch: numbers keep inside their own.
      if layout.form == .panel {
        baseline = min(
          max(baseline, rect.minY + Self.baseline.top), rect.maxY - Self.baseline.bottom)
        // Two are needed to tell a scale.
        if steps.count > 2, abs(baseline - own) > Self.reach { return nil }
      }
      baseline = baseline.rounded()
      guard last - baseline >= Self.leading else { return nil }
      last = baseline
      return (step, baseline)
    }
  }

  /// Draws a lane's title from a point on, and the letters of its axes in their colors; returns where it ends.
  @discardableResult
  func drawTitle(_ lane: Chart.Lane, at place: Point) -> Double {
    let room = layout.ticks.width - 12 - 18 * Double(lane.namedCurves.count)
    let isShort = canvas.measure(lane.title, font: Self.words).width > room
    let short = isShort ? lane.kind.shortTitle ?? lane.title : lane.title
    let title = isShort ? canvas.elided(short, font: Self.words, width: room) : short
    canvas.draw(title, at: place, font: Self.words, color: theme.faintText)
    var x = place.x + canvas.measure(title, font: Self.words).width + 12
    for curve in lane.namedCurves {
      let name = String(curve.name.suffix(1))
      canvas.draw(name, at: Point(x, place.y), font: Self.words, color: color(of: curve))
      x += canvas.measure(name, font: Self.words).width + 9
    }
    return x
  }
}

extension Chart.Lane.Kind {
  /// The title of a lane for a narrow page; `nil` for the usual one.
  fileprivate var shortTitle: String? { self == .lawVelocity ? "law velocity, pt/s" : nil }
}

extension Chart.Lane {
  /// The subject's curves along the axes, in order.
  var namedCurves: [Chart.Curve] {
    guard kind != .zoom else { return [] }
    return curves.filter { $0.style == .subject || $0.style == .median }.sorted { $0.hue < $1.hue }
  }
}

extension ChartPainter {
  /// The columns of a curve that are stroked at once: at most two points each. [C]
  private static let block = 128.0
  /// How far a stroke reaches beyond its points, in points. [C]
  private static let strokeReach = 3.0
  /// The lengths of the dashes and gaps of guides, in points. [C]
  private static let dashes = (asymptote: (8.0, 4.0), resting: (1.5, 3.5))

  /// Strokes a curve, in paths that begin and end at the same points however much of it is drawn.
  func draw(_ curve: Chart.Curve, _ lane: Chart.Lane, _ rect: Rect) {
    let color = color(of: curve)
    let style = curve.style
    // The chart's own points are as many as a segment needs; what a segment shares with others is the same in both.
    for run in curve.points.reduced({ (scale.place($0)).rounded(.down) })
      .split(whereSeparator: { !$0.y.isFinite })
    {
      var path: [Point] = []
      path.reserveCapacity(run.count)
      var block = -Double.infinity
      for point in run {
        let place = Point(scale.x(point.x), y(point.y, lane, rect))
        let own = (scale.place(point.x) / Self.block).rounded(.down)
        if own != block, !path.isEmpty {
          stroke(path + [place], color, style, rect)
          path = []
        }
        block = own
        path.append(place)
      }
      stroke(path, color, style, rect)
    }
  }

  private func stroke(_ path: [Point], _ color: Color, _ style: Chart.Style, _ rect: Rect) {
    guard let first = path.first, let last = path.last, last.x >= rect.minX - Self.strokeReach,
      first.x <= rect.maxX + Self.strokeReach
    else { return }
    // A single sample is a dot.
    let points = path.count > 1 ? path : [first, Point(first.x + 0.01, first.y)]
    canvas.strokeLine(
      through: points, with: color,
      lineWidth: style == .member ? 1 : style == .median ? 3 : layout.form == .page ? 1.75 : 1.5,
      dashes: style.dashes)
  }

  /// Tints the ground beyond the edges of an axis.
  func fillBeyond(_ edges: Chart.Edges, _ lane: Chart.Lane, _ rect: Rect) {
    let opacity = theme.beyondOpacity * (lane.edges.count > 1 ? 0.6 : 1)
    let color = theme.color(of: edges.hue).withOpacity(opacity)
    for (points, end) in [(edges.upper, rect.minY), (edges.lower, rect.maxY)] {
      let line = extended(points, lane, rect)
      guard let first = line.first, let last = line.last else { continue }
      canvas.fillPolygon(line + [Point(last.x, end), Point(first.x, end)], with: color)
    }
  }

  /// Draws the edges of an axis.
  func draw(_ edges: Chart.Edges, _ lane: Chart.Lane, _ rect: Rect) {
    let color = theme.color(of: edges.hue).withOpacity(0.55)
    for points in [edges.lower, edges.upper] {
      let line = extended(points, lane, rect)
      for (start, end) in zip(line, line.dropFirst()) {
        if start.y == end.y {
          let y = min(max(start.y, rect.minY - 2), rect.maxY + 2)
          canvas.fill(
            Rect(x: start.x, y: snapped(y), width: end.x - start.x, height: hairline), with: color)
        } else {
          canvas.strokeLine(through: [start, end], with: color, lineWidth: hairline)
        }
      }
    }
  }

  /// The places of points, without those inside a level part, the first and the last value continued to the edges of what is
  /// drawn.
  private func extended(_ points: [Point], _ lane: Chart.Lane, _ rect: Rect) -> [Point] {
    guard let first = points.first, let last = points.last else { return [] }
    var line = points.map { Point(scale.x($0.x), y($0.y, lane, rect)) }
    if scale.x(first.x) > rect.minX { line.insert(Point(rect.minX, line[0].y), at: 0) }
    if scale.x(last.x) < rect.maxX {
      line.append(Point(rect.maxX, line[line.count - 1].y))
    }
    return line.indices.filter { index in
      index == 0 || index == line.count - 1 || line[index - 1].y != line[index].y
        || line[index + 1].y != line[index].y
    }.map { line[$0] }
  }

  /// Draws a guide in dashes whose places depend on the time alone.
  func draw(_ guide: Chart.Guide, _ lane: Chart.Lane, _ rect: Rect) {
    let isDotted = guide.kind == .resting
    let (dash, gap) = isDotted ? Self.dashes.resting : Self.dashes.asymptote
    let color = theme.color(of: guide.hue).withOpacity(isDotted ? 0.95 : 0.6)
    // Dashes are counted from column 0.
    let origin = scale.firstColumn / scale.columnsPerPoint - scale.left
    var dashes: [Rect] = []
    for run in guide.points.split(whereSeparator: { !$0.y.isFinite }) {
      for (start, end) in zip(run, run.dropFirst()) {
        let (left, right) = (max(scale.x(start.x), rect.minX), min(scale.x(end.x), rect.maxX))
        let slope = (end.y - start.y) / (end.x - start.x)
        var index = ((left + origin) / (dash + gap)).rounded(.down)
        while index * (dash + gap) - origin < right {
          let x = index * (dash + gap) - origin
          let part = (from: max(x, left), to: min(x + dash, right))
          index += 1
          guard part.to > part.from else { continue }
          // Where the dash begins, though it may be cut off before.
          let time = scale.time(max(x, scale.x(start.x)))
          let value = start.y + (slope.isFinite ? slope * (time - start.x) : 0)
          dashes.append(
            Rect(
              x: part.from, y: snapped(y(value, lane, rect)) - (isDotted ? hairline / 4 : 0),
              width: part.to - part.from, height: isDotted ? 1.5 * hairline : hairline))
        }
      }
    }
    canvas.fill(dashes, with: color)
  }
}

extension Chart.Style {
  /// The lengths of dashes and gaps of references, in points. [C]
  static let patterns = [
    [1.5, 3.5], [9, 3.5], [9, 3.5, 1.5, 3.5], [4, 3], [14, 3.5, 1.5, 3.5, 1.5, 3.5],
  ]

  /// The lengths of dashes and gaps, in points.
  var dashes: [Double] {
    switch self {
    case .subject, .member, .median: []
    case .other: [7, 4]
    case .reference(let number): Self.patterns[number % Self.patterns.count]
    }
  }
}
