import ScrollGeometry

extension Thumbnail {
  /// The area of a picture from which on decoding it as a whole for a thumbnail takes too long to do without need, in pixels. [C]
  package static let largestPass = 100_000_000

  /// Returns whether a thumbnail of a picture takes a pass over very many pixels.
  package static func isExpensive(_ source: any ImageSource) -> Bool {
    guard case .rows = source.access else { return false }
    return (source.info.size.area ?? .max) > largestPass
  }

  /// Decodes a thumbnail; the coarsest level of the picture's pyramid that is large enough is reduced.
  ///
  /// - Parameters:
  ///   - source: The picture.
  ///   - side: The length of the longer side, in pixels, unless the picture is smaller.
  ///   - indexedArea: Of pictures with more pixels, an index is read instead of rows where that is quicker.
  ///   - shouldContinue: Called now and then; where it returns false the result is `nil`.
  /// - Returns: The thumbnail, or `nil` if the file is damaged from its beginning.
  package static func decode(
    _ source: any ImageSource, side: Int, indexedArea: Int = largestPass,
    while shouldContinue: () -> Bool = { true }
  ) -> Thumbnail? {
    let pyramid = Pyramid(size: source.info.size)
    let level =
      pyramid.levels.last { level in
        let size = pyramid.size(ofLevel: level)
        return max(size.width, size.height) >= side
      } ?? 0
    let size = pyramid.size(ofLevel: level)
    var tiles: [TileKey: TilePixels] = [:]
    switch source.access {
    case .rows(let rows):
      let isIndexed = (source.info.size.area ?? .max) > indexedArea
      tiles =
        (isIndexed ? indexedTiles(of: rows, pyramid, level, while: shouldContinue) : nil)
        ?? reducedTiles(of: rows, pyramid, level, while: shouldContinue)
    case .tiles(let source):
      let whole = Rect(origin: .zero, size: pyramid.size.size)
      for key in pyramid.tiles(covering: whole, level: level).keys where shouldContinue() {
        tiles[key] = try? source.tile(key, of: pyramid)
      }
    }
    guard !tiles.isEmpty, shouldContinue() else { return nil }
    let isOpaque =
      !source.info.hasAlpha && tiles.values.allSatisfy { $0.isOpaque && $0.isComplete }
    return Thumbnail(tiles, size: size, isOpaque: isOpaque).reduced(to: side)
  }

  /// Decodes the tiles of a level as small as the format can decode them.
  private static func reducedTiles(
    of rows: any RowSource, _ pyramid: Pyramid, _ level: Int, while shouldContinue: () -> Bool
  ) -> [TileKey: TilePixels] {
    var tiles: [TileKey: TilePixels] = [:]
    let reduction = min(level, rows.reducibleLevels)
    let builder = makeBuilder(of: rows.info, pyramid, level, from: reduction) { tiles[$0] = $1 }
    // What could be decoded of a damaged file is shown.
    try? rows.decode(into: builder, reducedBy: reduction, while: shouldContinue)
    builder.abandon()
    return tiles
  }

  /// Decodes the tiles of a level from the scan that indexes a file, or returns `nil` for one without an index, and for a damaged one.
  ///
  /// Of a JPEG file the scan decodes the mean of each block, in a third of the time.
  private static func indexedTiles(
    of rows: any RowSource, _ pyramid: Pyramid, _ level: Int, while shouldContinue: () -> Bool
  ) -> [TileKey: TilePixels]? {
    guard let decoder = rows.regionDecoder(), decoder.indexedLevel <= level else { return nil }
    var tiles: [TileKey: TilePixels] = [:]
    let builder = makeBuilder(of: rows.info, pyramid, level, from: decoder.indexedLevel) {
      tiles[$0] = $1
    }
    let isGood: Void? = try? decoder.buildIndex(into: builder, while: shouldContinue)
    builder.abandon()
    return isGood == nil ? nil : tiles
  }

  /// Makes a builder of the tiles of one level, for rows of a finer one.
  private static func makeBuilder(
    of info: ImageInfo, _ pyramid: Pyramid, _ level: Int, from finer: Int,
    emit: @escaping (TileKey, TilePixels) -> Void
  ) -> PyramidBuilder {
    var info = info
    info.size = pyramid.size(ofLevel: finer)
    return PyramidBuilder(info, from: level - finer, progressiveArea: .max) {
      if $0.level == level - finer { emit($0, $1) }
    }
  }

  /// Puts the tiles of a level together; where there are none it is transparent.
  init(_ tiles: [TileKey: TilePixels], size: PixelSize, isOpaque: Bool) {
    var pixels = [UInt32](repeating: 0, count: size.width * size.height)
    let apron = TilePixels.apron
    for (key, tile) in tiles {
      let (left, top) = (key.column * Pyramid.tileSide, key.row * Pyramid.tileSide)
      let width = min(tile.size.width, size.width - left)
      let height = min(tile.size.height, size.height - top)
      guard width > 0, height > 0 else { continue }
      tile.withUnsafePixels { source in
        for y in 0..<height {
          let from = (y + apron) * tile.stride + apron
          let to = (top + y) * size.width + left
          pixels.replaceSubrange(to..<to + width, with: source[from..<from + width])
        }
      }
    }
    self.init(size: size, pixels: pixels, isOpaque: isOpaque)
  }
}
