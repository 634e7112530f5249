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
  /// Returns a picture of the stage's scene, of `scale` pixels per point.
  func image(scale: Double) throws(DrawingError) -> Surface {
    let size = window.frame.size * scale
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
