import Formatting
package import Drawing
package import Geometry
import ScrollEngine
import Stage

extension Chart {
  /// The usual width of a chart, and its height without lanes and per lane, in points. [C]
  package static let usualWidth = 1200.0
  package static func usualHeight(lanes: Int) -> Double { 120 + 170 * Double(lanes) }

  /// Draws the chart into a rectangle of a canvas, in points.
  package func draw(on canvas: Canvas, in frame: Rect, theme: ChartTheme) {
    ChartPainter(chart: self, canvas: canvas, frame: frame, theme: theme).draw()
  }
}

/// Draws a chart.
private struct ChartPainter {
  let chart: Chart
  let canvas: Canvas
  let frame: Rect
  let theme: ChartTheme

  private static let (left, right, top, bottom) = (72.0, 20.0, 66.0, 56.0)
  private static let (bandHeight, gap, tickHeight) = (12.0, 28.0, 12.0)
  private static let numbers = Font(.mono, size: 11)
  private static let words = Font(.sans, size: 12)
  private static let bold = Font(.sans, size: 14, isBold: true)

  private var plotWidth: Double { max(1, frame.width - Self.left - Self.right) }

  func draw() {
    canvas.fill(frame, with: theme.background)
    drawTitle()
    let bands = chart.bands.isEmpty ? 0 : Self.bandHeight + 8
    let room = frame.height - Self.top - Self.bottom - bands
    let count = max(1, chart.lanes.count)
    let height = (room - Self.gap * Double(count - 1)) / Double(count)
    guard height > 8 else { return }
    for (index, lane) in chart.lanes.enumerated() {
      let y = frame.minY + Self.top + Double(index) * (height + Self.gap)
      draw(lane, in: Rect(x: frame.minX + Self.left, y: y, width: plotWidth, height: height))
    }
    drawTicks(at: frame.minY + Self.top)
    if bands > 0 { drawBands(at: frame.maxY - Self.bottom - Self.bandHeight) }
    drawTimes(at: frame.maxY - Self.bottom)
  }

  private func x(_ time: Double) -> Double {
    let part = (time - chart.times.lowerBound) / (chart.times.upperBound - chart.times.lowerBound)
    return frame.minX + Self.left + part * plotWidth
  }

  private func drawTitle() {
    let baseline = frame.minY + 26
    canvas.draw(
      chart.title, at: Point(frame.minX + Self.left, baseline), font: Self.bold, color: theme.text)
    var x = frame.maxX - Self.right
    for entry in chart.legend.reversed() where chart.legend.count > 1 {
      x -= canvas.measure(entry.name, font: Self.words).width
      canvas.draw(
        entry.name, at: Point(x, baseline), font: Self.words, color: theme.faintText)
      let line = [Point(x - 34, baseline - 4), Point(x - 8, baseline - 4)]
      canvas.strokeLine(
        through: line, with: theme.color(of: entry.hue), lineWidth: 2,
        dashes: entry.style.dashes)
      x -= 54
    }
  }

  private func drawTimes(at y: Double) {
    let steps = chart.times.steps(atMost: max(2, Int(plotWidth / 90)))
    let decimals = Self.decimals(of: steps)
    for time in steps {
      let text = NumberText.fixed(time, decimals: decimals)
      let width = canvas.measure(text, font: Self.numbers).width
      canvas.draw(
        text, at: Point(x(time) - width / 2, y + 18), font: Self.numbers, color: theme.faintText)
    }
    let caption = "time, s"
    let width = canvas.measure(caption, font: Self.words).width
    canvas.draw(
      caption, at: Point(frame.minX + Self.left + (plotWidth - width) / 2, y + 38),
      font: Self.words, color: theme.faintText)
  }

  private func drawBands(at y: Double) {
    for band in chart.bands {
      let start = max(band.range.lowerBound, chart.times.lowerBound)
      let end = min(band.range.upperBound, chart.times.upperBound)
      guard end > start else { continue }
      let rect = Rect(x: x(start), y: y, width: x(end) - x(start), height: Self.bandHeight)
      canvas.fill(rect, with: theme.color(of: band.phase.rawValue))
      let name = band.phase.rawValue
      let font = Font(.sans, size: 9)
      let width = canvas.measure(name, font: font).width
      if width + 6 < rect.width {
        canvas.draw(
          name, at: Point(rect.minX + (rect.width - width) / 2, y + 9), font: font,
          color: theme.text)
      }
    }
  }

  private func drawTicks(at y: Double) {
    for tick in chart.ticks where chart.times.contains(tick.time) {
      let x = x(tick.time)
      switch tick.kind {
      case .touchDown:
        canvas.fillPolygon(
          [Point(x - 4, y + 3), Point(x + 4, y + 3), Point(x, y + 10)], with: theme.text)
      case .touchUp:
        canvas.fillPolygon(
          [Point(x - 4, y + 10), Point(x + 4, y + 10), Point(x, y + 3)], with: theme.text)
      case .notch: canvas.fill(Rect(x: x - 1, y: y + 5, width: 2, height: 3), with: theme.text)
      case .mark:
        canvas.fillPolygon(
          [Point(x, y + 2), Point(x + 4, y + 6), Point(x, y + 10), Point(x - 4, y + 6)],
          with: theme.zoom)
      case .missedRefresh:
        canvas.fill(Rect(x: x - 0.5, y: y + 2, width: 1, height: 9), with: theme.missed)
      }
    }
  }
}

// MARK: - Lanes

extension ChartPainter {
  /// Numbers on the axis of values lie at least so far apart, in points. [C]
  private static let stepHeight = 26.0
  /// The longest path that is stroked at once, in points of the curve. [C]
  private static let longestPath = 256

  private func draw(_ lane: Chart.Lane, in rect: Rect) {
    let y = { (value: Double) in
      rect.maxY - (value - lane.span.lowerBound)
        / (lane.span.upperBound - lane.span.lowerBound) * rect.height
    }
    canvas.fill(rect, with: theme.plot)
    canvas.saved {
      canvas.clip(to: rect)
      fillBeyond(lane, rect, y)
      drawGrid(lane, rect, y)
      for curve in lane.curves { draw(curve, y) }
    }
    drawNumbers(lane, rect, y)
    canvas.draw(
      lane.title, at: Point(rect.minX, rect.minY - 7), font: Self.words,
      color: theme.faintText)
    drawNames(lane, rect)
  }

  /// The names of the subject's curves in their colours, where there is more than one.
  private func drawNames(_ lane: Chart.Lane, _ rect: Rect) {
    let own = lane.curves.filter { $0.style == .solid }
    guard own.count > 1 else { return }
    var x = rect.minX + canvas.measure(lane.title, font: Self.words).width + 14
    for curve in own.sorted(by: { $0.name < $1.name }) {
      let name = String(curve.name.suffix(1))
      canvas.draw(
        name, at: Point(x, rect.minY - 7), font: Self.words, color: theme.color(of: curve.hue))
      x += canvas.measure(name, font: Self.words).width + 10
    }
  }

  private func fillBeyond(_ lane: Chart.Lane, _ rect: Rect, _ y: (Double) -> Double) {
    guard let edges = lane.edges.last else { return }
    let (top, bottom) = (y(edges.range.upperBound), y(edges.range.lowerBound))
    if top > rect.minY {
      canvas.fill(
        Rect(x: rect.minX, y: rect.minY, width: rect.width, height: top - rect.minY),
        with: theme.beyond)
    }
    if bottom < rect.maxY {
      canvas.fill(
        Rect(x: rect.minX, y: bottom, width: rect.width, height: rect.maxY - bottom),
        with: theme.beyond)
    }
  }

  private func drawGrid(_ lane: Chart.Lane, _ rect: Rect, _ y: (Double) -> Double) {
    for value in lane.span.steps(atMost: max(2, Int(rect.height / Self.stepHeight))) {
      line(from: Point(rect.minX, y(value)), to: Point(rect.maxX, y(value)), theme.grid)
    }
    for time in chart.times.steps(atMost: max(2, Int(plotWidth / 90))) {
      line(from: Point(x(time), rect.minY), to: Point(x(time), rect.maxY), theme.grid)
    }
    for edges in lane.edges {
      for value in [edges.range.lowerBound, edges.range.upperBound] {
        line(from: Point(rect.minX, y(value)), to: Point(rect.maxX, y(value)), theme.edge)
      }
    }
  }

  private func line(from start: Point, to end: Point, _ color: Color) {
    canvas.strokeLine(through: [start, end], with: color, lineWidth: 1, dashes: [])
  }

  private func drawNumbers(_ lane: Chart.Lane, _ rect: Rect, _ y: (Double) -> Double) {
    let steps = lane.span.steps(atMost: max(2, Int(rect.height / Self.stepHeight)))
    let decimals = Self.decimals(of: steps)
    for value in steps {
      let text = text(value, decimals: decimals)
      let width = canvas.measure(text, font: Self.numbers).width
      canvas.draw(
        text, at: Point(rect.minX - 8 - width, y(value) + 4), font: Self.numbers,
        color: theme.faintText)
    }
  }

  /// The text of a value on an axis; small steps have an exponent.
  private func text(_ value: Double, decimals: Int) -> String {
    guard decimals > 4 else { return NumberText.fixed(value, decimals: decimals) }
    return abs(value) < 1e-12 ? "0" : NumberText.scientific(value)
  }

  /// How many decimals tell the steps of an axis apart.
  static func decimals(of steps: [Double]) -> Int {
    guard steps.count > 1 else { return steps.allSatisfy { $0 == $0.rounded() } ? 0 : 1 }
    var (step, decimals) = (abs(steps[1] - steps[0]), 0)
    while step < 0.999, decimals < 9 {
      step *= 10
      decimals += 1
    }
    return decimals
  }

  private func draw(_ curve: Chart.Curve, _ y: (Double) -> Double) {
    let color = theme.color(of: curve.hue)
    for run in reduced(curve.points).split(whereSeparator: { !$0.y.isFinite }) {
      var start = run.startIndex
      while start < run.endIndex - 1 {
        let end = min(start + Self.longestPath, run.endIndex)
        canvas.strokeLine(
          through: run[start..<end].map { Point($0.x, y($0.y)) }, with: color,
          lineWidth: curve.style == .solid ? 1.75 : 1.5, dashes: curve.style.dashes)
        start = end - 1
      }
    }
  }

  /// The points at their places along the axis of time; where several share a column of pixels, their extremes.
  private func reduced(_ points: [Point]) -> [Point] {
    let placed = points.lazy.filter { chart.times.contains($0.x) }.map { Point(x($0.x), $0.y) }
    guard points.count > Int(plotWidth) * 2 else { return Array(placed) }
    var result: [Point] = []
    var (low, high) = (Point.zero, Point.zero)
    var column = Int.min
    func flush() {
      guard column != .min else { return }
      result += low.x <= high.x ? [low, high] : [high, low]
    }
    for point in placed {
      guard point.y.isFinite else {
        flush()
        column = .min
        result.append(point)
        continue
      }
      if Int(point.x) != column {
        flush()
        (column, low, high) = (Int(point.x), point, point)
      }
      if point.y < low.y { low = point }
      if point.y > high.y { high = point }
    }
    flush()
    return result
  }
}

extension Chart.Style {
  /// The lengths of dashes and gaps, in points.
  fileprivate var dashes: [Double] {
    switch self {
    case .solid: []
    case .dashed: [7, 4]
    case .dotted: [1.5, 3.5]
    }
  }
}
