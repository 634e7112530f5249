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
