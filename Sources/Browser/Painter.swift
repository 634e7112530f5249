package import Drawing
import Geometry
package import Imaging

/// Draws frames: the one way pictures get onto a window, into a file and into a test.
package final class Painter {
  /// The tiles that can be drawn at once.
  package let surfaces: TileSurfaces
  private let pyramid: Pyramid
  private let isOpaque: Bool
  private let maker: any SurfaceFactory
  private var checkerboard: Surface?

  /// - Parameters:
  ///   - maker: Makes surfaces where the frames are drawn.
  ///   - provider: The picture.
  ///   - isOpaque: False puts a checkerboard under the picture.
  ///   - byteLimit: The number of bytes that tile surfaces may take.
  package init(
    maker: any SurfaceFactory, provider: any TileProvider, isOpaque: Bool, byteLimit: Int
  ) {
    self.maker = maker
    self.isOpaque = isOpaque
    pyramid = provider.pyramid
    surfaces = TileSurfaces(maker: maker, provider: provider, byteLimit: byteLimit)
  }

  /// Notes that tiles have changed; returns whether a frame drawn before may look different now.
  @discardableResult
  package func invalidate(_ keys: [TileKey]) -> Bool { surfaces.invalidate(keys) }

  /// Draws the whole frame on `canvas`, however much must be uploaded for it; returns the number of tiles that were
  /// missing.
  @discardableResult
  package func draw(_ frame: Frame, on canvas: Canvas) throws(DrawingError) -> Int {
    surfaces.beginFrame(uploadLimit: .max)
    let plan = FramePlan(frame, pyramid: pyramid)
    let missing = try drawContent(of: plan, in: PixelRect(frame.viewport), on: canvas)
    for overlay in Overlay.all(of: frame, measuredBy: canvas) {
      canvas.saved {
        canvas.clip(to: [overlay.area])
        canvas.draw(overlay)
      }
    }
    return missing
  }
}

// MARK: - Content

extension Painter {
  /// Draws the picture and what surrounds it into a part of a canvas; returns the number of tiles that were missing.
  func drawContent(
    of plan: FramePlan, in area: PixelRect, on canvas: Canvas
  ) throws(DrawingError) -> Int {
    drawSurroundings(plan.frame, in: area, on: canvas)
    var missing = 0
    for entry in plan.tiles.entries(in: area) {
      let isThere = try drawTile(entry, plan.tiles, plan.frame, on: canvas)
      if !isThere { missing += 1 }
    }
    return missing
  }

  /// The parts of a frame that look different now that `keys` have arrived.
  func areas(of keys: Set<TileKey>, in plan: FramePlan) -> [PixelRect] {
    guard !keys.isEmpty else { return [] }
    return plan.tiles.entries.filter { isTouched($0.key, by: keys) }.map(\.area)
  }

  /// True if a tile, or a coarser one that stands in for it, can be drawn.
  func hasPlaceholder(for key: TileKey) -> Bool {
    (0..<pyramid.levelCount - key.level).contains { surfaces.contains(key.ancestor($0)) }
  }

  /// True if a tile, or one that stands in for it, is among `keys`.
  private func isTouched(_ key: TileKey, by keys: Set<TileKey>) -> Bool {
    for levels in 0..<pyramid.levelCount - key.level {
      let ancestor = key.ancestor(levels)
      if keys.contains(ancestor) { return true }
      if surfaces.isCovering(ancestor) { return false }
    }
    return false
  }

  /// Draws one tile over the best coarser one where it is not whole; returns whether it is there.
  private func drawTile(
    _ entry: TilePlan.Entry, _ plan: TilePlan, _ frame: Frame, on canvas: Canvas
  ) throws(DrawingError) -> Bool {
    let tile = try surfaces.surface(entry.key)
    if let tile, tile.covers {
      draw(tile, entry.key, entry, plan, on: canvas)
      return true
    }
    try drawGround(entry, frame, on: canvas)
    if tile == nil || isOpaque { try drawCoarser(entry, plan, on: canvas) }
    if let tile { draw(tile, entry.key, entry, plan, on: canvas) }
    return tile != nil
  }

  /// Draws the nearest coarser tile that is there in place of one that is not.
  private func drawCoarser(
    _ entry: TilePlan.Entry, _ plan: TilePlan, on canvas: Canvas
  ) throws(DrawingError) {
    for levels in 1..<max(1, pyramid.levelCount - entry.key.level) {
      let key = entry.key.ancestor(levels)
      guard let tile = try surfaces.surface(key) else { continue }
      draw(tile, key, entry, plan, on: canvas)
      if tile.covers { return }
    }
  }

  private func draw(
    _ tile: TileSurfaces.Entry, _ key: TileKey, _ entry: TilePlan.Entry, _ plan: TilePlan,
    on canvas: Canvas
  ) {
    // What stands in for a tile is always magnified, and squares would look like pixels of the picture.
    let filter = key == entry.key ? plan.filter : .bilinear
    for block in plan.blocks(of: entry, from: key) {
      canvas.draw(
        tile.surface, sampling: block.sampling, into: block.area, filter: filter,
        blending: tile.covers ? .replace : .over)
    }
  }

  /// What lies under a tile that lets something through.
  private func drawGround(
    _ entry: TilePlan.Entry, _ frame: Frame, on canvas: Canvas
  ) throws(DrawingError) {
    guard !isOpaque else {
      canvas.fill([entry.area], with: Theme.missing)
      return
    }
    if checkerboard == nil { checkerboard = try Checkerboard.make(maker, scale: frame.scale) }
    guard let board = checkerboard else { return }
    // The squares lie still on the picture, not on the window.
    let corner = frame.placement.area
    canvas.fill(entry.area, repeating: board, fromX: corner.x, y: corner.y)
  }
}

// MARK: - Surroundings

extension Painter {
  /// Draws what lies around the picture: the quiet ground, and a shadow that marks the edge.
  private func drawSurroundings(_ frame: Frame, in area: PixelRect, on canvas: Canvas) {
    let picture = frame.placement.area
    let margins = area.subtracting(picture)
    guard !margins.isEmpty else { return }
    canvas.fill(margins, with: Theme.background)
    let reach = Theme.shadow.reach * frame.scale
    let isFar = area.intersection(picture.insetBy(-Int(reach.rounded(.up)) - 1)).isEmpty
    guard !isFar else { return }
    canvas.saved {
      canvas.clip(to: margins)
      drawShadow(
        around: picture.intersection(area.insetBy(-Self.cornerMargin)).rect, frame, on: canvas)
    }
  }

  /// How far beyond a drawn area a picture's edges are cut off, in pixels: farther than any shadow reaches, and near
  /// enough for Cairo's numbers, which end at eight million.
  private static let cornerMargin = 4096

  /// A soft shadow, made of nested outlines that get fainter, and a hairline.
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

extension PixelRect {
  /// The rectangle with `margin` taken off on every side; a negative one is added.
  func insetBy(_ margin: Int) -> Self {
    Self(
      x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
  }
}

/// The pattern under transparent pictures.
enum Checkerboard {
  /// A surface of two by two squares.
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
