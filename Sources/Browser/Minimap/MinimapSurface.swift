import OverscrollDrawing
import OverscrollImaging
import ScrollGeometry

/// The pixels of a map, drawn from loaded tiles, and redrawn when better ones arrive.
final class MinimapSurface {
  /// What the pixels depend on.
  private struct Content: Hashable {
    var placement: Placement
    var backdrop: Backdrop
    var scale: Double
    var revision: Int
  }

  /// The pixels; `nil` while there is no map.
  private(set) var surface: Surface?
  private var drawn: Content?
  /// Incremented when the pixels become outdated.
  private(set) var revision = 0

  /// Marks the pixels as outdated if tiles of the map's level, or coarser placeholders, have arrived.
  func invalidate(_ keys: [TileKey], pyramid: Pyramid) {
    guard let drawn else { return }
    let level = TilePlan.level(for: drawn.placement.scale, pyramid)
    if keys.contains(where: { $0.level >= level }) { revision += 1 }
  }

  /// Marks the pixels as outdated.
  func invalidateAll() { if drawn != nil { revision += 1 } }

  /// Draws the pixels of a frame's map, or frees them if it has none.
  func prepare(_ frame: Frame, by painter: Painter, _ maker: any SurfaceFactory)
    throws(DrawingError)
  {
    guard let minimap = frame.minimap else {
      (surface, drawn) = (nil, nil)
      return
    }
    let content = Content(
      placement: minimap.placement, backdrop: frame.backdrop, scale: frame.scale, revision: revision
    )
    guard content != drawn || surface?.size != minimap.area.size else { return }
    drawn = nil
    if surface?.size != minimap.area.size {
      surface = nil
      surface = try maker.makeSurface(size: minimap.area.size, opaque: true)
    }
    guard let surface else { return }
    var map = Frame(viewport: minimap.area.size, placement: minimap.placement)
    map.backdrop = frame.backdrop
    map.scale = frame.scale
    let waiting = painter.surfaces.postponed
    let plan = FramePlan(map, pyramid: painter.pyramid)
    _ = try painter.drawContent(of: plan, in: PixelRect(map.viewport), on: Canvas(surface))
    drawn = content
    // The next frame uploads what this one had to postpone.
    if painter.surfaces.postponed != waiting { revision += 1 }
  }
}
