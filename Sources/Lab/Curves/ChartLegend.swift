import OverscrollDrawing
import ScrollGeometry

/// The legend of a page: the names of its files, and how they are drawn.
struct ChartLegend {
  /// The length of a line in the legend, its distance from its name, and the distance between entries, in points. [C]
  private static let lengths = (line: 28.0, gap: 8.0, distance: 22.0)

  /// An entry and its place: the line, and the distance from the left end.
  private struct Entry {
    var legend: Chart.Legend
    var name: String
    var line: Int
    var x: Double
  }

  private let painter: ChartPainter
  private let entries: [Entry]
  /// Whether the title has room beside the legend.
  let showsTitle: Bool

  /// Places the entries in one line beside the title where they have room, otherwise in several in its place.
  init(_ painter: ChartPainter) {
    self.painter = painter
    let (chart, canvas, layout) = (painter.chart, painter.canvas, painter.layout)
    let legend = chart.legend.count > 1 ? chart.legend : []
    let (line, gap, distance) = Self.lengths
    let room = layout.ticks.width
    let names = legend.map { entry in
      canvas.elided(entry.name, font: ChartPainter.words, width: room - line - gap)
    }
    let widths = names.map { line + gap + canvas.measure($0, font: ChartPainter.words).width }
    let width = widths.reduce(-distance) { $0 + $1 + distance }
    let titleWidth = canvas.measure(chart.title, font: ChartPainter.bold).width
    showsTitle = legend.isEmpty || room - titleWidth > width + 40
    var (x, number) = (showsTitle ? room - max(width, 0) : 0, 0)
    entries = legend.indices.map { index in
      if x > 0, x + widths[index] > room + 0.5 { (x, number) = (0, number + 1) }
      defer { x += widths[index] + distance }
      return Entry(legend: legend[index], name: names[index], line: number, x: x)
    }
  }

  /// The number of lines, at least one.
  var lineCount: Int { (entries.last?.line ?? 0) + 1 }

  /// Draws the entries, the first baseline at a place.
  func draw(from start: Point) {
    let (line, gap, _) = Self.lengths
    for entry in entries {
      let place = start + Point(entry.x, Double(entry.line) * ChartLayout.legendLeading)
      drawSample(entry.legend.style, from: place - Point(0, 4.5))
      painter.canvas.draw(
        entry.name, at: place + Point(line + gap, 0), font: ChartPainter.words,
        color: painter.theme.text)
    }
  }

  /// Names the subject, whose phases alone are shown, beside the strip of phases.
  func nameBands() {
    let (chart, canvas, layout) = (painter.chart, painter.canvas, painter.layout)
    guard chart.legend.count > 1, !chart.bands.isEmpty, let name = chart.legend.first?.name else {
      return
    }
    // Of a scene's scroll views, the file is the same.
    let own = name.split(separator: ": ").last.map(String.init) ?? name
    let room = layout.bands.minX - layout.frame.minX - 16
    let text = canvas.elided(own, font: ChartPainter.small, width: room)
    let width = canvas.measure(text, font: ChartPainter.small).width
    canvas.draw(
      text, at: Point(layout.bands.minX - 8 - width, layout.bands.minY + 9),
      font: ChartPainter.small, color: painter.theme.faintText)
  }

  /// Draws the line of a legend, in the colors of the axes that are shown.
  private func drawSample(_ style: Chart.Style, from start: Point) {
    let curves = painter.chart.lanes.flatMap(\.curves).filter { $0.style == style }
    var colors = Set(curves.map(\.hue)).sorted().prefix(2).map { painter.theme.color(of: $0) }
    if case .reference(let number) = style { colors = [painter.theme.color(ofReference: number)] }
    let length = Self.lengths.line / Double(max(1, colors.count))
    for (index, color) in colors.enumerated() {
      let x = start.x + Double(index) * length
      painter.canvas.strokeLine(
        through: [Point(x, start.y), Point(x + length, start.y)], with: color, lineWidth: 2,
        dashes: style.dashes)
    }
  }
}
