import OverscrollDrawing
import OverscrollLab
import OverscrollPanels
import OverscrollStage

/// What a step of a QA session shows: a scene with its panels, or a grid, and what has been exercised on it.
final class QAStage {
  let content: any LabContent
  let panels: [DockLayout.Area: any Panel]
  /// Called with what has been exercised so far.
  var didNote: (Set<QANeed>) -> Void = { _ in } {
    didSet { watch.didNote = didNote }
  }
  private(set) var watch: QATakeWatch
  private let takes: TakeKeeper
  private let recorder: () -> Recorder

  /// Builds what a step shows.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - setup: The window.
  /// - Throws: One sentence where its scene or a setting is unknown.
  init(_ step: QAPlan.Step, in setup: LabWindow.Setup) throws {
    let header = try step.script().header
    guard let card = header.scene?.card else {
      takes = TakeKeeper(setup)
      let grid = try GridContent(
        header.with([.displayScale(setup.scale)]), maker: setup.window,
        budget: setup.options.cacheMegabytes << 20, waker: setup.waker, takes: takes)
      (content, panels) = (grid, [:])
      recorder = { grid.recorder }
      watch = QATakeWatch(grid.recorder)
      grid.didReplaceRecorder = { [weak self, unowned grid] in
        guard let self else { return }
        watch = QATakeWatch(grid.recorder)
        watch.didNote = didNote
      }
      return
    }
    let scene = SceneWindow(header: header, card: card).content(in: setup)
    (content, panels, takes) = (scene.content, scene.panels, scene.takes)
    // The step has its own, which may be another for the step's settings.
    scene.content.showsExpectation = false
    let recorder = scene.content.recorder
    self.recorder = { recorder }
    watch = QATakeWatch(recorder)
  }

  /// What the step shows now, in device pixels and without marks of touches.
  func screen(scale: Double) throws -> Surface {
    let stage = recorder().stage
    guard stage.scene == nil else { return try stage.image(scale: scale) }
    var script = watch.take?.script ?? Script(header: stage.header, events: [])
    script.header.version = Script.versions.upperBound
    return try TakeRenderer(script, showing: nil).surface(at: script.duration)
  }

  /// Ends a recording that a key has started.
  func close(_ reason: Script.End.Reason) {
    takes.finishRecording(reason)
  }
}
