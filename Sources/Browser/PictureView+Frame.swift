import Drawing
import Geometry
import ScrollEngine

extension PictureView {
  /// Returns the current frame, without progress, message and HUD.
  package func frame(filter: FilterRule = .automatic) -> Frame {
    var frame = Frame(viewport: viewportSize, placement: placement)
    frame.filter = filter
    frame.scale = scale
    frame.indicators = [
      scrollView.horizontalScrollIndicator, scrollView.verticalScrollIndicator,
    ].compactMap(drawn)
    return frame
  }

  /// Returns an indicator in device pixels, or `nil` if it is hidden.
  private func drawn(_ indicator: ScrollIndicator) -> Indicator? {
    guard indicator.opacity > 0 else { return nil }
    let (color, border) = Self.colors(of: scrollView.indicatorStyle)
    return Indicator(
      frame: indicator.frame * scale, cornerRadius: indicator.cornerRadius * scale, color: color,
      borderColor: border, borderWidth: border.alpha > 0 ? scale : 0, opacity: indicator.opacity)
  }

  /// Returns the fill and border colors of an indicator.
  ///
  /// Only the default style has a border, to be visible on any
  /// picture.
  static func colors(of style: ScrollView.IndicatorStyle) -> (Color, Color) {
    switch style {
    case .default: (Color(white: 0, alpha: 0.35), Color(white: 1, alpha: 0.35))
    case .black: (Color(white: 0, alpha: 0.5), .clear)
    case .white: (Color(white: 1, alpha: 0.5), .clear)
    }
  }
}
