public import ScrollGeometry

/// A scroll indicator as a value to draw.
public struct ScrollIndicator: Hashable, Sendable {
  /// The frame relative to the top left corner of the scroll view, in points.
  public var frame: Rect
  /// The opacity, from 0 (hidden) to 1.
  public var opacity: Double

  /// The corner radius, in points: half the thickness.
  public var cornerRadius: Double { min(frame.width, frame.height) / 2 }
}
