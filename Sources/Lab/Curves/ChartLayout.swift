import OverscrollDrawing
package import ScrollGeometry

/// Where the parts of a chart are, in points.
package struct ChartLayout: Hashable, Sendable {
  /// The kind of place that a chart is drawn in.
  package enum Form: Hashable, Sendable {
    /// A page of its own, with title, legend and captions.
    case page
    /// A panel docked in a window.
    case panel
  }

  package var form: Form
  package var frame: Rect
  package var lanes: [Rect]
  /// The lanes that are folded to a line with their value, by their indices.
  package var folded: Set<Int> = []
  /// The row of times above the lanes of a panel, which no curve crosses; empty on a page.
  package var times = Rect.zero
  /// The row of ticks.
  package var ticks: Rect
  /// The strip of phases, with a row for each scroll view.
  package var bands: Rect
  /// The number of rows in the strip of phases.
  package var rowCount = 1

  /// Everything over the axis of time.
  package var plot: Rect {
    let top = form == .panel ? times.minY : lanes.first?.minY ?? ticks.minY
    return Rect(x: ticks.minX, y: top, width: ticks.width, height: bands.maxY - top)
  }

  /// The usual width of a chart, and its height without lanes and per lane, in points. [C]
  package static let usualWidth = 1200.0
  package static func usualHeight(lanes: Int) -> Double { 120 + 170 * Double(lanes) }

  /// The margins of a page around its lanes, the distance between lanes, and the rows below them. [C]
  private static let page = (
    left: 76.0, right: 24.0, top: 66.0, bottom: 46.0, gap: 28.0, ticks: 14.0, bands: 12.0
  )
  /// The room beside the lanes of a panel, for titles and numbers, and the rows above and below them. [C]
  private static let panel = (left: 136.0, right: 12.0, times: 11.0, ticks: 14.0, bands: 12.0)
  /// The distance between the lines of a legend, in points. [C]
  static let legendLeading = 18.0

  /// The height of a folded lane. [C]
  private static let foldedHeight = 16.0

  /// The lanes that fold, of lanes that are constant or not: the first one stays where all are.
  private static func folded(_ constant: [Bool]) -> Set<Int> {
    let folded = constant.indices.filter { constant[$0] }
    return Set(folded.count < constant.count ? folded[...] : folded.dropFirst())
  }

  /// The layout of a page, whose legend may have several lines.
  ///
  /// - Parameters:
  ///   - frame: The place of the page.
  ///   - constant: Whether each lane has a single value; those lanes are folded.
  ///   - legendLines: The number of lines of the legend.
  ///   - height: The height of what is below the axis of time, in points.
  /// - Returns: The layout.
  package static func page(
    _ frame: Rect, lanes constant: [Bool], legendLines: Int = 1, below height: Double = 0
  ) -> Self {
    let top = frame.minY + page.top + legendLeading * Double(legendLines - 1)
    let left = frame.minX + page.left
    let width = max(1, frame.width - page.left - page.right)
    let bands = frame.maxY - page.bottom - page.bands - height
    let ticks = bands - page.ticks
    let folded = folded(constant)
    let room = ticks - top - foldedHeight * Double(folded.count)
    let gaps = page.gap * Double(max(0, constant.count - 1))
    let height = max(1, (room - gaps) / Double(max(1, constant.count - folded.count)))
    var next = top
    let lanes = constant.indices.map { index in
      let height = folded.contains(index) ? foldedHeight : height
      defer { next += height + page.gap }
      return Rect(x: left, y: next, width: width, height: height)
    }
    return Self(
      form: .page, frame: frame, lanes: lanes, folded: folded,
      ticks: Rect(x: left, y: ticks, width: width, height: page.ticks),
      bands: Rect(x: left, y: bands, width: width, height: page.bands))
  }

  /// The layout of a panel, whose lanes have heights in proportion to 90, 48 and 56.
  ///
  /// - Parameters:
  ///   - frame: The place of the panel.
  ///   - kinds: The lanes.
  ///   - constant: Whether each lane has a single value; those lanes are folded.
  ///   - rowCount: The number of rows of phases.
  ///   - weights: The heights of some lanes in parts of the usual ones.
  /// - Returns: The layout.
  package static func panel(
    _ frame: Rect, lanes kinds: [Chart.Lane.Kind], constant: [Bool] = [], rows rowCount: Int = 1,
    weights: [Chart.Lane.Kind: Double] = [:]
  ) -> Self {
    let left = frame.minX + panel.left
    let width = max(1, frame.width - panel.left - panel.right)
    let strip = panel.bands * Double(rowCount)
    let bands = frame.maxY - strip
    let ticks = bands - panel.ticks
    let room = max(0, ticks - frame.minY - panel.times)
    let folded = folded(constant)
    // Where there is no room for folded lanes, they are as low as the others.
    let line = min(foldedHeight, (room / Double(max(1, kinds.count))).rounded(.down))
    let height = { (kind: Chart.Lane.Kind) in kind.height * (weights[kind] ?? 1) }
    let total = kinds.enumerated().reduce(0) {
      $0 + (folded.contains($1.offset) ? 0 : height($1.element))
    }
    let rest = room - line * Double(folded.count)
    var lanes: [Rect] = []
    let start = frame.minY + panel.times
    var (sum, lines, top) = (0.0, 0.0, 0.0)
    for (index, kind) in kinds.enumerated() {
      if folded.contains(index) { lines += line } else { sum += height(kind) }
      // Whole points, so that the lines between lanes are sharp.
      let end = lines + (rest * sum / total).rounded()
      lanes.append(Rect(x: left, y: start + top, width: width, height: end - top))
      top = end
    }
    return Self(
      form: .panel, frame: frame, lanes: lanes, folded: folded,
      times: Rect(x: left, y: frame.minY, width: width, height: panel.times),
      ticks: Rect(x: left, y: ticks, width: width, height: panel.ticks),
      bands: Rect(x: left, y: bands, width: width, height: strip), rowCount: rowCount)
  }

  /// The place of a row of phases.
  package func row(_ index: Int) -> Rect {
    let height = bands.height / Double(max(1, rowCount))
    return Rect(
      x: bands.minX, y: bands.minY + Double(index) * height, width: bands.width, height: height)
  }

  /// The row of phases beside or at a place; `nil` for none.
  package func row(at place: Point) -> Int? {
    guard place.x >= frame.minX, place.x < frame.maxX else { return nil }
    return (0..<rowCount).first { row($0).minY <= place.y && place.y < row($0).maxY }
  }

  /// The layout with everything over the axis of time moved to x-coordinate 0 and as wide as `width`.
  func segment(width: Double) -> Self {
    var segment = self
    let move = { (rect: Rect) in Rect(x: 0, y: rect.minY, width: width, height: rect.height) }
    segment.lanes = lanes.map(move)
    segment.times = move(times)
    segment.ticks = move(ticks)
    segment.bands = move(bands)
    return segment
  }
}

extension Chart.Lane.Kind {
  /// The height of a lane in a panel of the usual height, in points. [C]
  fileprivate var height: Double {
    switch self {
    case .offset: 90
    // More than half of an offset's, however lanes are rounded.
    case .velocity, .lawVelocity, .fingerVelocity, .residual, .refreshes: 48
    // An overshoot of 5 % of a scale that doubles is three points high.
    case .zoom: 56
    }
  }
}

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
    var colors = Set(curves.map(\.hue)).sorted().prefix(2)
      .map { painter.theme.color(of: $0, style) }
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
