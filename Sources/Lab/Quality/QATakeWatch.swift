import OverscrollBase
import ScrollEngine
package import ScrollGeometry

/// Follows a recorder, and knows what its latest take has shown.
package final class QATakeWatch {
  /// Called after an event with what the take has shown so far.
  package var didNote: (Set<QARequirement>) -> Void = { _ in }

  private let recorder: Recorder
  private var tracker: QARequirementTracker
  /// The number of lines added to the log of callbacks that have been taken in.
  private var callbackCount = 0

  /// Follows a recorder from its next take on, for the needs of a step; a recorder has one watch.
  package init(_ recorder: Recorder, needs: [QARequirement] = []) {
    self.recorder = recorder
    tracker = QARequirementTracker(needs)
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

  private func begin() {
    tracker.start(recorder.stage.namedScrollViews)
    callbackCount = recorder.stage.log?.addedCount ?? 0
    didNote(tracker.shown)
  }

  private func note(_ event: Script.TimedEvent) {
    // Panels drain the log between events.
    let log = recorder.stage.log
    tracker.note(
      event, views: recorder.stage.namedScrollViews,
      callbacks: log?.callbacks(after: callbackCount) ?? [])
    callbackCount = log?.addedCount ?? 0
    didNote(tracker.shown)
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

  /// Measures a take.
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
    return parts.joined(separator: " · ")
  }
}

// MARK: - JSON

extension QATakeSummary {
  /// Creates the summary that `results.jsonl` holds; numbers that are missing are 0.
  package init(fields: [String: JSONValue] = [:]) {
    let number = { (name: String) -> Double in
      if case .number(let number)? = fields[name] { number } else { 0 }
    }
    duration = number("duration")
    let whole = { (name: String) -> Int in Int(exactly: number(name)) ?? 0 }
    events = whole("events")
    eventRate = number("event_rate")
    frames = whole("frames")
    missed = whole("missed")
    rest = Point(number("rest_x"), number("rest_y"))
    isAtRest = fields["at_rest"] != .bool(false)
    overshoot = number("overshoot")
    hash = if case .string(let text)? = fields["trace"] { text } else { "" }
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
    if let take { object.add("take", json: take.json) }
    if !date.isEmpty { object.add("date", date) }
    return object.text
  }
}
