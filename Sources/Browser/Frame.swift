package import OverscrollDrawing
package import ScrollGeometry

/// Everything visible in a picture window at one moment, as a value: the placement of the picture and the overlays above it.
///
/// A page makes a frame of its state whenever something may have changed, and the compositor draws the difference from the last
/// frame it showed:
///
/// ```swift
/// var frame = Frame(viewport: window.size, placement: placement)
/// frame.indicators = indicators
/// let plan = FramePlan(frame, reusing: lastPlan, pyramid: pyramid)
/// try compositor.show(plan, on: surface)
/// ```
///
/// Two equal frames need no drawing, as long as no tile has arrived since; a frame must therefore contain all that is drawn, and
/// refer to nothing that changes. Coordinates are device pixels from the window's top left corner.
///
/// A frame holds no pixels: it takes well under a kilobyte, and comparing two is far cheaper than drawing one.
package struct Frame: Hashable, Sendable {
  /// The size of the window.
  package var viewport: PixelSize
  /// The placement of the picture.
  package var placement: Placement
  /// The interpolation of the picture.
  package var filter: FilterRule = .automatic
  /// What surrounds the picture and lies under it.
  package var backdrop = Backdrop()
  /// Whether lines separate the pixels of a picture that is greatly enlarged.
  package var showsPixelGrid = false
  /// What replaces a picture that cannot be shown.
  package var page: Page?
  /// The scroll indicators.
  package var indicators: [Indicator] = []
  /// The map of the whole picture, while it is shown.
  package var minimap: Minimap?
  /// The progress of loading, once it takes noticeably long.
  package var progress: Progress?
  /// A message for the user.
  package var message: String?
  /// The height that plates take at the lower edge, which a message lies above, in points.
  package var lowerPlates = 0.0
  /// Whether something is being dragged over the window that can be dropped.
  package var isDropTarget = false
  /// The text field over the picture, if any.
  package var field: FieldOverlay?
  /// The heads-up display, if it is on.
  package var hud: HUD?
  /// What else lies over the picture.
  package var layers: [OverlayLayer] = []
  /// The recording that the user has started, if any.
  package var recording: Recording?
  /// How clearly text and plates stand out.
  package var contrast = Contrast.standard
  /// The scale factor of lines and text, relative to 96 dots per inch; greater than zero.
  package var scale = 1.0

  package init(viewport: PixelSize, placement: Placement) {
    self.viewport = viewport
    self.placement = placement
  }

  /// A page that explains why a picture cannot be shown.
  package struct Page: Hashable, Sendable {
    /// The name of the file.
    package var title: String
    /// Why it cannot be shown, as a message.
    package var message: String
    /// What to do.
    package var hint: String

    package init(title: String, message: String, hint: String) {
      self.title = title
      self.message = message
      self.hint = hint
    }
  }

  /// A recording that the user has started.
  package enum Recording: Hashable, Sendable {
    /// It waits for a clean start.
    case waiting
    /// It is being written.
    case running
  }

  /// The progress of loading.
  package enum Progress: Hashable, Sendable {
    /// The fraction completed is unknown.
    case unknown
    /// The fraction completed, from 0 to 1.
    case part(Double)
  }
}
