package import Geometry

/// What lends a surface its pixels, for instance a pixmap of an X server.
package protocol SurfaceBacking: AnyObject {
  /// False when the pixels are gone for good, so that nothing may be asked of Cairo any more.
  var isUsable: Bool { get }

  /// Copies `area` of `source` so that its corner comes to lie at `x`, `y`; they may be the same and overlap.
  ///
  /// `area` lies inside `source` and its destination inside this one.
  ///
  /// - Returns: False when `source` is not of its kind and nothing was done.
  func copy(_ area: PixelRect, from source: any SurfaceBacking, toX x: Int, y: Int) -> Bool

  /// Gives back the `cairo_surface_t` and the pixels; called once, when the surface goes away.
  func release(_ handle: OpaquePointer)
}
