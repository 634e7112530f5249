import Glibc
package import ScrollEngine
import ScrollGeometry

/// Makes the lanes of a chart from series.
package struct LaneBuilder {
  /// A lane spans what is seen plus this part of it. [C]
  static let padding = 0.08
  /// An edge within this part of a lane's span counts as seen. [C]
  private static let edgeReach = 0.25

  /// The series, the subject first.
  var series: [Series]
  var styles: [Chart.Style]
  /// The times shown, in seconds.
  var times: ClosedRange<Double>
  /// The rows of each series that are needed, where they are not those of the times.
  var rows: [Range<Int>]?

  /// What a lane shows, where it is given rather than found.
  package struct Format: Hashable {
    /// The columns that have curves.
    var columns: Set<Series.Column>
    var span: ClosedRange<Double>
    /// The only value of all curves; `nil` where there are several.
    package var constant: Double?
  }

  /// The lane of a group; `nil` where none of its columns changes, unless it is needed.
  ///
  /// A needed lane in which nothing changes shows its last column. A given format is taken as it is.
  func lane(_ group: Chart.Group, isNeeded: Bool, format: Format? = nil) -> Chart.Lane? {
    let rows = rows ?? series.map { $0.rows(in: times) }
    var curves: [Chart.Curve] = []
    var edges: [Chart.Edges] = []
    var guides: [Chart.Guide] = []
    let columns = format?.columns ?? moving(group, rows, isNeeded: isNeeded)
    for (column, hue) in group.columns where columns.contains(column) {
      // The subject is drawn last, over its references.
      for index in series.indices.reversed() {
        if let points = points(of: column, index, rows[index]) {
          curves.append(
            Chart.Curve(
              name: column.name, hue: hue, style: styles[index], points: points))
        }
      }
      guard let subject = series.first else { continue }
      if group == .zoom, let limits = subject.scaleLimits(in: rows[0], times) {
        edges.append(limits)
      }
      guard group == .offset,
        columns.count == 1 || format != nil || subject.moves(column, in: rows[0])
      else { continue }
      if let pair = subject.edges(hue, in: rows[0], times) { edges.append(pair) }
      guides += subject.guides(hue, in: rows[0])
    }
    guard !curves.isEmpty || format != nil else { return nil }
    let span = format?.span ?? Self.span(of: curves, edges, group.kind, in: times)
    return Chart.Lane(
      kind: group.kind, title: group.title, curves: curves, edges: edges,
      guides: format == nil ? guides.filter { $0.isInSight(of: span) } : guides, span: span,
      constant: format == nil ? Self.constant(of: curves) : format?.constant)
  }

  /// The only value of some curves; `nil` where there are several, or none.
  static func constant(of curves: [Chart.Curve]) -> Double? {
    let values = curves.lazy.flatMap(\.points).map(\.y).filter(\.isFinite)
    guard let first = values.first(where: { _ in true }) else { return nil }
    return values.allSatisfy { $0 == first } ? first : nil
  }

  /// The columns of a group that change, the last one where none does and the lane is needed.
  private func moving(
    _ group: Chart.Group, _ rows: [Range<Int>], isNeeded: Bool
  ) -> Set<Series.Column> {
    var columns = group.columns.map(\.column).filter { column in
      zip(series, rows).contains { $0.moves(column, in: $1) }
    }
    if columns.isEmpty, isNeeded {
      // What has moved before is of more interest than what never does.
      columns = group.columns.map(\.column).filter { column in series.contains { $0.moves(column) }
      }
      if columns.isEmpty, let last = group.columns.last { columns = [last.column] }
    }
    return Set(columns)
  }

  private func points(
    of column: Series.Column, _ index: Int, _ rows: Range<Int>
  ) -> [Point]? {
    guard let values = series[index].values[column] else { return nil }
    let times = series[index].times
    let points = rows.lazy.map { row in
      Point(times[row], column == .zoom ? ChartAxis.logarithm(values[row]) : values[row])
    }
    // Four rows a column: of fewer, reduction would keep most.
    guard rows.count > 4 * Chart.maximumColumns else { return Array(points) }
    let rate = Double(Chart.maximumColumns) / self.times.length
    return points.reduced { ($0 * rate).rounded(.down) }
  }

  /// The span of a lane: what its curves show at some times, and the edges that are near.
  static func span(
    of curves: [Chart.Curve], _ edges: [Chart.Edges], _ kind: Chart.Lane.Kind,
    in times: ClosedRange<Double>
  ) -> ClosedRange<Double> {
    var span = span(of: curves, in: times)
    switch kind {
    case .velocity, .lawVelocity, .fingerVelocity: span = span.symmetric
    case .residual, .refreshes: span = span.including(0)
    // A scale that doesn't change is seen between its neighbors, not between powers of two.
    case .zoom where span.length == 0: return span.lowerBound - 0.5...span.upperBound + 0.5
    case .offset, .zoom: break
    }
    let reach = span.length * edgeReach
    let seen = (span.lowerBound - reach)...(span.upperBound + reach)
    for point in edges.flatMap({ $0.lower + $0.upper }) where seen.contains(point.y) {
      span = span.including(point.y)
    }
    return span.padded(by: padding)
  }

  /// The range of what curves show, also between rows at both ends; 0…1 where they show nothing.
  static func span(of curves: [Chart.Curve], in times: ClosedRange<Double>) -> ClosedRange<Double> {
    var (low, high) = (Double.infinity, -Double.infinity)
    for curve in curves {
      for value in [times.lowerBound, times.upperBound].compactMap(curve.value) {
        low = min(low, value)
        high = max(high, value)
      }
      for point in curve.points where point.y.isFinite && times.contains(point.x) {
        low = min(low, point.y)
        high = max(high, point.y)
      }
    }
    return low <= high ? low...high : 0...1
  }
}

extension Chart.Guide {
  /// Returns whether any point lies in the span of a lane.
  fileprivate func isInSight(of span: ClosedRange<Double>) -> Bool {
    points.contains { span.contains($0.y) }
  }
}

extension Series {
  /// The rows that a chart of some times needs: those within, and one on each side.
  func rows(in times: ClosedRange<Double>) -> Range<Int> {
    let first = self.times.partitioningIndex { $0 >= times.lowerBound }
    let last = self.times.partitioningIndex { $0 > times.upperBound }
    return max(0, first - 1)..<min(count, last + 1)
  }

  /// The last row that is not after a time; `nil` before the first row and after the last.
  func row(at time: Double) -> Int? {
    guard let last = times.last, time <= last + Interpolation.rounding else { return nil }
    let next = times.partitioningIndex { $0 > time + Interpolation.rounding }
    return next > 0 ? next - 1 : nil
  }

  /// The value that charts show of a column at a row, the logarithm of a scale; `nil` where it is not known.
  func shown(_ column: Column, _ row: Int) -> Double? {
    guard let value = values[column]?[row].known else { return nil }
    return column == .zoom ? ChartAxis.logarithm(value).known : value
  }

  /// Returns whether a column has two different values.
  func moves(_ column: Column, in rows: Range<Int>? = nil) -> Bool {
    guard let values = values[column] else { return false }
    var first: Double?
    for row in rows ?? 0..<count where !values[row].isNaN {
      if let first { if values[row] != first { return true } } else { first = values[row] }
    }
    return false
  }

  /// The stretches of one phase, each up to the next.
  func bands(in rows: Range<Int>) -> [Chart.Band] {
    Chart.Band.all(of: rows.lazy.map { (times[$0], phases[$0]) }, lifts: liftTimes)
  }

  /// Touches and all other ticks.
  func allTicks(in times: ClosedRange<Double>) -> [Chart.Tick] {
    let touches = touches.compactMap { touch -> Chart.Tick? in
      switch touch.phase {
      case .began: Chart.Tick(kind: .touchDown, time: touch.time)
      case .ended, .cancelled: Chart.Tick(kind: .touchUp, time: touch.time)
      case .moved, .stationary: nil
      }
    }
    return (touches + ticks).filter { times.contains($0.time) }
  }
}

extension Chart.Band {
  /// The stretches of equal phases of some rows; rows whose phase is not known interrupt nothing.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - lifts: The times at which the last finger lifts, rising, as far as they are known.
  /// - Returns: The stretches.
  package static func all(
    of rows: some Sequence<(time: Double, phase: ScrollView.Phase?)>, lifts: [Double] = []
  ) -> [Chart.Band] {
    var bands: [Chart.Band] = []
    for (time, phase) in rows {
      guard let phase else { continue }
      let lift = lifts.isEmpty ? 0 : lifts.partitioningIndex { $0 > time }
      bands.append(phase, at: time, lift: lift > 0 ? lifts[lift - 1] : nil)
    }
    return bands
  }
}

extension [Chart.Band] {
  /// Goes on to a row.
  ///
  /// A phase of fingers ends with the lift, where it is known, and not only with the next row, which may be much later.
  ///
  /// - Parameters:
  ///   - phase: The row's phase.
  ///   - time: The row's time, in seconds.
  ///   - lift: The last lift until then, in seconds; `nil` where none is known.
  package mutating func append(_ phase: ScrollView.Phase, at time: Double, lift: Double?) {
    guard let last else { return append(Chart.Band(phase: phase, range: time...time)) }
    guard last.phase != phase else {
      return self[count - 1].range = last.range.including(time)
    }
    let isLift = last.phase.isOfFingers && !phase.isOfFingers
    // Rows that hold what was before a gap have the phase before it.
    let start =
      lift.flatMap { isLift && last.range.lowerBound <= $0 && $0 < time ? $0 : nil } ?? time
    self[count - 1].range = last.range.lowerBound...start
    append(Chart.Band(phase: phase, range: start...time))
  }
}

extension ScrollView.Phase {
  /// Whether fingers, or what takes their place, move the content.
  fileprivate var isOfFingers: Bool { self == .tracking || self == .dragging || self == .zooming }
}

// MARK: - What surrounds the offset

extension Series {
  /// The edges of the content along an axis; `nil` where they are not known.
  func edges(_ hue: Chart.Hue, in rows: Range<Int>, _ times: ClosedRange<Double>) -> Chart.Edges? {
    guard geometry.count == count else { return constantEdges(hue, times) }
    var (lower, upper) = (Steps(), Steps())
    for row in rows {
      let axis = AxisGeometry(geometry[row], hue)
      lower.append(self.times[row], axis.minimum)
      upper.append(self.times[row], axis.maximum)
    }
    return Chart.Edges(hue: hue, lower: lower.points, upper: upper.points)
  }

  /// The limits of the scale, as logarithms; `nil` where they are not known or leave no choice.
  func scaleLimits(in rows: Range<Int>, _ times: ClosedRange<Double>) -> Chart.Edges? {
    let limits =
      geometry.count == count
      ? rows.map { (self.times[$0], geometry[$0].minimumScale, geometry[$0].maximumScale) }
      : header.map { header in
        let (lower, upper) = header.scaleLimits
        return [times.lowerBound, times.upperBound].map { ($0, lower, upper) }
      } ?? []
    guard limits.contains(where: { $0.1 < $0.2 }) else { return nil }
    var (low, high) = (Steps(), Steps())
    for (time, lower, upper) in limits {
      low.append(time, log2(lower))
      high.append(time, log2(upper))
    }
    return Chart.Edges(hue: .zoom, lower: low.points, upper: high.points)
  }

  /// The edges of a series of which only the set-up is known; a zoom would move them.
  private func constantEdges(_ hue: Chart.Hue, _ times: ClosedRange<Double>) -> Chart.Edges? {
    guard hasRange, !moves(.zoom), let range = header?.offsetRange else { return nil }
    let line = { (value: Double) in
      [Point(times.lowerBound, value), Point(times.upperBound, value)]
    }
    return Chart.Edges(
      hue: hue, lower: line(hue == .x ? range.lower.x : range.lower.y),
      upper: line(hue == .x ? range.upper.x : range.upper.y))
  }

  /// The resting offset from each release on, and the asymptotes of rubber banding.
  func guides(_ hue: Chart.Hue, in rows: Range<Int>) -> [Chart.Guide] {
    guard geometry.count == count, !rows.isEmpty else { return [] }
    var (resting, low, high) = (Steps(), Steps(), Steps())
    for row in rows {
      let axis = AxisGeometry(geometry[row], hue)
      let isInFlight = phases[row] == .decelerating || phases[row] == .animating
      resting.append(times[row], isInFlight ? axis.resting : .nan)
      low.append(times[row], axis.minimum - axis.length)
      high.append(times[row], axis.maximum + axis.length)
    }
    return [
      Chart.Guide(kind: .asymptote, hue: hue, points: low.points),
      Chart.Guide(kind: .asymptote, hue: hue, points: high.points),
      Chart.Guide(kind: .resting, hue: hue, points: resting.points),
    ]
  }
}

/// A line with a point only where its value changes.
private struct Steps {
  private(set) var points: [Point] = []
  /// Whether the last point continues the value of the one before it.
  private var isLevel = false

  mutating func append(_ time: Double, _ value: Double) {
    let point = Point(time, value)
    guard let last = points.last, last.y == value || (last.y.isNaN && value.isNaN) else {
      isLevel = false
      return points.append(point)
    }
    if isLevel { points[points.count - 1] = point } else { points.append(point) }
    isLevel = true
  }
}
