/// A width and a height.
///
/// Lengths are points unless a declaration says pixels. Corresponds to `CGSize`.
public struct Size: Hashable, Sendable {
  /// The horizontal extent.
  public var width: Double
  /// The vertical extent.
  public var height: Double

  /// Creates a size from its two extents.
  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Creates a size from its two extents.
  @inlinable
  public init(_ width: Double, _ height: Double) {
    self.init(width: width, height: height)
  }

  /// The empty size, 0 × 0.
  @inlinable public static var zero: Self { Self(width: 0, height: 0) }
}

extension Size {
  /// True if neither extent is NaN or infinite.
  @inlinable public var isFinite: Bool { width.isFinite && height.isFinite }

  /// The same size with negative extents, and NaN, taken as zero.
  @inlinable public var nonNegative: Self {
    Self(width: width > 0 ? width : 0, height: height > 0 ? height : 0)
  }

  /// The size made `factor` times as large.
  @inlinable
  public static func * (size: Self, factor: Double) -> Self {
    Self(width: size.width * factor, height: size.height * factor)
  }

  /// The size made `divisor` times as small; not finite when `divisor` is zero.
  @inlinable
  public static func / (size: Self, divisor: Double) -> Self {
    Self(width: size.width / divisor, height: size.height / divisor)
  }
}

extension Size: CustomStringConvertible {
  /// The extents in braces, for instance `{1112.0, 834.0}`.
  public var description: String { "{\(width), \(height)}" }
}
