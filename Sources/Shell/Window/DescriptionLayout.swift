/// Where the lines of a sentence lie in a strip below a viewport, in points from the strip's top.
package struct DescriptionLayout {
  /// The height of a line. [C]
  package static let line = 16.0
  /// The distance from the viewport, where there is room for it. [C]
  static let gap = 4.0
  /// The distance of a line's baseline from its top. [C]
  private static let ascent = 12.0

  /// The height of the strip.
  let height: Double

  /// The height of a strip that has room for some lines.
  static func height(lines: Int) -> Double { gap + Double(lines) * line }

  /// The number of lines that there is room for; at least one.
  var lineCount: Int { Int((max(height - Self.gap, Self.line) / Self.line).rounded(.down)) }

  /// The baseline of a line, on a whole point.
  func baseline(of index: Int) -> Double {
    let gap = min(Self.gap, max(height - Self.line, 0))
    return (gap + Double(index) * Self.line + Self.ascent).rounded()
  }
}
