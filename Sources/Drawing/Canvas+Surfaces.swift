internal import CCairo
package import ScrollGeometry

/// The interpolation with which a surface is drawn at another size.
///
/// Cairo's default filter is not offered: below 1:1 it is eight times slower and reads server-side tiles back.
package enum Filter: Hashable, Sendable {
  /// Nearest neighbor: exact at 1:1 on whole pixels, sharp squares when magnified.
  case nearest
  /// Bilinear interpolation, which is good down to half size.
  case bilinear
}

/// The compositing operator with which a surface is drawn.
package enum Blending: Hashable, Sendable {
  /// Replaces the destination, alpha included (Cairo's `SOURCE`).
  case replace
  /// Draws over the destination by the source's alpha (Cairo's `OVER`).
  case over
}

extension Canvas {
  /// The resolution of the 16.16 fixed-point coordinates with which X servers and Cairo sample, in pixels.
  package static let samplingUnit = 1.0 / 65_536

  /// Draws a surface into whole pixels.
  ///
  /// The canvas's clip applies, its transform does not. Tiles join without seams where neighbors share their rounded
  /// edges and `source` has an apron of at least a pixel beyond each visible edge. Pixels of `area` that no pixel of
  /// `source` maps to become transparent (black on an opaque surface).
  ///
  /// - Parameters:
  ///   - source: The surface to draw.
  ///   - transform: Maps pixels of `source` to pixels of this canvas; a singular one draws nothing.
  ///   - area: The pixels to draw, clipped to this surface.
  ///   - filter: The interpolation.
  ///   - blending: The compositing operator.
  package func draw(
    _ source: Surface, transform: AffineTransform, into area: PixelRect, filter: Filter,
    blending: Blending = .replace
  ) {
    guard transform.isFinite, transform.determinant != 0 else { return }
    draw(
      source, sampling: transform.inverted(), into: area, filter: filter, blending: blending)
  }

  /// Draws a surface into whole pixels with the inverse of ``draw(_:transform:into:filter:blending:)``'s transform.
  ///
  /// A transform whose elements are multiples of ``samplingUnit``, and of twice that except for the translation, reaches X
  /// servers without rounding, at pixel centers too. A pixel then has the same value whatever else is drawn in the same
  /// call and wherever on the canvas it lies.
  ///
  /// - Parameters:
  ///   - source: The surface to draw.
  ///   - sampling: Maps pixels of this canvas to pixels of `source`; a singular one draws nothing.
  ///   - area: The pixels to draw, clipped to this surface.
  ///   - filter: The interpolation.
  ///   - blending: The compositing operator.
  package func draw(
    _ source: Surface, sampling: AffineTransform, into area: PixelRect, filter: Filter,
    blending: Blending = .replace
  ) {
    let area = area.intersection(PixelRect(surface.size))
    guard !area.isEmpty, source.isUsable, sampling.isFinite, sampling.determinant != 0 else {
      return
    }
    perform(.pixels(area)) { context in
      context.withSource(source, x: 0, y: 0) { pattern in
        var matrix = cairo_matrix_t(sampling)
        cairo_pattern_set_matrix(pattern, &matrix)
        cairo_pattern_set_filter(pattern, filter.cairo)
        context.paint(area, blending)
      }
    }
  }

  /// Draws a part of a surface pixel by pixel, with its top left corner at the pixel nearest to a point.
  ///
  /// The canvas's clip applies, and its transform to the point alone.
  ///
  /// - Parameters:
  ///   - source: The surface to draw.
  ///   - area: The part of it.
  ///   - place: The place of the part's top left corner, in units of the canvas.
  ///   - opacity: From 0 to 1; a part that is not opaque is blended with what is there.
  ///   - blending: The compositing operator of a part that is opaque.
  package func draw(
    _ source: Surface, _ area: PixelRect, at place: Point, opacity: Double = 1,
    blending: Blending = .replace
  ) {
    let area = area.intersection(PixelRect(source.size))
    guard !area.isEmpty, source.isUsable else { return }
    perform(.copy(area, at: place)) { context in
      var (x, y) = (place.x, place.y)
      cairo_user_to_device(context, &x, &y)
      let destination = PixelRect(
        x: PixelRect.rounded(x), y: PixelRect.rounded(y), width: area.width, height: area.height)
      context.withSource(source, x: destination.x - area.x, y: destination.y - area.y) {
        cairo_pattern_set_filter($0, CAIRO_FILTER_NEAREST)
        context.paint(destination, blending, opacity: opacity)
      }
    }
  }

  /// Tiles whole pixels with a surface at 1:1, one copy of it with its corner at (`x`, `y`).
  ///
  /// The canvas's clip applies, its transform does not.
  package func fill(_ area: PixelRect, repeating source: Surface, fromX x: Int, y: Int) {
    let area = area.intersection(PixelRect(surface.size))
    guard !area.isEmpty, source.isUsable else { return }
    perform(.pixels(area)) { context in
      context.withSource(source, x: x, y: y) { pattern in
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
        cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
        context.paint(area, .replace)
      }
    }
  }
}

extension Filter {
  fileprivate var cairo: cairo_filter_t {
    switch self {
    case .nearest: CAIRO_FILTER_NEAREST
    case .bilinear: CAIRO_FILTER_BILINEAR
    }
  }
}

extension Blending {
  fileprivate var cairo: cairo_operator_t {
    switch self {
    case .replace: CAIRO_OPERATOR_SOURCE
    case .over: CAIRO_OPERATOR_OVER
    }
  }
}

extension OpaquePointer {
  /// Calls `body` with the pattern of a surface as the source of a `cairo_t`, with its corner at a pixel, whatever the transform.
  fileprivate func withSource(
    _ surface: Surface, x: Int, y: Int, _ body: (OpaquePointer?) -> Void
  ) {
    cairo_save(self)
    defer { cairo_restore(self) }
    cairo_identity_matrix(self)
    surface.withHandle { cairo_set_source_surface(self, $0, Double(x), Double(y)) }
    body(cairo_get_source(self))
  }

  /// Paints the source of a `cairo_t` into whole pixels.
  fileprivate func paint(_ area: PixelRect, _ blending: Blending) {
    add(area)
    cairo_set_operator(self, blending.cairo)
    cairo_fill(self)
  }

  /// Paints the source of a `cairo_t` into whole pixels: over them, in part, where its opacity is less than 1.
  fileprivate func paint(_ area: PixelRect, _ blending: Blending, opacity: Double) {
    guard opacity < 1 else { return paint(area, blending) }
    add(area)
    cairo_clip(self)
    cairo_paint_with_alpha(self, opacity)
  }
}
