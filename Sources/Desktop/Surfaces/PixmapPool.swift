internal import CCairo
internal import CX11
internal import OverscrollDrawing
internal import ScrollGeometry

/// Makes pixmaps and graphics contexts, and keeps unused pixmaps for reuse.
///
/// Allocating a pixmap costs the server more than uploading a tile.
final class PixmapPool {
  let connection: Connection
  private let window: CX11.Window
  private var contexts: [Int32: GC] = [:]
  /// For copies within the window, with `GraphicsExpose` events for obscured pixels.
  private var scrollContext: GC?
  private var pooled: [Key: [Pixmap]] = [:]
  /// The size of the unused pixmaps, in bytes.
  private(set) var pooledBytes = 0
  private let formatWithAlpha: UnsafeMutablePointer<XRenderPictFormat>?

  private struct Key: Hashable {
    let size: PixelSize
    let depth: Int32
  }

  /// The maximum size of the unused pixmaps, in bytes. [C]
  var pooledLimit = 16 << 20 {
    didSet { if pooledBytes > pooledLimit { freePooled() } }
  }

  init(_ connection: Connection, window: CX11.Window) {
    self.connection = connection
    self.window = window
    var (event, error): (Int32, Int32) = (0, 0)
    let hasRender = XRenderQueryExtension(connection.display, &event, &error) != 0
    formatWithAlpha =
      hasRender ? XRenderFindStandardFormat(connection.display, Int32(PictStandardARGB32)) : nil
  }

  deinit {
    guard connection.isAlive else { return }
    freePooled()
    for context in contexts.values { XFreeGC(connection.display, context) }
    if let scrollContext { XFreeGC(connection.display, scrollContext) }
  }

  private func freePooled() {
    guard connection.isAlive else { return }
    for pixmap in pooled.values.joined() { XFreePixmap(connection.display, pixmap) }
    pooled = [:]
    pooledBytes = 0
  }

  /// Whether the server can store alpha (Render).
  var hasAlpha: Bool { formatWithAlpha != nil }

  /// Makes a surface backed by a pixmap.
  ///
  /// - Parameters:
  ///   - size: The size, in pixels.
  ///   - opaque: False for a surface with alpha; see ``hasAlpha``.
  /// - Returns: A surface whose pixels are undefined.
  /// - Throws: An error where no surface can have that size, or the display is gone.
  func makeSurface(size: PixelSize, opaque: Bool) throws(DrawingError) -> Surface {
    try Surface.check(size)
    guard connection.isAlive else {
      throw DrawingError("Creating a surface of \(size) pixels", because: "the display is gone")
    }
    let depth = opaque ? connection.depth : 32
    let backing = PixmapBacking(self, size: size, depth: depth)
    return try surface(over: backing, size: size, isOpaque: opaque)
  }

  /// Makes the Cairo surface of a pixmap.
  private func surface(
    over backing: PixmapBacking, size: PixelSize, isOpaque: Bool
  ) throws(DrawingError) -> Surface {
    let display = connection.display
    let (width, height) = (Int32(size.width), Int32(size.height))
    let handle =
      isOpaque
      ? cairo_xlib_surface_create(display, backing.pixmap, connection.visual, width, height)
      : cairo_xlib_surface_create_with_xrender_format(
        display, backing.pixmap, XScreenOfDisplay(display, connection.screen), formatWithAlpha,
        width, height)
    guard let handle else {
      throw DrawingError("Creating a surface of \(size) pixels", because: "out of memory")
    }
    return try Surface(adopting: handle, size: size, isOpaque: isOpaque, backing: backing)
  }

  func reusePixmap(size: PixelSize, depth: Int32) -> Pixmap {
    let key = Key(size: size, depth: depth)
    if let pixmap = pooled[key]?.popLast() {
      pooledBytes -= size.width * size.height * 4
      return pixmap
    }
    return XCreatePixmap(
      connection.display, window, UInt32(size.width), UInt32(size.height), UInt32(depth))
  }

  func recycle(_ pixmap: Pixmap, size: PixelSize, depth: Int32) {
    guard connection.isAlive else { return }
    let bytes = size.width * size.height * 4
    guard pooledBytes + bytes <= pooledLimit else {
      XFreePixmap(connection.display, pixmap)
      return
    }
    pooledBytes += bytes
    pooled[Key(size: size, depth: depth), default: []].append(pixmap)
  }

  /// Copies between drawables of the same depth.
  func copy(
    _ area: PixelRect, from source: Drawable, to target: Drawable, depth: Int32, x: Int, y: Int
  ) {
    guard connection.isAlive, let context = context(for: target, depth: depth) else { return }
    XCopyArea(
      connection.display, source, target, context, Int32(area.x), Int32(area.y),
      UInt32(area.width), UInt32(area.height), Int32(x), Int32(y))
  }

  /// Scrolls pixels within the window; an exposure follows where some of them are obscured.
  func scroll(_ area: PixelRect, in window: CX11.Window, toX x: Int, y: Int) {
    guard connection.isAlive else { return }
    if scrollContext == nil { scrollContext = XCreateGC(connection.display, window, 0, nil) }
    guard let scrollContext else { return }
    XCopyArea(
      connection.display, window, window, scrollContext, Int32(area.x), Int32(area.y),
      UInt32(area.width), UInt32(area.height), Int32(x), Int32(y))
  }

  /// Returns the graphics context for drawables of a depth, without `GraphicsExpose` events.
  func context(for drawable: Drawable, depth: Int32) -> GC? {
    if let context = contexts[depth] { return context }
    var values = XGCValues()
    values.graphics_exposures = 0
    let made = XCreateGC(connection.display, drawable, UInt(GCGraphicsExposures), &values)
    contexts[depth] = made
    return made
  }
}

/// Pixels on the server, which exist as long as the connection.
private protocol ServerBacking: SurfaceBacking {
  /// The pool with the connection.
  var pool: PixmapPool { get }
}

extension ServerBacking {
  var isUsable: Bool { pool.connection.isAlive }

  func release(_ handle: OpaquePointer) {
    // Cairo would access the broken connection, so the surface is leaked.
    guard isUsable else { return }
    cairo_surface_finish(handle)
    cairo_surface_destroy(handle)
  }
}

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

/// The window itself as the backing of a surface.
private final class WindowBacking: ServerBacking {
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

/// Uploads pixels to pixmaps, through shared memory where available and otherwise through the connection.
final class Uploader {
  private let pool: PixmapPool
  private let shared: SharedMemory?

  /// Makes an uploader with the tile size and the shared memory features of `options`.
  init(_ pool: PixmapPool, _ options: DesktopWindow.Options) {
    let features = options.features
    self.pool = pool
    self.shared =
      features.contains(.sharedMemory)
      ? SharedMemory(
        pool.connection, tileSize: options.tileSize,
        canPassDescriptors: features.contains(.descriptorPassing)) : nil
  }

  /// Whether uploads use shared memory.
  var isSharing: Bool { shared != nil }

  /// The size of the shared memory, in bytes; 0 without it.
  var sharedBytes: Int { shared?.byteCount ?? 0 }

  /// The bytes that can be uploaded per frame through shared memory; `nil` without it.
  var sharedUploadLimit: Int? { shared?.uploadLimit }

  /// Replaces the pixels at the top left of a pixmap, in which they are known to fit.
  func upload(
    _ pixels: UnsafeBufferPointer<UInt32>, stride: Int, size: PixelSize, to target: PixmapBacking
  ) {
    let connection = pool.connection
    guard connection.isAlive, let context = pool.context(for: target.pixmap, depth: target.depth),
      let start = pixels.baseAddress
    else { return }
    if let shared, size.width <= shared.maximumWidth {
      var row = 0
      while row < size.height {
        row += shared.put(
          UnsafeBufferPointer(rebasing: pixels[(row * stride)...]), stride: stride,
          width: size.width, rows: size.height - row, to: target, row: row, context)
      }
      return
    }
    guard let image = connection.image(over: start, stride: stride, size, depth: target.depth)
    else {
      return
    }
    // Xlib divides the image into requests of at most the maximum length.
    XPutImage(
      connection.display, target.pixmap, context, image, 0, 0, 0, 0, UInt32(size.width),
      UInt32(size.height))
    image.pointee.data = nil
    OverscrollDestroyImage(image)
  }
}

extension Connection {
  /// Makes an `XImage` over memory that the caller keeps.
  func image(
    over pixels: UnsafePointer<UInt32>?, stride: Int, _ size: PixelSize, depth: Int32
  ) -> UnsafeMutablePointer<XImage>? {
    let bytes = UnsafeMutablePointer(mutating: pixels).map {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self)
    }
    let image = XCreateImage(
      display, visual, UInt32(depth), ZPixmap, 0, bytes, UInt32(size.width), UInt32(size.height),
      32, Int32(stride * 4))
    // Pixels are in this machine's byte order, whatever the server's is.
    image?.pointee.byte_order = isLittleEndian ? LSBFirst : MSBFirst
    return image
  }

  private var isLittleEndian: Bool { UInt16(1).littleEndian == 1 }
}
