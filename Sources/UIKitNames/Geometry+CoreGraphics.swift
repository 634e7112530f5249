public import Foundation
public import ScrollGeometry
public import ScrollLists

extension Point {
  /// Creates a point from whole coordinates.
  public init(x: Int, y: Int) {
    self.init(x: Double(x), y: Double(y))
  }

  /// Returns the image of the point under a transform.
  public func applying(_ transform: ScrollGeometry.AffineTransform) -> Point {
    transform.apply(to: self)
  }

  /// Returns whether the points are equal.
  public func equalTo(_ other: Point) -> Bool { self == other }
}

extension Size {
  /// Creates a size from whole lengths.
  public init(width: Int, height: Int) {
    self.init(width: Double(width), height: Double(height))
  }

  /// Returns the image of the size under the linear part of a transform.
  public func applying(_ transform: ScrollGeometry.AffineTransform) -> Size {
    Size(
      width: transform.a * width + transform.c * height,
      height: transform.b * width + transform.d * height)
  }

  /// Returns whether the sizes are equal.
  public func equalTo(_ other: Size) -> Bool { self == other }
}

extension Rect {
  /// Creates a rectangle from whole numbers.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
  }

  /// The middle between the left and the right edge.
  public var midX: Double { center.x }

  /// The middle between the top and the bottom edge.
  public var midY: Double { center.y }

  /// A rectangle without a place, which a union leaves out.
  public static var null: Rect {
    Rect(x: .infinity, y: .infinity, width: 0.0, height: 0.0)
  }

  /// A rectangle that contains every point.
  public static var infinite: Rect {
    let reach = Double.greatestFiniteMagnitude / 2
    return Rect(x: -reach, y: -reach, width: 2 * reach, height: 2 * reach)
  }

  /// A Boolean value that indicates whether the rectangle is ``null``.
  public var isNull: Bool { origin.x == .infinity || origin.y == .infinity }

  /// A Boolean value that indicates whether the rectangle is ``infinite``.
  public var isInfinite: Bool { self == .infinite }

  /// Returns the rectangle moved by `dx` and `dy`.
  public func offsetBy(dx: Double, dy: Double) -> Rect {
    offset(by: Point(x: dx, y: dy))
  }

  /// The smallest rectangle of whole numbers that contains this one.
  public var integral: Rect {
    guard !isNull else { return self }
    let (left, top) = (minX.rounded(.down), minY.rounded(.down))
    return Rect(
      x: left, y: top, width: maxX.rounded(.up) - left, height: maxY.rounded(.up) - top)
  }

  /// The same rectangle with lengths that are not negative.
  public var standardized: Rect {
    Rect(
      x: min(minX, maxX), y: min(minY, maxY), width: abs(width), height: abs(height))
  }

  /// Returns the smallest rectangle that contains both.
  public func union(_ other: Rect) -> Rect {
    if isNull { return other }
    if other.isNull { return self }
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Returns the smallest rectangle around the image of this one under a transform.
  public func applying(_ transform: ScrollGeometry.AffineTransform) -> Rect {
    transform.apply(to: self)
  }

  /// Returns whether the rectangles are equal.
  public func equalTo(_ other: Rect) -> Bool { self == other }
}

extension ScrollGeometry.AffineTransform {
  /// Creates a rotation by an angle in radians, clockwise on the screen.
  public init(rotationAngle angle: Double) {
    let (sine, cosine) = (sin(angle), cos(angle))
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Creates the identity.
  public init() {
    self = .identity
  }

  /// A Boolean value that indicates whether the transform changes nothing.
  public var isIdentity: Bool { self == .identity }

  /// Returns the transform after a scaling.
  public func scaledBy(x: Double, y: Double) -> Self {
    Self(scaleX: x, y: y).concatenating(self)
  }

  /// Returns the transform after a translation.
  public func translatedBy(x: Double, y: Double) -> Self {
    Self(translationX: x, y: y).concatenating(self)
  }

  /// Returns the transform after a rotation by an angle in radians.
  public func rotated(by angle: Double) -> Self {
    Self(rotationAngle: angle).concatenating(self)
  }
}

/// A vector of two components.
///
/// Corresponds to `CGVector`.
public struct CGVector: Hashable, Sendable {
  /// The horizontal component.
  public var dx: Double
  /// The vertical component.
  public var dy: Double

  /// Creates a vector.
  public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  /// The vector of no length.
  public static var zero: Self { Self(dx: 0, dy: 0) }
}

extension ScrollLists.IndexPath {
  /// Creates an index path from Foundation's; `nil` where that does not have two indexes.
  public init?(_ indexPath: Foundation.IndexPath) {
    guard indexPath.count == 2 else { return nil }
    self.init(item: indexPath[1], section: indexPath[0])
  }
}

extension Foundation.IndexPath {
  /// Creates Foundation's index path of a section and an item.
  public init(_ indexPath: ScrollLists.IndexPath) {
    self.init(indexes: [indexPath.section, indexPath.item])
  }
}
