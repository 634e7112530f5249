package import OverscrollDrawing
package import ScrollGeometry

/// A page whose content is drawn completely, on its own surface, whenever it looks different.
package protocol SurfacePage: Page {
  /// True where the content, or a caption of it, looks different from when it was last drawn; the page sets it, and drawing
  /// clears it.
  var needsDisplay: Bool { get set }

  /// Called before the content is drawn, and told whether the list of commands will lie over it.
  func willDraw(belowCommands isBelowCommands: Bool)

  /// Draws the content.
  ///
  /// - Parameters:
  ///   - surface: A surface of the content's size in device pixels; all of its pixels must be drawn.
  ///   - scale: The device pixels per point of the content; smaller where it is shown reduced.
  ///   - textScale: The device pixels per point of the window.
  /// - Throws: An error where memory is short or the display is gone.
  func draw(on surface: Surface, scale: Double, textScale: Double) throws(DrawingError)

  /// Draws what lies over the content, with `scale` device pixels per point.
  func drawOverlay(on surface: Surface, scale: Double) throws(DrawingError)
}

extension SurfacePage {
  /// Does nothing: most content may have the list lie over any part of it.
  package func willDraw(belowCommands isBelowCommands: Bool) {}
  package func drawOverlay(on surface: Surface, scale: Double) {}

  package func next(
    _ opportunity: RedrawState.Opportunity, at now: Double
  ) -> RedrawState.Step {
    let isOpen = opportunity == .ready || opportunity == .refresh
    return RedrawState.Step(
      draws: needsDisplay && isOpen, needsSlot: needsDisplay && !isOpen,
      needsFrames: traits.needsFrames)
  }

  package func draw(_ target: DrawingTarget) throws(DrawingError) {
    let isOutdated = needsDisplay
    needsDisplay = false
    willDraw(belowCommands: target.overlay != nil)
    try target.retained(isOutdated: isOutdated) { surface throws(DrawingError) in
      try draw(on: surface, scale: target.scale, textScale: target.textScale)
      try drawOverlay(on: surface, scale: target.textScale)
    }
  }
}

/// Where a page draws.
package struct DrawingTarget {
  /// The window's surface.
  package let window: Surface
  /// The place of the content, in pixels.
  package let place: PixelRect
  /// True where the window has lost its pixels.
  package let isExposed: Bool
  /// True if the overlays of the content have changed.
  let needsContent: Bool
  /// The device pixels per point of the content; smaller where it is shown reduced.
  package let scale: Double
  /// The device pixels per point of the window.
  package let textScale: Double
  /// Where parts are composed before they are copied to the window.
  package let staging: Staging
  /// What the content was drawn on last.
  let content: RetainedSurface
  /// The list of commands over the content; `nil` while it is hidden.
  let overlay: CommandSheet.Picture?

  /// Shows the content as it was drawn last, or draws it again.
  package func retained(
    isOutdated: Bool, _ body: (Surface) throws(DrawingError) -> Void
  ) throws(DrawingError) {
    guard !place.isEmpty else { return }
    if isOutdated || needsContent || content.surface?.size != place.size {
      let surface = try content.surface(place.size)
      try body(surface)
      if let overlay {
        let canvas = try Canvas(surface)
        canvas.contrast = staging.contrast
        canvas.concatenate(AffineTransform(scaleX: textScale, y: textScale))
        overlay.draw(on: canvas)
      }
    } else if !isExposed {
      return
    }
    guard let surface = content.surface else { return }
    window.copy(PixelRect(place.size), from: surface, toX: place.x, y: place.y)
  }
}

/// A surface that is kept as long as it has the right size.
final class RetainedSurface {
  private(set) var surface: Surface?
  private let maker: any SurfaceFactory

  init(_ maker: any SurfaceFactory) {
    self.maker = maker
  }

  func surface(_ size: PixelSize) throws(DrawingError) -> Surface {
    if let surface, surface.size == size { return surface }
    // The old one goes before there is another.
    surface = nil
    let made = try maker.makeSurface(size: size, opaque: true)
    surface = made
    return made
  }
}
