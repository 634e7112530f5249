import OverscrollDrawing
import ScrollGeometry

extension Painter {
  /// Draws an overlay; the pixels of a map have been prepared.
  func draw(_ overlay: Overlay, on canvas: Canvas) {
    guard case .minimap(let minimap) = overlay.kind else { return canvas.draw(overlay) }
    draw(minimap, scale: overlay.scale, on: canvas)
  }

  private func draw(_ minimap: Minimap, scale: Double, on canvas: Canvas) {
    guard let surface = minimapSurface.surface, surface.size == minimap.area.size else { return }
    let (theme, opacity) = (Theme.minimap, minimap.opacity)
    let (map, visible) = (minimap.area, minimap.visible)
    let hairline = Minimap.hairline(scale)
    canvas.draw(surface, PixelRect(surface.size), at: map.rect.origin, opacity: opacity)
    canvas.fill(map.subtracting(visible), with: theme.dimmed.withOpacity(opacity))
    // A dark line outside the map separates it from a bright picture, a light line inside it from a dark one.
    canvas.fill(map.ring(from: -hairline, to: 0), with: theme.rim.withOpacity(opacity))
    canvas.fill(map.ring(from: 0, to: hairline), with: theme.edge.withOpacity(opacity))
    let line = max(1, PixelRect.rounded(theme.frameWidth * scale))
    canvas.fill(visible.ring(from: -hairline, to: 0), with: theme.rim.withOpacity(opacity))
    canvas.fill(visible.ring(from: 0, to: line), with: theme.frame.withOpacity(opacity))
  }
}

extension PixelRect {
  /// Returns the ring between two distances from the edges, positive inward, in at most four parts.
  fileprivate func ring(from outer: Int, to inner: Int) -> [PixelRect] {
    insetBy(outer).subtracting(insetBy(inner))
  }
}
