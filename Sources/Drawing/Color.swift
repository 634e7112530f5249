internal import Glibc
package import ScrollGeometry

/// A color in sRGB with alpha, each component from 0 to 1, not premultiplied.
package struct Color: Hashable, Sendable {
  /// The red component, from 0 to 1.
  package var red: Double
  /// The green component, from 0 to 1.
  package var green: Double
  /// The blue component, from 0 to 1.
  package var blue: Double
  /// The opacity, from 0 (transparent) to 1 (opaque).
  package var alpha: Double

  /// Makes a color from its components.
  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Makes a gray: 0 is black, 1 is white.
  package init(white: Double, alpha: Double = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Makes an opaque color from a hexadecimal number such as 0xFF8000: red, green and blue, one byte each.
  package init(_ rgb: UInt32) {
    self.init(
      red: Double(rgb >> 16 & 0xFF) / 255, green: Double(rgb >> 8 & 0xFF) / 255,
      blue: Double(rgb & 0xFF) / 255)
  }

  /// The color without its opacity as 0xRRGGBB; components outside of 0 … 1 are limited.
  package var rgb: UInt32 {
    [red, green, blue].reduce(0) { number, component in
      number << 8 | UInt32((min(max(component, 0), 1) * 255).rounded())
    }
  }

  /// Opaque black.
  package static let black = Self(white: 0)
  /// Opaque white.
  package static let white = Self(white: 1)
  /// Transparent black.
  package static let clear = Self(white: 0, alpha: 0)

  /// The contrast of two opaque colors, from 1 to 21, as WCAG 2.1 defines it.
  package func contrast(to other: Self) -> Double {
    let (one, two) = (luminance + 0.05, other.luminance + 0.05)
    return max(one, two) / min(one, two)
  }

  /// The color that it has over an opaque one.
  package func over(_ ground: Self) -> Self {
    func mixed(_ own: Double, _ other: Double) -> Double { other + (own - other) * alpha }
    return Self(
      red: mixed(red, ground.red), green: mixed(green, ground.green),
      blue: mixed(blue, ground.blue))
  }

  /// The relative luminance, from 0 to 1.
  private var luminance: Double {
    func linear(_ value: Double) -> Double {
      value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The same color with its opacity multiplied by `factor`.
  package func withOpacity(_ factor: Double) -> Self {
    Self(red: red, green: green, blue: blue, alpha: alpha * factor)
  }
}

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

/// A dark plate with a border under light text; with increased contrast it is opaque and has a clear edge.
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
    (self.rect, self.cornerRadius, self.color, self.point) = (rect, cornerRadius, color, point)
  }

  /// Draws it in the canvas's contrast.
  package func draw(on canvas: Canvas) {
    let isStrong = canvas.contrast == .increased
    canvas.fill(
      rect, cornerRadius: cornerRadius, with: isStrong ? color.strengthenedPlate : color)
    let line = isStrong ? max(point.rounded(), 1) : 1
    canvas.stroke(
      rect.insetBy(dx: line / 2, dy: line / 2), cornerRadius: max(cornerRadius - line / 2, 0),
      with: isStrong ? Self.edge : Self.border, lineWidth: line)
  }

  /// The border that sets it off from what is as dark.
  private static let border = Color(white: 1, alpha: 0.12)
  /// The edge with increased contrast.
  private static let edge = Color(white: 0.85)
}

/// The colors of what is dark on every background, such as scenes and the list of commands, and of panels beside a dark one.
package enum DarkTheme {
  /// What surrounds pictures, curves and viewports that have been larger.
  package static let ground = Color(0x16181C)
  /// What surrounds the content of a page that keeps its size.
  package static let frame = Color(0x0E0F12)
  package static let text = Color(0xE6E8EB)
  /// Explanations beside a text.
  package static let softText = Color(0xC3C8D0)
  /// Captions, and numbers that are not the point.
  package static let faintText = Color(0x9AA1AC)
  /// Progress, the caret and what accepts a drop.
  package static let accent = Color(0x5EA1FF)
  /// What is wrong.
  package static let alert = Color(0xFFB454)
}
