package import OverscrollDrawing
package import OverscrollImaging
package import ScrollGeometry

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
      + (painter.fading?.surface.byteCount ?? 0) + maker.stagingBytes
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

  /// Prepares for a frame, which may show other pixels of all tiles; returns whether it does.
  @discardableResult
  package func follow(_ frame: Frame) -> Bool {
    guard painter.follow(frame) else { return false }
    isOutdated = true
    uploadsWhole = true
    drawnAhead = []
    return true
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
    follow(frame)
    let scene = Scene(frame: frame, overlays: Overlay.all(of: frame, measuredBy: measuringCanvas))
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
      base = Scene(frame: scene.frame, overlays: unretained.overlays)
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
    follow(plan.frame)
    let keys = { plan.tiles.entries.map(\.key) }
    painter.surfaces.beginFrame(
      uploadLimit: min(maker.uploadLimit, Self.aheadUploadLimit), visible: keys)
    for key in keys() { _ = try painter.surfaces.surface(key) }
    guard painter.surfaces.postponed.isEmpty else { return false }
    let scene = Scene(frame: plan.frame, overlays: [])
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

  /// Draws on surfaces that are never shown, to measure how quickly this display scales and copies pixels; returns the
  /// number of pixels drawn.
  package func calibrate() throws(DrawingError) -> Int {
    let (side, repetitions) = Self.calibration
    let size = PixelSize(width: side, height: side)
    let source = try maker.makeSurface(size: size, opaque: true)
    let scaled = try maker.makeSurface(size: size, opaque: true)
    let copy = try maker.makeSurface(size: size, opaque: true)
    try Canvas(source).fill([PixelRect(size)], with: Theme.background)
    let canvas = try Canvas(scaled)
    let sampling = AffineTransform(scaleX: Self.step, y: Self.step)
    for _ in 0..<repetitions {
      canvas.draw(source, sampling: sampling, into: PixelRect(size), filter: .bilinear)
      copy.copy(PixelRect(size), from: scaled, toX: 0, y: 0)
    }
    return side * side * repetitions
  }

  /// The side of the surfaces, in pixels, and the number of times they are drawn: about the pixels of a full HD window.
  /// [C]
  private static let calibration = (side: 512, repetitions: 8)
  /// Source pixels per drawn pixel: exact in fixed-point numbers, and typical of the scales between two levels. [C]
  private static let step = 1.375

  /// How to draw content that cannot be derived from the last frame's.
  package enum Effort: Hashable, Sendable {
    /// At full resolution into the retained content. If the window shows a draft, about `pixelLimit` pixels of it are
    /// sharpened.
    case kept(pixelLimit: Int = .max)
    /// At full resolution directly into the window. This saves a copy, but retains nothing for the next frame.
    case direct
    /// At half resolution directly into the window.
    case draft

    /// Whether content is retained for the next frame.
    var isKept: Bool { if case .kept = self { true } else { false } }
  }

  /// Draws a frame directly into the window, every pixel once; returns the number of tiles that were not loaded.
  func drawUnretained(
    _ plan: FramePlan, _ scene: Scene, on window: Surface, asDraft: Bool
  ) throws(DrawingError) -> Int {
    let whole = PixelRect(plan.frame.viewport)
    let overlaid = scene.overlays.map { $0.area.intersection(whole) }.disjoint
    var missing = 0
    let canvas = try Canvas(window)
    let draft = asDraft ? try draft(of: plan, missing: &missing) : nil
    for area in [whole].subtracting(overlaid) {
      if let draft {
        canvas.draw(draft, sampling: Self.doubling, into: area, filter: .nearest)
        painter.drawPixelGrid(of: plan.frame, in: area, on: canvas)
      } else {
        missing += try painter.drawContent(of: plan, in: area, on: canvas)
      }
    }
    for area in overlaid {
      try cover(area, scene, on: window) { staging throws(DrawingError) in
        let canvas = try Canvas(staging)
        let place = PixelRect(area.size)
        let moved = plan.offset(x: -area.x, y: -area.y)
        if let draft {
          let move = AffineTransform(translationX: Double(area.x), y: Double(area.y))
          canvas.draw(
            draft, sampling: move.concatenating(Self.doubling), into: place, filter: .nearest)
          painter.drawPixelGrid(of: moved.frame, in: place, on: canvas)
        } else {
          missing += try painter.drawContent(of: moved, in: place, on: canvas)
        }
      }
    }
    return missing
  }

  /// The limit for uploads in a draft, about fifteen tiles, in bytes. [C]
  ///
  /// Until the others are uploaded, finer tiles of the last frames replace them.
  static let draftUploadLimit = 4 << 20

  /// The sampling transform from pixels of the window to pixels of a draft.
  private static let doubling = AffineTransform(scaleX: 0.5, y: 0.5)

  /// Draws a frame at half resolution.
  private func draft(
    of plan: FramePlan, missing: inout Int
  ) throws(DrawingError) -> Surface {
    let half = plan.halved(pyramid: painter.pyramid)
    let surface: Surface
    if let draftSurface, draftSurface.size == half.frame.viewport {
      surface = draftSurface
    } else {
      draftSurface = nil
      surface = try maker.makeSurface(size: half.frame.viewport, opaque: true)
      draftSurface = surface
    }
    missing = try painter.drawContent(
      of: half, in: PixelRect(half.frame.viewport), on: Canvas(surface), allowsFinerTiles: true)
    return surface
  }
}

extension FramePlan {
  /// Returns the plan of the same frame at half resolution, without overlays and lines between pixels.
  func halved(pyramid: Pyramid) -> Self {
    var placement = frame.placement
    placement.origin = placement.origin / 2
    placement.scale /= 2
    var half = Frame(
      viewport: PixelSize(
        width: (frame.viewport.width + 1) / 2, height: (frame.viewport.height + 1) / 2),
      placement: placement)
    half.filter = frame.filter
    half.scale = frame.scale / 2
    half.backdrop = frame.backdrop
    half.showsClipping = frame.showsClipping
    return Self(half, pyramid: pyramid)
  }
}

extension Frame {
  /// Returns whether another frame shows the same picture at nearly the same placement, as after the last step of a zoom.
  func looksLike(_ other: Frame) -> Bool {
    guard viewport == other.viewport, filter == other.filter, scale == other.scale,
      placement.size == other.placement.size, backdrop == other.backdrop,
      showsPixelGrid == other.showsPixelGrid, showsClipping == other.showsClipping
    else { return false }
    let growth = abs(other.placement.scale / placement.scale - 1)
    let way = other.placement.origin - placement.origin
    let reach = Double(max(viewport.width, viewport.height))
    return max(abs(way.x), abs(way.y)) + growth * reach <= Self.unseenDistance
  }

  /// The largest displacement of a draft's pixels while it is sharpened, in pixels. [C]
  private static let unseenDistance = 2.0
}

extension [PixelRect] {
  /// Returns the intersections with `areas`, and rows from the top down until there are about `count` pixels.
  func slice(of count: Int, including areas: [PixelRect]) -> [PixelRect] {
    var slice = flatMap { part in areas.map { part.intersection($0) } }
      .filter { !$0.isEmpty }.disjoint
    var left = count - slice.pixelCount
    for part in subtracting(slice) {
      guard left > 0 else { break }
      let rows =
        left >= part.area ? part.height : (left + part.width - 1) / part.width
      slice.append(PixelRect(x: part.x, y: part.y, width: part.width, height: rows))
      left -= part.width * rows
    }
    return slice
  }
}

/// The window's content, retained from frame to frame: the picture and its surroundings, without overlays.
///
/// Scrolling does not copy content. It moves the position of the window's origin in the buffer, and newly exposed
/// content is drawn over content that has left the window. Vertically the buffer is a ring. Horizontally it has spare
/// room, and its content is copied only when the room is used up: a horizontal ring would split every copy to the
/// window into a left and a right part, which takes a quarter more time. [M]
package final class ContentBuffer {
  /// A part of the window that is contiguous in the buffer.
  package struct Piece: Hashable, Sendable {
    /// The part of the window.
    package var area: PixelRect
    /// The x-coordinate of its origin in the buffer.
    package var x: Int
    /// The y-coordinate of its origin in the buffer.
    package var y: Int

    /// Its rectangle in the buffer.
    package var place: PixelRect {
      PixelRect(x: x, y: y, width: area.width, height: area.height)
    }
  }

  /// The pixels.
  package let surface: Surface
  /// The window's size; at most the surface's.
  package let viewport: PixelSize
  /// The position of the window's origin in the buffer.
  private var corner = Repaint.Motion.none

  /// Creates a buffer with undefined pixels.
  package init(viewport: PixelSize, maker: any SurfaceFactory) throws(DrawingError) {
    self.viewport = viewport
    surface = try maker.makeSurface(size: Self.capacity(for: viewport), opaque: true)
  }

  /// The granularity of buffer sizes, in pixels, so that an interactive resize allocates few buffers. [C]
  private static let step = 64
  /// The spare horizontal room, in pixels: several frames of a flick, and little compared with a window. [C]
  private static let spare = 256

  private static func capacity(for size: PixelSize) -> PixelSize {
    PixelSize(width: roomy(size.width + spare), height: roomy(size.height))
  }

  /// The memory of the buffer of a window, in bytes.
  package static func byteCount(for viewport: PixelSize) -> Int {
    let size = capacity(for: viewport)
    return size.width * size.height * TilePixels.bytesPerPixel
  }

  /// The largest x-coordinate of the window's origin; zero in a buffer of the maximum width.
  private var room: Int { max(0, surface.size.width - viewport.width) }

  private static func roomy(_ side: Int) -> Int {
    min((side + step - 1) / step * step, Surface.maximumSide)
  }

  /// Scrolls the content; newly exposed pixels are undefined.
  package func move(by motion: Repaint.Motion) {
    corner.y = Self.wrapped(corner.y - motion.y, surface.size.height)
    let target = corner.x - motion.x
    guard !(0...room).contains(target) else { return corner.x = target }
    let (left, right) = (max(0, -motion.x), max(0, motion.x))
    // To the side that leaves the most room for further scrolling in the same direction.
    let start = motion.x > 0 ? room : 0
    let kept = PixelRect(
      x: corner.x + left, y: 0, width: viewport.width - left - right, height: surface.size.height)
    surface.copy(kept, toX: start + right, y: 0)
    corner.x = start
  }

  /// Moves the window's origin to the buffer's, so that the window is contiguous; its pixels become undefined.
  package func unwind() { corner = .none }

  private static func wrapped(_ value: Int, _ side: Int) -> Int {
    let rest = value % side
    return rest < 0 ? rest + side : rest
  }

  /// Returns the contiguous pieces of a part of the window: one, or an upper and a lower one.
  package func pieces(of area: PixelRect) -> [Piece] {
    guard area.width > 0 else { return [] }
    return Self.spans(area.y..<area.maxY, from: corner.y, side: surface.size.height).map { row in
      Piece(
        area: PixelRect(
          x: area.x, y: row.range.lowerBound, width: area.width, height: row.range.count),
        x: corner.x + area.x, y: row.place)
    }
  }

  /// Splits a range of the window into contiguous ranges of the buffer, each with its position there.
  private static func spans(
    _ range: Range<Int>, from corner: Int, side: Int
  ) -> [(range: Range<Int>, place: Int)] {
    guard !range.isEmpty else { return [] }
    let place = wrapped(range.lowerBound + corner, side)
    let first = min(range.count, side - place)
    let middle = range.lowerBound + first
    guard first < range.count else { return [(range, place)] }
    return [(range.lowerBound..<middle, place), (middle..<range.upperBound, 0)]
  }
}
