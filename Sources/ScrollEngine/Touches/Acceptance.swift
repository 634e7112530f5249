package import ScrollGeometry

// Validation of input. A value that is not acceptable is ignored and changes no state, so that no input can produce NaN
// in the arithmetic.

extension Double {
  /// The largest magnitude of any coordinate, length, scale or time, in its own unit. [C]
  static let largestAcceptable = 1e12

  /// Whether the number is finite and not too large.
  package var isAcceptable: Bool { abs(self) <= Self.largestAcceptable }
}

extension Point {
  /// Whether both coordinates are finite and not too large.
  package var isAcceptable: Bool { x.isAcceptable && y.isAcceptable }
}

extension Size {
  /// Whether both lengths are finite and not too large.
  package var isAcceptable: Bool { width.isAcceptable && height.isAcceptable }
}

extension Rect {
  /// Whether the origin and the size are finite and not too large.
  package var isAcceptable: Bool { origin.isAcceptable && size.isAcceptable }
}

extension EdgeInsets {
  /// Whether all distances are finite and not too large.
  package var isAcceptable: Bool {
    top.isAcceptable && left.isAcceptable && bottom.isAcceptable && right.isAcceptable
  }
}

extension AffineTransform {
  var isAcceptable: Bool {
    a.isAcceptable && b.isAcceptable && c.isAcceptable && d.isAcceptable
      && tx.isAcceptable && ty.isAcceptable
  }
}
