/// The rubber band: the resistance of content that is pulled beyond its edge.
///
/// A pull of `x` points beyond the edge stretches the content by `c·x·D / (D + c·x)` points: never more than `D`, the
/// length of the viewport along the axis. All values are magnitudes.
package struct RubberBand: Sendable {
  /// The coefficient for touch and mouse drags. [T] `recorded/pull-beyond-the-edge.csv`
  package static let touchCoefficient = 0.55
  /// The coefficient for continuous scrolling on a touchpad. [M]
  package static let touchpadCoefficient = 0.715
  /// The fraction of the viewport up to which grabbing inverts a stretch exactly. [C]
  ///
  /// The inverse has a pole where the stretch is the whole viewport, which a hard flick in a small viewport reaches.
  static let invertiblePart = 0.9

  /// The length of a viewport below which nothing stretches, in points: far less than any pixel. [C]
  static let minimumDimension = 1e-6

  /// The stretch per point of a small pull, a ratio above 0.
  package var coefficient: Double
  /// The length of the viewport along the axis, in points; nothing stretches below ``minimumDimension``.
  package var dimension: Double

  package init(coefficient: Double, dimension: Double) {
    self.coefficient = coefficient
    self.dimension = dimension
  }

  /// Returns the stretch for a pull, both in points; zero for no pull.
  package func stretch(of pull: Double) -> Double {
    guard dimension >= Self.minimumDimension, pull > 0 else { return 0 }
    return coefficient * pull * dimension / (dimension + coefficient * pull)
  }

  /// Returns the pull for a stretch below `dimension`; the inverse of ``stretch(of:)``.
  package func pull(showing stretch: Double) -> Double {
    guard dimension >= Self.minimumDimension, stretch > 0 else { return 0 }
    return stretch * dimension / (coefficient * (dimension - stretch))
  }

  /// Returns the pull from which a drag of already stretched content starts, and the factor on the stretch until the
  /// content is back in range, so that the content does not jump.
  package func grab(at stretch: Double) -> (pull: Double, gain: Double) {
    guard dimension >= Self.minimumDimension, stretch > 0 else { return (0, 1) }
    let start = pull(showing: min(stretch, Self.invertiblePart * dimension))
    return (start, stretch / self.stretch(of: start))
  }
}

/// The rubber band of the zoom scale: the resistance of a zoom gesture beyond the scale limits. [R]
///
/// A scale `s` above the maximum `m` shows as `m·(2 − m/s)`, below the minimum `m` as `m/(2 − s/m)`: never above twice
/// the maximum or below half the minimum.
package struct ScaleBand: Hashable, Sendable {
  /// The minimum scale at rest, above 0.
  package let minimum: Double
  /// The maximum scale at rest, at least `minimum`.
  package let maximum: Double
  /// Whether the scale can pass its limits.
  package let bounces: Bool

  package init(minimum: Double, maximum: Double, bounces: Bool) {
    self.minimum = minimum
    self.maximum = max(minimum, maximum)
    self.bounces = bounces
  }

  /// Returns the scale clamped to the limits.
  package func clamp(_ scale: Double) -> Double { min(max(scale, minimum), maximum) }

  /// Returns the scale that shows for a gesture's `scale`, above 0.
  package func shown(for scale: Double) -> Double {
    guard bounces else { return clamp(scale) }
    if scale > maximum { return maximum * (2 - maximum / scale) }
    if scale < minimum { return minimum / (2 - scale / minimum) }
    return scale
  }

  /// Returns the gesture scale that shows as `shown`; the inverse of ``shown(for:)``, kept finite near its poles.
  package func raw(showing shown: Double) -> Double {
    guard bounces else { return clamp(shown) }
    if shown > maximum { return maximum / max(2 - shown / maximum, Self.smallestRest) }
    if shown < minimum { return minimum * max(2 - minimum / shown, Self.smallestRest) }
    return shown
  }

  /// The distance from the pole of the inverse at which it is cut off. [C]
  private static let smallestRest = 1e-6
}
