import RealModule
import ScrollGeometry

/// The deceleration of one axis from release to rest, as a function of time.
///
/// The recurrence of ``DecelerationLaw`` has a closed form on each segment of the motion: coasting, or bouncing off
/// one edge. A glide finds the segments once, when it is created; evaluating it takes O(1) and allocates nothing,
/// and the result does not depend on the display rate.
package struct Glide: Hashable, Sendable {
  /// The kind of a segment of the motion.
  private enum Kind: Hashable {
    /// Coasting inside the range.
    case free
    /// Bouncing back to an edge.
    case pulled(to: Double)
    /// Coasting with displacements scaled to come to rest after exactly `distance` points and `steps` steps.
    case bound(for: Double, steps: Double)
  }

  /// A range of grid points that one closed form describes.
  private struct Segment: Hashable {
    var index: Int
    var state: AxisState
    var kind: Kind
  }

  /// The maximum length in grid steps, a guard against a hang; recorded motions last a few hundred. [C]
  private static let maximumSteps = 20_000

  private let law: DecelerationLaw
  private let bounces: Bool
  private let segments: [Segment]
  /// The grid point at which the axis rests.
  let restingIndex: Int
  /// The offset at which the axis rests, in points.
  package let restingOffset: Double

  /// Creates a motion that starts inside the range, or beyond an edge and bounces back to it.
  ///
  /// Without `bounces` it stops at the edge it reaches, and a start beyond an edge is moved to the edge at once.
  /// `rounded` rounds an offset inside the range to device pixels; it is applied once, at rest.
  package init(
    _ law: DecelerationLaw, from state: AxisState, bounces: Bool = true,
    rounded: (Double) -> Double
  ) {
    self.init(law, from: state, pinnedEdge: nil, bounces: bounces, rounded: rounded)
  }

  /// Creates a motion that a spring pulls to `edge`, which it may overshoot.
  package init(
    _ law: DecelerationLaw, from state: AxisState, pulledTo edge: Double
  ) {
    self.init(law, from: state, pinnedEdge: edge, bounces: true, rounded: { $0 })
  }

  private init(
    _ law: DecelerationLaw, from start: AxisState, pinnedEdge: Double?, bounces: Bool,
    rounded: (Double) -> Double
  ) {
    var state = start
    var edge = pinnedEdge ?? law.edge(beyond: state.offset)
    var found = [Segment(index: 0, state: state, kind: Self.kind(edge))]
    var index = 0
    repeat {
      if let pinnedEdge {
        state = law.pulledBack(
          state, to: pinnedEdge, decay: law.gridDecay, spring: law.gridSpring)
      } else {
        state = law.next(after: state)
        let here = law.edge(beyond: state.offset)
        if here != edge {
          found.append(Segment(index: index + 1, state: state, kind: Self.kind(here)))
          edge = here
        }
      }
      index += 1
    } while !law.rests(state, edge: edge) && index < Self.maximumSteps && (bounces || edge == nil)
    self.law = law
    self.bounces = bounces
    segments = found
    // UIKit checks a state for rest before the next step, so the resting state shows for one step more. [T]
    // `recorded/flick-into-the-edge.csv`
    restingIndex = index + 1
    restingOffset = edge ?? rounded(state.offset)
  }

  /// Creates a motion inside the range that comes to rest exactly on `target`, without a jump at its end.
  ///
  /// Returns `nil` if the motion starts at `target`.
  package init?(
    from state: AxisState, restingOn target: Double, rate: Double, range: ClosedRange<Double>
  ) {
    let distance = target - state.offset
    guard distance != 0 else { return nil }
    let (rate, velocity) = Self.matched(state.velocity, distance: distance, rate: rate)
    law = DecelerationLaw(rate: rate, range: range)
    bounces = true
    var steps = 0
    var speed = abs(velocity)
    repeat {
      speed *= law.gridDecay
      steps += 1
    } while speed >= DecelerationLaw.restingSpeed && steps < Self.maximumSteps
    segments = [
      Segment(
        index: 0, state: AxisState(offset: state.offset, velocity: velocity),
        kind: .bound(for: distance, steps: Double(steps)))
    ]
    restingIndex = steps
    restingOffset = target
  }

  /// Returns the rate and the initial velocity with which a motion covers `distance`. [R]
  ///
  /// A target nearer than the natural end keeps the release velocity and gets a stronger rate; any other target gets
  /// a velocity that reaches it.
  private static func matched(
    _ velocity: Double, distance: Double, rate: Double
  ) -> (rate: Double, velocity: Double) {
    let logRate = -Double.log(rate)
    let excess = abs(velocity) - DecelerationLaw.restingSpeed
    if distance * velocity > 0, excess > 0, abs(distance) < excess / logRate {
      return (min(.exp(-excess / abs(distance)), ScrollView.DecelerationRate.slowest), velocity)
    }
    // Limits the duration to ten seconds; the displacements are scaled to the distance in any case.
    let speed = min(
      DecelerationLaw.restingSpeed + logRate * abs(distance), DecelerationLaw.maximumSpeed)
    return (rate, distance < 0 ? -speed : speed)
  }

  private static func kind(_ edge: Double?) -> Kind {
    edge.map(Kind.pulled(to:)) ?? .free
  }

  /// Returns the state `remainder` milliseconds after grid point `index`.
  package func state(at index: Int, remainder: Double) -> AxisState {
    guard index < restingIndex, let segment = segments.last(where: { $0.index <= index }) else {
      return AxisState(offset: restingOffset, velocity: 0)
    }
    let steps = index - segment.index
    switch segment.kind {
    case .free:
      let state = free(segment.state, steps: steps)
      let shown = remainder > 0 ? law.state(after: state, step: remainder) : state
      return bounces ? shown : stopped(shown)
    case .pulled(let edge):
      guard bounces else { return AxisState(offset: edge, velocity: 0) }
      let state = pulled(segment.state, to: edge, steps: steps)
      guard remainder > 0 else { return state }
      return law.pulledBack(
        state, to: edge, decay: law.decay(remainder), spring: law.spring(remainder))
    case .bound(let distance, let all):
      let decay = Double.pow(law.gridDecay, steps) * (remainder > 0 ? law.decay(remainder) : 1)
      let part = (1 - decay) / (1 - Double.pow(law.gridDecay, all))
      return AxisState(
        offset: segment.state.offset + distance * part, velocity: segment.state.velocity * decay)
    }
  }

  /// Returns the derivative of the offset `remainder` milliseconds after grid point `index`, from the right, in points per
  /// millisecond.
  package func slope(at index: Int, remainder: Double) -> Double {
    guard index < restingIndex, let segment = segments.last(where: { $0.index <= index }) else {
      return 0
    }
    let steps = index - segment.index
    switch segment.kind {
    case .free:
      let state = free(segment.state, steps: steps)
      let slope = law.slope(after: state, step: remainder)
      guard !bounces else { return slope }
      let offset = law.state(after: state, step: remainder).offset
      let isStopped = slope > 0 ? offset >= law.upper : offset <= law.lower
      return isStopped || law.edge(beyond: offset) != nil ? 0 : slope
    case .pulled(let edge):
      guard bounces else { return 0 }
      let state = pulled(segment.state, to: edge, steps: steps)
      return law.slope(after: state, to: edge, step: remainder)
    case .bound(let distance, let all):
      let slope = Double.pow(law.gridDecay, steps) * law.decaySlope(remainder)
      return -distance * slope / (1 - Double.pow(law.gridDecay, all))
    }
  }

  /// Returns whether the axis is bouncing back to an edge at grid point `index`.
  package func isPulledBack(at index: Int) -> Bool {
    guard let segment = segments.last(where: { $0.index <= index }),
      case .pulled = segment.kind
    else { return false }
    return true
  }

  /// Returns whether the axis coasts freely at grid point `index`, which it does until it rests or meets an edge.
  func isCoasting(at index: Int) -> Bool {
    guard index < restingIndex, let segment = segments.last(where: { $0.index <= index }),
      case .free = segment.kind
    else { return false }
    return true
  }

  /// Returns whether `law` determines the motion, and no target.
  func follows(_ law: DecelerationLaw) -> Bool {
    if case .bound = segments.first?.kind { return false }
    return law == self.law
  }

  /// Whether the motion bounces off an edge, or stops at one.
  package var meetsEdge: Bool {
    segments.contains { if case .pulled = $0.kind { true } else { false } }
  }

  /// Returns the state clamped to the range, with zero velocity at its ends.
  private func stopped(_ state: AxisState) -> AxisState {
    guard let edge = law.edge(beyond: state.offset) else { return state }
    return AxisState(offset: edge, velocity: 0)
  }

  private func free(_ state: AxisState, steps: Int) -> AxisState {
    let decay = Double.pow(law.gridDecay, steps)
    return AxisState(
      offset: state.offset + state.velocity * law.reach * (1 - decay),
      velocity: state.velocity * decay)
  }

  private func pulled(_ state: AxisState, to edge: Double, steps: Int) -> AxisState {
    let decay = Double.pow(law.gridDecay, steps)
    let spring = Double.pow(law.gridSpring, steps)
    let pull = state.offset - edge + law.springReach * state.velocity * (1 - decay)
    return AxisState(offset: edge + spring * pull, velocity: state.velocity * decay * spring)
  }
}

/// A set of axes.
package struct Axes: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  package static let horizontal = Self(rawValue: 1)
  package static let vertical = Self(rawValue: 2)
  package static let both: Self = [.horizontal, .vertical]
}

extension Point {
  /// The point with the coordinates of other axes set to zero.
  func along(_ axes: Axes) -> Point {
    Point(x: axes.contains(.horizontal) ? x : 0, y: axes.contains(.vertical) ? y : 0)
  }
}
