package import ScrollGeometry

/// The deceleration of the content after a release: a glide or a page turn along each axis.
package struct Deceleration: Hashable, Sendable {
  /// The motion of one axis.
  package enum AxisMotion: Hashable, Sendable {
    /// The axis does not move.
    case still(Double)
    /// The axis decelerates, and bounces back from beyond an edge.
    case glide(Glide)
    /// A spring pulls the axis to a page.
    case page(PageSpring)
  }

  /// The start time, in seconds; for a released motion, the timestamp of the lift.
  package private(set) var startTime: Double
  private let horizontal: AxisMotion
  private let vertical: AxisMotion
  /// The displacement by which the program has moved the content since the start, in points.
  private var shift = Point.zero

  /// The tolerance within which a time counts as having reached a grid point, in grid steps. [C]
  private static let gridTolerance = 1e-9

  package init(startTime: Double, horizontal: AxisMotion, vertical: AxisMotion) {
    self.startTime = startTime
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

extension Deceleration {
  /// The offset at which the content will rest, known from the start.
  package var restingOffset: Point {
    Point(x: Self.restingOffset(horizontal), y: Self.restingOffset(vertical)) + shift
  }

  /// The time at which both axes are at rest, in seconds.
  package var endTime: Double {
    startTime + max(duration(of: horizontal), duration(of: vertical))
  }

  /// The content offset at `time`, in points.
  package func position(at time: Double) -> Point {
    Point(x: state(of: horizontal, at: time).offset, y: state(of: vertical, at: time).offset)
      + shift
  }

  /// The derivative of the content offset at `time`, from the right, in points per millisecond.
  package func slope(at time: Double) -> Point {
    guard time >= startTime else { return .zero }
    return Point(x: slope(of: horizontal, at: time), y: slope(of: vertical, at: time))
  }

  /// The velocity in the law of deceleration at `time`, in points per millisecond.
  package func velocity(at time: Double) -> Point {
    Point(x: state(of: horizontal, at: time).velocity, y: state(of: vertical, at: time).velocity)
  }

  /// Returns whether an axis is bouncing back to an edge at `time`.
  package func isPulledBack(at time: Double) -> Bool {
    let index = gridPoint(at: time).index
    return [horizontal, vertical].contains { motion in
      if case .glide(let glide) = motion { glide.isPulledBack(at: index) } else { false }
    }
  }

  /// Whether an axis bounces off an edge.
  package var meetsEdge: Bool {
    [horizontal, vertical].contains { motion in
      if case .glide(let glide) = motion { glide.meetsEdge } else { false }
    }
  }

  /// Returns the same motion moved by `displacement`, for an offset assigned during the motion.
  package func moved(by displacement: Point) -> Self {
    var copy = self
    copy.shift += displacement
    return copy
  }

  /// Returns the same motion started `delay` seconds later.
  package func delayed(by delay: Double) -> Self {
    var copy = self
    copy.startTime += delay
    return copy
  }

  private func gridPoint(at time: Double) -> (index: Int, remainder: Double) {
    let elapsed = max(0, (time - startTime) * 1000)
    let whole = min((elapsed / DecelerationLaw.gridStep + Self.gridTolerance).rounded(.down), 1e9)
    let remainder = max(0, elapsed - whole * DecelerationLaw.gridStep)
    return (Int(whole), min(remainder, DecelerationLaw.gridStep))
  }

  private func state(of motion: AxisMotion, at time: Double) -> AxisState {
    switch motion {
    case .still(let offset):
      return AxisState(offset: offset, velocity: 0)
    case .glide(let glide):
      let (index, remainder) = gridPoint(at: time)
      return glide.state(at: index, remainder: remainder)
    case .page(let spring):
      guard time < endTime else { return AxisState(offset: spring.target, velocity: 0) }
      return spring.state(at: (time - startTime) * 1000)
    }
  }

  private func slope(of motion: AxisMotion, at time: Double) -> Double {
    switch motion {
    case .still: return 0
    case .glide(let glide):
      let (index, remainder) = gridPoint(at: time)
      return glide.slope(at: index, remainder: remainder)
    case .page(let spring):
      guard time < endTime else { return 0 }
      return spring.slope(at: (time - startTime) * 1000)
    }
  }

  private func duration(of motion: AxisMotion) -> Double {
    switch motion {
    case .still: 0
    case .glide(let glide): Double(glide.restingIndex) * DecelerationLaw.gridStep / 1000
    case .page(let spring): Double(spring.restingIndex) / 1000
    }
  }

  private static func restingOffset(_ motion: AxisMotion) -> Double {
    switch motion {
    case .still(let offset): offset
    case .glide(let glide): glide.restingOffset
    case .page(let spring): spring.target
    }
  }
}
