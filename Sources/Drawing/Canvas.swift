internal import CCairo
package import ScrollGeometry

/// A drawing context for a surface, with a current transform and clip.
///
/// Windows, files and tests are drawn through it alike. Coordinates are pixels of the surface, with `y` pointing down, until
/// ``concatenate(_:)`` changes the transform. Drawing on a surface that is no longer usable does nothing.
package final class Canvas {
  /// The surface that is drawn on.
  package let surface: Surface
  /// How clearly text and plates stand out.
  package var contrast = Contrast.standard
  private let context: OpaquePointer
  /// Receives each operation before it is performed.
  private let recorder: ((DrawingOperation) -> Void)?

  /// Makes a canvas without a clip and with the identity transform.
  ///
  /// - Parameters:
  ///   - surface: The surface to draw on.
  ///   - recorder: Receives each operation before it is performed.
  /// - Throws: Cairo's error where the surface is in an error state or memory runs out; an error where the display is gone.
  package init(
    _ surface: Surface, recorder: ((DrawingOperation) -> Void)? = nil
  ) throws(DrawingError) {
    guard surface.isUsable else {
      throw DrawingError("Drawing on a surface", because: "its display is gone")
    }
    let made = surface.withHandle { cairo_create($0) }
    guard let made else {
      throw DrawingError("Drawing on a surface", status: CAIRO_STATUS_NO_MEMORY)
    }
    self.surface = surface
    self.context = made
    self.recorder = recorder
    try DrawingError.check(cairo_status(made), "Drawing on a surface of \(surface.size) pixels")
  }

  deinit {
    // Destroying the context of a surface that is gone could access the display, so it is leaked.
    if surface.isUsable { cairo_destroy(context) }
  }

  /// Calls `body` with the `cairo_t`, unless the surface is gone.
  func withContext(_ body: (OpaquePointer) -> Void) {
    guard surface.isUsable else { return }
    body(context)
  }

  /// Calls `body` with the `cairo_t`, after the operation that it performs was recorded, unless the surface is gone.
  func perform(
    _ operation: @autoclosure () -> DrawingOperation, _ body: (OpaquePointer) -> Void
  ) {
    guard surface.isUsable else { return }
    recorder?(operation())
    body(context)
  }

  /// Throws the first error since the canvas was made.
  package func check() throws(DrawingError) {
    try DrawingError.check(cairo_status(context), "Drawing on a surface of \(surface.size) pixels")
  }
}

extension Canvas {
  /// Runs `body`, then restores the clip and the transform.
  package func saved<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    perform(.save) { cairo_save($0) }
    defer { perform(.restore) { cairo_restore($0) } }
    try body()
  }

  /// Intersects the clip with `rect`.
  package func clip(to rect: Rect) {
    perform(.clip([rect])) {
      cairo_rectangle($0, rect.minX, rect.minY, rect.width, rect.height)
      cairo_clip($0)
    }
  }

  /// Intersects the clip with the union of `rects`.
  package func clip(to rects: [PixelRect]) {
    perform(.clip(rects.map(\.rect))) {
      for rect in rects where !rect.isEmpty { $0.add(rect) }
      cairo_clip($0)
    }
  }

  /// Applies `transform` before the current transform.
  package func concatenate(_ transform: AffineTransform) {
    var matrix = cairo_matrix_t(transform)
    perform(.concatenate(transform)) { cairo_transform($0, &matrix) }
  }
}

extension OpaquePointer {
  /// Adds a whole-pixel rectangle to the path of a `cairo_t`.
  func add(_ rect: PixelRect) {
    cairo_rectangle(
      self, Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height))
  }

  /// Makes `color` the source of a `cairo_t`.
  func setSource(_ color: Color) {
    cairo_set_source_rgba(self, color.red, color.green, color.blue, color.alpha)
  }
}

extension cairo_matrix_t {
  init(_ transform: AffineTransform) {
    self.init(
      xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: transform.tx,
      y0: transform.ty)
  }
}
