import OverscrollDrawing
import ScrollGeometry

extension Frame {
  /// The opacity of the lines between pixels, from 0 to 1.
  package var pixelGridOpacity: Double {
    showsPixelGrid && page == nil ? PixelGrid.opacity(at: placement.scale) : 0
  }
}

extension Painter {
  /// Draws the lines between pixels into a part of a canvas, over the picture.
  func drawPixelGrid(of frame: Frame, in area: PixelRect, on canvas: Canvas) {
    let opacity = frame.pixelGridOpacity
    guard opacity > 0 else { return }
    let grid = PixelGrid(placement: frame.placement)
    let theme = Theme.pixelGrid
    // Columns and rows are filled separately: as one path, Cairo would split them at each crossing, which takes a hundred times
    // longer.
    for lines in [grid.columns(in: area), grid.rows(in: area)] {
      if !lines.dark.isEmpty { canvas.fill(lines.dark, with: theme.dark.withOpacity(opacity)) }
      if !lines.light.isEmpty { canvas.fill(lines.light, with: theme.light.withOpacity(opacity)) }
    }
  }
}
