/// A rectangle with sides along the axes: an origin, its top left corner, and a size.
///
/// Lengths are points unless a declaration says pixels. A negative size is taken as it stands; nothing
/// here turns a rectangle round. Corresponds to `CGRect`.
public struct Rect: Hashable, Sendable {
  /// The top left corner.
  public var origin: Point
  /// The extents.
  public var size: Size

  /// Creates a rectangle from its corner and its size.
  @inlinable
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from its four numbers.
  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The rectangle of no size at the origin.
  @inlinable public static var zero: Self { Self(origin: .zero, size: .zero) }
}

extension Rect {
  /// The left edge.
  @inlinable public var minX: Double { origin.x }
  /// The top edge.
  @inlinable public var minY: Double { origin.y }
  /// The right edge.
  @inlinable public var maxX: Double { origin.x + size.width }
  /// The bottom edge.
  @inlinable public var maxY: Double { origin.y + size.height }
  /// The horizontal extent.
  @inlinable public var width: Double { size.width }
  /// The vertical extent.
  @inlinable public var height: Double { size.height }

  /// The point halfway between opposite corners.
  @inlinable public var center: Point {
    Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2)
  }

  /// True if it contains no point: an extent is zero, negative or NaN.
  @inlinable public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

  /// True if none of its four numbers is NaN or infinite.
  @inlinable public var isFinite: Bool { origin.isFinite && size.isFinite }

  /// True if `point` lies inside; the left and top edges count, the right and bottom ones do not.
  @inlinable
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// True if `other` lies wholly inside, edges included.
  @inlinable
  public func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// True if the two share more than an edge.
  @inlinable
  public func intersects(_ other: Rect) -> Bool {
    !intersection(other).isEmpty
  }

  /// The part the two share; ``zero`` when they share nothing.
  @inlinable
  public func intersection(_ other: Rect) -> Rect {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard right > left, bottom > top else { return .zero }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The rectangle moved by `displacement`.
  @inlinable
  public func offset(by displacement: Point) -> Rect {
    Rect(origin: origin + displacement, size: size)
  }

  /// The rectangle with each edge moved inwards by its inset; the size never falls below zero.
  @inlinable
  public func inset(by insets: EdgeInsets) -> Rect {
    Rect(
      origin: Point(x: minX + insets.left, y: minY + insets.top),
      size: Size(width: width - insets.horizontal, height: height - insets.vertical).nonNegative)
  }

  /// The rectangle with all edges moved inwards by `dx` and `dy`; negative ones move outwards.
  @inlinable
  public func insetBy(dx: Double, dy: Double) -> Rect {
    inset(by: EdgeInsets(top: dy, left: dx, bottom: dy, right: dx))
  }

  /// The rectangle with corner and size multiplied by `factor`.
  @inlinable
  public static func * (rect: Self, factor: Double) -> Self {
    Self(origin: rect.origin * factor, size: rect.size * factor)
  }
}

extension Rect: CustomStringConvertible {
  /// Corner and size in braces, for instance `{{0.0, 834.0}, {1112.0, 834.0}}`.
  public var description: String { "{\(origin), \(size)}" }
}
