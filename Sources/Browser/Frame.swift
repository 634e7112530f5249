package import OverscrollDrawing
package import OverscrollLab
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
  /// Whether pixels that are clipped are striped.
  package var showsClipping = false
  /// What replaces a picture that cannot be shown.
  package var notice: Notice?
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

/// The color around a picture, and the backdrop of its transparent pixels.
package struct Backdrop: Hashable, Sendable {
  /// The color around the picture.
  package var background: Background
  /// What is shown behind transparent pixels.
  package var transparency: Transparency

  /// Makes a backdrop, by default a dark one with a checkerboard.
  package init(background: Background = .dark, transparency: Transparency = .checkerboard) {
    self.background = background
    self.transparency = transparency
  }

  /// The color around a picture.
  package struct Background: Hashable, Sendable {
    /// The color.
    package let color: Color

    /// Makes a background of any color.
    package init(_ color: Color) {
      self.color = color
    }

    package static let dark = Self(Theme.background)
    package static let black = Self(Color(0x000000))
    package static let gray = Self(Color(0x808080))
    package static let light = Self(Color(0xD4D4D4))
    package static let white = Self(Color(0xFFFFFF))

    /// Whether what surrounds it is to be dark, too.
    package var isDark: Bool { color.luma < 0.45 }

    /// The colors of panels beside it.
    package var palette: Palette { isDark ? .dark : .light }

    /// The backgrounds with names, in the order in which a key goes through them.
    package static let named: KeyValuePairs<String, Self> = [
      "dark": dark, "black": black, "gray": gray, "light": light, "white": white,
    ]

    /// The background after this one; the first one after any other color.
    package var next: Self {
      let all = Self.named.map(\.value)
      let index = all.firstIndex(of: self).map { ($0 + 1) % all.count } ?? 0
      return all[index]
    }
  }

  /// The backdrop of transparent pixels.
  package enum Transparency: String, Hashable, Sendable, CaseIterable {
    case checkerboard
    case background
    case white
    case black

    /// The one after this one.
    package var next: Self {
      let all = Self.allCases
      return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }
  }

  /// The color under transparent pixels; `nil` for a checkerboard.
  var transparencyColor: Color? {
    switch transparency {
    case .checkerboard: nil
    case .background: background.color
    case .white: Background.white.color
    case .black: Background.black.color
    }
  }
}

extension Color {
  /// The brightness, from 0 to 1.
  fileprivate var luma: Double { 0.3 * red + 0.59 * green + 0.11 * blue }
}
