public import Geometry

extension ScrollView {
  /// Moves the content to an offset, which is rounded to device pixels but not clamped to the range.
  ///
  /// Without animation it stops a deceleration or an animation; under a finger the drag goes on from there. Animated it
  /// takes 0.3 s; a second call goes on from where the content is. Nothing happens, and nobody is called, when
  /// the content is there already. Corresponds to `UIScrollView.setContentOffset(_:animated:)`.
  public func setContentOffset(_ contentOffset: Point, animated: Bool) {
    guard contentOffset.isAcceptable else { return }
    let target = pixelRounded(contentOffset)
    guard !isTouched, !isZooming, !isZoomBouncing else {
      self.contentOffset = target
      return
    }
    if animated {
      animate(to: target, purpose: .program)
    } else {
      stopMoving()
      moveContent(to: target)
    }
  }

  /// Moves the content as little as possible so that `rect`, in the content's coordinates, shows.
  ///
  /// The rectangle is cut to the content first; nothing happens when it is empty or shows already. One that is larger than
  /// the viewport is aligned at its leading edge. Corresponds to `UIScrollView.scrollRectToVisible(_:animated:)`.
  public func scrollRectToVisible(_ rect: Rect, animated: Bool) {
    guard rect.isAcceptable else { return }
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

  /// Scales the content about the middle of the viewport; the scale is brought within the limits.
  ///
  /// Does nothing without a view to scale. Animated it takes 0.3 s.
  /// Corresponds to `UIScrollView.setZoomScale(_:animated:)`.
  public func setZoomScale(_ scale: Double, animated: Bool) {
    guard scale.isAcceptable, let view = zoomView else { return }
    let end = scaleBand.clamp(scale)
    zoom(view, to: end, offset: offset(centering: view, at: end), animated: animated)
  }

  /// Scales and moves the content so that `rect`, in the zoomed view's coordinates, fills the viewport as far as the limits
  /// allow, its middle in the middle.
  ///
  /// Does nothing for an empty rectangle or without a view to scale. Corresponds to `UIScrollView.zoom(to:animated:)`.
  public func zoom(to rect: Rect, animated: Bool) {
    guard rect.isAcceptable, !rect.isEmpty, !bounds.isEmpty, let view = zoomView else { return }
    let part = placeInZoomedFrame(rect, of: view)
    let scale = scaleBand.clamp(
      min(bounds.width / part.width, bounds.height / part.height))
    let middle = Point(x: bounds.width / 2, y: bounds.height / 2)
    let place = zoomedCorner(of: view) + part.center * scale
    let range = range(in: bounds.size, content: zoomedSize(of: view, at: scale))
    zoom(
      view, to: scale, offset: pixelRounded(range.clamp(place - middle)), animated: animated)
  }

  /// The scale of the content; 1 at first.
  ///
  /// Setting it is ``setZoomScale(_:animated:)`` without animation.
  ///
  /// Corresponds to `UIScrollView.zoomScale`.
  public var zoomScale: Double {
    get { storedZoomScale }
    set { setZoomScale(newValue, animated: false) }
  }

  /// Stops scrolling and zooming at once.
  ///
  /// The content stays where it is, but comes back from beyond its edge, to the nearest page where there are pages, and
  /// within the limits of the scale. A finger that is down no longer scrolls.
  /// Corresponds to `UIScrollView.stopScrollingAndZooming()`.
  public func stopScrollingAndZooming() {
    stopGesture()
    stopMoving()
    if let view = zoomView, scaleBand.clamp(zoomScale) != zoomScale {
      setScale(scaleBand.clamp(zoomScale), of: view, offset: contentOffset)
    }
    moveContent(to: restingPage(velocity: .zero))
  }
}

// MARK: - Animations

extension ScrollView {
  /// Moves the content to `target` in the way that `purpose` asks for.
  func animate(to target: Point, purpose: Animation.Purpose) {
    guard target != contentOffset else {
      if case .animating = activity, restingOffset != target { stopMoving() }
      return
    }
    let ended = isAnimatingOffset ? [] : endCalls
    activity = .animating(
      Animation(
        course: .offset(from: contentOffset, to: target), startTime: now, purpose: purpose,
        staysInRange: range.contains(target)))
    notify(ended)
  }

  private var isAnimatingOffset: Bool {
    if case .animating(let animation) = activity, case .offset = animation.course {
      true
    } else {
      false
    }
  }

  /// Shows an animation at `time`.
  func show(_ animation: Animation, at time: Double) {
    let part = animation.progress(at: time)
    switch animation.course {
    case .offset(let start, let end):
      moveContent(to: part == 1 ? end : start + (end - start) * part)
    case .zoom(let course):
      guard let view = zoomView else { return }
      let (scale, offset) = course.state(at: part)
      setScale(scale, of: view, offset: offset)
    }
  }

  /// The animation has arrived.
  ///
  /// A delegate that moves its end, or begins another one, while it is told of the last step is heeded.
  func finish(_ animation: Animation) {
    show(animation, at: animation.endTime)
    for _ in 0..<ReentrancyLimit.limit {
      guard case .animating(let animation) = activity, animation.endTime <= now else { return }
      guard contentOffset != restingOffset else { break }
      show(animation, at: animation.endTime)
    }
    stopMoving()
  }

  /// Ends whatever moves by itself where it is, and says so.
  func stopMoving() {
    switch activity {
    case .decelerating, .animating:
      let ended = endCalls
      activity = .idle
      notify(ended)
    case .idle, .tracking, .dragging, .zooming, .zoomBouncing: break
    }
  }

  /// Takes the content out of the hand, or out of a zoom, where it is.
  private func stopGesture() {
    switch activity {
    case .tracking(let tracking):
      activity = .idle
      if tracking.owesDidEndDecelerating { notify(.didEndDecelerating) }
    case .dragging(let drag):
      activity = .idle
      if !drag.isEnding { notify(Self.dragEndAtRest + owed(drag)) }
    case .zooming(let zoom): stopZoom(holding: zoom.drag)
    case .zoomBouncing(let rebound): stopZoom(holding: rebound.drag)
    case .idle, .decelerating, .animating: break
    }
    scrollPan.abandon()
    scrollPinch.abandon()
  }

  private func stopZoom(holding drag: HeldDrag?) {
    activity = .idle
    let isDragging = drag?.isBegun ?? false
    notify(
      (isDragging ? Self.dragEndAtRest : [])
        + [.didEndZooming(scale: scaleBand.clamp(zoomScale))])
  }

  private func zoom(_ view: View, to scale: Double, offset: Point, animated: Bool) {
    guard scale != zoomScale || offset != contentOffset else { return }
    guard !isTouched, !isZooming, !isZoomBouncing else {
      jump(view, to: scale, offset: offset)
      return
    }
    guard animated else {
      stopMoving()
      // The delegate may have changed the range when it heard of the stop.
      let range = range(in: bounds.size, content: zoomedSize(of: view, at: scale))
      setScale(scale, of: view, offset: range.clamp(offset))
      return
    }
    let ended = endCalls
    let course = ZoomCourse(
      startScale: zoomScale, endScale: scale, startOffset: contentOffset, endOffset: offset)
    activity = .animating(
      Animation(course: .zoom(course), startTime: now, purpose: .program))
    notify(ended + [.willBeginZooming])
  }

  /// The program scales under the fingers, or under what moves: that goes on from there.
  private func jump(_ view: View, to scale: Double, offset: Point) {
    setScale(scale, of: view, offset: offset)
    switch activity {
    case .dragging(let drag): activity = .dragging(rebased(drag))
    case .zooming(let zoom):
      var anew = anchored(zoom.source, view, at: zoom.centroid, drag: zoom.drag)
      anew.startScale = anew.startScale * zoom.startScale / zoom.scale
      activity = .zooming(anew)
    case .zoomBouncing(let rebound):
      finish(
        Rebound(
          bounce: ZoomBounce(
            startTime: now, from: (scale, offset), to: (scale, offset), pixel: 1 / displayScale),
          drag: rebound.drag))
    case .decelerating(let deceleration): replan(deceleration)
    case .animating(let animation):
      activity = .animating(followed(animation, from: range, to: range))
    case .idle, .tracking: break
    }
  }

  /// The limits of the scale changed: content that no zoom holds is brought within them.
  func zoomLimitsDidChange() {
    updatePinchRecognizer()
    guard let view = zoomView else { return }
    switch activity {
    case .zooming: break
    case .animating(var animation):
      guard case .zoom(var course) = animation.course else {
        bringWithinLimits(view)
        break
      }
      // On its way from outside of the limits, it might be interrupted there.
      guard scaleBand.clamp(zoomScale) == zoomScale else {
        stopMoving()
        bringWithinLimits(view)
        break
      }
      course.endScale = scaleBand.clamp(course.endScale)
      animation.course = .zoom(course)
      activity = .animating(followed(animation))
    case .idle, .tracking, .dragging, .decelerating, .zoomBouncing: bringWithinLimits(view)
    }
  }

  private func bringWithinLimits(_ view: View) {
    let end = scaleBand.clamp(zoomScale)
    guard end != zoomScale || isZoomBouncing else { return }
    jump(view, to: end, offset: offset(centering: view, at: end))
  }

  /// The offset at `scale` that leaves the middle of the viewport where it is, as far as the range allows it.
  private func offset(centering view: View, at scale: Double) -> Point {
    let middle = Point(x: bounds.width / 2, y: bounds.height / 2)
    let corner = zoomedCorner(of: view)
    let held = (contentOffset + middle - corner) / zoomScale
    let range = range(in: bounds.size, content: zoomedSize(of: view, at: scale))
    return pixelRounded(range.clamp(corner + held * scale - middle))
  }
}

extension ScrollView.ZoomCourse {
  /// The scale and the offset when the part `part` of the way is done, evenly in the logarithm of the scale.
  func state(at part: Double) -> (scale: Double, offset: Point) {
    guard part < 1 else { return (endScale, endOffset) }
    let scale = Easing.interpolatedScale(from: startScale, to: endScale, part: part)
    let way =
      startScale == endScale ? part : (scale - startScale) / (endScale - startScale)
    return (scale, startOffset + (endOffset - startOffset) * way)
  }
}

// MARK: - To the top

extension ScrollView {
  /// The gesture that scrolls to the top found this view; returns whether it scrolls.
  func scrollToTopByGesture() -> Bool {
    guard contentOffset.y != range.lower.y else { return false }
    guard delegate?.scrollViewShouldScrollToTop(self) ?? true else { return false }
    let top = Point(x: pixelRounded(range.clamp(contentOffset).x), y: range.lower.y)
    guard !isTouched, !isZooming, !isZoomBouncing else { return false }
    animate(to: top, purpose: .top)
    return true
  }
}
