package import OverscrollDrawing
package import ScrollGeometry

/// An overlay that a window adds to a picture.
package protocol OverlayContent: Hashable, Sendable {
  /// Draws it on a canvas whose unit is a point.
  func draw(on canvas: Canvas)
}

/// Something drawn over a picture that is not the picture's own, such as marks of touches.
package struct OverlayLayer: Hashable, Sendable {
  /// What it is.
  package let content: any OverlayContent
  /// A rectangle that contains it, in points of the window.
  package let area: Rect

  package init(_ content: any OverlayContent, area: Rect) {
    self.content = content
    self.area = area
  }

  package static func == (one: Self, other: Self) -> Bool {
    one.area == other.area && AnyHashable(one.content) == AnyHashable(other.content)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(area)
    hasher.combine(AnyHashable(content))
  }
}
