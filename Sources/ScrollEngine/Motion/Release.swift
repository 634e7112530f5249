import ScrollGeometry

/// The velocity with which a drag releases the content, computed from the updates of the drag.
package struct ReleaseVelocity: Hashable, Sendable {
  /// The speed below which content does not decelerate but stops, in points per millisecond. [R]
  static let minimumSpeed = 0.25
  /// The weight of the second to last update; the last one has the remainder. [T] `recorded/flick-into-the-edge.csv`
  static let earlierWeight = 0.75

  private var latest = Point.zero
  private var earlier = Point.zero
  /// The number of updates.
  private(set) var count = 0

  /// Adds an update of the drag with a velocity in points per second.
  mutating func add(velocity: Point) {
    earlier = latest
    latest = velocity * -0.001
    count += 1
  }

  /// Returns the velocity of the last update along `axes` in points per millisecond, positive where the offset grows.
  func latest(along axes: Axes) -> Point { latest.along(axes) }

  /// Returns the velocity of the content after the release in points per millisecond; zero if the drag was too slow.
  func velocity(along axes: Axes, _ tuning: Tuning) -> Point {
    let last = latest(along: axes)
    guard last.length >= tuning.releaseThreshold else { return .zero }
    guard count > 1 else { return last }
    return earlier.along(axes) * (1 - tuning.releaseLatest) + last * tuning.releaseLatest
  }
}

/// The acceleration of repeated flicks: from the third on, each fast flick scrolls farther. [R]
package struct FlickMultiplier: Hashable, Sendable {
  /// The minimum speed of a fast release, in points per millisecond. [R]
  static let fastSpeed = 0.6
  /// The speed of the finger below which a drag is not a flick, in points per millisecond. [R]
  static let slowSpeed = 0.13
  /// The first update of a drag to which ``slowSpeed`` applies. [R]
  static let firstCountedUpdate = 3
  /// The maximum time between a release and the next touch, in seconds. [R]
  static let maximumPause = 1.0
  /// The first fast release in a row that scrolls farther. [R]
  static let firstAccelerated = 3
  /// The length of a drag that adds a whole unit, in points. [R]
  static let fullDistance = 240.0
  /// The maximum fraction of a unit that a drag adds. [R]
  static let maximumGain = 0.9
  /// The maximum multiplier. [R]
  static let maximum = 16.0

  /// The factor on coasting distances, from 1 to 16.
  package private(set) var value = 1.0
  private var count = 0
  private var valueAtStart = 1.0
  private var lastRelease: Release?

  private struct Release: Hashable {
    var time: Double
    var direction: Point
  }

  /// Handles a touch, which `pause` seconds after a release are too late for; `isCoasting` is true if it caught decelerating
  /// content inside its range.
  mutating func touchDown(at time: Double, isCoasting: Bool, pause: Double) {
    let isLate = lastRelease.map { time - $0.time > pause } ?? true
    if !isCoasting || isLate { reset() }
    valueAtStart = value
  }

  /// Handles the `update`th update of a drag, with the finger's velocity in points per millisecond.
  mutating func dragged(update: Int, velocity: Point) {
    if update >= Self.firstCountedUpdate, velocity.length < Self.slowSpeed { reset() }
  }

  /// Handles a release with a velocity in points per millisecond after a drag of `distance` points.
  mutating func released(at time: Double, velocity: Point, distance: Double) {
    if let direction = lastRelease?.direction,
      direction.x * velocity.x + direction.y * velocity.y < 0
    {
      reset()
    }
    lastRelease = Release(time: time, direction: velocity)
    guard velocity.length >= Self.fastSpeed else {
      reset()
      return
    }
    count += 1
    guard count >= Self.firstAccelerated else { return }
    let unit = 1 + Double(count - Self.firstAccelerated) / 2
    let part = min(distance / Self.fullDistance, Self.maximumGain)
    value = min(valueAtStart + unit * part, Self.maximum)
  }

  /// Resets the multiplier to 1.
  mutating func reset() {
    value = 1
    valueAtStart = 1
    count = 0
  }
}
