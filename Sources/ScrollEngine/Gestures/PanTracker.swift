import Geometry

/// How far a hand has moved since it came down, and whether that makes a pan.
///
/// A hand is the middle of some fingers, a mouse, or the sum of a touchpad's deltas.
package struct PanTracker: Hashable, Sendable {
  /// The movement that makes a pan, in points along one axis. [T]
  static let hysteresis = 10.0
  /// The time without movement before the release after which the velocity is zero, in seconds. [C]
  static let holdTime = 0.1
  /// How exactly ``holdTime`` is kept, in seconds, since times are sums of doubles. [C]
  private static let holdTolerance = 1e-9

  /// The hand's position, in points, and the velocity samples.
  private(set) var position: Point
  private var tracker: VelocityTracker
  private var lastMovement: Double
  /// The movement since the hand came down, changes in the number of fingers left out.
  private(set) var travel = Point.zero
  /// The part of the movement that recognition took off, per axis.
  private var reduction = Point.zero

  /// A hand that has never moved.
  static let atRest = PanTracker(position: .zero, time: -.infinity)

  init(position: Point, time: Double) {
    self.position = position
    tracker = VelocityTracker(position: position, time: time)
    lastMovement = time
  }

  /// Takes a movement in; returns whether it made a velocity sample.
  mutating func move(to position: Point, time: Double) -> Bool {
    if position != self.position { lastMovement = time }
    travel += position - self.position
    self.position = position
    return tracker.add(position: position, time: time)
  }

  /// Goes on from another place: the number of fingers has changed, so that their middle jumped.
  mutating func rebase(to position: Point, time: Double) {
    self.position = position
    tracker.rebase(position: position, time: time)
  }

  /// The axes among `axes` along which the hand has moved far enough.
  func recognizedAxes(among axes: Axes) -> Axes {
    var found: Axes = []
    if axes.contains(.horizontal), abs(travel.x) >= Self.hysteresis { found.insert(.horizontal) }
    if axes.contains(.vertical), abs(travel.y) >= Self.hysteresis { found.insert(.vertical) }
    return found
  }

  /// Takes the hysteresis off the movement along `axes`: the pan is recognized. [T]
  mutating func takeOffHysteresis(along axes: Axes) {
    reduction =
      Point(
        x: travel.x < 0 ? -Self.hysteresis : Self.hysteresis,
        y: travel.y < 0 ? -Self.hysteresis : Self.hysteresis
      ).along(axes)
  }

  /// Counts the movement from here on as if the hand had moved by `translation` so far.
  mutating func setTranslation(_ translation: Point) {
    reduction = travel - translation
  }

  /// The movement less what recognition took off, in points.
  var translation: Point { travel - reduction }

  /// The velocity in points per second.
  var velocity: Point { tracker.velocity }

  /// True if the hand has rested long enough before `time` that nothing flies when it lets go.
  func isHeld(at time: Double) -> Bool {
    time - lastMovement >= Self.holdTime - Self.holdTolerance
  }
}
