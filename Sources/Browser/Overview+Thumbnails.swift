package import OverscrollBase
package import OverscrollDrawing
package import OverscrollImaging
import OverscrollShell
import ScrollEngine
package import ScrollGeometry
import ScrollLists

/// A thumbnail that is to be loaded.
package struct ThumbnailRequest: Hashable, Sendable {
  /// The path of the picture.
  package var path: FilePath
  /// The longest side of the thumbnail, in pixels.
  package var side: Int
  /// Whether a pass over very many pixels may be made.
  package var allowsExpense = false

  package init(path: FilePath, side: Int, allowsExpense: Bool = false) {
    (self.path, self.side, self.allowsExpense) = (path, side, allowsExpense)
  }
}

extension Overview {
  /// The longest side of a thumbnail, in pixels.
  var pixelSide: Int { max(1, Int((side * scale).rounded())) }

  /// Returns how a thumbnail is turned: as its file has been since, and then as the picture is shown.
  func thumbnailTurn(_ path: FilePath) -> Orientation {
    surfaces.turn(of: path).followed(by: turn(path))
  }

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
    let paths = visible.flatMap(pictures)
    let (due, deadline) = surfaces.expensive(visible: Set(paths), at: now)
    // Thumbnails around the visible ones are loaded only if the limit leaves room for them.
    let room = max(
      0, surfaces.byteLimit / (pixelSide * pixelSide * TilePixels.bytesPerPixel) - visible.count)
    let lacking = (paths + ring.prefix(room).flatMap(pictures)).filter {
      surfaces.lacks($0, side: pixelSide) || due.contains($0)
    }
    let requests = lacking.map {
      ThumbnailRequest(path: $0, side: pixelSide, allowsExpense: due.contains($0))
    }
    return (requests, deadline)
  }

  /// The numbers of the pictures in a rectangle of the list.
  func items(in rect: Rect) -> [Int] {
    let found = layout.layoutAttributesForElements(in: rect) ?? []
    return found.filter { $0.representedElementKind == nil }
      .map { sections.item(at: $0.indexPath) }.sorted()
  }

  /// The folders that are visible.
  package var visibleFolders: [FilePath] {
    guard folderCount > 0 else { return [] }
    window.layoutIfNeeded()
    return items(in: list.bounds).prefix { $0 < folderCount }.map(path)
  }

  /// The pictures that are visible.
  package var visiblePictures: [FilePath] {
    window.layoutIfNeeded()
    return items(in: list.bounds).filter { $0 >= folderCount }.map(path)
  }

  /// The pictures of which an item shows thumbnails.
  private func pictures(of item: Int) -> [FilePath] {
    item < folderCount ? stack(path(item)) ?? [] : [path(item)]
  }

  /// Shows a thumbnail of a picture until the one that is asked for is loaded, unless there is one.
  package func preview(
    _ thumbnail: @autoclosure () -> Thumbnail?, of path: FilePath, size: PixelSize,
    maker: any SurfaceFactory
  ) {
    guard surfaces.state(of: path) == nil, let thumbnail = thumbnail() else { return }
    // All of a small picture is what would be asked for.
    let isWhole = max(size.width, size.height) <= pixelSide
    let side = isWhole ? pixelSide : thumbnail.longerSide
    try? surfaces.add(thumbnail, of: path, side: side, maker: maker)
  }
}
