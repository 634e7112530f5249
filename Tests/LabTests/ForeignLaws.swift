import Glibc
import ScrollEngine

/// What a scroll view's offset does after a release: the input of a law.
struct Release {
  /// The content offset at the release, in points.
  var offset: Double
  /// The velocity in points per second, positive when the offset grows.
  var velocity: Double
  /// The lowest offset inside the content, in points.
  var lower: Double
  /// The highest offset inside the content, in points.
  var upper: Double
  /// The length of the viewport, in points.
  var viewport = 874.0

  /// The edge that the offset is beyond, if any.
  var edge: Double? { offset < lower ? lower : offset > upper ? upper : nil }
}

/// A law of scrolling as a function of time, made from the constants in its published source.
///
/// The functions are written from the mathematics those sources state; they are only compared with recordings. The product has the
/// engine's law alone.
struct ForeignLaw: Sendable {
  /// The name, as in ``PublishedLaws``.
  var name: String
  /// Returns the offset as a function of the seconds since a release, or `nil` where the law does not say.
  var motion: @Sendable (Release) -> ((Double) -> Double)?
  /// Returns the stretch for a pull beyond an edge in a viewport, all in points; `nil` where content does not stretch.
  var stretch: (@Sendable (_ pull: Double, _ viewport: Double) -> Double)?

  static let all = [overscroll, flutter, compose, webKit, gtk, reactNative]

  /// A spring of mass 1 towards 0: `x'' = −stiffness·x − damping·x'`, critically damped or more.
  private static func spring(
    _ position: Double, _ velocity: Double, stiffness: Double, damping: Double
  ) -> (Double) -> Double {
    let discriminant = damping * damping / 4 - stiffness
    guard discriminant > 1e-9 else {
      let rate = damping / 2
      return { (position + (velocity + rate * position) * $0) * exp(-rate * $0) }
    }
    let root = discriminant.squareRoot()
    let (slow, fast) = (-damping / 2 + root, -damping / 2 - root)
    let second = (velocity - slow * position) / (fast - slow)
    return { (position - second) * exp(slow * $0) + second * exp(fast * $0) }
  }

  /// Coasting by `rate`, the logarithm of the factor per second, up to an edge, and then `bounce` with the velocity left.
  private static func coasting(
    _ release: Release, rate: Double,
    bounce: (_ edge: Double, _ velocity: Double) -> ((Double) -> Double)?
  ) -> ((Double) -> Double)? {
    let way = -release.velocity / rate
    let coasted = { (time: Double) in release.offset + way * (1 - exp(rate * time)) }
    let rest = release.offset + way
    guard rest < release.lower || rest > release.upper else { return coasted }
    let edge = rest < release.lower ? release.lower : release.upper
    let met = log(1 - (edge - release.offset) / way) / rate
    guard let bounced = bounce(edge, release.velocity * exp(rate * met)) else { return nil }
    return { $0 < met ? coasted($0) : bounced($0 - met) }
  }
}

extension ForeignLaw {
  static let overscroll = ForeignLaw(
    name: "Overscroll",
    motion: { release in
      let law = DecelerationLaw(rate: 0.998, range: release.lower...release.upper)
      let start = AxisState(offset: release.offset, velocity: release.velocity / 1000)
      let glide = Glide(law, from: start) { $0 }
      return { time in
        // A time on the grid may be rounded to just below it.
        let step = DecelerationLaw.gridStep
        let index = Int(max(time, 0) * 1000 / step + 1e-9)
        let remainder = max(time, 0) * 1000 - Double(index) * step
        return glide.state(at: index, remainder: max(remainder, 0)).offset
      }
    },
    stretch: { RubberBand(coefficient: RubberBand.touchCoefficient, dimension: $1).stretch(of: $0) }
  )

  /// `packages/flutter/lib/src/widgets/scroll_simulation.dart` and `scroll_physics.dart`.
  ///
  /// Friction 0.135 per second; a spring of mass 0.5, stiffness 100 and damping ratio 1.1, with at most 5000 points per second;
  /// a drag beyond the edge moves by 0.52·(1 − stretch/viewport)², whose sum is a rubber band with that coefficient.
  static let flutter = ForeignLaw(
    name: "Flutter",
    motion: { release in
      let (mass, stiffness) = (0.5, 100.0)
      let damping = 1.1 * 2 * (mass * stiffness).squareRoot()
      func spring(_ edge: Double, _ offset: Double, _ velocity: Double) -> (Double) -> Double {
        let moved = Self.spring(
          offset - edge, velocity, stiffness: stiffness / mass, damping: damping / mass)
        return { edge + moved($0) }
      }
      if let edge = release.edge { return spring(edge, release.offset, release.velocity) }
      return coasting(release, rate: log(0.135)) { spring($0, $0, min($1, 5000)) }
    }, stretch: { RubberBand(coefficient: 0.52, dimension: $1).stretch(of: $0) })

  /// `CupertinoScrollDecayAnimationSpec.kt` and `CupertinoOverscrollEffect.kt` of Compose Multiplatform.
  ///
  /// Deceleration 0.998 per millisecond; beyond the edge a critically damped spring on the pull, of stiffness 120, or 300 where the
  /// velocity points back; what shows is the pull by the rubber band of coefficient 0.55.
  static let compose = ForeignLaw(
    name: "Compose",
    motion: { release in
      let band = RubberBand(coefficient: 0.55, dimension: release.viewport)
      func spring(
        _ edge: Double, _ shown: Double, _ velocity: Double
      ) -> (Double) -> Double {
        let pull = shown < 0 ? -band.pull(showing: -shown) : band.pull(showing: shown)
        let isBack = pull != 0 && (velocity == 0 || (velocity < 0) == (pull > 0))
        let stiffness = isBack ? 300.0 : 120
        let moved = Self.spring(
          pull, velocity, stiffness: stiffness, damping: 2 * stiffness.squareRoot())
        return { time in
          let pull = moved(time)
          return edge + (pull < 0 ? -band.stretch(of: -pull) : band.stretch(of: pull))
        }
      }
      if let edge = release.edge { return spring(edge, release.offset - edge, release.velocity) }
      return coasting(release, rate: 1000 * log(0.998)) { spring($0, 0, $1) }
    }, stretch: { RubberBand(coefficient: 0.55, dimension: $1).stretch(of: $0) })

  /// WebKit's `ScrollElasticityController.mm`, and Chromium's `elastic_overscroll_controller_exponential.cc` after it.
  ///
  /// Stiffness 20, amplitude 0.31, period 1.6; a pull stretches by 1/20. How content coasts is the system's.
  static let webKit = ForeignLaw(
    name: "WebKit, Chromium",
    motion: { release in
      guard let edge = release.edge else { return nil }
      let (stiffness, amplitude, period) = (20.0, 0.31, 1.6)
      return { time in
        let stretch = release.offset - edge + release.velocity * time * amplitude
        return edge + stretch * exp(-time * stiffness / period)
      }
    }, stretch: { pull, _ in pull / 20 })

  /// `gtk/gtkkineticscrolling.c`, with the constants of `gtkscrolledwindow.c`.
  ///
  /// Friction 4 per second; beyond the edge a critically damped spring of friction 20. Content does not stretch under a drag.
  /// The limit of 50 pixels beyond an edge is left out: it compares a distance with a position.
  static let gtk = ForeignLaw(
    name: "GTK",
    motion: { release in
      func spring(_ edge: Double, _ offset: Double, _ velocity: Double) -> (Double) -> Double {
        let moved = Self.spring(offset - edge, velocity, stiffness: 100, damping: 20)
        return { edge + moved($0) }
      }
      if let edge = release.edge { return spring(edge, release.offset, release.velocity) }
      return coasting(release, rate: -4) { spring($0, $0, $1) }
    })

  /// `DecayAnimation.js` of `Animated`.
  ///
  /// Deceleration 0.998, as an exponential of 1 − 0.998 per millisecond. It has no edges.
  static let reactNative = ForeignLaw(
    name: "React Native",
    motion: { release in
      guard release.edge == nil else { return nil }
      return coasting(release, rate: -2) { _, _ in nil }
    })
}
