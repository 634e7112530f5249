import RealModule

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
    let spring = Self.exponential(-Self.springRate * time)
    let coast = springReach * velocity * (Changing(value: 1) - decay(time))
    return Changing(value: edge) + spring * (offset - Changing(value: edge) + coast)
  }

  private func decay(_ time: Changing) -> Changing { Self.exponential(logRate * time) }

  private static func exponential(_ x: Changing) -> Changing {
    Changing(value: exponential(x.value), slope: exponentialSlope(x.value) * x.slope)
  }
}
