internal import CCairo
internal import OverscrollDrawing

/// Pixels on the server, which exist as long as the connection.
protocol ServerBacking: SurfaceBacking {
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
