internal import CCairo
package import Files
package import Geometry

extension Surface {
  /// Writes the surface, of any kind but SVG, as a PNG file; a file of that name is replaced once the new one is
  /// complete and on the disk.
  ///
  /// - Throws: The system's reason when the file cannot be written, Cairo's when the pixels cannot be read; what was
  ///   there before is untouched then.
  package func writePNG(to path: FilePath) throws(DrawingError) {
    let attempt = "Writing \(path)"
    let stream = try FileOutput(path)
    let status = withHandle {
      cairo_surface_write_to_png_stream($0, appendToOutput, stream.closure)
    }
    if let failure = stream.failure { throw DrawingError(attempt, because: failure.message) }
    try DrawingError.check(status, attempt)
    try stream.commit()
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

  /// Makes an SVG file to be drawn on; it appears with ``finish()``, in place of one of that name.
  ///
  /// - Parameters:
  ///   - path: Where it goes.
  ///   - size: Its extents, in units of the file (points).
  /// - Throws: The system's reason when the file cannot be made.
  package convenience init(svgFile path: FilePath, size: PixelSize) throws(DrawingError) {
    try Self.check(size)
    let output = try FileOutput(path)
    let handle = cairo_svg_surface_create_for_stream(
      appendToOutput, output.closure, Double(size.width), Double(size.height))
    try self.init(
      adopting: Self.made(handle, size), size: size, isOpaque: false, output: output)
  }
}

/// A file that Cairo writes piece by piece.
final class FileOutput {
  private let path: FilePath
  private let file: AtomicFileWriter
  /// Why the file could not be written; nil as long as everything is fine.
  private(set) var failure: SystemError?

  /// Begins a file that appears with ``commit()``.
  init(_ path: FilePath) throws(DrawingError) {
    self.path = path
    do throws(SystemError) {
      file = try AtomicFileWriter(path)
    } catch {
      throw DrawingError("Writing \(path)", because: error.message)
    }
  }

  /// What Cairo hands to ``appendToOutput(output:bytes:count:)``; this object must outlive its use.
  var closure: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Adds a piece; false when it could not be written.
  fileprivate func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    attempt { () throws(SystemError) in try file.write(bytes) }
    return failure == nil
  }

  /// Gives the file its name.
  func commit() throws(DrawingError) {
    attempt { () throws(SystemError) in try file.commit() }
    if let failure { throw DrawingError("Writing \(path)", because: failure.message) }
  }

  private func attempt(_ body: () throws(SystemError) -> Void) {
    guard failure == nil else { return }
    do throws(SystemError) { try body() } catch { failure = error }
  }
}

/// Takes a piece of a stream; `output` is a ``FileOutput``.
private func appendToOutput(
  output: UnsafeMutableRawPointer?, bytes: UnsafePointer<UInt8>?, count: UInt32
) -> cairo_status_t {
  guard let output, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
  let isWritten = Unmanaged<FileOutput>.fromOpaque(output).takeUnretainedValue()
    .write(UnsafeBufferPointer(start: bytes, count: Int(count)))
  return isWritten ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
}
