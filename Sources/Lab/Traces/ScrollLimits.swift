package import ScrollEngine
package import ScrollGeometry

/// What surrounds the offset of a scroll view at one moment.
package struct ScrollLimits: Hashable, Sendable {
  /// The range of offsets at rest, with the zoom scale that is seen, in points.
  package var minimumOffset: Point
  package var maximumOffset: Point
  /// The size of the viewport, in points.
  package var viewport: Size
  /// The offset at which the content will come to rest, in points.
  package var restingOffset: Point
  /// The range of scales at rest.
  package var minimumScale = 1.0
  package var maximumScale = 1.0
  /// How far the scene has moved the content back, which no one sees, in points.
  package var recentered = Point.zero
}

extension ScrollLimits {
  package init(_ scrollView: ScrollView) {
    self.init(
      minimumOffset: scrollView.presentationLimits.lower,
      maximumOffset: scrollView.presentationLimits.upper, viewport: scrollView.bounds.size,
      restingOffset: scrollView.restingOffset, minimumScale: scrollView.minimumZoomScale,
      maximumScale: scrollView.maximumZoomScale)
  }
}

/// One axis of a ``ScrollLimits``.
struct AxisGeometry {
  var minimum: Double
  var maximum: Double
  var length: Double
  var resting: Double

  init(_ geometry: ScrollLimits, _ hue: Chart.Hue) {
    if hue == .x {
      (minimum, maximum) = (geometry.minimumOffset.x, geometry.maximumOffset.x)
      (length, resting) = (geometry.viewport.width, geometry.restingOffset.x)
    } else {
      (minimum, maximum) = (geometry.minimumOffset.y, geometry.maximumOffset.y)
      (length, resting) = (geometry.viewport.height, geometry.restingOffset.y)
    }
  }
}
