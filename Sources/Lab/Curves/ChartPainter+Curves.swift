import OverscrollDrawing
import ScrollGeometry

extension ChartPainter {
  /// The columns of a curve that are stroked at once: at most two points each. [C]
  private static let block = 128.0
  /// How far a stroke reaches beyond its points, in points. [C]
  private static let reach = 3.0
  /// The lengths of the dashes and gaps of guides, in points. [C]
  private static let dashes = (asymptote: (8.0, 4.0), resting: (1.5, 3.5))

  /// Strokes a curve, in paths that begin and end at the same points however much of it is drawn.
  func draw(_ curve: Chart.Curve, _ lane: Chart.Lane, _ rect: Rect) {
    let color = color(of: curve)
    let dashes = curve.style.dashes
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
          stroke(path + [place], color, dashes, rect)
          path = []
        }
        block = own
        path.append(place)
      }
      stroke(path, color, dashes, rect)
    }
  }

  private func stroke(_ path: [Point], _ color: Color, _ dashes: [Double], _ rect: Rect) {
    guard let first = path.first, let last = path.last, last.x >= rect.minX - Self.reach,
      first.x <= rect.maxX + Self.reach
    else { return }
    // A single sample is a dot.
    let points = path.count > 1 ? path : [first, Point(first.x + 0.01, first.y)]
    canvas.strokeLine(
      through: points, with: color, lineWidth: layout.form == .page ? 1.75 : 1.5, dashes: dashes)
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
    case .subject: []
    case .other: [7, 4]
    case .reference(let number): Self.patterns[number % Self.patterns.count]
    }
  }
}
