package import Geometry

/// The velocity of a hand from the events it makes.
///
/// Each event gives a sample, the distance from the last sampled event over the time between them; the velocity is a
/// fifth of the newest sample and four fifths of the one before. [T]
package struct VelocityTracker: Hashable, Sendable {
  /// The weight of the newest sample; the one before it has the rest. [T]
  static let newestWeight = 0.2
  /// The shortest time between two samples, in seconds. [C]
  ///
  /// The filter was made for touch screens of 60 to 120 Hz; a mouse of 1000 Hz would ruin it.
  static let shortestInterval = 0.006

  private var position: Point
  private var time: Double
  private var newest: Point?
  private var previous: Point?

  /// Starts where and when the hand came down.
  package init(position: Point, time: Double) {
    self.position = position
    self.time = time
  }

  /// The velocity in points per second, rightwards and downwards positive; zero before the first sample.
  package var velocity: Point {
    guard let newest else { return .zero }
    guard let previous else { return newest }
    return newest * Self.newestWeight + previous * (1 - Self.newestWeight)
  }

  /// Takes an event in and returns whether it made a sample: not when too little time has gone, or none.
  package mutating func add(position: Point, time: Double) -> Bool {
    let interval = time - self.time
    guard interval > 0, interval >= Self.shortestInterval else { return false }
    previous = newest
    newest = (position - self.position) / interval
    self.position = position
    self.time = time
    return true
  }

  /// Goes on from another place without a sample: the number of fingers has changed.
  package mutating func rebase(position: Point, time: Double) {
    self.position = position
    self.time = max(self.time, time)
  }
}
