package import ScrollGeometry

/// The coarse tiles of a picture, decoded before it is shown.
package struct CoarseTiles: Sendable {
  let tiles: [TileKey: TilePixels]

  /// No tiles.
  package init() { tiles = [:] }

  private init(tiles: [TileKey: TilePixels]) { self.tiles = tiles }

  /// Turns or flips the coarsest tile of a picture, as the preview of the picture that is decoded again.
  ///
  /// - Parameters:
  ///   - coarsest: The tile.
  ///   - turn: How it is turned or flipped.
  ///   - size: The size of the picture afterwards.
  package init(turning coarsest: TilePixels, by turn: Orientation, in size: PixelSize) {
    let pyramid = Pyramid(size: size)
    let turned = turn.applied(to: coarsest.size)
    guard coarsest.isComplete, pyramid.size(ofLevel: pyramid.coarsestLevel) == turned else {
      tiles = [:]
      return
    }
    let pixels = OrientationTransform(orientation: turn).apply(
      to: coarsest.withUnsafePixels { ContiguousArray($0) }, size: coarsest.paddedSize)
    tiles = [
      TileKey(level: pyramid.coarsestLevel, column: 0, row: 0): TilePixels(
        size: turned, isOpaque: coarsest.isOpaque, storage: pixels)
    ]
  }

  /// Turns or flips a level of the picture that is shown.
  package init(turning level: CompleteLevel, by turn: Orientation) {
    self.init(tiles: level.tiles(turnedBy: turn))
  }

  /// The memory they take, in bytes.
  package var byteCount: Int { tiles.values.reduce(0) { $0 + $1.byteCount } }

  /// Pictures with more pixels that can only be decoded as a whole are decoded to their preview only. [C]
  private static let largestPass = 100_000_000

  /// Decodes the tiles of a level and of those coarser than it.
  ///
  /// - Parameters:
  ///   - source: The picture.
  ///   - finest: The level; a coarser one is taken where it does not fit into the limit.
  ///   - byteLimit: The memory that the tiles may take, in bytes.
  ///   - shouldContinue: Called now and then; where it returns false the tiles decoded so far are the result.
  package init(
    of source: any ImageSource, from finest: Int, byteLimit: Int,
    while shouldContinue: () -> Bool
  ) {
    let pyramid = Pyramid(size: source.info.size)
    let first = pyramid.levels.first { level in
      level >= finest && Self.byteCount(of: pyramid, from: level) <= byteLimit
    }
    guard let first else {
      tiles = [:]
      return
    }
    switch source.access {
    case .rows(let rows):
      let area = source.info.size.area ?? .max
      tiles =
        area > Self.largestPass
        ? Self.preview(of: rows) : Self.tiles(of: rows, from: first, while: shouldContinue)
    case .tiles(let source):
      tiles = Self.tiles(of: source, pyramid, from: first, while: shouldContinue)
    }
  }

  /// Decodes a low-resolution preview as quickly as the format allows.
  ///
  /// Where decoding itself can reduce the size, the tiles are at least a level coarser than they will show, so that none of
  /// them stays when the picture is decoded in full.
  ///
  /// - Parameters:
  ///   - source: The picture.
  ///   - finest: The level that will show.
  ///   - byteLimit: The memory that the tiles may take, in bytes.
  ///   - shouldContinue: Called now and then; where it returns false the tiles decoded so far are the result.
  package init(
    previewOf source: any ImageSource, shownAt finest: Int, byteLimit: Int,
    while shouldContinue: () -> Bool
  ) {
    let pyramid = Pyramid(size: source.info.size)
    guard case .rows(let rows) = source.access,
      let reduction = Self.reduction(of: rows, pyramid)
    else {
      self.init(of: source, from: finest, byteLimit: byteLimit, while: shouldContinue)
      return
    }
    let first = min(max(reduction, finest + 1), pyramid.coarsestLevel)
    var info = source.info
    info.size = pyramid.size(ofLevel: reduction)
    var tiles: [TileKey: TilePixels] = [:]
    let builder = PyramidBuilder(info, from: first - reduction, progressiveArea: .max) {
      guard $0.level >= first - reduction, $1.isComplete else { return }
      tiles[TileKey(level: $0.level + reduction, column: $0.column, row: $0.row)] = $1
    }
    // What is damaged is found again, and reported, when the picture is decoded in full.
    try? rows.decode(into: builder, reducedBy: reduction, while: shouldContinue)
    self.init(tiles: tiles)
  }

  /// The longer side that a preview has at least, in pixels: a window shows it magnified a few times. [C]
  private static let previewSide = 480

  /// The number of halvings for a preview that decoding itself can do; `nil` if there is none.
  private static func reduction(of rows: any RowSource, _ pyramid: Pyramid) -> Int? {
    guard pyramid.coarsestLevel > 0, rows.reducibleLevels > 0 else { return nil }
    return (1...min(rows.reducibleLevels, pyramid.coarsestLevel)).last { level in
      let size = pyramid.size(ofLevel: level)
      return max(size.width, size.height) >= previewSide
    }
  }

  private static func byteCount(of pyramid: Pyramid, from first: Int) -> Int {
    pyramid.levels.filter { $0 >= first }.reduce(0) { sum, level in
      let (total, overflow) = sum.addingReportingOverflow(pyramid.byteCount(ofLevel: level) ?? .max)
      return overflow ? .max : total
    }
  }

  private static func tiles(
    of rows: any RowSource, from first: Int, while shouldContinue: () -> Bool
  ) -> [TileKey: TilePixels] {
    var tiles: [TileKey: TilePixels] = [:]
    let builder = PyramidBuilder(rows.info, from: first) { key, pixels in
      if key.level >= first, pixels.isComplete { tiles[key] = pixels }
    }
    // What is damaged is found again, and reported, when the picture is shown.
    try? rows.decode(into: builder, while: shouldContinue)
    return tiles
  }

  /// The preview that some formats hold before their rows.
  private static func preview(of rows: any RowSource) -> [TileKey: TilePixels] {
    var tiles: [TileKey: TilePixels] = [:]
    let builder = PyramidBuilder(rows.info, emitPreview: { tiles[$0] = $1 }, emit: { _, _ in })
    try? rows.decode(into: builder) { tiles.isEmpty && builder.rowCount == 0 }
    return tiles
  }

  private static func tiles(
    of source: any TileSource, _ pyramid: Pyramid, from first: Int, while shouldContinue: () -> Bool
  ) -> [TileKey: TilePixels] {
    var tiles: [TileKey: TilePixels] = [:]
    let whole = Rect(origin: .zero, size: pyramid.size.size)
    for level in pyramid.levels.reversed() where level >= first {
      for key in pyramid.tiles(covering: whole, level: level).keys {
        guard shouldContinue() else { return tiles }
        tiles[key] = try? source.tile(key, of: pyramid)
      }
    }
    return tiles
  }
}

/// A level of a picture all of whose tiles are in memory, to be shown again turned or flipped while the file is decoded again.
package struct CompleteLevel: Sendable {
  /// The most pixels that are turned: those of a 4K screen, twice. [C]
  private static let largestArea = 2 * 3840 * 2160

  private let level: Int
  /// The picture's levels, as it is shown.
  package let pyramid: Pyramid
  private let shown: ImageInfo
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
    shown = picture.info
  }

  /// Returns the tiles of the turned picture, of this level and of coarser ones.
  ///
  /// They are those that decoding would give: none where the levels of an axis that is reversed begin with another pixel.
  func tiles(turnedBy turn: Orientation) -> [TileKey: TilePixels] {
    let size = pyramid.size
    guard level == 0 || !turn.reversesX || size.width.isMultiple(of: 1 << level),
      level == 0 || !turn.reversesY || size.height.isMultiple(of: 1 << level)
    else { return [:] }
    let stored = pyramid.size(ofLevel: level)
    var info = ImageInfo(
      format: "", size: turn.applied(to: stored), hasAlpha: shown.hasAlpha, orientation: turn)
    info.hasClasses = shown.hasClasses
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
