package import OverscrollImaging
import OverscrollLab
import ScrollEngine
package import ScrollGeometry

extension PictureView {
  /// What a view shows of its picture, so that another view can show the same of another picture.
  package struct Position: Hashable, Sendable {
    /// The size of the picture.
    package let size: PixelSize
    /// The size of the window, in device pixels.
    let viewport: PixelSize
    /// Device pixels per point.
    let scale: Double
    /// Device pixels per picture pixel.
    let zoomScale: Double
    /// The offset of the scroll view, in points.
    let offset: Point
    /// The place in the middle of the window, as fractions of the picture's width and height.
    let center: Point
    /// Whether the whole picture is fitted into the window.
    package let isFitted: Bool
    /// Whether a fitted picture stays fitted where the size differs.
    package var keepsFit = true
  }

  /// What the view shows now.
  package var position: Position {
    let middle = scrollView.bounds.center * scale / scrollView.zoomScale
    return Position(
      size: size, viewport: viewportSize, scale: scale, zoomScale: scrollView.zoomScale,
      offset: scrollView.contentOffset,
      center: Point(middle.x / Double(size.width), middle.y / Double(size.height)),
      isFitted: abs(scrollView.zoomScale - fittingScale) < 1e-9)
  }
}

extension PictureView {
  /// Moves a picture back that was left beyond an edge or a limit of its scale, as in the place of one that was dragged there.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds.
  ///   - animated: Pass `true` to animate the change.
  package func returnToRange(at time: Double, animated: Bool) {
    let zoomScale = scrollView.zoomScale
    let allowed = min(
      max(zoomScale, scrollView.minimumZoomScale), scrollView.maximumZoomScale)
    let offset = scrollView.contentOffset
    let nearest = scrollView.nearestOffset(to: offset)
    if allowed != zoomScale {
      recorder.perform(
        .call(.setZoomScale(allowed, animated: animated)), at: time, isCommand: false)
    } else if nearest != offset {
      recorder.perform(
        .call(.setContentOffset(nearest, animated: animated)), at: time, isCommand: false)
    }
  }
}

extension PictureView.Position {
  /// The same place of the picture after it was turned or flipped.
  package func turned(by turn: Orientation) -> Self {
    guard turn != .upright else { return self }
    var position = Self(
      size: turn.applied(to: size),
      // Another window than any: it is placed by what is in the middle, even if the size is the same.
      viewport: PixelSize(width: 1, height: 1), scale: scale, zoomScale: zoomScale,
      offset: offset, center: turn.place(of: center), isFitted: isFitted)
    position.keepsFit = keepsFit
    return position
  }
}
