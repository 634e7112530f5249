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
  func velocity(along axes: Axes) -> Point {
    let last = latest(along: axes)
    guard last.length >= Self.minimumSpeed else { return .zero }
    guard count > 1 else { return last }
    return earlier.along(axes) * Self.earlierWeight + last * (1 - Self.earlierWeight)
  }
}
