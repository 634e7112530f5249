import OverscrollBase
import ScrollEngine
import ScrollGeometry

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

    /// Whether something moves, or is elsewhere than at another row, or may be.
    func differs(from other: Self) -> Bool {
      sample.phase != .idle || sample.offset != other.sample.offset
        || sample.zoomScale != other.sample.zoomScale || range != other.range
        || zoomLimits != other.zoomLimits
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
  /// The names of the callbacks in their order, by that of the scroll view.
  private(set) var callbacks: [String: [String]] = [:]
  /// When the last finger came down, and when the last one was lifted, in seconds.
  private(set) var down: Double?
  private(set) var lift: Double?
  /// The touches, in their order.
  private(set) var touches: [Series.Touch] = []
  /// The times of the events of a touchpad, in seconds.
  private var touchpadTimes: [Double] = []

  package init() {}

  /// Takes in the state of a stage.
  mutating func note(_ stage: Stage) {
    for (name, view) in stage.namedScrollViews {
      rows[name ?? "", default: []].append(Row(view, at: stage.window.time))
    }
  }

  /// Takes in an event that has been performed, and the callbacks that it has caused.
  mutating func note(_ event: Script.TimedEvent, callbacks new: some Sequence<Callback>) {
    for callback in new { callbacks[callback.scrollView ?? "", default: []].append(callback.name) }
    switch event.action {
    case .event(.touchpad), .event(.pinch): touchpadTimes.append(event.time)
    default: break
    }
    guard case .event(.touch(let touch)) = event.action else { return }
    touches.append(
      Series.Touch(
        time: event.time, id: touch.id, phase: touch.phase, location: touch.location))
    switch touch.phase {
    case .began: down = event.time
    case .ended, .cancelled: lift = event.time
    case .moved, .stationary: break
    }
  }
}

extension QACheck {
  /// What a check measures in a take.
  package struct Outcome: Hashable, Sendable {
    /// What is measured, in a few words, such as "overshoot top".
    package var title: String
    /// The measured value with its unit; empty where it was not measured yet.
    package var measured = ""
    /// What it must be, such as "1…200"; empty where the title says it.
    package var expected: String
    /// What contradicts the check, in one sentence; `nil` where nothing does.
    package var fault: String?
    /// Why the take has nothing to judge; `nil` where it has.
    package var absence: Absence?

    /// Why a take has nothing to judge.
    package enum Absence: Error, Hashable, Sendable {
      /// The scroll view was not used in it.
      case unused
      /// What it did was not seen, as it says.
      case unseen(String)

      /// What is said in the place of a value.
      var text: String {
        switch self {
        case .unused: "not measured"
        case .unseen(let text): text
        }
      }
    }

    /// Whether the take has nothing to judge.
    package var isUnmeasured: Bool { absence != nil }

    /// Whether the check holds; `nil` before it was judged, and where there is nothing to judge.
    package var holds: Bool? {
      fault == nil && (measured.isEmpty || isUnmeasured) ? nil : fault == nil
    }

    /// The check in one line, such as "overshoot top 41.3 pt (1…200) ✓".
    package var text: String {
      let sign = holds.map { $0 ? "✓" : "✗" } ?? ""
      return [title, measured, expected.isEmpty ? "" : "(\(expected))", sign]
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// The check before it is judged.
  package var pending: Outcome {
    let (title, expected) = words
    return Outcome(title: view.map { "\($0): \(title)" } ?? title, expected: expected)
  }

  /// Judges a take; what is beyond its end is a fault.
  package func outcome(in observation: QAObservation) -> Outcome {
    var outcome = pending
    guard let rows = observation.rows[view ?? ""], let last = rows.last else {
      outcome.fault = "there is no scroll view named \(view ?? "")"
      return outcome
    }
    do throws(Outcome.Absence) {
      let (measured, fault) = try judge(rows, last, observation)
      outcome.measured = measured
      outcome.fault = fault.map { problem in view.map { "\($0): \(problem)" } ?? problem }
    } catch {
      (outcome.measured, outcome.absence) = (error.text, error)
    }
    return outcome
  }

  /// The title and the expected value, for ``Outcome``.
  private var words: (title: String, expected: String) {
    switch kind {
    case .rest(let x, let y, let within):
      let axes = [x.map { _ in "x" }, y.map { _ in "y" }].compactMap(\.self)
      let values = [x, y].compactMap(\.self).map(Self.short).joined(separator: ", ")
      let tolerance = within == Self.usualDistance ? "" : " ± \(Self.short(within))"
      return (axes.count == 2 ? "rest" : "rest \(axes.joined())", values + tolerance)
    case .scale(let scale, let within):
      let tolerance = within == Self.usualRatio ? "" : " ± \(Self.short(within))"
      return ("scale", Self.short(scale) + tolerance)
    case .overshoot(let edge, let least, let most):
      let range =
        most == .infinity
        ? "≥ \(Self.short(least))"
        : least == most ? Self.short(least) : "\(Self.short(least))…\(Self.short(most))"
      return ("overshoot \(edge.rawValue)", range)
    case .settles(let limit): return ("settle", "≤ \(Self.short(limit))")
    case .order: return ("callbacks in order", "")
    case .never(let name): return (name, "never")
    case .flag(let flag, let moment, let value):
      return ("\(flag.rawValue) \(moment.text)", "\(value)")
    case .column(let column, let moment, let value, let within):
      let tolerance = within == Self.usualDistance ? "" : " ± \(Self.short(within))"
      return ("\(column.name) \(moment.text)", Self.short(value) + tolerance)
    case .monotonic(let column):
      let tolerance =
        column.tolerance > Self.usualRatio ? " ± \(Self.short(column.tolerance)) pt" : ""
      return (column.name, "one way" + tolerance)
    case .limits(let isInside): return ("in limits at rest", isInside ? "" : "no")
    }
  }

  private func judge(
    _ rows: [QAObservation.Row], _ last: QAObservation.Row, _ observation: QAObservation
  ) throws(Outcome.Absence) -> (measured: String, fault: String?) {
    switch kind {
    case .rest(let x, let y, let within):
      let offset = last.sample.offset
      let axes = [(offset.x, x), (offset.y, y)].filter { $0.1 != nil }
      let texts = axes.map { value, expected in
        Self.measured(value) { abs($0 - (expected ?? $0)) <= within }
      }
      return (
        texts.joined(separator: ", ") + " pt",
        Self.difference("rest x", offset.x, x, within)
          ?? Self.difference("rest y", offset.y, y, within)
      )
    case .scale(let scale, let within):
      let value = last.sample.zoomScale
      return (
        Self.measured(value, decimals: 3) { abs($0 - scale) <= within },
        Self.difference("scale", value, scale, within)
      )
    case .overshoot(let edge, let least, let most):
      let peak = max(0, rows.map { $0.distance(beyond: edge) }.max() ?? 0)
      let measured = Self.measured(peak) { $0 >= least && $0 <= most } + " pt"
      guard peak < least || peak > most else { return (measured, nil) }
      let bound = peak < least ? "at least \(Self.text(least))" : "at most \(Self.text(most))"
      return (
        measured, "\(Self.text(peak)) pt beyond the \(edge.rawValue) edge, expected \(bound)"
      )
    case .settles(let limit): return try Self.settling(rows, limit, observation)
    case .order(let names): return Self.order(names, observation.callbacks[view ?? ""] ?? [])
    case .never(let name):
      let count = observation.callbacks[view ?? ""]?.count { $0 == name } ?? 0
      return ("\(count)×", count > 0 ? "\(name) came" : nil)
    case .flag(let flag, let moment, let value):
      guard let row = observation.row(at: moment, in: rows) else {
        return ("–", Self.absent(moment, last))
      }
      let measured = row.sample[flag]
      let fault = "\(flag.rawValue) is \(measured) \(moment.text), expected \(value)"
      return ("\(measured)", measured == value ? nil : fault)
    case .column(let column, let moment, let value, let within):
      guard let row = observation.row(at: moment, in: rows) else {
        return ("–", Self.absent(moment, last))
      }
      let measured = row.sample[column]
      return (
        Self.measured(measured, decimals: 3) { abs($0 - value) <= within },
        Self.difference("\(column.name) \(moment.text)", measured, value, within)
      )
    case .monotonic(let column): return Self.monotonic(rows, column)
    case .limits(let expected): return try Self.limits(rows, last, expected)
    }
  }

  private static func text(_ number: Double) -> String { NumberText.trimmed(number, decimals: 6) }

  /// A number of a plan, as people write it.
  private static func short(_ number: Double) -> String {
    NumberText.withMinus(NumberText.shortest(number))
  }

  /// A measured value with as many decimals as it takes for it to hold, or not, as it does.
  private static func measured(
    _ value: Double, decimals: Int = 1, holds: (Double) -> Bool
  ) -> String {
    let texts = (decimals...9).lazy.map { NumberText.trimmed(value, decimals: $0) }
    let text = texts.first { Double($0).map(holds) == holds(value) }
    return NumberText.withMinus(text ?? NumberText.shortest(value))
  }

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

  private static func settling(
    _ rows: [QAObservation.Row], _ limit: Double, _ observation: QAObservation
  ) throws(Outcome.Absence) -> (measured: String, fault: String?) {
    let gestures = observation.gestures(rows)
    guard let last = gestures.last else { throw .unused }
    guard last.values[.restX] ?? last.values[.restY] != nil else {
      return ("–", "the take ends in motion")
    }
    // A gesture that has moved nothing, or was caught, takes no time.
    let times = gestures.map { gesture in
      gesture.bounds[.settle] ?? gesture.values[.settle].map { $0...$0 } ?? 0...0
    }
    let least = times.map(\.lowerBound).max() ?? 0
    let most = times.map(\.upperBound).max() ?? 0
    func measured(_ time: Double) -> String {
      Self.measured(time, decimals: 3) { $0 <= limit } + " s"
    }
    if least > limit {
      let words = least < most ? "at least " : ""
      return (
        words + measured(least),
        "settles after \(words)\(text(least)) s, expected at most \(text(limit)) s"
      )
    }
    guard most > limit else {
      return ((least < most ? "at most " : "") + measured(most), nil)
    }
    let latest = zip(gestures, times).max { $0.1.upperBound < $1.1.upperBound }
    throw .unseen(latest?.0.unseen(.settle) ?? Measurements.unseen)
  }

  private static func order(
    _ names: [String], _ callbacks: [String]
  ) -> (measured: String, fault: String?) {
    var rest = names[...]
    for name in callbacks where name == rest.first { rest.removeFirst() }
    let measured = "\(names.count - rest.count) of \(names.count)"
    guard let missing = rest.first else { return (measured, nil) }
    let before = rest.startIndex > 0 ? " after \(names[rest.startIndex - 1])" : ""
    return (measured, "\(missing) is missing\(before)")
  }

  private static func monotonic(
    _ rows: [QAObservation.Row], _ column: Series.Column
  ) -> (measured: String, fault: String?) {
    let tolerance = column.tolerance
    var (rises, falls) = (false, false)
    var (low, high) = (Double.infinity, -Double.infinity)
    for row in rows {
      let value = row.sample[column]
      (low, high) = (min(low, value), max(high, value))
      if value > low + tolerance { rises = true }
      if value < high - tolerance { falls = true }
    }
    switch (rises, falls) {
    case (true, true): return ("rises and falls", "\(column.name) rises and falls")
    case (true, false): return ("rises", nil)
    case (false, true): return ("falls", nil)
    case (false, false): return ("constant", nil)
    }
  }

  private static func limits(
    _ rows: [QAObservation.Row], _ last: QAObservation.Row, _ expected: Bool
  ) throws(Outcome.Absence) -> (measured: String, fault: String?) {
    let isInside =
      last.zoomLimits.contains(last.sample.zoomScale)
      && Edge.allCases.allSatisfy { last.distance(beyond: $0) <= usualRatio }
      && last.sample.phase == .idle
    if isInside, expected, !rows.contains(where: { $0.differs(from: rows[0]) }) {
      throw .unused
    }
    let fault = "scale and offset are \(expected ? "not within" : "within") their limits at rest"
    return (isInside ? "yes" : "no", isInside == expected ? nil : fault)
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
  /// What the gestures of a scroll view measure.
  fileprivate func gestures(_ rows: [Row]) -> [Measurements.Gesture] {
    var series = Series(rows.map(\.sample), name: "", touches: touches)
    series.touchpadTimes = touchpadTimes
    return Measurements(series).gestures
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

extension Series.Column {
  /// How far it may turn back and still go one way: a deceleration ends on a whole pixel.
  fileprivate var tolerance: Double {
    velocity == nil ? QACheck.usualRatio : QACheck.usualDistance
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
