import ArgumentParser
import Desktop
import Files
import Lab
import Stage

/// The window of a scene.
struct SceneWindow {
  /// A header that names the scene.
  var header: Script.Header
  var card: SceneCard
  var playsDemo = false
  /// The take to record; `nil` for none.
  var files: TakeFiles?
  /// How long the window stays open, in seconds; `nil` until it is closed.
  var duration: Double?

  /// Shows the window until it is closed; returns what has become of the take that was asked for.
  func show(_ options: ViewerOptions) throws -> Result<TakeSummary, Failure>? {
    do {
      let setup = try LabWindow.Setup(
        title: "\(card.title) – Overscroll", viewport: card.viewport, areas: [],
        options: options)
      let takes = SceneTakes(
        folder: options.takes ?? TakeFiles.folder, requested: files, waker: setup.waker)
      takes.end = duration.map { MonotonicClock.now + $0 }
      var header = header
      if !header.settings.contains(where: { $0.property == .displayScale }) {
        header = header.with([.displayScale(setup.scale)])
      }
      let content = SceneContent(header, card: card, playsDemo: playsDemo, takes: takes)
      try LabWindow(setup, content: content, panels: [:], keys: LabKeys.scene).run()
      takes.finishRecording(.closed)
      return takes.outcome
    } catch let error as DesktopError {
      throw Failure(message: error.message)
    }
  }

  /// Shows the window, records its use, and prints what has become of it.
  ///
  /// - Throws: A sentence where nothing was recorded; an exit code where the take replays differently.
  func record(_ options: ViewerOptions) throws {
    let outcome = try show(options)
    guard let files else { return }
    guard let outcome else {
      throw Failure(message: "\(files.script): nothing was recorded: no gesture began")
    }
    let summary = try outcome.get()
    try StandardOutput.print([summary.text])
    if summary.differentFrame != nil { throw ExitCode(1) }
  }
}
