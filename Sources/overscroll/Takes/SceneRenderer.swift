import OverscrollDrawing
import OverscrollLab
import OverscrollStage
import ScrollEngine
import ScrollGeometry

/// Draws a scene's take without a display, by the drawing code of the window.
final class SceneRenderer: FrameRenderer {
  private let simulation: Simulation
  private let scale: Double

  init(_ script: Script) {
    simulation = Simulation(script)
    scale = script.header.displayScale
  }

  func surface(at time: Double) throws -> Surface {
    _ = simulation.sample(at: time)
    return try simulation.stage.image(scale: scale)
  }
}

extension Stage {
  /// Returns a picture of the stage's scene.
  ///
  /// - Parameters:
  ///   - scale: The pixels per point.
  ///   - size: The size in pixels, from the top left corner on; `nil` for all of the scene.
  /// - Returns: The picture.
  /// - Throws: An error where memory is short.
  func image(scale: Double, size: Size? = nil) throws(DrawingError) -> Surface {
    let size = size ?? window.frame.size * scale
    let pixels = PixelSize(width: Int(size.width.rounded()), height: Int(size.height.rounded()))
    let surface = try Surface(imageOf: pixels, opaque: true)
    let canvas = try Canvas(surface)
    canvas.clear(Color(Palette.paper))
    let toPixels = AffineTransform(scaleX: scale, y: scale)
    canvas.concatenate(toPixels)
    if let scene { ViewPainter(scene).draw(window, on: canvas, toPixels: toPixels) }
    try canvas.check()
    try surface.flush()
    return surface
  }
}
