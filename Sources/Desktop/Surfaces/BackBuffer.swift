internal import CX11
internal import Drawing
internal import Geometry

/// The pixmap that frames are drawn on before they are shown.
final class BackBuffer {
  private let store: PixmapStore
  private var held: (backing: PixmapBacking, capacity: PixelSize, surface: Surface)?

  init(_ store: PixmapStore) {
    self.store = store
  }

  /// The surface of the window's size; made anew when the size changed, and then its pixels are undefined.
  func surface(size: PixelSize) throws(DrawingError) -> Surface {
    if let held, held.surface.size == size { return held.surface }
    let capacity = Self.capacity(for: size, having: held?.capacity)
    let isRoomy = held?.capacity == capacity
    // The old surface goes first, for Cairo keeps state about a pixmap with it.
    let old = isRoomy ? held?.backing : nil
    held = nil
    let backing = old ?? PixmapBacking(store, size: capacity, depth: store.connection.depth)
    let surface = try store.surface(over: backing, size: size)
    held = (backing, capacity, surface)
    return surface
  }

  /// The pixmap and its surface, if something was drawn.
  var current: (pixmap: Pixmap, surface: Surface)? {
    held.map { ($0.backing.pixmap, $0.surface) }
  }

  /// What a pixmap grows by at once, in pixels, so that a resize by hand makes few of them.
  private static let step = 128

  /// The size of pixmap to use for a window: the present one while it is large enough and not wasteful.
  static func capacity(for size: PixelSize, having present: PixelSize?) -> PixelSize {
    let rounded = PixelSize(width: roomy(size.width), height: roomy(size.height))
    guard let present, present.width >= size.width, present.height >= size.height,
      present.width * present.height <= 2 * rounded.width * rounded.height
    else { return rounded }
    return present
  }

  private static func roomy(_ side: Int) -> Int {
    min((side + step - 1) / step * step, Surface.longestSide)
  }
}
