/// The judgment of a step.
package enum QAVerdict: String, Hashable, Sendable, CaseIterable {
  case pass
  case fail
  case notApplicable = "not applicable"
  /// Nothing but the eye can judge the step; it stays open.
  case forPerson = "for a person"
}

/// The outcome of a step.
package struct QAResult: Hashable, Sendable {
  /// The step's id.
  package var id: String
  package var verdict: QAVerdict
  /// What the user wrote; empty for nothing.
  package var note = ""
  /// What the take had shown when the step was judged.
  package var shown: Set<QARequirement> = []
  /// What the step's checks measured in the take.
  package var checks: [QACheck.Outcome] = []
  /// The take in short; `nil` where nothing was recorded.
  package var take: QATakeSummary?
  /// When the step was judged, in ISO 8601; empty where unknown.
  package var date = ""

  /// The checks that did not hold.
  package var failing: [QACheck.Outcome] { checks.filter { $0.holds == false } }

  /// The verdict in words, which say if a step was passed although a check did not hold.
  var verdictText: String {
    guard verdict == .pass, !failing.isEmpty else { return verdict.rawValue }
    return "pass against \(failing.count == 1 ? "a check" : "\(failing.count) checks")"
  }

  /// The time of day at which the step was judged, in UTC; empty where unknown.
  var time: String { date.split(separator: "T").dropFirst().first.map(String.init) ?? "" }
}

/// A session: the steps of a plan, one after another, and their outcomes.
package struct QASession: Hashable, Sendable {
  package let plan: QAPlan
  /// The results by the step's id.
  package private(set) var results: [String: QAResult] = [:]
  /// Results of steps that are not in the plan, such as those that `--only` leaves out; they are kept.
  private var others: [QAResult] = []
  /// The index of the step that is shown.
  package private(set) var current = 0

  package init(_ plan: QAPlan) {
    self.plan = plan
  }

  /// The step that is shown.
  package var step: QAPlan.Step { plan.steps[current] }

  /// The needs of the step that a take has not shown, in the order of the plan.
  package func missing(_ shown: Set<QARequirement>) -> [QARequirement] {
    step.needs.filter { !shown.contains($0) }
  }

  /// Why the step cannot pass with what a take has shown, in a sentence; `nil` where it can.
  package func refusal(_ shown: Set<QARequirement>) -> String? {
    let missing = missing(shown).map(\.title).joined(separator: ", ")
    return missing.isEmpty ? nil : "Not exercised yet: \(missing)."
  }

  /// Judges the step; the last verdict counts.
  ///
  /// - Parameters:
  ///   - verdict: The verdict; a step can pass only with all its needs shown.
  ///   - note: What the user wrote.
  ///   - shown: What the step's last take has shown.
  ///   - checks: What the step's checks measured in it; a step can pass against one, or without one that the take has nothing
  ///     to judge for, only with a note.
  ///   - take: That take in short.
  ///   - date: The present, in ISO 8601.
  /// - Returns: `nil`, or a message that says why the verdict is refused.
  package mutating func judge(
    _ verdict: QAVerdict, note: String, shown: Set<QARequirement>,
    checks: [QACheck.Outcome] = [], take: QATakeSummary?, date: String = ""
  ) -> String? {
    if verdict == .pass, let refusal = refusal(shown) { return refusal }
    let result = QAResult(
      id: step.id, verdict: verdict, note: note, shown: shown, checks: checks, take: take,
      date: date)
    if verdict == .pass, note.allSatisfy(\.isWhitespace), let fault = result.failing.first?.fault {
      return "A note is needed to pass against a check: \(fault)."
    }
    if verdict == .pass, note.allSatisfy(\.isWhitespace),
      let check = checks.first(where: \.isUnmeasured)
    {
      return "A note is needed to pass without a check: \(check.title) was \(check.measured)."
    }
    results[step.id] = result
    return nil
  }

  /// Shows the next or the previous step; does nothing at the ends.
  package mutating func move(by steps: Int) {
    current = min(max(current + steps, 0), plan.steps.count - 1)
  }

  /// Whether every step has a verdict.
  package var isComplete: Bool { !plan.steps.contains(where: isOpen) }

  private func isOpen(_ step: QAPlan.Step) -> Bool {
    (results[step.id]?.verdict ?? .forPerson) == .forPerson
  }

  /// Shows the first step that is open; returns false where all have a verdict.
  package mutating func moveToNextOpenStep() -> Bool {
    let open = plan.steps.firstIndex(where: isOpen)
    if let open { current = open }
    return open != nil
  }

  /// The results in the order of the plan.
  package var orderedResults: [QAResult] { plan.steps.compactMap { results[$0.id] } }

  /// When the first step was judged, in ISO 8601; `nil` where unknown.
  package var firstDate: String? { orderedResults.map(\.date).filter { !$0.isEmpty }.min() }

  /// The verdicts so far in one line.
  package var summary: String {
    let open = plan.steps.count - orderedResults.count
    let against = orderedResults.count { $0.verdict == .pass && !$0.failing.isEmpty }
    let passed = "\(count(.pass)) passed" + (against > 0 ? " (\(against) against a check)" : "")
    var parts = [passed, "\(count(.fail)) failed"]
    parts += [QAVerdict.notApplicable, .forPerson].filter { count($0) > 0 }
      .map { "\(count($0)) \($0.rawValue)" }
    if open > 0 { parts.append("\(open) open") }
    return parts.joined(separator: ", ")
  }

  /// The number of steps with a verdict.
  package func count(_ verdict: QAVerdict) -> Int {
    orderedResults.count { $0.verdict == verdict }
  }

  // MARK: - results.jsonl

  /// The results as JSON Lines, in the order of the plan.
  package var resultsText: String { (orderedResults + others).map { $0.json + "\n" }.joined() }

  /// Continues a session from the text of its results.
  package mutating func resume(from text: String, file: String) throws(LabError) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where line.contains(where: { !$0.isWhitespace }) {
      do throws(ScriptFields.Problem) {
        let result = try QAResult(ScriptFields(ofPlan: line))
        if plan.steps.contains(where: { $0.id == result.id }) {
          results[result.id] = result
        } else {
          others.append(result)
        }
      } catch {
        throw LabError(file: file, line: index + 1, problem: error.text)
      }
    }
    _ = moveToNextOpenStep()
  }
}

extension QAResult {
  fileprivate init(_ fields: ScriptFields) throws(ScriptFields.Problem) {
    self.init(
      id: try fields.string("id"), verdict: try fields.word("verdict"),
      note: try fields.string("note"), shown: Set(try fields.words("shown")))
    if fields.has("take") { take = QATakeSummary(fields: try fields.members("take")) }
    if fields.has("date") { date = try fields.string("date") }
    for value in try fields.list("checks") {
      guard case .object(let check) = value else {
        throw ScriptFields.Problem("\"checks\" must be a list of objects")
      }
      checks.append(QACheck.Outcome(fields: check))
    }
  }
}

/// What a script shows when it is performed: the needs of a step, the callbacks, and the take in short.
package struct QAEvidence {
  /// Frames a second for scripts that have no recorded ones, in hertz. [C]
  private static let rate = 240.0
  /// The longest that a demo may go on after its last event, in seconds. [C]
  private static let maximumRest = 60.0

  /// The needs that were shown.
  package private(set) var shown: Set<QARequirement> = []
  /// The log of callbacks.
  package let callbacks = CallbackLog()
  /// What was performed, as a finished take: with the frames at which the trace has its rows.
  package let take: Script
  /// The state at the start and at every frame.
  package let trace: Trace
  /// What the checks of a step are judged by.
  package let observation: QAObservation
  /// The take in short.
  package let summary: QATakeSummary

  /// Performs a take as recorded, or a script with frames added at 240 Hz until nothing moves, and watches it for the needs of a
  /// step.
  package init(performing script: Script, needs: [QARequirement] = []) {
    let stage = Stage(script.header, log: callbacks)
    var performer = Performer(stage: stage, callbacks: callbacks, needs: needs)
    var script = script
    script.header.version = Script.versions.upperBound
    if script.frameCount == 0 {
      script.events = performer.performAddingFrames(script.events)
    } else {
      for event in script.events { performer.perform(event) }
    }
    script.end =
      script.end
      ?? Script.End(
        time: script.duration, events: script.inputCount, frames: script.frameCount,
        trace: performer.trace.hash, reason: .stopped)
    take = script
    trace = performer.trace
    observation = performer.observation
    shown = performer.tracker.shown
    summary = QATakeSummary(script, trace: trace, overshoot: performer.tracker.overshoot)
  }

  /// Returns what the checks of a step measure.
  package func outcomes(_ checks: [QACheck]) -> [QACheck.Outcome] {
    checks.map { $0.outcome(in: observation) }
  }

  /// Returns what contradicts the checks of a step, a sentence each.
  package func faults(_ checks: [QACheck]) -> [String] {
    outcomes(checks).compactMap { outcome in
      guard outcome.isUnmeasured else { return outcome.fault }
      let reason = outcome.absence == .unused ? ": nothing has moved" : ""
      return "\(outcome.title) was \(outcome.measured)\(reason)"
    }
  }

  /// A stage whose events are watched.
  private struct Performer {
    let stage: Stage
    let callbacks: CallbackLog
    var tracker: QARequirementTracker
    var trace: Trace
    var observation = QAObservation()
    private var sampler: FrameSampler

    init(stage: Stage, callbacks: CallbackLog, needs: [QARequirement]) {
      self.stage = stage
      tracker = QARequirementTracker(needs)
      self.callbacks = callbacks
      let first = stage.sample()
      trace = Trace(samples: [first])
      sampler = FrameSampler(first)
      tracker.start(stage.namedScrollViews)
      observation.note(stage)
    }

    mutating func perform(_ event: Script.TimedEvent) {
      let count = callbacks.callbacks.count
      stage.perform(event)
      let new = callbacks.callbacks[count...]
      tracker.note(event, views: stage.namedScrollViews, callbacks: new)
      observation.note(event, callbacks: new)
      guard case .frame(let frame) = event.action else { return }
      trace.add(sampler.sample(stage, frame))
      observation.note(stage)
    }

    /// Performs events with frames between and after them; returns all of them.
    mutating func performAddingFrames(_ events: [Script.TimedEvent]) -> [Script.TimedEvent] {
      var all: [Script.TimedEvent] = []
      var rest = events[...]
      let end = (events.last?.time ?? 0) + QAEvidence.maximumRest
      for index in 1... {
        let time = Double(index) / QAEvidence.rate
        while let event = rest.first, event.time <= time {
          rest.removeFirst()
          all.append(event)
          perform(event)
        }
        let frame = Script.TimedEvent(time: time, action: .frame(Script.Frame(index: index - 1)))
        all.append(frame)
        perform(frame)
        if rest.isEmpty, stage.isAtRest || time > end { break }
      }
      return all
    }
  }
}
