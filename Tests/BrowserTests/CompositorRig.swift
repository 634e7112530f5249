import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import ScrollGeometry

/// A screen over an image in memory.
final class CompositorRig {
  let maker: MeteredSurfaces
  let painter: Painter
  let compositor: Compositor
  let window: Surface
  private let pyramid: Pyramid

  init(
    _ provider: any TileProvider, _ viewport: PixelSize, isOpaque: Bool = true,
    byteLimit: Int = 1 << 30, maker: MeteredSurfaces = MeteredSurfaces()
  ) throws {
    self.maker = maker
    pyramid = provider.pyramid
    painter = Painter(
      maker: maker, provider: provider, isOpaque: isOpaque, byteLimit: byteLimit)
    compositor = try Compositor(painter: painter, maker: maker)
    window = try Surface(imageOf: viewport, opaque: true)
  }

  @discardableResult
  func show(
    _ frame: Frame, isExposed: Bool = false, scrollsWindow: Bool = false,
    effort: Compositor.Effort = .kept(), refines: Bool = true
  ) throws -> Compositor.Report {
    try compositor.show(
      FramePlan(frame, pyramid: pyramid), on: window, isExposed: isExposed,
      scrollsWindow: scrollsWindow, effort: effort, refines: refines)
  }
}

/// Surfaces in memory as a server would make them: uploads are limited, and pixmaps are kept for use again.
final class MeteredSurfaces: SurfaceFactory {
  var sendsPixels = false
  /// The bytes uploaded so far.
  var uploadedBytes = 0
  var uploadLimit = Int.max
  var pooledBytes = 0
  var stagingBytes = 0
  var poolLimit = 0 { didSet { idleLimitChanges += 1 } }
  private(set) var idleLimitChanges = 0
  private(set) var isOpaque: [Bool] = []
  /// The bytes of all surfaces that were there when the last one was made.
  private(set) var bytesBefore = 0
  private var made: [WeakSurface] = []
  private let images = ImageSurfaceFactory()

  func makeSurface(size: PixelSize, opaque: Bool) throws(DrawingError) -> Surface {
    isOpaque.append(opaque)
    bytesBefore = made.reduce(0) { $0 + ($1.surface?.byteCount ?? 0) }
    let surface = try images.makeSurface(size: size, opaque: opaque)
    made.append(WeakSurface(surface: surface))
    return surface
  }

  private struct WeakSurface {
    weak var surface: Surface?
  }

  func upload(
    _ pixels: UnsafeBufferPointer<UInt32>, stride: Int, size: PixelSize, to surface: Surface
  ) {
    uploadedBytes += 4 * size.width * size.height
    images.upload(pixels, stride: stride, size: size, to: surface)
  }
}
