import ScrollGeometry

/// A pan that begins at an edge of the window.
///
/// Corresponds to `UIScreenEdgePanGestureRecognizer`.
nonisolated open class ScreenEdgePanGestureRecognizer: PanGestureRecognizer {
  /// The distance from an edge within which the touch begins, in points. [C]
  static let edgeWidth = 20.0

  /// The edges at which the pan begins; none by default.
  ///
  /// Corresponds to `UIScreenEdgePanGestureRecognizer.edges`.
  open var edges: RectEdge = []

  /// Returns whether the touch begins at one of the edges.
  override func shouldReceive(_ touch: Touch) -> Bool {
    guard let window = touch.window else { return false }
    let (place, room) = (touch.location(in: nil), window.bounds)
    let isAtEdge =
      edges.contains(.left) && place.x - room.minX <= Self.edgeWidth
      || edges.contains(.right) && room.maxX - place.x <= Self.edgeWidth
      || edges.contains(.top) && place.y - room.minY <= Self.edgeWidth
      || edges.contains(.bottom) && room.maxY - place.y <= Self.edgeWidth
    return isAtEdge && super.shouldReceive(touch)
  }
}

/// A set of edges of a rectangle.
///
/// Corresponds to `UIRectEdge`.
public struct RectEdge: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt

  /// Creates a set from its bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The top edge.
  public static let top = Self(rawValue: 1)
  /// The left edge.
  public static let left = Self(rawValue: 2)
  /// The bottom edge.
  public static let bottom = Self(rawValue: 4)
  /// The right edge.
  public static let right = Self(rawValue: 8)
  /// All edges.
  public static let all: Self = [.top, .left, .bottom, .right]
}
