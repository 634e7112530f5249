import ScrollGeometry

extension ScrollView {
  /// Handles scrolling with two fingers on a touchpad: a drag whose translation is the sum of the deltas.
  func touchpadDidMove(_ event: TouchpadEvent) {
    guard isScrollEnabled else { return }
    if event.modifiers.contains(.control) {
      touchpadDidZoom(event)
      return
    }
    guard scrollPan.allowedTouchTypes.contains(.indirect) else { return }
    if !isDraggedByTouchpad { touchpadDidBegin(at: event.timestamp) }
    guard isDraggedByTouchpad, var touchpad = scrollPan.touchpad else { return }
    touchpad.tracker.coordinates = gestureCoordinates
    let isSample = touchpad.move(by: event, now: now)
    scrollPan.touchpad = touchpad
    if event.delta != .zero { touchpadDidDrag(isSample: isSample) }
    if event.phase == .ended { touchpadDidLeave(at: event.timestamp) }
  }

  /// Whether the touchpad tracks or drags the content.
  private var isDraggedByTouchpad: Bool {
    switch activity {
    case .tracking(let tracking): tracking.source == .touchpad
    case .dragging(let drag): drag.source == .touchpad
    case .idle, .decelerating, .animating, .zooming: false
    }
  }

  private func touchpadDidBegin(at time: Double) {
    endZoomBySilence()
    guard !isTouched else { return }
    let caught = catchContent()
    flicks.touchDown(at: time, isCoasting: caught == .freely)
    scrollPan.touchpad = TouchpadPan(time: time, now: now)
    // Two fingers on a touchpad keep the 10 points even when they catch moving content. [M]
    activity = .tracking(Tracking(source: .touchpad))
  }

  private func touchpadDidDrag(isSample: Bool) {
    if case .tracking(let tracking) = activity {
      let axes = tracker(of: .touchpad).recognizedAxes(among: scrollableAxes)
      guard !axes.isEmpty else { return }
      scrollPan.touchpad?.tracker.subtractHysteresis(along: axes)
      beginDrag(tracking, isSample: isSample)
    } else if case .dragging(let drag) = activity {
      continueDrag(drag, isSample: isSample)
    }
  }

  private func touchpadDidLeave(at time: Double) {
    switch activity {
    case .tracking: trackingDidEnd(at: time)
    case .dragging(let drag): release(drag, at: time)
    case .idle, .decelerating, .animating, .zooming: break
    }
  }

  /// Returns whether a touchpad gesture that starts with `delta` can scroll or zoom the view.
  func mayScroll(along delta: Point, zooming: Bool) -> Bool {
    if zooming { return canZoom }
    return delta == .zero ? !scrollableAxes.isEmpty : takes(-turned(delta, from: nil))
  }
}

extension ScrollView {
  /// Two fingers that scroll on a touchpad.
  struct TouchpadPan {
    /// The time without an event that counts as lifting the fingers on a device that doesn't report that, in seconds. [C]
    static let silence = 0.08

    /// The movement: the sum of the deltas.
    var tracker: PanTracker
    /// The time of the last event, in seconds.
    private var lastEvent: Double
    private var reportsStops = false

    init(time: Double, now: Double) {
      tracker = PanTracker(position: .zero, time: time)
      lastEvent = now
    }

    /// The time at which silence ends the gesture, in seconds; `nil` if only the device does.
    var deadline: Double? { reportsStops ? nil : lastEvent + Self.silence }

    /// Adds the delta of an event; returns whether it made a velocity sample.
    mutating func move(by event: TouchpadEvent, now: Double) -> Bool {
      lastEvent = now
      reportsStops = event.reportsStops
      // The fingers on a touchpad are still once their deltas are zero.
      if event.delta != .zero { tracker.noteEvent(at: event.timestamp) }
      return tracker.move(to: tracker.position + event.delta, time: event.timestamp)
    }
  }
}
