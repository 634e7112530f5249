import ScrollGeometry

/// The displayed content offset as a function of time.
struct OffsetCourse {
  /// What moves the offset itself.
  enum Motion {
    case still(Point)
    case decelerating(ScrollView.ActiveDeceleration)
    case animating(ScrollView.Animation)
  }

  var motion: Motion
  /// What is seen besides: zooms on their way and animations of the program.
  var animations: [ViewAnimation]

  /// The displayed offset at `time`, in points.
  func offset(at time: Double) -> Point {
    let offset =
      switch motion {
      case .still(let offset): offset
      case .decelerating(let deceleration): deceleration.motion.position(at: time)
      case .animating(let animation): animation.offset(at: time)
      }
    return animations.reduce(offset) { $0 + $1.displacement(at: time) }
  }

  /// The derivative of the offset at `time`, from the right, in points per second.
  func velocity(at time: Double) -> Point {
    let velocity =
      switch motion {
      case .still: Point.zero
      case .decelerating(let deceleration): deceleration.motion.slope(at: time) * 1000
      case .animating(let animation): animation.velocity(at: time)
      }
    return animations.reduce(velocity) { $0 + $1.velocity(at: time) }
  }
}

extension ViewAnimation {
  /// How far the origin of the bounds is seen from where it is set at `time`, in points.
  fileprivate func displacement(at time: Double) -> Point {
    switch self {
    case .group(let group, let change): change.bounds.origin * (1 - group.progress(at: time))
    case .zoom(let fader, let part): displacement(of: fader, part) * fader.fade.weight(at: time)
    }
  }

  /// The derivative of the displacement, in points per second.
  fileprivate func velocity(at time: Double) -> Point {
    switch self {
    case .group(let group, let change): change.bounds.origin * -group.slope(at: time)
    case .zoom(let fader, let part):
      displacement(of: fader, part) * fader.fade.weightSlope(at: time)
    }
  }

  /// The displacement at the start of a zoom.
  private func displacement(of fader: ZoomFader, _ part: ZoomFader.Part) -> Point {
    switch part {
    case .scrollView: fader.fade.difference.offset
    case .other(let difference): difference.bounds.origin
    case .zoomedView: .zero
    }
  }
}

/// What moved the content offset during the last frame of a 60 Hz display.
///
/// Input moves the content at once, and so gives it no derivative; its velocity is the distance over that time. Courses are kept
/// rather than offsets, so that it does not depend on which frames were shown.
struct OffsetHistory {
  /// The time over which the velocity of a drag is taken, in seconds. [C]
  static let span = 1 / rate
  /// The frames per second of that display. [C]
  static let rate = 60.0
  /// How much later than a time an event may be and still count for it, in seconds; times are sums of doubles.
  private static let tolerance = 1e-9

  private var entries: [(time: Double, course: OffsetCourse)] = []

  /// Notes that the course changed at `time`; `offset` is where the content was before, if nothing has been noted.
  mutating func note(_ course: OffsetCourse, at time: Double, after offset: Point) {
    guard let last = entries.last else {
      entries = [
        (-.infinity, OffsetCourse(motion: .still(offset), animations: [])), (time, course),
      ]
      return
    }
    if last.time >= time { entries.removeLast() }
    // The course before the span is the last of those that began before it.
    let start = time - Self.span - Self.tolerance
    if let first = entries.lastIndex(where: { $0.time <= start }), first > 0 {
      entries.removeFirst(first)
    }
    entries.append((time, course))
  }

  /// The offset that was seen at `time`; `nil` if nothing has changed since the beginning.
  func offset(at time: Double) -> Point? {
    guard let entry = entries.last(where: { $0.time <= time + Self.tolerance }) else {
      return entries.first?.course.offset(at: time)
    }
    return entry.course.offset(at: time)
  }
}
