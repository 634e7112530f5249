internal import CCairo
internal import CText

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
  package static var isAvailable: Bool { OverscrollHasTextShaping() }

  /// Why text was shown without shaping, as a message; `nil` while that has not happened.
  package static var problem: String? {
    OverscrollLacksTextShaping()
      ? "Text in all scripts needs the Debian package libpangocairo-1.0-0." : nil
  }

  /// Returns the metrics of a line; `nil` where Pango is not installed.
  static func measure(_ text: String, font: Font, in context: OpaquePointer) -> TextExtents? {
    var metrics = OverscrollTextMetrics()
    let isMeasured = withLine(text, font) { OverscrollMeasureLine(context, $0, &metrics) }
    guard isMeasured else { return nil }
    return TextExtents(
      width: metrics.width, ascent: metrics.ascent, descent: metrics.descent)
  }

  /// Draws a line with the current source; returns `false` where Pango is not installed.
  static func draw(_ text: String, x: Double, y: Double, font: Font, in context: OpaquePointer)
    -> Bool
  {
    withLine(text, font) { OverscrollDrawLine(context, $0, x, y) }
  }

  private static func withLine(
    _ text: String, _ font: Font, _ body: (OverscrollTextLine) -> Bool
  ) -> Bool {
    guard let options = OpaquePointer.makeFontOptions() else { return false }
    defer { cairo_font_options_destroy(options) }
    return text.withCString { text in
      font.family.rawValue.withCString { family in
        body(
          OverscrollTextLine(
            text: text, family: family, size: font.size, isBold: font.isBold, options: options))
      }
    }
  }
}
