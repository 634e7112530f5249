/// One axis of one level as the file delivers it, cut where the tiles of the shown picture lie.
///
/// When the axis runs backwards on the screen the cuts are counted from its far end, so a tile built
/// in the file's direction holds exactly the pixels of the turned tile, and so do the halvings.
struct TileAxis: Hashable, Sendable {
  /// The number of pixels along the axis.
  let length: Int
  /// True if the file's last pixel is the first one on the screen.
  let isReversed: Bool

  /// The number of tiles along the axis.
  var tileCount: Int { (length - 1) / Pyramid.tileSide + 1 }

  /// True if halving takes the file's first pixel alone instead of its last one.
  var startsUnpaired: Bool { isReversed && length % 2 == 1 }

  /// The tile's number on the screen, from its number in the file's order.
  func shownIndex(_ index: Int) -> Int { isReversed ? tileCount - 1 - index : index }

  /// The pixels, in the file's order, of the tile with this number in the file's order.
  func span(_ index: Int) -> Range<Int> {
    let start = shownIndex(index) * Pyramid.tileSide
    let end = min(start + Pyramid.tileSide, length)
    return isReversed ? length - end..<length - start : start..<end
  }

  /// The axis of the next level.
  var halved: TileAxis { TileAxis(length: (length + 1) / 2, isReversed: isReversed) }
}
