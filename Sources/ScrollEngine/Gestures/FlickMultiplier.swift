import Geometry

/// The reward for flicking again and again: each fast flick from the third on carries farther. [R]
package struct FlickMultiplier: Hashable, Sendable {
  /// The speed that makes a release a fast one, in points per millisecond. [R]
  static let fastSpeed = 0.6
  /// The speed of the finger below which a drag is no flick, in points per millisecond. [R]
  static let slowSpeed = 0.13
  /// The update of a drag from which ``slowSpeed`` is heeded. [R]
  static let firstCountedUpdate = 3
  /// The longest time between a release and the next touch, in seconds. [R]
  static let longestPause = 1.0
  /// The count of fast releases from which they carry farther. [R]
  static let firstRewarded = 3
  /// The drag that earns a whole unit, in points. [R]
  static let fullDistance = 240.0
  /// The largest part of a unit that a drag earns. [R]
  static let largestPart = 0.9
  /// The greatest multiplier. [R]
  static let greatest = 16.0

  /// The factor on free distances, from 1 to 16.
  package private(set) var value = 1.0
  private var count = 0
  private var valueAtStart = 1.0
  private var lastRelease: Release?

  private struct Release: Hashable {
    var time: Double
    var direction: Point
  }

  /// A finger came down; `isCoasting` tells whether it caught content that flew freely.
  mutating func touchDown(at time: Double, isCoasting: Bool) {
    let isLate = lastRelease.map { time - $0.time > Self.longestPause } ?? true
    if !isCoasting || isLate { reset() }
    valueAtStart = value
  }

  /// The drag went on for the `update`th time with a finger's velocity in points per millisecond.
  mutating func dragged(update: Int, velocity: Point) {
    if update >= Self.firstCountedUpdate, velocity.length < Self.slowSpeed { reset() }
  }

  /// The finger let go with a velocity in points per millisecond, having dragged `distance` points.
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
    guard count >= Self.firstRewarded else { return }
    let earned = 1 + Double(count - Self.firstRewarded) / 2
    let part = min(distance / Self.fullDistance, Self.largestPart)
    value = min(valueAtStart + earned * part, Self.greatest)
  }

  /// Forgets the flicks so far.
  mutating func reset() {
    value = 1
    valueAtStart = 1
    count = 0
  }
}
