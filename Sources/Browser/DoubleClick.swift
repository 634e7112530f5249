package import ScrollEngine
import ScrollGeometry

/// Recognizes double clicks of a mouse by the desktop's settings, which the engine's taps don't know.
///
/// They are not part of takes: what a double click does is recorded as a command.
package struct DoubleClick: Hashable, Sendable {
  /// When two clicks are a double click.
  package struct Limits: Hashable, Sendable {
    /// The maximum time between their presses, in seconds.
    package var time: Double
    /// The maximum distance between them, in points.
    package var distance: Double

    package init(time: Double, distance: Double) {
      (self.time, self.distance) = (time, distance)
    }
  }

  private struct Press: Hashable {
    var time: Double
    var location: Point
    /// True for the second of two.
    var isSecond: Bool
    /// True once it was released in its place.
    var isClick = false
  }

  private var last: Press?

  package init() {}

  /// Follows the presses of a mouse.
  ///
  /// - Parameters:
  ///   - touch: A press, a movement or a release.
  ///   - limits: When two clicks are a double click.
  /// - Returns: True for the release that ends one.
  package mutating func follow(_ touch: TouchEvent, within limits: Limits) -> Bool {
    switch touch.phase {
    case .began:
      let isSecond =
        last.map {
          $0.isClick && !$0.isSecond && touch.timestamp - $0.time <= limits.time
            && (touch.location - $0.location).length <= limits.distance
        } ?? false
      last = Press(time: touch.timestamp, location: touch.location, isSecond: isSecond)
    case .moved, .stationary:
      guard let press = last, !press.isClick else { break }
      let hasMoved =
        (touch.location - press.location).length >= TapGestureRecognizer.allowableMovement
      if hasMoved { last = nil }
    case .ended:
      last?.isClick = true
      return last?.isSecond == true
    case .cancelled: last = nil
    }
    return false
  }
}

/// The double clicks of a mouse over a picture.
struct Clicks {
  let limits: () -> DoubleClick.Limits?
  let action: (Point) -> Void
  /// True while the latest press is one whose double clicks are recognized here.
  private(set) var isFollowing = false
  private var doubleClick = DoubleClick()

  init(limits: @escaping () -> DoubleClick.Limits?, action: @escaping (Point) -> Void) {
    (self.limits, self.action) = (limits, action)
  }

  /// Follows input; returns where a double click ends.
  mutating func follow(_ event: Event) -> Point? {
    guard case .touch(let touch) = event else { return nil }
    guard touch.type == .indirectPointer, let limits = limits() else {
      isFollowing = false
      return nil
    }
    isFollowing = true
    return doubleClick.follow(touch, within: limits) ? touch.location : nil
  }
}
