import ScrollGeometry

/// A level of a picture all of whose tiles are in memory, to be shown again turned or flipped while the file is decoded again.
package struct CompleteLevel: Sendable {
  /// The most pixels that are turned: those of a 4K screen, twice. [C]
  private static let largestArea = 2 * 3840 * 2160

  private let level: Int
  /// The picture's levels, as it is shown.
  package let pyramid: Pyramid
  private let hasAlpha: Bool
  private let tiles: [TileKey: TilePixels]

  /// Finds the finest such level; `nil` if there is none, and where a frame of an animation is shown.
  package init?(of picture: TiledPicture) { self.init(of: picture, upTo: Self.largestArea) }

  /// Finds the finest such level of at most a number of pixels.
  init?(of picture: TiledPicture, upTo largestArea: Int) {
    guard !picture.showsFrame else { return nil }
    let pyramid = picture.pyramid
    let candidates = pyramid.levels.lazy.compactMap { level -> (Int, [TileKey: TilePixels])? in
      guard pyramid.size(ofLevel: level).area ?? .max <= largestArea else { return nil }
      let whole = pyramid.tiles(
        covering: Rect(origin: .zero, size: pyramid.size.size), level: level)
      var tiles: [TileKey: TilePixels] = [:]
      for key in whole.keys {
        guard let tile = picture.pixels(key), tile.isComplete else { return nil }
        tiles[key] = tile
      }
      return (level, tiles)
    }
    guard let (level, tiles) = candidates.first else { return nil }
    (self.level, self.tiles, self.pyramid) = (level, tiles, pyramid)
    hasAlpha = picture.info.hasAlpha
  }

  /// Returns the tiles of the turned picture, of this level and of coarser ones.
  ///
  /// They are those that decoding would give: none where the levels of an axis that is reversed begin with another pixel.
  package func tiles(turnedBy turn: Orientation) -> [TileKey: TilePixels] {
    let size = pyramid.size
    guard level == 0 || !turn.reversesX || size.width.isMultiple(of: 1 << level),
      level == 0 || !turn.reversesY || size.height.isMultiple(of: 1 << level)
    else { return [:] }
    let stored = pyramid.size(ofLevel: level)
    let info = ImageInfo(
      format: "", size: turn.applied(to: stored), hasAlpha: hasAlpha, orientation: turn)
    var turned: [TileKey: TilePixels] = [:]
    let builder = PyramidBuilder(info, progressiveArea: .max) { key, pixels in
      turned[TileKey(level: key.level + level, column: key.column, row: key.row)] = pixels
    }
    while !builder.isComplete {
      copyRow(builder.rowCount, to: builder.nextRow)
      builder.commitRow()
    }
    return turned
  }

  private func copyRow(_ row: Int, to output: UnsafeMutableBufferPointer<UInt32>) {
    let side = Pyramid.tileSide
    for column in 0...(output.count - 1) / side {
      guard let tile = tiles[TileKey(level: level, column: column, row: row / side)] else {
        continue
      }
      let start = (row % side + TilePixels.apron) * tile.stride + TilePixels.apron
      tile.withUnsafePixels { pixels in
        _ = output[(column * side)...].update(
          fromContentsOf: pixels[start..<start + tile.size.width])
      }
    }
  }
}
