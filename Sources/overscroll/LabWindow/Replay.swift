import OverscrollBrowser
import OverscrollDesktop
import OverscrollDrawing
import OverscrollFiles
import OverscrollImaging
import OverscrollLab
import OverscrollPanels
import OverscrollStage
import ScrollGeometry

/// What a replay window plays.
struct Replay {
  var title: String
  var take: PerformedTake
  /// Side B of an A/B take; `nil` for none.
  var other: PerformedTake?
  /// A reference; `nil` for none.
  var ghost: GhostTrack?
  var playback: Playback

  /// Opens a window and plays the take in it until the window is closed.
  ///
  /// - Parameters:
  ///   - source: The picture; `nil` for a grid, or for a scene's own picture.
  ///   - options: The command-line options.
  /// - Throws: One sentence where there is no display, or the picture is not the take's.
  func show(_ source: (any ImageSource)?, options: ViewerOptions) throws {
    do {
      let setup = try LabWindow.Setup(
        title: "\(title.isolated) – Overscroll", viewport: take.largestViewport,
        areas: options.areas(usual: [.curves]).union([.timeLine]), options: options)
      let main = ReplaySide(take)
      let panels = ReplayPanels(
        take, playback, stage: main.stage, maker: setup.window,
        marksTouches: options.panels?.names.contains(.touches) ?? false)
      panels.curves.take = Chart(take, other: other, reference: ghost?.series)
      panels.parameters.copyText = { [window = setup.window] in window.copyText($0) }
      let takes = TakeKeeper(setup)
      let content = ReplayContent(
        self, display: try display(source, setup), main: main, other: other.map(ReplaySide.init),
        panels: panels, takes: takes, dropped: DroppedReference(setup.waker))
      let window = LabWindow(
        setup, content: content, panels: panels.byArea, keys: LabKeys.replay)
      window.willClose = { takes.finishRecording(.closed) }
      try window.run()
    } catch let error as DesktopError {
      throw Failure(message: error.message)
    }
  }

  private func display(
    _ source: (any ImageSource)?, _ setup: LabWindow.Setup
  ) throws -> any ReplayDisplay {
    let (options, waker) = (setup.options, setup.waker)
    guard take.script.header.scene == nil else {
      return SceneDisplay(picture: source.map { PictureFile($0, in: setup) })
    }
    let picture = try ReplayPicture(
      take.script.header, showing: source, maker: setup.window,
      budget: options.cacheMegabytes << 20, cache: options.cache, wake: { waker.wake() })
    return PictureDisplay(picture, filter: options.filter)
  }
}
