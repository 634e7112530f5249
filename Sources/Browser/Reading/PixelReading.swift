package import ScrollGeometry

/// The pixel of a picture at the pointer: its position and its color.
///
/// Positions are in the picture as shown, from 0 at its top left corner. Colors are those at full resolution, in sRGB with 8 bits
/// per component; a picture with transparency has a fourth component, and its colors are as exact as its opacity allows.
package struct PixelReading: Hashable, Sendable {
  /// A pixel of a picture.
  package struct Pixel: Hashable, Sendable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }
  }

  /// The color of a pixel.
  package enum Color: Hashable, Sendable {
    /// Its tile is not loaded yet.
    case pending
    /// It cannot be decoded.
    case missing
    /// 0xAARRGGBB, premultiplied by alpha.
    case premultiplied(UInt32)
  }

  /// The size of the picture, which determines the width of the reading.
  let size: PixelSize
  /// Whether the picture has transparency.
  let hasAlpha: Bool
  /// The pixel; `nil` if the pointer is not over the picture.
  package let pixel: Pixel?
  /// The pixel's color.
  package let color: Color

  /// Makes a reading.
  ///
  /// - Parameters:
  ///   - size: The size of the picture, in pixels.
  ///   - hasAlpha: Whether the picture has transparency.
  ///   - pixel: The pixel; `nil` if the pointer is not over the picture.
  ///   - color: The pixel's color.
  package init(
    of size: PixelSize, hasAlpha: Bool, at pixel: Pixel?, color: Color = .missing
  ) {
    self.size = size
    self.hasAlpha = hasAlpha
    self.pixel = pixel
    self.color = color
  }

  /// The text shown without a pixel, and before its color is loaded.
  private static let (none, pending) = ("–", "…")
}

extension PixelReading {
  /// The reading as a line of text, such as `x 12034  y 8817   #A3B1C2   163 177 194`.
  package var text: String { text { value, _ in "\(value)" } }

  /// The same with numbers of constant width, so that the text doesn't jump from pixel to pixel.
  var alignedText: String {
    text { value, width in
      let digits = "\(value)"
      return String(repeating: " ", count: max(0, width - digits.count)) + digits
    }
  }

  /// The length of ``alignedText`` where there is a color, in characters.
  var length: Int {
    let components = hasAlpha ? 4 : 3
    return "x   y    #   ".count + Self.digits(size.width) + Self.digits(size.height)
      + 2 * components + 4 * components - 1
  }

  private func text(_ number: (Int, _ width: Int) -> String) -> String {
    guard let pixel else { return Self.none }
    let place =
      "x \(number(pixel.x, Self.digits(size.width)))  y \(number(pixel.y, Self.digits(size.height)))"
    switch color {
    case .pending: return "\(place)   \(Self.pending)"
    case .missing: return "\(place)   \(Self.none)"
    case .premultiplied(let word):
      let components = components(of: word)
      let hex = components.map { Self.hexadecimal($0) }.joined()
      return "\(place)   #\(hex)   " + components.map { number($0, 3) }.joined(separator: " ")
    }
  }

  /// Red, green and blue, and alpha where the picture has it.
  private func components(of word: UInt32) -> [Int] {
    let alpha = Int(word >> 24)
    let colors = [16, 8, 0].map { (shift: UInt32) -> Int in
      let value = Int(word >> shift & 0xFF)
      return alpha == 0 ? 0 : min((value * 255 + alpha / 2) / alpha, 255)
    }
    return hasAlpha ? colors + [alpha] : colors
  }

  /// The color without its transparency, 0xRRGGBB; `nil` if there is none.
  var opaqueColor: UInt32? {
    guard pixel != nil, case .premultiplied(let word) = color else { return nil }
    return components(of: word).prefix(3).reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func digits(_ count: Int) -> Int { "\(max(count - 1, 0))".count }

  private static func hexadecimal(_ value: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }
}

extension Placement {
  /// Returns the picture's pixel at the center of a device pixel; `nil` beside the picture.
  package func pixel(atX x: Int, y: Int) -> PixelReading.Pixel? {
    let place = (Point(Double(x) + 0.5, Double(y) + 0.5) - origin) / scale
    guard place.x >= 0, place.y >= 0, place.x < Double(size.width), place.y < Double(size.height)
    else { return nil }
    return PixelReading.Pixel(x: Int(place.x), y: Int(place.y))
  }
}
