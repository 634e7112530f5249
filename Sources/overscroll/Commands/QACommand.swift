import ArgumentParser
import OverscrollBase
import OverscrollHost
import OverscrollLab
import OverscrollLabPages
import OverscrollShell

/// `overscroll qa`: a session of manual checks.
struct QACommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "qa",
    abstract: "Run a plan of manual checks and write a report.",
    discussion: """
      PLAN is uikit (the default), viewer, feel, xwayland, or a file. A step can pass only when everything it \
      requires has been exercised. --auto judges steps by their checks and skips those without, which are judged by eye. The \
      report is written after every verdict, so nothing is lost and --resume can continue.
      """)

  @Argument(help: "uikit, viewer, feel, xwayland, or the file of a plan.", completion: .file())
  var plan: FilePath?

  @Option(
    help: "Folder of the report. (default: overscroll-qa-DATE)", completion: .directory)
  var report: FilePath?

  @Option(help: "Run only these steps: ids, separated by commas.")
  var only: String?

  @Flag(help: "Resume the session whose results are in the folder.")
  var resume = false

  @Flag(help: "List the steps of the plan.")
  var list = false

  @Flag(help: "Play the demo of each step and judge it by its checks, without a display.")
  var auto = false

  @OptionGroup var options: ViewerOptions

  mutating func run() throws {
    let plan = try selectedPlan()
    try check(plan)
    guard !list else {
      return try StandardOutput.print(
        plan.steps.map { "\($0.id)\t\($0.scene ?? "–")\t\($0.task)" })
    }
    Interruption.deleteUnfinishedFiles()
    guard auto else { return try show() }
    try printOutcome(of: judge(plan, in: folder))
  }

  private var folder: FilePath {
    report ?? FilePath("overscroll-qa-\(CalendarTime.iso8601.prefix(10))")
  }

  private func printOutcome(of judged: QASession) throws {
    guard !judged.results.isEmpty else {
      return try StandardOutput.print(["no step has a verdict; no report was written"])
    }
    try StandardOutput.print(["\(judged.summary); \(folder)/report.html"])
    if judged.count(.fail) > 0 { throw ExitCode(1) }
  }

  /// Opens a window for the user.
  func open(on opener: any HostOpener) throws -> OpenWindow {
    do {
      return try QAWindow(
        selectedPlan(), in: folder, resumes: resume, options: options.window,
        pictures: options.pictures, on: opener
      ).open(printOutcome)
    } catch let error as HostError {
      throw Failure(error)
    }
  }

  /// Plays the demos.
  private func judge(_ plan: QAPlan, in path: FilePath) throws -> QASession {
    let folder = try QAFolder(path, resumes: resume)
    let session = try folder.session(of: plan)
    let auto = QAAuto(
      folder: folder, date: CalendarTime.iso8601, environment: .object(Machine.environment))
    return try auto.run(session) { try StandardOutput.print([$0]) }
  }

  /// Throws for a step whose scene, setting or scroll view does not exist, so that no session breaks off in its middle.
  private func check(_ plan: QAPlan) throws(Failure) {
    for step in plan.steps {
      do throws(Failure) {
        let names = try step.script().header.scrollViewNames
        let asked = step.checks.compactMap(\.view) + step.needs.compactMap(\.viewName)
        if let unknown = asked.first(where: { !names.contains($0) }) {
          throw Failure(
            message: "\(step.id): has no scroll view named \"\(unknown)\" besides the main one")
        }
      } catch {
        throw Failure(message: "\(planPath.name): \(error.message)")
      }
    }
  }

  private var planPath: FilePath { plan ?? FilePath(QAPlan.builtInNames[0]) }

  /// The plan, with only those steps that --only names.
  private func selectedPlan() throws(Failure) -> QAPlan {
    var plan = try wholePlan()
    guard let only else { return plan }
    let ids = only.split(separator: ",").map(String.init)
    if let unknown = ids.first(where: { id in !plan.steps.contains { $0.id == id } }) {
      throw Failure(message: "--only \(unknown): no such step; use --list to list the steps")
    }
    plan.steps.removeAll { !ids.contains($0.id) }
    return plan
  }

  private func wholePlan() throws(Failure) -> QAPlan {
    if let plan = QAPlan(named: planPath.description) { return plan }
    let text = try TextFile.read(planPath)
    return try Failure.describing { () throws(LabError) in
      try QAPlan(parsing: text, file: planPath.name)
    }
  }
}
