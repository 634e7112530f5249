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
  /// True where nothing is drawn under the picture, on a surface that keeps its transparency.
  package var keepsTransparency = false
  let maker: any SurfaceFactory
  /// The layer that fades, without its opacity, and its pixels: its signs and texts take over a millisecond to draw.
  var fading: (overlay: Overlay, surface: Surface)?
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

  /// Marks the surfaces of tiles as outdated where a frame shows other pixels of them; returns whether it does.
  @discardableResult
  func follow(_ frame: Frame?) -> Bool {
    guard let frame, frame.showsClipping != surfaces.marksClipping else { return false }
    surfaces.marksClipping = frame.showsClipping
    minimapSurface.invalidateAll()
    return true
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
    follow(parts.first?.frame)
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

  // MARK: - Content

  /// Draws the picture and its surroundings into a part of a canvas; returns the number of tiles that were not loaded.
  func drawContent(
    of plan: FramePlan, in area: PixelRect, on canvas: Canvas, allowsFinerTiles: Bool = false
  ) throws(DrawingError) -> Int {
    guard plan.frame.notice == nil else {
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
    guard isOpaque else {
      try drawTransparent(entry, tile, plan, frame, on: canvas)
      return tile != nil
    }
    try drawBackdrop(entry, frame, on: canvas)
    try drawCoarser(entry, plan, on: canvas)
    if let tile { draw(tile, entry.key, entry, plan, on: canvas) }
    return tile != nil
  }

  /// Draws a tile of a transparent picture, which cannot lie over its placeholder: each where the finer ones have no pixels yet.
  private func drawTransparent(
    _ entry: TilePlan.Entry, _ tile: TileSurfaces.Entry?, _ plan: TilePlan, _ frame: Frame,
    on canvas: Canvas
  ) throws(DrawingError) {
    var missing = [entry.area]
    for levels in 0..<pyramid.levelCount - entry.key.level where !missing.isEmpty {
      let key = entry.key.ancestor(levels)
      guard let tile = levels == 0 ? tile : try placeholder(key, levels) else { continue }
      let known = tile.filled.map { plan.area(of: $0, in: key, pyramid) } ?? entry.area
      var part = entry
      for area in missing {
        part.area = area.intersection(known)
        guard !part.area.isEmpty else { continue }
        try drawBackdrop(part, frame, on: canvas)
        draw(tile, key, part, plan, on: canvas)
      }
      missing = missing.subtracting([known])
    }
    // A checkerboard would look like pixels that are transparent.
    if !missing.isEmpty, !keepsTransparency { canvas.fill(missing, with: Theme.missing) }
  }

  /// The surface of a tile's ancestor in its place, some levels coarser; `nil` where there is none.
  private func placeholder(
    _ key: TileKey, _ levels: Int
  ) throws(DrawingError) -> TileSurfaces.Entry? {
    // Where pixels are sent, those of the next level would be a good part of what is sent in the end.
    if surfaces.uploadsDrawnPixels, levels == 1, !surfaces.contains(key) { return nil }
    return try surfaces.surface(key)
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
      guard let tile = try placeholder(key, levels) else { continue }
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
    if keepsTransparency { return }
    if let color = frame.backdrop.transparencyColor {
      canvas.fill([entry.area], with: color)
      return
    }
    let checkerboard = try checkerboard(scale: frame.scale)
    // The squares scroll with the picture.
    let corner = frame.placement.area
    canvas.fill(entry.area, repeating: checkerboard, fromX: corner.x, y: corner.y)
  }

  // MARK: - Surroundings

  /// Draws the background around the picture and the shadow at its edge.
  func drawSurroundings(_ frame: Frame, in area: PixelRect, on canvas: Canvas) {
    let picture = frame.placement.area
    let margins = area.subtracting(picture)
    guard !margins.isEmpty else { return }
    canvas.fill(margins, with: frame.backdrop.background.color)
    let shadow = frame.backdrop.background.isDark ? Theme.shadow : Theme.lightShadow
    let reach = (shadow.reach + shadow.offset) * frame.scale
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
    let shadow = frame.backdrop.background.isDark ? Theme.shadow : Theme.lightShadow
    let steps = Int(shadow.reach / 2)
    let reach = shadow.reach * frame.scale
    let place = picture.offset(by: Point(0, shadow.offset * frame.scale))
    for step in 1...steps {
      let distance = reach * Double(step) / Double(steps)
      canvas.fill(
        place.insetBy(dx: -distance, dy: -distance), cornerRadius: distance,
        with: Color(white: 0, alpha: shadow.alpha / Double(steps)))
    }
    let line = max(1, frame.scale.rounded())
    canvas.stroke(
      picture.insetBy(dx: -line / 2, dy: -line / 2), with: shadow.edge, lineWidth: line)
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

/// Lines between the pixels of a picture that is enlarged so far that they are squares.
///
/// The lines belong to the content: they scroll with it. Each border between two pixels is a dark line beside a light one, one
/// device pixel each, so that it shows on any picture.
package struct PixelGrid {
  /// The device pixels per picture pixel above which the grid begins to show. [C]
  package static let firstScale = 12.0
  /// The device pixels per picture pixel from which the grid shows fully. [C]
  package static let fullScale = 16.0

  let placement: Placement

  /// The opacity of the grid at a scale in device pixels per picture pixel, from 0 to 1.
  package static func opacity(at scale: Double) -> Double {
    min(max((scale - firstScale) / (fullScale - firstScale), 0), 1)
  }

  /// The lines in a part of the window, in device pixels; those of one list are disjoint.
  struct Lines: Hashable {
    var dark: [PixelRect]
    var light: [PixelRect]
  }

  /// Returns the lines between the columns of the picture in a part of the window.
  func columns(in area: PixelRect) -> Lines {
    let part = area.intersection(placement.area)
    return Self.lines(
      count: placement.size.width, from: placement.origin.x, scale: placement.scale,
      across: part.x..<part.maxX
    ) { PixelRect(x: $0, y: part.y, width: 1, height: part.height) }
  }

  /// Returns the lines between the rows of the picture in a part of the window.
  func rows(in area: PixelRect) -> Lines {
    let part = area.intersection(placement.area)
    return Self.lines(
      count: placement.size.height, from: placement.origin.y, scale: placement.scale,
      across: part.y..<part.maxY
    ) { PixelRect(x: part.x, y: $0, width: part.width, height: 1) }
  }

  private static func lines(
    count: Int, from origin: Double, scale: Double, across range: Range<Int>,
    _ line: (Int) -> PixelRect
  ) -> Lines {
    // The whole part of the origin is added last, so that borders round the same way wherever the picture lies.
    let whole = origin.rounded(.down)
    func border(_ index: Int) -> Int {
      PixelRect.rounded(whole) + PixelRect.rounded(origin - whole + Double(index) * scale)
    }
    let first = Int(((Double(range.lowerBound) - origin) / scale).rounded(.down)) - 1
    let last = Int(((Double(range.upperBound) - origin) / scale).rounded(.up)) + 1
    let (low, high) = (max(first, 1), min(last, count - 1))
    guard !range.isEmpty, low <= high else { return Lines(dark: [], light: []) }
    let borders = (low...high).map(border)
    return Lines(
      dark: borders.map { $0 - 1 }.filter(range.contains).map(line),
      light: borders.filter(range.contains).map(line))
  }
}

extension Frame {
  /// The opacity of the lines between pixels, from 0 to 1.
  package var pixelGridOpacity: Double {
    showsPixelGrid && notice == nil ? PixelGrid.opacity(at: placement.scale) : 0
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

/// The interpolation of a picture that is not drawn at its own size.
package enum FilterRule: String, Hashable, Sendable, CaseIterable {
  /// Nearest neighbor for integer magnifications on whole pixels and for magnifications of 2 or more, otherwise bilinear.
  case auto
  /// Always nearest neighbor.
  case nearest
  /// Always bilinear.
  case linear

  /// The default.
  package static let automatic = Self.auto

  /// The magnification at and above which pixels are shown as squares.
  static let squaresFrom = 2.0

  /// The rule for a picture: colors that stand for classes are mixed only where that is asked for.
  package func rule(for info: ImageInfo) -> Self {
    self == .auto && info.hasClasses ? .nearest : self
  }

  /// Returns the filter for a magnification.
  ///
  /// - Parameters:
  ///   - scale: Device pixels per source pixel.
  ///   - isOnPixels: Whether the origin lies on a whole device pixel.
  /// - Returns: The filter to draw with.
  package func filter(scale: Double, isOnPixels: Bool) -> Filter {
    switch self {
    case .nearest: .nearest
    case .linear: scale == 1 && isOnPixels ? .nearest : .bilinear
    case .auto:
      scale >= Self.squaresFrom || (isOnPixels && scale == scale.rounded() && scale >= 1)
        ? .nearest : .bilinear
    }
  }
}

/// The work that turns the window's current scene into the next one; a pure function of the two.
///
/// The content is the picture and its surroundings. It is retained without overlays, so that it can be scrolled.
package struct Repaint: Hashable, Sendable {
  /// The distance that retained content scrolls, in whole device pixels; `nil` if all content is redrawn.
  package var motion: Motion?
  /// The destination of the pixels that scroll in place within the window; `nil` if none do.
  ///
  /// They scroll before anything is copied to the window. Neither source nor destination contains an overlay.
  package var scrolled: PixelRect?
  /// The parts of the window whose content is redrawn; they are disjoint.
  package var content: [PixelRect]
  /// The damaged parts of the window without overlays; they are disjoint.
  package var plain: [PixelRect]
  /// The damaged parts of the window with overlays; they are disjoint from each other and from ``plain``.
  package var overlaid: [PixelRect]

  /// A distance in whole device pixels.
  package struct Motion: Hashable, Sendable {
    /// The horizontal distance, positive to the right.
    package var x: Int
    /// The vertical distance, positive downwards.
    package var y: Int

    /// No motion.
    package static let none = Self(x: 0, y: 0)
  }

  /// Compares two frames.
  ///
  /// - Parameters:
  ///   - old: The scene of the retained content and of the window; `nil` if no content is retained.
  ///   - new: The next scene.
  ///   - stale: Parts of the window whose content is outdated for another reason, such as tiles that arrived.
  ///   - isExposed: Pass `true` if the window has lost its pixels.
  ///   - scrollsWindow: Pass `true` to scroll pixels in place where possible, which takes less of the server's time than
  ///     to copy the whole window.
  package init(
    from old: Scene?, to new: Scene, stale: [PixelRect] = [], isExposed: Bool = false,
    scrollsWindow: Bool = false
  ) {
    let window = PixelRect(new.frame.viewport)
    let motion = old.flatMap { Self.motion(from: $0.frame, to: new.frame) }
    self.motion = motion
    var changed: [PixelRect]
    if let motion {
      let kept = window.offset(x: motion.x, y: motion.y)
      content = (window.subtracting(kept) + stale.map { $0.intersection(window) }).disjoint
      if motion == .none, !isExposed {
        changed = content + Self.difference(old?.overlays ?? [], new.overlays)
      } else {
        if scrollsWindow, !isExposed {
          scrolled = Self.scrolled(
            by: motion, in: window, around: (old?.overlays ?? []) + new.overlays)
        }
        changed = [window]
        if let scrolled { changed = window.subtracting(scrolled) + content }
      }
    } else {
      content = [window]
      changed = [window]
    }
    // Overlays are always drawn as a whole.
    let over = new.overlays.map { $0.area.intersection(window) }
      .filter { area in changed.contains { !$0.intersection(area).isEmpty } }
    changed = changed.map { $0.intersection(window) }.disjoint
    overlaid = over.disjoint
    plain = changed.subtracting(overlaid)
  }

  /// Whether there is nothing to do.
  package var isEmpty: Bool { content.isEmpty && plain.isEmpty && overlaid.isEmpty }

  /// Returns the destination of the pixels that can scroll in place, free of overlays before and after.
  private static func scrolled(
    by motion: Motion, in window: PixelRect, around overlays: [Overlay]
  ) -> PixelRect? {
    var area = window
    for overlay in overlays.map(\.area) where !overlay.intersection(area).isEmpty {
      area = area.largestPart(beside: overlay)
    }
    let place = area.intersection(area.offset(x: motion.x, y: motion.y))
    let isWorthIt = place.area * 2 >= window.area
    return isWorthIt ? place : nil
  }

  /// Returns the distance that content scrolls between two frames, or `nil` if it changes in another way.
  private static func motion(from old: Frame, to new: Frame) -> Motion? {
    let (one, other) = (old.placement, new.placement)
    guard one.scale == other.scale, one.size == other.size, old.viewport == new.viewport,
      old.filter == new.filter, old.scale == new.scale, old.backdrop == new.backdrop,
      (old.notice == nil) == (new.notice == nil), old.pixelGridOpacity == new.pixelGridOpacity,
      old.showsClipping == new.showsClipping
    else { return nil }
    if one.origin == other.origin { return Motion.none }
    guard one.isOnPixels, other.isOnPixels else { return nil }
    let way = other.origin - one.origin
    guard abs(way.x) < Double(new.viewport.width), abs(way.y) < Double(new.viewport.height)
    else { return nil }
    return Motion(x: PixelRect.rounded(way.x), y: PixelRect.rounded(way.y))
  }

  /// Returns the areas of the overlays that are in only one of two lists.
  private static func difference(_ old: [Overlay], _ new: [Overlay]) -> [PixelRect] {
    guard old != new else { return [] }
    return old.filter { !new.contains($0) }.map(\.area)
      + new.filter { !old.contains($0) }.map(\.area)
  }
}

/// A frame and its overlays, laid out.
package struct Scene: Hashable, Sendable {
  /// The frame.
  package var frame: Frame
  /// The overlays, from bottom to top.
  package var overlays: [Overlay]
}
