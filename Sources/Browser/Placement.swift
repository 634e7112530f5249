package import Geometry

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
