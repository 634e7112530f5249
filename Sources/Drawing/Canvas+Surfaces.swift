internal import CCairo
package import Geometry

/// How pixels between pixels are found when a surface is drawn at another size.
///
/// Cairo's own default is not among them: below 1:1 it is eight times slower and reads server-side tiles back.
package enum Filter: Hashable, Sendable {
  /// The nearest pixel: exact at 1:1 on whole pixels, crisp squares when magnified.
  case nearest
  /// A weighted mean of the four nearest; good from half size upwards.
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
  /// The step of the numbers with which X servers and Cairo sample: a 65536th of a pixel.
  package static let samplingUnit = 1.0 / 65_536

  /// Draws a surface into whole pixels.
  ///
  /// The canvas's own transform does not count, its clip does. There are no seams between tiles when
  /// neighbours share their rounded edges and `source` has at least a pixel beyond each edge that shows.
  /// Where `transform` maps nothing of `source` the result is transparent (black on an opaque surface).
  ///
  /// - Parameters:
  ///   - source: What is drawn.
  ///   - transform: From pixels of `source` to pixels of this canvas; one without inverse draws nothing.
  ///   - area: The pixels to be drawn; what lies outside of this surface is left out.
  ///   - filter: How pixels between pixels are found.
  ///   - blending: How the result meets what is there.
  package func draw(
    _ source: Surface, transform: AffineTransform, into area: PixelRect, filter: Filter,
    blending: Blending = .replace
  ) {
    guard transform.isFinite, transform.determinant != 0 else { return }
    draw(
      source, sampling: transform.inverted(), into: area, filter: filter, blending: blending)
  }

  /// Draws a surface into whole pixels, as ``draw(_:transform:into:filter:blending:)`` does, by a map
  /// that says which of its pixels each pixel of the canvas is taken from.
  ///
  /// A map whose numbers are whole multiples of ``samplingUnit``, even ones but for the translation, reaches
  /// X servers unrounded, for the middles of pixels too: then a pixel comes out alike whatever is drawn with
  /// it and wherever on the canvas it lies.
  ///
  /// - Parameters:
  ///   - source: What is drawn.
  ///   - sampling: From pixels of this canvas to pixels of `source`; one without inverse draws nothing.
  ///   - area: The pixels to be drawn; what lies outside of this surface is left out.
  ///   - filter: How pixels between pixels are found.
  ///   - blending: How the result meets what is there.
  package func draw(
    _ source: Surface, sampling: AffineTransform, into area: PixelRect, filter: Filter,
    blending: Blending = .replace
  ) {
    let area = area.intersection(PixelRect(surface.size))
    guard !area.isEmpty, source.isUsable, sampling.isFinite, sampling.determinant != 0 else {
      return
    }
    withContext { context in
      cairo_save(context)
      defer { cairo_restore(context) }
      cairo_identity_matrix(context)
      source.withHandle { cairo_set_source_surface(context, $0, 0, 0) }
      var matrix = cairo_matrix_t(sampling)
      let pattern = cairo_get_source(context)
      cairo_pattern_set_matrix(pattern, &matrix)
      cairo_pattern_set_filter(pattern, filter.cairo)
      context.paint(area, blending)
    }
  }

  /// Fills whole pixels with a surface repeated in both directions, its corner at (`x`, `y`), 1:1.
  ///
  /// For checkerboards and the like. The canvas's own transform does not count, its clip does.
  package func fill(_ area: PixelRect, repeating source: Surface, fromX x: Int, y: Int) {
    let area = area.intersection(PixelRect(surface.size))
    guard !area.isEmpty, source.isUsable else { return }
    withContext { context in
      cairo_save(context)
      defer { cairo_restore(context) }
      cairo_identity_matrix(context)
      source.withHandle { cairo_set_source_surface(context, $0, Double(x), Double(y)) }
      let pattern = cairo_get_source(context)
      cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
      cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
      context.paint(area, .replace)
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
  /// Paints the source of a `cairo_t` into whole pixels.
  fileprivate func paint(_ area: PixelRect, _ blending: Blending) {
    add(area)
    cairo_set_operator(self, blending.cairo)
    cairo_fill(self)
  }
}
