internal import CCairo
package import ScrollGeometry

/// Something to draw on: an image in memory, or pixels that a ``SurfaceBacking`` owns.
///
/// The surface is the only owner of its `cairo_surface_t`. Use it on the main thread only.
package final class Surface {
  /// The size, in pixels.
  package let size: PixelSize
  /// Whether the surface has no alpha channel.
  package let isOpaque: Bool
  /// The owner of the pixels, or `nil` where Cairo owns them.
  package let backing: (any SurfaceBacking)?
  private let handle: OpaquePointer

  /// The largest width or height of a surface, in pixels: coordinates are 16-bit inside Cairo and X.
  package static let maximumSide = 32_767

  /// Takes ownership of `handle`, the only reference to a `cairo_surface_t`.
  ///
  /// - Throws: Cairo's error where `handle` is in an error state; it is released first.
  package init(
    adopting handle: OpaquePointer, size: PixelSize, isOpaque: Bool,
    backing: (any SurfaceBacking)? = nil
  ) throws(DrawingError) {
    self.handle = handle
    self.size = size
    self.isOpaque = isOpaque
    self.backing = backing
    try DrawingError.check(cairo_surface_status(handle), "Creating a surface of \(size) pixels")
  }

  /// Makes an image in memory, all pixels zero: transparent, or black where it is opaque.
  ///
  /// - Throws: An error where the size is empty, a side is longer than ``maximumSide`` or memory runs out.
  package convenience init(imageOf size: PixelSize, opaque: Bool) throws(DrawingError) {
    try Self.check(size)
    let format = opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
    let handle = cairo_image_surface_create(format, Int32(size.width), Int32(size.height))
    try self.init(adopting: Self.made(handle, size), size: size, isOpaque: opaque)
  }

  /// Throws where no surface can have that size; allocates nothing.
  package static func check(_ size: PixelSize) throws(DrawingError) {
    guard !size.isEmpty else {
      throw DrawingError(
        "Creating a surface of \(size) pixels", because: "its width or height is zero")
    }
    guard max(size.width, size.height) <= maximumSide else {
      throw DrawingError(
        "Creating a surface of \(size) pixels",
        because: "no side of a surface may be longer than \(maximumSide) pixels")
    }
  }

  /// Throws where Cairo returned null, which it documents never to do.
  static func made(_ handle: OpaquePointer?, _ size: PixelSize) throws(DrawingError)
    -> OpaquePointer
  {
    guard let handle else {
      throw DrawingError("Creating a surface of \(size) pixels", status: CAIRO_STATUS_NO_MEMORY)
    }
    return handle
  }

  deinit {
    if let backing { backing.release(handle) } else { cairo_surface_destroy(handle) }
  }
}

extension Surface {
  /// Whether the surface can be drawn on; false once the owner of its pixels is gone.
  package var isUsable: Bool { backing?.isUsable ?? true }

  /// The size of its pixels, in bytes, wherever they are stored: 4 bytes per pixel.
  package var byteCount: Int { size.width * size.height * 4 }

  /// Calls `body` with the `cairo_surface_t`, which is valid during the call only.
  package func withHandle<Result, Failure: Error>(
    _ body: (OpaquePointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(handle)
  }

  /// Flushes pending drawing to the pixels.
  ///
  /// - Throws: The first error since the surface was made.
  package func flush() throws(DrawingError) {
    guard isUsable else { return }
    cairo_surface_flush(handle)
    try DrawingError.check(cairo_surface_status(handle), "Drawing on a surface of \(size) pixels")
  }
}
