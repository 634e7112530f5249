import RealModule
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

/// The position and velocity of one axis of the content.
package struct AxisState: Hashable, Sendable {
  /// The content offset along the axis, in points.
  package var offset: Double
  /// The velocity in points per millisecond, positive when the offset grows.
  package var velocity: Double

  package init(offset: Double, velocity: Double) {
    self.offset = offset
    self.velocity = velocity
  }
}

/// The recurrence by which content decelerates and bounces back from beyond its edges. [T] `recorded/flick-into-the-edge.csv`
///
/// The constants are not approximations of a simpler law. A plain exponential in place of
/// ``exponential(_:)``, or `−1/ln r` in place of `r/(1−r)`, misses the frames of
/// `recorded/flick-into-the-edge.csv` by one to two points.
package struct DecelerationLaw: Hashable, Sendable {
  /// The length of UIKit's display step and of our fixed grid, in milliseconds. [T] `recorded/flick-into-the-edge.csv`
  package static let gridStep = 1000.0 / 60.0
  /// The stiffness of the edge, per millisecond; the same for every deceleration rate. [T] `recorded/release-beyond-the-edge.csv`
  package static let springRate = 0.01005
  /// The speed below which content rests, in points per millisecond. [T] `recorded/ios26-deceleration-fast.csv`
  static let restingSpeed = 0.01
  /// The distance from the edge below which content beyond it rests, in points. [T] `recorded/flick-into-the-edge.csv`
  static let restingDistance = 0.5
  /// The maximum speed of a deceleration along an axis, in points per millisecond. [C]
  static let maximumSpeed = 100.0
  /// The argument below which the exact exponential replaces the quadratic approximation. [R]
  static let quadraticLimit = -0.5

  /// The factor on the velocity per millisecond.
  package let rate: Double
  /// The natural logarithm of `rate`, below zero.
  let logRate: Double
  /// The coasting distance for a velocity of 1, in milliseconds: `r/(1−r)`, times the multiplier of repeated flicks.
  let reach: Double
  /// The same without the multiplier, for the spring.
  let springReach: Double
  /// The lower end of the range, in points.
  package let lower: Double
  /// The upper end of the range, in points, at least `lower`.
  package let upper: Double
  /// The factor on the velocity over one grid step.
  let gridDecay: Double
  /// The stiffness of the edge, per millisecond.
  let stiffness: Double
  /// The factor on the distance from the edge over one grid step.
  let gridSpring: Double

  /// - Parameters:
  ///   - rate: The factor on the velocity per millisecond, between 0 and 1 exclusive.
  ///   - multiplier: The factor that repeated flicks apply to coasting distances, at least 1.
  ///   - stiffness: The stiffness of the edge, per millisecond, above 0.
  ///   - range: The lowest and the highest offset inside the content.
  package init(
    rate: Double, multiplier: Double = 1, stiffness: Double = Self.springRate,
    range: ClosedRange<Double>
  ) {
    self.rate = rate
    logRate = .log(rate)
    springReach = rate / (1 - rate)
    reach = springReach * multiplier
    lower = range.lowerBound
    upper = range.upperBound
    gridDecay = Self.exponential(Self.gridStep * logRate)
    self.stiffness = stiffness
    gridSpring = Self.exponential(-Self.gridStep * stiffness)
  }

  /// UIKit's approximation of the exponential function: quadratic near zero, exact below −0.5. [T]
  ///
  /// `recorded/flick-into-the-edge.csv` shows the quadratic; its arguments are −0.03 and −0.17 on the grid.
  static func exponential(_ x: Double) -> Double {
    x >= quadraticLimit ? 1 + x * (1 + x / 2) : .exp(x)
  }

  /// The factor on the velocity over `step` milliseconds.
  func decay(_ step: Double) -> Double { Self.exponential(step * logRate) }

  /// The factor on the distance from the edge over `step` milliseconds.
  func spring(_ step: Double) -> Double { Self.exponential(-step * stiffness) }

  /// Returns the edge that an offset has passed, or `nil` inside the range.
  func edge(beyond offset: Double) -> Double? {
    if offset < lower { return lower }
    if offset > upper { return upper }
    return nil
  }

  /// Returns the state one grid step later.
  package func next(after state: AxisState) -> AxisState {
    advance(state, by: Self.gridStep, decay: gridDecay, spring: gridSpring)
  }

  /// Returns the state `step` milliseconds later, at most one grid step.
  package func state(after state: AxisState, step: Double) -> AxisState {
    advance(state, by: step, decay: decay(step), spring: spring(step))
  }

  private func advance(
    _ state: AxisState, by step: Double, decay: Double, spring: Double
  ) -> AxisState {
    if let edge = edge(beyond: state.offset) {
      return pulledBack(state, to: edge, decay: decay, spring: spring)
    }
    let offset = state.offset + state.velocity * reach * (1 - decay)
    guard let edge = edge(beyond: offset) else {
      return AxisState(offset: offset, velocity: state.velocity * decay)
    }
    return crossing(state, by: step, towards: offset, edge: edge)
  }

  /// Returns the state after a step that crosses an edge: coasting up to the edge, bouncing for the rest.
  private func crossing(
    _ state: AxisState, by step: Double, towards offset: Double, edge: Double
  ) -> AxisState {
    let free = step * (edge - state.offset) / (offset - state.offset)
    let decayToEdge = decay(free)
    let met = AxisState(
      offset: state.offset + state.velocity * reach * (1 - decayToEdge),
      velocity: state.velocity * decayToEdge)
    let rest = step - free
    return pulledBack(met, to: edge, decay: decay(rest), spring: spring(rest))
  }

  /// Returns the state after a step beyond `edge`.
  func pulledBack(
    _ state: AxisState, to edge: Double, decay: Double, spring: Double
  ) -> AxisState {
    AxisState(
      offset: edge + spring * (state.offset - edge)
        + state.velocity * spring * springReach * (1 - decay),
      velocity: state.velocity * decay * spring)
  }

  /// Returns whether the content is at rest in a state; evaluated at grid points only.
  func rests(_ state: AxisState, edge: Double?) -> Bool {
    guard abs(state.velocity) < Self.restingSpeed else { return false }
    guard let edge else { return true }
    return abs(state.offset - edge) < Self.restingDistance
  }
}

/// A number that changes: its value, and its derivative.
private struct Changing {
  var value: Double
  var slope = 0.0

  static func + (a: Self, b: Self) -> Self {
    Self(value: a.value + b.value, slope: a.slope + b.slope)
  }

  static func - (a: Self, b: Self) -> Self {
    Self(value: a.value - b.value, slope: a.slope - b.slope)
  }

  static func * (a: Self, b: Self) -> Self {
    Self(value: a.value * b.value, slope: a.slope * b.value + a.value * b.slope)
  }

  static func * (a: Double, b: Self) -> Self { Self(value: a * b.value, slope: a * b.slope) }

  static func / (a: Self, b: Self) -> Self {
    let quotient = a.value / b.value
    return Self(value: quotient, slope: (a.slope - quotient * b.slope) / b.value)
  }
}

// The velocity of a state is a quantity of the recurrence, not the derivative of the offset: beyond an edge the spring moves the
// content against it. These are the derivatives of the same formulas.
extension DecelerationLaw {
  /// The derivative of ``exponential(_:)``.
  static func exponentialSlope(_ x: Double) -> Double { x >= quadraticLimit ? 1 + x : .exp(x) }

  /// Returns the derivative of the offset `step` milliseconds after a state, in points per millisecond; `step` is at most one
  /// grid step.
  func slope(after state: AxisState, step: Double) -> Double {
    if let edge = edge(beyond: state.offset) { return slope(after: state, to: edge, step: step) }
    let time = Changing(value: step, slope: 1)
    let (start, velocity) = (Changing(value: state.offset), Changing(value: state.velocity))
    let offset = coasted(start, velocity, time)
    guard let edge = edge(beyond: offset.value) else { return offset.slope }
    let distance = Changing(value: edge - state.offset)
    let free = distance.value == 0 ? Changing(value: 0) : time * distance / (offset - start)
    return pulled(
      coasted(start, velocity, free), velocity * decay(free), to: edge, time - free
    ).slope
  }

  /// Returns the derivative of the offset `step` milliseconds after a state from which a spring pulls to `edge`, in points per
  /// millisecond.
  func slope(after state: AxisState, to edge: Double, step: Double) -> Double {
    pulled(
      Changing(value: state.offset), Changing(value: state.velocity), to: edge,
      Changing(value: step, slope: 1)
    ).slope
  }

  /// Returns the derivative of the factor on the velocity over `step` milliseconds.
  func decaySlope(_ step: Double) -> Double { logRate * Self.exponentialSlope(step * logRate) }

  private func coasted(_ offset: Changing, _ velocity: Changing, _ time: Changing) -> Changing {
    offset + reach * velocity * (Changing(value: 1) - decay(time))
  }

  private func pulled(
    _ offset: Changing, _ velocity: Changing, to edge: Double, _ time: Changing
  ) -> Changing {
    let spring = Self.exponential(-stiffness * time)
    let coast = springReach * velocity * (Changing(value: 1) - decay(time))
    return Changing(value: edge) + spring * (offset - Changing(value: edge) + coast)
  }

  private func decay(_ time: Changing) -> Changing { Self.exponential(logRate * time) }

  private static func exponential(_ x: Changing) -> Changing {
    Changing(value: exponential(x.value), slope: exponentialSlope(x.value) * x.slope)
  }
}
