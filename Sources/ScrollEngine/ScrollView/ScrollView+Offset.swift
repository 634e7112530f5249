public import ScrollGeometry

extension ScrollView {
  /// The offset at which a deceleration or animation in progress will end; otherwise the current offset.
  ///
  /// Use it to prefetch the content there.
  public var restingOffset: Point {
    switch activity {
    case .decelerating(let deceleration): pixelRounded(deceleration.motion.restingOffset)
    case .animating(let animation): animation.end
    case .idle, .tracking, .dragging, .zooming: contentOffset
    }
  }

  /// Sets ``contentOffset`` to an offset that the engine computed; the activity does not change.
  func moveContent(to offset: Point) {
    applyBounds(Rect(origin: offset, size: bounds.size)) { contentOffset = offset }
  }

  /// Moves the drag or motion in progress along when the program moves the content by `displacement`.
  func shiftActivity(by displacement: Point) {
    guard displacement != .zero else { return }
    wheelZoom?.anchor += displacement / zoomScale
    switch activity {
    case .idle, .tracking: break
    case .dragging(var drag):
      drag.start += displacement
      activity = .dragging(drag)
    case .decelerating(let deceleration):
      activity = .decelerating(moved(deceleration, by: displacement))
    case .animating(var animation):
      animation.start += displacement
      animation.end = pixelRounded(animation.end + displacement)
      activity = .animating(animation)
    case .zooming(var zoom):
      zoom.anchor += displacement / zoomScale
      activity = .zooming(zoom)
    }
  }

  /// Updates the indicators and the refresh control after a change of the offset.
  func offsetDidChange() {
    if isScrolling || showsIndicatorsForChanges { showIndicators() }
    storedRefreshControl?.contentDidMove(in: self)
  }

  /// Whether a gesture, a deceleration or an animation moves the content.
  private var isScrolling: Bool {
    switch activity {
    case .idle, .tracking: isZoomAnnounced
    case .dragging, .decelerating, .animating, .zooming: true
    }
  }

  /// Shows the indicators while something moves, and lets them fade when everything rests.
  func updateIndicators() {
    switch activity {
    // A motion shows them from its start, whichever of its frames are drawn.
    case .decelerating, .animating, .zooming: showIndicators()
    case .idle where !isZoomAnnounced: fadeIndicators()
    case .idle, .tracking, .dragging: if isZoomAnnounced { showIndicators() }
    }
  }

  func activityDidChange(from old: Activity) {
    if case .idle = activity, case .idle = old { return }
    offsetCourseDidChange(from: contentOffset)
    updateIndicators()
    if !activity.movesByItself {
      unanchored.remove(.activity)
    } else if !old.movesByItself, !isCurrent {
      unanchored.insert(.activity)
    }
    if isInMotion { window?.animate(self) }
  }
}
