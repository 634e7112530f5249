package import Geometry

/// Turns the rows of a picture, in the file's order, into all tiles of all levels in one pass.
///
/// The memory it works in is a few rows and the tiles under construction: one row of tiles a
/// level, whatever the picture's height. Tiles go to `emit` as soon as they are complete, turned as
/// the picture's orientation asks. While a large picture comes in, its coarse levels' tiles also go out
/// unfinished now and then, so that a person sees it grow; the complete tile follows later under the
/// same key.
package final class PyramidBuilder {
  /// Levels of at most this many rows go out unfinished: one such level fills any screen, and
  /// copying it costs little. [C]
  private static let partialRows = 2048
  /// How many times a picture is shown unfinished in one pass. [C]
  private static let updateCount = 16
  /// The parts of the first step after which it is shown too. [C]
  private static let earlyUpdates = [4, 2]
  /// Smaller pictures, in pixels, are complete before an eye would notice. [C]
  package static let progressiveArea = 6_000_000

  /// What is done with a tile: its place, its pixels.
  package typealias Emit = (TileKey, TilePixels) -> Void

  private let base: LevelBuilder
  private let info: ImageInfo
  private let emit: Emit
  private let emitPreview: Emit?
  private let isLarge: Bool
  private let updateStep: Int
  /// The size as the file stores it.
  package let fileSize: PixelSize
  /// The number of rows taken so far.
  package private(set) var rowCount = 0

  /// Prepares the pass over one picture.
  ///
  /// - Parameters:
  ///   - info: the picture's size as shown, its orientation, and whether it has alpha.
  ///   - first: the finest level whose tiles are wanted.
  ///   - progressiveArea: smaller pictures, in pixels, are not shown unfinished or roughly.
  ///   - emitPreview: is given the tiles of ``addPreview(level:_:)``; nil for those who have no use for them.
  ///   - emit: is given each tile, on the thread that commits rows.
  package init(
    _ info: ImageInfo, from first: Int = 0, progressiveArea: Int = PyramidBuilder.progressiveArea,
    emitPreview: Emit? = nil, emit: @escaping Emit
  ) {
    let pyramid = Pyramid(size: info.size)
    self.info = info
    self.emitPreview = emitPreview
    fileSize = info.orientation.applied(to: pyramid.size)
    base = LevelBuilder(
      level: 0, of: pyramid.levelCount, first: first,
      columns: TileAxis(length: fileSize.width, isReversed: info.orientation.reversesX),
      rows: TileAxis(length: fileSize.height, isReversed: info.orientation.reversesY), info: info)
    self.emit = emit
    isLarge = (fileSize.area ?? .max) >= progressiveArea
    updateStep = max(1, fileSize.height / Self.updateCount)
  }
}

extension PyramidBuilder {
  /// The memory that a pass over a picture works in, in bytes: a row of tiles and a few of pixels a
  /// level, each level half as wide as the one before.
  static func workBytes(_ info: ImageInfo) -> Int {
    let size = info.orientation.applied(to: info.size)
    let rows = min(Pyramid.tileSide, size.height) + 4 * TilePixels.apron
    let (bytes, overflow) = size.width.multipliedReportingOverflow(
      by: 2 * rows * TilePixels.bytesPerPixel)
    return overflow ? .max / 2 : bytes
  }

  /// Where the next row is to be written; every pixel of it must be, alpha included.
  package var nextRow: UnsafeMutableBufferPointer<UInt32> { base.nextRow }

  /// True when every row was taken.
  package var isComplete: Bool { rowCount == fileSize.height }

  /// Takes the row that was written to ``nextRow``; rows past the last are ignored.
  package func commitRow() {
    guard !isComplete else { return }
    base.commitRow(emit: emit)
    rowCount += 1
    if isUpdateDue, !isComplete {
      base.emitPartialTiles(maximumHeight: Self.partialRows, emit: emit)
    }
  }

  /// True at every step, and early in the first so that something shows soon.
  private var isUpdateDue: Bool {
    guard isLarge else { return false }
    return rowCount % updateStep == 0
      || rowCount < updateStep && Self.earlyUpdates.contains { rowCount == updateStep / $0 }
  }

  /// True if a preview picture is worth making, because the whole takes long and somebody will look at it.
  var wantsPreview: Bool { emitPreview != nil && isLarge }

  /// Takes a rough version of the whole picture, which stands in for coarse tiles until the rows have come.
  ///
  /// - Parameters:
  ///   - level: the level whose size it has; nothing happens where there is none.
  ///   - write: is given the number of each row, from the first on, and where to write it; when it answers false
  ///     there is no more.
  func addPreview(level: Int, _ write: (Int, UnsafeMutableBufferPointer<UInt32>) -> Bool) {
    let pyramid = Pyramid(size: info.size)
    guard let emitPreview, level < pyramid.levelCount else { return }
    var coarse = info
    coarse.size = pyramid.size(ofLevel: level)
    let builder = PyramidBuilder(coarse) { tile, pixels in
      guard pixels.isComplete else { return }
      emitPreview(
        TileKey(level: tile.level + level, column: tile.column, row: tile.row), pixels)
    }
    while !builder.isComplete {
      guard write(builder.rowCount, builder.nextRow) else { return }
      builder.commitRow()
    }
  }

  /// Emits what is under construction, for a pass that ends before the last row.
  package func abandon() {
    if !isComplete { base.emitPartialTiles(emit: emit) }
  }
}
