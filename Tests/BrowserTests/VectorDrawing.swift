import OverscrollBrowser
import OverscrollDrawing
import ScrollGeometry

/// What was drawn, as the SVG text that Cairo writes for it: every shape, color and letter to six decimals, so that
/// two drawings are equal only if all of their numbers are.
struct VectorDrawing: Hashable {
  let text: String

  init(_ size: PixelSize, _ body: (Canvas) throws -> Void) throws {
    // Cairo counts all surfaces of the process, and numbers the document's with that count.
    let surface = try Surface(svgOf: size)
    let canvas = try Canvas(surface)
    try body(canvas)
    try canvas.check()
    text = String(decoding: try surface.finishedFile(), as: UTF8.self)
      .split(separator: "\n").filter { !$0.contains("id=\"surface") }
      .joined(separator: "\n")
  }

  /// What a painter draws for a frame of a picture that has no tiles.
  init(_ frame: Frame) throws {
    let provider = FakePicture(size: frame.placement.size)
    provider.available = { _ in false }
    let painter = Painter(
      maker: ImageSurfaceFactory(), provider: provider, isOpaque: true, byteLimit: 1 << 30)
    try self.init(frame.viewport) { try painter.draw(frame, on: $0) }
  }

  static let background = Color(0x1E1F22)
}

extension Frame {
  /// A frame whose picture lies so far away that nothing of it shows.
  static func empty(_ viewport: PixelSize, scale: Double = 1) -> Self {
    var frame = Frame(
      viewport: viewport,
      placement: Placement(
        size: PixelSize(width: 10, height: 10), origin: Point(-9000, -9000), scale: 1))
    frame.scale = scale
    return frame
  }
}
