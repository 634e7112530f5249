import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import OverscrollLab
import OverscrollShell
import ScrollGeometry

/// The picture of a take, and the tiles that show it.
final class ReplayPicture {
  /// The picture's size in its own pixels.
  let size: PixelSize
  private let picture: TiledPicture
  private let painter: Painter

  /// Begins to load the picture of a take; a grid of its size stands for it where `source` is `nil`.
  ///
  /// - Parameters:
  ///   - header: The header of the take.
  ///   - source: The picture.
  ///   - maker: Makes surfaces of the kind that is drawn on.
  ///   - budget: The memory for pixels, in bytes.
  ///   - cache: Where tiles are kept.
  ///   - wake: Called on other threads when tiles have arrived.
  /// - Throws: An error where the picture is not the take's.
  convenience init(
    _ header: Script.Header, showing source: (any ImageSource)?, maker: any SurfaceFactory,
    budget: Int, cache: CacheFolder?, wake: @escaping @Sendable () -> Void
  ) throws {
    let size = PixelSize(rounding: header.unscaledContentSize * header.displayScale)
    let source = try source ?? Grid(size: size).lettered(at: header.displayScale)
    guard source.info.size == size else {
      throw Failure(
        message: "the take shows a picture of \(size) pixels, not of \(source.info.size)")
    }
    self.init(source, maker: maker, budget: budget, cache: cache, wake: wake)
  }

  /// Begins to load a picture.
  ///
  /// - Parameters:
  ///   - source: The picture.
  ///   - maker: Makes surfaces of the kind that is drawn on.
  ///   - budget: The memory for pixels, in bytes.
  ///   - cache: Where tiles are kept.
  ///   - wake: Called on other threads when tiles have arrived.
  init(
    _ source: any ImageSource, maker: any SurfaceFactory, budget: Int, cache: CacheFolder?,
    wake: @escaping @Sendable () -> Void
  ) {
    size = source.info.size
    picture = TiledPicture(
      source, store: TileStore(budget: budget), queue: DecodeQueue(), cache: cache, wake: wake)
    painter = Painter(
      maker: maker, provider: picture, isOpaque: !picture.info.hasAlpha, byteLimit: budget / 2)
  }

  /// Requests the visible tiles of a scene that have no surface yet, from the middle out.
  ///
  /// Nothing else is requested: what is never drawn could be evicted and requested again without an end.
  func requestTiles(of scene: ReplayScene) {
    let keys = scene.parts.flatMap { part in
      let plan = FramePlan(part.frame, pyramid: picture.pyramid)
      return plan.requests(resting: plan.frame.placement, pyramid: picture.pyramid)
        .prefix(plan.visible.count)
    }
    picture.request(
      keys.filter { !painter.surfaces.isCurrent($0) && !picture.hasFailed($0) })
  }

  /// Returns whether waiting brings no more of a scene's tiles.
  func isReady(_ scene: ReplayScene) -> Bool {
    scene.parts.allSatisfy {
      picture.isReady(TilePlan($0.frame, pyramid: picture.pyramid))
    }
  }

  /// Collects the tiles that have arrived; returns whether any of them has been drawn already, or is new.
  @discardableResult
  func drainArrivals() -> Bool {
    let keys = picture.drainArrivals()
    painter.invalidate(keys)
    return !keys.isEmpty
  }

  /// Draws a scene, whose lines have widths in points, in the top left corner of a canvas, and the ground around it.
  func draw(_ scene: ReplayScene, on canvas: Canvas) throws(DrawingError) {
    let viewport = PixelRect(scene.main.viewport)
    let size = canvas.surface.size
    if scene.main.viewport != size {
      canvas.fill(
        PixelRect(size).subtracting(viewport), with: scene.main.backdrop.background.palette.paper)
    }
    try painter.draw(scene.parts, on: canvas)
    for outline in scene.outlines {
      canvas.saved {
        canvas.clip(to: [viewport])
        outline.draw(on: canvas, scale: scene.main.scale)
      }
    }
  }
}

extension PictureState {
  /// The state of a recorded frame.
  init(_ frame: PerformedTake.Frame, size: PixelSize) {
    let sample = frame.sample
    self.init(
      size: size, viewport: PixelSize(rounding: frame.viewport * frame.displayScale),
      scale: frame.displayScale, offset: sample.offset, zoomScale: sample.zoomScale,
      isScaling: frame.isScaling,
      indicators: [sample.horizontalIndicator, sample.verticalIndicator],
      indicatorStyle: frame.indicatorStyle)
  }

  /// The frame in a viewport with `scale` device pixels per point, with lines and text of another scale.
  func frame(
    filter: FilterRule = .automatic, drawnAt scale: Double, textScale: Double
  ) -> Frame {
    let factor = scale / self.scale
    return frame(filter: filter)
      .resized(by: abs(factor - 1) < 1e-9 ? 1 : factor, scale: textScale)
  }
}
