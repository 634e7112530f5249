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

/// The colors and type sizes of scenes and panels: those of panels follow what surrounds the window's content, scenes are dark.
package struct Palette: Hashable, Sendable {
  /// What lies around the scroll views.
  package let paper: Color
  /// Scroll views, cards and rows.
  package let surface: Color
  /// A surface that is touched or selected.
  package let selected: Color
  /// Text that is selected while it is typed, and while it is read.
  package let (typedSelection, readSelection): (Color, Color)
  /// Texts.
  package let ink: Color
  /// Captions and numbers that are not the point.
  package let muted: Color
  /// Hairlines.
  package let line: Color
  /// What surrounds a viewport, the edge between a panel and the content, and tabs behind others.
  package let frame: Color
  /// A switch that is off, and the knob of a switch.
  package let (off, knob): (Color, Color)
  /// Links, the tab in front, and what has the keyboard focus.
  package let accent: Color
  /// Controls that are on, and sources of events.
  package let blue: Color
  package let green: Color
  package let amber: Color
  package let red: Color
  package let violet: Color
  /// The line at the time that is shown.
  package let playhead: Color
  /// The colors of curves.
  package let chart: ChartTheme

  /// Beside dark content.
  package static let dark = Self(
    paper: DarkTheme.ground, surface: Color(0x22262D), selected: Color(0x24344E),
    typedSelection: Color(0x2F4F86), readSelection: DarkTheme.accent.withOpacity(0.4),
    ink: DarkTheme.text, muted: DarkTheme.faintText, line: Color(0x3A404A),
    frame: DarkTheme.frame, off: Color(0x5A626E), knob: DarkTheme.text, accent: DarkTheme.accent,
    blue: Color(0x6AA5FF), green: Color(0x3DC79A), amber: Color(0xE69F00), red: Color(0xFF7A5C),
    violet: Color(0xB394F0), playhead: .white, chart: .dark)

  /// Beside light content; its accent is its blue.
  package static let light = Self(
    paper: Color(0xFAFBFC), surface: Color(0xF1F3F5), selected: Color(0xDCE8FC),
    typedSelection: Color(0xC9DCFB), readSelection: Color(0x1F5FD0).withOpacity(0.15),
    ink: Color(0x101216), muted: Color(0x565D68), line: Color(0xCDD2D9), frame: Color(0xD8DBE0),
    off: Color(0x858C97), knob: .white, accent: Color(0x1F5FD0), blue: Color(0x1F5FD0),
    green: Color(0x0A6E4E), amber: Color(0x8A5A00), red: Color(0xB3301A), violet: Color(0x6D45C8),
    playhead: .black, chart: .light)

  // The colors of scenes.
  package static let (paper, surface, selected) = (dark.paper, dark.surface, dark.selected)
  package static let (ink, muted, line) = (dark.ink, dark.muted, dark.line)
  package static let (blue, green, amber) = (dark.blue, dark.green, dark.amber)
  package static let (red, violet) = (dark.red, dark.violet)
  package static let black = Color(0x08090B)

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
