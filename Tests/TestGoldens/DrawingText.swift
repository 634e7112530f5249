package import OverscrollDrawing
package import ScrollGeometry

/// What is drawn, in order, as lines of SVG with every shape and colour, to be compared with goldens.
///
/// Letters, whose outlines depend on the fonts of the machine, are left out, or given by their number, baseline and colour.
package enum DrawingText {
  /// Letters drawn at once.
  package struct Run: Equatable {
    package var color: String
    /// The start of each letter on its baseline.
    package var places: [Point]

    /// Where the last letter ends, in a font whose letters have the same width; at least two letters.
    package var end: Double {
      guard let last = places.last, let first = places.first, places.count > 1 else { return .nan }
      return last.x + (last.x - first.x) / Double(places.count - 1)
    }

    fileprivate func line(_ letters: Letters) -> String {
      guard let start = places.first else { return "" }
      let x = letters == .starts ? "x = \(start.x), " : ""
      return "\(places.count) letters from \(x)y = \(start.y) on: \(color)\n"
    }
  }

  /// What a text has of letters.
  package enum Letters {
    /// The number, colour and baseline of those drawn at once: where they begin may depend on their width.
    case baselines
    /// Where they begin too.
    case starts
    /// Nothing: their baselines depend on the font too.
    case none
  }

  package static func text(_ size: PixelSize, _ body: (Canvas) throws -> Void) throws -> String {
    var isDefinition = false
    return try lines(size, body).filter { line in
      if line.hasPrefix("<defs>") { isDefinition = true }
      defer { if line.hasPrefix("</defs>") { isDefinition = false } }
      return !isDefinition && ["<path", "<rect", "<g clip"].contains { line.hasPrefix($0) }
    }.map { $0 + "\n" }.joined()
  }

  /// The same with letters and gradients, and with clips unless told otherwise: those of letters depend on the font.
  package static func detailedText(
    _ size: PixelSize, letters: Letters, clips: Bool = true, _ body: (Canvas) throws -> Void
  ) throws -> String {
    parts(try lines(size, body)).map { part in
      switch part {
      case .shape(let line): line + "\n"
      case .clip(let line): clips ? line + "\n" : ""
      case .run(let run): letters == .none ? "" : run.line(letters)
      }
    }.joined()
  }

  /// The runs of letters, in the order of drawing.
  package static func runs(_ size: PixelSize, _ body: (Canvas) throws -> Void) throws -> [Run] {
    parts(try lines(size, body)).compactMap { if case .run(let run) = $0 { run } else { nil } }
  }

  private enum Part {
    case shape(String)
    case clip(String)
    case run(Run)
  }

  private static func lines(_ size: PixelSize, _ body: (Canvas) throws -> Void) throws -> [String] {
    let surface = try Surface(svgOf: size)
    let canvas = try Canvas(surface)
    try body(canvas)
    try canvas.check()
    return String(decoding: try surface.finishedFile(), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  private static func parts(_ lines: [String]) -> [Part] {
    var parts: [Part] = []
    var run: Run?
    var (isGlyph, isClip) = (false, false)
    for line in lines.map({ String($0.trimmingPrefix { $0 == " " }) }) {
      if line.hasPrefix("<symbol") { isGlyph = true }
      if line.hasPrefix("</symbol") { isGlyph = false }
      if isGlyph { continue }
      if line.hasPrefix("<clipPath") { isClip = true }
      defer { if line.hasPrefix("</clipPath") { isClip = false } }
      if line.hasPrefix("<g style=") {
        run = Run(
          color: line.split(separator: "\"").dropFirst().first.map(String.init) ?? "", places: [])
      } else if line.hasPrefix("<use"), run != nil {
        run?.places.append(Point(attribute("x", of: line), attribute("y", of: line)))
      } else if line.hasPrefix("</g>"), let finished = run {
        parts.append(.run(finished))
        run = nil
      } else if ["<path", "<rect", "<g clip", "<stop", "<linear", "<clip"].contains(where: {
        line.hasPrefix($0)
      }) {
        parts.append(isClip || line.hasPrefix("<g clip") ? .clip(line) : .shape(line))
      }
    }
    return parts
  }

  private static func attribute(_ name: String, of line: String) -> Double {
    let parts = line.split(separator: "\"")
    let index = parts.firstIndex { $0.hasSuffix(" \(name)=") } ?? parts.endIndex
    return index + 1 < parts.endIndex ? Double(parts[index + 1]) ?? .nan : .nan
  }
}
