import OverscrollBrowser
import OverscrollDesktop
import OverscrollDrawing
import OverscrollFiles
import OverscrollImaging
import ScrollGeometry

/// What stands in the place of a picture that cannot be shown: a single pixel, which is not drawn.
struct UnreadablePicture: TileSource {
  private static let size = PixelSize(width: 1, height: 1)

  var info: ImageInfo { ImageInfo(format: "none", size: Self.size) }

  func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels {
    let side = 1 + 2 * TilePixels.apron
    return TilePixels(
      size: Self.size, isOpaque: true, storage: .init(repeating: 0xFF00_0000, count: side * side))
  }
}

extension Viewer {
  /// Makes a page that says why a file cannot be shown.
  func makePage(of file: FilePath, because problem: String) throws(DrawingError) -> OpenPicture {
    let source = UnreadablePicture()
    let picture = TiledPicture(source, store: store, queue: DecodeQueue(), wake: {})
    let view = PictureView(
      size: source.info.size, viewport: contentSize, scale: view.scale, fit: .fit,
      limits: album?.zoomLimits ?? .init(maximum: options.maxZoom))
    var page = try OpenPicture(
      picture, view: view, store: store, maker: window, file: file, status: FileStatus(of: file),
      startTime: MonotonicClock.now)
    page.problem = problem
    return page
  }

  /// The page of a picture that cannot be shown; `nil` for any other.
  func page(of picture: OpenPicture) -> Frame.Page? {
    guard let problem = picture.problem, let file = picture.file else { return nil }
    return Frame.Page(
      title: album?.label(file) ?? file.lastComponent.description.isolated, message: problem,
      hint: "Press r to try again.")
  }
}
