internal import CCairo
internal import CX11
internal import OverscrollDrawing
internal import ScrollGeometry

/// The window itself as the backing of a surface.
final class WindowBacking: ServerBacking {
  let pool: PixmapPool
  private let window: CX11.Window

  init(_ pool: PixmapPool, window: CX11.Window) {
    self.pool = pool
    self.window = window
  }

  func copy(_ area: PixelRect, from source: any SurfaceBacking, toX x: Int, y: Int) -> Bool {
    let depth = pool.connection.depth
    if let source = source as? WindowBacking, source.window == window {
      pool.scroll(area, in: window, toX: x, y: y)
      return true
    }
    guard let source = source as? PixmapBacking, source.depth == depth else { return false }
    pool.copy(area, from: source.pixmap, to: window, depth: depth, x: x, y: y)
    return true
  }
}

extension PixmapPool {
  /// Makes the surface of the window.
  func windowSurface(size: PixelSize) throws(DrawingError) -> Surface {
    try Surface.check(size)
    guard connection.isAlive else {
      throw DrawingError("Creating a surface of \(size) pixels", because: "the display is gone")
    }
    let handle = cairo_xlib_surface_create(
      connection.display, window, connection.visual, Int32(size.width), Int32(size.height))
    guard let handle else {
      throw DrawingError("Creating a surface of \(size) pixels", because: "out of memory")
    }
    return try Surface(
      adopting: handle, size: size, isOpaque: true,
      backing: WindowBacking(self, window: window))
  }
}
