package import Geometry

/// A rectangle of whole pixels.
package struct PixelRect: Hashable, Sendable {
  /// The leftmost column.
  package var x: Int
  /// The topmost row.
  package var y: Int
  /// The number of columns.
  package var width: Int
  /// The number of rows.
  package var height: Int

  /// Makes a rectangle from its four numbers.
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

extension PixelRect {
  /// The columns it covers; empty when the width is not positive.
  package var columns: Range<Int> { x..<x + max(0, width) }
  /// The rows it covers; empty when the height is not positive.
  package var rows: Range<Int> { y..<y + max(0, height) }
  /// Its width and height.
  package var size: PixelSize { PixelSize(width: width, height: height) }
  /// The same rectangle as a ``Rect``, a pixel a unit.
  package var rect: Rect {
    Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
  }
}
