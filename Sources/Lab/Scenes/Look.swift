package import ScrollGeometry

/// The appearance of a view: the engine's views draw nothing themselves.
package struct Look: Hashable, Sendable {
  /// A color in sRGB.
  package struct Color: Hashable, Sendable {
    /// Red, green and blue, a byte each.
    package var rgb: UInt32
    /// From 0 (transparent) to 1.
    package var opacity: Double

    package init(_ rgb: UInt32, opacity: Double = 1) {
      self.rgb = rgb
      self.opacity = opacity
    }
  }

  /// A line around a view, inside its bounds.
  package struct Border: Hashable, Sendable {
    package var color: Color
    /// The width in points.
    package var width: Double

    package init(_ color: Color, width: Double = 1) {
      self.color = color
      self.width = width
    }
  }

  /// A text in a view, on one or more lines.
  package struct Label: Hashable, Sendable {
    package var text: String
    /// The em size in points.
    package var size: Double
    package var color: Color
    package var isBold: Bool
    /// Whether all characters have the same width.
    package var isMono: Bool
    /// The place in the view, in the unit square: (0, 0) is the top left, (0.5, 0.5) the middle.
    package var anchor: Point
    /// The distance to the edges of the view, in points.
    package var margin: Double

    package init(
      _ text: String, size: Double = 12, color: Color, isBold: Bool = false, isMono: Bool = false,
      anchor: Point = Point(0.5, 0.5), margin: Double = 8
    ) {
      self.text = text
      self.size = size
      self.color = color
      self.isBold = isBold
      self.isMono = isMono
      self.anchor = anchor
      self.margin = margin
    }
  }

  /// A shape in the view's coordinates.
  package enum Shape: Hashable, Sendable {
    case rect(Rect, radius: Double, Color)
    case ellipse(Rect, Color)
    case polygon([Point], Color)
    /// A line with a width in points; `dashes` are the lengths of dashes and gaps.
    case line([Point], Color, width: Double, dashes: [Double] = [])
    /// A text with its baseline's start, or its middle, at a point.
    case text(Label, at: Point)
  }

  /// A drawing that fills the view.
  package enum Pattern: Hashable, Sendable {
    /// Lines at multiples of a distance in points, each with its coordinate, and a color for the lines.
    case grid(Double, Color)
    /// A landscape with sky, sun and hills.
    case landscape
    /// The picture that the host provides, or the landscape where it has none.
    case picture
  }

  package var fill: Color?
  package var border: Border?
  /// The radius of the corners, in points.
  package var cornerRadius: Double
  package var pattern: Pattern?
  package var shapes: [Shape]
  package var labels: [Label]

  package init(
    fill: Color? = nil, border: Border? = nil, cornerRadius: Double = 0, pattern: Pattern? = nil,
    shapes: [Shape] = [], labels: [Label] = []
  ) {
    self.fill = fill
    self.border = border
    self.cornerRadius = cornerRadius
    self.pattern = pattern
    self.shapes = shapes
    self.labels = labels
  }
}
