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
    let middle = Point(x: bounds.width / 2, y: bounds.height / 2)
    let corner = view.frame.origin
    let held = (contentOffset + middle - corner) / zoomScale
    zoom(view, to: end, offset: corner + held * end - middle, animated: animated)
  }

  /// Scales and moves the content so that `rect`, in the zoomed view's coordinates, fills the viewport as far as the limits
  /// allow, its middle in the middle.
  ///
  /// Does nothing for an empty rectangle or without a view to scale. Corresponds to `UIScrollView.zoom(to:animated:)`.
  public func zoom(to rect: Rect, animated: Bool) {
    guard rect.isAcceptable, !rect.isEmpty, !bounds.isEmpty, let view = zoomView else { return }
    let scale = scaleBand.clamp(
      min(bounds.width / rect.width, bounds.height / rect.height))
    let middle = Point(x: bounds.width / 2, y: bounds.height / 2)
    let place = view.frame.origin + (rect.center - view.bounds.origin) * scale
    zoom(view, to: scale, offset: place - middle, animated: animated)
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
    let rest = isPagingEnabled ? pageTarget(velocity: .zero) : pixelRounded(contentOffset)
    moveContent(to: range.clamp(rest))
  }
}

// MARK: - Animations

extension ScrollView {
  /// Moves the content to `target` in the way that `purpose` asks for.
  func animate(to target: Point, purpose: Animation.Purpose) {
    guard target != contentOffset else {
      if case .animating(let animation) = activity, restingOffset != target {
        interrupt(animation)
      }
      return
    }
    if case .animating(let animation) = activity {
      if case .zoom = animation.course { interrupt(animation) }
    } else {
      stopMoving()
    }
    activity = .animating(
      Animation(
        course: .offset(from: contentOffset, to: target), startTime: now, purpose: purpose))
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
  func finish(_ animation: Animation) {
    show(animation, at: animation.endTime)
    guard case .animating(let animation) = activity else { return }
    interrupt(animation)
  }

  /// Ends an animation where it is, and says so.
  func interrupt(_ animation: Animation) {
    activity = .idle
    switch (animation.course, animation.purpose) {
    case (.zoom, _):
      delegate?.scrollViewDidEndZooming(self, with: zoomView, atScale: zoomScale)
    case (.offset(_, let end), .top):
      if contentOffset == end { delegate?.scrollViewDidScrollToTop(self) }
    case (.offset, _):
      delegate?.scrollViewDidEndScrollingAnimation(self)
    }
  }

  /// Ends whatever moves by itself where it is, and says so.
  func stopMoving() {
    switch activity {
    case .decelerating: endFlight()
    case .animating(let animation): interrupt(animation)
    case .idle, .tracking, .dragging, .zooming, .zoomBouncing: break
    }
  }

  /// Takes the content out of the hand, or out of a zoom, where it is.
  private func stopGesture() {
    switch activity {
    case .tracking(let tracking):
      activity = .idle
      if tracking.owesDecelerationEnd { delegate?.scrollViewDidEndDecelerating(self) }
    case .dragging(let drag):
      tellDragEndedAtRest()
      activity = .idle
      if drag.owesDecelerationEnd { delegate?.scrollViewDidEndDecelerating(self) }
    case .zooming, .zoomBouncing:
      activity = .idle
      delegate?.scrollViewDidEndZooming(
        self, with: zoomView, atScale: scaleBand.clamp(zoomScale))
    case .idle, .decelerating, .animating: break
    }
    scrollPan.abandon()
    scrollPinch.abandon()
  }

  private func zoom(_ view: View, to scale: Double, offset: Point, animated: Bool) {
    let end = range(in: bounds.size, content: view.bounds.size * scale).clamp(offset)
    let rounded = pixelRounded(end)
    guard scale != zoomScale || rounded != contentOffset else { return }
    guard !isTouched, !isZooming, !isZoomBouncing else {
      jump(view, to: scale, offset: rounded)
      return
    }
    stopMoving()
    guard animated else {
      setScale(scale, of: view, offset: rounded)
      return
    }
    let course = ZoomCourse(
      startScale: zoomScale, endScale: scale, startOffset: contentOffset, endOffset: rounded)
    activity = .animating(
      Animation(course: .zoom(course), startTime: now, purpose: .program))
    delegate?.scrollViewWillBeginZooming(self, with: view)
  }

  /// The program scales under the fingers: the gesture goes on from there.
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
    case .idle, .tracking, .decelerating, .animating: break
    }
  }

  /// The limits of the scale changed: content at rest is brought within them.
  func zoomLimitsDidChange() {
    updatePinchRecognizer()
    if case .idle = activity, scaleBand.clamp(zoomScale) != zoomScale {
      setZoomScale(zoomScale, animated: false)
    }
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
    let top = Point(x: contentOffset.x, y: range.lower.y)
    guard contentOffset.y != top.y else { return false }
    guard delegate?.scrollViewShouldScrollToTop(self) ?? true else { return false }
    guard !isTouched, !isZooming, !isZoomBouncing else { return false }
    animate(to: top, purpose: .top)
    return true
  }
}
