package import Drawing
import Geometry
package import Imaging

/// Draws a frame: the one way pictures get onto a window, into a file and into a test.
package final class Painter {
  private let surfaces: TileSurfaces
  private let pyramid: Pyramid
  private let isOpaque: Bool
  private let maker: any SurfaceMaker
  private var checkerboard: Surface?

  /// - Parameters:
  ///   - maker: Makes surfaces where the frames are drawn.
  ///   - provider: The picture.
  ///   - isOpaque: False puts a checkerboard under the picture.
  ///   - byteLimit: The number of bytes that tile surfaces may take.
  package init(
    maker: any SurfaceMaker, provider: any TileProvider, isOpaque: Bool, byteLimit: Int
  ) {
    self.maker = maker
    self.isOpaque = isOpaque
    pyramid = provider.pyramid
    surfaces = TileSurfaces(maker: maker, provider: provider, byteLimit: byteLimit)
  }

  /// Forgets tiles that have changed; returns whether a frame drawn before may look different now.
  @discardableResult
  package func forget(_ keys: [TileKey]) -> Bool { surfaces.forget(keys) }

  /// Draws the whole frame on `canvas`; returns the number of tiles that were missing.
  @discardableResult
  package func draw(_ frame: Frame, on canvas: Canvas) throws(DrawingError) -> Int {
    surfaces.beginFrame()
    let plan = TilePlan(frame, pyramid: pyramid)
    drawSurroundings(frame, on: canvas)
    var missing = 0
    for entry in plan.entries {
      let isThere = try drawTile(entry, plan, frame, on: canvas)
      if !isThere { missing += 1 }
    }
    drawOverlays(frame, on: canvas)
    return missing
  }

  /// Draws one tile over the best coarser one where it is not whole; returns whether it is there.
  private func drawTile(
    _ entry: TilePlan.Entry, _ plan: TilePlan, _ frame: Frame, on canvas: Canvas
  ) throws(DrawingError) -> Bool {
    let tile = try surfaces.surface(entry.key)
    if let tile, tile.covers {
      canvas.draw(
        tile.surface, transform: plan.transform(of: entry.key), into: entry.area,
        filter: plan.filter)
      return true
    }
    try drawGround(entry, frame, on: canvas)
    if tile == nil || isOpaque { try drawCoarser(entry, plan, on: canvas) }
    if let tile {
      canvas.draw(
        tile.surface, transform: plan.transform(of: entry.key), into: entry.area,
        filter: plan.filter, blending: .over(opacity: 1))
    }
    return tile != nil
  }

  /// Draws the nearest coarser tile that is there in place of one that is not.
  private func drawCoarser(
    _ entry: TilePlan.Entry, _ plan: TilePlan, on canvas: Canvas
  ) throws(DrawingError) {
    var levels = 1
    while entry.key.level + levels < pyramid.levelCount {
      let key = entry.key.ancestor(levels)
      if let tile = try surfaces.surface(key) {
        canvas.draw(
          tile.surface, transform: plan.transform(of: key), into: entry.area, filter: .bilinear,
          blending: tile.covers ? .replace : .over(opacity: 1))
        if tile.covers { return }
      }
      levels += 1
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
    let area = frame.placement.area
    canvas.fill(entry.area, repeating: board, fromX: area.x, y: area.y)
  }
}

/// The pattern under transparent pictures.
enum Checkerboard {
  /// A surface of two by two squares.
  static func make(_ maker: any SurfaceMaker, scale: Double) throws(DrawingError) -> Surface {
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
