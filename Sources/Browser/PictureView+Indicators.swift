package import OverscrollDrawing
import ScrollEngine
package import ScrollGeometry

extension PictureView {
  /// Returns fully visible scroll indicators for a picture at rest at `placement`, for the axes on which it is larger
  /// than the viewport.
  package static func indicators(of placement: Placement, in viewport: PixelSize) -> [Indicator] {
    let scrollView = ScrollView(frame: Rect(origin: .zero, size: viewport.size))
    scrollView.contentSize = placement.size.size * placement.scale
    scrollView.contentOffset = -placement.origin
    var shown: [ScrollIndicator] = []
    if scrollView.contentSize.width > scrollView.bounds.width {
      shown.append(scrollView.horizontalScrollIndicator)
    }
    if scrollView.contentSize.height > scrollView.bounds.height {
      shown.append(scrollView.verticalScrollIndicator)
    }
    let (color, border) = PictureState.colors(of: scrollView.indicatorStyle)
    return shown.map {
      Indicator(
        frame: $0.frame, cornerRadius: $0.cornerRadius, color: color, borderColor: border,
        borderWidth: 1, opacity: 1)
    }
  }
}
