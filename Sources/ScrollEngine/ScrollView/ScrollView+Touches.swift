import Geometry

extension ScrollView {
  /// Recognizes the drags that scroll.
  ///
  /// Corresponds to `UIScrollView.panGestureRecognizer`.
  public var panGestureRecognizer: PanGestureRecognizer { scrollPan }

  /// Recognizes the pinches that zoom; nil where zooming is impossible.
  ///
  /// Corresponds to `UIScrollView.pinchGestureRecognizer`.
  public var pinchGestureRecognizer: PinchGestureRecognizer? {
    updatePinchRecognizer()
    return canZoom ? scrollPinch : nil
  }

  /// Attaches the pinch recognizer where zooming is possible, else detaches it.
  func updatePinchRecognizer() {
    if canZoom, scrollPinch.view == nil {
      addGestureRecognizer(scrollPinch)
    } else if !canZoom, scrollPinch.view != nil {
      removeGestureRecognizer(scrollPinch)
    }
  }

  /// True if the hand that is down caught moving content, so that its first movement drags.
  var beginsDragAtOnce: Bool {
    switch activity {
    case .tracking(let tracking): tracking.beginsAtOnce
    case .zooming, .zoomBouncing: true
    case .idle, .dragging, .decelerating, .animating: false
    }
  }

  /// True if a drag may take `touch` back from the content, which is asked where it has had the touch.
  func mayTake(_ touch: Touch) -> Bool {
    guard touch.delivery == .delivered, let view = touch.view, view !== self else { return true }
    return canCancelContentTouches && touchesShouldCancel(in: view)
  }

  /// True unless the hand moves along an axis where this view has come to its edge and a scroll view around it has not.
  func isInnermostForDrag(along travel: Point) -> Bool {
    let reached = PanTracker.mainAxes(of: travel, among: scrollableAxes)
    if hasRoom(along: -travel.along(reached)) { return true }
    var outer = superview?.nearestScrollView
    while let here = outer {
      if here.hasRoom(along: -travel.along(reached)) { return false }
      outer = here.superview?.nearestScrollView
    }
    return true
  }

  /// True if the offset can grow (or shrink) in the direction of `displacement` on an axis, within the range.
  func hasRoom(along displacement: Point) -> Bool {
    let range = range
    let offset = contentOffset
    return displacement.x > 0 && offset.x < range.upper.x
      || displacement.x < 0 && offset.x > range.lower.x
      || displacement.y > 0 && offset.y < range.upper.y
      || displacement.y < 0 && offset.y > range.lower.y
  }

  /// The first finger came down on the view or its content.
  func trackingDidBegin(_ touches: [Touch], with event: Event) {
    let wasMoving = catchContent()
    // The delegate may have taken the hand away when it heard of what was caught.
    guard scrollPan.tracker != nil else { return }
    flicks.touchDown(at: event.timestamp, isCoasting: wasMoving == .freely)
    if wasMoving != .not {
      for touch in touches { touch.window?.cancelInContent(touch, event) }
    }
    switch activity {
    case .zoomBouncing(var rebound):
      rebound.drag = HeldDrag(source: .touches)
      activity = .zoomBouncing(rebound)
    case .tracking: break
    case .idle, .dragging, .decelerating, .animating, .zooming:
      activity = .tracking(Tracking(source: .touches))
    }
  }

  /// How content moved when a hand caught it.
  enum Movement {
    /// It did not.
    case not
    /// It flew inside its range.
    case freely
    /// It was drawn back, or animated.
    case otherwise
  }

  /// Stops what moves, where it is, on a whole pixel; the activity is tracking afterwards if something did.
  func catchContent() -> Movement {
    switch activity {
    case .idle, .zoomBouncing: return .not
    case .tracking(let tracking):
      trackingDidEnd(tracking)
      return catchRemainingMotion()
    case .dragging(let drag):
      release(drag, at: now, isCancelled: true)
      return catchRemainingMotion()
    case .zooming(let zoom):
      endZoom(zoom, at: now)
      return catchRemainingMotion()
    case .animating:
      let ended = endCalls
      activity = .tracking(Tracking(source: .touches, beginsAtOnce: true))
      moveContent(to: pixelRounded(contentOffset))
      notify(ended)
      return .otherwise
    case .decelerating:
      return catchDeceleration()
    }
  }

  /// Catches what moves by itself once another hand or a zoom has ended.
  private func catchRemainingMotion() -> Movement {
    switch activity {
    case .decelerating, .animating: catchContent()
    case .idle, .tracking, .dragging, .zooming, .zoomBouncing: .not
    }
  }

  private func catchDeceleration() -> Movement {
    guard case .decelerating(let deceleration) = activity else { return .not }
    let isDrawnBack = deceleration.motion.isDrawnBack(at: now)
    let caught = deceleration.motion.caughtPosition(at: now)
    activity = .tracking(
      Tracking(source: .touches, owesDidEndDecelerating: true, beginsAtOnce: true))
    moveContent(to: pixelRounded(caught))
    return isDrawnBack ? .otherwise : .freely
  }

  /// The hand moved, and its movement is a drag.
  func panDidMove(isSample: Bool) {
    switch activity {
    case .tracking(let tracking): beginDrag(tracking, isSample: isSample)
    case .dragging(let drag): continueDrag(drag, isSample: isSample)
    case .zooming(var zoom):
      let isBeginning = !(zoom.drag?.isBegun ?? false)
      zoom.drag = held(zoom.drag, isSample: isSample)
      activity = .zooming(zoom)
      if isBeginning { notify(.willBeginDragging) }
    case .zoomBouncing(let rebound): drag(rebound, isSample: isSample)
    case .idle, .decelerating, .animating: break
    }
  }

  /// The last finger left.
  func panDidEnd(isCancelled: Bool, at time: Double) {
    switch activity {
    case .tracking(let tracking): trackingDidEnd(tracking)
    case .dragging(let drag): release(drag, at: time, isCancelled: isCancelled)
    case .zoomBouncing(var rebound):
      let wasBegun = rebound.drag?.isBegun ?? false
      rebound.drag = nil
      activity = .zoomBouncing(rebound)
      if wasBegun { notify(Self.dragEndAtRest) }
    case .zooming(let zoom):
      endZoom(zoom, at: time)
      // What the zoom leaves to the hand is let go at once.
      if !isZooming { panDidEnd(isCancelled: isCancelled, at: time) }
    case .idle, .decelerating, .animating: break
    }
  }

  /// The hand let go without having dragged.
  func trackingDidEnd(_ tracking: Tracking) {
    settle(owesDidEndDecelerating: tracking.owesDidEndDecelerating)
  }
}

extension PanTracker {
  /// The axes that a movement counts on: those along which it is a pan, or the longer one before that.
  static func mainAxes(of travel: Point, among axes: Axes) -> Axes {
    let along = travel.along(axes)
    var found: Axes = []
    if abs(along.x) >= hysteresis { found.insert(.horizontal) }
    if abs(along.y) >= hysteresis { found.insert(.vertical) }
    guard found.isEmpty else { return found }
    return abs(along.x) >= abs(along.y) ? .horizontal : .vertical
  }
}
