import RealModule
package import ScrollGeometry

/// The transition of a zoom from the displayed scale and offset to the current ones, as a function of time.
///
/// A zoom sets its end at once; while a fade lasts, the content is seen larger or smaller by the factor ``scale(at:)``, and
/// displaced by ``displacement`` times ``weight(at:)``. Both reach their rest together, so that the point around which the
/// content is zoomed moves in a straight line.
package struct ZoomFade: Hashable, Sendable {
  /// The course of the logarithm of the scale.
  package enum Curve: Hashable, Sendable {
    /// The spring of the content's edge, from rest: the bounce back from beyond a scale limit. [C]
    case bounce
    /// Ease in, ease out over 0.3 s: an animated call.
    case animation
    /// Ease out over 0.15 s: a notch of the wheel or a key.
    case notch
  }

  /// What separates what is seen from what is set.
  package struct Difference: Hashable, Sendable {
    /// The natural logarithm of the ratio of the displayed scale to the model's.
    package var logScale = 0.0
    /// The displayed content offset minus the model's, in points.
    package var offset = Point.zero
    /// The top left corner of the zoomed view in the content that is seen less the one that is set, in points.
    package var corner = Point.zero

    package init() {}
  }

  /// The logarithm of the ratio of scales below which a bounce rests. [C]
  static let restingLogarithm = 2e-4
  /// The distance below which the content of a bounce rests, in device pixels. [C]
  static let restingPixels = 0.5
  /// The maximum length in grid steps, a guard against a hang. [C]
  private static let maximumSteps = 10_000
  /// The tolerance within which a time counts as having reached a grid point, in grid steps. [C]
  private static let gridTolerance = 1e-9
  private static let gridSpring = DecelerationLaw.exponential(
    -DecelerationLaw.gridStep * DecelerationLaw.springRate)

  package let curve: Curve
  /// The start time, in seconds.
  package private(set) var startTime: Double
  /// What separates what is seen from what is set at the start.
  package let difference: Difference
  /// The duration, in seconds.
  package let duration: Double

  /// Creates a fade; `pixel` is the length of a device pixel in points.
  package init(_ curve: Curve, from difference: Difference, startTime: Double, pixel: Double) {
    self.curve = curve
    self.startTime = startTime
    self.difference = difference
    duration =
      switch curve {
      case .bounce: Self.steps(from: difference, pixel: pixel) * DecelerationLaw.gridStep / 1000
      case .animation: Easing.programmaticDuration
      case .notch: Easing.notchDuration
      }
  }

  /// Returns the first grid point of a bounce at which both scale and offset are close enough to rest.
  private static func steps(from difference: Difference, pixel: Double) -> Double {
    let lengths = [difference.offset, difference.corner].flatMap { [abs($0.x), abs($0.y)] }
    let length = lengths.max() ?? 0
    var left = 1.0
    for index in 0..<maximumSteps {
      let logScale = difference.logScale * left
      let weight = weight(of: left, from: difference.logScale)
      if abs(logScale) < restingLogarithm, length * weight < restingPixels * pixel {
        return Double(index)
      }
      left *= gridSpring
    }
    return Double(maximumSteps)
  }

  /// Returns the remaining fraction of the displacement where `left` of the logarithm of the scale remains.
  private static func weight(of left: Double, from logScale: Double) -> Double {
    let whole = Double.expMinusOne(logScale)
    return whole == 0 ? left : .expMinusOne(logScale * left) / whole
  }
}

extension ZoomFade {
  /// The time at which what is set is seen, in seconds.
  package var endTime: Double { startTime + duration }

  /// Returns the same fade started `delay` seconds later.
  package func delayed(by delay: Double) -> Self {
    var copy = self
    copy.startTime += delay
    return copy
  }

  /// Returns what separates what is seen from what is set at `time`, in seconds.
  package func remaining(at time: Double) -> Difference {
    var rest = difference
    let weight = weight(at: time)
    rest.logScale *= left(at: time)
    rest.offset = difference.offset * weight
    rest.corner = difference.corner * weight
    return rest
  }

  /// Returns the factor by which the content is seen larger than its scale at `time`, in seconds.
  package func scale(at time: Double) -> Double { .exp(difference.logScale * left(at: time)) }

  /// Returns the remaining fraction of the displacement at `time`, from 1 to 0.
  package func weight(at time: Double) -> Double {
    Self.weight(of: left(at: time), from: difference.logScale)
  }

  /// Returns the derivative of the remaining fraction of the displacement at `time`, from the right, per second.
  package func weightSlope(at time: Double) -> Double {
    guard time >= startTime, time < endTime else { return 0 }
    let slope =
      switch curve {
      case .bounce: springSlope((time - startTime) * 1000) * 1000
      case .animation: -Easing.easeInOut.slope(at: (time - startTime) / duration) / duration
      case .notch: -Easing.easeOutCubic.slope(at: (time - startTime) / duration) / duration
      }
    let logScale = difference.logScale
    let whole = Double.expMinusOne(logScale)
    return whole == 0 ? slope : logScale * .exp(logScale * left(at: time)) / whole * slope
  }

  /// Returns the remaining fraction of the logarithm of the scale at `time`, from 1 to 0.
  private func left(at time: Double) -> Double {
    guard time > startTime else { return 1 }
    guard time < endTime else { return 0 }
    switch curve {
    case .bounce: return spring((time - startTime) * 1000)
    case .animation: return 1 - Easing.easeInOut.progress(at: (time - startTime) / duration)
    case .notch: return 1 - Easing.easeOutCubic.progress(at: (time - startTime) / duration)
    }
  }

  /// Returns the remaining fraction of a bounce after `elapsed` milliseconds: whole grid steps, then a part of one.
  private func spring(_ elapsed: Double) -> Double {
    guard let (whole, remainder) = gridPoint(elapsed) else { return 0 }
    return Double.pow(Self.gridSpring, Int(whole))
      * DecelerationLaw.exponential(-remainder * DecelerationLaw.springRate)
  }

  /// Returns the derivative of that fraction, from the right, per millisecond.
  private func springSlope(_ elapsed: Double) -> Double {
    guard let (whole, remainder) = gridPoint(elapsed) else { return 0 }
    let rate = DecelerationLaw.springRate
    return -rate * Double.pow(Self.gridSpring, Int(whole))
      * DecelerationLaw.exponentialSlope(-remainder * rate)
  }

  /// Returns the whole grid steps of a bounce and the rest in milliseconds; `nil` where it has ended.
  private func gridPoint(_ elapsed: Double) -> (whole: Double, remainder: Double)? {
    let step = DecelerationLaw.gridStep
    let whole = (elapsed / step + Self.gridTolerance).rounded(.down)
    guard whole < (duration * 1000 / step).rounded() else { return nil }
    return (whole, min(max(0, elapsed - whole * step), step))
  }
}
