import Glibc
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
              name: column.rawValue, hue: hue, style: styles[index], points: points))
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
    let span = format?.span ?? span(of: curves, edges, group)
    return Chart.Lane(
      kind: group.kind, title: group.title, curves: curves, edges: edges,
      guides: format == nil ? guides.filter { $0.isInSight(of: span) } : guides, span: span)
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

  private func span(
    of curves: [Chart.Curve], _ edges: [Chart.Edges], _ group: Chart.Group
  ) -> ClosedRange<Double> {
    var span = Self.span(of: curves, in: times)
    if group == .velocity || group == .lawVelocity { span = span.symmetric }
    // A scale that doesn't change is seen between its neighbors, not between powers of two.
    if group == .zoom, span.length == 0 { return span.lowerBound - 0.5...span.upperBound + 0.5 }
    let reach = span.length * Self.edgeReach
    let seen = (span.lowerBound - reach)...(span.upperBound + reach)
    for point in edges.flatMap({ $0.lower + $0.upper }) where seen.contains(point.y) {
      span = span.including(point.y)
    }
    return span.padded(by: Self.padding)
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
