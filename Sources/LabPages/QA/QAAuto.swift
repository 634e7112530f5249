package import OverscrollLab
import OverscrollShell

/// Plays the demos of a plan's steps without a display, and judges them by their checks.
///
/// A step without checks, or without a demo, is for the user.
package struct QAAuto {
  let folder: QAFolder
  /// When the session began, in ISO 8601.
  let date: String
  let environment: JSONValue

  package init(folder: QAFolder, date: String, environment: JSONValue) {
    (self.folder, self.date, self.environment) = (folder, date, environment)
  }

  /// Judges every step that has no verdict yet, and writes the report after each.
  ///
  /// - Parameters:
  ///   - session: The session to go on with.
  ///   - didJudge: Called with a line about each step.
  /// - Returns: The session with its verdicts.
  /// - Throws: Where a step's scene or setting is unknown, or the report cannot be written.
  package func run(_ session: QASession, didJudge: (String) throws -> Void) throws -> QASession {
    var session = session
    session.move(by: -session.current)
    for step in session.plan.steps {
      if session.results[step.id] == nil {
        try didJudge(try judge(&session))
        try folder.writeResults(of: session)
        try folder.writeReport(.init(session: session, environment: environment, date: date))
      }
      session.move(by: 1)
    }
    return session
  }

  /// Judges the step that is shown, and returns a line about it.
  private func judge(_ session: inout QASession) throws -> String {
    let step = session.step
    let demo = try step.demo()
    guard let script = demo, !step.checks.isEmpty else {
      let note = "judged by eye: no \(demo == nil ? "demo" : "checks")"
      _ = session.judge(
        .forPerson, note: note, shown: [], take: nil, date: CalendarTime.iso8601)
      return "skipped \(step.id): \(note)"
    }
    let evidence = QAEvidence(performing: script, needs: step.needs)
    let screen = try TakeRenderer(evidence.take)
      .surface(at: evidence.take.duration)
    try folder.write(evidence, screen: screen, of: step)
    let faults = faults(step, evidence, session)
    let note = faults.joined(separator: "; ")
    _ = session.judge(
      faults.isEmpty ? .pass : .fail, note: note, shown: evidence.shown,
      checks: evidence.outcomes(step.checks), take: evidence.summary.measured(evidence.take),
      date: CalendarTime.iso8601)
    return faults.isEmpty ? "passed  \(step.id)" : "failed  \(step.id): \(note)"
  }

  /// What is wrong with a demo: needs that it does not show, callbacks that are not the expected ones, and checks.
  private func faults(
    _ step: QAPlan.Step, _ evidence: QAEvidence, _ session: QASession
  ) -> [String] {
    var faults: [String] = []
    let missing = session.missing(evidence.shown).map(\.rawValue)
    if !missing.isEmpty { faults.append("not shown: \(missing.joined(separator: ", "))") }
    // The expected callbacks are those of the scene as it is by default.
    if let scene = step.scene, step.settings.isEmpty, step.demo.isEmpty,
      let difference = ExpectedCallbacks.difference(of: evidence.callbacks, scene: scene)
    {
      faults.append(difference)
    }
    return faults + evidence.faults(step.checks)
  }
}
