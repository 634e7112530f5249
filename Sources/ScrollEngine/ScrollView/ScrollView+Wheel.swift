import ScrollGeometry

extension ScrollView {
  /// The distance by which a notch of the wheel or an arrow key scrolls the content, in points. [C]
  static let notchDistance = 60.0

  /// Handles the wheel: it scrolls the content, horizontally with shift, and zooms with control.
  func wheelDidTurn(_ event: WheelEvent) {
    guard isScrollEnabled else { return }
    if event.modifiers.contains(.control) {
      wheelDidZoom(event)
      return
    }
    let turned =
      event.modifiers.contains(.shift)
      ? Point(x: event.notches.y, y: event.notches.x) : event.notches
    let notches = gestureCoordinates?.steps(turned) ?? turned
    if isPagingEnabled {
      turnPages(by: wholeNotches(notches))
    } else {
      move(by: notches * tuning.notch)
    }
  }

  /// The fraction of a notch that sums of fractions may be off. [C]
  private static let notchTolerance = 1e-9

  /// Returns the whole notches accumulated so far; high-resolution wheels report fractions of notches, which add up
  /// until the direction changes.
  private func wholeNotches(_ notches: Point) -> Point {
    func whole(_ part: Double, _ pending: inout Double) -> Double {
      if part * pending < 0 { pending = 0 }
      pending += part
      let nearest = pending.rounded()
      let whole =
        abs(pending - nearest) < Self.notchTolerance ? nearest : pending.rounded(.towardZero)
      pending -= whole
      return whole
    }
    return Point(
      x: whole(notches.x, &pendingNotches.x), y: whole(notches.y, &pendingNotches.y))
  }

  /// Turns pages, counted from the page at which the content will rest.
  func turnPages(by count: Point) {
    endZoomBySilence()
    guard !isTouched, count != .zero else { return }
    let range = range
    let start = restingOffset
    let target = Point(
      x: page(count.x, from: start.x, length: bounds.width, range: range.horizontal),
      y: page(count.y, from: start.y, length: bounds.height, range: range.vertical))
    animate(to: target, purpose: .notch)
  }

  /// Moves the target of notches within the range and animates the content to it.
  func move(by displacement: Point) {
    endZoomBySilence()
    guard !isTouched, displacement != .zero else { return }
    let target = range.clamp(currentNotchTarget + displacement)
    animate(to: pixelRounded(target), purpose: .notch)
    notchTarget = target
  }

  /// Where the last notches lead, without rounding, while nothing else has moved the content along an axis.
  private var currentNotchTarget: Point {
    let isOnTheWay =
      if case .animating(let animation) = activity { animation.purpose == .notch } else { false }
    let rest = isOnTheWay ? restingOffset : contentOffset
    guard let notchTarget else { return rest }
    return Point(
      x: pixelRounded(notchTarget.x) == rest.x ? notchTarget.x : rest.x,
      y: pixelRounded(notchTarget.y) == rest.y ? notchTarget.y : rest.y)
  }

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
    flicks.touchDown(at: time, isCoasting: caught == .freely, pause: tuning.flickPause)
    scrollPan.touchpad = TouchpadPan(time: time, now: now, tuning)
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

  /// Two fingers that scroll on a touchpad.
  struct TouchpadPan {
    /// The time without an event that counts as lifting the fingers on a device that doesn't report that, in seconds. [C]
    static let silence = 0.08

    /// The movement: the sum of the deltas.
    var tracker: PanTracker
    /// The time of the last event, in seconds.
    private var lastEvent: Double
    private var reportsStops = false

    init(time: Double, now: Double, _ tuning: Tuning) {
      tracker = PanTracker(position: .zero, time: time, tuning: tuning)
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
