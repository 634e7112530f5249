internal import CCairo
package import OverscrollDrawing
package import ScrollGeometry

/// Drawing recorded as the SVG text that Cairo writes for it, with every number to six decimals.
package enum SVGRecording {
  /// Records what `body` draws on a canvas.
  ///
  /// - Parameters:
  ///   - size: The size of the canvas, in units of the drawing.
  ///   - body: Draws on the canvas.
  /// - Returns: The SVG document.
  /// - Throws: What `body` throws, and Cairo's error.
  package static func text(
    size: PixelSize, _ body: (Canvas) throws -> Void
  ) throws -> String {
    let output = Output()
    let handle = cairo_svg_surface_create_for_stream(
      { closure, bytes, count in
        guard let closure, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
        Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue().bytes +=
          UnsafeBufferPointer(start: bytes, count: Int(count))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(output).toOpaque(), Double(size.width), Double(size.height))
    guard let handle else { throw RigError("Cairo made no SVG surface.") }
    // The surface writes to `output` until it is finished.
    return try withExtendedLifetime(output) {
      let surface = try Surface(adopting: handle, size: size, isOpaque: false)
      try body(Canvas(surface))
      surface.withHandle { cairo_surface_finish($0) }
      try surface.flush()
      return String(decoding: output.bytes, as: UTF8.self)
    }
  }

  private final class Output {
    var bytes: [UInt8] = []
  }
}
