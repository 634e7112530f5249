import OverscrollDrawing
import ScrollGeometry

/// The names of marks in the row of ticks.
struct MarkNames {
  let painter: ChartPainter

  /// The distance of a mark's name from its mark and from the next one, and the least room for one, in points. [C]
  private static let distances = (gap: 8.0, end: 7.0, least: 14.0)

  /// Draws the names of marks: each up to the next mark, or to the left of its own where more room is there.
  func draw(on baseline: Double) {
    let marks = painter.chart.ticks.filter { $0.kind == .mark }.sorted { $0.time < $1.time }
    let (gap, end, least) = Self.distances
    var used = painter.layout.ticks.minX
    for (index, mark) in marks.enumerated() {
      let x = painter.scale.x(mark.time)
      let next = index + 1 < marks.count ? marks[index + 1].time : nil
      let limit =
        painter.isSegment
        ? (mark.nextMark ?? next).map(painter.scale.x) ?? .infinity
        : min(next.map(painter.scale.x) ?? .infinity, painter.layout.ticks.maxX + end)
      defer { used = max(used, x + end) }
      guard !mark.text.isEmpty else { continue }
      let (right, left) = (limit - end - (x + gap), x - gap - used - end)
      let width = painter.canvas.measure(mark.text, font: ChartPainter.small).width
      let isLeft = !painter.isSegment && width > right && left > right
      let room = isLeft ? left : right
      guard room >= min(least, width) else { continue }
      let name =
        room < width
        ? painter.canvas.elided(mark.text, font: ChartPainter.small, width: room) : mark.text
      let own = min(width, painter.canvas.measure(name, font: ChartPainter.small).width)
      painter.canvas.draw(
        name, at: Point(isLeft ? x - gap - own : x + gap, baseline), font: ChartPainter.small,
        color: painter.theme.text)
      if !isLeft { used = max(used, x + gap + own) }
    }
  }
}
