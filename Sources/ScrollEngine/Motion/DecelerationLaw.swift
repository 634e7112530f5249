import RealModule

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
