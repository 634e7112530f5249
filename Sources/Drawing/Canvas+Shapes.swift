internal import CCairo
package import ScrollGeometry

extension Canvas {
  /// Replaces every pixel inside the clip by `color`, alpha included.
  package func clear(_ color: Color) {
    perform(.clear(color)) {
      cairo_save($0)
      cairo_set_operator($0, CAIRO_OPERATOR_SOURCE)
      $0.setSource(color)
      cairo_paint($0)
      cairo_restore($0)
    }
  }

  /// Fills `rect` with antialiased edges.
  package func fill(_ rect: Rect, with color: Color) {
    perform(.fill([rect], color)) {
      $0.setSource(color)
      cairo_rectangle($0, rect.minX, rect.minY, rect.width, rect.height)
      cairo_fill($0)
    }
  }

  /// Fills rectangles that do not overlap, with antialiased edges, in one operation.
  package func fill(_ rects: [Rect], with color: Color) {
    guard !rects.isEmpty else { return }
    perform(.fill(rects, color)) {
      $0.setSource(color)
      for rect in rects { cairo_rectangle($0, rect.minX, rect.minY, rect.width, rect.height) }
      cairo_fill($0)
    }
  }

  /// Fills rectangles of whole pixels in one operation.
  package func fill(_ rects: [PixelRect], with color: Color) {
    perform(.fill(rects.map(\.rect), color)) {
      $0.setSource(color)
      for rect in rects where !rect.isEmpty { $0.add(rect) }
      cairo_fill($0)
    }
  }

  /// Fills a rounded rectangle; the corner radius is at most half the shorter side.
  package func fill(_ rect: Rect, cornerRadius: Double, with color: Color) {
    perform(.fillRounded(rect, cornerRadius: cornerRadius, color)) {
      $0.setSource(color)
      $0.addRoundedRect(rect, radius: cornerRadius)
      cairo_fill($0)
    }
  }

  /// Strokes the outline of a rounded rectangle, with the line centered on the edge.
  package func stroke(
    _ rect: Rect, cornerRadius: Double = 0, with color: Color, lineWidth: Double
  ) {
    perform(.stroke(rect, cornerRadius: cornerRadius, color, lineWidth: lineWidth)) {
      $0.setSource(color)
      cairo_set_line_width($0, lineWidth)
      $0.addRoundedRect(rect, radius: cornerRadius)
      cairo_stroke($0)
    }
  }

  /// Strokes a line through `points` with round joins and caps; fewer than two points draw nothing.
  ///
  /// `dashes` are the lengths of dashes and gaps in turn; an empty list draws a solid line.
  package func strokeLine(
    through points: [Point], with color: Color, lineWidth: Double, dashes: [Double] = []
  ) {
    guard points.count > 1 else { return }
    perform(.strokeLine(points, color, lineWidth: lineWidth, dashes: dashes)) {
      $0.setSource(color)
      cairo_set_line_width($0, lineWidth)
      cairo_set_line_cap($0, CAIRO_LINE_CAP_ROUND)
      cairo_set_line_join($0, CAIRO_LINE_JOIN_ROUND)
      cairo_set_dash($0, dashes, Int32(dashes.count), 0)
      for point in points { cairo_line_to($0, point.x, point.y) }
      cairo_stroke($0)
      cairo_set_dash($0, nil, 0, 0)
    }
  }

  /// Fills the polygon with vertices at `points`.
  package func fillPolygon(_ points: [Point], with color: Color) {
    perform(.fillPolygon(points, color)) {
      $0.setSource(color)
      for point in points { cairo_line_to($0, point.x, point.y) }
      cairo_fill($0)
    }
  }
}

extension OpaquePointer {
  /// Adds a rounded rectangle to the path of a `cairo_t`.
  func addRoundedRect(_ rect: Rect, radius: Double) {
    let radius = max(0, min(radius, rect.width / 2, rect.height / 2))
    guard radius > 0 else {
      cairo_rectangle(self, rect.minX, rect.minY, rect.width, rect.height)
      return
    }
    let quarter = Double.pi / 2
    let (left, right) = (rect.minX + radius, rect.maxX - radius)
    let (top, bottom) = (rect.minY + radius, rect.maxY - radius)
    cairo_new_sub_path(self)
    cairo_arc(self, right, top, radius, -quarter, 0)
    cairo_arc(self, right, bottom, radius, 0, quarter)
    cairo_arc(self, left, bottom, radius, quarter, 2 * quarter)
    cairo_arc(self, left, top, radius, 2 * quarter, 3 * quarter)
    cairo_close_path(self)
  }
}
