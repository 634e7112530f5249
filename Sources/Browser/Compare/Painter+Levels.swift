import OverscrollDrawing
import OverscrollImaging
import ScrollGeometry

/// Drawing with tiles of a chosen level, so that two pictures can be compared at the same one.
extension Painter {
  /// The tile that covers an entry a number of levels coarser, or at the coarsest level.
  private func ancestor(of key: TileKey, _ levels: Int) -> TileKey {
    key.ancestor(min(levels, pyramid.coarsestLevel - key.level))
  }

  /// Returns the parts of an area in which a tile some levels coarser than the plan's is not complete.
  func incompleteAreas(
    of plan: FramePlan, coarserBy levels: Int, in area: PixelRect
  ) throws(DrawingError) -> [PixelRect] {
    var areas: [PixelRect] = []
    for entry in plan.tiles.entries(in: area) {
      let key = ancestor(of: entry.key, levels)
      _ = try surfaces.surface(key)
      if !surfaces.hasWhole(key) { areas.append(entry.area) }
    }
    return areas
  }

  /// Draws an area with complete tiles some levels coarser than the plan's.
  func drawContent(
    of plan: FramePlan, coarserBy levels: Int, in area: PixelRect, on canvas: Canvas
  ) throws(DrawingError) {
    for entry in plan.tiles.entries(in: area) {
      let key = ancestor(of: entry.key, levels)
      guard let tile = try surfaces.surface(key) else { continue }
      // A transparent picture is drawn without a backdrop: its colors are compared as they are.
      if isOpaque, !tile.covers { try drawBackdrop(entry, plan.frame, on: canvas) }
      draw(tile, key, entry, plan.tiles, on: canvas)
    }
  }
}
