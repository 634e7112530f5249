/// The law by which zooming gives way ever less beyond its limits. [R]
///
/// Beyond the maximum `m` a scale `s` shows as `m·(2 − m/s)`, below the minimum as `m/(2 − s/m)`; so nothing ever
/// shows above twice the maximum or below half the minimum.
package struct ScaleBand: Hashable, Sendable {
  /// The smallest scale at rest, above 0.
  package let minimum: Double
  /// The largest scale at rest, at least `minimum`.
  package let maximum: Double
  /// False where the scale stops dead at its limits.
  package let bounces: Bool

  package init(minimum: Double, maximum: Double, bounces: Bool) {
    self.minimum = minimum
    self.maximum = max(minimum, maximum)
    self.bounces = bounces
  }

  /// The scale brought within the limits.
  package func clamp(_ scale: Double) -> Double { min(max(scale, minimum), maximum) }

  /// The scale that shows when a gesture asks for `scale`, above 0.
  package func shown(for scale: Double) -> Double {
    guard bounces else { return clamp(scale) }
    if scale > maximum { return maximum * (2 - maximum / scale) }
    if scale < minimum { return minimum / (2 - scale / minimum) }
    return scale
  }

  /// The scale that a gesture starts from when `shown` is what it finds; the inverse of ``shown(for:)``.
  ///
  /// At and past the limits that the band never reaches the nearest scale below them is taken, so that it stays finite.
  package func raw(showing shown: Double) -> Double {
    guard bounces else { return clamp(shown) }
    if shown > maximum { return maximum / max(2 - shown / maximum, Self.smallestRest) }
    if shown < minimum { return minimum * max(2 - minimum / shown, Self.smallestRest) }
    return shown
  }

  /// How near to its pole the inverse is taken. [C]
  private static let smallestRest = 1e-6
}
