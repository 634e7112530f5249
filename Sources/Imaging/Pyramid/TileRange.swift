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
}

extension TileRange {
  /// True if it holds no tile.
  package var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

  /// The number of tiles.
  package var count: Int { columns.count * rows.count }

  /// The tiles, row by row.
  package var keys: [TileKey] {
    rows.flatMap { row in
      columns.map { TileKey(level: level, column: $0, row: row) }
    }
  }
}
