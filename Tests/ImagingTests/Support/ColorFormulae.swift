import Glibc

/// Colors by the formulae of their standards, to compare those of lcms2 with.
enum ColorFormulae {
  /// A color of light, red, green and blue from 0 to 1, as sRGB; what is out of reach is cut off.
  static func screen(_ light: [Double]) -> UInt32 {
    light.reduce(0xFF) { pixel, part in
      let part = min(max(part, 0), 1)
      let value = part <= 0.0031308 ? 12.92 * part : 1.055 * pow(part, 1 / 2.4) - 0.055
      return pixel << 8 | UInt32((value * 255).rounded())
    }
  }

  /// The light of a component of sRGB.
  static func light(_ value: UInt8) -> Double {
    let value = Double(value) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// True if no part of a color of light is cut off.
  static func isWithin(_ light: [Double]) -> Bool { light.allSatisfy { (0...1).contains($0) } }

  static func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
    matrix.map { zip($0, vector).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  /// The light of a color of CIE 1976 that is counted from D50, or from D65.
  static func light(_ lightness: Double, _ first: Double, _ second: Double, isD65: Bool = false)
    -> [Double]
  {
    func part(_ value: Double) -> Double {
      value > 6.0 / 29 ? value * value * value : 3 * 36.0 / 841 * (value - 4.0 / 29)
    }
    let middle = (lightness + 16) / 116
    let parts = [middle + first / 500, middle, middle - second / 200].map(part)
    let white = isD65 ? [0.95047, 1, 1.08883] : [0.96422, 1, 0.82521]
    return product(isD65 ? fromD65 : fromD50, zip(parts, white).map { $0 * $1 })
  }

  /// From the tristimulus values of D65 to sRGB's light, of IEC 61966-2-1.
  private static let fromD65 = [
    [3.2404542, -1.5371385, -0.4985314], [-0.9692660, 1.8760108, 0.0415560],
    [0.0556434, -0.2040259, 1.0572252],
  ]
  /// The same from those of D50, adapted by Bradford's matrix.
  private static let fromD50 = [
    [3.1338561, -1.6168667, -0.4906146], [-0.9787684, 1.9161415, 0.0334540],
    [0.0719453, -0.2289914, 1.4052427],
  ]
  /// From the light of Display P3 to that of sRGB.
  static let fromP3 = [
    [1.2249402, -0.2249402, 0], [-0.0420570, 1.0420570, 0], [-0.0196376, -0.0786361, 1.0982736],
  ]
  /// From the light of BT.2020 to that of sRGB, of ITU-R BT.2087.
  static let from2020 = [
    [1.6604910, -0.5876411, -0.0728499], [-0.1245505, 1.1328999, -0.0083494],
    [-0.0181508, -0.1005789, 1.1187297],
  ]
}
