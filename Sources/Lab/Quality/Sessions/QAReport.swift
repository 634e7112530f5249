import OverscrollBase

/// The report of a session: Markdown, HTML in one file, and JUnit.
package struct QAReport {
  /// What lies beside the report for a step, in a folder with the step's id.
  package struct Evidence: Hashable, Sendable {
    /// The curve as SVG.
    package var curve: String?
    /// The screenshot as PNG.
    package var screen: [UInt8]?
    /// The take's files by their names.
    package var takes: [(name: String, text: String)] {
      zip(takeNames, takeTexts).map { ($0, $1) }
    }
    private var takeNames: [String]
    private var takeTexts: [String]

    package init(
      curve: String? = nil, screen: [UInt8]? = nil, takes: [(name: String, text: String)] = []
    ) {
      self.curve = curve
      self.screen = screen
      takeNames = takes.map(\.name)
      takeTexts = takes.map(\.text)
    }
  }

  /// The names of the files in a step's folder.
  package static let curveName = "curve.svg"
  package static let screenName = "screen.png"
  package static let takeName = "take"
  /// What stands in the place of a take where there is none.
  static let noTake = "No take: there was no input before the verdict."

  let session: QASession
  /// The folder of the report as commands name it.
  let folder: String
  /// When the session began, in ISO 8601 without a time zone.
  let date: String
  let environment: QAEnvironment
  /// The evidence by the step's id.
  let evidence: [String: Evidence]

  /// Creates the report of a session.
  ///
  /// - Parameters:
  ///   - session: The session, finished or not.
  ///   - folder: The folder of the report as commands name it.
  ///   - date: When the session began, in ISO 8601 without a time zone.
  ///   - environment: The machine and its display, as in takes.
  ///   - evidence: What lies beside the report, by the step's id.
  package init(
    _ session: QASession, folder: String, date: String, environment: JSONValue,
    evidence: [String: Evidence]
  ) {
    self.session = session
    self.folder = folder
    self.date = date
    self.environment = QAEnvironment(environment)
    self.evidence = evidence
  }

  /// The steps that failed, in the order of the plan.
  var failures: [(step: QAPlan.Step, result: QAResult)] {
    session.plan.steps.compactMap { step in
      guard let result = session.results[step.id], result.verdict == .fail else { return nil }
      return (step, result)
    }
  }

  /// The commands that play and check the take of a step, as a shell takes them.
  func commands(of step: QAPlan.Step) -> (play: String, check: String) {
    let play = "overscroll replay \("\(folder)/\(step.id)".shellWord)"
    return (play, play + " --check")
  }

  /// When the session began, for people.
  var start: String { "Begun \(date.replacing("T", with: " ")) UTC" }
}

// MARK: - JUnit

extension QAReport {
  /// The report as CI servers read it; steps without a verdict and those that do not apply are skipped.
  package var junit: String {
    let cases = session.plan.steps.map { step in
      let result = session.results[step.id]
      var testCase = JUnitReport.Case(
        className: step.scene ?? session.plan.title, name: "\(step.id): \(step.expectation)")
      switch result?.verdict {
      case .pass: break
      case .fail:
        testCase.failure = [step.expectation, result?.note ?? ""].filter { !$0.isEmpty }
          .joined(separator: " Noted: ")
        if evidence[step.id]?.screen != nil {
          testCase.attachment = "\(step.id)/\(Self.screenName)"
        }
      case .notApplicable?, .forPerson?:
        testCase.skipped = result.flatMap { $0.note.isEmpty ? $0.verdict.rawValue : $0.note }
      case nil: testCase.skipped = "no verdict"
      }
      return testCase
    }
    return JUnitReport(
      name: session.plan.title, cases: cases,
      duration: session.orderedResults.reduce(0) { $0 + ($1.take?.duration ?? 0) },
      timestamp: date
    ).text
  }
}

extension String {
  /// The text as a word of a POSIX shell, in quotation marks where it needs them.
  package var shellWord: String {
    let isPlain =
      !isEmpty && first != "-"
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
          true
        default: "/._-+:,@%".utf8.contains(byte)
        }
      }
    return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
