import RealModule
package import ScrollGeometry

/// The bounce back from beyond a scale limit, as a function of time.
///
/// The logarithm of the scale follows the spring of the content's edge, starting at rest on the same grid. [C] The
/// offset changes in step with the scale, so that the point between the fingers stays there.
package struct ZoomBounce: Hashable, Sendable {
  /// The natural logarithm of the ratio of scale to limit below which the scale rests. [C]
  static let restingLogarithm = 2e-4
  /// The distance from the end below which the offset rests, in device pixels. [C]
  static let restingPixels = 0.5
  /// The maximum length in grid steps, a guard against a hang. [C]
  private static let longest = 10_000

  /// The start time, in seconds.
  package private(set) var startTime: Double
  /// The scale at the start.
  package let startScale: Double
  /// The limit at which the scale rests.
  package let endScale: Double
  /// The offset at the start.
  package let startOffset: Point
  /// The offset at which the content rests.
  package let endOffset: Point
  private let restingIndex: Int
  /// The tolerance within which a time counts as having reached a grid point, in grid steps. [C]
  private static let gridTolerance = 1e-9
  private static let gridSpring = DecelerationLaw.exponential(
    -DecelerationLaw.gridStep * DecelerationLaw.springRate)

  /// Creates a bounce from one scale and offset to another; `pixel` is the length of a device pixel in points.
  package init(
    startTime: Double, from start: (scale: Double, offset: Point),
    to end: (scale: Double, offset: Point), pixel: Double
  ) {
    self.startTime = startTime
    startScale = start.scale
    startOffset = start.offset
    endScale = end.scale
    endOffset = end.offset
    restingIndex = Self.steps(from: start, to: end, pixel: pixel)
  }

  /// Returns the first grid point at which both scale and offset are close enough to rest.
  private static func steps(
    from start: (scale: Double, offset: Point), to end: (scale: Double, offset: Point),
    pixel: Double
  ) -> Int {
    let logarithm = Double.log(start.scale / end.scale)
    let way = max(abs(start.offset.x - end.offset.x), abs(start.offset.y - end.offset.y))
    var left = 1.0
    for index in 1..<longest {
      left *= gridSpring
      let scale = end.scale * .exp(logarithm * left)
      let part = progress(left, scale: scale, from: start.scale, to: end.scale)
      if abs(logarithm * left) < restingLogarithm, way * part < restingPixels * pixel {
        return index
      }
    }
    return longest
  }

  /// Returns the remaining fraction of the offset's change.
  private static func progress(
    _ left: Double, scale: Double, from start: Double, to end: Double
  ) -> Double {
    start == end ? left : (scale - end) / (start - end)
  }
}

extension ZoomBounce {
  /// Returns the same bounce started `delay` seconds later.
  package func delayed(by delay: Double) -> Self {
    var copy = self
    copy.startTime += delay
    return copy
  }

  /// The time at which scale and offset are at rest, in seconds.
  package var endTime: Double {
    startTime + Double(restingIndex - 1) * DecelerationLaw.gridStep / 1000
  }

  /// Returns the scale and the content offset at `time`; the first step shows at once.
  package func state(at time: Double) -> (scale: Double, offset: Point) {
    let elapsed = max(0, (time - startTime) * 1000)
    let whole = min(
      (elapsed / DecelerationLaw.gridStep + Self.gridTolerance).rounded(.down), 1e9)
    let index = Int(whole) + 1
    guard index < restingIndex else { return (endScale, endOffset) }
    let remainder = min(
      max(0, elapsed - whole * DecelerationLaw.gridStep), DecelerationLaw.gridStep)
    let left =
      Double.pow(Self.gridSpring, index)
      * DecelerationLaw.exponential(-remainder * DecelerationLaw.springRate)
    let scale = endScale * .exp(Double.log(startScale / endScale) * left)
    let part = Self.progress(left, scale: scale, from: startScale, to: endScale)
    return (scale, endOffset + (startOffset - endOffset) * part)
  }
}
