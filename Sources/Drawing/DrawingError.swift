internal import CCairo
package import ScrollGeometry

/// An error of Cairo, or one found before Cairo was called, with the operation that failed.
package struct DrawingError: Error, Hashable, Sendable {
  /// Cairo's `cairo_status_t`; 0 where Cairo was not called.
  private let code: UInt32
  /// The operation that failed, such as "Creating a surface of 40000×10 pixels".
  private let attempt: String
  /// The reason: Cairo's message, the system's, or our own.
  private let reason: String

  /// Makes an error that was found before Cairo was called.
  package init(_ attempt: String, because reason: String) {
    self.init(code: 0, attempt: attempt, reason: reason)
  }

  private init(code: UInt32, attempt: String, reason: String) {
    self.code = code
    self.attempt = attempt
    self.reason = reason
  }
}

extension DrawingError {
  /// Makes an error from Cairo's status.
  init(_ attempt: String, status: cairo_status_t) {
    let message = cairo_status_to_string(status).map { String(cString: $0) } ?? "unknown failure"
    self.init(code: status.rawValue, attempt: attempt, reason: message)
  }

  /// Throws an error for any status but success.
  static func check(
    _ status: cairo_status_t, _ attempt: @autoclosure () -> String
  ) throws(DrawingError) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    throw DrawingError(attempt(), status: status)
  }
}

extension DrawingError: CustomStringConvertible {
  /// The operation that failed and the reason, as one sentence.
  package var description: String { "\(attempt) failed: \(reason)." }
}

/// One operation of a ``Canvas``, in the coordinates of the transform that applies to it.
///
/// A canvas passes each operation to its recorder before Cairo performs it. A list of operations tells what is drawn without
/// depending on Cairo's version, as its vector formats do.
package enum DrawingOperation: Hashable {
  /// Stores the clip and the transform.
  case save
  /// Restores the clip and the transform that were stored last.
  case restore
  /// Intersects the clip with the union of rectangles.
  case clip([Rect])
  /// Intersects the clip with a rectangle with round corners.
  case clipRounded(Rect, cornerRadius: Double)
  /// Applies a transform before the current one.
  case concatenate(AffineTransform)
  /// Replaces everything inside the clip.
  case clear(Color)
  /// Fills rectangles that do not overlap.
  case fill([Rect], Color)
  /// Fills a rectangle with round corners.
  case fillRounded(Rect, cornerRadius: Double, Color)
  /// Fills a rectangle with a vertical gradient.
  case fillGradient(Rect, top: Color, bottom: Color)
  /// Fills a polygon.
  case fillPolygon([Point], Color)
  /// Strokes the outline of a rectangle.
  case stroke(Rect, cornerRadius: Double, Color, lineWidth: Double)
  /// Strokes a line through points.
  case strokeLine([Point], Color, lineWidth: Double, dashes: [Double])
  /// Draws a line of text whose baseline starts at a point.
  case text(String, at: Point, Font, Color)
  /// Copies pixels of another surface, the top left corner of the area to a point.
  case copy(PixelRect, at: Point)
  /// Draws pixels of another surface in an area of device pixels.
  case pixels(PixelRect)
}
