import Geometry

// What the engine takes from outside. A value that is not acceptable is ignored and leaves every state as it was, so
// that nothing a caller passes can reach the arithmetic and become NaN there.

extension Double {
  /// The largest magnitude of any coordinate, length, scale or time, in its own unit. [C]
  static let largestAcceptable = 1e12

  /// True for a finite number of sensible magnitude.
  var isAcceptable: Bool { abs(self) <= Self.largestAcceptable }
}

extension Point {
  var isAcceptable: Bool { x.isAcceptable && y.isAcceptable }
}

extension Size {
  var isAcceptable: Bool { width.isAcceptable && height.isAcceptable }
}

extension Rect {
  var isAcceptable: Bool { origin.isAcceptable && size.isAcceptable }
}

extension EdgeInsets {
  var isAcceptable: Bool {
    top.isAcceptable && left.isAcceptable && bottom.isAcceptable && right.isAcceptable
  }
}

extension AffineTransform {
  var isAcceptable: Bool {
    a.isAcceptable && b.isAcceptable && c.isAcceptable && d.isAcceptable
      && tx.isAcceptable && ty.isAcceptable
  }
}
