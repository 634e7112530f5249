package import OverscrollDrawing
package import ScrollGeometry

/// Where parts of a window are composed before they are copied to it whole, so that they are never visible half drawn.
///
/// One surface serves all parts, one after the other; it is as large as the largest of them was.
package final class Staging {
  /// How clearly text and plates of parts stand out.
  var contrast = Contrast.standard
  private let maker: any SurfaceFactory
  private var surface: Surface?

  package init(_ maker: any SurfaceFactory) {
    self.maker = maker
  }

  /// Draws a part of the window, and copies it there once it is complete.
  ///
  /// - Parameters:
  ///   - place: The part, in pixels.
  ///   - window: The window's surface.
  ///   - body: Draws the part on a surface that is at least as large, whose other pixels are undefined.
  /// - Throws: An error where memory is short or the display is gone.
  package func compose(
    _ place: PixelRect, on window: Surface,
    _ body: (Surface) throws(DrawingError) -> Void
  ) throws(DrawingError) {
    guard !place.isEmpty else { return }
    let staging = try surface(atLeast: place.size)
    try body(staging)
    window.copy(PixelRect(place.size), from: staging, toX: place.x, y: place.y)
  }

  /// Draws a part of the window in points from its corner.
  package func draw(
    _ place: PixelRect, on window: Surface, scale: Double, _ body: (Canvas) -> Void
  ) throws(DrawingError) {
    try compose(place, on: window) { surface throws(DrawingError) in
      let canvas = try Canvas(surface)
      canvas.contrast = contrast
      canvas.clip(to: [PixelRect(place.size)])
      canvas.concatenate(AffineTransform(scaleX: scale, y: scale))
      body(canvas)
    }
  }

  private func surface(atLeast size: PixelSize) throws(DrawingError) -> Surface {
    if let surface, surface.size.width >= size.width, surface.size.height >= size.height {
      return surface
    }
    let (width, height) = (surface?.size.width ?? 0, surface?.size.height ?? 0)
    // The old one goes before there is another.
    surface = nil
    let made = try maker.makeSurface(
      size: PixelSize(width: max(size.width, width), height: max(size.height, height)),
      opaque: true)
    surface = made
    return made
  }
}
