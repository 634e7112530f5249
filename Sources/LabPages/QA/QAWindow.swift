package import OverscrollBase
package import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
package import OverscrollLab
package import OverscrollShell
import ScrollGeometry

/// The window of a QA session: what the step shows, with the bar of the session docked below it.
package final class QAWindow {
  /// The room that the bar needs for its sentences, and the panels for some rows, in points. [C]
  static let minimumRoom = Size(width: 660, height: 480)
  /// The room of a plan whose steps have no panels, which the grid fills, in points. [C]
  private static let gridRoom = Size(
    width: minimumRoom.width + DockLayout.columnWidth, height: minimumRoom.height)

  private let setup: WindowSetup
  private let pictures: PictureOptions
  private let folder: QAFolder
  private let bar: QABar
  private let writer: QAReportWriter
  private let date = CalendarTime.iso8601
  private var stage: QAStage
  private var window: WindowController?
  /// Why evidence or results could not be written; `nil` where they were.
  private var problem: String?
  /// The take that the next verdict is about, where it is not the one that is stored.
  private var newTake: Take?

  /// Opens a window for a session.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - path: The folder of the report.
  ///   - resumes: True to resume the session whose results are in it.
  ///   - options: The options of the window.
  ///   - pictures: How pictures are read and shown.
  ///   - opener: Opens the window.
  /// - Throws: An error where there is no display, or the folder cannot be used.
  package init(
    _ plan: QAPlan, in path: FilePath, resumes: Bool, options: WindowOptions,
    pictures: PictureOptions, on opener: any HostOpener
  ) throws {
    let areas = options.areas(
      usual: Set(Self.panels(of: plan).compactMap { DockLayout.Area(rawValue: $0.rawValue) }))
    self.pictures = pictures
    setup = try WindowSetup.lab(
      viewport: Self.room(for: plan), areas: areas.union([.qaBar]), options: options,
      on: opener)
    folder = try QAFolder(path, resumes: resumes)
    writer = QAReportWriter(folder, waker: setup.waker)
    let session = try folder.session(of: plan)
    bar = QABar(session)
    do { stage = try QAStage(session.step, in: setup, pictures: pictures) } catch {
      throw Failure(message: "\(session.step.id): \(Self.message(error))")
    }
  }

  /// The panels with which a session opens: where the plan names none, those that scenes usually have; the grid has none.
  static func panels(of plan: QAPlan) -> [QAPlan.Panel] {
    plan.panels ?? (plan.steps.contains { $0.scene != nil } ? [.parameters, .log] : [])
  }

  /// The room for the largest scene of a plan, in points.
  static func room(for plan: QAPlan) -> Size {
    SceneWindow.room(
      for: plan.steps.compactMap { $0.scene.flatMap(Scenes.all.scene)?.card },
      atLeast: panels(of: plan).isEmpty ? gridRoom : minimumRoom)
  }

  /// Opens the window.
  ///
  /// - Parameter body: Called with the session and its verdicts once the window is closed.
  /// - Returns: The window, which is not shown yet.
  package func open(_ body: @escaping (QASession) throws -> Void) -> OpenWindow {
    bar.report = folder.path.appending("report.html").description
    bar.date = { CalendarTime.iso8601 }
    bar.takeSummary = { [unowned self] in summary() }
    bar.takeChecks = { [unowned self] in checks() }
    bar.didJudge = { [unowned self] in store($0) }
    bar.didMove = { [unowned self] in showStep() }
    let window = WindowController(
      setup, page: prepare(stage, showsHUD: setup.options.showsHUD))
    self.window = window
    // What a program that ended early has not reported is in the results.
    if !bar.session.results.isEmpty { writeReport() }
    return OpenWindow(window) { [self] in
      try $0.run(window)
      writer.finish()
      try body(bar.session)
    }
  }

  /// Shows what the step of the bar is about.
  private func showStep() {
    newTake = nil
    let showsHUD = stage.page.frame.showsHUD
    do {
      stage = try QAStage(bar.session.step, in: setup, pictures: pictures)
      window?.show(prepare(stage, showsHUD: showsHUD))
    } catch {
      bar.problem = Self.message(error)
    }
  }

  private func prepare(_ stage: QAStage, showsHUD: Bool) -> any LabPage {
    let result = bar.session.results[bar.session.step.id]
    bar.shown = result?.shown ?? []
    let checks = result?.checks ?? []
    bar.checks = checks.isEmpty ? stage.watch.outcomes : checks
    stage.didNote = { [weak bar] in bar?.shown = $0 }
    stage.didCheck = { [weak bar] in bar?.checks = $0 }
    stage.page.frame = LabPageFrame(
      title: "\(bar.session.plan.title) – Overscroll", keys: LabKeys.qa,
      showsHUD: showsHUD, panels: [.qaBar: bar],
      perform: { [unowned self] in perform($0) ? .done : nil },
      didWakeUp: { [unowned self] in bar.problem = problem ?? writer.problem })
    return stage.page
  }

  private func perform(_ command: LabCommand) -> Bool {
    switch command {
    case .judge(let verdict): bar.judge(verdict)
    case .writeNote: bar.writeNote()
    case .moveStep(let count): bar.move(by: count)
    default: return false
    }
    return true
  }

  // MARK: - Evidence

  /// The step's last take in short: a new one, or the one that is stored.
  private func summary() -> QATakeSummary? {
    newTake = stage.watch.take
    guard let newTake else { return bar.session.results[bar.session.step.id]?.take }
    return stage.watch.summary?.measured(newTake.script)
  }

  /// What the checks measure in the same take.
  private func checks() -> [QACheck.Outcome] {
    let stored = bar.session.results[bar.session.step.id]?.checks ?? []
    return stage.watch.take == nil && !stored.isEmpty ? stored : stage.watch.outcomes
  }

  /// Writes the evidence of a verdict first, then the results, and then the report.
  private func store(_ result: QAResult) {
    problem = nil
    do {
      if let step = step(result.id) { try storeEvidence(of: step) }
      try folder.writeResults(of: bar.session)
    } catch {
      let message = Self.message(error)
      StandardError.report(message)
      problem = message
    }
    bar.problem = problem
    writeReport()
  }

  /// Writes what was done at a step since it was judged last.
  private func storeEvidence(of step: QAPlan.Step) throws {
    let screen = try stage.screen(scale: setup.scale)
    guard let take = newTake else { return try folder.write(screen: screen, of: step) }
    newTake = nil
    if let frame = try folder.write(described(take), screen: screen, of: step) {
      StandardError.report("\(step.id): frame \(frame) of the take replays differently")
    }
  }

  private func writeReport() {
    writer.write(
      .init(session: bar.session, environment: described(setup.host.environment()), date: date))
  }

  private func step(_ id: String) -> QAPlan.Step? { bar.session.plan.steps.first { $0.id == id } }

  private func described(_ take: Take) -> Take {
    var take = take
    take.script.header.program = Machine.build
    take.script.header.environment = setup.host.environment()?.json
    return take
  }

  /// The environment with the window that the user has used.
  private func described(_ environment: Environment?) -> JSONValue {
    let json = environment?.json ?? .object(Machine.environment)
    guard case .object(var fields) = json else { return json }
    let size = setup.size
    fields["window"] = .object([
      "size": .array([.number(Double(size.width)), .number(Double(size.height))]),
      "scale": .number(setup.scale),
    ])
    return .object(fields)
  }

  private static func message(_ error: any Error) -> String {
    switch error {
    case let error as Failure: error.message
    case let error as DrawingError: error.description
    default: "\(error)"
    }
  }
}
