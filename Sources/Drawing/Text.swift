internal import CCairo
package import Geometry

/// A family, a size and a weight of letters.
package struct Font: Hashable, Sendable {
  /// Which letters; what exactly they look like is the system's choice.
  package enum Family: String, Hashable, Sendable {
    /// Plain letters of their own widths.
    case sans = "sans-serif"
    /// Letters of one width, for numbers that must not dance.
    case mono = "monospace"
  }

  /// Which letters.
  package var family: Family
  /// The size of an em, in units of the canvas.
  package var size: Double
  /// True for heavy letters.
  package var isBold: Bool

  /// Makes a font.
  package init(_ family: Family = .sans, size: Double, isBold: Bool = false) {
    self.family = family
    self.size = size
    self.isBold = isBold
  }
}

/// How much room a line of text takes, in units of the canvas.
package struct TextExtents: Hashable, Sendable {
  /// How far the pen moves.
  package let width: Double
  /// From the baseline up to the top of the highest letters of the font, positive.
  package let ascent: Double
  /// From the baseline down to the bottom of the deepest letters of the font, positive.
  package let descent: Double

  /// The height of a line: ascent and descent.
  package var height: Double { ascent + descent }
}

extension Canvas {
  /// How much room `text` takes when drawn; zero when the surface is gone.
  package func measure(_ text: String, font: Font) -> TextExtents {
    var letters = cairo_text_extents_t()
    var line = cairo_font_extents_t()
    withContext {
      $0.select(font)
      cairo_text_extents($0, text, &letters)
      cairo_font_extents($0, &line)
    }
    return TextExtents(width: letters.x_advance, ascent: line.ascent, descent: line.descent)
  }

  /// Draws one line of text from `origin` on, which lies on the baseline.
  package func draw(_ text: String, at origin: Point, font: Font, color: Color) {
    withContext {
      $0.select(font)
      $0.setSource(color)
      cairo_move_to($0, origin.x, origin.y)
      cairo_show_text($0, text)
      cairo_new_path($0)
    }
  }
}

extension OpaquePointer {
  /// Makes `font` the font of a `cairo_t`, smoothed in grey: alike in windows and in files.
  fileprivate func select(_ font: Font) {
    let weight = font.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL
    cairo_select_font_face(self, font.family.rawValue, CAIRO_FONT_SLANT_NORMAL, weight)
    cairo_set_font_size(self, font.size)
    guard let options = cairo_font_options_create() else { return }
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON)
    cairo_set_font_options(self, options)
  }
}
