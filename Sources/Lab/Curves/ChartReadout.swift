import OverscrollBase
import OverscrollDrawing
package import ScrollEngine
import ScrollGeometry

extension Chart {
  /// What a chart shows at one time.
  package struct Readout: Hashable, Sendable {
    /// A value of a curve.
    package struct Value: Hashable, Sendable {
      package var hue: Hue
      package var style: Style
      /// The index of the lane.
      package var lane: Int
      /// The value in the units of the curve.
      package var value: Double
      package var text: String
    }

    /// The time in seconds.
    package var time: Double
    package var phase: ScrollView.Phase?
    package var values: [Value]
    /// The refresh that a lane of them shows then; `nil` without one.
    package var refresh: Lane.Refresh?
  }

  /// The time of the last frame up to a time; in a gap, over which values are held, the time itself.
  ///
  /// Between two frames that differ a curve only joins what was shown, so that values there have never been.
  package func frameTime(at time: Double) -> Double {
    let curves = lanes.filter { $0.kind != .residual && $0.kind != .refreshes }.flatMap(\.curves)
    let frames = curves.filter(\.style.isOfTake).compactMap { $0.frameTime(at: time) }
    return frames.max() ?? time
  }

  /// A state of a scroll view that is shown, where that is no frame of the chart's.
  package struct Shown: Hashable, Sendable {
    /// The scroll view, as in ``Lane/owner``.
    package var owner: String
    /// The side: ``Style/subject`` or ``Style/other``.
    package var style: Style
    package var sample: Trace.Sample

    package init(owner: String, style: Style, _ sample: Trace.Sample) {
      (self.owner, self.style, self.sample) = (owner, style, sample)
    }

    /// The value in the units of a curve; `nil` for curves of other quantities, and of velocities: those lie between two refreshes,
    /// and only the curve has them.
    fileprivate func value(of curve: Curve) -> Double? {
      guard let column = Series.Column(name: curve.name), !column.isVelocity else { return nil }
      let value = sample.columns.first { $0.0 == column }?.1
      return column == .zoom ? value.flatMap { ChartAxis.logarithm($0).known } : value
    }
  }

  /// The row of phases of a lane's scroll view.
  package func row(ofLane lane: Int) -> Int {
    rows.firstIndex { $0.name == lanes[lane].owner } ?? 0
  }

  /// The values of the states that are shown at a time, and those of the curves where there is none.
  package func readout(of states: [Shown], at time: Double, row: Int = 0) -> Readout {
    var readout = readout(at: time, row: row)
    for index in readout.values.indices {
      let lane = lanes[readout.values[index].lane]
      let value = readout.values[index]
      guard let curve = lane.curves.first(where: { $0.style == value.style && $0.hue == value.hue })
      else { continue }
      func shown(_ style: Style) -> Double? {
        states.first { $0.style == style && $0.owner == lane.owner }?.value(of: curve)
      }
      let own =
        lane.kind == .residual
        ? shown(.subject).flatMap { own in shown(.other).map { own - $0 } } : shown(value.style)
      guard let own else { continue }
      readout.values[index].value = own
      readout.values[index].text = lane.kind.text(own)
    }
    let owner = rows.isEmpty ? "" : rows[row].name
    if let own = states.first(where: { $0.owner == owner }) { readout.phase = own.sample.phase }
    return readout
  }

  /// The values at a time: those between two points of a curve lie on a straight line.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds.
  ///   - row: The row of phases that tells the phase, the first one by default.
  /// - Returns: The values.
  package func readout(at time: Double, row: Int = 0) -> Readout {
    var values: [Readout.Value] = []
    for (index, lane) in lanes.enumerated() {
      // Curves are drawn references first, and read subject first.
      for curve in lane.curves.reversed().sorted(by: { $0.hue < $1.hue }) {
        guard let value = curve.value(at: time) else { continue }
        values.append(
          Readout.Value(
            hue: curve.hue, style: curve.style, lane: index, value: value,
            text: lane.kind.text(value)))
      }
    }
    let phase = bands.last { $0.row == row && $0.range.contains(time) }?.phase
    var readout = Readout(time: time, phase: phase, values: values)
    if let lane = lanes.first(where: { $0.kind == .refreshes }) {
      let next = lane.refreshes.partitioningIndex { $0.time > time + Interpolation.rounding }
      if next > 0 { readout.refresh = lane.refreshes[next - 1] }
    }
    return readout
  }
}

extension Chart.Style {
  /// Whether the curve is a side of what is recorded, rather than a reference.
  var isOfTake: Bool { self == .subject || self == .other }
}

extension Chart.Curve {
  /// The time of the last point up to a time; the time itself in a gap, and `nil` outside of the curve.
  fileprivate func frameTime(at time: Double) -> Double? {
    let next = points.partitioningIndex { $0.x > time }
    guard next > 0 else { return nil }
    guard next < points.count else { return points[next - 1].x == time ? time : nil }
    let (last, following) = (points[next - 1], points[next])
    let isHeld = last.y == following.y && following.x - last.x > FrameStep.longest
    return isHeld ? time : last.x
  }

  /// The value at a time, the new one at a step; `nil` outside of the curve and where it is interrupted.
  func value(at time: Double) -> Double? {
    let low = points.partitioningIndex { $0.x > time }
    guard low > 0 else { return nil }
    let last = points[low - 1]
    if last.x == time { return last.y.known }
    guard low < points.count, last.y.isFinite, points[low].y.isFinite else { return nil }
    let next = points[low]
    return last.y + (next.y - last.y) * (time - last.x) / (next.x - last.x)
  }
}

extension Chart.Lane.Kind {
  /// The text of the only value of a lane.
  func text(ofConstant value: Double, hasUnit: Bool) -> String {
    let number = ChartAxis.text(of: self == .zoom ? ChartAxis.scale(value) : value)
    let text = NumberText.withMinus(number)
    return self == .zoom ? text + "×" : hasUnit ? "\(text) \(unit)" : text
  }

  /// The text of a value with its unit.
  fileprivate func text(_ value: Double) -> String {
    switch self {
    case .offset: Self.text(value, decimals: 1) + " pt"
    case .velocity, .lawVelocity, .fingerVelocity: Self.text(value, decimals: 0) + " pt/s"
    case .zoom: NumberText.fixed(ChartAxis.scale(value), decimals: 3) + "×"
    case .refreshes: Self.text(value, decimals: 1) + " ms"
    case .residual:
      (abs(value) < 0.01 && value != 0
        ? NumberText.withMinus(NumberText.scientific(value)) : Self.text(value, decimals: 2))
        + " pt"
    }
  }

  private static func text(_ value: Double, decimals: Int) -> String {
    NumberText.withMinus(NumberText.fixed(value, decimals: decimals))
  }

  /// The word for what the lane shows.
  var word: String {
    switch self {
    case .offset: "offset"
    case .velocity: "velocity"
    case .lawVelocity: "law"
    case .fingerVelocity: "finger"
    case .zoom: "zoom"
    case .residual: "A − B"
    case .refreshes: "latency"
    }
  }

  /// The unit of the numbers beside the lane.
  var unit: String {
    switch self {
    case .offset, .residual: "pt"
    case .velocity, .lawVelocity, .fingerVelocity: "pt/s"
    case .zoom: "log₂"
    case .refreshes: "ms"
    }
  }
}

extension Chart {
  /// The text of a time, to the millisecond.
  static func text(ofTime time: Double) -> String {
    NumberText.withMinus(NumberText.fixed(time, decimals: 3)) + " s"
  }
}

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
