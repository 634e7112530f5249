internal import CCairo
package import OverscrollBase
package import ScrollGeometry

extension Surface {
  /// Writes the surface as a PNG file, which replaces an existing one atomically.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - isPrivate: True for a new file that the user alone may read and write.
  /// - Throws: The system's error where the file cannot be written, Cairo's where the pixels cannot be read. An existing
  ///   file is left untouched.
  package func writePNG(to path: FilePath, isPrivate: Bool = false) throws(DrawingError) {
    let attempt = "Writing \(path)"
    let stream = try FileOutput(path, isPrivate: isPrivate)
    let status = withHandle {
      cairo_surface_write_to_png_stream($0, appendToOutput, stream.closure)
    }
    if let failure = stream.failure { throw DrawingError(attempt, because: failure.message) }
    try DrawingError.check(status, attempt)
    try stream.commit()
  }
}

/// The file that a Cairo stream writes to.
private final class FileOutput {
  private let path: FilePath
  private let file: AtomicFileWriter
  /// The first error, or `nil` if there was none.
  private(set) var failure: SystemError?

  /// Starts a file that appears under its name with ``commit()``.
  init(_ path: FilePath, isPrivate: Bool) throws(DrawingError) {
    self.path = path
    do throws(SystemError) {
      file = try AtomicFileWriter(path, isPrivate: isPrivate)
    } catch {
      throw DrawingError("Writing \(path)", because: error.message)
    }
  }

  /// The closure argument of `appendToOutput`; it does not retain this object.
  var closure: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Appends bytes; returns false after an error.
  fileprivate func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    attempt { () throws(SystemError) in try file.write(bytes) }
    return failure == nil
  }

  /// Completes the file under its name.
  func commit() throws(DrawingError) {
    attempt { () throws(SystemError) in try file.commit() }
    if let failure { throw DrawingError("Writing \(path)", because: failure.message) }
  }

  private func attempt(_ body: () throws(SystemError) -> Void) {
    guard failure == nil else { return }
    do throws(SystemError) { try body() } catch { failure = error }
  }
}

/// The `cairo_write_func_t` of a ``FileOutput``.
private func appendToOutput(
  output: UnsafeMutableRawPointer?, bytes: UnsafePointer<UInt8>?, count: UInt32
) -> cairo_status_t {
  guard let output, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
  let isWritten = Unmanaged<FileOutput>.fromOpaque(output).takeUnretainedValue()
    .write(UnsafeBufferPointer(start: bytes, count: Int(count)))
  return isWritten ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
}

// MARK: - Vector drawings

extension Surface {
  /// Makes an SVG drawing in memory; ``finishedFile()`` returns its bytes.
  ///
  /// - Parameter size: The size, in points.
  /// - Throws: An error where the size is empty or memory runs out.
  package convenience init(svgOf size: PixelSize) throws(DrawingError) {
    try self.init(vectorOf: size) {
      cairo_svg_surface_create_for_stream(appendToDrawing, $0, $1, $2)
    }
  }

  /// Makes a PDF drawing of one page in memory; ``finishedFile()`` returns its bytes.
  ///
  /// It has no date, so that equal drawings are equal bytes.
  ///
  /// - Parameter size: The size of the page, in points.
  /// - Throws: An error where the size is empty or memory runs out.
  package convenience init(pdfOf size: PixelSize) throws(DrawingError) {
    try self.init(vectorOf: size) {
      let handle = cairo_pdf_surface_create_for_stream(appendToDrawing, $0, $1, $2)
      cairo_pdf_surface_set_metadata(handle, CAIRO_PDF_METADATA_CREATE_DATE, "")
      return handle
    }
  }

  private convenience init(
    vectorOf size: PixelSize,
    _ make: (UnsafeMutableRawPointer, Double, Double) -> OpaquePointer?
  ) throws(DrawingError) {
    try Self.check(size)
    let output = VectorOutput()
    let handle = make(output.closure, Double(size.width), Double(size.height))
    try self.init(
      adopting: Self.made(handle, size), size: size, isOpaque: false, backing: output)
  }

  /// Completes an SVG or PDF drawing, which must not be drawn on again, and returns its bytes; none for other surfaces.
  ///
  /// - Throws: The first error since the surface was made.
  package func finishedFile() throws(DrawingError) -> [UInt8] {
    withHandle { cairo_surface_finish($0) }
    try DrawingError.check(
      withHandle { cairo_surface_status($0) }, "Drawing on a surface of \(size) pixels")
    return (backing as? VectorOutput)?.bytes ?? []
  }
}

/// The bytes that a Cairo stream has written.
private final class VectorOutput: SurfaceBacking {
  private(set) var bytes: [UInt8] = []

  /// The closure argument of `appendToDrawing`; it does not retain this object.
  var closure: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  var isUsable: Bool { true }

  func copy(_ area: PixelRect, from source: any SurfaceBacking, toX x: Int, y: Int) -> Bool {
    false
  }

  func release(_ handle: OpaquePointer) { cairo_surface_destroy(handle) }

  func write(_ new: UnsafeBufferPointer<UInt8>) { bytes += new }
}

/// The `cairo_write_func_t` of a ``VectorOutput``.
private func appendToDrawing(
  output: UnsafeMutableRawPointer?, bytes: UnsafePointer<UInt8>?, count: UInt32
) -> cairo_status_t {
  guard let output, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
  Unmanaged<VectorOutput>.fromOpaque(output).takeUnretainedValue()
    .write(UnsafeBufferPointer(start: bytes, count: Int(count)))
  return CAIRO_STATUS_SUCCESS
}
