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
