import RealModule
package import ScrollGeometry

/// The transition of a zoom from the displayed scale and offset to the current ones, as a function of time.
///
/// A zoom sets its end at once; while a fade lasts, the content is seen larger or smaller by the factor ``scale(at:)``, and
/// displaced by ``displacement`` times ``weight(at:)``. Both reach their rest together, so that the point around which the
/// content is zoomed moves in a straight line.
package struct ZoomFade: Hashable, Sendable {
  /// The cause and the course of a fade.
  package enum Curve: Hashable, Sendable {
    /// The bounce back from beyond a scale limit: the scale itself eases in and out.
    case bounce
    /// An animated call: the same course.
    case animation
    /// A notch of the wheel or a key: the logarithm of the scale eases out over 0.15 s.
    case notch
  }

  /// What separates what is seen from what is set.
  package struct Difference: Hashable, Sendable {
    /// The ratio of the displayed scale to the model's.
    package var scale = 1.0
    /// The displayed content offset minus the model's, in points.
    package var offset = Point.zero
    /// The top left corner of the zoomed view in the content that is seen less the one that is set, in points.
    package var corner = Point.zero

    package init() {}
  }

  /// The duration of a fade by a ratio of scales near 1, in seconds. [R]
  static let shortestDuration = 0.1
  /// What each unit of the natural logarithm of the ratio adds to the duration, in seconds. [R]
  static let durationPerLogarithm = 0.3
  /// The maximum duration, in seconds. [R]
  package static let longestDuration = 0.4
  /// The deviation from 1 below which a ratio of scales is no zoom but a displacement. [C]
  static let scaleTolerance = 1e-9

  package let curve: Curve
  /// The start time, in seconds.
  package private(set) var startTime: Double
  /// What separates what is seen from what is set at the start.
  package let difference: Difference
  /// The duration, in seconds.
  package let duration: Double

  /// - Parameters:
  ///   - curve: The course.
  ///   - difference: What separates what is seen from what is set at the start.
  ///   - startTime: The start time, in seconds.
  ///   - scrollDuration: The duration of an animated call that leaves the scale, in seconds, above 0.
  ///   - longestBounce: The duration of the longest bounce, in seconds, above 0; shorter ones change by the same factor.
  package init(
    _ curve: Curve, from difference: Difference, startTime: Double,
    scrollDuration: Double = Easing.programmaticDuration,
    longestBounce: Double = Self.longestDuration
  ) {
    self.curve = curve
    self.startTime = startTime
    self.difference = difference
    duration =
      switch curve {
      case .bounce:
        Self.duration(of: difference.scale) * (longestBounce / Self.longestDuration)
      case .animation: Self.duration(of: difference.scale, scrolling: scrollDuration)
      case .notch: Easing.notchDuration
      }
  }

  /// Returns the duration of a bounce or an animated call, for the ratio of the displayed scale to the model's; that of an
  /// animated scroll where the scale stays.
  package static func duration(
    of scale: Double, scrolling scrollDuration: Double = Easing.programmaticDuration
  ) -> Double {
    guard abs(scale - 1) > scaleTolerance else { return scrollDuration }
    return min(shortestDuration + durationPerLogarithm * abs(.log(scale)), longestDuration)
  }

  /// The time at which the fade ends, in seconds.
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
    rest.scale = scale(at: time)
    rest.offset = difference.offset * weight
    rest.corner = difference.corner * weight
    return rest
  }

  /// Returns the factor by which the content is seen larger than its scale at `time`, in seconds.
  package func scale(at time: Double) -> Double {
    let left = left(at: time)
    guard left > 0, left < 1 else { return left > 0 ? difference.scale : 1 }
    return switch curve {
    case .bounce, .animation: 1 + (difference.scale - 1) * left
    case .notch: .exp(.log(difference.scale) * left)
    }
  }

  /// Returns the remaining fraction of the displacement at `time`, from 1 to 0.
  package func weight(at time: Double) -> Double {
    let left = left(at: time)
    guard case .notch = curve else { return left }
    let logScale = Double.log(difference.scale)
    let whole = Double.expMinusOne(logScale)
    return whole == 0 ? left : .expMinusOne(logScale * left) / whole
  }

  /// Returns the derivative of the remaining fraction of the displacement at `time`, from the right, per second.
  package func weightSlope(at time: Double) -> Double {
    guard time >= startTime, time < endTime else { return 0 }
    let slope = -easing.slope(at: (time - startTime) / duration) / duration
    guard case .notch = curve else { return slope }
    let logScale = Double.log(difference.scale)
    let whole = Double.expMinusOne(logScale)
    return whole == 0 ? slope : logScale * .exp(logScale * left(at: time)) / whole * slope
  }

  private var easing: Easing { curve == .notch ? .easeOutCubic : .easeInOut }

  /// Returns what remains of the way at `time`, from 1 to 0.
  private func left(at time: Double) -> Double {
    guard time > startTime else { return 1 }
    guard time < endTime else { return 0 }
    return 1 - easing.progress(at: (time - startTime) / duration)
  }
}
