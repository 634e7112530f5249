internal import CCairo
package import ScrollGeometry
import Synchronization

/// A font: a generic family, a size and a weight.
package struct Font: Hashable, Sendable {
  /// A generic font family, which the system maps to an installed font.
  package enum Family: String, Hashable, Sendable {
    /// A proportional sans-serif font.
    case sans = "sans-serif"
    /// A monospaced font, in which changing numbers keep their width.
    case mono = "monospace"
  }

  /// The generic family.
  package var family: Family
  /// The em size, in units of the canvas.
  package var size: Double
  /// Whether the font is bold.
  package var isBold: Bool

  /// Makes a font.
  package init(_ family: Family = .sans, size: Double, isBold: Bool = false) {
    self.family = family
    self.size = size
    self.isBold = isBold
  }
}

/// The metrics of a line of text, in units of the canvas.
package struct TextExtents: Hashable, Sendable {
  /// The advance width.
  package let width: Double
  /// The ascent of the font: the distance from the baseline to the top, positive.
  package let ascent: Double
  /// The descent of the font: the distance from the baseline to the bottom, positive.
  package let descent: Double

  /// The line height: ascent plus descent.
  package var height: Double { ascent + descent }
}

extension Canvas {
  /// Returns the metrics of `text`, which are zero where the surface is gone.
  package func measure(_ text: String, font: Font) -> TextExtents {
    var letters = cairo_text_extents_t()
    var line = cairo_font_extents_t()
    var shaped: TextExtents?
    withContext {
      $0.select(font)
      if TextShaping.isNeeded(for: text) || !$0.hasGlyphs(for: text) {
        shaped = TextShaping.measure(text, font: font, in: $0)
        guard shaped == nil else { return }
      }
      cairo_text_extents($0, text, &letters)
      cairo_font_extents($0, &line)
    }
    if let shaped { return shaped }
    return TextExtents(width: letters.x_advance, ascent: line.ascent, descent: line.descent)
  }

  /// Returns the baseline of a line of text whose capitals lie around `middle`, on a whole unit of the canvas.
  package func baseline(of font: Font, centeredAt middle: Double) -> Double {
    let capital = measure("X", font: font)
    return (middle + (capital.ascent - capital.descent) / 2).rounded()
  }

  /// Draws one line of text in the middle of a place: its capitals lie around `center`, and it starts on a whole unit of the canvas.
  package func draw(_ text: String, centeredAt center: Point, font: Font, color: Color) {
    let x = (center.x - measure(text, font: font).width / 2).rounded()
    draw(text, x: x, middle: center.y, font: font, color: color)
  }

  /// Draws one line of text that starts at `x`, and whose capitals lie around `middle`.
  package func draw(_ text: String, x: Double, middle: Double, font: Font, color: Color) {
    draw(text, at: Point(x, baseline(of: font, centeredAt: middle)), font: font, color: color)
  }

  /// Draws one line of text whose baseline starts at `origin`.
  package func draw(_ text: String, at origin: Point, font: Font, color: Color) {
    let color = contrast == .increased ? color.strengthened : color
    perform(.text(text, at: origin, font, color)) {
      $0.setSource(color)
      $0.select(font)
      if TextShaping.isNeeded(for: text) || !$0.hasGlyphs(for: text),
        TextShaping.draw(text, x: origin.x, y: origin.y, font: font, in: $0)
      {
        cairo_new_path($0)
        return
      }
      cairo_move_to($0, origin.x, origin.y)
      cairo_show_text($0, text)
      cairo_new_path($0)
    }
  }
}

extension OpaquePointer {
  /// Sets the font of a `cairo_t`, with grayscale antialiasing, which looks the same in windows and files.
  fileprivate func select(_ font: Font) {
    let weight = font.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL
    cairo_select_font_face(self, font.family.rawValue, CAIRO_FONT_SLANT_NORMAL, weight)
    cairo_set_font_size(self, font.size)
    guard let options = Self.makeFontOptions() else { return }
    defer { cairo_font_options_destroy(options) }
    cairo_set_font_options(self, options)
  }

  /// Returns whether the font that is set has a glyph for each character: in a Japanese locale, the usual font may be one without
  /// Latin letters and digits.
  fileprivate func hasGlyphs(for text: String) -> Bool {
    var glyphs: UnsafeMutablePointer<cairo_glyph_t>?
    var count: Int32 = 0
    let status = cairo_scaled_font_text_to_glyphs(
      cairo_get_scaled_font(self), 0, 0, text, -1, &glyphs, &count, nil, nil, nil)
    defer { cairo_glyph_free(glyphs) }
    guard status == CAIRO_STATUS_SUCCESS, let glyphs else { return true }
    return (0..<Int(count)).allSatisfy { glyphs[$0].index != 0 }
  }

  /// Makes the options of fonts, `cairo_font_options_t`, which the caller destroys.
  static func makeFontOptions() -> OpaquePointer? {
    guard let options = cairo_font_options_create() else { return nil }
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON)
    return options
  }
}

/// Text of scripts that need shaping, or other fonts than the one that is asked for, by Pango.
///
/// Pango chooses a font for each run. It is loaded when such text is first measured or drawn.
package enum TextShaping {
  /// Returns whether a text needs Pango.
  ///
  /// Cairo alone draws one glyph for each scalar from left to right, from one font, which suffices for the Latin, Greek, Cyrillic
  /// and Armenian scripts without combining marks, and for punctuation and symbols.
  package static func isNeeded(for text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      plainRanges.allSatisfy { !$0.contains(scalar.value) }
    }
  }

  private static let plainRanges: [ClosedRange<UInt32>] = [
    0...0x02FF, 0x0370...0x0482, 0x048A...0x058F, 0x1E00...0x1FFF, 0x2010...0x2027, 0x2030...0x205E,
    0x2070...0x20CF, 0x2100...0x2BFF, 0xFFFD...0xFFFD,
  ]

  /// Whether Pango is installed; loads it.
  package static var isAvailable: Bool { Pango.loaded != nil }

  /// Why text was shown without shaping, as a message; `nil` while that has not happened.
  package static var problem: String? {
    Pango.isMissed.load(ordering: .relaxed)
      ? "Text in all scripts needs the Debian package libpangocairo-1.0-0." : nil
  }

  /// Returns the metrics of a line; `nil` where Pango is not installed.
  static func measure(_ text: String, font: Font, in context: OpaquePointer) -> TextExtents? {
    withLayout(of: text, font, in: context) { pango, layout in
      var (width, height): (Int32, Int32) = (0, 0)
      pango.getSize(layout, &width, &height)
      let ascent = pango.getBaseline(layout)
      return TextExtents(
        width: Double(width) / Pango.scale, ascent: Double(ascent) / Pango.scale,
        descent: Double(height - ascent) / Pango.scale)
    }
  }

  /// Draws a line with the current source; returns `false` where Pango is not installed.
  static func draw(_ text: String, x: Double, y: Double, font: Font, in context: OpaquePointer)
    -> Bool
  {
    let shown: Void? = withLayout(of: text, font, in: context) { pango, layout in
      cairo_move_to(context, x, y)
      pango.showLine(context, pango.getLine(layout, 0))
    }
    return shown != nil
  }

  /// Calls `body` with a layout of one line.
  private static func withLayout<Result>(
    of text: String, _ font: Font, in context: OpaquePointer,
    _ body: (Pango, OpaquePointer) -> Result
  ) -> Result? {
    guard let options = OpaquePointer.makeFontOptions() else { return nil }
    defer { cairo_font_options_destroy(options) }
    guard let pango = Pango.loaded, let layout = pango.createLayout(context) else { return nil }
    defer { pango.unref(layout) }
    pango.setOptions(pango.getContext(layout), options)
    pango.contextChanged(layout)
    let description = pango.newFont()
    pango.setFamily(description, font.family.rawValue)
    pango.setSize(description, font.size * Pango.scale)
    if font.isBold { pango.setWeight(description, Pango.bold) }
    pango.setFont(layout, description)
    pango.freeFont(description)
    pango.setSingleParagraph(layout, 1)
    pango.setText(layout, text, -1)
    return body(pango, layout)
  }
}
