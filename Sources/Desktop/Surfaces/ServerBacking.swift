internal import CCairo
internal import Drawing

/// Pixels that lie on the server and end with the connection.
protocol ServerBacking: SurfaceBacking {
  /// What they were made with.
  var pool: PixmapPool { get }
}

extension ServerBacking {
  var isUsable: Bool { pool.connection.isAlive }

  func release(_ handle: OpaquePointer) {
    // With the connection broken Cairo would still reach for it; the memory is lost instead.
    guard isUsable else { return }
    cairo_surface_finish(handle)
    cairo_surface_destroy(handle)
  }
}
