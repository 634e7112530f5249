package import Drawing
import Geometry
package import Imaging

/// What a window shows: frames, each made from the one before with as little drawing as it takes.
///
/// The content is kept without what lies over it, so nothing ever smears; every pixel of the window that changes is
/// written once a frame, either with bare content or with content and overlays put together beforehand.
package final class Compositor {
  /// What was done to show a frame.
  package struct Report: Hashable, Sendable {
    /// What had to be done.
    package var repaint: Repaint
    /// The number of drawn tiles that were not there.
    package var missing = 0
    /// True if tiles are there that wait for the next frame to be uploaded.
    package var isUnfinished = false
  }

  private let painter: Painter
  private let maker: any SurfaceFactory
  private let measuringCanvas: Canvas
  private var buffer: ContentBuffer?
  private var staging: Surface?
  private var shown: Scene?
  private var arrivals: Set<TileKey> = []

  /// Makes a screen that shows nothing yet.
  ///
  /// - Parameters:
  ///   - painter: Draws the content.
  ///   - maker: Makes surfaces where the window is; the one that the painter has.
  /// - Throws: Cairo's words when memory is short.
  package init(painter: Painter, maker: any SurfaceFactory) throws(DrawingError) {
    self.painter = painter
    self.maker = maker
    measuringCanvas = try Canvas(Surface(imageOf: PixelSize(width: 1, height: 1), opaque: true))
  }

  /// The bytes of everything that is kept for drawing, and what the maker keeps for use again.
  package var byteCount: Int { painter.surfaces.byteCount + bufferBytes + maker.pooledBytes }

  /// The bytes that showing anything takes: what frames are put together in, and the way to the window.
  package var bufferBytes: Int {
    (buffer?.surface.byteCount ?? 0) + (staging?.byteCount ?? 0) + maker.stagingBytes
  }

  /// The tiles that can be drawn at once.
  package var surfaces: TileSurfaces { painter.surfaces }

  /// Limits what is kept, apart from what is visible.
  func limit(to plan: BudgetPlan) {
    painter.surfaces.byteLimit = plan.surfaceLimit
    if maker.poolLimit != plan.poolLimit { maker.poolLimit = plan.poolLimit }
  }

  /// The number of visible tiles of a frame, and how many of them cannot be drawn yet.
  package func tileCounts(of plan: FramePlan) -> (visible: Int, missing: Int) {
    let entries = plan.tiles.entries
    return (entries.count, entries.count { !painter.surfaces.contains($0.key) })
  }

  /// True if some part of a frame has nothing to show, not even coarsely.
  package func hasMissingTiles(in plan: FramePlan) -> Bool {
    plan.tiles.entries.contains { !painter.hasPlaceholder(for: $0.key) }
  }

  /// Tells of tiles that have arrived or grown; they show with the next frame.
  package func invalidate(_ keys: [TileKey]) {
    painter.invalidate(keys)
    arrivals.formUnion(keys)
  }

  /// Shows a frame.
  ///
  /// - Parameters:
  ///   - plan: The frame and its tiles.
  ///   - window: Where; its pixels are those of the last call, unless `isExposed`.
  ///   - isExposed: True if the window has lost pixels since.
  /// - Returns: What was done.
  /// - Throws: Cairo's words, or that the display is gone; the next frame is drawn as a whole then.
  @discardableResult
  package func show(
    _ plan: FramePlan, on window: Surface, isExposed: Bool = false
  ) throws(DrawingError) -> Report {
    let frame = plan.frame
    let scene = Scene(frame, overlays: Overlay.all(of: frame, measuredBy: measuringCanvas))
    let stale = painter.areas(of: arrivals, in: plan)
    let repaint = Repaint(from: shown, to: scene, stale: stale, isExposed: isExposed)
    // Until it is done, nothing is known of what is kept.
    shown = nil
    let keys = { plan.tiles.entries.map(\.key) }
    painter.surfaces.beginFrame(uploadLimit: maker.uploadLimit, visible: keys)
    let buffer = try prepareBuffer(frame.viewport, repaint)
    let missing = try draw(plan, repaint.content, buffer)
    arrivals = painter.surfaces.postponed
    for area in repaint.plain {
      for piece in buffer.pieces(of: area) {
        window.copy(piece.place, from: buffer.surface, toX: piece.area.x, y: piece.area.y)
      }
    }
    for area in repaint.overlaid { try cover(area, scene, buffer, window) }
    painter.surfaces.endFrame(visible: keys)
    shown = scene
    return Report(repaint: repaint, missing: missing, isUnfinished: !arrivals.isEmpty)
  }

  private func prepareBuffer(
    _ viewport: PixelSize, _ repaint: Repaint
  ) throws(DrawingError) -> ContentBuffer {
    if let buffer, buffer.viewport == viewport {
      if let motion = repaint.motion { buffer.move(by: motion) } else { buffer.unwind() }
      return buffer
    }
    buffer = nil
    let made = try ContentBuffer(viewport: viewport, maker: maker)
    buffer = made
    return made
  }

  private func draw(
    _ plan: FramePlan, _ areas: [PixelRect], _ buffer: ContentBuffer
  ) throws(DrawingError) -> Int {
    guard !areas.isEmpty else { return 0 }
    let canvas = try Canvas(buffer.surface)
    var missing = 0
    for piece in areas.flatMap(buffer.pieces) {
      let moved = plan.offset(x: piece.x - piece.area.x, y: piece.y - piece.area.y)
      missing += try painter.drawContent(of: moved, in: piece.place, on: canvas)
    }
    return missing
  }

  /// Puts content and overlays together and brings them to the window in one go.
  private func cover(
    _ area: PixelRect, _ scene: Scene, _ buffer: ContentBuffer, _ window: Surface
  ) throws(DrawingError) {
    let staging = try stagingSurface(atLeast: area.size)
    for piece in buffer.pieces(of: area) {
      staging.copy(
        piece.place, from: buffer.surface, toX: piece.area.x - area.x, y: piece.area.y - area.y)
    }
    let canvas = try Canvas(staging)
    canvas.clip(to: [PixelRect(area.size)])
    canvas.concatenate(AffineTransform(translationX: -Double(area.x), y: -Double(area.y)))
    for overlay in scene.overlays where !overlay.area.intersection(area).isEmpty {
      canvas.saved {
        canvas.clip(to: overlay.area.rect)
        canvas.draw(overlay)
      }
    }
    window.copy(PixelRect(area.size), from: staging, toX: area.x, y: area.y)
  }

  /// The surface on which content and overlays are put together.
  private func stagingSurface(atLeast size: PixelSize) throws(DrawingError) -> Surface {
    if let staging, staging.size.width >= size.width, staging.size.height >= size.height {
      return staging
    }
    let made = try maker.makeSurface(
      size: PixelSize(
        width: max(size.width, staging?.size.width ?? 0),
        height: max(size.height, staging?.size.height ?? 0)), opaque: true)
    staging = made
    return made
  }
}
