internal import CCairo
package import Geometry
internal import Glibc

extension Surface {
  /// Writes the surface, of any kind but SVG, as a PNG file; a file of that name is replaced.
  ///
  /// - Throws: The system's reason when the file cannot be written, Cairo's when the pixels cannot be
  ///   read. A file that is not complete is removed.
  package func writePNG(to path: String) throws(DrawingError) {
    let attempt = "Writing \(path)"
    guard let file = fopen(path, "wb") else {
      throw DrawingError(attempt, because: String(cString: strerror(errno)))
    }
    let isRegular = file.isRegular
    errno = 0
    let status = withHandle { cairo_surface_write_to_png_stream($0, appendToFile, file) }
    var reason = errno
    let closing = fclose(file)
    if status == CAIRO_STATUS_SUCCESS { reason = errno }
    guard status != CAIRO_STATUS_SUCCESS || closing != 0 else { return }
    // A device such as /dev/stdout is nobody's to remove.
    if isRegular { unlink(path) }
    let isFileFailure = status == CAIRO_STATUS_SUCCESS || status == CAIRO_STATUS_WRITE_ERROR
    guard isFileFailure, reason != 0 else { throw DrawingError(attempt, status: status) }
    throw DrawingError(attempt, because: String(cString: strerror(reason)))
  }

  /// Reads a PNG file into an image; for small pictures of our own, not for those people open.
  ///
  /// - Throws: Cairo's words when there is no such file or it is not a PNG.
  package convenience init(pngFile path: String) throws(DrawingError) {
    let none = PixelSize(width: 0, height: 0)
    let handle = try Self.made(cairo_image_surface_create_from_png(path), none)
    let status = cairo_surface_status(handle)
    let size = PixelSize(
      width: Int(cairo_image_surface_get_width(handle)),
      height: Int(cairo_image_surface_get_height(handle)))
    let opaque = cairo_image_surface_get_format(handle) == CAIRO_FORMAT_RGB24
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(handle)
      throw DrawingError("Reading \(path)", status: status)
    }
    try self.init(adopting: handle, size: size, isOpaque: opaque)
  }

  /// Makes an SVG file to be drawn on; it is complete after ``finish()``.
  ///
  /// - Parameters:
  ///   - path: Where it goes; a file of that name is replaced.
  ///   - size: Its extents, in units of the file (points).
  /// - Throws: The system's reason when the file cannot be made.
  package convenience init(svgFile path: String, size: PixelSize) throws(DrawingError) {
    try Self.check(size)
    guard let file = fopen(path, "wb") else {
      throw DrawingError("Writing \(path)", because: String(cString: strerror(errno)))
    }
    fclose(file)
    let handle = cairo_svg_surface_create(path, Double(size.width), Double(size.height))
    try self.init(adopting: Self.made(handle, size), size: size, isOpaque: false)
  }
}

/// Takes a piece of a PNG stream; `file` is a `FILE *`.
private func appendToFile(
  file: UnsafeMutableRawPointer?, bytes: UnsafePointer<UInt8>?, count: UInt32
) -> cairo_status_t {
  guard let file, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
  let stream = file.assumingMemoryBound(to: FILE.self)
  let written = fwrite(bytes, 1, Int(count), stream)
  return written == Int(count) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
}

extension UnsafeMutablePointer<FILE> {
  /// True if it is a plain file and no device or pipe.
  fileprivate var isRegular: Bool {
    var status = stat()
    return fstat(fileno(self), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
