package import Drawing
package import Geometry

/// Everything that is to be seen at one moment, as a value: where the picture lies and what is drawn over it.
///
/// Lengths are device pixels from the window's top left corner.
package struct Frame: Hashable, Sendable {
  /// The size of the window.
  package var viewport: PixelSize
  /// Where the picture lies.
  package var placement: Placement
  /// How pixels between pixels are found.
  package var filter: FilterRule = .automatic
  /// The scroll indicators.
  package var indicators: [Indicator] = []
  /// Work in progress, if it takes long enough to be worth a word.
  package var progress: Progress?
  /// A sentence for the person, if there is something to say.
  package var message: String?
  /// The numbers in the corner, if they are asked for.
  package var hud: HUD?
  /// How much larger than at 96 dots an inch lines and letters are drawn, above 0.
  package var scale = 1.0

  package init(viewport: PixelSize, placement: Placement) {
    self.viewport = viewport
    self.placement = placement
  }

  /// Work in progress.
  package enum Progress: Hashable, Sendable {
    /// It is not known how much is left.
    case unknown
    /// The part done, from 0 to 1.
    case part(Double)
  }
}

/// Where a picture lies in the window: its pixel (x, y) is drawn from `origin + (x, y) · scale` on.
package struct Placement: Hashable, Sendable {
  /// The picture's size in its own pixels.
  package var size: PixelSize
  /// The place of its top left corner, in device pixels.
  package var origin: Point
  /// Device pixels a picture pixel, above 0.
  package var scale: Double

  package init(size: PixelSize, origin: Point, scale: Double) {
    self.size = size
    self.origin = origin
    self.scale = scale
  }

  /// The whole pixels that the picture covers.
  package var area: PixelRect { pixels(of: Rect(origin: .zero, size: size.size * scale)) }

  /// True if the corner lies on a whole device pixel.
  package var isOnPixels: Bool {
    origin == Point(origin.x.rounded(.down), origin.y.rounded(.down))
  }

  /// The whole pixels of a rectangle that is given in device pixels from the picture's corner.
  ///
  /// The corner's whole pixels are added last, so that edges are rounded alike wherever the picture lies.
  func pixels(of rect: Rect) -> PixelRect {
    let whole = Point(origin.x.rounded(.down), origin.y.rounded(.down))
    return PixelRect(rounding: Rect(origin: rect.origin + (origin - whole), size: rect.size))
      .offset(x: PixelRect.rounded(whole.x), y: PixelRect.rounded(whole.y))
  }

  /// The same picture moved by whole pixels.
  package func offset(x: Int, y: Int) -> Self {
    var moved = self
    moved.origin += Point(Double(x), Double(y))
    return moved
  }

  /// The part of the picture that shows in a window of a size, in picture pixels.
  package func visiblePart(in viewport: PixelSize) -> Rect {
    let window = Rect(origin: -origin / scale, size: viewport.size / scale)
    return window.intersection(Rect(origin: .zero, size: size.size))
  }
}

/// How pixels between pixels are found when a picture is not drawn at its own size.
package enum FilterRule: String, Hashable, Sendable, CaseIterable {
  /// Nearest for whole magnifications on whole pixels and from twice the size on, else smooth.
  case auto
  /// Always the nearest pixel.
  case nearest
  /// Always smooth.
  case linear

  /// The default.
  package static let automatic = Self.auto

  /// The magnification from which pixels are shown as squares.
  static let squaresFrom = 2.0

  /// The filter for a magnification.
  ///
  /// - Parameters:
  ///   - scale: Device pixels a pixel of what is drawn.
  ///   - isOnPixels: True if the corner lies on a whole device pixel.
  /// - Returns: What to draw with.
  package func filter(scale: Double, isOnPixels: Bool) -> Filter {
    switch self {
    case .nearest: .nearest
    case .linear: scale == 1 && isOnPixels ? .nearest : .bilinear
    case .auto:
      scale >= Self.squaresFrom || (isOnPixels && scale == scale.rounded() && scale >= 1)
        ? .nearest : .bilinear
    }
  }
}
