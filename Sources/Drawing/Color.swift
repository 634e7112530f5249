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

  /// The same color with its opacity multiplied by `factor`.
  package func withOpacity(_ factor: Double) -> Self {
    Self(red: red, green: green, blue: blue, alpha: alpha * factor)
  }
}
