import RealModule

/// The spring that pulls one axis to a page, as a function of time. [R]
///
/// Each whole millisecond since the release does `v += a·(target − x)`, `v *= f`, `x += v`; between two of them
/// the motion is linear. The map is linear in (distance, velocity), so repeated squaring evaluates any millisecond in
/// O(log t) without allocating.
package struct PageSpring: Hashable, Sendable {
  /// The page length above which the spring is constant, in points. [R]
  static let maximumPage = 1024.0
  /// The distance from the page below which it rests, in points. [R]
  static let restingDistance = 1.0
  /// The maximum duration in milliseconds, a guard against a hang. [C]
  private static let maximumDuration = 10_000

  private let pull: Double
  private let friction: Double
  private let start: AxisState
  /// The offset at which the axis rests, in points.
  package let target: Double
  /// The first millisecond at which the axis is close enough and slow enough to rest.
  let restingIndex: Int

  /// - Parameters:
  ///   - state: The offset and velocity at the release; a velocity towards the page is limited, so that it is
  ///     overshot by less than 1.7 % of the distance. [C]
  ///   - target: The page's offset, in points.
  ///   - pageLength: The length of a page along the axis, in points, above 0.
  package init(from state: AxisState, to target: Double, pageLength: Double) {
    (pull, friction) = Self.constants(pageLength: pageLength)
    self.target = target
    let distance = target - state.offset
    let limit = pull.squareRoot() * abs(distance)
    var velocity = state.velocity
    if velocity * distance > 0 { velocity = min(max(velocity, -limit), limit) }
    start = AxisState(offset: state.offset, velocity: velocity)
    var moving = start
    var index = 0
    while index < Self.maximumDuration, !Self.rests(moving, on: target) {
      moving.velocity = (moving.velocity + pull * (target - moving.offset)) * friction
      moving.offset += moving.velocity
      index += 1
    }
    restingIndex = index
  }

  /// The strength of the pull, per square millisecond, and the factor on the velocity per millisecond. [R]
  static func constants(pageLength: Double) -> (pull: Double, friction: Double) {
    guard pageLength <= maximumPage else { return (1.7e-4, 0.977) }
    return (
      3.59090909e-4 - 1.84659091e-7 * pageLength, 0.966818182 + 9.94318182e-6 * pageLength
    )
  }

  private static func rests(_ state: AxisState, on target: Double) -> Bool {
    abs(state.velocity) <= DecelerationLaw.restingSpeed
      && abs(state.offset - target) <= restingDistance
  }

  /// Returns the state `time` milliseconds after the release.
  package func state(at time: Double) -> AxisState {
    let whole = max(0, time.rounded(.down))
    let left = state(atMillisecond: Int(whole))
    guard time > whole else { return left }
    let right = state(atMillisecond: Int(whole) + 1)
    return AxisState(
      offset: left.offset + (right.offset - left.offset) * (time - whole), velocity: left.velocity)
  }

  /// The tolerance within which a time counts as having reached a millisecond, in milliseconds. [C]
  private static let tolerance = 1e-6

  /// Returns the derivative of the offset `time` milliseconds after the release, from the right, in points per millisecond.
  package func slope(at time: Double) -> Double {
    let whole = Int(max(0, (time + Self.tolerance).rounded(.down)))
    return state(atMillisecond: whole + 1).offset - state(atMillisecond: whole).offset
  }

  private func state(atMillisecond count: Int) -> AxisState {
    // The map on (x − target, v) is ((1 − f·a, f), (−f·a, f)).
    let step = (a: 1 - friction * pull, b: friction, c: -friction * pull, d: friction)
    var power = step
    var distance = start.offset - target
    var velocity = start.velocity
    var rest = min(count, Self.maximumDuration)
    while rest > 0 {
      if rest & 1 == 1 {
        (distance, velocity) = (
          power.a * distance + power.b * velocity, power.c * distance + power.d * velocity
        )
      }
      power = (
        a: power.a * power.a + power.b * power.c, b: power.a * power.b + power.b * power.d,
        c: power.c * power.a + power.d * power.c, d: power.c * power.b + power.d * power.d
      )
      rest >>= 1
    }
    return AxisState(offset: target + distance, velocity: velocity)
  }
}
