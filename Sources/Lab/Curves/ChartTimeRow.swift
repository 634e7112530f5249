import OverscrollDrawing
import ScrollGeometry

/// The row of times above the lanes of a panel.
package struct ChartTimeRow {
  private let painter: ChartPainter
  private let row: Rect
  private let canvas: Canvas

  package init(_ painter: ChartPainter) {
    self.painter = painter
    (row, canvas) = (painter.layout.times, painter.canvas)
  }

  /// The distance of a time's baseline from the top of its row, and of its text from its line, in points. [C]
  private static let time = (baseline: 8.5, gap: 4.0)

  /// Draws the row of times, each beside its line of the grid.
  func draw() {
    canvas.fill(row, with: painter.theme.background)
    canvas.fill(
      Rect(
        x: row.minX, y: row.maxY - painter.hairline, width: row.width, height: painter.hairline),
      with: painter.theme.border)
    canvas.fill(
      Rect(x: row.minX, y: row.minY, width: row.width, height: painter.hairline),
      with: painter.theme.border)
    for (text, x) in timeTexts {
      guard x + ChartPainter.widthLimit(of: text, font: ChartPainter.times) >= row.minX,
        painter.isSegment
          || x + canvas.measure(text, font: ChartPainter.times).width + Self.time.gap <= row.maxX
      else { continue }
      canvas.draw(
        text, at: Point(x, row.minY + Self.time.baseline), font: ChartPainter.times,
        color: painter.theme.faintText)
    }
  }

  /// The times with the places of their texts.
  private var timeTexts: [(text: String, x: Double)] {
    let step = painter.gridStep
    return painter.gridTimes.map { time in
      (ChartAxis.text(ofTime: time, step: step), painter.scale.columnX(time) + Self.time.gap)
    }
  }

  /// Hides the times that an end of a moving chart cuts off: part of a number is another number.
  package func hideCut() {
    for (text, x) in timeTexts {
      let end = x + ChartPainter.widthLimit(of: text, font: ChartPainter.times)
      let isNearEnd = (x < row.minX && end > row.minX) || (x < row.maxX && end > row.maxX)
      guard isNearEnd else { continue }
      let width = canvas.measure(text, font: ChartPainter.times).width + 1
      guard x < row.minX || x + width > row.maxX else { continue }
      let left = max(x - 1, row.minX)
      let right = min(x + width, row.maxX)
      guard right > left else { continue }
      canvas.fill(
        Rect(
          x: left, y: row.minY + painter.hairline, width: right - left,
          height: row.height - 2 * painter.hairline),
        with: painter.theme.background)
    }
  }
}
