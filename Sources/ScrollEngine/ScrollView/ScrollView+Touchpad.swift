import Geometry

extension ScrollView {
  /// Two fingers scroll on a touchpad: a drag whose translation is the sum of the deltas.
  func touchpadDidMove(_ event: TouchpadEvent) {
    guard isScrollEnabled else { return }
    if event.modifiers.contains(.control) {
      touchpadDidZoom(event)
      return
    }
    guard scrollPan.allowedTouchTypes.contains(.indirect) else { return }
    if touchpad == nil { touchpadDidBegin(at: event.timestamp) }
    guard var (tracker, _) = touchpad else { return }
    let isSample = tracker.move(to: tracker.position + event.delta, time: event.timestamp)
    hold(.touchpad(tracker, lastEvent: now))
    if event.delta != .zero { touchpadDidDrag(isSample: isSample) }
    if event.phase == .ended { touchpadDidLeave(at: event.timestamp) }
  }

  /// The touchpad's hand, while it holds the content.
  private var touchpad: (PanTracker, lastEvent: Double)? {
    switch activity {
    case .tracking(let tracking):
      if case .touchpad(let tracker, let lastEvent) = tracking.source {
        (tracker, lastEvent)
      } else {
        nil
      }
    case .dragging(let drag):
      if case .touchpad(let tracker, let lastEvent) = drag.source {
        (tracker, lastEvent)
      } else {
        nil
      }
    case .idle, .decelerating, .animating, .zooming, .zoomBouncing: nil
    }
  }

  private func touchpadDidBegin(at time: Double) {
    guard !isTouched, !isZooming, !isZoomBouncing else { return }
    let caught = catchContent()
    flicks.touchDown(at: time, isCoasting: caught == .freely)
    let source = DragSource.touchpad(PanTracker(position: .zero, time: time), lastEvent: now)
    // Two fingers on a touchpad keep the 10 points even when they catch moving content. [T]
    var tracking = Tracking(source: source)
    if case .tracking(let caught) = activity {
      tracking.owesDidEndDecelerating = caught.owesDidEndDecelerating
    }
    activity = .tracking(tracking)
  }

  private func hold(_ source: DragSource) {
    switch activity {
    case .tracking(var tracking):
      tracking.source = source
      activity = .tracking(tracking)
    case .dragging(var drag):
      drag.source = source
      activity = .dragging(drag)
    case .idle, .decelerating, .animating, .zooming, .zoomBouncing: break
    }
  }

  private func touchpadDidDrag(isSample: Bool) {
    if case .tracking(var tracking) = activity,
      case .touchpad(var tracker, let lastEvent) = tracking.source
    {
      let axes = tracker.recognizedAxes(among: scrollableAxes)
      guard !axes.isEmpty else { return }
      tracker.takeOffHysteresis(along: axes)
      tracking.source = .touchpad(tracker, lastEvent: lastEvent)
      beginDrag(tracking, isSample: isSample)
    } else if case .dragging(let drag) = activity {
      continueDrag(drag, isSample: isSample)
    }
  }

  private func touchpadDidLeave(at time: Double) {
    switch activity {
    case .tracking(let tracking): trackingDidEnd(tracking)
    case .dragging(let drag): release(drag, at: time)
    case .idle, .decelerating, .animating, .zooming, .zoomBouncing: break
    }
  }

  /// True if a gesture on a touchpad that starts along `delta` finds something to do here.
  func mayScroll(along delta: Point, zooming: Bool) -> Bool {
    if zooming { return canZoom }
    return delta == .zero ? !scrollableAxes.isEmpty : hasRoom(along: -delta)
  }
}
