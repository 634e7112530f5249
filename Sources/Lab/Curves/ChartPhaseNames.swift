import OverscrollDrawing
import ScrollGeometry

/// The names of phases that began before the times of a moving chart.
///
/// The strip moves a name with its phase, and cuts it at the left edge. There it is hidden, and drawn where the phase is seen.
package struct ChartPhaseNames {
  private let painter: ChartPainter
  private let canvas: Canvas

  package init(_ painter: ChartPainter) {
    self.painter = painter
    canvas = painter.canvas
  }

  /// Draws the name of the phase at the left edge of each row, if there is room.
  ///
  /// - Parameter rows: The phases of each row, in chronological order.
  package func draw(_ rows: [[Chart.Band]]) {
    for (index, bands) in rows.enumerated() {
      let row = painter.layout.row(index)
      let first = bands.last { painter.scale.columnX($0.range.lowerBound) < row.minX }
      if let first { draw(first, in: row) }
    }
  }

  private func draw(_ band: Chart.Band, in row: Rect) {
    let (padding, font) = (ChartPainter.bandPadding, ChartPainter.small)
    let start = painter.scale.columnX(band.range.lowerBound)
    let end = min(painter.scale.columnX(band.range.upperBound) - painter.hairline, row.maxX)
    guard end > row.minX else { return }
    let name = band.phase.label
    let width = canvas.measure(name, font: font).width
    let hasRoom = width + 2 * padding <= end - row.minX
    // A pixel more than the name of the strip, whose last letter may reach into it.
    let cut = start + padding + width + 1
    let hidden = min(end, max(cut, hasRoom ? row.minX + padding + width : row.minX))
    guard hidden > row.minX else { return }
    let area = Rect(x: row.minX, y: row.minY, width: hidden - row.minX, height: row.height)
    canvas.fill(area, with: painter.theme.background)
    canvas.fill(area, with: painter.theme.color(of: band.phase))
    guard hasRoom else { return }
    canvas.draw(
      name, at: Point(row.minX + padding, row.minY + 9), font: font, color: painter.theme.text)
  }
}
