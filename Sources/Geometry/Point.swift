/// A place or a displacement in the plane.
///
/// Lengths are points unless a declaration says pixels. `y` grows downwards. Corresponds to `CGPoint`.
public struct Point: Hashable, Sendable {
  /// The horizontal coordinate, growing to the right.
  public var x: Double
  /// The vertical coordinate, growing downwards.
  public var y: Double

  /// Creates a point from its two coordinates.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Creates a point from its two coordinates.
  @inlinable
  public init(_ x: Double, _ y: Double) {
    self.init(x: x, y: y)
  }

  /// The origin, (0, 0).
  @inlinable public static var zero: Self { Self(x: 0, y: 0) }
}

extension Point {
  /// The distance from the origin, never negative; infinite or NaN where a coordinate is.
  @inlinable public var length: Double { (x * x + y * y).squareRoot() }

  /// True if neither coordinate is NaN or infinite.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The sum, coordinate by coordinate.
  @inlinable
  public static func + (left: Self, right: Self) -> Self {
    Self(x: left.x + right.x, y: left.y + right.y)
  }

  /// The difference, coordinate by coordinate.
  @inlinable
  public static func - (left: Self, right: Self) -> Self {
    Self(x: left.x - right.x, y: left.y - right.y)
  }

  /// The opposite displacement.
  @inlinable
  public static prefix func - (point: Self) -> Self {
    Self(x: -point.x, y: -point.y)
  }

  /// The displacement made `factor` times as long.
  @inlinable
  public static func * (point: Self, factor: Double) -> Self {
    Self(x: point.x * factor, y: point.y * factor)
  }

  /// The displacement made `divisor` times as short; not finite when `divisor` is zero.
  @inlinable
  public static func / (point: Self, divisor: Double) -> Self {
    Self(x: point.x / divisor, y: point.y / divisor)
  }

  /// Adds `right` to `left`, coordinate by coordinate.
  @inlinable
  public static func += (left: inout Self, right: Self) {
    left = left + right
  }

  /// Takes `right` from `left`, coordinate by coordinate.
  @inlinable
  public static func -= (left: inout Self, right: Self) {
    left = left - right
  }
}

extension Point: CustomStringConvertible {
  /// The coordinates in braces, for instance `{0.0, 834.0}`.
  public var description: String { "{\(x), \(y)}" }
}
