import OverscrollBase
import ScrollEngine
import ScrollGeometry

extension QACheck {
  /// Returns what contradicts the check, in one sentence; `nil` where nothing does.
  package func fault(
    in observation: QAObservation, callbacks: CallbackLog
  ) -> String? {
    guard let rows = observation.rows[view ?? ""], let last = rows.last else {
      return "there is no scroll view named \(view ?? "")"
    }
    let fault = fault(rows, last, observation, callbacks)
    return fault.map { problem in view.map { "\($0): \(problem)" } ?? problem }
  }

  private func fault(
    _ rows: [QAObservation.Row], _ last: QAObservation.Row, _ observation: QAObservation,
    _ callbacks: CallbackLog
  ) -> String? {
    switch kind {
    case .rest(let x, let y, let within):
      let offset = last.sample.offset
      return Self.difference("rest x", offset.x, x, within)
        ?? Self.difference("rest y", offset.y, y, within)
    case .scale(let scale, let within):
      return Self.difference("scale", last.sample.zoomScale, scale, within)
    case .overshoot(let edge, let least, let most):
      let peak = max(0, rows.map { $0.distance(beyond: edge) }.max() ?? 0)
      guard peak < least || peak > most else { return nil }
      let bound = peak < least ? "at least \(Self.text(least))" : "at most \(Self.text(most))"
      return "\(Self.text(peak)) pt beyond the \(edge.rawValue) edge, expected \(bound)"
    case .settles(let limit): return Self.settlingFault(rows, last, limit, observation)
    case .order(let names): return Self.orderFault(names, callbacks.names(of: view))
    case .never(let name):
      return callbacks.names(of: view).contains(name) ? "\(name) came" : nil
    case .flag(let flag, let moment, let value):
      guard let row = observation.row(at: moment, in: rows) else {
        return Self.absent(moment, last)
      }
      return row.sample[flag] == value
        ? nil : "\(flag.rawValue) is \(!value) \(moment.text), expected \(value)"
    case .column(let column, let moment, let value, let within):
      guard let row = observation.row(at: moment, in: rows) else {
        return Self.absent(moment, last)
      }
      let name = "\(column.rawValue) \(moment.text)"
      return Self.difference(name, row.sample[column], value, within)
    case .monotonic(let column): return Self.monotonicFault(rows, column)
    case .limits(let expected): return Self.limitsFault(last, expected)
    }
  }

  private static func text(_ number: Double) -> String { NumberText.trimmed(number, decimals: 6) }

  private static func absent(_ moment: Moment, _ last: QAObservation.Row) -> String {
    guard case .time = moment else { return "there is nothing \(moment.text)" }
    return "there is nothing \(moment.text); the take ends at \(text(last.sample.time)) s"
  }

  private static func difference(
    _ name: String, _ value: Double, _ expected: Double?, _ within: Double
  ) -> String? {
    guard let expected, !(abs(value - expected) <= within) else { return nil }
    return "\(name) is \(text(value)), expected \(text(expected))"
  }

  private static func settlingFault(
    _ rows: [QAObservation.Row], _ last: QAObservation.Row, _ limit: Double,
    _ observation: QAObservation
  ) -> String? {
    guard let lift = observation.lift else { return absent(.lift, last) }
    let time = max(0, (observation.settled(rows) ?? lift) - lift)
    guard time > limit else { return nil }
    return "settles after \(text(time)) s, expected at most \(text(limit)) s"
  }

  private static func orderFault(_ names: [String], _ callbacks: [String]) -> String? {
    var rest = names[...]
    for name in callbacks where name == rest.first { rest.removeFirst() }
    guard let missing = rest.first else { return nil }
    let before = rest.startIndex > 0 ? " after \(names[rest.startIndex - 1])" : ""
    return "\(missing) is missing\(before)"
  }

  private static func monotonicFault(_ rows: [QAObservation.Row], _ column: Series.Column)
    -> String?
  {
    let values = rows.map { $0.sample[column] }
    let steps = zip(values.dropFirst(), values).map { $0 - $1 }
    guard steps.contains(where: { $0 > usualRatio }), steps.contains(where: { $0 < -usualRatio })
    else { return nil }
    return "\(column.rawValue) rises and falls"
  }

  private static func limitsFault(_ last: QAObservation.Row, _ expected: Bool) -> String? {
    let isInside =
      last.zoomLimits.contains(last.sample.zoomScale)
      && Edge.allCases.allSatisfy { last.distance(beyond: $0) <= usualRatio }
      && last.sample.phase == .idle
    return isInside == expected
      ? nil : "scale and offset are \(expected ? "not within" : "within") their limits at rest"
  }
}

extension QACheck.Moment {
  fileprivate var text: String {
    switch self {
    case .down: "after the last touch"
    case .lift: "after the last lift"
    case .rest: "at rest"
    case .time(let time): "at \(NumberText.trimmed(time, decimals: 6)) s"
    }
  }
}

extension QAObservation {
  /// The time of the last row that is not near the rest, as ``Features/Name/settle`` has it.
  fileprivate func settled(_ rows: [Row]) -> Double? {
    Features.settled(rows.map { ($0.sample.time, $0.sample.offset) })
  }

  /// How long after the last row it still holds, in seconds. [C]
  private static let leeway = 0.1

  fileprivate func row(at moment: QACheck.Moment, in rows: [Row]) -> Row? {
    switch moment {
    case .down: down.flatMap { time in rows.first { $0.sample.time >= time } }
    case .lift: lift.flatMap { time in rows.first { $0.sample.time >= time } }
    case .rest: rows.last
    // What comes after the end is not known.
    case .time(let time):
      rows.last.flatMap { $0.sample.time + Self.leeway < time ? nil : $0 }
        .flatMap { _ in rows.last { $0.sample.time <= time } }
    }
  }
}

extension Trace.Sample {
  fileprivate subscript(flag: QACheck.Flag) -> Bool {
    switch flag {
    case .isTracking: isTracking
    case .isDragging: isDragging
    case .isDecelerating: isDecelerating
    case .isZooming: isZooming
    case .isZoomBouncing: isZoomBouncing
    }
  }

  fileprivate subscript(column: Series.Column) -> Double {
    columns.first { $0.0 == column }?.1 ?? .nan
  }
}

extension CallbackLog {
  /// The names of the callbacks of a scroll view in order; of everything but named scroll views for `nil`.
  fileprivate func names(of view: String?) -> [String] {
    lines.compactMap { line in
      guard case .object(let fields)? = JSONValue(parsing: line[...]),
        case .string(let name)? = fields["callback"],
        fields["scrollView"] == view.map(JSONValue.string)
      else { return nil }
      return name
    }
  }
}
