package import ScrollEngine
import ScrollGeometry

/// The colors and type sizes of scenes and panels.
package enum Palette {
  /// What lies around the scroll views.
  package static let paper = Look.Color(0xF3F5F8)
  /// Scroll views, cards and rows.
  package static let surface = Look.Color(0xFFFFFF)
  /// A surface that is touched or selected.
  package static let selected = Look.Color(0xE3ECFD)
  package static let ink = Look.Color(0x1D2733)
  /// Captions and numbers that are not the point.
  package static let muted = Look.Color(0x667382)
  /// Hairlines.
  package static let line = Look.Color(0xD3D9E2)
  package static let blue = Look.Color(0x2D6CDF)
  package static let green = Look.Color(0x12936F)
  package static let amber = Look.Color(0xE69F00)
  package static let red = Look.Color(0xD04A2B)
  package static let violet = Look.Color(0x8560C9)
  package static let dark = Look.Color(0x232A35)

  /// Colors for things in a row, which repeat.
  package static func tint(_ index: Int) -> Look.Color {
    let tints: [UInt32] = [
      0x5B8DEF, 0x35B597, 0xF0A83C, 0xE4735A, 0x9A7BD8, 0x4FB3D9, 0x8BB84A, 0xD96BA0,
    ]
    return Look.Color(tints[((index % tints.count) + tints.count) % tints.count])
  }

  /// The em sizes, in points.
  package static let title = 15.0
  package static let text = 12.0
  package static let number = 11.0
  package static let small = 9.0
}

extension Look {
  /// The look of a scroll view or a card: white with a hairline around it.
  package static let surface = Look(fill: Palette.surface, border: Border(Palette.line))

  /// A rounded card of a color, with a text in the middle.
  package static func card(_ color: Color, _ text: String = "", size: Double = Palette.title)
    -> Look
  {
    Look(
      fill: color, cornerRadius: 10,
      labels: text.isEmpty ? [] : [Label(text, size: size, color: Palette.surface, isBold: true)])
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
