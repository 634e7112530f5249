import Geometry
import Glibc

/// The tiles of one row of tiles while the rows of pixels come in.
struct TileRowBuilder {
  /// The row's number in the file's order.
  let index: Int
  /// The rows of its level that are content, in the file's order.
  let span: Range<Int>
  private let columns: TileAxis
  private let lastRow: Int
  private var tiles: [ContiguousArray<UInt32>]
  /// The rows of the padded tiles that are written, from the first on.
  private var written = 0

  /// Takes the memory for one row of tiles.
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

  /// The first row of pixels it has a use for.
  var firstRow: Int { max(0, span.lowerBound - TilePixels.apron) }

  /// True when the last row that it needs was placed.
  var isComplete: Bool { written == span.count + 2 * TilePixels.apron }

  /// The rows of content that are there, in the file's order from the first.
  var filledRows: Int { min(max(0, written - TilePixels.apron), span.count) }

  /// Copies a row into all tiles, at the picture's edges as often as the apron asks for.
  ///
  /// - Parameters:
  ///   - row: the row's number in its level.
  ///   - pixels: the row's first pixel, with as many valid ones before and after it as the apron
  ///     is wide.
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

  /// The pixels of one tile as they are now, with zeros where nothing was placed yet.
  func snapshot(column: Int) -> ContiguousArray<UInt32> {
    var copy = tiles[column]
    let width = columns.span(column).count + 2 * TilePixels.apron
    for place in written * width..<copy.count { copy[place] = 0 }
    return copy
  }

  /// Gives a complete tile away and forgets it.
  mutating func take(column: Int) -> ContiguousArray<UInt32> {
    var taken = ContiguousArray<UInt32>()
    swap(&taken, &tiles[column])
    return taken
  }
}
