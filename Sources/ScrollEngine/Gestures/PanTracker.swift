import ScrollGeometry

/// The movement of a drag since its first event, and whether it is a pan.
///
/// The position is the centroid of touches, or the sum of a touchpad's deltas, in the window. Movement and velocity are those in
/// the coordinates of the view that the gesture moves.
package struct PanTracker: Hashable, Sendable {
  /// The movement at which a pan is recognized, in points along one axis. [T] `recorded/flick-into-the-edge.csv`
  static let hysteresis = 10.0
  /// The time without an event before the release after which the velocity is zero, in seconds. [C]
  static let holdTime = 0.1
  /// The tolerance of ``holdTime`` in seconds, because times are sums of doubles. [C]
  private static let holdTolerance = 1e-9

  /// The coordinates of movement and velocity; `nil` for those of the window.
  var coordinates: GestureCoordinates?
  /// The current position, in points.
  private(set) var position: Point
  private var tracker: VelocityTracker
  private var lastEvent: Double
  /// The movement since the first event, not counting jumps of the centroid when the number of touches changes.
  private(set) var travel = Point.zero
  /// The part of the movement that does not count toward the translation, per axis.
  private var reduction = Point.zero

  /// A tracker that has never moved.
  static let atRest = PanTracker(position: .zero, time: -.infinity)

  init(position: Point, time: Double, coordinates: GestureCoordinates? = nil) {
    self.coordinates = coordinates
    self.position = position
    tracker = VelocityTracker(position: position, time: time)
    lastEvent = time
  }

  /// Records the time of an event, of a finger that moves or rests.
  mutating func noteEvent(at time: Double) {
    lastEvent = max(lastEvent, time)
  }

  /// Adds a movement; returns whether it made a velocity sample.
  mutating func move(to position: Point, time: Double) -> Bool {
    let step = position - self.position
    travel += coordinates?.fromWindow.apply(to: step) ?? step
    self.position = position
    return tracker.add(position: position, time: time)
  }

  /// Continues from another position, after the number of touches changed and their centroid jumped.
  mutating func rebase(to position: Point, time: Double) {
    self.position = position
    tracker.rebase(position: position, time: time)
  }

  /// Returns the axes among `axes` along which the movement has reached the hysteresis.
  func recognizedAxes(among axes: Axes) -> Axes {
    var found: Axes = []
    let length = hysteresis
    if axes.contains(.horizontal), abs(travel.x) >= length.x { found.insert(.horizontal) }
    if axes.contains(.vertical), abs(travel.y) >= length.y { found.insert(.vertical) }
    return found
  }

  /// Returns the axes along which the movement is a pan, or before that the axis with the longer movement.
  func mainAxes(among axes: Axes) -> Axes {
    let found = recognizedAxes(among: axes)
    guard found.isEmpty else { return found }
    let along = travel.along(axes)
    return abs(along.x) >= abs(along.y) ? .horizontal : .vertical
  }

  /// The hysteresis along each axis, whose length is the window's.
  private var hysteresis: Point {
    let units = coordinates?.units ?? Point(x: 1, y: 1)
    return Point(x: Self.hysteresis / units.x, y: Self.hysteresis / units.y)
  }

  /// Subtracts the hysteresis from the translation along `axes`, when the pan is recognized. [T] `recorded/flick-into-the-edge.csv`
  mutating func subtractHysteresis(along axes: Axes) {
    let length = hysteresis
    reduction =
      Point(
        x: travel.x < 0 ? -length.x : length.x, y: travel.y < 0 ? -length.y : length.y
      ).along(axes)
  }

  /// Sets the translation, from which it continues.
  mutating func setTranslation(_ translation: Point) {
    reduction = travel - translation
  }

  /// The movement minus the hysteresis, in points.
  var translation: Point { travel - reduction }

  /// The velocity in points per second.
  var velocity: Point {
    coordinates?.fromWindow.apply(to: tracker.velocity) ?? tracker.velocity
  }

  /// Returns whether there has been no event for so long before `time` that a release has no velocity.
  func isHeld(at time: Double) -> Bool {
    time - lastEvent >= Self.holdTime - Self.holdTolerance
  }
}
