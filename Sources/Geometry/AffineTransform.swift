/// A linear map of the plane followed by a translation.
///
/// A point maps to `(a·x + c·y + tx, b·x + d·y + ty)`. Corresponds to `CGAffineTransform`.
public struct AffineTransform: Hashable, Sendable {
  /// What x contributes to x.
  public var a: Double
  /// What x contributes to y.
  public var b: Double
  /// What y contributes to x.
  public var c: Double
  /// What y contributes to y.
  public var d: Double
  /// The translation along x, in points.
  public var tx: Double
  /// The translation along y, in points.
  public var ty: Double

  /// Creates a transform from its six numbers.
  @inlinable
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The transform that changes nothing.
  @inlinable public static var identity: Self { Self(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }

  /// Creates a scaling about the origin.
  @inlinable
  public init(scaleX x: Double, y: Double) {
    self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Creates a translation, in points.
  @inlinable
  public init(translationX x: Double, y: Double) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }
}

extension AffineTransform {
  /// How much the transform magnifies areas, signed; zero when it cannot be undone.
  @inlinable public var determinant: Double { a * d - b * c }

  /// True if none of its six numbers is NaN or infinite.
  @inlinable public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }

  /// The image of `point`.
  @inlinable
  public func apply(to point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// The smallest rectangle around the image of `rect`.
  @inlinable
  public func apply(to rect: Rect) -> Rect {
    let corners = (
      apply(to: rect.origin), apply(to: Point(x: rect.maxX, y: rect.minY)),
      apply(to: Point(x: rect.minX, y: rect.maxY)), apply(to: Point(x: rect.maxX, y: rect.maxY))
    )
    let left = min(corners.0.x, corners.1.x, corners.2.x, corners.3.x)
    let top = min(corners.0.y, corners.1.y, corners.2.y, corners.3.y)
    let right = max(corners.0.x, corners.1.x, corners.2.x, corners.3.x)
    let bottom = max(corners.0.y, corners.1.y, corners.2.y, corners.3.y)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// This transform followed by `next`.
  @inlinable
  public func concatenating(_ next: Self) -> Self {
    Self(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// The transform that undoes this one; this one itself when it cannot be undone, as in UIKit.
  @inlinable
  public func inverted() -> Self {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return self }
    return Self(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }
}
