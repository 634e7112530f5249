import ScrollGeometry

extension ScrollView {
  /// The gesture recognizer for drags that scroll.
  ///
  /// Corresponds to `UIScrollView.panGestureRecognizer`.
  public var panGestureRecognizer: PanGestureRecognizer { scrollPan }

  /// The gesture recognizer for pinches that zoom, or `nil` if zooming is disabled.
  ///
  /// Corresponds to `UIScrollView.pinchGestureRecognizer`.
  public var pinchGestureRecognizer: PinchGestureRecognizer? {
    updatePinchRecognizer()
    return canZoom ? scrollPinch : nil
  }

  /// Attaches the pinch recognizer if zooming is enabled, otherwise detaches it.
  func updatePinchRecognizer() {
    if canZoom, scrollPinch.view == nil {
      addGestureRecognizer(scrollPinch)
    } else if !canZoom, scrollPinch.view != nil {
      removeGestureRecognizer(scrollPinch)
    }
  }

  /// Whether the first movement drags, because the touch caught moving content.
  var beginsDragAtOnce: Bool {
    switch activity {
    case .tracking(let tracking): tracking.beginsAtOnce
    case .zooming: true
    case .idle, .dragging, .decelerating, .animating: false
    }
  }

  /// Returns whether a drag may cancel `touch` in the content; asks only for a touch that has been delivered.
  func mayCancel(_ touch: Touch) -> Bool {
    guard touch.delivery == .delivered, let view = touch.view, view !== self else { return true }
    return canCancelContentTouches && touchesShouldCancel(in: view)
  }

  /// Returns false if the view is at its edge in the direction of a drag and an outer scroll view is not.
  ///
  /// An outer one that may scroll at the same time keeps nothing from the view.
  func isInnermost(for drag: PanTracker) -> Bool {
    let displacement = -drag.travel.along(drag.mainAxes(among: scrollableAxes))
    if takes(displacement) { return true }
    var outer = superview?.nearestScrollView
    while let here = outer {
      if here.hasRoom(along: here.turned(displacement, from: self)),
        !scrollPan.mayJoin(here.scrollPan)
      {
        return false
      }
      outer = here.superview?.nearestScrollView
    }
    return true
  }

  /// Returns whether the view scrolls by `displacement`, or keeps it from an outer scroll view.
  func takes(_ displacement: Point) -> Bool {
    hasRoom(along: displacement)
      || displacement.x != 0 && !transfersHorizontalScrollingToParent
        && scrollableAxes.contains(.horizontal)
      || displacement.y != 0 && !transfersVerticalScrollingToParent
        && scrollableAxes.contains(.vertical)
  }

  /// Returns whether the offset can change in the direction of `displacement` within the range.
  func hasRoom(along displacement: Point) -> Bool {
    let range = range
    let offset = contentOffset
    return displacement.x > 0 && offset.x < range.upper.x
      || displacement.x < 0 && offset.x > range.lower.x
      || displacement.y > 0 && offset.y < range.upper.y
      || displacement.y < 0 && offset.y > range.lower.y
  }

  /// Begins tracking when the first touch begins, and catches moving content.
  func trackingDidBegin(_ touches: [Touch], with event: Event) {
    endWheelZoom()
    let wasMoving = catchContent()
    // The delegate may have ended the touch when it was notified.
    guard scrollPan.tracker != nil else { return }
    flicks.touchDown(at: event.timestamp, isCoasting: wasMoving == .freely)
    if wasMoving != .not {
      for touch in touches { touch.window?.cancelInContent(touch, event) }
    }
    switch activity {
    case .tracking: break
    case .idle, .dragging, .decelerating, .animating, .zooming:
      activity = .tracking(Tracking(source: .touches))
    }
  }

  /// The motion that a touch caught.
  enum Movement {
    /// None.
    case not
    /// A deceleration inside the range.
    case freely
    /// A bounce or an animation.
    case otherwise
  }

  /// Stops the content on a device pixel; if it was moving, the activity is tracking afterward.
  func catchContent() -> Movement {
    switch activity {
    case .idle: return .not
    case .tracking:
      trackingDidEnd()
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

  /// Catches the motion that follows the end of another drag or a zoom.
  private func catchRemainingMotion() -> Movement {
    switch activity {
    case .decelerating, .animating: catchContent()
    case .idle, .tracking, .dragging, .zooming: .not
    }
  }

  private func catchDeceleration() -> Movement {
    guard case .decelerating(let deceleration) = activity else { return .not }
    let isPulledBack = deceleration.motion.isPulledBack(at: now)
    let caught = deceleration.motion.position(at: now)
    activity = .tracking(Tracking(source: .touches, beginsAtOnce: true))
    moveContent(to: pixelRounded(caught))
    return isPulledBack ? .otherwise : .freely
  }

  /// Begins or continues a drag when the pan moves.
  func panDidMove(isSample: Bool) {
    switch activity {
    case .tracking(let tracking): beginDrag(tracking, isSample: isSample)
    case .dragging(let drag): continueDrag(drag, isSample: isSample)
    case .zooming(var zoom):
      let isBeginning = !(zoom.drag?.isBegun ?? false)
      zoom.drag = held(zoom.drag, isSample: isSample)
      activity = .zooming(zoom)
      if isBeginning { notify(.willBeginDragging) }
    case .idle, .decelerating, .animating: break
    }
  }

  /// Ends tracking or a drag when the last touch lifts.
  func panDidEnd(isCancelled: Bool, at time: Double) {
    switch activity {
    case .tracking: trackingDidEnd(at: isCancelled ? now : time)
    case .dragging(let drag): release(drag, at: time, isCancelled: isCancelled)
    case .zooming(let zoom):
      endZoom(zoom, at: time)
      // The drag that the zoom leaves ends at once.
      if !isZooming { panDidEnd(isCancelled: isCancelled, at: time) }
    case .idle, .decelerating, .animating: break
    }
  }

  /// Ends tracking that has not become a drag; `time` is when the finger lifted, by default the current time.
  func trackingDidEnd(at time: Double? = nil) {
    settle(from: time)
  }
}
