internal import CCairo
internal import CX11
internal import Drawing
internal import Geometry

/// A pixmap of the server that lends its pixels to a surface.
final class PixmapBacking: ServerBacking {
  let pixmap: Pixmap
  let depth: Int32
  let store: PixmapStore
  private let size: PixelSize

  init(_ store: PixmapStore, size: PixelSize, depth: Int32) {
    self.store = store
    self.size = size
    self.depth = depth
    self.pixmap = store.takePixmap(size: size, depth: depth)
  }

  deinit {
    store.giveBack(pixmap, size: size, depth: depth)
  }

  func copy(_ area: PixelRect, from source: any SurfaceBacking, toX x: Int, y: Int) -> Bool {
    guard let source = source as? PixmapBacking, source.store === store, source.depth == depth
    else {
      return false
    }
    store.copy(area, from: source.pixmap, to: pixmap, depth: depth, x: x, y: y)
    return true
  }
}
