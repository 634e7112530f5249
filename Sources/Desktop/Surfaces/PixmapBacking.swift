internal import CCairo
internal import CX11
internal import OverscrollDrawing
internal import ScrollGeometry

/// A pixmap that backs a surface.
final class PixmapBacking: ServerBacking {
  let pixmap: Pixmap
  let depth: Int32
  let pool: PixmapPool
  private let size: PixelSize

  init(_ pool: PixmapPool, size: PixelSize, depth: Int32) {
    self.pool = pool
    self.size = size
    self.depth = depth
    self.pixmap = pool.reusePixmap(size: size, depth: depth)
  }

  deinit {
    pool.recycle(pixmap, size: size, depth: depth)
  }

  func copy(_ area: PixelRect, from source: any SurfaceBacking, toX x: Int, y: Int) -> Bool {
    guard let source = source as? PixmapBacking, source.pool === pool, source.depth == depth
    else {
      return false
    }
    pool.copy(area, from: source.pixmap, to: pixmap, depth: depth, x: x, y: y)
    return true
  }
}
