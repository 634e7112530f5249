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
