package import Geometry

/// A two-dimensional motion after a release: a glide or a page turn along each axis.
package struct Deceleration: Hashable, Sendable {
  /// What one axis does.
  package enum AxisMotion: Hashable, Sendable {
    /// It stays where it is.
    case still(Double)
    /// It slows down, and is drawn back beyond an edge.
    case glide(Glide)
    /// It is drawn to a page.
    case page(PageSpring)
  }

  /// When the motion began, in seconds.
  package private(set) var startTime: Double
  private let horizontal: AxisMotion
  private let vertical: AxisMotion
  /// 1 when the first step shows at the release itself, as UIKit does it; 0 for a motion planned anew.
  private let headStart: Int
  /// Where the motion is shown relative to where it was planned: what the program assigned meanwhile.
  private var shift = Point.zero

  /// The tolerance, in steps of the grid, by which a time belongs to the grid point it nearly reaches. [C]
  private static let gridTolerance = 1e-9

  /// How much later than a touch a step may be due, in steps of the grid, and still not run: screens report touches a
  /// little before or after the display steps they belong to. [C]
  private static let catchTolerance = 0.1

  package init(
    startTime: Double, horizontal: AxisMotion, vertical: AxisMotion, headStart: Bool
  ) {
    self.startTime = startTime
    self.horizontal = horizontal
    self.vertical = vertical
    self.headStart = headStart ? 1 : 0
  }
}

extension Deceleration {
  /// Where the content will rest; known from the start.
  package var restingOffset: Point {
    Point(x: Self.restingOffset(horizontal), y: Self.restingOffset(vertical)) + shift
  }

  /// When both axes rest, in seconds.
  package var endTime: Double {
    startTime + max(duration(of: horizontal), duration(of: vertical))
  }

  /// The content offset at `time`, in points.
  package func position(at time: Double) -> Point {
    Point(x: state(of: horizontal, at: time).offset, y: state(of: vertical, at: time).offset)
      + shift
  }

  /// The velocity at `time`, in points per millisecond.
  package func velocity(at time: Double) -> Point {
    Point(x: state(of: horizontal, at: time).velocity, y: state(of: vertical, at: time).velocity)
  }

  /// Where the content is when a hand comes down on it at `time`: at the last whole step of the grid before.
  ///
  /// UIKit handles a touch before the display step that falls on it, and that step never runs. [T]
  package func caughtPosition(at time: Double) -> Point {
    let steps = max(0, (time - startTime) * 1000 / DecelerationLaw.gridStep)
    let last = min((steps - Self.catchTolerance).rounded(.up) - 1, 1e9)
    let index = Int(max(last, 0)) + headStart
    return Point(
      x: caughtOffset(of: horizontal, index: index, time: time),
      y: caughtOffset(of: vertical, index: index, time: time)) + shift
  }

  private func caughtOffset(of motion: AxisMotion, index: Int, time: Double) -> Double {
    if case .glide(let glide) = motion { return glide.state(at: index, remainder: 0).offset }
    return state(of: motion, at: time).offset
  }

  /// True if an axis is drawn back to an edge at `time`.
  package func isDrawnBack(at time: Double) -> Bool {
    let index = gridPoint(at: time).index
    return [horizontal, vertical].contains { motion in
      if case .glide(let glide) = motion { glide.isDrawnBack(at: index) } else { false }
    }
  }

  /// The same motion somewhere else: what assigning an offset to a moving view does.
  package func moved(by displacement: Point) -> Self {
    var copy = self
    copy.shift += displacement
    return copy
  }

  /// The same motion, begun `delay` seconds later.
  package func delayed(by delay: Double) -> Self {
    var copy = self
    copy.startTime += delay
    return copy
  }

  private func gridPoint(at time: Double) -> (index: Int, remainder: Double) {
    let elapsed = max(0, (time - startTime) * 1000)
    let whole = min((elapsed / DecelerationLaw.gridStep + Self.gridTolerance).rounded(.down), 1e9)
    let remainder = max(0, elapsed - whole * DecelerationLaw.gridStep)
    return (Int(whole) + headStart, min(remainder, DecelerationLaw.gridStep))
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

  private func duration(of motion: AxisMotion) -> Double {
    switch motion {
    case .still: 0
    case .glide(let glide):
      Double(max(0, glide.restingIndex - headStart)) * DecelerationLaw.gridStep / 1000
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
