package import ScrollGeometry

/// The velocity of a touch, computed from its events.
///
/// Each event gives a sample: the distance from the previous sampled event divided by the time between them. The
/// velocity is a fifth of the newest sample plus four fifths of the one before. [T] `recorded/flick-into-the-edge.csv`
package struct VelocityTracker: Hashable, Sendable {
  /// The weight of the newest sample; the one before has the remainder. [T] `recorded/flick-into-the-edge.csv`
  static let newestWeight = 0.2
  /// The minimum time between two samples, in seconds. [C]
  ///
  /// The filter suits touch screens of 60 to 120 Hz, not mice of 1000 Hz.
  static let minimumInterval = 0.006

  private var position: Point
  private var time: Double
  private var newest: Point?
  private var previous: Point?

  /// Creates a tracker with the position and time of the first event.
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

  /// Adds an event; returns whether it made a sample, which takes a minimum time since the last one.
  package mutating func add(position: Point, time: Double) -> Bool {
    let interval = time - self.time
    guard interval > 0, interval >= Self.minimumInterval else { return false }
    previous = newest
    newest = (position - self.position) / interval
    self.position = position
    self.time = time
    return true
  }

  /// Continues from another position without a sample, after the number of touches changed.
  package mutating func rebase(position: Point, time: Double) {
    self.position = position
    self.time = max(self.time, time)
  }
}
