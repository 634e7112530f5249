import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
import OverscrollImaging
import ScrollGeometry

/// A placeholder for a picture that cannot be shown: a single pixel, which is not drawn.
struct UnreadablePicture: TileSource {
  private static let size = PixelSize(width: 1, height: 1)

  var info: ImageInfo { ImageInfo(format: "none", size: Self.size) }

  func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels {
    let side = 1 + 2 * TilePixels.apron
    return TilePixels(
      size: Self.size, isOpaque: true, storage: .init(repeating: 0xFF00_0000, count: side * side))
  }
}
