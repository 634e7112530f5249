import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import OverscrollLab
import OverscrollShell

/// How the sides of an A/B take are shown.
enum SideView: Hashable {
  /// Side A alone.
  case a
  /// Side A to the left of a part of the viewport's width, side B from there on.
  case wipe(Double)
  /// Side B as an outline over side A.
  case ghost
}

/// Everything that a replay shows at one moment.
struct ReplayMoment {
  /// Side A.
  var main: ReplayState
  /// Side B; `nil` for none.
  var other: ReplayState?
  var sides = SideView.a
  /// Where a reference had the content; `nil` without one.
  var reference: GhostTrack.State?
  /// The marks of touches to draw.
  var marks = TouchMarks()

  /// The states of all scroll views, and of side B's main one.
  var shownStates: [CurvesPanel.ShownState] {
    var states = [CurvesPanel.ShownState(nil, .subject, main.frame.sample)]
    if let stage = main.stage {
      states += stage.namedScrollViews.dropFirst().map { name, _ in
        CurvesPanel.ShownState(name, .subject, stage.sample(of: name))
      }
    }
    if let other { states.append(CurvesPanel.ShownState(nil, .other, other.frame.sample)) }
    return states
  }
}

/// What draws a replay: of a picture, or of a scene.
protocol ReplayDisplay: AnyObject {
  /// Whether recorded frames have to be performed; otherwise looking their values up is enough.
  var needsStages: Bool { get }

  /// The colors around what is drawn.
  var palette: Palette { get }

  /// Draws a moment on all pixels of a surface.
  ///
  /// - Parameters:
  ///   - moment: The moment.
  ///   - surface: A surface as large as the viewport is shown, in device pixels.
  ///   - scale: The device pixels per point of the viewport.
  ///   - textScale: The device pixels per point of the window.
  /// - Throws: An error where memory is short or the display is gone.
  func draw(
    _ moment: ReplayMoment, on surface: Surface, scale: Double, textScale: Double
  ) throws(DrawingError)

  /// Whether waiting brings no more of what was drawn last.
  var isReady: Bool { get }

  /// Collects what other threads have loaded; returns whether something looks different.
  func drainArrivals() -> Bool

  /// Switches the interpolation of pictures.
  func toggleFilter()
}

extension Script.Header {
  /// Makes what draws a take with the header.
  ///
  /// - Parameters:
  ///   - source: The picture; `nil` for a grid of its size, or for a scene's own picture.
  ///   - filter: The interpolation of the picture of a take without a scene.
  ///   - backdrop: The backdrop of the picture of a take without a scene.
  ///   - maker: Makes surfaces of the kind that is drawn on.
  ///   - budget: The memory for the picture's pixels, in bytes.
  ///   - cache: Where tiles are kept.
  ///   - wake: Called on other threads when tiles have arrived.
  /// - Returns: The display.
  /// - Throws: An error where the picture is not the take's.
  func display(
    showing source: (any ImageSource)?, filter: FilterRule = .automatic, backdrop: Backdrop,
    maker: any SurfaceFactory, budget: Int, cache: CacheFolder?,
    wake: @escaping @Sendable () -> Void
  ) throws -> any ReplayDisplay {
    guard scene == nil else {
      return SceneDisplay(
        picture: source.map { PictureFile($0, maker: maker, cache: cache, wake: wake) })
    }
    let picture = try ReplayPicture(
      self, showing: source, maker: maker, budget: budget, cache: cache, wake: wake)
    return PictureDisplay(picture, filter: filter, backdrop: backdrop)
  }
}
