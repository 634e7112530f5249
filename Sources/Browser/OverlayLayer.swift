package import OverscrollDrawing
package import ScrollGeometry

/// An overlay that a window adds to a picture.
package protocol OverlayContent: Hashable, Sendable {
  /// Draws it on a canvas whose unit is a point.
  func draw(on canvas: Canvas)

  /// Returns the place of a plate that moves aside for others, in points of the window; `nil` for anything that stays in place.
  func plate(measuredBy canvas: Canvas) -> Rect?
}

extension OverlayContent {
  package func plate(measuredBy canvas: Canvas) -> Rect? { nil }
}

/// Something drawn over a picture that is not the picture's own, such as marks of touches.
package struct OverlayLayer: Hashable, Sendable {
  /// What it is.
  package let content: any OverlayContent
  /// A rectangle that contains it where nothing displaces it, in points of the window.
  package let area: Rect
  /// The distance by which it has moved aside for another plate, in points.
  package var displacement = Point.zero

  package init(_ content: any OverlayContent, area: Rect) {
    self.content = content
    self.area = area
  }

  /// A rectangle that contains it, in points of the window.
  package var shownArea: Rect { area.offset(by: displacement) }

  package static func == (one: Self, other: Self) -> Bool {
    one.area == other.area && one.displacement == other.displacement
      && AnyHashable(one.content) == AnyHashable(other.content)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(area)
    hasher.combine(displacement)
    hasher.combine(AnyHashable(content))
  }
}
