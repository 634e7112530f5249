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
  ///
  /// Under a ground that is not opaque lies a light one.
  package func strengthened(on ground: Color) -> Self {
    let brightness = 1 - ground.alpha * (1 - ground.brightness)
    return mixed(with: brightness < 0.5 ? .white : .black).replacingAlpha(1)
  }

  /// The color without its transparency, halfway to black: that of a plate with more contrast to its light text.
  fileprivate var strengthenedPlate: Self { mixed(with: .black).replacingAlpha(1) }

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

/// A plate under light text; with increased contrast it is opaque and has an edge.
package struct Plate {
  private let rect: Rect
  private let cornerRadius: Double
  private let color: Color
  /// The length of a point in units of the canvas.
  private let point: Double

  /// Makes a plate.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - cornerRadius: The corner radius.
  ///   - color: The color with standard contrast.
  ///   - point: The length of a point in units of the canvas.
  package init(_ rect: Rect, cornerRadius: Double, color: Color, point: Double = 1) {
    (self.rect, self.cornerRadius) = (rect, cornerRadius)
    (self.color, self.point) = (color, point)
  }

  /// Draws it in the canvas's contrast.
  package func draw(on canvas: Canvas) {
    guard canvas.contrast == .increased else {
      return canvas.fill(rect, cornerRadius: cornerRadius, with: color)
    }
    canvas.fill(rect, cornerRadius: cornerRadius, with: color.strengthenedPlate)
    let line = max(point.rounded(), 1)
    canvas.stroke(
      rect.insetBy(dx: line / 2, dy: line / 2), cornerRadius: max(cornerRadius - line / 2, 0),
      with: Self.edge, lineWidth: line)
  }

  /// The edge with increased contrast.
  private static let edge = Color(white: 0.85)
}
