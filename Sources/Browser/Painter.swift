package import OverscrollDrawing
package import OverscrollImaging
package import ScrollGeometry

/// Draws frames, for windows, files and tests alike.
package final class Painter {
  /// The surfaces of loaded tiles.
  package let surfaces: TileSurfaces
  let pyramid: Pyramid
  let minimapSurface = MinimapSurface()
  /// False if a checkerboard is drawn under the picture.
  package var isOpaque: Bool
  private let maker: any SurfaceFactory
  /// The patterns under a transparent picture, by their scale: a draft's is half of the window's.
  private var checkerboards: [Double: Surface] = [:]

  /// - Parameters:
  ///   - maker: Makes surfaces of the kind that frames are drawn on.
  ///   - provider: The picture.
  ///   - isOpaque: Pass `false` to draw a checkerboard under the picture.
  ///   - byteLimit: The limit for tile surfaces, in bytes.
  package init(
    maker: any SurfaceFactory, provider: any TileProvider, isOpaque: Bool, byteLimit: Int
  ) {
    self.maker = maker
    self.isOpaque = isOpaque
    pyramid = provider.pyramid
    surfaces = TileSurfaces(maker: maker, provider: provider, byteLimit: byteLimit)
  }

  /// Marks the surfaces of tiles as outdated; returns whether any of those tiles has a surface.
  @discardableResult
  package func invalidate(_ keys: [TileKey]) -> Bool {
    minimapSurface.invalidate(keys, pyramid: pyramid)
    return surfaces.invalidate(keys)
  }

  /// Removes all surfaces of tiles.
  func removeAll() {
    minimapSurface.invalidateAll()
    surfaces.removeAll()
  }

  /// Marks all surfaces as outdated, even those with all of their pixels.
  func invalidateAll() {
    minimapSurface.invalidateAll()
    surfaces.invalidateAll()
  }

  /// A frame, and the part of its viewport that is drawn.
  package struct Part: Hashable, Sendable {
    package var frame: Frame
    /// The part, in pixels of the viewport.
    package var area: PixelRect

    package init(_ frame: Frame, in area: PixelRect? = nil) {
      self.frame = frame
      self.area = area ?? PixelRect(frame.viewport)
    }
  }

  /// Draws a whole frame on `canvas`, without a limit on uploads; returns the number of tiles that were not loaded.
  @discardableResult
  package func draw(_ frame: Frame, on canvas: Canvas) throws(DrawingError) -> Int {
    try draw([Part(frame)], on: canvas)
  }

  /// Draws parts of frames on `canvas`; returns the number of tiles that were not loaded.
  ///
  /// Tiles beyond `uploadLimit`, in bytes, are postponed: see ``TileSurfaces/postponed``.
  @discardableResult
  package func draw(
    _ parts: [Part], on canvas: Canvas, uploadLimit: Int = .max
  ) throws(DrawingError) -> Int {
    let plans = parts.map { FramePlan($0.frame, pyramid: pyramid) }
    let keys = { plans.flatMap { $0.tiles.entries.map(\.key) } }
    surfaces.beginFrame(uploadLimit: uploadLimit, visible: keys)
    var missing = 0
    for (part, plan) in zip(parts, plans) {
      try canvas.saved { () throws(DrawingError) in
        canvas.clip(to: [part.area])
        missing += try drawContent(of: plan, in: part.area, on: canvas)
        try drawOverlays(part.frame, on: canvas)
      }
    }
    surfaces.endFrame(visible: keys)
    return missing
  }

  /// Draws what lies over the picture.
  package func drawOverlays(_ frame: Frame, on canvas: Canvas) throws(DrawingError) {
    try prepareMinimap(of: frame)
    for overlay in Overlay.all(of: frame, measuredBy: canvas) {
      canvas.saved {
        canvas.clip(to: [overlay.area])
        draw(overlay, on: canvas)
      }
    }
  }

  /// Draws the pixels of a frame's map, where they are out of date.
  func prepareMinimap(of frame: Frame) throws(DrawingError) {
    try minimapSurface.prepare(frame, by: self, maker)
  }
}

// MARK: - Content

extension Painter {
  /// Draws the picture and its surroundings into a part of a canvas; returns the number of tiles that were not loaded.
  func drawContent(
    of plan: FramePlan, in area: PixelRect, on canvas: Canvas, allowsFinerTiles: Bool = false
  ) throws(DrawingError) -> Int {
    guard plan.frame.page == nil else {
      canvas.fill([area], with: plan.frame.backdrop.background.color)
      return 0
    }
    drawSurroundings(plan.frame, in: area, on: canvas)
    var missing = 0
    for entry in plan.tiles.entries(in: area) {
      if allowsFinerTiles, try drawFiner(entry, plan.tiles, on: canvas) { continue }
      let isLoaded = try drawTile(entry, plan.tiles, plan.frame, on: canvas)
      if !isLoaded { missing += 1 }
    }
    drawPixelGrid(of: plan.frame, in: area, on: canvas)
    return missing
  }

  /// Returns the parts of a frame that are outdated now that the tiles `keys` have arrived.
  func areas(of keys: Set<TileKey>, in plan: FramePlan) -> [PixelRect] {
    guard !keys.isEmpty else { return [] }
    return plan.tiles.entries.filter { isTouched($0.key, by: keys) }.map(\.area)
  }

  /// Returns whether a tile, or a coarser one as its placeholder, can be drawn.
  func hasPlaceholder(for key: TileKey) -> Bool {
    (0..<pyramid.levelCount - key.level).contains { surfaces.contains(key.ancestor($0)) }
  }

  /// Returns whether a tile, or its placeholder, is among `keys`.
  private func isTouched(_ key: TileKey, by keys: Set<TileKey>) -> Bool {
    for levels in 0..<pyramid.levelCount - key.level {
      let ancestor = key.ancestor(levels)
      if keys.contains(ancestor) { return true }
      if surfaces.isCovering(ancestor) { return false }
    }
    return false
  }

  /// Draws the finer tiles that make up a tile, if it has no surface and they all do; returns whether it drew them.
  private func drawFiner(
    _ entry: TilePlan.Entry, _ plan: TilePlan, on canvas: Canvas
  ) throws(DrawingError) -> Bool {
    guard entry.key.level > 0, try surfaces.surface(entry.key) == nil else { return false }
    let children = plan.children(of: entry, in: pyramid)
    guard children.allSatisfy({ surfaces.isCovering($0.key) }) else { return false }
    for child in children {
      if let tile = try surfaces.surface(child.key) {
        draw(tile, child.key, child, plan, on: canvas)
      }
    }
    return true
  }

  /// Draws a tile, over its placeholder unless it is complete; returns whether it is loaded.
  private func drawTile(
    _ entry: TilePlan.Entry, _ plan: TilePlan, _ frame: Frame, on canvas: Canvas
  ) throws(DrawingError) -> Bool {
    let tile = try surfaces.surface(entry.key, detail(of: entry, plan))
    if let tile, tile.covers {
      draw(tile, entry.key, entry, plan, on: canvas)
      return true
    }
    try drawBackdrop(entry, frame, on: canvas)
    if tile == nil || isOpaque { try drawCoarser(entry, plan, on: canvas) }
    if let tile { draw(tile, entry.key, entry, plan, on: canvas) }
    return tile != nil
  }

  /// The pixels of a tile that are uploaded to draw it.
  private func detail(of entry: TilePlan.Entry, _ plan: TilePlan) -> TileSurfaces.Detail {
    guard surfaces.uploadsDrawnPixels else { return .any }
    var whole = entry
    whole.area = entry.frame
    let drawing = TileSurfaces.Drawing(
      frame: entry.frame, blocks: plan.blocks(of: whole, from: entry.key), filter: plan.filter)
    return drawing.scale < Self.scaleOfFullTiles ? .drawn(drawing) : .full
  }

  /// The scale from which on a tile's own pixels are uploaded, which can be drawn at any: a tenth more of them. [C]
  private static let scaleOfFullTiles = 0.95

  /// Draws the finest loaded ancestor of a tile as its placeholder.
  private func drawCoarser(
    _ entry: TilePlan.Entry, _ plan: TilePlan, on canvas: Canvas
  ) throws(DrawingError) {
    for levels in 1..<max(1, pyramid.levelCount - entry.key.level) {
      let key = entry.key.ancestor(levels)
      // Where pixels are sent, those of the next level would be a good part of what is sent in the end.
      if surfaces.uploadsDrawnPixels, levels == 1, !surfaces.contains(key) { continue }
      guard let tile = try surfaces.surface(key) else { continue }
      draw(tile, key, entry, plan, on: canvas)
      if tile.covers { return }
    }
  }

  func draw(
    _ tile: TileSurfaces.Entry, _ key: TileKey, _ entry: TilePlan.Entry, _ plan: TilePlan,
    on canvas: Canvas
  ) {
    // A placeholder is always magnified, and squares would look like pixels of the picture.
    let filter = key == entry.key ? plan.filter : .bilinear
    for block in plan.blocks(of: entry, from: key) {
      canvas.draw(
        tile.surface, sampling: tile.sampling(block.sampling), into: block.area, filter: filter,
        blending: tile.covers ? .replace : .over)
    }
  }

  private func checkerboard(scale: Double) throws(DrawingError) -> Surface {
    if let made = checkerboards[scale] { return made }
    let made = try Checkerboard.make(maker, scale: scale)
    checkerboards[scale] = made
    return made
  }

  /// Draws what lies under a tile that does not cover it.
  func drawBackdrop(
    _ entry: TilePlan.Entry, _ frame: Frame, on canvas: Canvas
  ) throws(DrawingError) {
    guard !isOpaque else {
      canvas.fill([entry.area], with: Theme.missing)
      return
    }
    if let color = frame.backdrop.transparencyColor {
      canvas.fill([entry.area], with: color)
      return
    }
    let checkerboard = try checkerboard(scale: frame.scale)
    // The squares scroll with the picture.
    let corner = frame.placement.area
    canvas.fill(entry.area, repeating: checkerboard, fromX: corner.x, y: corner.y)
  }
}

// MARK: - Surroundings

extension Painter {
  /// Draws the background around the picture and the shadow at its edge.
  func drawSurroundings(_ frame: Frame, in area: PixelRect, on canvas: Canvas) {
    let picture = frame.placement.area
    let margins = area.subtracting(picture)
    guard !margins.isEmpty else { return }
    canvas.fill(margins, with: frame.backdrop.background.color)
    let reach = Theme.shadow.reach * frame.scale
    let isFar = area.intersection(picture.insetBy(-Int(reach.rounded(.up)) - 1)).isEmpty
    guard !isFar else { return }
    canvas.saved {
      canvas.clip(to: margins)
      drawShadow(
        around: picture.intersection(area.insetBy(-Self.cornerMargin)).rect, frame, on: canvas)
    }
  }

  /// The distance beyond a drawn area at which the picture's rectangle is clipped, in pixels: larger than any shadow, and
  /// small enough for Cairo's 24.8 fixed-point coordinates.
  private static let cornerMargin = 4096

  /// Draws a soft shadow, made of nested translucent rectangles, and a hairline.
  private func drawShadow(around picture: Rect, _ frame: Frame, on canvas: Canvas) {
    let steps = 7
    let reach = Theme.shadow.reach * frame.scale
    for step in 1...steps {
      let distance = reach * Double(step) / Double(steps)
      canvas.fill(
        picture.insetBy(dx: -distance, dy: -distance), cornerRadius: distance,
        with: Color(white: 0, alpha: Theme.shadow.alpha / Double(steps)))
    }
    let line = max(1, frame.scale.rounded())
    canvas.stroke(
      picture.insetBy(dx: -line / 2, dy: -line / 2), with: Theme.edge, lineWidth: line)
  }
}

/// The checkerboard under transparent pictures.
enum Checkerboard {
  /// Makes a surface of two by two squares.
  static func make(_ maker: any SurfaceFactory, scale: Double) throws(DrawingError) -> Surface {
    let side = max(1, Int((Double(Theme.checkerboard.side) * scale).rounded()))
    let size = PixelSize(width: 2 * side, height: 2 * side)
    let surface = try maker.makeSurface(size: size, opaque: true)
    let canvas = try Canvas(surface)
    canvas.fill([PixelRect(size)], with: Theme.checkerboard.light)
    canvas.fill(
      [
        PixelRect(x: side, y: 0, width: side, height: side),
        PixelRect(x: 0, y: side, width: side, height: side),
      ], with: Theme.checkerboard.dark)
    return surface
  }
}
