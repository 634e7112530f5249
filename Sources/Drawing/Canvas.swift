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

// MARK: - Shapes

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

// MARK: - Lines

extension Canvas {
  /// Breaks a text into lines at its spaces, and a word that is wider than a line where the line ends.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - font: The font.
  ///   - width: The width, in points; a line holds at least one character.
  ///   - limit: The largest number of lines; what is left over is cut off from the last, with an ellipsis.
  /// - Returns: The lines, at least one.
  package func wrapped(_ text: String, font: Font, width: Double, lines limit: Int) -> [String] {
    var lines = [""]
    let words = text.split(separator: " ").flatMap { pieces($0, font: font, width: width) }
    for word in words {
      let line = lines[lines.count - 1]
      let longer = line.isEmpty ? String(word) : "\(line) \(word)"
      if line.isEmpty || measure(longer, font: font).width <= width {
        lines[lines.count - 1] = longer
      } else if lines.count < limit {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = cut(longer, font: font, width: width)
        break
      }
    }
    return lines
  }

  /// Breaks a word into pieces that fit a width: after the last slash that fits, such as in a path, or else anywhere.
  private func pieces(_ word: Substring, font: Font, width: Double) -> [Substring] {
    var pieces: [Substring] = []
    var rest = word
    while measure(String(rest), font: font).width > width, rest.count > 1 {
      var piece = rest.dropLast()
      while piece.count > 1, measure(String(piece), font: font).width > width {
        piece = piece.dropLast()
      }
      if let slash = piece.dropFirst().lastIndex(of: "/") { piece = piece[...slash] }
      pieces.append(piece)
      rest = rest[piece.endIndex...]
    }
    return pieces + [rest]
  }

  /// Returns as much of the beginning of a text as fits a width, with an ellipsis after it.
  private func cut(_ text: String, font: Font, width: Double) -> String {
    var start = text
    while !start.isEmpty, measure(start + "…", font: font).width > width { start.removeLast() }
    while start.last == " " { start.removeLast() }
    return start + "…"
  }

  /// Returns a text, shortened with an ellipsis if it exceeds a width: in the middle, as names are, or at its end.
  package func elided(
    _ text: String, font: Font, width: Double, atEnd: Bool = false
  ) -> String {
    guard measure(text, font: font).width > width else { return text }
    let characters = Array(text)
    let count = characters.indices.dropLast().partitioningIndex {
      measure(Self.shortened(characters, to: $0 + 1, atEnd), font: font).width > width
    }
    return Self.shortened(characters, to: count, atEnd)
  }

  /// Returns the first and the last of some characters, `count` in all, with an ellipsis between them, or after the first ones.
  private static func shortened(
    _ characters: [Character], to count: Int, _ atEnd: Bool
  ) -> String {
    let first = atEnd ? count : (count + 1) / 2
    return String(characters.prefix(first)) + "…" + String(characters.suffix(count - first))
  }

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
