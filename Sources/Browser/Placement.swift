package import ScrollGeometry

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
