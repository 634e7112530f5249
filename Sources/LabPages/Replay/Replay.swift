package import OverscrollBrowser
import OverscrollHost
package import OverscrollImaging
package import OverscrollLab
package import OverscrollShell
import ScrollGeometry

/// What a replay window plays.
package struct Replay {
  var title: String
  var take: PerformedTake
  /// Side B of an A/B take; `nil` for none.
  package var other: PerformedTake?
  /// A reference; `nil` for none.
  package var ghost: GhostTrack?
  var playback: Playback

  package init(title: String, take: PerformedTake, playback: Playback) {
    (self.title, self.take, self.playback) = (title, take, playback)
  }

  /// Opens a window that plays the take.
  ///
  /// - Parameters:
  ///   - source: The picture; `nil` for a grid, or for a scene's own picture.
  ///   - options: The options of the window.
  ///   - pictures: How pictures are read and shown.
  ///   - opener: Opens the window.
  /// - Returns: The window, which is not shown yet.
  /// - Throws: An error where there is no display, or the picture is not the take's.
  package func open(
    _ source: (any ImageSource)?, options: WindowOptions, pictures: PictureOptions,
    on opener: any HostOpener
  ) throws -> OpenWindow {
    do {
      let setup = try WindowSetup.lab(
        viewport: room,
        areas: options.areas(usual: [.curves]).union([.timeLine]), options: options, on: opener)
      let main = ReplaySide(take)
      let panels = ReplayPanels(
        take, playback, stage: main.stage, maker: setup.host.surfaces,
        marksTouches: options.marksTouches(usually: false),
        wake: { [waker = setup.waker] in waker.wake() })
      panels.chart = Chart(take, other: other, ghost: ghost, groups: Chart.Group.allCases)
      panels.parameters.copyText = { [host = setup.host] in host.copyText($0) }
      panels.curves.copyText = panels.parameters.copyText
      let page = ReplayPage(
        self,
        display: try take.script.header.display(
          showing: source, filter: pictures.filter, backdrop: pictures.backdrop,
          maker: setup.host.surfaces,
          budget: pictures.byteBudget, cache: pictures.cache,
          wake: { [waker = setup.waker] in waker.wake() }),
        main: main, other: other.map(ReplaySide.init),
        panels: panels, takes: Recording(setup), waker: setup.waker)
      page.frame.keys = page.frame.keys.inWindow(options)
      page.frame.showsHUD = options.showsHUD
      return OpenWindow(WindowController(setup, page: page))
    } catch let error as HostError {
      throw Failure(error)
    }
  }

  /// The room for the viewport, in a window that is wide enough for every control of the timeline.
  private var room: Size {
    let controls = TimeLineLayout.fullWidth(digits: "\(playback.lastFrame)".count)
    let viewport = take.largestViewport
    return Size(
      width: max(viewport.width, controls - 2 * DockLayout.margin), height: viewport.height)
  }
}
