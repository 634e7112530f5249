internal import CCairo
package import ScrollGeometry

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
