import Foundation
public import ScrollEngine
public import ScrollGeometry
public import ScrollLists

/// A transform in three dimensions, a matrix of which views show the part in their plane.
///
/// Corresponds to `CATransform3D`.
public struct CATransform3D: Hashable, Sendable {
  private var rows = (SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>())

  /// Creates a matrix of zeros.
  public init() {}

  fileprivate init(
    _ first: SIMD4<Double>, _ second: SIMD4<Double>, _ third: SIMD4<Double>,
    _ fourth: SIMD4<Double>
  ) {
    rows = (first, second, third, fourth)
  }

  /// Creates a matrix from its elements, row by row.
  public init(
    m11: Double, m12: Double, m13: Double, m14: Double, m21: Double, m22: Double, m23: Double,
    m24: Double, m31: Double, m32: Double, m33: Double, m34: Double, m41: Double, m42: Double,
    m43: Double, m44: Double
  ) {
    self.init(
      [m11, m12, m13, m14], [m21, m22, m23, m24], [m31, m32, m33, m34], [m41, m42, m43, m44])
  }

  /// The element in row 1, column 1.
  public var m11: Double {
    get { rows.0.x }
    set { rows.0.x = newValue }
  }
  /// The element in row 1, column 2.
  public var m12: Double {
    get { rows.0.y }
    set { rows.0.y = newValue }
  }
  /// The element in row 1, column 3.
  public var m13: Double {
    get { rows.0.z }
    set { rows.0.z = newValue }
  }
  /// The element in row 1, column 4.
  public var m14: Double {
    get { rows.0.w }
    set { rows.0.w = newValue }
  }
  /// The element in row 2, column 1.
  public var m21: Double {
    get { rows.1.x }
    set { rows.1.x = newValue }
  }
  /// The element in row 2, column 2.
  public var m22: Double {
    get { rows.1.y }
    set { rows.1.y = newValue }
  }
  /// The element in row 2, column 3.
  public var m23: Double {
    get { rows.1.z }
    set { rows.1.z = newValue }
  }
  /// The element in row 2, column 4.
  public var m24: Double {
    get { rows.1.w }
    set { rows.1.w = newValue }
  }
  /// The element in row 3, column 1.
  public var m31: Double {
    get { rows.2.x }
    set { rows.2.x = newValue }
  }
  /// The element in row 3, column 2.
  public var m32: Double {
    get { rows.2.y }
    set { rows.2.y = newValue }
  }
  /// The element in row 3, column 3.
  public var m33: Double {
    get { rows.2.z }
    set { rows.2.z = newValue }
  }
  /// The element in row 3, column 4: the perspective.
  public var m34: Double {
    get { rows.2.w }
    set { rows.2.w = newValue }
  }
  /// The element in row 4, column 1: the horizontal translation.
  public var m41: Double {
    get { rows.3.x }
    set { rows.3.x = newValue }
  }
  /// The element in row 4, column 2: the vertical translation.
  public var m42: Double {
    get { rows.3.y }
    set { rows.3.y = newValue }
  }
  /// The element in row 4, column 3.
  public var m43: Double {
    get { rows.3.z }
    set { rows.3.z = newValue }
  }
  /// The element in row 4, column 4.
  public var m44: Double {
    get { rows.3.w }
    set { rows.3.w = newValue }
  }

  /// Compares all elements.
  public static func == (one: Self, other: Self) -> Bool { one.rows == other.rows }

  /// Hashes all elements.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rows.0)
    hasher.combine(rows.1)
    hasher.combine(rows.2)
    hasher.combine(rows.3)
  }

  fileprivate func times(_ other: Self) -> Self {
    Self(
      other.applied(to: rows.0), other.applied(to: rows.1), other.applied(to: rows.2),
      other.applied(to: rows.3))
  }

  private func applied(to row: SIMD4<Double>) -> SIMD4<Double> {
    let upper = row.x * rows.0 + row.y * rows.1
    return upper + row.z * rows.2 + row.w * rows.3
  }

  /// The part in the plane of the view; what depth and perspective would change is left out.
  var plane: ScrollGeometry.AffineTransform {
    ScrollGeometry.AffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42)
  }
}

/// The transform that changes nothing.
public let CATransform3DIdentity = CATransform3D(
  [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1])

/// Returns a translation.
public func CATransform3DMakeTranslation(_ tx: Double, _ ty: Double, _ tz: Double) -> CATransform3D
{
  CATransform3D([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [tx, ty, tz, 1])
}

/// Returns a scale.
public func CATransform3DMakeScale(_ sx: Double, _ sy: Double, _ sz: Double) -> CATransform3D {
  CATransform3D([sx, 0, 0, 0], [0, sy, 0, 0], [0, 0, sz, 0], [0, 0, 0, 1])
}

/// Returns a rotation by an angle in radians about an axis; the identity for an axis of no length.
public func CATransform3DMakeRotation(
  _ angle: Double, _ x: Double, _ y: Double, _ z: Double
) -> CATransform3D {
  let length = (x * x + y * y + z * z).squareRoot()
  guard length > 0 else { return CATransform3DIdentity }
  let (x, y, z) = (x / length, y / length, z / length)
  let (c, s) = (cos(angle), sin(angle))
  let t = 1 - c
  return CATransform3D(
    [t * x * x + c, t * x * y + s * z, t * x * z - s * y, 0],
    [t * x * y - s * z, t * y * y + c, t * y * z + s * x, 0],
    [t * x * z + s * y, t * y * z - s * x, t * z * z + c, 0], [0, 0, 0, 1])
}

/// Returns a transform after a translation.
public func CATransform3DTranslate(
  _ t: CATransform3D, _ tx: Double, _ ty: Double, _ tz: Double
) -> CATransform3D {
  CATransform3DConcat(CATransform3DMakeTranslation(tx, ty, tz), t)
}

/// Returns a transform after a scale.
public func CATransform3DScale(
  _ t: CATransform3D, _ sx: Double, _ sy: Double, _ sz: Double
) -> CATransform3D {
  CATransform3DConcat(CATransform3DMakeScale(sx, sy, sz), t)
}

/// Returns a transform after a rotation.
public func CATransform3DRotate(
  _ t: CATransform3D, _ angle: Double, _ x: Double, _ y: Double, _ z: Double
) -> CATransform3D {
  CATransform3DConcat(CATransform3DMakeRotation(angle, x, y, z), t)
}

/// Returns the transform that applies `a` and then `b`.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
  a.times(b)
}

/// Returns whether a transform changes nothing.
public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t == CATransform3DIdentity }

/// Returns whether two transforms are equal.
public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool { a == b }

/// Returns a transform in the plane of the view.
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
  CATransform3D([m.a, m.b, 0, 0], [m.c, m.d, 0, 0], [0, 0, 1, 0], [m.tx, m.ty, 0, 1])
}

/// Returns whether a transform stays in the plane of the view.
public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool {
  t == CATransform3DMakeAffineTransform(t.plane)
}

/// Returns the part of a transform in the plane of the view.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform { t.plane }

extension View {
  /// The transform in three dimensions, of which the part in the plane is kept.
  ///
  /// Corresponds to `UIView.transform3D`.
  public var transform3D: CATransform3D {
    get { CATransform3DMakeAffineTransform(transform) }
    set { transform = newValue.plane }
  }
}

extension CollectionViewLayoutAttributes {
  /// The transform in three dimensions, of which the part in the plane is kept.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.transform3D`.
  public var transform3D: CATransform3D {
    get { CATransform3DMakeAffineTransform(transform) }
    set { transform = newValue.plane }
  }
}

extension CALayer {
  /// The transform of the view, of which the part in the plane is kept.
  public var transform: CATransform3D {
    get { CATransform3DMakeAffineTransform(affineTransform()) }
    set { setAffineTransform(newValue.plane) }
  }
}
