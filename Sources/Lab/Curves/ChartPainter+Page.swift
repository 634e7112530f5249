import OverscrollDrawing
import OverscrollFormatting
import ScrollGeometry

extension ChartPainter {
  private static let bold = Font(.sans, size: 14, isBold: true)
  /// The length of a line in the legend, its distance from its name, and the distance between entries, in points. [C]
  private static let legend = (line: 28.0, gap: 8.0, distance: 22.0)

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
    let entries = chart.legend.count > 1 ? chart.legend : []
    let names = entries.map { ($0, canvas.measure($0.name, font: Self.words).width) }
    let (line, gap, distance) = Self.legend
    let width = names.reduce(0) { $0 + $1.1 + line + gap + distance } - distance
    let titleWidth = canvas.measure(chart.title, font: Self.bold).width
    let hasRoom = layout.ticks.width - titleWidth > width + 40
    // The legend names every file; where both have no room, the title gives way.
    if entries.isEmpty || hasRoom {
      canvas.draw(
        chart.title, at: Point(left, baseline), font: Self.bold, color: theme.text)
    }
    var x = hasRoom ? layout.ticks.maxX - max(width, 0) : left
    canvas.saved {
      canvas.clip(
        to: Rect(
          x: left, y: layout.frame.minY, width: layout.ticks.width, height: baseline + 14))
      for (entry, width) in names {
        drawSample(entry.style, from: Point(x, baseline - 4.5))
        canvas.draw(
          entry.name, at: Point(x + line + gap, baseline), font: Self.words, color: theme.text)
        x += line + gap + width + distance
      }
    }
  }

  /// Draws the line of a legend, in the colors of the axes that are shown.
  private func drawSample(_ style: Chart.Style, from start: Point) {
    let curves = chart.lanes.flatMap(\.curves).filter { $0.style == style }
    var colors = Set(curves.map(\.hue)).sorted().prefix(2).map { theme.color(of: $0) }
    if case .reference = style { colors = [theme.reference] }
    let length = Self.legend.line / Double(max(1, colors.count))
    for (index, color) in colors.enumerated() {
      let x = start.x + Double(index) * length
      canvas.strokeLine(
        through: [Point(x, start.y), Point(x + length, start.y)], with: color, lineWidth: 2,
        dashes: style.dashes)
    }
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
}
