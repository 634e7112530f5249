import RealModule

/// The course of an animation: maps the elapsed fraction of its duration to its progress.
enum AnimationCurve: Hashable, Sendable {
  /// A cubic Bézier curve from (0, 0) to (1, 1) with the control points (`first`, 0) and (`second`, 1).
  case bezier(first: Double, second: Double)
  /// An even movement.
  case linear
  /// A damped spring: a damping ratio above 0 and the initial velocity, in distances per duration.
  case spring(damping: Double, velocity: Double)

  /// The part of the distance within which a spring has come to rest at the end of its duration. [C]
  static let springRest = 0.001
  /// The minimum damping ratio of a spring. [C]
  static let minimumDamping = 0.01
  /// The number of bisections by which the parameter of a Bézier curve is found, enough for the last bit. [C]
  private static let bisections = 54

  /// Returns the progress at the elapsed fraction `u` of the duration: 0 up to its start, 1 from its end.
  func progress(at u: Double) -> Double {
    guard u > 0 else { return 0 }
    guard u < 1 else { return 1 }
    switch self {
    case .linear: return u
    case .bezier(let first, let second): return Self.bezier(u, first, second)
    case .spring(let damping, let velocity):
      return Self.spring(u, max(damping, Self.minimumDamping), velocity)
    }
  }

  /// Returns the derivative of the progress at the elapsed fraction `u`, from the right; zero before 0 and from 1 on.
  func slope(at u: Double) -> Double {
    guard u >= 0, u < 1 else { return 0 }
    switch self {
    case .linear: return 1
    case .bezier(let first, let second): return Self.bezierSlope(u, first, second)
    case .spring(let damping, let velocity):
      return Self.springSlope(u, max(damping, Self.minimumDamping), velocity)
    }
  }

  private static func bezier(_ u: Double, _ first: Double, _ second: Double) -> Double {
    let s = parameter(u, first, second)
    return s * s * (3 - 2 * s)
  }

  private static func bezierSlope(_ u: Double, _ first: Double, _ second: Double) -> Double {
    // At its very start a curve may stand still in time and progress, whose ratio has a limit there.
    let s = max(parameter(u, first, second), 1e-9)
    let time = 3 * first * (1 - s) * (1 - 3 * s) + 3 * second * s * (2 - 3 * s) + 3 * s * s
    return 6 * s * (1 - s) / time
  }

  /// Returns the parameter of a Bézier curve at the time `u`.
  private static func parameter(_ u: Double, _ first: Double, _ second: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<bisections {
      let s = (low + high) / 2
      let time = 3 * first * s * (1 - s) * (1 - s) + 3 * second * s * s * (1 - s) + s * s * s
      if time < u { low = s } else { high = s }
    }
    return (low + high) / 2
  }

  /// The position of a spring released at distance 1 from its rest.
  ///
  /// Its angular frequency ω follows from the envelope `exp(−ζω)`, which has fallen to ``springRest`` at the end; for a
  /// ratio ζ of 1 or more, that of the critically damped spring.
  private static func spring(_ u: Double, _ damping: Double, _ velocity: Double) -> Double {
    let ratio = min(damping, 1)
    let omega = -.log(springRest) / ratio
    guard ratio < 1 else {
      return 1 - (1 + (omega - velocity) * u) * .exp(-omega * u)
    }
    let damped = omega * (1 - ratio * ratio).squareRoot()
    let swing = (ratio * omega - velocity) / damped
    return 1 - .exp(-ratio * omega * u) * (.cos(damped * u) + swing * .sin(damped * u))
  }

  /// The derivative of the position of a spring.
  private static func springSlope(_ u: Double, _ damping: Double, _ velocity: Double) -> Double {
    let ratio = min(damping, 1)
    let omega = -.log(springRest) / ratio
    guard ratio < 1 else {
      return .exp(-omega * u) * (velocity + omega * (omega - velocity) * u)
    }
    let damped = omega * (1 - ratio * ratio).squareRoot()
    let swing = (ratio * omega - velocity) / damped
    let (sine, cosine) = (Double.sin(damped * u), Double.cos(damped * u))
    return .exp(-ratio * omega * u)
      * (ratio * omega * (cosine + swing * sine) + damped * (sine - swing * cosine))
  }
}

extension View {
  /// The curve, the repetition and the interaction of an animation.
  ///
  /// Corresponds to `UIView.AnimationOptions`.
  public struct AnimationOptions: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Creates a set from its bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// Lays out the views of the animation with it; they always are.
    public static let layoutSubviews = Self(rawValue: 1)
    /// Lets touches reach the views during the animation; they always do.
    public static let allowUserInteraction = Self(rawValue: 2)
    /// Starts from where the views are shown at present; every animation does.
    public static let beginFromCurrentState = Self(rawValue: 4)
    /// Repeats the animation until its views leave the window or other animations take its place.
    public static let `repeat` = Self(rawValue: 8)
    /// Plays a repeated animation backward in every second run.
    public static let autoreverse = Self(rawValue: 16)
    /// Starts and ends slowly; the default.
    public static let curveEaseInOut: Self = []
    /// Starts slowly.
    public static let curveEaseIn = Self(rawValue: 1 << 16)
    /// Ends slowly.
    public static let curveEaseOut = Self(rawValue: 2 << 16)
    /// Moves evenly.
    public static let curveLinear = Self(rawValue: 3 << 16)
  }

  /// The timing curves of animations.
  ///
  /// Corresponds to `UIView.AnimationCurve`.
  public enum AnimationCurve: Int, Hashable, Sendable, CaseIterable {
    /// Starts and ends slowly.
    case easeInOut
    /// Starts slowly.
    case easeIn
    /// Ends slowly.
    case easeOut
    /// Moves evenly.
    case linear
  }
}

extension View.AnimationOptions {
  /// The horizontal place of the control points of the curves that start or end slowly. [A]
  private static let controls = (first: 0.42, second: 0.58)

  var curve: ScrollEngine.AnimationCurve {
    switch View.AnimationCurve(rawValue: Int(rawValue >> 16 & 3)) {
    case .easeIn: .bezier(first: Self.controls.first, second: 1)
    case .easeOut: .bezier(first: 0, second: Self.controls.second)
    case .linear: .linear
    case .easeInOut, nil: .bezier(first: Self.controls.first, second: Self.controls.second)
    }
  }
}
