internal import CCairo
internal import CX11
package import Drawing
package import Geometry

extension DesktopWindow: SurfaceFactory {
  /// The window's own pixels, to be drawn on or copied to; what is done shows with ``present()``.
  ///
  /// It is another one after ``Event/resized(_:)``. Pixels that were covered are lost; after ``Event/exposed`` they are
  /// to be drawn again.
  ///
  /// - Throws: That the display is gone, or Cairo's words.
  package func surface() throws(DrawingError) -> Surface {
    redrawPacer.begin(at: MonotonicClock.now)
    if let currentSurface, currentSurface.size == size { return currentSurface }
    // The old one goes first, for Cairo keeps state about a window with it.
    currentSurface = nil
    let surface = try pool.windowSurface(size: size)
    currentSurface = surface
    return surface
  }

  /// Sends what was drawn to the server, without waiting.
  ///
  /// - Throws: ``DesktopError/Kind/serverGone``.
  package func present() throws(DesktopError) {
    try connection.check()
    currentSurface?.withHandle { cairo_surface_flush($0) }
    sendFence(redrawPacer.send())
    XFlush(connection.display)
    try connection.check()
  }

  /// A message to ourselves: it comes back when the server has done all that was asked for before it.
  private func sendFence(_ number: UInt32) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = connection.atoms[.fence]
    event.xclient.format = 32
    event.xclient.data.l.0 = Int(number)
    event.xclient.data.l.1 = fenceKey
    XSendEvent(connection.display, window, 0, NoEventMask, &event)
  }

  /// What is quick where memory is shared, and what does not fill a connection for long where it is not.
  package var uploadLimit: Int { sharesMemory ? Self.sharedUploadLimit : Self.sentUploadLimit }

  /// The bytes a frame that are brought to the server through shared memory: some fifty tiles in 3 ms, and few enough
  /// that the server need not be waited for in the middle.
  private static let sharedUploadLimit = SharedMemory.byteCount / 4 * 3
  /// The bytes a frame that are sent through the connection: four tiles.
  private static let sentUploadLimit = 1 << 20

  /// Pixmaps kept for use again.
  package var pooledBytes: Int { pool.pooledBytes }

  /// The most bytes of pixmaps to keep for use again.
  package var poolLimit: Int {
    get { pool.pooledLimit }
    set { pool.pooledLimit = newValue }
  }

  /// The memory shared with the server.
  package var stagingBytes: Int { uploader.sharedBytes }

  /// Makes a surface for tiles, on the server where it can be.
  ///
  /// - Returns: A pixmap's surface; one in memory where the server cannot keep alpha.
  /// - Throws: A refusal of the size, or that the display is gone.
  package func makeSurface(size: PixelSize, opaque: Bool) throws(DrawingError) -> Surface {
    guard opaque || pool.hasAlpha else { return try Surface(imageOf: size, opaque: false) }
    return try pool.makeSurface(size: size, opaque: opaque)
  }

  /// Brings pixels to the server, as quickly as it allows; see ``SurfaceFactory``.
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
