import RealModule
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

  /// Returns the target that UIKit would report for a release at an offset with a velocity. [T] `recorded/ios265-targets.csv`
  ///
  /// Each coordinate is `o + sign(v)·(|v| − 0.01)/|ln r|`, with the offset `o` in points, the velocity `v` in points per
  /// millisecond and the ``decelerationRate`` `r`: where a continuous motion would stop. It is rounded to device pixels and clamped
  /// to the range of offsets, and lies up to 2.33 points beyond ``restingOffset`` and the target that the delegate is passed, which
  /// are where the content rests: <doc:0020-TheTargetIsWhereContentRests>. Pages and repeated flicks do not count. A coordinate
  /// that is not finite counts as that of ``contentOffset``, and a velocity as zero.
  ///
  /// UIKit has no such member; the number is what it reports as `targetContentOffset`.
  public func projectedOffset(from offset: Point, velocity: Point) -> Point {
    let reach = -1 / Double.log(decelerationRate.rawValue)
    func target(_ offset: Double, _ velocity: Double, _ current: Double) -> Double {
      let excess = max(abs(velocity.isFinite ? velocity : 0) - DecelerationLaw.restingSpeed, 0)
      let way = velocity < 0 ? -excess * reach : excess * reach
      return pixelRounded((offset.isFinite ? offset : current) + way)
    }
    return range.clamp(
      Point(
        x: target(offset.x, velocity.x, contentOffset.x),
        y: target(offset.y, velocity.y, contentOffset.y)))
  }

  /// Sets ``contentOffset`` to an offset that the engine computed; the activity does not change.
  func moveContent(to offset: Point) {
    applyBounds(Rect(origin: offset, size: bounds.size)) { contentOffset = offset }
  }

  /// Moves the content to an offset that the program assigns, and the drag or motion in progress along with it.
  ///
  /// A coordinate that is written back as it was read, or as it is rounded, moves nothing while the content moves. The frames
  /// of a motion lie between pixels, and so does a new place during one.
  func assign(_ offset: Point) {
    let here = bounds.origin
    func assigned(_ new: Double, _ here: Double) -> Double {
      if new == here { return here }
      guard isScrolling else { return pixelRounded(new) }
      return new == pixelRounded(here) ? here : new
    }
    let place = Point(x: assigned(offset.x, here.x), y: assigned(offset.y, here.y))
    shiftActivity(by: place - here)
    let shown = activity.movesByItself ? place : rounded(place, where: here)
    applyBounds(Rect(origin: shown, size: bounds.size))
  }

  /// Returns an offset with the coordinates that differ from `here` rounded to device pixels.
  private func rounded(_ place: Point, where here: Point) -> Point {
    Point(
      x: place.x == here.x ? here.x : pixelRounded(place.x),
      y: place.y == here.y ? here.y : pixelRounded(place.y))
  }

  /// Moves the drag or motion in progress along when the program moves the content by `displacement`.
  func shiftActivity(by displacement: Point) {
    guard displacement != .zero else { return }
    if let scale = wheelZoom.map({ _ in zoomScale }) { wheelZoom?.anchor += displacement / scale }
    switch activity {
    case .idle, .tracking: break
    case .dragging(var drag):
      // An animation that the program starts at the end of the drag is what follows it.
      guard !drag.isEnding || !View.isAnimatingChanges else { return activity = .idle }
      drag.start += displacement
      activity = .dragging(drag)
    case .decelerating(let deceleration):
      activity = .decelerating(moved(deceleration, by: displacement))
    case .animating(var animation):
      animation.start += displacement
      animation.end = pixelRounded(animation.end + displacement)
      notchTarget? += displacement
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

  /// Forgets the fractions of pixels that notches have left once anything else moves the content.
  private func forgetNotches() {
    switch activity {
    case .idle: break
    case .animating(let animation): if animation.purpose != .notch { notchTarget = nil }
    case .tracking, .dragging, .decelerating, .zooming: notchTarget = nil
    }
  }

  func activityDidChange(from old: Activity) {
    if case .idle = activity, case .idle = old { return }
    forgetNotches()
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
