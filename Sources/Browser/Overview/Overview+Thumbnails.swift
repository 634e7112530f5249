package import OverscrollBase
import OverscrollImaging
import ScrollEngine
import ScrollGeometry
import ScrollLists

/// A thumbnail that is to be loaded.
package struct ThumbnailRequest: Hashable, Sendable {
  /// The path of the picture.
  package var path: FilePath
  /// The longest side of the thumbnail, in pixels.
  package var side: Int
  /// Whether a pass over very many pixels may be made.
  package var allowsExpense = false
}

extension Overview {
  /// The longest side of a thumbnail, in pixels.
  var pixelSide: Int { max(1, Int((side * scale).rounded())) }

  /// Returns the thumbnails to load, the visible ones first, then those of a window on either side.
  ///
  /// - Parameter now: The present, in seconds.
  /// - Returns: The requests in their order, and when to ask again even if nothing happens.
  package func requests(at now: Double) -> (requests: [ThumbnailRequest], deadline: Double?) {
    window.layoutIfNeeded()
    let visible = items(in: list.bounds)
    let (width, height) = (list.bounds.width, list.bounds.height)
    let page = arrangement == .strip ? Point(width, 0) : Point(0, height)
    let ring =
      items(in: list.bounds.offset(by: page))
      + items(in: list.bounds.offset(by: Point.zero - page)).reversed()
    let paths = visible.map(path)
    let (due, deadline) = surfaces.expensive(visible: Set(paths), at: now)
    // Thumbnails around the visible ones are loaded only if the limit leaves room for them.
    let room = max(
      0, surfaces.byteLimit / (pixelSide * pixelSide * TilePixels.bytesPerPixel) - visible.count)
    let lacking = (paths + ring.prefix(room).map(path)).filter {
      surfaces.lacks($0, side: pixelSide) || due.contains($0)
    }
    let requests = lacking.map {
      ThumbnailRequest(path: $0, side: pixelSide, allowsExpense: due.contains($0))
    }
    return (requests, deadline)
  }

  /// The numbers of the pictures in a rectangle of the list.
  private func items(in rect: Rect) -> [Int] {
    let found = layout.layoutAttributesForElements(in: rect) ?? []
    return found.map(\.indexPath.item).sorted()
  }
}
