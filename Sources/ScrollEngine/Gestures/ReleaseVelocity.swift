import Geometry

/// The velocity with which content leaves the hand, gathered from the updates of one drag.
package struct ReleaseVelocity: Hashable, Sendable {
  /// The speed below which nothing flies, in points per millisecond. [R]
  static let smallestSpeed = 0.25
  /// The weight of the last but one update; the last has the rest. [T]
  static let earlierWeight = 0.75

  private var latest = Point.zero
  private var earlier = Point.zero
  /// How many updates there were.
  private(set) var count = 0

  /// Takes an update of the drag in, with the hand's velocity in points per second.
  mutating func add(velocity: Point) {
    earlier = latest
    latest = velocity * -0.001
    count += 1
  }

  /// The velocity of the last update in points per millisecond along `axes`, positive where the offset grows.
  func latest(along axes: Axes) -> Point { latest.along(axes) }

  /// The velocity of the content after the release, in points per millisecond; zero where the hand was too slow.
  func velocity(along axes: Axes) -> Point {
    let last = latest(along: axes)
    guard last.length >= Self.smallestSpeed else { return .zero }
    guard count > 1 else { return last }
    return earlier.along(axes) * Self.earlierWeight + last * (1 - Self.earlierWeight)
  }
}
