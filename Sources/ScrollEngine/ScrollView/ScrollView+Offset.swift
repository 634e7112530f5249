public import Geometry

extension ScrollView {
  /// The velocity of the content offset in points per second: the finger's while it drags, the motion's while the content
  /// decelerates, else zero.
  public var contentVelocity: Point {
    switch activity {
    case .dragging(let drag): -tracker(of: drag.source).velocity
    case .decelerating(let deceleration): deceleration.motion.velocity(at: now) * 1000
    case .idle, .tracking, .animating, .zooming, .zoomBouncing: .zero
    }
  }

  /// Where the content will be when whatever moves it has ended, as far as that is known: the
  /// content there can be fetched ahead.
  ///
  /// The present offset when nothing moves by itself.
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

  /// Moves the content through ``contentOffset`` and leaves the activity as it is.
  func moveContent(to offset: Point) {
    applyBounds(Rect(origin: offset, size: bounds.size)) { contentOffset = offset }
  }

  /// The program moved the content by `displacement`: what goes on does so from there.
  func shiftActivity(by displacement: Point) {
    guard displacement != .zero else { return }
    switch activity {
    case .idle, .tracking: break
    case .dragging(var drag):
      drag.start += displacement
      activity = .dragging(drag)
    case .decelerating(var deceleration):
      deceleration.motion = deceleration.motion.moved(by: displacement)
      activity = .decelerating(deceleration)
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

  /// The offset changed: indicators, keyboard and refresh control follow.
  func offsetDidChange() {
    if isScrolling { showIndicators() }
    refreshControl?.contentDidMove(in: self)
  }

  /// True while anything but the program moves the content.
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
    // Whatever moves by itself shows them from its start: which of its frames are shown must not matter.
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
