internal import CCairo
package import ScrollGeometry

extension Canvas {
  /// Fills `rect` with a gradient from one color at its top to another at its bottom.
  package func fill(_ rect: Rect, from top: Color, to bottom: Color) {
    guard let pattern = cairo_pattern_create_linear(0, rect.minY, 0, rect.maxY) else { return }
    defer { cairo_pattern_destroy(pattern) }
    for (offset, color) in [(0.0, top), (1.0, bottom)] {
      cairo_pattern_add_color_stop_rgba(
        pattern, offset, color.red, color.green, color.blue, color.alpha)
    }
    perform(.fillGradient(rect, top: top, bottom: bottom)) {
      cairo_set_source(
        $0, pattern)
      cairo_rectangle($0, rect.minX, rect.minY, rect.width, rect.height)
      cairo_fill($0)
    }
  }

  /// Intersects the clip with a rounded rectangle; the corner radius is at most half the shorter side.
  package func clip(to rect: Rect, cornerRadius: Double) {
    perform(.clipRounded(rect, cornerRadius: cornerRadius)) {
      $0.addRoundedRect(rect, radius: cornerRadius)
      cairo_clip($0)
    }
  }
}
