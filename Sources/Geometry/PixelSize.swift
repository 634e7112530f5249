/// A width and a height in whole pixels.
package struct PixelSize: Hashable, Sendable {
  /// The number of columns.
  package var width: Int
  /// The number of rows.
  package var height: Int

  /// Creates a size from its numbers of columns and rows.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

extension PixelSize {
  /// The same size as a ``Size``, a pixel a unit.
  package var size: Size { Size(width: Double(width), height: Double(height)) }

  /// True if it holds no pixel.
  package var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The number of pixels; nil when it does not fit an `Int` or an extent is negative.
  package var area: Int? {
    guard width >= 0, height >= 0 else { return nil }
    let (product, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? nil : product
  }
}

extension PixelSize: CustomStringConvertible {
  /// The two numbers with a cross between them, for instance `8000×6000`.
  package var description: String { "\(width)×\(height)" }
}
