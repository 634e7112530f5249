package import OverscrollDrawing
import OverscrollImaging

extension Compositor {
  /// The limit for uploads in one call of ``drawAhead(_:)``, about fifteen tiles, in bytes. [C]
  ///
  /// A drag that begins meanwhile waits for no more than that.
  private static let aheadUploadLimit = 4 << 20

  /// Draws the content of a frame before a window shows it, so that showing it takes a copy.
  ///
  /// Tiles are uploaded in parts, a part a call; then the content is drawn at once.
  ///
  /// - Parameter plan: The frame and its tiles.
  /// - Returns: True once the content is drawn.
  /// - Throws: ``DrawingError`` if memory is short or the display is gone.
  package func drawAhead(_ plan: FramePlan) throws(DrawingError) -> Bool {
    (shown, unretained) = (nil, nil)
    let keys = { plan.tiles.entries.map(\.key) }
    painter.surfaces.beginFrame(
      uploadLimit: min(maker.uploadLimit, Self.aheadUploadLimit), visible: keys)
    for key in keys() { _ = try painter.surfaces.surface(key) }
    guard painter.surfaces.postponed.isEmpty else { return false }
    let scene = Scene(plan.frame, overlays: [])
    _ = try drawContent(plan, Repaint(from: nil, to: scene))
    painter.surfaces.endFrame(visible: keys)
    shown = scene
    drawnAhead = Set(keys().filter(painter.surfaces.hasWhole))
    return true
  }

  /// The memory that ``drawAhead(_:)`` takes for a frame, in bytes.
  package static func bytesAhead(of plan: FramePlan) -> Int {
    plan.tiles.entries.count * BudgetPlan.tileBytes
      + ContentBuffer.byteCount(for: plan.frame.viewport)
  }
}
