package import ScrollGeometry

/// The owner of a surface's pixels, such as a pixmap of an X server.
package protocol SurfaceBacking: AnyObject {
  /// Whether the pixels still exist; once it is false, Cairo must not be called.
  var isUsable: Bool { get }

  /// Copies `area` of `source` to (`x`, `y`); source and destination may overlap.
  ///
  /// `area` lies inside `source`, and its destination inside these pixels.
  ///
  /// - Returns: False where `source` is of another kind and nothing was copied.
  func copy(_ area: PixelRect, from source: any SurfaceBacking, toX x: Int, y: Int) -> Bool

  /// Releases the `cairo_surface_t` and the pixels; called once, by the surface's deinitializer.
  func release(_ handle: OpaquePointer)
}
