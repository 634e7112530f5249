internal import CCairo
package import OverscrollDrawing
internal import ScrollGeometry

extension Surface {
  /// Reads a PNG file into an image in memory, by Cairo, whose own errors are thrown.
  package convenience init(pngFile path: String) throws(DrawingError) {
    guard let handle = cairo_image_surface_create_from_png(path) else {
      throw DrawingError("Reading \(path)", because: "there is no surface")
    }
    let status = cairo_surface_status(handle)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(handle)
      let reason = cairo_status_to_string(status).map { String(cString: $0) }
      throw DrawingError("Reading \(path)", because: reason ?? "unknown failure")
    }
    let size = PixelSize(
      width: Int(cairo_image_surface_get_width(handle)),
      height: Int(cairo_image_surface_get_height(handle)))
    let isOpaque = cairo_image_surface_get_format(handle) == CAIRO_FORMAT_RGB24
    try self.init(adopting: handle, size: size, isOpaque: isOpaque)
  }
}
