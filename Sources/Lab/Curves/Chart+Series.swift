import OverscrollBase
import ScrollGeometry

extension Chart {
  /// A group of columns with a lane of its own, by its name on the command line.
  package enum Group: String, Hashable, Sendable, CaseIterable {
    case offset, velocity
    case lawVelocity = "law-velocity"
    case zoom

    /// The groups that are shown by default.
    package static let usual: [Self] = [.offset, .velocity, .zoom]

    var columns: [(column: Series.Column, hue: Hue)] {
      switch self {
      case .offset: [(.offsetX, .x), (.offsetY, .y)]
      case .velocity: [(.velocityX, .x), (.velocityY, .y)]
      case .lawVelocity: [(.lawVelocityX, .x), (.lawVelocityY, .y)]
      case .zoom: [(.zoom, .zoom)]
      }
    }

    package var kind: Lane.Kind {
      switch self {
      case .offset: .offset
      case .velocity: .velocity
      case .lawVelocity: .lawVelocity
      case .zoom: .zoom
      }
    }

    /// The title of the lane.
    var title: String {
      switch self {
      case .offset: "offset, pt"
      case .velocity: "velocity, pt/s"
      case .lawVelocity: "velocity in the law of deceleration, pt/s"
      case .zoom: "zoom, log₂"
      }
    }
  }

  /// The columns that a chart can show.
  package static let shownColumns = Set(Group.allCases.flatMap(\.columns).map(\.column))

  /// The chart of some series, the subject first.
  ///
  /// - Parameters:
  ///   - series: The series, already aligned; at least one. Where a gap is, curves hold their last value, then step.
  ///   - styles: How the curves of each series are drawn; by default the subject's and references'.
  ///   - groups: The lanes, usually ``Group/usual``. A lane in which nothing ever moves is left out, but the first.
  ///   - residuals: Comparisons of the subject that get a lane each, with the difference.
  ///   - start: The first time shown, in seconds; `nil` for the first of all.
  ///   - end: The last time shown, in seconds; `nil` for the last of all.
  ///   - title: The title.
  package init(
    _ series: [Series], styles: [Style]? = nil, groups: [Group] = Group.usual,
    residuals: [Comparison] = [], from start: Double? = nil, to end: Double? = nil,
    title: String = ""
  ) {
    self.init(
      holding: series.map { $0.holdingGaps() }, styles: styles, groups: groups,
      residuals: residuals, from: start, to: end, title: title)
  }

  /// The chart of some series in which gaps are held already.
  init(
    holding series: [Series], styles: [Style]? = nil, groups: [Group] = Group.usual,
    residuals: [Comparison] = [], from start: Double? = nil, to end: Double? = nil,
    title: String = ""
  ) {
    let styles = styles ?? [.subject] + series.indices.map(Style.reference)
    let starts = series.compactMap(\.times.first)
    let ends = series.compactMap(\.times.last)
    let first = start ?? starts.min() ?? 0
    let times = first...max(end ?? ends.max() ?? 1, first + 1e-3)
    let lanes = LaneBuilder(series: series, styles: styles, times: times)
    self.init(
      title: title, times: times,
      legend: zip(series, styles).map { Legend(name: $0.name, style: $1) })
    for group in Self.known(groups, in: series) {
      if let lane = lanes.lane(group, isNeeded: self.lanes.isEmpty) { self.lanes.append(lane) }
    }
    self.lanes += residuals.compactMap { Lane(residual: $0, in: times) }
    if let subject = series.first {
      bands = subject.bands(in: subject.rows(in: times))
      ticks = subject.allTicks(in: times)
    }
  }
}

extension Chart {
  /// The groups, with the velocity of the law for that of the content where no series has the latter: traces of the first version.
  private static func known(_ groups: [Group], in series: [Series]) -> [Group] {
    func isKnown(_ group: Group) -> Bool {
      series.contains { series in group.columns.contains { series.values[$0.column] != nil } }
    }
    guard !groups.contains(.lawVelocity), !isKnown(.velocity), isKnown(.lawVelocity) else {
      return groups
    }
    return groups.map { $0 == .velocity ? .lawVelocity : $0 }
  }
}

extension Chart.Lane {
  /// The lane of a comparison: the subject's difference from its reference, at the reference's rows.
  ///
  /// - Parameters:
  ///   - comparison: The comparison.
  ///   - title: The title; by default it names the reference.
  ///   - holdsGaps: Whether the difference is known where there are no rows, since both sides rest there.
  ///   - times: The times shown, in seconds.
  package init?(
    residual comparison: Comparison, title: String? = nil, holdsGaps: Bool = false,
    in times: ClosedRange<Double>
  ) {
    var curves: [Chart.Curve] = []
    var notes: [String] = []
    for (column, hue) in Chart.Group.offset.columns {
      guard let values = comparison.differences.values[column],
        comparison.subject.moves(column) || comparison.reference.moves(column)
      else { continue }
      let points = zip(comparison.times, values).map { Point($0, $1) }
      curves.append(
        Chart.Curve(
          name: column.rawValue, hue: hue, style: .subject,
          points: holdsGaps ? points.holdingGaps() : points.interruptingGaps()))
      if let result = comparison.columns.first(where: { $0.column == column }) {
        notes.append(Self.note(of: result, at: comparison.times))
      }
    }
    guard !curves.isEmpty else { return nil }
    self.init(
      kind: .residual, title: title ?? "difference from \(comparison.reference.name), pt",
      note: notes.joined(separator: "   "), curves: curves,
      span: LaneBuilder.span(of: curves, in: times).including(0).padded(by: LaneBuilder.padding))
  }

  /// The largest difference of a column, and the root of the mean square.
  private static func note(of result: Comparison.ColumnResult, at times: [Double]) -> String {
    let axis = result.column.rawValue.suffix(1)
    let maximum = significant(result.maximum)
    let time = NumberText.trimmed(times[result.row], decimals: 3)
    return "\(axis) max \(maximum) at \(time) s, RMS \(significant(result.rms))"
  }

  private static func significant(_ value: Double) -> String {
    if value == 0 { return "0" }
    if value < 0.001 { return NumberText.scientific(value) }
    return NumberText.trimmed(value, decimals: value < 0.1 ? 4 : value < 10 ? 2 : 1)
  }
}
