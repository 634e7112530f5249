import Drawing
import Geometry
import ScrollEngine

extension PictureView {
  /// All that is to be seen now.
  package func frame(filter: FilterRule = .automatic) -> Frame {
    var frame = Frame(viewport: viewportSize, placement: placement)
    frame.filter = filter
    frame.scale = scale
    frame.indicators = [
      scrollView.horizontalScrollIndicator, scrollView.verticalScrollIndicator,
    ].compactMap(drawn)
    return frame
  }

  /// An indicator as it is drawn, in device pixels; nil where it is hidden.
  private func drawn(_ indicator: ScrollIndicator) -> Indicator? {
    guard indicator.opacity > 0 else { return nil }
    let (color, border) = Self.colors(of: scrollView.indicatorStyle)
    return Indicator(
      frame: indicator.frame * scale, cornerRadius: indicator.cornerRadius * scale, color: color,
      borderColor: border, borderWidth: border.alpha > 0 ? scale : 0, opacity: indicator.opacity)
  }

  /// The colours of an indicator and of its border; only the default has one, so that it shows on any picture.
  static func colors(of style: ScrollView.IndicatorStyle) -> (Color, Color) {
    switch style {
    case .default: (Color(white: 0, alpha: 0.35), Color(white: 1, alpha: 0.35))
    case .black: (Color(white: 0, alpha: 0.5), .clear)
    case .white: (Color(white: 1, alpha: 0.5), .clear)
    }
  }
}
