import ScrollEngine

/// The axes of a live chart: which curves each lane has, and the values that it spans.
///
/// A new scale means that everything is drawn again, so curves are measured at most five times a second, and a scale has some
/// room to spare while they grow. A curve that leaves its lane is measured at once.
package struct LiveScale {
  /// The least time between two measurements while curves stay in their lanes, in seconds. [C]
  private static let interval = 0.2
  /// How much longer than needed a growing span becomes. [C]
  private static let spare = 0.5
  /// The part of a span below which it shrinks. [C]
  private static let shrink = 0.45
  /// The part of a lane's padding that curves use up before its span grows: equal motions are hardly ever equal to the point. [C]
  private static let slack = 0.75

  /// The span of a lane that has shown nothing yet, whose first and last number have room at their lines.
  private static func empty(_ span: ClosedRange<Double>) -> ClosedRange<Double> {
    span.padded(by: LaneBuilder.padding)
  }

  package private(set) var formats: [Chart.Group: LaneBuilder.Format] = [
    .offset: LaneBuilder.Format(columns: [.offsetY], span: Self.empty(0...1)),
    .velocity: LaneBuilder.Format(columns: [.velocityY], span: Self.empty(-1...1)),
    .zoom: LaneBuilder.Format(columns: [.zoom], span: Self.empty(-1...1)),
  ]
  /// The time at which the curves were measured last, in seconds.
  private var measured = -Double.infinity
  private var wasIdle = false

  package init() {}

  /// Has the curves measured with the next frame, as where their times are others.
  package mutating func invalidate() { measured = -.infinity }

  /// Follows the curves of a range of times.
  ///
  /// - Parameters:
  ///   - history: The curves.
  ///   - groups: The lanes that are shown.
  ///   - times: The times shown, in seconds.
  ///   - isFinal: Pass `true` to fit the curves exactly.
  /// - Returns: Whether the scale has changed.
  package mutating func follow(
    _ history: CurveHistory, _ groups: [Chart.Group] = Chart.Group.usual,
    in times: ClosedRange<Double>, isFinal: Bool = false
  ) -> Bool {
    let isIdle = history.bands.last?.phase == .idle
    defer { wasIdle = isIdle }
    let isAtRest = isFinal || (isIdle && !wasIdle)
    guard
      isAtRest || times.upperBound - measured >= Self.interval
        || leavesLanes(history.series, in: times)
    else { return false }
    measured = times.upperBound
    let lanes = LaneBuilder(series: [history.series], styles: [.subject], times: times)
    var next = formats
    for group in groups {
      guard let lane = lanes.lane(group, isNeeded: true) else { continue }
      let target = LaneBuilder.Format(
        columns: Set(lane.curves.compactMap { Series.Column(rawValue: $0.name) }), span: lane.span)
      next[group] = isAtRest ? target : Self.next(after: formats[group], target)
    }
    guard next != formats else { return false }
    formats = next
    return true
  }

  /// Returns whether a value since the last measurement is outside of its lane.
  private func leavesLanes(_ series: Series, in times: ClosedRange<Double>) -> Bool {
    let rows = series.rows(in: max(measured, times.lowerBound)...times.upperBound)
    return formats.contains { group, format in
      group.columns.contains { column, _ in
        format.columns.contains(column)
          && rows.contains {
            !format.span.contains(series.shown(column, $0) ?? format.span.lowerBound)
          }
      }
    }
  }

  /// The format after another one while something moves.
  private static func next(
    after old: LaneBuilder.Format?, _ target: LaneBuilder.Format
  ) -> LaneBuilder.Format {
    guard let old, old.columns == target.columns else { return target }
    let (own, span) = (old.span, target.span)
    let slack = span.length * LaneBuilder.padding / (1 + 2 * LaneBuilder.padding) * slack
    let isBelow = span.lowerBound + slack < own.lowerBound
    let isAbove = span.upperBound - slack > own.upperBound
    guard isBelow || isAbove else { return span.length < own.length * shrink ? target : old }
    let room = span.length * spare
    let low = span.lowerBound - (isBelow ? room : 0)
    let high = span.upperBound + (isAbove ? room : 0)
    var grown = target
    grown.span = low...high
    return grown
  }
}
