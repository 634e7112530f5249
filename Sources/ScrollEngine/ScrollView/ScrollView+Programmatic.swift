import ScrollGeometry

extension ScrollView {
  /// Moves or animates the content to an offset, rounded to device pixels.
  func scroll(to contentOffset: Point, animated: Bool) {
    guard let contentOffset = contentOffset.accepted else { return }
    willAnimate()
    endZoomBySilence()
    let target = pixelRounded(contentOffset)
    guard !isTouched else {
      guard animated, target != self.contentOffset else { return self.contentOffset = target }
      // The finger goes on dragging from there, and the way is only seen.
      View.animate(withDuration: tuning.animation) {
        self.contentOffset = target
      } completion: { [weak self] _ in
        self?.notifyBetweenFrames(.didEndScrollingAnimation)
      }
      return
    }
    if animated {
      animate(to: target, purpose: .program)
    } else {
      stopMoving()
      moveContent(to: target)
    }
  }

  /// Scrolls the content as little as possible so that `rect` is visible.
  func reveal(_ rect: Rect, animated: Bool) {
    guard let rect = rect.accepted else { return }
    let part = rect.intersection(Rect(origin: .zero, size: contentSize))
    guard !part.isEmpty else { return }
    let seen = bounds.inset(by: adjustedContentInset)
    let shift = Point(
      x: Self.shift(from: seen.minX, seen.maxX, toShow: part.minX, part.maxX),
      y: Self.shift(from: seen.minY, seen.maxY, toShow: part.minY, part.maxY))
    guard shift != .zero else { return }
    setContentOffset(range.clamp(contentOffset + shift), animated: animated)
  }

  private static func shift(
    from start: Double, _ end: Double, toShow first: Double, _ last: Double
  ) -> Double {
    if first >= start, last <= end { return 0 }
    if last - first > end - start || first < start { return first - start }
    return last - end
  }

  /// Zooms around the center of the viewport.
  func zoom(toScale scale: Double, animated: Bool) {
    guard let scale = scale.accepted, let view = zoomView else { return }
    endZoomBySilence()
    let end = scaleBand.clamp(scale)
    zoom(view, to: end, offset: offset(centering: view, at: end), animated: animated)
  }

  /// Zooms so that `rect`, in the zoomed view's coordinates, fills the viewport.
  func zoom(toFill rect: Rect, animated: Bool) {
    guard let rect = rect.accepted, !rect.isEmpty, !bounds.isEmpty, let view = zoomView else {
      return
    }
    endZoomBySilence()
    let part = rectInZoomedFrame(rect, of: view)
    let scale = scaleBand.clamp(
      min(bounds.width / part.width, bounds.height / part.height))
    let middle = Point(x: bounds.width / 2, y: bounds.height / 2)
    let place = zoomedCorner(of: view) + part.center.scaled(by: view.zoomFactors(at: scale))
    let range = range(in: bounds.size, content: zoomedSize(of: view, at: scale))
    zoom(
      view, to: scale, offset: pixelRounded(range.clamp(place - middle)), animated: animated)
  }

  /// Ends gestures and motions where they are seen, within the range and the scale limits.
  func stopEverything() {
    stopGesture()
    stopMoving()
    let isAnnounced = isZoomAnnounced
    wheelZoom = nil
    adoptPresentedPlace(within: scaleBand) {
      if let view = zoomView, scaleBand.clamp(zoomScale) != zoomScale {
        setScale(scaleBand.clamp(zoomScale), of: view, offset: contentOffset)
      }
      moveContent(to: restingPage(velocity: .zero))
    }
    if isAnnounced, !isZoomAnnounced { notify(.didEndZooming(scale: zoomScale)) }
  }

  // MARK: - Animations

  /// Animates the content to `target`.
  func animate(to target: Point, purpose: Animation.Purpose) {
    endWheelZoom()
    guard target != contentOffset else {
      switch activity {
      case .animating: if restingOffset != target { stopMoving() }
      case .dragging: stopMoving()
      case .idle, .tracking, .decelerating, .zooming: break
      }
      return
    }
    let ended = if case .animating = activity { [DelegateCall]() } else { endCalls }
    activity = .animating(
      Animation(
        start: contentOffset, end: target, startTime: now, purpose: purpose,
        duration: purpose == .notch ? Easing.notchDuration : tuning.animation,
        staysInRange: range.contains(target)))
    notify(ended)
  }

  /// Shows an animation at `time`.
  func show(_ animation: Animation, at time: Double) {
    moveContent(to: animation.offset(at: time))
  }

  /// Ends an animation.
  ///
  /// If the delegate changes its end or begins another animation during the last step, that animation continues.
  func finish(_ animation: Animation) {
    show(animation, at: animation.endTime)
    for _ in 0..<ReentrancyLimit.limit {
      guard case .animating(let animation) = activity, animation.endTime <= now else { return }
      guard contentOffset != restingOffset else { break }
      show(animation, at: animation.endTime)
    }
    stopMoving()
  }

  /// Stops a deceleration or animation at the current offset and notifies the delegate.
  ///
  /// A drag that is ending does so without a deceleration; who is ending it notifies the delegate.
  func stopMoving() {
    switch activity {
    case .decelerating, .animating:
      let ended = endCalls
      activity = .idle
      notify(ended)
    case .dragging(let drag): if drag.isEnding { activity = .idle }
    case .idle, .tracking, .zooming: break
    }
  }

  /// Ends a drag or a pinch at the current offset.
  private func stopGesture() {
    switch activity {
    case .tracking:
      activity = .idle
      notifyOwedEnd()
    case .dragging(let drag):
      activity = .idle
      if !drag.isEnding { notify(Self.dragEndAtRest + owedCalls) }
    case .zooming(let zoom):
      activity = .idle
      notify(
        (zoom.drag?.isBegun ?? false ? Self.dragEndAtRest : [])
          + (isZoomAnnounced ? [] : [.didEndZooming(scale: scaleBand.clamp(zoomScale))]))
    case .idle, .decelerating, .animating: break
    }
    scrollPan.abandon()
    scrollPinch.abandon()
  }

  /// Sets the end of a zoom, which is seen at once or, animated, after a fade.
  ///
  /// A gesture in progress continues from there.
  private func zoom(_ view: View, to scale: Double, offset: Point, animated: Bool) {
    guard scale != zoomScale || offset != contentOffset else { return }
    guard !isTouched else {
      guard animated else { return jump(view, to: scale, offset: offset) }
      beginAnimatedZoom(of: view) { jump(view, to: scale, offset: offset) }
      return
    }
    guard animated else {
      stopMoving()
      setEnd(of: view, scale: scale, offset: offset)
      return
    }
    beginAnimatedZoom(of: view) { setEnd(of: view, scale: scale, offset: offset) }
  }

  private func setEnd(of view: View, scale: Double, offset: Point) {
    // The delegate may have changed the range when it was notified.
    let range = range(in: bounds.size, content: zoomedSize(of: view, at: scale))
    setScale(scale, of: view, offset: range.clamp(offset))
  }

  private func beginAnimatedZoom(of view: View, _ setEnd: () -> Void) {
    let isAnnounced = isZoomAnnounced
    let ended = endCalls
    if !isTouched { activity = .idle }
    fade(.animation, of: view, since: now) {
      notify(ended + (isAnnounced ? [] : [.willBeginZooming]))
      if isZoomAnnounced { setEnd() }
    }
  }

  /// Continues the gesture or motion in progress from a scale that the program has set.
  private func jump(_ view: View, to scale: Double, offset: Point) {
    setScale(scale, of: view, offset: offset)
    switch activity {
    case .dragging(let drag): activity = .dragging(rebased(drag))
    case .zooming(let zoom):
      var anchoredAgain = anchored(zoom.source, view, at: zoom.centroid, drag: zoom.drag)
      anchoredAgain.startScale = anchoredAgain.startScale * zoom.startScale / zoom.scale
      activity = .zooming(anchoredAgain)
    case .decelerating(let deceleration): replan(deceleration, from: contentOffset)
    case .animating(let animation):
      activity = .animating(followed(animation, from: range, to: range))
    case .idle, .tracking: break
    }
  }

  /// Clamps the scale to changed limits unless a zoom gesture is in progress.
  ///
  /// A fade in progress continues to the limit from what is seen.
  func zoomLimitsDidChange() {
    updatePinchRecognizer()
    let end = scaleBand.clamp(zoomScale)
    guard !isZooming, end != zoomScale, let view = zoomView else { return }
    let offset = offset(centering: view, at: end)
    guard let fade = zoomFader?.fade else { return jump(view, to: end, offset: offset) }
    self.fade(fade.curve, of: view, since: now) { jump(view, to: end, offset: offset) }
  }

  /// Returns the offset at `scale` that keeps the center of the viewport in place, within the range.
  private func offset(centering view: View, at scale: Double) -> Point {
    let middle = Point(x: bounds.width / 2, y: bounds.height / 2)
    let corner = zoomedCorner(of: view)
    let held = (contentOffset + middle - corner).divided(by: view.zoomFactors(at: view.zoomedScale))
    let range = range(in: bounds.size, content: zoomedSize(of: view, at: scale))
    return pixelRounded(
      range.clamp(corner + held.scaled(by: view.zoomFactors(at: scale)) - middle))
  }

  // MARK: - Scroll to top

  /// Handles the scroll-to-top gesture; returns whether the view scrolls.
  func scrollToTopByGesture() -> Bool {
    guard !isTouched, contentOffset.y != range.lower.y else { return false }
    guard delegate?.scrollViewShouldScrollToTop(self) ?? true else { return false }
    endZoomBySilence()
    guard !isTouched else { return false }
    // Content that moves sideways stops, within the range; otherwise its horizontal offset stays as it is.
    let x = activity.movesByItself ? pixelRounded(range.clamp(contentOffset)).x : contentOffset.x
    animate(to: Point(x: x, y: range.lower.y), purpose: .top)
    return true
  }
}

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

extension ScrollView {
  /// The fraction of a page that stays visible when a key scrolls by a page. [C]
  static let pageOverlap = 0.1

  /// Handles a key press: arrow keys scroll the content, by a page with shift, to the edge with control.
  func keyWasPressed(_ event: KeyEvent) {
    guard isScrollEnabled, allowsKeyboardScrolling, let pressed = Self.direction(of: event.key)
    else { return }
    let direction = ownDirection(of: pressed)
    let step: Size
    if event.modifiers.contains(.control) {
      let range = range
      step = Size(
        width: range.upper.x - range.lower.x, height: range.upper.y - range.lower.y)
    } else if isPagingEnabled {
      turnPages(by: direction)
      return
    } else if event.modifiers.contains(.shift) {
      step = bounds.size * (1 - Self.pageOverlap)
    } else {
      step = Size(width: tuning.notch, height: tuning.notch)
    }
    move(by: Point(x: direction.x * step.width, y: direction.y * step.height))
  }

  /// Returns the direction along the nearest axis of the view for one in the window.
  private func ownDirection(of direction: Point) -> Point {
    guard let own = gestureCoordinates?.steps(direction) else { return direction }
    let isHorizontal = abs(own.x) > abs(own.y)
    return Point(
      x: isHorizontal ? (own.x < 0 ? -1 : 1) : 0, y: isHorizontal ? 0 : (own.y < 0 ? -1 : 1))
  }

  private static func direction(of key: KeyEvent.Key) -> Point? {
    switch key {
    case .up: Point(x: 0, y: -1)
    case .down: Point(x: 0, y: 1)
    case .left: Point(x: -1, y: 0)
    case .right: Point(x: 1, y: 0)
    default: nil
    }
  }
}
