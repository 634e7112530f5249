/// The law by which content gives way ever less the farther it is pulled beyond its edge.
///
/// A pull of `x` points beyond the edge shows as `c·x·D / (D + c·x)` points: never more than `D`, the
/// length of the viewport along the axis. All values are magnitudes; the caller knows the side.
package struct RubberBand: Sendable {
  /// How much of the first point of a pull shows; touch and mouse drags. [T]
  package static let touchCoefficient = 0.55
  /// The same for continuous scrolling on a touchpad. [M]
  package static let touchpadCoefficient = 0.715
  /// The part of the viewport up to which a stretch is undone exactly when it is grabbed. [C]
  ///
  /// The inverse has a pole where the stretch is the whole viewport; a hard flick in a low viewport gets there.
  static let invertiblePart = 0.9

  /// The length of a viewport below which nothing stretches, in points: far less than any pixel. [C]
  static let leastDimension = 1e-6

  /// The share of the first point that shows, a ratio above 0.
  package var coefficient: Double
  /// The length of the viewport along the axis, in points; nothing stretches below ``leastDimension``.
  package var dimension: Double

  package init(coefficient: Double, dimension: Double) {
    self.coefficient = coefficient
    self.dimension = dimension
  }

  /// The points shown for a pull of `pull` points; zero for no pull.
  package func stretch(of pull: Double) -> Double {
    guard dimension >= Self.leastDimension, pull > 0 else { return 0 }
    return coefficient * pull * dimension / (dimension + coefficient * pull)
  }

  /// The pull that shows as `stretch` points; the inverse of ``stretch(of:)`` below `dimension`.
  package func pull(showing stretch: Double) -> Double {
    guard dimension >= Self.leastDimension, stretch > 0 else { return 0 }
    return stretch * dimension / (coefficient * (dimension - stretch))
  }

  /// The pull to start from when content that is `stretch` points beyond its edge is grabbed, and the
  /// factor by which everything shown is multiplied until the content is back in range, so that nothing jumps.
  package func grab(at stretch: Double) -> (pull: Double, gain: Double) {
    guard dimension >= Self.leastDimension, stretch > 0 else { return (0, 1) }
    let start = pull(showing: min(stretch, Self.invertiblePart * dimension))
    return (start, stretch / self.stretch(of: start))
  }
}
