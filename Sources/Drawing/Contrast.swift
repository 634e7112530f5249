package import ScrollGeometry

/// How clearly text, plates and lines stand out from what lies behind them.
package enum Contrast: Hashable, Sendable {
  /// As they were designed.
  case standard
  /// For users who prefer more contrast: plates are opaque and have an edge, and gray text is nearer to black or white.
  case increased
}

extension Color {
  /// The mean of the components, from 0 to 1.
  private var brightness: Double { (red + green + blue) / 3 }

  /// The color of text with more contrast: more opaque and, if it is a gray, halfway to black or to white.
  package var strengthened: Self {
    let isGray = max(red, green, blue) - min(red, green, blue) < Self.grayLimit
    let target = brightness < 0.5 ? 0.0 : 1
    let color = isGray ? mixed(with: Color(white: target)) : self
    return color.replacingAlpha((1 + alpha) / 2)
  }

  /// The color of a line with more contrast to what it is drawn on: halfway to black or to white.
  package func strengthened(on ground: Color) -> Self {
    mixed(with: ground.brightness < 0.5 ? .white : .black).replacingAlpha(1)
  }

  /// The color without its transparency, halfway to black: that of a plate with more contrast to its light text.
  package var strengthenedPlate: Self { mixed(with: .black).replacingAlpha(1) }

  /// The difference of the components up to which a color counts as a gray. [C]
  private static let grayLimit = 0.15

  private func mixed(with other: Self) -> Self {
    Self(
      red: (red + other.red) / 2, green: (green + other.green) / 2, blue: (blue + other.blue) / 2)
  }

  private func replacingAlpha(_ alpha: Double) -> Self {
    Self(red: red, green: green, blue: blue, alpha: alpha)
  }
}

extension Canvas {
  /// Fills a plate under light text; with increased contrast it is opaque and has an edge.
  ///
  /// - Parameters:
  ///   - plate: The rectangle.
  ///   - radius: The corner radius.
  ///   - color: The color of the plate.
  ///   - point: The length of a point in units of the canvas.
  package func fillPlate(
    _ plate: Rect, cornerRadius radius: Double, with color: Color, point: Double = 1
  ) {
    guard contrast == .increased else {
      return fill(plate, cornerRadius: radius, with: color)
    }
    fill(plate, cornerRadius: radius, with: color.strengthenedPlate)
    let line = max(point.rounded(), 1)
    stroke(
      plate.insetBy(dx: line / 2, dy: line / 2), cornerRadius: max(radius - line / 2, 0),
      with: Self.plateEdge, lineWidth: line)
  }

  /// The edge of plates with increased contrast.
  private static let plateEdge = Color(white: 0.85)
}
