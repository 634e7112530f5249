import Glibc
import ScrollGeometry

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
