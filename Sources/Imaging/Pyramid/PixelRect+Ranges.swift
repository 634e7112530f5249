package import ScrollGeometry

extension PixelRect {
  /// The columns it covers; empty when the width is not positive.
  package var columns: Range<Int> { x..<x + max(0, width) }
  /// The rows it covers; empty when the height is not positive.
  package var rows: Range<Int> { y..<y + max(0, height) }
}
