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

  /// The motion of one axis as a function of time.
  ///
  /// Each axis has its own start, so that what the program does to one of them leaves the grid of the other alone.
  package struct Course: Hashable, Sendable {
    package let motion: AxisMotion
    /// The start time, in seconds; for a released motion, the timestamp of the lift.
    package fileprivate(set) var startTime: Double
    /// The distance by which the program has moved the content since the start, in points.
    private var shift = 0.0

    package init(_ motion: AxisMotion, startTime: Double) {
      self.motion = motion
      self.startTime = startTime
    }
  }

  package private(set) var horizontal: Course
  package private(set) var vertical: Course

  package init(horizontal: Course, vertical: Course) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  package init(startTime: Double, horizontal: AxisMotion, vertical: AxisMotion) {
    self.init(
      horizontal: Course(horizontal, startTime: startTime),
      vertical: Course(vertical, startTime: startTime))
  }

  private var axes: [Course] { [horizontal, vertical] }

  /// The time at which the earlier axis started, in seconds.
  package var startTime: Double { min(horizontal.startTime, vertical.startTime) }

  /// The offset at which the content will rest, known from the start.
  package var restingOffset: Point {
    Point(x: horizontal.restingOffset, y: vertical.restingOffset)
  }

  /// The time at which both axes are at rest, in seconds.
  package var endTime: Double { max(horizontal.endTime, vertical.endTime) }

  /// Whether neither axis moves.
  var isStill: Bool { horizontal.isStill && vertical.isStill }

  /// The content offset at `time`, in points.
  package func position(at time: Double) -> Point {
    Point(
      x: horizontal.state(at: time, until: endTime).offset,
      y: vertical.state(at: time, until: endTime).offset)
  }

  /// The derivative of the content offset at `time`, from the right, in points per millisecond.
  package func slope(at time: Double) -> Point {
    Point(
      x: horizontal.slope(at: time, until: endTime), y: vertical.slope(at: time, until: endTime))
  }

  /// The velocity in the law of deceleration at `time`, in points per millisecond.
  package func velocity(at time: Double) -> Point {
    Point(
      x: horizontal.state(at: time, until: endTime).velocity,
      y: vertical.state(at: time, until: endTime).velocity)
  }

  /// Returns whether an axis is bouncing back to an edge at `time`.
  package func isPulledBack(at time: Double) -> Bool { axes.contains { $0.isPulledBack(at: time) } }

  /// Returns the same motion started `delay` seconds later.
  package func delayed(by delay: Double) -> Self {
    var copy = self
    copy.horizontal.startTime += delay
    copy.vertical.startTime += delay
    return copy
  }
}

extension Deceleration.Course {
  /// The tolerance within which a time counts as having reached a grid point, in grid steps. [C]
  private static let gridTolerance = 1e-9

  /// Whether the axis does not move.
  var isStill: Bool { if case .still = motion { true } else { false } }

  /// Whether the axis bounces off an edge, or stops at one.
  var meetsEdge: Bool { if case .glide(let glide) = motion { glide.meetsEdge } else { false } }

  /// The offset at which the axis will rest, in points.
  var restingOffset: Double {
    switch motion {
    case .still(let offset): offset + shift
    case .glide(let glide): glide.restingOffset + shift
    case .page(let spring): spring.target + shift
    }
  }

  /// The time at which the axis is at rest, in seconds.
  var endTime: Double {
    switch motion {
    case .still: startTime
    case .glide(let glide):
      startTime + Double(glide.restingIndex) * DecelerationLaw.gridStep / 1000
    case .page(let spring): startTime + Double(spring.restingIndex) / 1000
    }
  }

  /// Returns the state at `time`; a page turn ends with the whole motion, at `end`.
  func state(at time: Double, until end: Double) -> AxisState {
    var state: AxisState
    switch motion {
    case .still(let offset): state = AxisState(offset: offset, velocity: 0)
    case .glide(let glide):
      let (index, remainder) = gridPoint(at: time)
      state = glide.state(at: index, remainder: remainder)
    case .page(let spring):
      state =
        time < end
        ? spring.state(at: (time - startTime) * 1000)
        : AxisState(offset: spring.target, velocity: 0)
    }
    state.offset += shift
    return state
  }

  func slope(at time: Double, until end: Double) -> Double {
    guard time >= startTime else { return 0 }
    switch motion {
    case .still: return 0
    case .glide(let glide):
      let (index, remainder) = gridPoint(at: time)
      return glide.slope(at: index, remainder: remainder)
    case .page(let spring):
      guard time < end else { return 0 }
      return spring.slope(at: (time - startTime) * 1000)
    }
  }

  func isPulledBack(at time: Double) -> Bool {
    guard case .glide(let glide) = motion else { return false }
    return glide.isPulledBack(at: gridPoint(at: time).index)
  }

  /// Returns the same motion moved by `distance`, for an offset assigned during the motion.
  package func moved(by distance: Double) -> Self {
    var copy = self
    copy.shift += distance
    return copy
  }

  /// Returns whether the axis glides by `law`, where the program has not moved it.
  func follows(_ law: DecelerationLaw) -> Bool {
    guard case .glide(let glide) = motion, shift == 0 else { return false }
    return glide.follows(law)
  }

  /// Returns the last grid point before `time` of an axis that coasts then.
  func coastingPoint(before time: Double) -> (state: AxisState, time: Double)? {
    guard case .glide(let glide) = motion else { return nil }
    let index = gridPoint(at: time).index
    guard glide.isCoasting(at: index) else { return nil }
    var state = glide.state(at: index, remainder: 0)
    state.offset += shift
    return (state, startTime + Double(index) * DecelerationLaw.gridStep / 1000)
  }

  private func gridPoint(at time: Double) -> (index: Int, remainder: Double) {
    let elapsed = max(0, (time - startTime) * 1000)
    let whole = min((elapsed / DecelerationLaw.gridStep + Self.gridTolerance).rounded(.down), 1e9)
    let remainder = max(0, elapsed - whole * DecelerationLaw.gridStep)
    return (Int(whole), min(remainder, DecelerationLaw.gridStep))
  }
}
