package import ScrollGeometry

/// The geometry of a picture and its halvings, cut into square tiles.
///
/// Level 0 is the picture itself; each further level is half as wide and half as high, rounded up,
/// until one tile holds all of it. It only computes; it holds no pixels.
package struct Pyramid: Hashable, Sendable {
  /// The side of a tile without its apron, in pixels of its level; tiles at the right and bottom
  /// edges may be smaller.
  package static let tileSide = 256

  /// The picture's size at level 0, in pixels.
  package let size: PixelSize
  /// The number of levels, at least 1.
  package let levelCount: Int

  /// Makes the pyramid of a picture; an empty size is taken as one pixel.
  package init(size: PixelSize) {
    self.size = PixelSize(width: max(1, size.width), height: max(1, size.height))
    var longest = max(self.size.width, self.size.height)
    var count = 1
    while longest > Self.tileSide {
      longest = (longest + 1) / 2
      count += 1
    }
    levelCount = count
  }

  /// All levels, the full size first.
  package var levels: Range<Int> { 0..<levelCount }

  /// The coarsest level; one tile holds it.
  package var coarsestLevel: Int { levelCount - 1 }

  /// The size of a level in its own pixels: the picture's extents divided by 2^level, rounded up.
  ///
  /// The level is clamped to 0 … 62.
  package func size(ofLevel level: Int) -> PixelSize {
    PixelSize(
      width: Self.halved(size.width, times: level), height: Self.halved(size.height, times: level))
  }

  /// The number of tile columns and tile rows of a level.
  func grid(ofLevel level: Int) -> PixelSize {
    let extent = size(ofLevel: level)
    return PixelSize(
      width: Self.tiles(along: extent.width), height: Self.tiles(along: extent.height))
  }

  /// True if the key names a tile of this pyramid.
  package func contains(_ key: TileKey) -> Bool {
    guard levels.contains(key.level), key.column >= 0, key.row >= 0 else { return false }
    let grid = grid(ofLevel: key.level)
    return key.column < grid.width && key.row < grid.height
  }

  /// The pixels of its level that a tile shows, without the apron; empty for a key outside.
  package func rect(of key: TileKey) -> PixelRect {
    guard contains(key) else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    let extent = size(ofLevel: key.level)
    let x = key.column * Self.tileSide
    let y = key.row * Self.tileSide
    return PixelRect(
      x: x, y: y, width: min(Self.tileSide, extent.width - x),
      height: min(Self.tileSide, extent.height - y))
  }

  /// The pixels of its level that a tile shows in the file's order, and those with the apron.
  func fileRects(
    of key: TileKey, _ orientation: Orientation
  ) -> (inner: PixelRect, padded: PixelRect) {
    let inner = orientation.fileRect(of: rect(of: key), in: size(ofLevel: key.level))
    return (inner, inner.insetBy(-TilePixels.apron))
  }

  /// The tiles of a level that touch a rectangle.
  ///
  /// Both ranges are empty when the rectangle is empty or outside the picture; parts outside,
  /// infinite ones too, are ignored.
  ///
  /// - Parameters:
  ///   - rect: in pixels of level 0.
  ///   - level: a level of this pyramid.
  /// - Returns: the block of tiles, empty where nothing shows.
  package func tiles(covering rect: Rect, level: Int) -> TileRange {
    guard levels.contains(level) else { return .empty }
    let grid = grid(ofLevel: level)
    let side = Double(Self.tileSide << level)
    return TileRange(
      level: level,
      columns: Self.span(rect.minX, rect.maxX, limit: size.width, side: side, count: grid.width),
      rows: Self.span(rect.minY, rect.maxY, limit: size.height, side: side, count: grid.height))
  }

  /// The bytes that all tiles of one level take with their aprons; nil when it does not fit an `Int`.
  func byteCount(ofLevel level: Int) -> Int? {
    let extent = size(ofLevel: level)
    let grid = grid(ofLevel: level)
    let aprons = 2 * TilePixels.apron
    let padded = PixelSize(
      width: extent.width + grid.width * aprons, height: extent.height + grid.height * aprons)
    guard let area = padded.area else { return nil }
    let (bytes, overflow) = area.multipliedReportingOverflow(by: TilePixels.bytesPerPixel)
    return overflow ? nil : bytes
  }

  /// The bytes that all tiles of all levels take with their aprons; nil when it does not fit.
  var byteCount: Int? {
    var total = 0
    for level in levels {
      guard let bytes = byteCount(ofLevel: level) else { return nil }
      let (sum, overflow) = total.addingReportingOverflow(bytes)
      if overflow { return nil }
      total = sum
    }
    return total
  }

  /// The coarsest levels that together take at most `bytes`, and always the coarsest of all.
  func levels(within bytes: Int) -> Range<Int> {
    var first = coarsestLevel
    var total = byteCount(ofLevel: first) ?? 0
    while first > 0, let next = byteCount(ofLevel: first - 1), next <= bytes - total {
      total += next
      first -= 1
    }
    return first..<levelCount
  }

  /// An extent halved a number of times, rounded up each time, which is the same as once at the end.
  private static func halved(_ extent: Int, times: Int) -> Int {
    let shift = min(max(times, 0), 62)
    return ((extent - 1) >> shift) + 1
  }

  private static func tiles(along extent: Int) -> Int { (extent - 1) / tileSide + 1 }

  private static func span(
    _ low: Double, _ high: Double, limit: Int, side: Double, count: Int
  ) -> Range<Int> {
    let start = max(low, 0)
    let end = min(high, Double(limit))
    guard end > start else { return 0..<0 }
    let first = Int((start / side).rounded(.down))
    let last = Int((end / side).rounded(.up))
    return first..<min(max(last, first + 1), count)
  }
}

/// The place of one tile in a picture's pyramid.
package struct TileKey: Hashable, Sendable {
  /// How many times the picture was halved; 0 is full size.
  package var level: Int
  /// The tile's column in its level, counted from the left.
  package var column: Int
  /// The tile's row in its level, counted from the top.
  package var row: Int

  /// Makes a key from its three numbers.
  package init(level: Int, column: Int, row: Int) {
    self.level = level
    self.column = column
    self.row = row
  }
}

extension TileKey: CustomStringConvertible {
  /// Level, column and row, for instance `2:5,3`.
  package var description: String { "\(level):\(column),\(row)" }
}

/// A block of tiles of one level.
package struct TileRange: Hashable, Sendable {
  /// The level the tiles belong to.
  package var level: Int
  /// The tile columns.
  package var columns: Range<Int>
  /// The tile rows.
  package var rows: Range<Int>

  /// The block without tiles.
  package static let empty = TileRange(level: 0, columns: 0..<0, rows: 0..<0)

  /// True if it holds no tile.
  var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

  /// The number of tiles.
  package var count: Int { columns.count * rows.count }

  /// The tiles, row by row.
  package var keys: [TileKey] {
    rows.flatMap { row in
      columns.map { TileKey(level: level, column: $0, row: row) }
    }
  }
}

/// One axis of one level as stored, divided at the borders of the tiles as shown.
///
/// If the axis is reversed on the screen, tiles are counted from its far end, so that a tile built in the
/// file's order has exactly the pixels of the tile as shown, and so have the halved levels.
struct TileAxis: Hashable, Sendable {
  /// The number of pixels along the axis.
  let length: Int
  /// True if the file's last pixel is the first one on the screen.
  let isReversed: Bool

  /// The number of tiles along the axis.
  var tileCount: Int { (length - 1) / Pyramid.tileSide + 1 }

  /// True if halving leaves the file's first pixel unpaired instead of its last one.
  var startsUnpaired: Bool { isReversed && length % 2 == 1 }

  /// The index as shown of a tile, from its index as stored.
  func shownIndex(_ index: Int) -> Int { isReversed ? tileCount - 1 - index : index }

  /// The pixels as stored of the tile with this index as stored.
  func span(_ index: Int) -> Range<Int> {
    let start = shownIndex(index) * Pyramid.tileSide
    let end = min(start + Pyramid.tileSide, length)
    return isReversed ? length - end..<length - start : start..<end
  }

  /// The axis of the next level.
  var halved: TileAxis { TileAxis(length: (length + 1) / 2, isReversed: isReversed) }
}

extension PixelRect {
  /// The columns it covers; empty when the width is not positive.
  package var columns: Range<Int> { x..<x + max(0, width) }
  /// The rows it covers; empty when the height is not positive.
  package var rows: Range<Int> { y..<y + max(0, height) }
}
