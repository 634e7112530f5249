import RealModule

/// A timing function: maps the elapsed fraction of an animation to its progress, both from 0 to 1.
package enum Easing: Hashable, Sendable {
  /// Ease in, ease out: the cubic Bézier curve (0.42, 0), (0.58, 1). [C]
  case easeInOut
  /// Ease out: `1 − (1 − u)³`. [C]
  case easeOutCubic

  /// The duration of programmatic scroll animations, in seconds. [M]
  package static let programmaticDuration = 0.3
  /// The duration of the animation for a wheel notch or a key, in seconds. [C]
  package static let notchDuration = 0.15

  /// Returns the progress at the elapsed fraction `u`, which is clamped to 0…1.
  package func progress(at u: Double) -> Double {
    guard u > 0 else { return 0 }
    guard u < 1 else { return 1 }
    switch self {
    case .easeInOut: return Self.bezier(u)
    case .easeOutCubic: return 1 - (1 - u) * (1 - u) * (1 - u)
    }
  }

  /// Returns the derivative of the progress at the elapsed fraction `u`, from the right; zero before 0 and from 1 on.
  package func slope(at u: Double) -> Double {
    guard u >= 0, u < 1 else { return 0 }
    switch self {
    case .easeInOut:
      let s = Self.parameter(at: u)
      return 6 * s * (1 - s) / Self.timeSlope(at: s)
    case .easeOutCubic: return 3 * (1 - u) * (1 - u)
    }
  }

  /// The control points of the curve along its time axis. [C]
  private static let controls = (first: 0.42, second: 0.58)

  private static func bezier(_ u: Double) -> Double {
    let s = parameter(at: u)
    return s * s * (3 - 2 * s)
  }

  /// The coefficients of the curve's time as a polynomial of its parameter, from the third power down.
  private static var coefficients: (a: Double, b: Double, c: Double) {
    let c = 3 * controls.first
    let b = 3 * (controls.second - controls.first) - c
    return (1 - c - b, b, c)
  }

  /// The derivative of the curve's time at a parameter.
  private static func timeSlope(at s: Double) -> Double {
    let (a, b, c) = coefficients
    return (3 * a * s + 2 * b) * s + c
  }

  /// Returns the curve's parameter at the time `u`.
  ///
  /// Newton's method from `u` converges everywhere, since the curve's time is strictly increasing with a slope
  /// of at least 1; six rounds reach the last bit.
  private static func parameter(at u: Double) -> Double {
    let (a, b, c) = coefficients
    var s = u
    for _ in 0..<6 {
      let time = ((a * s + b) * s + c) * s
      s -= (time - u) / timeSlope(at: s)
    }
    return s
  }
}
