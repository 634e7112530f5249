package import OverscrollDrawing
package import ScrollGeometry

/// What is drawn, in order, as a line for each operation, to be compared with goldens.
///
/// Cairo's own text of a drawing, SVG, differs from version to version; the operations of a canvas do not.
package enum DrawingText {
  /// An operation and the transform that applies to it.
  package struct Step {
    package let operation: DrawingOperation
    package let transform: AffineTransform

    /// The color, of operations that have one.
    package var color: Color? {
      switch operation {
      case .clear(let color), .fill(_, let color), .fillRounded(_, _, let color),
        .fillPolygon(_, let color), .stroke(_, _, let color, _), .strokeLine(_, let color, _, _),
        .text(_, _, _, let color):
        color
      default: nil
      }
    }

    /// The bounds on the surface of a rectangle that is filled or stroked.
    package var rect: Rect? {
      switch operation {
      case .fillRounded(let rect, _, _), .stroke(let rect, _, _, _): transform.apply(to: rect)
      case .fill(let rects, _) where rects.count == 1: transform.apply(to: rects[0])
      default: nil
      }
    }
  }

  /// A text that is drawn, on the surface.
  package struct Run: Hashable {
    package let text: String
    package let font: Font
    package let color: Color
    /// The start of the baseline.
    package let start: Point
    package let width: Double

    package var end: Double { start.x + width }
  }

  /// What a drawing's text has of its letters.
  package enum Letters {
    /// All but where they begin, which may depend on their width.
    case baselines
    /// Where they begin too.
    case starts
    /// Nothing: their baselines depend on the font too.
    case none
  }

  /// The operations of a drawing as lines of text; those inside `save` and `restore` are indented.
  ///
  /// - Parameters:
  ///   - size: The size of the surface, in pixels.
  ///   - letters: What is written of texts.
  ///   - clips: Whether clips are written; those of letters depend on the font.
  ///   - body: Draws.
  /// - Returns: The lines.
  /// - Throws: What `body` throws, and an error of the canvas.
  package static func text(
    _ size: PixelSize, letters: Letters = .none, clips: Bool = true,
    _ body: (Canvas) throws -> Void
  ) throws -> String {
    var depth = 0
    return try steps(size, body).map { step in
      switch step.operation {
      case .save:
        depth += 1
        return ""
      case .restore:
        depth -= 1
        return ""
      case .clip where !clips, .clipRounded where !clips: return ""
      case .text where letters == .none: return ""
      default:
        return String(repeating: "  ", count: depth)
          + line(step.operation, showsStart: letters == .starts) + "\n"
      }
    }.joined()
  }

  /// The texts of a drawing, in order, without empty ones.
  package static func runs(_ size: PixelSize, _ body: (Canvas) throws -> Void) throws -> [Run] {
    let canvas = try Canvas(Surface(imageOf: size, opaque: false))
    return try steps(size, body).compactMap { step in
      guard case .text(let text, let origin, let font, let color) = step.operation, !text.isEmpty
      else { return nil }
      return Run(
        text: text, font: font, color: color, start: step.transform.apply(to: origin),
        width: canvas.measure(text, font: font).width * step.transform.a)
    }
  }

  /// The operations of a drawing, in order.
  package static func steps(_ size: PixelSize, _ body: (Canvas) throws -> Void) throws -> [Step] {
    var steps: [Step] = []
    var transforms = [AffineTransform.identity]
    let canvas = try Canvas(Surface(imageOf: size, opaque: false)) { operation in
      switch operation {
      case .save: transforms.append(transforms[transforms.count - 1])
      case .restore: transforms.removeLast()
      case .concatenate(let transform):
        transforms[transforms.count - 1] = transform.concatenating(transforms[transforms.count - 1])
      default: break
      }
      steps.append(Step(operation: operation, transform: transforms[transforms.count - 1]))
    }
    try body(canvas)
    try canvas.check()
    return steps
  }

  private static func line(_ operation: DrawingOperation, showsStart: Bool) -> String {
    switch operation {
    case .save: "save"
    case .restore: "restore"
    case .clip(let rects): "clip \(list(rects))"
    case .clipRounded(let rect, let radius): "clip \(text(rect)) radius \(text(radius))"
    case .concatenate(let t):
      "transform \([t.a, t.b, t.c, t.d, t.tx, t.ty].map(text).joined(separator: " "))"
    case .clear(let color): "clear \(text(color))"
    case .fill(let rects, let color): "fill \(list(rects)) \(text(color))"
    case .fillRounded(let rect, let radius, let color):
      "fill \(text(rect)) radius \(text(radius)) \(text(color))"
    case .fillGradient(let rect, let top, let bottom):
      "fill \(text(rect)) from \(text(top)) to \(text(bottom))"
    case .fillPolygon(let points, let color): "polygon \(list(points)) \(text(color))"
    case .stroke(let rect, let radius, let color, let width):
      "stroke \(text(rect)) radius \(text(radius)) \(text(color)) width \(text(width))"
    case .strokeLine(let points, let color, let width, let dashes):
      "line \(list(points)) \(text(color)) width \(text(width))"
        + (dashes.isEmpty ? "" : " dashes \(dashes.map(text).joined(separator: " "))")
    case .text(let string, let start, let font, let color):
      "text “\(string)” at \(showsStart ? "x = \(text(start.x)), " : "")y = \(text(start.y))"
        + " \(font.family == .mono ? "mono" : "sans") \(text(font.size))"
        + "\(font.isBold ? " bold" : "") \(text(color))"
    case .copy(let area, let place): "copy \(text(area.rect)) to \(text(place))"
    case .pixels(let area): "pixels \(text(area.rect))"
    }
  }

  private static func list(_ rects: [Rect]) -> String { rects.map(text).joined(separator: ", ") }

  private static func list(_ points: [Point]) -> String {
    points.map(text).joined(separator: " – ")
  }

  private static func text(_ rect: Rect) -> String {
    "\(text(rect.width))×\(text(rect.height)) at \(text(rect.origin))"
  }

  private static func text(_ point: Point) -> String { "(\(text(point.x)), \(text(point.y)))" }

  private static func text(_ color: Color) -> String {
    let hex = [color.red, color.green, color.blue].map { component in
      let digits = String(Int((component * 255).rounded()), radix: 16, uppercase: true)
      return digits.count < 2 ? "0" + digits : digits
    }
    return "#\(hex.joined())" + (color.alpha == 1 ? "" : " opacity \(text(color.alpha))")
  }

  /// A number with four decimals at most, without trailing zeros and without a negative zero.
  private static func text(_ value: Double) -> String {
    let rounded = (value * 10_000).rounded() / 10_000 + 0
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? "\(Int(rounded))" : "\(rounded)"
  }
}
