package import Geometry

/// Turns the rows of a picture, in the file's order, into all tiles of all levels in one pass.
///
/// The memory it works in is a few rows and the tiles under construction: at most two rows of tiles a
/// level, whatever the picture's height. Tiles go to `emit` as soon as they are complete, turned as
/// the picture's orientation asks. While a large picture comes in, its coarse levels' tiles also go out
/// unfinished now and then, so that a person sees it grow; the complete tile follows later under the
/// same key.
package final class PyramidBuilder {
  /// Levels of at most this many rows go out unfinished: one such level fills any screen, and
  /// copying it costs little. [C]
  private static let previewRows = 2048
  /// How many times a picture is shown unfinished in one pass. [C]
  private static let previews = 16
  /// Smaller pictures, in pixels, are complete before an eye would notice. [C]
  private static let previewedArea = 6_000_000

  private let base: LevelBuilder
  private let emit: (TileKey, TilePixels) -> Void
  private let previewStep: Int
  /// The size as the file stores it.
  package let fileSize: PixelSize
  /// The number of rows taken so far.
  package private(set) var rowCount = 0

  /// Prepares the pass over one picture.
  ///
  /// - Parameters:
  ///   - info: the picture's size as shown, its orientation, and whether it has alpha.
  ///   - emit: is given each tile, on the thread that commits rows.
  package init(_ info: ImageInfo, emit: @escaping (TileKey, TilePixels) -> Void) {
    let pyramid = Pyramid(size: info.size)
    fileSize = info.orientation.turned(pyramid.size)
    base = LevelBuilder(
      level: 0, of: pyramid.levelCount,
      columns: TileAxis(length: fileSize.width, isReversed: info.orientation.reversesX),
      rows: TileAxis(length: fileSize.height, isReversed: info.orientation.reversesY), info: info)
    self.emit = emit
    let isLarge = (fileSize.area ?? .max) >= Self.previewedArea
    previewStep = isLarge ? max(1, fileSize.height / Self.previews) : .max
  }
}

extension PyramidBuilder {
  /// The memory that a pass over a picture works in, in bytes: a row of tiles and two rows of pixels a
  /// level, each level half as wide as the one before.
  static func workBytes(_ info: ImageInfo) -> Int {
    let width = info.orientation.turned(info.size).width
    let rows = Pyramid.tileSide + 2 * TilePixels.apron + 2
    let (bytes, overflow) = width.multipliedReportingOverflow(
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
    if rowCount % previewStep == 0, !isComplete {
      base.emitUnfinished(maximumHeight: Self.previewRows, emit: emit)
    }
  }

  /// Emits what is under construction, for a pass that ends before the last row.
  package func abandon() {
    if !isComplete { base.emitUnfinished(emit: emit) }
  }
}
