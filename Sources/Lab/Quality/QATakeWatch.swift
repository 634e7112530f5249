import OverscrollBase
import ScrollEngine
package import ScrollGeometry

/// Follows a recorder, and knows what its latest take has shown, and what the checks of a step measure in it.
package final class QATakeWatch {
  /// Called after an event with what the take has shown so far.
  package var didNote: (Set<QARequirement>) -> Void = { _ in }
  /// Called with ``outcomes`` when a motion begins, and once everything rests.
  package var didCheck: ([QACheck.Outcome]) -> Void = { _ in }

  private let recorder: Recorder
  private let checks: [QACheck]
  private var tracker: QARequirementTracker
  private var observation = QAObservation()
  /// What the checks measured last, in the order of the step; not judged yet while something moves.
  private var latest: [QACheck.Outcome]
  /// Whether something has happened that the outcomes do not know.
  private var isStale = false
  /// The number of lines added to the log of callbacks that have been taken in.
  private var callbackCount = 0

  /// Follows a recorder from its next take on; a recorder has one watch.
  ///
  /// - Parameters:
  ///   - recorder: The recorder.
  ///   - needs: The needs that the take is watched for.
  ///   - checks: The checks that it is judged by.
  package init(_ recorder: Recorder, needs: [QARequirement] = [], checks: [QACheck] = []) {
    self.recorder = recorder
    self.checks = checks
    tracker = QARequirementTracker(needs)
    latest = checks.map(\.pending)
    recorder.hooks.willBegin = { [weak self] in self?.begin() }
    recorder.hooks.didPerform = { [weak self] in self?.note($0) }
  }

  /// What the latest take has shown.
  package var shown: Set<QARequirement> { tracker.shown }

  /// The latest take; `nil` before anything has happened.
  package var take: Take? {
    recorder.latestTake.flatMap { $0.isInFile || $0.script.events.isEmpty ? nil : $0 }
  }

  /// The latest take in short; `nil` before anything has happened.
  package var summary: QATakeSummary? {
    take.map {
      QATakeSummary($0.finished(.saved), trace: $0.trace, overshoot: tracker.overshoot)
    }
  }

  /// What the checks measure in the take so far, in the order of the step; not judged yet before anything has happened.
  package var outcomes: [QACheck.Outcome] {
    if isStale { judge() }
    return latest
  }

  private func begin() {
    let stage = recorder.stage
    tracker.start(stage.namedScrollViews)
    callbackCount = stage.log?.addedCount ?? 0
    observation = QAObservation()
    if !checks.isEmpty { observation.note(stage) }
    wait()
    didNote(tracker.shown)
  }

  private func note(_ event: Script.TimedEvent) {
    // Panels drain the log between events.
    let stage = recorder.stage
    let callbacks = stage.log?.callbacks(after: callbackCount) ?? []
    tracker.note(event, views: stage.namedScrollViews, callbacks: callbacks)
    callbackCount = stage.log?.addedCount ?? 0
    if !checks.isEmpty { check(event, callbacks, on: stage) }
    didNote(tracker.shown)
  }

  /// Takes in what checks are judged by, and judges them by the first frame that shows everything at rest.
  private func check(
    _ event: Script.TimedEvent, _ callbacks: ArraySlice<Callback>, on stage: Stage
  ) {
    // A take that is too long for memory has none of its rows there, either.
    guard recorder.latestTake?.isInFile == false else {
      (latest, isStale) = (checks.map(\.pending), false)
      return
    }
    observation.note(event, callbacks: callbacks)
    let isFrame = if case .frame = event.action { true } else { false }
    if isFrame { observation.note(stage) }
    let rests = tracker.shown.contains(.idle) && stage.window.touches.isEmpty
    if !isFrame || !rests { wait() }
    guard isFrame, rests, isStale else { return }
    judge()
    didCheck(latest)
  }

  /// Lets the outcomes wait for the next rest.
  private func wait() {
    guard !isStale, !checks.isEmpty else { return }
    isStale = true
    didCheck(checks.map(\.pending))
  }

  private func judge() {
    isStale = false
    latest = checks.map { $0.outcome(in: observation) }
  }
}

/// What a report says of a step's take in one line.
package struct QATakeSummary: Hashable, Sendable {
  /// The length, in seconds.
  package var duration: Double
  /// The number of events that are not frames.
  package var events: Int
  /// Events per second while a gesture moved, the median; 0 where unknown.
  package var eventRate: Double
  package var frames: Int
  /// The number of refreshes missed.
  package var missed: Int
  /// The offset at the end, in points.
  package var rest: Point
  /// Whether nothing moved at the end; false where the take was cut off in motion.
  package var isAtRest = true
  /// The largest distance beyond an edge, in points.
  package var overshoot: Double
  /// The hash of the trace.
  package var hash: String
  /// The constants of the engine that had other values, such as `rubberBand 0.4`; empty for none.
  package var tuning: [String] = []
  /// What each gesture measures; empty where it was not measured.
  package var gestures: [Measurements.Gesture] = []

  /// Measures a take, but for its gestures.
  package init(_ script: Script, trace: Trace, overshoot: Double) {
    let quality = TakeQuality(script)
    duration = script.duration
    events = script.inputCount
    eventRate = quality.eventRates.values.map(\.p50).max() ?? 0
    frames = script.frameCount
    missed = quality.missed.values.reduce(0, +)
    rest = trace.samples.last?.offset ?? .zero
    isAtRest = trace.samples.last.map { $0.phase == .idle } ?? true
    self.overshoot = overshoot
    hash = trace.hash
    tuning = script.tuning
  }

  /// The same with what each gesture of the take measures, as `overscroll info` prints it.
  package func measured(_ script: Script) -> Self {
    var summary = self
    summary.gestures = Measurements(Subject.script(script, name: "").series).gestures
    return summary
  }

  /// The line of the report.
  package var text: String {
    let rate = eventRate > 0 ? " (\(NumberText.fixed(eventRate, decimals: 0)) Hz)" : ""
    let (x, y) = (
      NumberText.trimmed(rest.x, decimals: 1), NumberText.trimmed(rest.y, decimals: 1)
    )
    let parts = [
      "\(NumberText.fixed(duration, decimals: 2)) s", "\(events) events\(rate)",
      "\(frames) frames, \(missed) missed",
      isAtRest ? "rest (\(x), \(y))" : "cut off in motion at (\(x), \(y))",
      "overshoot \(NumberText.trimmed(overshoot, decimals: 1)) pt", hash,
    ]
    let tuned = tuning.isEmpty ? [] : ["tuned: \(tuning.joined(separator: ", "))"]
    return (parts + tuned).joined(separator: " · ")
  }
}

// MARK: - JSON

extension QATakeSummary {
  /// Creates the summary that `results.jsonl` holds; numbers that are missing are 0.
  package init(fields: [String: JSONValue] = [:]) {
    let number = { (name: String) in fields[name]?.number ?? 0 }
    duration = number("duration")
    let whole = { (name: String) -> Int in Int(exactly: number(name)) ?? 0 }
    events = whole("events")
    eventRate = number("event_rate")
    frames = whole("frames")
    missed = whole("missed")
    rest = Point(number("rest_x"), number("rest_y"))
    isAtRest = fields["at_rest"] != .bool(false)
    overshoot = number("overshoot")
    hash = fields["trace"]?.string ?? ""
    tuning = fields["tuning"]?.elements.compactMap(\.string) ?? []
    gestures = fields["gestures"]?.elements.compactMap(Measurements.Gesture.init) ?? []
  }

  var json: String {
    var object = JSONObject()
    object.add("duration", duration)
    object.add("events", events)
    object.add("event_rate", eventRate)
    object.add("frames", frames)
    object.add("missed", missed)
    object.add("rest_x", rest.x)
    object.add("rest_y", rest.y)
    if !isAtRest { object.add("at_rest", false) }
    object.add("overshoot", overshoot)
    object.add("trace", hash)
    if !tuning.isEmpty { object.add("tuning", tuning) }
    if !gestures.isEmpty { object.add("gestures", json: gestures.map(\.json)) }
    return object.text
  }
}

extension QAResult {
  /// The result as one line of `results.jsonl`.
  var json: String {
    var object = JSONObject()
    object.add("id", id)
    object.add("verdict", verdict.rawValue)
    object.add("note", note)
    object.add(
      "shown", QARequirement.sorted(shown).map(\.rawValue))
    if !checks.isEmpty { object.add("checks", json: checks.map(\.json)) }
    if verdict == .pass, !failing.isEmpty { object.add("passed_against", failing.map(\.text)) }
    if let take { object.add("take", json: take.json) }
    if !date.isEmpty { object.add("date", date) }
    return object.text
  }
}

extension QACheck.Outcome {
  fileprivate var json: String {
    var object = JSONObject()
    object.add("check", title)
    object.add("measured", measured)
    object.add("expected", expected)
    if let holds { object.add("holds", holds) }
    if let fault { object.add("fault", fault) }
    return object.text
  }

  /// Reads an outcome of `results.jsonl`; what is missing is empty.
  init(fields: [String: JSONValue]) {
    self.init(
      title: fields["check"]?.string ?? "", measured: fields["measured"]?.string ?? "",
      expected: fields["expected"]?.string ?? "", fault: fields["fault"]?.string)
    // Only what was measured holds or not.
    guard fault == nil, fields["holds"] == nil, !measured.isEmpty else { return }
    absence = measured == Absence.unused.text ? .unused : .unseen(measured)
  }
}
