import OverscrollBase
package import ScrollGeometry

extension Rect {
  /// The rectangle as `NSStringFromCGRect` prints it.
  package var text: String {
    let numbers = [minX, minY, width, height].map { NumberText.trimmed($0, decimals: 2) }
    return "{{\(numbers[0]), \(numbers[1])}, {\(numbers[2]), \(numbers[3])}}"
  }
}

extension Point {
  /// The point with at most one decimal.
  package var text: String {
    "\(NumberText.trimmed(x, decimals: 1)), \(NumberText.trimmed(y, decimals: 1))"
  }
}

extension Size {
  /// The size with at most one decimal.
  package var text: String {
    "\(NumberText.trimmed(width, decimals: 1)) × \(NumberText.trimmed(height, decimals: 1))"
  }
}

extension EdgeInsets {
  /// The insets in the order of UIKit: top, left, bottom, right.
  package var text: String {
    [top, left, bottom, right].map { NumberText.trimmed($0, decimals: 1) }.joined(separator: ", ")
  }
}

extension Double {
  /// The number with at most two decimals.
  package var text: String { NumberText.trimmed(self, decimals: 2) }
}
