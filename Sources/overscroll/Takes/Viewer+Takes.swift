import OverscrollBrowser
import OverscrollDesktop
import OverscrollShell
import OverscrollStage

extension Viewer {
  /// Prepares recording; the recorder of the view tells when a take begins.
  func setUpTakes() {
    view.recorder.isEnabled = options.recorder == .on
    takes.didChange = { [weak self] in self?.redraw.reasons.insert(.content) }
    takes.attach { [weak self] in self?.view.recorder }
  }

  /// Shows a sentence for a while.
  func show(_ sentence: String) { takes.show(sentence) }

  /// Asks the server about itself and its devices once nothing else is to be done.
  func learnEnvironment() {
    // Decoding needs the processors, and so does the server that draws what was decoded.
    guard display.count > 0, loadingSince == nil, !loop.clock.wantsFrames,
      view.recorder.stage.isAtRest
    else { return }
    describer.learn()
  }
}
