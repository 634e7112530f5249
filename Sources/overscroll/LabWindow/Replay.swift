import OverscrollBrowser
import OverscrollDesktop
import OverscrollDrawing
import OverscrollFiles
import OverscrollImaging
import OverscrollLab
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

  /// Opens a window and plays the take in it until the window is closed; `source` is `nil` for a grid.
  func show(_ source: (any ImageSource)?, options: ViewerOptions) throws {
    do {
      let setup = try LabWindow.Setup(
        title: "\(title) – Overscroll", viewport: take.largestViewport,
        areas: options.areas(usual: [.curves]).union([.timeLine]), options: options)
      let waker = setup.waker
      let picture = try ReplayPicture(
        take.script.header, showing: source, maker: setup.window,
        budget: options.cacheMegabytes << 20, cache: options.cache, wake: { waker.wake() })
      let timeLine = TimeLinePanel(take, playback)
      let curves = CurvesPanel(maker: setup.window)
      curves.take = Chart(take, other: other, reference: ghost?.series)
      let content = ReplayContent(
        self, picture: picture, timeLine: timeLine, curves: curves,
        saving: TakeSaving(into: options.takes ?? TakeFiles.folder, waker: waker),
        filter: options.filter)
      try LabWindow(
        setup, content: content, panels: [.timeLine: timeLine, .curves: curves],
        keys: LabKeys.replay
      ).run()
    } catch let error as DesktopError {
      throw Failure(message: error.message)
    }
  }
}
