internal import CCairo
package import Geometry

/// A pen over a surface: the one way anything is drawn, in a window, in files and in tests.
///
/// Coordinates are pixels of the surface, `y` growing downwards, until ``concatenate(_:)`` says otherwise.
/// Drawing on a surface that is no longer usable does nothing.
package final class Canvas {
  /// What is drawn on.
  package let surface: Surface
  private let context: OpaquePointer

  /// Makes a pen without clip and transform.
  ///
  /// - Throws: Cairo's words when the surface is in error or memory is short, a sentence when what
  ///   lends the pixels is gone.
  package init(_ surface: Surface) throws(DrawingError) {
    guard surface.isUsable else {
      throw DrawingError("Drawing on a surface", because: "its display is gone")
    }
    let made = surface.withHandle { cairo_create($0) }
    guard let made else {
      throw DrawingError("Drawing on a surface", status: CAIRO_STATUS_NO_MEMORY)
    }
    self.surface = surface
    self.context = made
    try DrawingError.check(cairo_status(made), "Drawing on a surface of \(surface.size) pixels")
  }

  deinit {
    // A context over a surface that is gone is left alone: giving it back may reach for the display.
    if surface.isUsable { cairo_destroy(context) }
  }

  /// Gives `body` the `cairo_t`, unless the surface is gone.
  func withContext(_ body: (OpaquePointer) -> Void) {
    guard surface.isUsable else { return }
    body(context)
  }

  /// Throws the first thing that went wrong since the canvas was made.
  package func check() throws(DrawingError) {
    try DrawingError.check(cairo_status(context), "Drawing on a surface of \(surface.size) pixels")
  }
}

extension Canvas {
  /// Runs `body`, then takes back every clip and transform it made.
  package func saved<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    withContext { cairo_save($0) }
    defer { withContext { cairo_restore($0) } }
    try body()
  }

  /// Lets later drawing reach only what lies inside `rect` and inside earlier clips.
  package func clip(to rect: Rect) {
    withContext {
      cairo_rectangle($0, rect.minX, rect.minY, rect.width, rect.height)
      cairo_clip($0)
    }
  }

  /// Lets later drawing reach only the pixels of `rects`, all of them together, inside earlier clips.
  package func clip(to rects: [PixelRect]) {
    withContext {
      for rect in rects where !rect.isEmpty { $0.add(rect) }
      cairo_clip($0)
    }
  }

  /// Puts `transform` before the present one: what is drawn next goes through `transform` first.
  package func concatenate(_ transform: AffineTransform) {
    var matrix = cairo_matrix_t(transform)
    withContext { cairo_transform($0, &matrix) }
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
