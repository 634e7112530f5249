/// A rectangle of whole pixels: a place and a size on a surface.
package struct PixelRect: Hashable, Sendable {
  /// The first column; may lie outside of a surface.
  package var x: Int
  /// The first row; may lie outside of a surface.
  package var y: Int
  /// The number of columns.
  package var width: Int
  /// The number of rows.
  package var height: Int

  /// Creates a rectangle from its four numbers.
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Creates the rectangle of everything on a surface of `size`.
  package init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Rounds every edge of `rect` to the nearest pixel boundary, halves toward the larger.
  ///
  /// Neighbors that share an edge share the rounded one too, so that no row is drawn twice and none is
  /// left out. NaN gives an empty rectangle; edges beyond ±2³¹ are moved there.
  package init(rounding rect: Rect) {
    let left = Self.rounded(rect.minX)
    let top = Self.rounded(rect.minY)
    self.init(
      x: left, y: top,
      width: Self.rounded(rect.maxX) - left, height: Self.rounded(rect.maxY) - top)
  }
}

extension PixelRect {
  /// The column after the last one.
  package var maxX: Int { x + width }

  /// The row after the last one.
  package var maxY: Int { y + height }

  /// True if it holds no pixel.
  package var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The extents.
  package var size: PixelSize { PixelSize(width: width, height: height) }

  /// The same rectangle in doubles, a pixel a unit.
  package var rect: Rect {
    Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
  }

  /// The rectangle inset by `margin` on every side; a negative margin extends it.
  package func insetBy(_ margin: Int) -> Self {
    Self(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
  }

  /// The part the two share; one of no size when they share nothing.
  package func intersection(_ other: Self) -> Self {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Self(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }

  /// The rectangle moved to the right and down by so many pixels.
  package func offset(x dx: Int, y dy: Int) -> Self {
    Self(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// `value` rounded with halves upwards, as every shared edge is; NaN gives 0.
  package static func rounded(_ value: Double) -> Int {
    guard !value.isNaN else { return 0 }
    return Int(min(max((value + 0.5).rounded(.down), -farthest), farthest))
  }

  /// The largest edge taken, in pixels: far beyond any surface, yet safe to add and subtract.
  private static var farthest: Double { 2_147_483_648 }
}
