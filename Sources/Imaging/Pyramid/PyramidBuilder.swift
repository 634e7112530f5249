package import ScrollGeometry

/// Builds all tiles of all levels from the rows of a picture, in one pass.
///
/// Its working memory is a few rows and the tiles under construction: one row of tiles a level,
/// whatever the picture's height. Tiles go to `emit` as soon as they are complete, with the picture's
/// orientation applied. Of a large picture the coarse levels' tiles are also emitted in part now and then,
/// so that it is displayed progressively; the complete tile follows under the same key.
package final class PyramidBuilder {
  /// Partial tiles are emitted of levels with at most this many rows: such a level fills any screen, and
  /// copying it costs little. [C]
  private static let partialRows = 2048
  /// How many times in a pass partial tiles are emitted. [C]
  private static let updateCount = 16
  /// The parts of the first step after which they are emitted, too. [C]
  private static let earlyUpdates = [4, 2]
  /// Smaller pictures, in pixels, are complete before anyone would notice. [C]
  package static let progressiveArea = 6_000_000

  /// Receives a tile: its key, its pixels.
  package typealias Emit = (TileKey, TilePixels) -> Void
  /// Receives a row as stored, which is valid during the call.
  typealias TakeRow = (UnsafeBufferPointer<UInt32>) -> Void
  /// Receives a row of a preview: its level, its number, and its pixels, which are valid during the call.
  typealias TakePreviewRow = (Int, Int, UnsafeBufferPointer<UInt32>) -> Void

  /// The level whose rows are committed.
  private var base: LevelBuilder
  private let info: ImageInfo
  private let emit: Emit
  private let emitPreview: Emit?
  private let takePreviewRow: TakePreviewRow?
  private let isLarge: Bool
  /// The size as stored.
  package let fileSize: PixelSize
  /// The number of rows committed so far.
  package private(set) var rowCount = 0
  /// The first row that is needed; those before it may be anything where a decoder can leave them out.
  var firstRow = 0

  /// Prepares the pass over one picture.
  ///
  /// - Parameters:
  ///   - info: The picture's size as shown, its orientation, and whether it has alpha.
  ///   - first: The finest level whose tiles are emitted.
  ///   - levelCount: The number of levels that are built, the full size first; the default is all of them.
  ///   - progressiveArea: Smaller pictures, in pixels, have no partial tiles and no preview.
  ///   - emitPreview: Receives the tiles of ``addPreview(level:_:)``; `nil` for no preview.
  ///   - emit: Receives each tile, on the thread that commits rows.
  package convenience init(
    _ info: ImageInfo, from first: Int = 0, levelCount: Int = .max,
    progressiveArea: Int = PyramidBuilder.progressiveArea,
    emitPreview: Emit? = nil, emit: @escaping Emit
  ) {
    self.init(
      info, from: first, levelCount: levelCount, progressiveArea: progressiveArea,
      emitPreview: emitPreview, takeRow: nil, takePreviewRow: nil, emit: emit)
  }

  /// Prepares a pass that builds no tiles, and hands on the rows, or those of a coarser level.
  ///
  /// - Parameters:
  ///   - info: The picture's size as shown, and its orientation, which is not applied.
  ///   - level: The level whose rows are handed on.
  ///   - takePreviewRow: Receives each row of a preview; `nil` for no preview.
  ///   - takeRow: Receives each row, from the first on, on the thread that commits them.
  convenience init(
    rowsOf info: ImageInfo, level: Int = 0, takePreviewRow: TakePreviewRow? = nil,
    takeRow: @escaping TakeRow
  ) {
    self.init(
      info, from: level + 1, levelCount: level + 1, progressiveArea: .max, emitPreview: nil,
      takeRow: takeRow, takePreviewRow: takePreviewRow, emit: { _, _ in })
  }

  private init(
    _ info: ImageInfo, from first: Int, levelCount: Int, progressiveArea: Int, emitPreview: Emit?,
    takeRow: TakeRow?, takePreviewRow: TakePreviewRow?, emit: @escaping Emit
  ) {
    let pyramid = Pyramid(size: info.size)
    self.info = info
    self.emitPreview = emitPreview
    self.takePreviewRow = takePreviewRow
    fileSize = info.orientation.applied(to: pyramid.size)
    base = LevelBuilder(
      level: 0, of: min(levelCount, pyramid.levelCount), first: first,
      columns: TileAxis(length: fileSize.width, isReversed: info.orientation.reversesX),
      rows: TileAxis(length: fileSize.height, isReversed: info.orientation.reversesY), info: info,
      takeRow: takeRow)
    self.emit = emit
    isLarge = (fileSize.area ?? .max) >= progressiveArea
  }

  /// The working memory of a pass, in bytes: a row of tiles and a few rows of pixels a level, each level
  /// half as wide as the one before.
  static func workBytes(_ info: ImageInfo) -> Int {
    let size = info.orientation.applied(to: info.size)
    let rows = min(Pyramid.tileSide, size.height) + 4 * TilePixels.apron
    let (bytes, overflow) = size.width.multipliedReportingOverflow(
      by: 2 * rows * TilePixels.bytesPerPixel)
    return overflow ? .max / 2 : bytes
  }

  /// The memory of the next row; every pixel of it must be written, alpha included.
  var nextRow: UnsafeMutableBufferPointer<UInt32> { base.nextRow }

  /// True when all rows are committed.
  var isComplete: Bool { rowCount == base.rowCount }

  /// The picture's orientation, which its tiles have.
  var orientation: Orientation { info.orientation }

  /// Has the rows of the first level with tiles committed, which are halved elsewhere, in place of the picture's.
  ///
  /// Call it before the first row.
  ///
  /// - Returns: That level.
  func skipLevels() -> Int {
    while !base.cuts, let next = base.next { base = next }
    return base.level
  }

  /// Commits the row that was written to ``nextRow``; rows past the last are ignored.
  func commitRow() {
    guard !isComplete else { return }
    base.commitRow(emit: emit)
    rowCount += 1
    if isUpdateDue, !isComplete {
      base.emitPartialTiles(maximumHeight: Self.partialRows, emit: emit)
    }
  }

  /// True at every step, and early in the first one.
  private var isUpdateDue: Bool {
    guard isLarge else { return false }
    let updateStep = max(1, base.rowCount / Self.updateCount)
    return rowCount % updateStep == 0
      || rowCount < updateStep && Self.earlyUpdates.contains { rowCount == updateStep / $0 }
  }

  /// True if a preview is worth making: the picture is large, and there is a receiver.
  var wantsPreview: Bool { takePreviewRow != nil || emitPreview != nil && isLarge }

  /// Adds a low-resolution preview of the whole picture, the placeholder of coarse tiles until their rows
  /// are decoded.
  ///
  /// - Parameters:
  ///   - level: The level whose size it has; ignored if the picture has no such level.
  ///   - write: Called with the number of each row and the memory to write it to; returns false if there
  ///     are no more rows.
  func addPreview(level: Int, _ write: (Int, UnsafeMutableBufferPointer<UInt32>) -> Bool) {
    let pyramid = Pyramid(size: info.size)
    guard level < pyramid.levelCount else { return }
    if let takePreviewRow {
      let size = info.orientation.applied(to: pyramid.size(ofLevel: level))
      return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: size.width) { row in
        for y in 0..<size.height {
          guard write(y, row) else { return }
          takePreviewRow(level, y, UnsafeBufferPointer(row))
        }
      }
    }
    guard let emitPreview else { return }
    var coarse = info
    coarse.size = pyramid.size(ofLevel: level)
    let builder = PyramidBuilder(coarse) { tile, pixels in
      guard pixels.isComplete else { return }
      emitPreview(TileKey(level: tile.level + level, column: tile.column, row: tile.row), pixels)
    }
    while !builder.isComplete {
      guard write(builder.rowCount, builder.nextRow) else { return }
      builder.commitRow()
    }
  }

  /// Emits the tiles under construction, for a pass that ends before the last row.
  func abandon() { if !isComplete { base.emitPartialTiles(emit: emit) } }
}

/// One row of tiles under construction.
struct TileRowBuilder {
  /// The row's index as stored.
  let index: Int
  /// The rows of its level that are content, as stored.
  let span: Range<Int>
  private let columns: TileAxis
  private let lastRow: Int
  private var tiles: [ContiguousArray<UInt32>]
  /// The number of rows of the padded tiles written so far.
  private var written = 0

  /// Allocates one row of tiles.
  init(index: Int, columns: TileAxis, rows: TileAxis) {
    self.index = index
    self.columns = columns
    span = rows.span(index)
    lastRow = rows.length - 1
    let height = span.count + 2 * TilePixels.apron
    tiles = (0..<columns.tileCount).map { column in
      let count = (columns.span(column).count + 2 * TilePixels.apron) * height
      return ContiguousArray(unsafeUninitializedCapacity: count) { $1 = count }
    }
  }

  /// The first row of pixels it needs.
  var firstRow: Int { max(0, span.lowerBound - TilePixels.apron) }

  /// True when the last row it needs is placed.
  var isComplete: Bool { written == span.count + 2 * TilePixels.apron }

  /// The number of rows of content so far.
  var filledRows: Int { min(max(0, written - TilePixels.apron), span.count) }

  /// Copies a row into all tiles, repeatedly at the picture's edges to fill the apron.
  ///
  /// - Parameters:
  ///   - row: The row's number in its level.
  ///   - pixels: The row's first pixel, with the apron's pixels before and after the row.
  mutating func place(row: Int, pixels: UnsafePointer<UInt32>) {
    let top = span.lowerBound - TilePixels.apron
    let bottom = span.upperBound + TilePixels.apron
    let first = max(row == 0 ? top : row, top)
    let end = min(row == lastRow ? bottom : row + 1, bottom)
    guard first < end else { return }
    for column in tiles.indices {
      let content = columns.span(column)
      let width = content.count + 2 * TilePixels.apron
      let source = pixels + (content.lowerBound - TilePixels.apron)
      tiles[column].withUnsafeMutableBufferPointer { tile in
        guard let base = tile.baseAddress else { return }
        for line in first..<end {
          (base + (line - top) * width).update(from: source, count: width)
        }
      }
    }
    written = end - top
  }

  /// The pixels of one tile so far, with zeros where nothing is placed yet.
  func snapshot(column: Int) -> ContiguousArray<UInt32> {
    var copy = tiles[column]
    let width = columns.span(column).count + 2 * TilePixels.apron
    for place in written * width..<copy.count { copy[place] = 0 }
    return copy
  }

  /// Removes and returns a complete tile.
  mutating func finish(column: Int) -> ContiguousArray<UInt32> {
    var taken = ContiguousArray<UInt32>()
    swap(&taken, &tiles[column])
    return taken
  }
}
