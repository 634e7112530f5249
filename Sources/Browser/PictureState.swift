import OverscrollDrawing
package import OverscrollLab
package import ScrollEngine
package import ScrollGeometry

/// What a scroll view shows of a picture at one moment; a value from which the frame follows.
package struct PictureState: Hashable, Sendable {
  /// The picture's size in its own pixels.
  package var size: PixelSize
  /// The size of the viewport, in device pixels.
  package var viewport: PixelSize
  /// Device pixels per point (the scale factor).
  package var scale: Double
  /// The content offset, in points.
  package var offset: Point
  /// Device pixels per picture pixel.
  package var zoomScale: Double
  /// Whether the zoom scale is changing.
  ///
  /// Meanwhile the picture's origin is not rounded to whole pixels, so that it does not jitter.
  package var isScaling: Bool
  /// The scroll indicators.
  package var indicators: [ScrollIndicator]
  package var indicatorStyle: ScrollView.IndicatorStyle

  package init(
    size: PixelSize, viewport: PixelSize, scale: Double, offset: Point, zoomScale: Double,
    isScaling: Bool, indicators: [ScrollIndicator] = [],
    indicatorStyle: ScrollView.IndicatorStyle = .default
  ) {
    self.size = size
    self.viewport = viewport
    self.scale = scale
    self.offset = offset
    self.zoomScale = zoomScale
    self.isScaling = isScaling
    self.indicators = indicators
    self.indicatorStyle = indicatorStyle
  }
}

extension PictureState {
  /// The state of a stage, whose main scroll view shows a picture of `size` pixels.
  package init(_ stage: Stage, size: PixelSize) {
    let (view, scale) = (stage.scrollView, stage.scrollView.displayScale)
    self.init(
      size: size, viewport: PixelSize(rounding: stage.window.frame.size * scale), scale: scale,
      offset: view.presentationOffset, zoomScale: view.presentationZoomScale,
      isScaling: stage.isScaling,
      indicators: [view.horizontalScrollIndicator, view.verticalScrollIndicator],
      indicatorStyle: view.indicatorStyle)
  }

  /// The placement of the picture, in device pixels.
  package var placement: Placement {
    let corner = -offset * scale
    let origin = isScaling ? corner : Point(corner.x.rounded(), corner.y.rounded())
    return Placement(size: size, origin: origin, scale: zoomScale)
  }

  /// Returns the frame, without progress, message and HUD.
  package func frame(filter: FilterRule = .automatic) -> Frame {
    var frame = Frame(viewport: viewport, placement: placement)
    frame.filter = filter
    frame.scale = scale
    frame.indicators = indicators.compactMap(drawn)
    return frame
  }

  /// Returns an indicator in device pixels, or `nil` if it is hidden.
  private func drawn(_ indicator: ScrollIndicator) -> Indicator? {
    guard indicator.opacity > 0 else { return nil }
    let (color, border) = Self.colors(of: indicatorStyle)
    return Indicator(
      frame: indicator.frame * scale, cornerRadius: indicator.cornerRadius * scale, color: color,
      borderColor: border, borderWidth: border.alpha > 0 ? scale : 0, opacity: indicator.opacity)
  }

  /// Returns the fill and border colors of an indicator.
  ///
  /// Only the default style has a border, to be visible on any picture.
  static func colors(of style: ScrollView.IndicatorStyle) -> (Color, Color) {
    switch style {
    case .default: (Color(white: 0, alpha: 0.35), Color(white: 1, alpha: 0.35))
    case .black: (Color(white: 0, alpha: 0.5), .clear)
    case .white: (Color(white: 1, alpha: 0.5), .clear)
    }
  }
}

extension Frame {
  /// Returns the frame drawn at another size: the same part of the picture in a viewport `factor` times as large.
  ///
  /// The scale of lines and text becomes `scale`. A factor of 1 changes nothing else.
  package func resized(by factor: Double, scale: Double) -> Self {
    var frame = self
    frame.scale = scale
    guard factor != 1 else { return frame }
    let size = viewport.size * factor
    frame.viewport = PixelSize(rounding: size)
    frame.placement.origin = placement.origin * factor
    frame.placement.scale = placement.scale * factor
    frame.indicators = indicators.map { indicator in
      var indicator = indicator
      indicator.frame = indicator.frame * factor
      indicator.cornerRadius *= factor
      indicator.borderWidth *= factor
      return indicator
    }
    return frame
  }
}

extension PixelSize {
  /// Creates the nearest size of whole pixels, at least one by one.
  package init(rounding size: Size) {
    self.init(
      width: max(1, PixelRect.rounded(size.width)), height: max(1, PixelRect.rounded(size.height)))
  }
}

/// The placement of a picture in the window: its pixel (x, y) is drawn at `origin + (x, y) · scale`.
package struct Placement: Hashable, Sendable {
  /// The picture's size in its own pixels.
  package var size: PixelSize
  /// The position of its top left corner, in device pixels.
  package var origin: Point
  /// Device pixels per picture pixel, greater than zero.
  package var scale: Double

  package init(size: PixelSize, origin: Point, scale: Double) {
    self.size = size
    self.origin = origin
    self.scale = scale
  }

  /// The whole pixels that the picture covers, at least one across and down.
  package var area: PixelRect {
    widened(pixels(of: Rect(origin: .zero, size: size.size * scale)))
  }

  /// Whether the picture is thinner than a device pixel, across or down.
  var isThin: (across: Bool, down: Bool) {
    (Double(size.width) * scale < 1, Double(size.height) * scale < 1)
  }

  /// Returns the pixels of a part of the picture with the one that its middle lies in where all of it is thinner than that:
  /// between rounded edges there would be none.
  func widened(_ rect: PixelRect) -> PixelRect {
    var rect = rect
    if isThin.across {
      rect.x = Self.pixel(origin.x, Double(size.width) * scale)
      rect.width = 1
    }
    if isThin.down {
      rect.y = Self.pixel(origin.y, Double(size.height) * scale)
      rect.height = 1
    }
    return rect
  }

  private static func pixel(_ origin: Double, _ extent: Double) -> Int {
    PixelRect.rounded((origin + extent / 2).rounded(.down))
  }

  /// Whether the origin lies on a whole device pixel.
  package var isOnPixels: Bool {
    origin == Point(origin.x.rounded(.down), origin.y.rounded(.down))
  }

  /// Returns the whole pixels of a rectangle given in device pixels relative to the picture's origin.
  ///
  /// The whole part of the origin is added last, so that edges round the same way wherever the picture lies.
  func pixels(of rect: Rect) -> PixelRect {
    let whole = Point(origin.x.rounded(.down), origin.y.rounded(.down))
    return PixelRect(rounding: Rect(origin: rect.origin + (origin - whole), size: rect.size))
      .offset(x: PixelRect.rounded(whole.x), y: PixelRect.rounded(whole.y))
  }

  /// Returns the placement moved by whole pixels.
  package func offset(x: Int, y: Int) -> Self {
    var moved = self
    moved.origin += Point(Double(x), Double(y))
    return moved
  }

  /// Returns the part of the picture that is visible in a viewport, in picture pixels.
  package func visiblePart(in viewport: PixelSize) -> Rect {
    let window = Rect(origin: -origin / scale, size: viewport.size / scale)
    return window.intersection(Rect(origin: .zero, size: size.size))
  }
}
