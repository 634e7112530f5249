internal import CCairo
internal import CX11
package import OverscrollDrawing
package import OverscrollHost
package import ScrollGeometry

extension DesktopWindow: SurfaceFactory {
  /// Returns the surface of the window itself, whose changes ``present()`` sends.
  ///
  /// It is a new surface after ``Input/resized(_:)``. After ``Input/exposed`` its pixels are undefined where it was covered.
  ///
  /// - Throws: An error where the display is gone, or Cairo's error.
  package func surface() throws(DrawingError) -> Surface {
    redrawPacer.begin(at: MonotonicClock.now)
    if let currentSurface, currentSurface.size == size { return currentSurface }
    // Released first, because Cairo keeps state per window with it.
    currentSurface = nil
    let surface = try pool.windowSurface(size: size)
    currentSurface = surface
    return surface
  }

  /// False up to the first frame after the background, which does not wait for answers of the server that can be had later.
  var hasShownContent: Bool { frameCount > 1 }

  /// Sends what was drawn to the server, and does not wait for it.
  ///
  /// - Throws: ``HostError/Kind/serverGone``.
  package func present() throws(HostError) {
    try connection.check()
    currentSurface?.withHandle { cairo_surface_flush($0) }
    session.resizing?.didDraw()
    connection.sendFence(redrawPacer.send(at: MonotonicClock.now), key: fenceKey, to: window)
    XFlush(connection.display)
    frameCount += 1
    if frameCount == 2 { didShowContent() }
    try connection.check()
  }

  /// True without shared memory.
  package var sendsPixels: Bool { !sharesMemory }

  /// The upload limit of shared memory or, without it, of the connection.
  package var uploadLimit: Int { uploader.sharedUploadLimit ?? Self.sentUploadLimit }

  /// The bytes per frame that are sent through the connection. [C]
  private static let sentUploadLimit = 1 << 20

  /// The size of the pool of unused pixmaps, in bytes.
  package var pooledBytes: Int { pool.pooledBytes }

  /// The maximum size of the pool of unused pixmaps, in bytes.
  package var poolLimit: Int {
    get { pool.pooledLimit }
    set { pool.pooledLimit = newValue }
  }

  /// The size of the memory shared with the server, in bytes.
  package var stagingBytes: Int { uploader.sharedBytes }

  /// Makes a surface for tiles, on the server where possible.
  ///
  /// - Returns: A surface of a pixmap, or one in memory where the server cannot store alpha.
  /// - Throws: An error where no surface can have that size, or the display is gone.
  package func makeSurface(size: PixelSize, opaque: Bool) throws(DrawingError) -> Surface {
    guard opaque || pool.hasAlpha else { return try Surface(imageOf: size, opaque: false) }
    return try pool.makeSurface(size: size, opaque: opaque)
  }

  /// Uploads pixels to the server; see ``SurfaceFactory``.
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

extension Connection {
  /// Sends a client message to a window of this client, which returns once the server has processed all earlier requests.
  fileprivate func sendFence(_ number: UInt32, key: Int, to window: CX11.Window) {
    var event = XEvent(atoms[.fence], to: window, [Int(number), key])
    XSendEvent(display, window, 0, NoEventMask, &event)
  }
}

/// The pixel format of a visual.
struct PixelFormat: Hashable, Sendable {
  /// The depth, in bits.
  var depth: Int
  /// The bits per pixel in images sent to the server.
  var bitsPerPixel: Int
  /// Whether the visual is TrueColor.
  var isTrueColor: Bool
  /// The masks of red, green and blue.
  var masks: [UInt]

  /// The reason why the format is not supported, or `nil` where it is.
  var unsupportedReason: String? {
    guard isTrueColor, depth == 24 || depth == 32, bitsPerPixel == 32,
      masks == [0xFF0000, 0xFF00, 0xFF]
    else {
      return "The display's \(depth)-bit pixel format is not supported; "
        + "use a screen of depth 24 with 8 bits each of red, green and blue."
    }
    return nil
  }
}

extension PixelFormat {
  /// The format of a connection's windows.
  init(_ connection: Connection) {
    self.init(connection.display, connection.visual, connection.depth)
  }

  private init(_ display: OpaquePointer, _ visual: UnsafeMutablePointer<Visual>?, _ depth: Int32) {
    var count: Int32 = 0
    let formats = XListPixmapFormats(display, &count)
    defer { if let formats { XFree(formats) } }
    let all = UnsafeBufferPointer(start: formats, count: formats == nil ? 0 : Int(count))
    let visual = visual?.pointee
    self.init(
      depth: Int(depth),
      bitsPerPixel: all.first { $0.depth == depth }.map { Int($0.bits_per_pixel) } ?? 0,
      isTrueColor: visual?.`class` == TrueColor,
      masks: [visual?.red_mask, visual?.green_mask, visual?.blue_mask].map { $0 ?? 0 })
  }

  /// Returns a supported visual that the server converts to the screen's format, or `nil` where the default visual is
  /// supported or there is no other.
  ///
  /// Servers with Composite have a visual of depth 32, even where the screen's depth is 15, 16 or 30, or its channels are
  /// swapped. They don't convert between visuals of the same depth.
  static func alternate(
    _ display: OpaquePointer, _ screen: Int32
  ) -> (visual: UnsafeMutablePointer<Visual>?, depth: Int32)? {
    let depth = XDefaultDepth(display, screen)
    let own = Self(display, XDefaultVisual(display, screen), depth)
    guard own.unsupportedReason != nil else { return nil }
    var pattern = XVisualInfo()
    pattern.screen = screen
    pattern.`class` = TrueColor
    var count: Int32 = 0
    let list = XGetVisualInfo(
      display, Int(VisualScreenMask | VisualClassMask), &pattern, &count)
    defer { if let list { XFree(list) } }
    // Preferably one without alpha.
    return UnsafeBufferPointer(start: list, count: list == nil ? 0 : Int(count))
      .filter { $0.depth != depth && Self(display, $0.visual, $0.depth).unsupportedReason == nil }
      .min { $0.depth < $1.depth }
      .map { ($0.visual, $0.depth) }
  }
}
