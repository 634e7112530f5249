import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import OverscrollLab
import OverscrollShell
import ScrollGeometry

/// A file's picture for scenes, which fills the view that shows it and keeps its proportions.
final class PictureFile: ScenePicture {
  /// The memory for tiles, in bytes. [C]
  private static let budget = 64 << 20

  private let size: Size
  private let picture: ReplayPicture
  private let maker: any SurfaceFactory
  /// What was drawn last, and whether every tile of it was there by then; `nil` before that.
  private var drawn: (scene: ReplayScene, surface: Surface, isReady: Bool)?
  /// Whether tiles have arrived since.
  private var isOutdated = false

  /// Begins to load a picture.
  ///
  /// - Parameters:
  ///   - source: The picture.
  ///   - maker: Makes surfaces of the kind that is drawn on.
  ///   - cache: Where tiles are kept.
  ///   - wake: Called on other threads when tiles have arrived.
  init(
    _ source: any ImageSource, maker: any SurfaceFactory, cache: CacheFolder?,
    wake: @escaping @Sendable () -> Void
  ) {
    size = source.info.size.size
    self.maker = maker
    picture = ReplayPicture(
      source, maker: maker, budget: Self.budget, cache: cache, wake: wake)
  }

  /// Collects what has been loaded; returns whether the picture looks different.
  func drainArrivals() -> Bool {
    guard picture.drainArrivals() else { return false }
    isOutdated = true
    return drawn != nil
  }

  /// Whether waiting brings no more of what was drawn.
  var isReady: Bool { drawn?.isReady ?? true }

  func draw(on canvas: Canvas, in rect: Rect, toPixels: AffineTransform) {
    let area = PixelRect(rounding: toPixels.apply(to: rect))
    let scale = (abs(toPixels.determinant)).squareRoot()
    let pixels = PixelSize(rounding: rect.size * scale)
    guard !area.isEmpty, pixels.isDrawable, let surface = try? surface(pixels) else {
      return canvas.fill(rect, with: Palette.line)
    }
    let toRect = AffineTransform(
      scaleX: rect.width / Double(pixels.width), y: rect.height / Double(pixels.height)
    ).concatenating(AffineTransform(translationX: rect.minX, y: rect.minY))
    canvas.draw(
      surface, transform: toRect.concatenating(toPixels), into: area, filter: .bilinear)
  }

  /// The picture in a size, as far as it has been loaded.
  private func surface(_ pixels: PixelSize) throws(DrawingError) -> Surface {
    let scene = ReplayScene(main: frame(pixels))
    // Tiles may arrive at any moment: what is asked before drawing holds for what is drawn.
    picture.drainArrivals()
    let isReady = picture.isReady(scene)
    if let drawn, drawn.scene == scene, !isOutdated, drawn.isReady || !isReady {
      return drawn.surface
    }
    picture.requestTiles(of: scene)
    let surface: Surface
    if let drawn, drawn.surface.size == pixels {
      surface = drawn.surface
    } else {
      surface = try maker.makeSurface(size: pixels, opaque: true)
    }
    try picture.draw(scene, on: Canvas(surface))
    drawn = (scene, surface, isReady)
    isOutdated = false
    return surface
  }

  private func frame(_ pixels: PixelSize) -> Frame {
    let scale = max(
      Double(pixels.width) / size.width, Double(pixels.height) / size.height)
    let origin = Point(
      (Double(pixels.width) - size.width * scale) / 2,
      (Double(pixels.height) - size.height * scale) / 2)
    return Frame(
      viewport: pixels,
      placement: Placement(size: picture.size, origin: origin, scale: scale))
  }
}
