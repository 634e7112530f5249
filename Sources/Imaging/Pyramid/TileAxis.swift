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
