public import ScrollGeometry

extension ScrollView {
  /// The velocity of the content offset in points per second during a drag or a deceleration; otherwise zero.
  public var contentVelocity: Point {
    switch activity {
    case .dragging(let drag): -tracker(of: drag.source).velocity
    case .decelerating(let deceleration): deceleration.motion.velocity(at: now) * 1000
    case .idle, .tracking, .animating, .zooming, .zoomBouncing: .zero
    }
  }

  /// The offset at which a deceleration or animation in progress will end; otherwise the current offset.
  ///
  /// Use it to prefetch the content there.
  public var restingOffset: Point {
    switch activity {
    case .decelerating(let deceleration): return pixelRounded(deceleration.motion.restingOffset)
    case .zoomBouncing(let rebound):
      return pixelRounded(rebound.bounce.endOffset + rebound.shift)
    case .animating(let animation):
      switch animation.course {
      case .offset(_, let end): return end
      case .zoom(let course): return course.endOffset
      }
    case .idle, .tracking, .dragging, .zooming: return contentOffset
    }
  }

  /// Sets ``contentOffset`` to an offset that the engine computed; the activity does not change.
  func moveContent(to offset: Point) {
    applyBounds(Rect(origin: offset, size: bounds.size)) { contentOffset = offset }
  }

  /// Moves the drag or motion in progress along when the program moves the content by `displacement`.
  func shiftActivity(by displacement: Point) {
    guard displacement != .zero else { return }
    switch activity {
    case .idle, .tracking: break
    case .dragging(var drag):
      drag.start += displacement
      activity = .dragging(drag)
    case .decelerating(let deceleration):
      activity = .decelerating(moved(deceleration, by: displacement))
    case .animating(var animation):
      animation.course = animation.course.moved(by: displacement, rounded: pixelRounded)
      activity = .animating(animation)
    case .zooming(var zoom):
      zoom.anchor += displacement / zoomScale
      activity = .zooming(zoom)
    case .zoomBouncing(var rebound):
      rebound.shift += displacement
      activity = .zoomBouncing(rebound)
    }
  }

  /// Updates the indicators and the refresh control after a change of the offset.
  func offsetDidChange() {
    if isScrolling { showIndicators() }
    storedRefreshControl?.contentDidMove(in: self)
  }

  /// A Boolean value that indicates whether a gesture, a deceleration or an animation moves the content.
  private var isScrolling: Bool {
    switch activity {
    case .idle, .tracking: false
    case .dragging, .decelerating, .animating, .zooming, .zoomBouncing: true
    }
  }

  func activityDidChange(from old: Activity) {
    switch activity {
    case .idle:
      if case .idle = old { return }
      fadeIndicators()
    // A motion shows them from its start, whichever of its frames are drawn.
    case .decelerating, .animating, .zooming, .zoomBouncing: showIndicators()
    case .tracking, .dragging: break
    }
    if !activity.movesByItself {
      unanchored.remove(.activity)
    } else if !old.movesByItself, !isCurrent {
      unanchored.insert(.activity)
    }
    if isInMotion { window?.animate(self) }
  }
}

extension ScrollView.Animation.Course {
  fileprivate func moved(by displacement: Point, rounded: (Point) -> Point) -> Self {
    switch self {
    case .offset(let start, let end):
      return .offset(from: start + displacement, to: rounded(end + displacement))
    case .zoom(var course):
      course.startOffset += displacement
      course.endOffset = rounded(course.endOffset + displacement)
      return .zoom(course)
    }
  }
}
