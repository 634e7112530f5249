package import OverscrollDrawing
package import ScrollEngine
package import ScrollGeometry

/// The appearance of a view: the engine's views draw nothing themselves.
package struct Look: Hashable, Sendable {
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

/// The colors and type sizes of scenes and panels.
package enum Palette {
  /// What lies around the scroll views.
  package static let paper = DarkTheme.ground
  /// Scroll views, cards and rows.
  package static let surface = Color(0x22262D)
  /// A surface that is touched or selected.
  package static let selected = Color(0x24344E)
  /// Texts.
  package static let ink = DarkTheme.text
  /// Captions and numbers that are not the point.
  package static let muted = DarkTheme.faintText
  /// Hairlines.
  package static let line = Color(0x3A404A)
  package static let blue = Color(0x6AA5FF)
  package static let green = Color(0x3DC79A)
  package static let amber = Color(0xE69F00)
  package static let red = Color(0xFF7A5C)
  package static let violet = Color(0xB394F0)
  package static let dark = Color(0x08090B)

  /// Text on a color.
  package static let onColor = Color(0x0B0C0F)

  /// Colors for things in a row, which repeat.
  package static func tint(_ index: Int) -> Color {
    let tints: [UInt32] = [
      0x5B8DEF, 0x35B597, 0xF0A83C, 0xE4735A, 0x9A7BD8, 0x4FB3D9, 0x8BB84A, 0xD96BA0,
    ]
    return Color(tints[((index % tints.count) + tints.count) % tints.count])
  }

  /// The em sizes, in points.
  package static let title = 15.0
  package static let text = 12.0
  package static let number = 11.0
  package static let small = 9.0
}

extension Look {
  /// The look of a scroll view or a card: a surface with a hairline around it.
  package static let surface = Look(fill: Palette.surface, border: Border(Palette.line))

  /// A rounded card of a color, with a text in the middle.
  package static func card(_ color: Color, _ text: String = "") -> Look {
    let label = Label(text, size: Palette.title, color: Palette.onColor, isBold: true)
    return Look(fill: color, cornerRadius: 10, labels: text.isEmpty ? [] : [label])
  }

  /// A line of text on nothing.
  package static func caption(
    _ text: String, size: Double = Palette.text, color: Color = Palette.muted,
    isBold: Bool = false, isMono: Bool = false, x: Double = 0
  ) -> Look {
    Look(
      labels: [
        Label(
          text, size: size, color: color, isBold: isBold, isMono: isMono, anchor: Point(x, 0.5),
          margin: 0)
      ])
  }
}

extension TextMeasurer where Self == FixedWidthMeasurer {
  /// The font of texts in scenes and panels: 12 points, all characters of the same width, so that a take plays alike on every
  /// machine.
  package static var scene: Self { FixedWidthMeasurer(width: 7, ascender: 14, lineHeight: 18) }
}
