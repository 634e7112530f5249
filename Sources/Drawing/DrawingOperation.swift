package import ScrollGeometry

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
