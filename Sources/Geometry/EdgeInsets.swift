/// Distances from the four edges of a rectangle inwards, in points; negative ones reach outwards.
///
/// Corresponds to `UIEdgeInsets`.
public struct EdgeInsets: Hashable, Sendable {
  /// The distance from the top edge, downwards.
  public var top: Double
  /// The distance from the left edge, to the right.
  public var left: Double
  /// The distance from the bottom edge, upwards.
  public var bottom: Double
  /// The distance from the right edge, to the left.
  public var right: Double

  /// Creates insets from the four distances.
  @inlinable
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Creates insets of the same distance from every edge.
  @inlinable
  public init(all distance: Double) {
    self.init(top: distance, left: distance, bottom: distance, right: distance)
  }

  /// No insets.
  @inlinable public static var zero: Self { Self(all: 0) }
}

extension EdgeInsets {
  /// The left and the right distance together.
  @inlinable public var horizontal: Double { left + right }

  /// The top and the bottom distance together.
  @inlinable public var vertical: Double { top + bottom }

  /// True if no distance is NaN or infinite.
  @inlinable public var isFinite: Bool {
    top.isFinite && left.isFinite && bottom.isFinite && right.isFinite
  }

  /// The sum, edge by edge.
  @inlinable
  public static func + (left: Self, right: Self) -> Self {
    Self(
      top: left.top + right.top, left: left.left + right.left,
      bottom: left.bottom + right.bottom, right: left.right + right.right)
  }
}

extension EdgeInsets: CustomStringConvertible {
  /// The distances in braces in the order top, left, bottom, right.
  public var description: String { "{\(top), \(left), \(bottom), \(right)}" }
}
