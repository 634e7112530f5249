import Geometry
import Glibc
import ScrollEngine
import Stage

extension Chart {
  /// A group of columns with a lane of its own, by its name on the command line.
  package enum Group: String, Hashable, Sendable, CaseIterable {
    case offset, velocity, zoom

    var columns: [(column: Series.Column, hue: Hue)] {
      switch self {
      case .offset: [(.offsetX, .x), (.offsetY, .y)]
      case .velocity: [(.velocityX, .x), (.velocityY, .y)]
      case .zoom: [(.zoom, .zoom)]
      }
    }

    /// The title of a lane, which names the axis where there is only one.
    func title(_ columns: Set<String>) -> String {
      let axis = columns.count == 1 ? columns.first.map { " " + $0.suffix(1) } ?? "" : ""
      switch self {
      case .offset: return "offset\(axis), pt"
      case .velocity: return "velocity\(axis), pt/s"
      case .zoom: return "zoom scale, log₂"
      }
    }
  }

  /// A lane spans what is seen plus this part of it. [C]
  private static let padding = 0.08
  /// An edge within this part of a lane's span counts as seen. [C]
  private static let edgeReach = 0.25

  /// The chart of some series, the subject first.
  ///
  /// - Parameters:
  ///   - series: The series, already aligned; at least one.
  ///   - groups: The lanes. A lane in which nothing ever moves is left out, but the first.
  ///   - residuals: Comparisons of the subject that get a lane each, with the difference.
  ///   - start: The first time shown, in seconds; `nil` for the first of all.
  ///   - end: The last time shown, in seconds; `nil` for the last of all.
  ///   - title: The title.
  package init(
    _ series: [Series], groups: [Group] = Group.allCases, residuals: [Comparison] = [],
    from start: Double? = nil, to end: Double? = nil, title: String = ""
  ) {
    self.init(
      title: title, lanes: [], bands: [], ticks: [], times: 0...1, legend: [])
    let starts = series.compactMap(\.times.first)
    let ends = series.compactMap(\.times.last)
    let first = start ?? starts.min() ?? 0
    times = first...max(end ?? ends.max() ?? 1, first + 1e-3)
    legend = series.enumerated().map { index, series in
      Legend(name: series.name, hue: index == 0 ? .y : .reference, style: Self.style(index))
    }
    for group in groups {
      if let lane = lane(group, series, isNeeded: lanes.isEmpty) { lanes.append(lane) }
    }
    lanes += residuals.compactMap(residual)
    if let subject = series.first {
      bands = Band.all(of: zip(subject.times, subject.phases).map { ($0, $1) })
      ticks = subject.touches.compactMap { touch in
        switch touch.phase {
        case .began: Tick(kind: .touchDown, time: touch.time)
        case .ended, .cancelled: Tick(kind: .touchUp, time: touch.time)
        case .moved: nil
        }
      }
    }
  }

  private static func style(_ index: Int) -> Style {
    switch index {
    case 0: .solid
    case 1: .dotted
    default: .dashed
    }
  }

  private func lane(_ group: Group, _ series: [Series], isNeeded: Bool) -> Lane? {
    var curves: [Curve] = []
    var edges: [Edges] = []
    for (column, hue) in group.columns {
      let moving = series.contains { $0.moves(column) }
      guard moving || (isNeeded && column == group.columns.last?.column) else { continue }
      for (index, series) in series.enumerated().reversed() {
        guard let values = series.values[column] else { continue }
        let points = zip(series.times, values).map { time, value in
          Point(time, group == .zoom ? log2(value) : value)
        }
        curves.append(
          Curve(
            name: column.rawValue, hue: index == 0 ? hue : .reference, style: Self.style(index),
            points: points))
      }
      // The range of a zoomed content changes with its scale; a line would be wrong for most of the time.
      if group == .offset, let subject = series.first, !subject.moves(.zoom),
        let range = subject.header?.offsetRange
      {
        edges.append(
          Edges(
            hue: hue,
            range: hue == .x ? range.lower.x...range.upper.x : range.lower.y...range.upper.y))
      }
    }
    guard !curves.isEmpty else { return nil }
    let axes = Set(curves.map(\.name))
    var span = Self.span(of: curves, in: times)
    if group == .velocity {
      let largest = max(abs(span.lowerBound), abs(span.upperBound))
      span = -largest...largest
    }
    let reach = (span.upperBound - span.lowerBound) * Self.edgeReach
    for edge in edges {
      for value in [edge.range.lowerBound, edge.range.upperBound]
      where value > span.lowerBound - reach && value < span.upperBound + reach {
        span = span.including(value)
      }
    }
    return Lane(
      title: group.title(axes), curves: curves, edges: edges, span: span.padded(by: Self.padding))
  }

  /// The difference of a comparison's subject from its reference, at the reference's rows.
  private func residual(_ comparison: Comparison) -> Lane? {
    let curve = Interpolation(comparison.subject)
    var curves: [Curve] = []
    for (column, hue) in Group.offset.columns {
      guard let values = comparison.reference.values[column],
        comparison.subject.moves(column) || comparison.reference.moves(column)
      else { continue }
      let points = zip(comparison.times, values).map { time, value in
        Point(time, curve.value(of: column, at: time).map { $0 - value } ?? .nan)
      }
      curves.append(Curve(name: column.rawValue, hue: hue, style: .solid, points: points))
    }
    guard !curves.isEmpty else { return nil }
    let span = Self.span(of: curves, in: times).including(0)
    return Lane(
      title: "difference from \(comparison.reference.name), pt", curves: curves,
      span: span.padded(by: Self.padding))
  }

  private static func span(of curves: [Curve], in times: ClosedRange<Double>) -> ClosedRange<Double>
  {
    var span: ClosedRange<Double>?
    for curve in curves {
      for point in curve.points where point.y.isFinite && times.contains(point.x) {
        span = span?.including(point.y) ?? point.y...point.y
      }
    }
    return span ?? 0...1
  }
}

extension Chart.Band {
  /// The stretches of equal phases of some rows; rows whose phase is not known interrupt nothing.
  static func all(
    of rows: some Sequence<(time: Double, phase: ScrollView.Phase?)>
  ) -> [Chart.Band] {
    var bands: [Chart.Band] = []
    for (time, phase) in rows {
      guard let phase else { continue }
      if let last = bands.last { bands[bands.count - 1].range = last.range.including(time) }
      if bands.last?.phase != phase { bands.append(Chart.Band(phase: phase, range: time...time)) }
    }
    return bands
  }
}

extension Series {
  /// A Boolean value that indicates whether a column has two different values.
  fileprivate func moves(_ column: Column) -> Bool {
    guard let known = values[column]?.lazy.filter({ !$0.isNaN }), let first = known.first else {
      return false
    }
    return known.contains { $0 != first }
  }
}
