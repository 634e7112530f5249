import OverscrollDrawing
import ScrollGeometry

/// What is drawn, in order, as lines of SVG with every shape and colour, to be compared with goldens.
///
/// Letters, whose outlines depend on the fonts of the machine, are left out.
enum DrawingText {
  static func text(_ size: PixelSize, _ body: (Canvas) throws -> Void) throws -> String {
    let surface = try Surface(svgOf: size)
    let canvas = try Canvas(surface)
    try body(canvas)
    try canvas.check()
    let text = String(decoding: try surface.finishedFile(), as: UTF8.self)
    var isDefinition = false
    return text.split(separator: "\n").filter { line in
      if line.hasPrefix("<defs>") { isDefinition = true }
      defer { if line.hasPrefix("</defs>") { isDefinition = false } }
      return !isDefinition && ["<path", "<rect", "<g clip"].contains { line.hasPrefix($0) }
    }.map { $0 + "\n" }.joined()
  }
}
