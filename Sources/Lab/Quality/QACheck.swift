import OverscrollBase
import ScrollEngine
import ScrollGeometry

/// What a step of a plan asserts about its take: an element of the step's `checks`.
package struct QACheck: Hashable, Sendable {
  /// An edge of the range of offsets.
  package enum Edge: String, Hashable, Sendable, CaseIterable {
    case top, left, bottom, right
  }

  /// A truth value of a scroll view.
  package enum Flag: String, Hashable, Sendable, CaseIterable {
    case isTracking, isDragging, isDecelerating, isZooming, isZoomBouncing
  }

  /// When a flag or a column is looked at.
  package enum Moment: Hashable, Sendable {
    /// The first row after the last finger came down.
    case down
    /// The first row after the last finger was lifted.
    case lift
    /// The last row.
    case rest
    /// The last row that is not later than a time, in seconds.
    case time(Double)
  }

  /// The assertion.
  package enum Kind: Hashable, Sendable {
    /// The offset at the end, in points; `nil` for an axis that may be anywhere.
    case rest(x: Double?, y: Double?, within: Double)
    /// The zoom scale at the end.
    case scale(Double, within: Double)
    /// The largest distance beyond an edge, in points.
    case overshoot(Edge, least: Double, most: Double)
    /// The time from the last lift until the offset has come to rest, at most, in seconds.
    case settles(Double)
    /// Callbacks that come in this order, with any others between.
    case order([String])
    /// A callback that does not come.
    case never(String)
    case flag(Flag, at: Moment, is: Bool)
    case column(Series.Column, at: Moment, is: Double, within: Double)
    /// A column that never both rises and falls.
    case monotonic(Series.Column)
    /// Everything at rest, with the scale and the offset in their ranges; or not.
    case limits(Bool)
  }

  package var kind: Kind
  /// The name of the scroll view; `nil` for the main one.
  package var view: String?
}

// MARK: - Defaults

extension QACheck {
  /// The distance from an offset that counts as being there, in points. [C]
  static let usualDistance = 0.5
  /// The difference of a zoom scale that counts as none. [C]
  static let usualRatio = 1e-6
  /// The distance beyond an edge that counts, in points. [C]
  static let usualOvershoot = 1.0

  /// The key that names each kind, and the keys that may stand beside it.
  package static let keys: [(name: String, others: [String])] = [
    ("rest", ["within"]), ("scale", ["within"]), ("overshoot", ["least", "most"]), ("settles", []),
    ("order", []), ("never", []), ("flag", ["at", "is"]), ("column", ["at", "is", "within"]),
    ("monotonic", []), ("limits", []),
  ]

  /// The keys that any kind may have.
  package static let everyKind = ["view"]

  /// Reads a check.
  init(_ value: JSONValue) throws(QAFields.Problem) {
    guard case .object(let values) = value else {
      throw QAFields.Problem("\"checks\" must be a list of objects")
    }
    let fields = QAFields(values)
    guard let key = Self.keys.first(where: { fields.has($0.name) }) else {
      let known = Self.keys.map(\.name).joined(separator: ", ")
      throw QAFields.Problem("a check must have one of the keys \(known)")
    }
    try fields.refuseUnknown(besides: [key.name] + Self.everyKind + key.others)
    kind = try Self.kind(key.name, fields)
    view = fields.has("view") ? try fields.string("view") : nil
  }

  private static func kind(_ name: String, _ fields: QAFields) throws(QAFields.Problem) -> Kind {
    switch name {
    case "rest":
      let (x, y) = try fields.coordinates(name)
      return .rest(x: x, y: y, within: try fields.size("within", default: usualDistance))
    case "scale":
      return .scale(
        try fields.number(name), within: try fields.size("within", default: usualRatio))
    case "overshoot":
      let least = try fields.size("least", default: usualOvershoot)
      let most = try fields.size("most", default: .infinity)
      guard least <= most else {
        throw QAFields.Problem("\"least\" must not be larger than \"most\"")
      }
      return .overshoot(try fields.word(name), least: least, most: most)
    case "settles": return .settles(try fields.size(name))
    case "order": return .order(try fields.callbacks(name))
    case "never": return .never(try fields.callback(name, .string(try fields.string(name))))
    case "flag":
      return .flag(
        try fields.word(name), at: try fields.moment("at"), is: try fields.bool("is", default: true)
      )
    case "column":
      return .column(
        try fields.word(name), at: try fields.moment("at"), is: try fields.number("is"),
        within: try fields.size("within", default: usualDistance))
    case "monotonic": return .monotonic(try fields.word(name))
    default: return .limits(try fields.bool(name))
    }
  }
}

extension QAFields {
  fileprivate func number(
    _ name: String, default fallback: Double? = nil
  ) throws(Problem) -> Double {
    if let fallback, !has(name) { return fallback }
    guard case .number(let number)? = values[name] else {
      throw Problem("\"\(name)\" must be a number")
    }
    return try bounded(number, name)
  }

  private func bounded(_ number: Double, _ name: String) throws(Problem) -> Double {
    guard abs(number) <= LabLimits.magnitude else { throw Problem("\"\(name)\" is beyond 1e12") }
    return number
  }

  /// A number that is not negative.
  fileprivate func size(
    _ name: String, default fallback: Double? = nil
  ) throws(Problem) -> Double {
    let number = try number(name, default: fallback)
    guard number >= 0 else { throw Problem("\"\(name)\" must not be negative") }
    return number
  }

  fileprivate func bool(_ name: String, default fallback: Bool? = nil) throws(Problem) -> Bool {
    if let fallback, !has(name) { return fallback }
    guard case .bool(let bool)? = values[name] else {
      throw Problem("\"\(name)\" must be true or false")
    }
    return bool
  }

  /// The coordinates of a point, each of which may be `null` for any.
  fileprivate func coordinates(_ name: String) throws(Problem) -> (x: Double?, y: Double?) {
    guard case .array(let values)? = values[name], values.count == 2,
      values.contains(where: { $0 != .null })
    else {
      throw Problem("\"\(name)\" must be [x, y], with null for a coordinate that is not checked")
    }
    return (try coordinate(values[0], of: name), try coordinate(values[1], of: name))
  }

  private func coordinate(_ value: JSONValue, of name: String) throws(Problem) -> Double? {
    switch value {
    case .null: return nil
    case .number(let number): return try bounded(number, name)
    default:
      throw Problem("\"\(name)\" must be [x, y], with null for a coordinate that is not checked")
    }
  }

  fileprivate func moment(_ name: String) throws(Problem) -> QACheck.Moment {
    switch values[name] {
    case .number(let time): return .time(try bounded(time, name))
    case .string("down"): return .down
    case .string("lift"): return .lift
    case .string("rest"): return .rest
    default:
      throw Problem("\"\(name)\" must be a number of seconds, \"down\", \"lift\" or \"rest\"")
    }
  }

  fileprivate func callbacks(_ name: String) throws(Problem) -> [String] {
    guard case .array(let values)? = values[name], values.count > 1 else {
      throw Problem("\"\(name)\" must be a list of two or more callbacks")
    }
    var callbacks: [String] = []
    for value in values { callbacks.append(try callback(name, value)) }
    return callbacks
  }

  /// The name of a callback that exists: a misspelled one would never be found.
  fileprivate func callback(_ name: String, _ value: JSONValue) throws(Problem) -> String {
    guard case .string(let text) = value else {
      throw Problem("\"\(name)\" must name callbacks")
    }
    let known = ExpectedCallbacks.names
    guard known.contains(text) else {
      throw Problem(
        "\"\(name)\" cannot be \"\(text)\"; use one of \(known.sorted().joined(separator: ", "))")
    }
    return text
  }
}

/// What a step's checks are judged by: the state of every scroll view at each frame, the touches and the callbacks.
package struct QAObservation {
  /// The state of a scroll view at a frame.
  struct Row {
    var sample: Trace.Sample
    /// The smallest and the largest offset of the content at rest, in points.
    var range: (lower: Point, upper: Point)
    /// The limits of the zoom scale.
    var zoomLimits: ClosedRange<Double>

    init(_ view: ScrollView, at time: Double) {
      sample = Trace.Sample(view, at: time)
      let (low, high) = (view.minimumContentOffset, view.maximumContentOffset)
      range = (low, Point(max(low.x, high.x), max(low.y, high.y)))
      zoomLimits =
        view.minimumZoomScale...max(view.minimumZoomScale, view.maximumZoomScale)
    }

    /// The distance of the offset beyond an edge, in points; negative inside of it.
    func distance(beyond edge: QACheck.Edge) -> Double {
      switch edge {
      case .top: range.lower.y - sample.offset.y
      case .left: range.lower.x - sample.offset.x
      case .bottom: sample.offset.y - range.upper.y
      case .right: sample.offset.x - range.upper.x
      }
    }
  }

  /// The rows by the name of the scroll view; the main one has the empty name.
  private(set) var rows: [String: [Row]] = [:]
  /// When the last finger came down, and when the last one was lifted, in seconds.
  private(set) var down: Double?
  private(set) var lift: Double?

  package init() {}

  /// Takes in the state of a stage.
  mutating func note(_ stage: Stage) {
    for (name, view) in stage.namedScrollViews {
      rows[name ?? "", default: []].append(Row(view, at: stage.window.time))
    }
  }

  /// Takes in an event that has been performed.
  mutating func note(_ event: Script.TimedEvent) {
    guard case .event(.touch(let touch)) = event.action else { return }
    switch touch.phase {
    case .began: down = event.time
    case .ended, .cancelled: lift = event.time
    case .moved, .stationary: break
    }
  }
}

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
  /// The time of the last row that is not near the rest, as ``Measurements/Name/settle`` has it.
  fileprivate func settled(_ rows: [Row]) -> Double? {
    Measurements.settled(rows.map { ($0.sample.time, $0.sample.offset) })
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
