package import OverscrollDrawing
package import OverscrollImaging
import ScrollGeometry

/// Shows frames in a window, each derived from the previous one with as little drawing as possible.
///
/// Content is retained without overlays, so overlays never leave traces. Every damaged pixel of the window is written
/// once per frame: either plain content, or content and overlays composited beforehand.
package final class Compositor {
  /// What showing a frame involved.
  package struct Report: Hashable, Sendable {
    /// The repaint that was carried out.
    package var repaint: Repaint
    /// The number of pixels of retained content that were redrawn.
    package var drawnPixels = 0
    /// The number of redrawn tiles that were not loaded.
    package var missing = 0
    /// Whether tiles wait for the next frame to be uploaded.
    package var isUnfinished = false
    /// Whether some part of the window shows a draft.
    package var isDraft = false
  }

  /// Draws the content.
  package let painter: Painter
  let maker: any SurfaceFactory
  private let measuringCanvas: Canvas
  private var buffer: ContentBuffer?
  private var staging: Surface?
  /// The surface of drafts.
  var draftSurface: Surface?
  /// The scene of a window whose content is not retained, as during a zoom.
  var unretained: Scene?
  /// The scene of the window and of the retained content.
  var shown: Scene?
  /// Whether the next frame uploads all the tiles it needs, however many they are, so that a
  /// picture replaces another one in a single frame.
  package var uploadsWhole = false
  /// The parts of the window that still show a draft, whose content is not retained.
  private var draftAreas: [PixelRect] = []
  private var arrivals: Set<TileKey> = []
  /// True if all tiles have other pixels than those that are shown.
  private var isOutdated = false
  /// The tiles that were drawn ahead with all of their pixels, while the content stays in its place.
  var drawnAhead: Set<TileKey> = []

  /// Creates a compositor for a window that shows nothing yet.
  ///
  /// - Parameters:
  ///   - painter: Draws the content.
  ///   - maker: Makes surfaces of the window's kind; the same as the painter's.
  /// - Throws: ``DrawingError`` if memory is short.
  package init(painter: Painter, maker: any SurfaceFactory) throws(DrawingError) {
    self.painter = painter
    self.maker = maker
    measuringCanvas = try Canvas(Surface(imageOf: PixelSize(width: 1, height: 1), opaque: true))
  }

  /// The memory of all surfaces, including those that the factory keeps for reuse, in bytes.
  package var byteCount: Int { painter.surfaces.byteCount + bufferBytes + maker.pooledBytes }

  /// The memory that showing any frame takes, in bytes: buffers and the memory shared with the server.
  package var bufferBytes: Int {
    (buffer?.surface.byteCount ?? 0) + (staging?.byteCount ?? 0)
      + (draftSurface?.byteCount ?? 0) + (painter.minimapSurface.surface?.byteCount ?? 0)
      + maker.stagingBytes
  }

  /// Incremented when the pixels of the picture's map change.
  package var minimapRevision: Int { painter.minimapSurface.revision }

  /// The surfaces of loaded tiles.
  package var surfaces: TileSurfaces { painter.surfaces }

  /// Applies the limits of a budget plan.
  func limit(to plan: BudgetPlan) {
    painter.surfaces.byteLimit = plan.surfaceLimit
    if maker.poolLimit != plan.poolLimit { maker.poolLimit = plan.poolLimit }
  }

  /// Returns the number of visible tiles of a frame, and how many of them are not loaded.
  package func tileCounts(of plan: FramePlan) -> (visible: Int, missing: Int) {
    let entries = plan.tiles.entries
    return (entries.count, entries.count { !painter.surfaces.contains($0.key) })
  }

  /// Returns whether a visible tile is missing altogether: neither it nor a placeholder can be drawn.
  package func hasMissingTiles(in plan: FramePlan) -> Bool {
    plan.tiles.entries.contains { !painter.hasPlaceholder(for: $0.key) }
  }

  /// Marks tiles as outdated because they have arrived or grown; the next frame redraws them.
  package func invalidate(_ keys: [TileKey]) {
    painter.invalidate(keys)
    // A surface may be whole and the frame still drawn without it, as with more tiles than a frame uploads.
    arrivals.formUnion(keys.filter { !drawnAhead.contains($0) || !painter.surfaces.hasWhole($0) })
  }

  /// Marks all tiles as outdated because other pixels take their place; the next frame shows all of them at once.
  package func invalidateAll() {
    painter.invalidateAll()
    isOutdated = true
    uploadsWhole = true
    drawnAhead = []
  }

  /// Removes the surfaces of all tiles, which are uploaded again, since they have other colors on the display.
  package func removeSurfaces() {
    invalidateAll()
    painter.removeAll()
  }

  /// Shows a frame.
  ///
  /// - Parameters:
  ///   - plan: The frame and its tiles.
  ///   - window: The window's surface; its pixels are those of the last call, unless `isExposed`.
  ///   - isExposed: Pass `true` if the window has lost pixels since.
  ///   - scrollsWindow: Pass `true` if pixels may scroll in place, because nothing obscures the window.
  ///   - effort: How to draw content that cannot be derived from the last frame's.
  ///   - refines: Pass `false` during a zoom: tiles that were uploaded as they were drawn are not uploaded again with more pixels.
  /// - Returns: A report of what was done.
  /// - Throws: ``DrawingError`` if memory is short or the display is gone. The next frame is then redrawn as a whole.
  @discardableResult
  package func show(
    _ plan: FramePlan, on window: Surface, isExposed: Bool = false, scrollsWindow: Bool = false,
    effort: Effort = .kept(), refines: Bool = true
  ) throws(DrawingError) -> Report {
    let frame = plan.frame
    let scene = Scene(frame, overlays: Overlay.all(of: frame, measuredBy: measuringCanvas))
    let repaint = repaint(
      plan, scene, isExposed: isExposed, scrollsWindow: scrollsWindow, effort: effort)
    isOutdated = false
    if shown?.frame.placement != frame.placement || shown?.frame.filter != frame.filter {
      drawnAhead = []
    }
    // An error in between leaves the window and the retained content undefined.
    (shown, unretained) = (nil, nil)
    let isDraft = effort == .draft
    let keys = {
      let drafted = isDraft ? plan.halved(pyramid: self.painter.pyramid).tiles.entries : []
      return (plan.tiles.entries + drafted).map(\.key)
    }
    let uploadLimit =
      uploadsWhole
      ? .max : isDraft ? min(maker.uploadLimit, Self.draftUploadLimit) : maker.uploadLimit
    uploadsWhole = false
    painter.surfaces.beginFrame(uploadLimit: uploadLimit, refines: refines, visible: keys)
    try painter.prepareMinimap(of: frame)
    guard repaint.motion != nil || effort.isKept else {
      let missing = try drawUnretained(plan, scene, on: window, asDraft: isDraft)
      arrivals = painter.surfaces.postponed
      painter.surfaces.endFrame(visible: keys)
      unretained = scene
      return Report(
        repaint: repaint, missing: missing, isUnfinished: !arrivals.isEmpty,
        isDraft: isDraft)
    }
    let (buffer, missing) = try drawContent(plan, repaint)
    arrivals = painter.surfaces.postponed
    if let place = repaint.scrolled, let motion = repaint.motion {
      window.copy(place.offset(x: -motion.x, y: -motion.y), toX: place.x, y: place.y)
    }
    for area in repaint.plain {
      for piece in buffer.pieces(of: area) {
        window.copy(piece.place, from: buffer.surface, toX: piece.area.x, y: piece.area.y)
      }
    }
    for area in repaint.overlaid {
      try cover(area, scene, on: window) { staging in
        for piece in buffer.pieces(of: area) {
          staging.copy(
            piece.place, from: buffer.surface, toX: piece.area.x - area.x,
            y: piece.area.y - area.y)
        }
      }
    }
    painter.surfaces.endFrame(visible: keys)
    shown = scene
    if draftAreas.isEmpty { draftSurface = nil }
    return Report(
      repaint: repaint, drawnPixels: repaint.content.pixelCount, missing: missing,
      isUnfinished: !arrivals.isEmpty, isDraft: !draftAreas.isEmpty)
  }

  /// Returns the repaint for a scene.
  ///
  /// If the window shows a draft of it, a slice is sharpened, as large as `effort`
  /// allows; overlays and the content under them come first.
  private func repaint(
    _ plan: FramePlan, _ scene: Scene, isExposed: Bool, scrollsWindow: Bool, effort: Effort
  ) -> Repaint {
    let window = PixelRect(scene.frame.viewport)
    var stale =
      isOutdated ? plan.tiles.entries.map(\.area) : painter.areas(of: arrivals, in: plan)
    // A draft of other pixels is of no use.
    var base = isOutdated && !draftAreas.isEmpty ? nil : shown
    if base == nil, !isOutdated, effort.isKept, let unretained,
      unretained.frame.looksLike(scene.frame)
    {
      base = Scene(scene.frame, overlays: unretained.overlays)
      draftAreas = [window]
    }
    if !draftAreas.isEmpty,
      isExposed || base?.frame.placement != scene.frame.placement || !effort.isKept
    {
      base = nil
    }
    if base == nil { draftAreas = [] }
    if !draftAreas.isEmpty, let base, case .kept(let pixelLimit) = effort {
      let overlays = (base.overlays + scene.overlays).map(\.area)
      let slice = draftAreas.slice(of: pixelLimit, including: overlays)
      draftAreas = draftAreas.subtracting(slice)
      stale = stale.subtracting(draftAreas) + slice
    }
    let repaint = Repaint(
      from: base, to: scene, stale: stale, isExposed: isExposed,
      scrollsWindow: scrollsWindow && draftAreas.isEmpty)
    // All is redrawn, for instance because the window was resized.
    if repaint.motion == nil { draftAreas = [] }
    return repaint
  }

  /// Draws what has to be drawn of the content; returns where it is retained, and the number of tiles that were not loaded.
  func drawContent(
    _ plan: FramePlan, _ repaint: Repaint
  ) throws(DrawingError) -> (buffer: ContentBuffer, missing: Int) {
    let buffer = try prepareBuffer(plan.frame.viewport, repaint)
    return (buffer, try draw(plan, repaint.content, buffer))
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

  /// Composites an area of the window on the staging surface, where `drawContent` draws its content at the origin, and
  /// copies it to the window.
  func cover(
    _ area: PixelRect, _ scene: Scene, on window: Surface,
    drawContent: (Surface) throws(DrawingError) -> Void
  ) throws(DrawingError) {
    let staging = try stagingSurface(atLeast: area.size)
    try drawContent(staging)
    let canvas = try Canvas(staging)
    canvas.clip(to: [PixelRect(area.size)])
    canvas.concatenate(AffineTransform(translationX: -Double(area.x), y: -Double(area.y)))
    for overlay in scene.overlays where !overlay.area.intersection(area).isEmpty {
      canvas.saved {
        canvas.clip(to: overlay.area.rect)
        painter.draw(overlay, on: canvas)
      }
    }
    window.copy(PixelRect(area.size), from: staging, toX: area.x, y: area.y)
  }

  /// Returns the surface on which content and overlays are composited, enlarged if needed.
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
