internal import CCairo
package import Geometry

/// Something to draw on: an image in memory, an SVG file, or what a ``SurfaceBacking`` lends.
///
/// The one owner of its `cairo_surface_t`. Use it on the main thread only.
package final class Surface {
  /// The extents, in pixels; for an SVG file in its units.
  package let size: PixelSize
  /// True if every pixel covers what is below it: the surface has no alpha.
  package let isOpaque: Bool
  /// What lends the pixels; nil for surfaces that are Cairo's own.
  package let backing: (any SurfaceBacking)?
  private let handle: OpaquePointer
  /// The file of an SVG surface; nil for surfaces of pixels.
  private let output: FileOutput?

  /// The largest width or height of a surface, in pixels: coordinates are 16-bit inside Cairo and X.
  package static let longestSide = 32_767

  /// Takes over `handle`, a `cairo_surface_t` of which nobody else holds a reference.
  ///
  /// - Throws: What Cairo says about the handle when it is in error; the handle is given back then.
  package convenience init(
    adopting handle: OpaquePointer, size: PixelSize, isOpaque: Bool,
    backing: (any SurfaceBacking)? = nil
  ) throws(DrawingError) {
    try self.init(
      adopting: handle, size: size, isOpaque: isOpaque, backing: backing, output: nil)
  }

  /// Does the same, for a surface that writes to a file.
  init(
    adopting handle: OpaquePointer, size: PixelSize, isOpaque: Bool,
    backing: (any SurfaceBacking)? = nil, output: FileOutput?
  ) throws(DrawingError) {
    self.handle = handle
    self.output = output
    self.size = size
    self.isOpaque = isOpaque
    self.backing = backing
    try DrawingError.check(cairo_surface_status(handle), "Making a surface of \(size) pixels")
  }

  /// Makes an image in memory, all its pixels zero: transparent, or black when `opaque`.
  ///
  /// - Throws: A refusal of empty sizes and of sides above ``longestSide``; Cairo's words when memory
  ///   is short.
  package convenience init(imageOf size: PixelSize, opaque: Bool) throws(DrawingError) {
    try Self.check(size)
    let format = opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
    let handle = cairo_image_surface_create(format, Int32(size.width), Int32(size.height))
    try self.init(adopting: Self.made(handle, size), size: size, isOpaque: opaque)
  }

  /// Refuses sizes that no surface can have, before memory is taken.
  package static func check(_ size: PixelSize) throws(DrawingError) {
    guard !size.isEmpty else {
      throw DrawingError("Making a surface of \(size) pixels", because: "it would hold no pixel")
    }
    guard max(size.width, size.height) <= longestSide else {
      throw DrawingError(
        "Making a surface of \(size) pixels",
        because: "no side of a surface may be longer than \(longestSide) pixels")
    }
  }

  /// What Cairo made, which is never null; an error all the same if it should be.
  static func made(_ handle: OpaquePointer?, _ size: PixelSize) throws(DrawingError)
    -> OpaquePointer
  {
    guard let handle else {
      throw DrawingError("Making a surface of \(size) pixels", status: CAIRO_STATUS_NO_MEMORY)
    }
    return handle
  }

  deinit {
    if let backing { backing.release(handle) } else { cairo_surface_destroy(handle) }
  }
}

extension Surface {
  /// True if it can still be drawn on; false when what lends its pixels is gone for good.
  package var isUsable: Bool { backing?.isUsable ?? true }

  /// The memory it takes, in bytes, wherever that memory is: 4 bytes a pixel.
  package var byteCount: Int { size.width * size.height * 4 }

  /// Gives `body` the `cairo_surface_t`, for the time of the call only.
  package func withHandle<Result, Failure: Error>(
    _ body: (OpaquePointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(handle)
  }

  /// Writes what is pending to where the pixels are, and says what has gone wrong so far.
  ///
  /// An SVG file is complete and has its name after this, and must not be drawn on again.
  ///
  /// - Throws: Cairo's words about the first failure since the surface was made, or the system's reason where the file
  ///   cannot be written.
  package func finish() throws(DrawingError) {
    guard isUsable else { return }
    if output == nil { cairo_surface_flush(handle) } else { cairo_surface_finish(handle) }
    if output?.failure == nil {
      try DrawingError.check(cairo_surface_status(handle), "Drawing on a surface of \(size) pixels")
    }
    try output?.commit()
  }
}
