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
  /// The take in short; `nil` where nothing was recorded.
  package var take: QATakeSummary?
  /// When the step was judged, in ISO 8601; empty where unknown.
  package var date = ""
}

extension QAResult {
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
    let missing = missing(shown).map(\.rawValue).joined(separator: ", ")
    return missing.isEmpty ? nil : "Not exercised yet: \(missing)."
  }

  /// Judges the step; the last verdict counts.
  ///
  /// - Parameters:
  ///   - verdict: The verdict; a step can pass only with all its needs shown.
  ///   - note: What the user wrote.
  ///   - shown: What the step's last take has shown.
  ///   - take: That take in short.
  ///   - date: The present, in ISO 8601.
  /// - Returns: `nil`, or a message that says why the verdict is refused.
  package mutating func judge(
    _ verdict: QAVerdict, note: String, shown: Set<QARequirement>, take: QATakeSummary?,
    date: String = ""
  ) -> String? {
    if verdict == .pass, let refusal = refusal(shown) { return refusal }
    results[step.id] = QAResult(
      id: step.id, verdict: verdict, note: note, shown: shown, take: take, date: date)
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
    var parts = ["\(count(.pass)) passed", "\(count(.fail)) failed"]
    parts += [QAVerdict.notApplicable, .forPerson].filter { count($0) > 0 }
      .map { "\(count($0)) \($0.rawValue)" }
    if open > 0 { parts.append("\(open) open") }
    return parts.joined(separator: ", ")
  }

  /// The number of steps with a verdict.
  package func count(_ verdict: QAVerdict) -> Int {
    orderedResults.count { $0.verdict == verdict }
  }
}

// MARK: - results.jsonl

extension QASession {
  /// The results as JSON Lines, in the order of the plan.
  package var resultsText: String { (orderedResults + others).map { $0.json + "\n" }.joined() }

  /// Continues a session from the text of its results.
  package mutating func resume(from text: String, file: String) throws(LabError) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where line.contains(where: { !$0.isWhitespace }) {
      do throws(QAFields.Problem) {
        let result = try QAResult(QAFields(line))
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
  fileprivate init(_ fields: QAFields) throws(QAFields.Problem) {
    self.init(
      id: try fields.string("id"), verdict: try fields.word("verdict"),
      note: try fields.string("note"), shown: Set(try fields.words("shown")))
    if fields.has("take") { take = QATakeSummary(fields: try fields.object("take")) }
    if fields.has("date") { date = try fields.string("date") }
  }
}
