package import ScrollGeometry

// Validation of input, so that no input can produce NaN in the arithmetic. A value that is not finite is ignored and changes no
// state; a finite one that is too large is clamped, because programs write the greatest finite number for "to the end".

extension Double {
  /// The largest magnitude of any coordinate, length, scale or time, in its own unit. [C]
  static let largestAcceptable = 1e12

  /// Whether the number is finite and not too large.
  package var isAcceptable: Bool { abs(self) <= Self.largestAcceptable }

  /// The number, clamped to the acceptable magnitude; `nil` if it is not finite.
  package var accepted: Double? {
    isFinite ? Swift.min(Swift.max(self, -Self.largestAcceptable), Self.largestAcceptable) : nil
  }
}

extension Point {
  /// Whether both coordinates are finite and not too large.
  package var isAcceptable: Bool { x.isAcceptable && y.isAcceptable }

  /// The point with acceptable coordinates; `nil` if one is not finite.
  package var accepted: Point? {
    guard let x = x.accepted, let y = y.accepted else { return nil }
    return Point(x: x, y: y)
  }
}

extension Size {
  /// Whether both lengths are finite and not too large.
  package var isAcceptable: Bool { width.isAcceptable && height.isAcceptable }

  /// The size with acceptable lengths; `nil` if one is not finite.
  package var accepted: Size? {
    guard let width = width.accepted, let height = height.accepted else { return nil }
    return Size(width: width, height: height)
  }
}

extension Rect {
  /// The rectangle with an acceptable origin and size; `nil` if a number is not finite.
  package var accepted: Rect? {
    guard let origin = origin.accepted, let size = size.accepted else { return nil }
    return Rect(origin: origin, size: size)
  }
}

extension EdgeInsets {
  /// Whether all distances are finite and not too large.
  package var isAcceptable: Bool {
    top.isAcceptable && left.isAcceptable && bottom.isAcceptable && right.isAcceptable
  }

  /// The insets with acceptable distances; `nil` if one is not finite.
  package var accepted: EdgeInsets? {
    guard let top = top.accepted, let left = left.accepted, let bottom = bottom.accepted,
      let right = right.accepted
    else { return nil }
    return EdgeInsets(top: top, left: left, bottom: bottom, right: right)
  }
}

extension AffineTransform {
  /// The transform with acceptable numbers; `nil` if one is not finite.
  var accepted: AffineTransform? {
    guard let a = a.accepted, let b = b.accepted, let c = c.accepted, let d = d.accepted,
      let tx = tx.accepted, let ty = ty.accepted
    else { return nil }
    return AffineTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }
}
