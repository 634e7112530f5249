import OverscrollBase
import OverscrollDrawing
import ScrollGeometry

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
}
