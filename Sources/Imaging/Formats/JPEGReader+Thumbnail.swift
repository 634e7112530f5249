import ScrollGeometry

extension JPEGReader {
  /// The longest side of a thumbnail, in pixels: what a marker has room for, and little memory. [C]
  private static let maximumThumbnailSide = 1024

  /// Decodes all of it as the thumbnail of another picture.
  ///
  /// - Parameters:
  ///   - orientation: The picture's, which holds for its thumbnail too.
  ///   - colorSource: What the picture's colors are, for a thumbnail without colors of its own.
  /// - Returns: The thumbnail; `nil` if it is damaged, or too large to be one.
  consuming func thumbnail(orientation: Orientation, colorSource: ColorSource) -> Thumbnail? {
    var info = info
    guard max(info.size.width, info.size.height) <= Self.maximumThumbnailSide else { return nil }
    info.size = orientation.applied(to: info.orientation.applied(to: info.size))
    info.orientation = orientation
    guard (try? start()) != nil else { return nil }
    let colors = JPEGColors(self, otherwise: colorSource)
    var tiles: [TileKey: TilePixels] = [:]
    let builder = PyramidBuilder(info, progressiveArea: .max) { key, tile in
      if key.level == 0 { tiles[key] = tile }
    }
    while !builder.isComplete {
      guard (try? read(builder.nextRow, position: builder.rowCount)) != nil else { return nil }
      colors.apply(builder.nextRow)
      builder.commitRow()
    }
    return hasMissingData ? nil : Thumbnail(tiles, size: info.size, isOpaque: true)
  }
}
