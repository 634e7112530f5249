internal import CCairo
internal import CX11
package import Drawing
package import Geometry

extension DesktopWindow: SurfaceMaker {
  /// The surface that frames are drawn on: of the window's size, on the server.
  ///
  /// It keeps what was drawn on it last while the size stays; after ``Event/resized(_:)`` it is another one
  /// with undefined pixels. Do not keep it from one frame to the next.
  ///
  /// - Returns: The surface; draw, then ``present(_:)``.
  /// - Throws: That the display is gone, or Cairo's words.
  package func backSurface() throws(DrawingError) -> Surface {
    try backBuffer.surface(size: size)
  }

  /// Shows what is on the back surface, without waiting.
  ///
  /// - Parameter damage: What changed since the last time; nil for everything.
  /// - Throws: ``DesktopError/Kind/serverGone``.
  package func present(_ damage: [PixelRect]? = nil) throws(DesktopError) {
    try connection.check()
    guard let (pixmap, surface) = backBuffer.current else { return }
    surface.withHandle { cairo_surface_flush($0) }
    let whole = PixelRect(surface.size)
    for area in (damage ?? [whole]).map({ $0.intersection(whole) }) where !area.isEmpty {
      store.copy(
        area, from: pixmap, to: window, depth: connection.depth, x: area.x, y: area.y)
    }
    XFlush(connection.display)
    try connection.check()
  }

  /// Makes a surface for tiles, on the server where it can be.
  ///
  /// - Returns: A pixmap's surface; one in memory where the server cannot keep alpha.
  /// - Throws: A refusal of the size, or that the display is gone.
  package func makeSurface(size: PixelSize, opaque: Bool) throws(DrawingError) -> Surface {
    guard opaque || store.hasAlpha else { return try Surface(imageOf: size, opaque: false) }
    return try store.makeSurface(size: size, opaque: opaque)
  }

  /// Brings pixels to the server, as quickly as it allows; see ``SurfaceMaker``.
  package func upload(
    _ pixels: UnsafeBufferPointer<UInt32>, stride: Int, size: PixelSize, to surface: Surface
  ) {
    guard let target = surface.backing as? PixmapBacking else {
      surface.replacePixels(with: pixels, stride: stride, size: size)
      return
    }
    let fitting = PixelSize(
      width: min(size.width, surface.size.width), height: min(size.height, surface.size.height))
    guard !fitting.isEmpty, stride >= fitting.width,
      pixels.count >= (fitting.height - 1) * stride + fitting.width, surface.isUsable
    else { return }
    surface.withHandle { cairo_surface_flush($0) }
    uploader.upload(pixels, stride: stride, size: fitting, to: target)
    surface.withHandle { cairo_surface_mark_dirty($0) }
  }
}
