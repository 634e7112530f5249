package import OverscrollDrawing
import OverscrollLab
import ScrollGeometry

/// The styles of lettering in panels.
package enum TextStyle: Hashable, Sendable {
  /// Sans serif, 12 points.
  case text
  /// Bold sans serif, 12 points.
  case strong
  /// Bold sans serif, 15 points, for what all else is about.
  case title
  /// Monospaced, 11 points, for numbers and values.
  case number

  package var font: Font {
    switch self {
    case .text: Font(.sans, size: Palette.text)
    case .strong: Font(.sans, size: Palette.text, isBold: true)
    case .title: Font(.sans, size: 15, isBold: true)
    case .number: Font(.mono, size: Palette.number)
    }
  }
}

/// Measures text for panels, and shortens it to a width.
package final class TextRuler {
  /// The device pixels per point, which text is hinted for.
  package var scale = 1.0 {
    didSet {
      guard scale != oldValue else { return }
      canvas = Self.makeCanvas(scale)
      widths = [:]
    }
  }

  private var canvas = TextRuler.makeCanvas(1)
  private var widths: [Key: Double] = [:]

  private struct Key: Hashable {
    var text: String
    var style: TextStyle
  }

  /// The number of widths that are kept. [C]
  private static let limit = 4096

  package init() {}

  private static func makeCanvas(_ scale: Double) -> Canvas? {
    guard let surface = try? Surface(imageOf: PixelSize(width: 1, height: 1), opaque: true),
      let canvas = try? Canvas(surface)
    else { return nil }
    canvas.concatenate(AffineTransform(scaleX: scale, y: scale))
    return canvas
  }

  /// Returns the width of a line of text, in points.
  package func width(of text: String, _ style: TextStyle) -> Double {
    let key = Key(text: text, style: style)
    if let width = widths[key] { return width }
    if widths.count >= Self.limit { widths = [:] }
    let width = canvas?.measure(text, font: style.font).width ?? 0
    widths[key] = width
    return width
  }

  /// Breaks a text into at most `limit` lines between words; what is left over is on the last one, whatever its width.
  func lines(of text: String, _ style: TextStyle, width: Double, limit: Int) -> [String] {
    var words = text.split(separator: " ").map(String.init)[...]
    var lines: [String] = []
    while lines.count < limit - 1, let first = words.popFirst() {
      var line = first
      while let word = words.first, self.width(of: line + " " + word, style) <= width {
        line += " " + word
        words.removeFirst()
      }
      lines.append(line)
    }
    if !words.isEmpty { lines.append(words.joined(separator: " ")) }
    return lines
  }

  /// Returns the ascent and the height of a line, in points; zero where memory is short.
  func lineMetrics(_ style: TextStyle) -> (ascent: Double, height: Double) {
    let extents = canvas?.measure("0", font: style.font)
    return (extents?.ascent ?? 0, extents?.height ?? 0)
  }

  /// Returns a name that is shortened in its middle, so that its ending stays.
  func elidedName(_ text: String, _ style: TextStyle, width: Double) -> String {
    canvas?.elided(text, font: style.font, width: width) ?? text
  }

  /// Returns the text, or as much of its beginning as fits `width` with an ellipsis after it.
  package func elided(_ text: String, _ style: TextStyle, width: Double) -> String {
    guard self.width(of: text, style) > width else { return text }
    let count = (0..<text.count).partitioningIndex {
      self.width(of: Self.shortened(text, to: $0 + 1), style) > width
    }
    return count > 0 ? Self.shortened(text, to: count) : ""
  }

  /// The beginning of a text without spaces at its end, and an ellipsis.
  private static func shortened(_ text: String, to count: Int) -> String {
    var start = text.prefix(count)
    while start.last == " " { start.removeLast() }
    return start + "…"
  }
}
