package import OverscrollBase
import OverscrollDrawing
package import OverscrollLab
package import OverscrollShell
package import ScrollGeometry

/// Writes charts as SVG, PNG or PDF.
package enum ChartFile {
  /// Pixels per point in a PNG.
  private static let scale = 2.0

  /// Draws a chart into a file, whose extension selects the format; `-` is standard output, as SVG.
  package static func write(
    _ chart: Chart, to path: FilePath, size: Size? = nil, theme: ChartTheme = .light,
    isPrivate: Bool = false
  ) throws(Failure) {
    let size =
      size
      ?? Size(
        width: ChartLayout.usualWidth,
        height: ChartLayout.usualHeight(lanes: max(1, chart.lanes.count)))
    let pixels = PixelSize(width: Int(size.width.rounded()), height: Int(size.height.rounded()))
    let bytes: [UInt8]
    do throws(DrawingError) {
      switch path.fileExtension {
      case "png": return try writePNG(chart, to: path, size, theme, isPrivate: isPrivate)
      case "pdf": bytes = try file(chart, Surface(pdfOf: pixels), size, theme)
      case "svg": bytes = try file(chart, Surface(svgOf: pixels), size, theme)
      default:
        guard path == FilePath("-") else {
          throw DrawingError("Writing \(path)", because: "a plot must be .svg, .png or .pdf")
        }
        bytes = try file(chart, Surface(svgOf: pixels), size, theme)
      }
    } catch {
      throw Failure(message: error.description)
    }
    if path == FilePath("-") {
      try StandardOutput.write(bytes)
    } else {
      try TextFile.write(bytes, to: path, isPrivate: isPrivate)
    }
  }

  private static func writePNG(
    _ chart: Chart, to path: FilePath, _ size: Size, _ theme: ChartTheme, isPrivate: Bool
  ) throws(DrawingError) {
    let surface = try Surface(
      imageOf: PixelSize(
        width: Int((size.width * scale).rounded()), height: Int((size.height * scale).rounded())),
      opaque: true)
    let canvas = try Canvas(surface)
    canvas.concatenate(AffineTransform(scaleX: scale, y: scale))
    chart.draw(
      on: canvas, in: Rect(origin: .zero, size: size), theme: theme, pixelsPerPoint: scale)
    try canvas.check()
    try surface.flush()
    try surface.writePNG(to: path, isPrivate: isPrivate)
  }

  private static func file(
    _ chart: Chart, _ surface: Surface, _ size: Size, _ theme: ChartTheme
  ) throws(DrawingError) -> [UInt8] {
    let canvas = try Canvas(surface)
    chart.draw(on: canvas, in: Rect(origin: .zero, size: size), theme: theme)
    try canvas.check()
    return try surface.finishedFile()
  }
}
