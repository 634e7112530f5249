import OverscrollBrowser
import OverscrollDrawing
import OverscrollLab
import OverscrollShell

/// What a step of a QA session shows: a scene with its panels, or a grid, and what has been exercised on it.
final class QAStage {
  let page: any LabPage
  /// Called with what has been exercised so far.
  var didNote: (Set<QARequirement>) -> Void = { _ in } {
    didSet { watch.didNote = didNote }
  }
  /// Called with what the checks of the step measure once everything rests, and that they are not judged when something moves.
  var didCheck: ([QACheck.Outcome]) -> Void = { _ in } {
    didSet { watch.didCheck = didCheck }
  }
  private(set) var watch: QATakeWatch
  private let recorder: () -> Recorder

  /// Builds what a step shows.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - setup: The window.
  ///   - pictures: How pictures are read and shown.
  /// - Throws: An error where its scene or a setting is unknown.
  init(_ step: QAPlan.Step, in setup: WindowSetup, pictures: PictureOptions) throws {
    let header = try step.script().header
    let watch = { QATakeWatch($0, needs: step.needs, checks: step.checksOfTakes) }
    guard let card = header.scene?.card else {
      let grid = try GridPage(
        header.with([.displayScale(setup.scale)]), host: setup.host,
        marksTouches: setup.options.marksTouches(usually: false),
        budget: pictures.byteBudget, waker: setup.waker, takes: Recording(setup))
      page = grid
      recorder = { grid.recorder }
      self.watch = watch(grid.recorder)
      grid.didReplaceRecorder = { [weak self, unowned grid] in
        guard let self else { return }
        self.watch = watch(grid.recorder)
        self.watch.didNote = didNote
        self.watch.didCheck = didCheck
      }
      return
    }
    var window = SceneWindow(header: header, card: card)
    window.fillsRoom = step.needs.contains(where: \.isResize)
    let scene = window.page(in: setup)
    page = scene
    // The step has its own, which may be another for the step's settings.
    scene.showsExpectation = false
    let recorder = scene.recorder
    self.recorder = { recorder }
    self.watch = watch(recorder)
  }

  /// What the step shows now, in device pixels and without marks of touches.
  func screen(scale: Double) throws -> Surface {
    let stage = recorder().stage
    guard stage.scene == nil else { return try stage.image(scale: scale) }
    var script = watch.take?.script ?? Script(header: stage.header, events: [])
    script.header.version = Script.versions.upperBound
    return try TakeRenderer(script).surface(at: script.duration)
  }
}
