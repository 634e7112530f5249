public import ScrollGeometry

extension ScrollView {
  /// The velocity of the displayed content, in points per second; positive when the offset grows.
  ///
  /// While a finger drags or zooms it is the distance that the content has covered in the last 1/60 s, times 60: zero for a
  /// finger that rests, and for an axis that is locked. Otherwise it is the derivative of the motion in progress — a
  /// deceleration, a bounce, an animation, or a zoom on its way — at the current time, and zero at rest. It does not
  /// depend on the display rate. See ``velocity`` for the one with which content is released.
  public var contentVelocity: Point {
    switch activity {
    case .dragging, .zooming:
      let now = presentationOffset
      let before = offsetHistory.offset(at: self.now - OffsetHistory.span) ?? now
      return (now - before) * OffsetHistory.rate
    case .idle, .tracking, .decelerating, .animating: return offsetCourse.velocity(at: now)
    }
  }

  /// The velocity in the law of deceleration, in points per second; zero unless the content is dragged or decelerates.
  ///
  /// During a drag it is the negative of the pan gesture recognizer's velocity, which a release would continue with, also where
  /// the finger rests or an edge resists. During a deceleration it is the velocity that decays by
  /// ``decelerationRate-swift.property``; beyond an edge a spring moves the content besides, so that content on its way back
  /// may have a velocity away from the edge. See ``contentVelocity`` for what is seen.
  public var velocity: Point {
    switch activity {
    case .dragging(let drag): -tracker(of: drag.source).velocity
    case .decelerating(let deceleration): deceleration.motion.velocity(at: now) * 1000
    case .idle, .tracking, .animating, .zooming: .zero
    }
  }

  /// The motion of the displayed content.
  private var offsetCourse: OffsetCourse {
    let motion: OffsetCourse.Motion =
      switch activity {
      case .decelerating(let deceleration): .decelerating(deceleration)
      case .animating(let animation): .animating(animation)
      case .idle, .tracking, .dragging, .zooming: .still(contentOffset)
      }
    return OffsetCourse(motion: motion, animations: animations)
  }

  /// Notes that something else moves the content from now on, which was at `offset`.
  func offsetCourseDidChange(from offset: Point) {
    offsetHistory.note(offsetCourse, at: now, after: offset)
  }
}
