import OverscrollDrawing
import ScrollEngine
import ScrollGeometry

// MARK: - Ticks and phases

extension ChartPainter {
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
    return curves.filter { $0.style == .subject }.sorted { $0.hue < $1.hue }
  }
}
