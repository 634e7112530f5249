import OverscrollDrawing
package import OverscrollLab
import ScrollEngine
package import ScrollGeometry

/// The bar of a QA session: the step, what to do and what to expect, the needs as a checklist, and the verdict.
///
/// ```swift
/// let bar = QABar(session)
/// bar.takeSummary = { … }          // the step's last take in short
/// bar.didJudge = { … }             // write the report
/// bar.didMove = { … }              // show the scene of bar.session.step
/// bar.shown = watch.shown          // after each event of the stage
/// bar.checks = watch.outcomes      // once everything rests
/// ```
package final class QABar: EnginePanel {
  package private(set) var session: QASession
  /// What the step's take has shown so far: the checks that are lit.
  package var shown: Set<QARequirement> = [] {
    didSet {
      guard shown != oldValue else { return }
      if refusal != nil { refusal = session.refusal(shown) }
      didChange()
    }
  }
  /// What the step's checks measure in its take: not judged yet while something moves.
  package var checks: [QACheck.Outcome] = [] {
    didSet {
      guard checks != oldValue else { return }
      didChange()
    }
  }
  /// Returns what the step's checks measure in the take so far, for a verdict.
  package var takeChecks: () -> [QACheck.Outcome] = { [] }
  /// Returns the step's last take in short; `nil` before there is one.
  package var takeSummary: () -> QATakeSummary? = { nil }
  /// Called with a verdict after it was stored in ``session``.
  package var didJudge: (QAResult) -> Void = { _ in }
  /// Called after another step of ``session`` is shown.
  package var didMove: () -> Void = {}
  /// Returns the present in ISO 8601, for verdicts.
  package var date: () -> String = { "" }
  /// The report as the user finds it, which is named when every step has a verdict.
  package var report = ""
  /// A message that says why the report could not be written; `nil` where it was.
  package var problem: String? { didSet { didChange() } }
  /// Whether the bar says that every step has a verdict.
  package private(set) var isComplete: Bool
  /// A message that says why a verdict was refused; `nil` where none was.
  package private(set) var refusal: String?
  /// The buttons of the verdicts, which show the one that the step has.
  package private(set) var verdictButtons: [QAVerdict: PanelButton] = [:]
  package let noteButton: PanelButton
  package let previousButton: PanelButton
  package let nextButton: PanelButton
  /// The field for a note, which is hidden unless one is being written.
  package let noteField = NoteField()

  /// The verdict that the note is for; `nil` for a note alone.
  private var pending: QAVerdict?
  /// What was written at steps that have no verdict yet, by their ids.
  private var drafts: [String: String] = [:]
  private let card = QAStepView()

  package init(_ session: QASession) {
    self.session = session
    isComplete = session.isComplete
    noteButton = PanelButton("")
    previousButton = PanelButton("◀")
    nextButton = PanelButton("▶")
    super.init()
    window.ground = \.paper
    window.addSubview(card)
    for (verdict, _, tint) in Self.verdicts {
      let button = PanelButton("", tint: tint)
      button.addAction { [weak self] in self?.judge(verdict) }
      verdictButtons[verdict] = button
      window.addSubview(button)
    }
    noteButton.addAction { [weak self] in self?.writeNote() }
    previousButton.addAction { [weak self] in self?.move(by: -1) }
    nextButton.addAction { [weak self] in self?.move(by: 1) }
    for view in [noteButton, previousButton, nextButton, noteField] { window.addSubview(view) }
    noteField.isHidden = true
    noteField.didEnter = { [weak self] in self?.noteEntered($0) }
    noteField.didEnd = { [weak self] in self?.noteEnded($0) }
    show()
  }

  /// The verdicts with the titles of their buttons, whole and short.
  private static let verdicts:
    [(QAVerdict, title: (String, String), any KeyPath<Palette, Color> & Sendable)] = [
      (.pass, ("Pass  Y", "Pass"), \.green), (.fail, ("Fail  N", "Fail"), \.red),
      (.notApplicable, ("Not applicable  I", "n/a"), \.muted),
    ]
  private static let noteTitle = ("Note  W", "Note")

  package override func settle() { show() }

  package override func pointerDidMove(to location: Point?) {
    guard card.isHovered != (location != nil) else { return }
    card.isHovered = location != nil
    didChange()
  }

  // MARK: Layout

  private static let stepWidth = 124.0
  private static let margin = 12.0
  /// The least widths at which the titles of the buttons are whole: beside the checklist, and below them. [C]
  private static let wholeTitles = (usual: 820.0, narrow: 400.0)

  /// Whether the checklist has its own line, and the texts the whole width.
  private var isNarrow: Bool { size.width < DockLayout.qaBarWidth }

  package override func layOut() {
    card.frame = Rect(x: 0, y: 0, width: size.width, height: size.height)
    card.isNarrow = isNarrow
    let areWhole =
      size.width >= (isNarrow ? Self.wholeTitles.narrow : Self.wholeTitles.usual)
    for (verdict, title, _) in Self.verdicts {
      verdictButtons[verdict]?.title = areWhole ? title.0 : title.1
    }
    noteButton.title = areWhole ? Self.noteTitle.0 : Self.noteTitle.1
    let buttonsLeft = layOutButtons()
    let left = Self.margin + (isNarrow ? 0 : Self.stepWidth)
    let right = isNarrow ? size.width - Self.margin : buttonsLeft - 8
    let top = QAStepView.checklistTop(inHeight: size.height, isNarrow: isNarrow)
    let checklist = Rect(x: left, y: top, width: max(0, right - left), height: 20)
    noteField.frame = checklist
    card.checklistFrame = checklist
    card.checksFrame = Rect(
      x: left, y: top - QAStepView.checksHeight, width: max(0, size.width - Self.margin - left),
      height: QAStepView.checksHeight)
  }

  /// Places the buttons from the right edge on, and returns the left edge of the last.
  private func layOutButtons() -> Double {
    var right = size.width - Self.margin
    let buttons =
      [nextButton, previousButton, noteButton]
      + Self.verdicts.reversed().compactMap { verdictButtons[$0.0] }
    for button in buttons {
      let width = button.preferredWidth(window.ruler)
      button.frame = Rect(x: right - width, y: size.height - 25, width: width, height: 20)
      right -= width + (button === previousButton ? 12 : 5)
    }
    return right
  }

  /// Brings the views up to date with the session.
  private func show() {
    let step = session.step
    card.number = "\(session.current + 1)/\(session.plan.steps.count)"
    card.step = step
    card.verdict = session.results[step.id]?.verdict
    card.problem = refusal ?? problem
    card.completion =
      isComplete
      ? ("Every step has a verdict: \(session.summary).", "The report is \(report).") : nil
    card.checklist = noteField.isTyping ? [] : step.needs.map { ($0, shown.contains($0)) }
    card.checks = checks
    card.prompt = noteField.isTyping ? pending.flatMap(prompt) : nil
    for (verdict, button) in verdictButtons {
      button.isOn = session.results[step.id]?.verdict == verdict
    }
    noteButton.isOn = !note.isEmpty
    previousButton.isEnabled = session.current > 0
    nextButton.isEnabled = session.current < session.plan.steps.count - 1
  }

  // MARK: - Verdicts and notes

  /// The note of the step.
  package var note: String {
    drafts[session.step.id] ?? session.results[session.step.id]?.note ?? ""
  }

  /// Judges the step and shows the next one; a step that failed, or that is passed against a check, is asked for a note first.
  package func judge(_ verdict: QAVerdict) {
    refusal = nil
    if noteField.isTyping {
      window.focus(nil)
    } else if asksForNote(verdict) {
      pending = verdict
      openNote()
      return didChange()
    }
    store(verdict)
    didChange()
  }

  /// Whether a verdict needs a note that the user is asked for.
  private func asksForNote(_ verdict: QAVerdict) -> Bool {
    switch verdict {
    case .fail: return true
    case .pass:
      checks = takeChecks()
      return session.refusal(shown) == nil && checks.contains { $0.holds == false }
    case .notApplicable, .forPerson: return false
    }
  }

  /// What the field for a note asks, above it.
  private func prompt(_ verdict: QAVerdict) -> String? {
    switch verdict {
    case .fail: "What was wrong? Return stores the verdict."
    case .pass: "A check fails. Why does the step pass? Return passes it with this note."
    case .notApplicable, .forPerson: nil
    }
  }

  private func store(_ verdict: QAVerdict) {
    let id = session.step.id
    checks = takeChecks()
    refusal = session.judge(
      verdict, note: note, shown: shown, checks: checks, take: takeSummary(), date: date())
    guard refusal == nil, let result = session.results[id] else { return }
    drafts[id] = nil
    didJudge(result)
    moveOn()
  }

  /// Shows the next step, or the first that has no verdict after the last one.
  private func moveOn() {
    isComplete = session.isComplete
    guard !isComplete else { return }
    let isLast = session.current == session.plan.steps.count - 1
    let open = session.plan.steps.firstIndex { session.results[$0.id] == nil } ?? 0
    move(by: isLast ? open - session.current : 1)
  }

  /// Shows the next step or an earlier one.
  package func move(by steps: Int) {
    let former = session.current
    window.focus(nil)
    session.move(by: steps)
    guard session.current != former else { return }
    refusal = nil
    isComplete = false
    (shown, checks) = ([], [])
    didChange()
    didMove()
  }

  /// Opens the field for a note without a verdict.
  package func writeNote() {
    pending = nil
    openNote()
  }

  private func openNote() {
    noteField.text = note
    noteField.isHidden = false
    noteField.beginTyping()
    didChange()
  }

  /// Stores a note, and the verdict that it is for.
  private func noteEntered(_ text: String) {
    let id = session.step.id
    drafts[id] = text
    if let verdict = pending {
      pending = nil
      store(verdict)
    } else if let result = session.results[id] {
      // The verdict stays what it was, with what was shown then.
      refusal = session.judge(
        result.verdict, note: text, shown: result.shown, checks: result.checks, take: result.take,
        date: result.date)
      drafts[id] = nil
      if let changed = session.results[id] { didJudge(changed) }
    }
    didChange()
  }

  /// Hides the field; a note that was not discarded is kept for the verdict.
  private func noteEnded(_ text: String?) {
    noteField.isHidden = true
    if let text, text != note { drafts[session.step.id] = text }
    didChange()
  }
}
