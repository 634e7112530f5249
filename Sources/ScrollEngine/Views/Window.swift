public import Geometry

/// The outermost view: takes events in, hands them to recognizers and views, and carries time to whatever moves.
///
/// The engine owns no clock. Give every event to ``send(_:)`` and, whenever a frame is to be drawn, the present time to
/// ``advance(to:)``; both in the order of time. Corresponds to `UIWindow`.
open class Window: View {
  /// The engine's present, in seconds: the latest time it was told.
  public private(set) var time = 0.0
  /// The responder that keys go to.
  ///
  /// Corresponds to the private `UIWindow.firstResponder`.
  public internal(set) var firstResponder: Responder?

  private var activeTouches: [Int: Touch] = [:]
  private var moving: [ScrollView] = []
  private var watching: [GestureRecognizer] = []
  private var layoutQueue: [View] = []
  private var isLayingOut = false
  private weak var touchpadTarget: ScrollView?
  private weak var pinchTarget: ScrollView?

  /// Makes a window with its size; the origin plays no part.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
  }

  /// True while something moves or a timer runs, so that ``advance(to:)`` will change something.
  ///
  /// A program that draws stops its frame clock when this is false, until the next event or call.
  public var needsAdvance: Bool {
    !moving.isEmpty || watching.contains { $0.deadline != nil }
  }

  /// The fingers that are down.
  ///
  /// Corresponds to `UIEvent.allTouches`.
  public var touches: Set<Touch> { Set(activeTouches.values) }

  /// Lays out whatever in the window needs it.
  ///
  /// Events and advances end with this; call it before drawing when the program changed something in between.
  /// Corresponds to `UIView.layoutIfNeeded()`.
  public override func layoutIfNeeded() {
    super.layoutIfNeeded()
    layOut()
  }

  /// Takes an event in.
  ///
  /// Time moves on to the event's first. An event stamped earlier than the present acts at the present; its own stamp
  /// serves velocities. An event with a number that is not finite or above 1e12 is ignored.
  /// Corresponds to `UIWindow.sendEvent(_:)`.
  open func send(_ event: Event) {
    guard event.isAcceptable else { return }
    advance(to: event.timestamp)
    switch event {
    case .touch(let touch): send(touch, event)
    case .wheel(let wheel): wheelTarget(for: wheel)?.wheelDidTurn(wheel)
    case .touchpad(let touchpad): send(touchpad)
    case .pinch(let pinch): send(pinch)
    case .key(let key): keyTarget?.keyWasPressed(key)
    }
    layOut()
  }

  /// Moves everything on to `time`, in seconds; does nothing for a time that is past or not finite.
  ///
  /// Timers and the ends of motions on the way act at their own times, so it makes no difference in how many steps a
  /// time is reached.
  open func advance(to time: Double) {
    guard time.isAcceptable, time >= self.time else { return }
    while let deadline = nextDeadline, deadline <= time {
      self.time = max(self.time, deadline)
      fire(at: self.time)
    }
    self.time = time
    var index = 0
    while index < moving.count {
      let view = moving[index]
      view.show(at: time)
      if index < moving.count, moving[index] === view { index += 1 }
    }
    moving.removeAll { !$0.isInMotion }
    watching.removeAll { $0.deadline == nil }
    layOut()
  }
}

// MARK: - Time

extension Window {
  private var nextDeadline: Double? {
    var earliest: Double?
    for view in moving {
      guard let deadline = view.deadline else { continue }
      earliest = min(earliest ?? deadline, deadline)
    }
    for recognizer in watching {
      guard let deadline = recognizer.deadline else { continue }
      earliest = min(earliest ?? deadline, deadline)
    }
    return earliest
  }

  private func fire(at time: Double) {
    for recognizer in watching {
      if let deadline = recognizer.deadline, deadline <= time { recognizer.timeReached(time) }
    }
    watching.removeAll { $0.deadline == nil }
    for view in moving {
      if let deadline = view.deadline, deadline <= time { view.timeReached(time) }
    }
    moving.removeAll { !$0.isInMotion }
  }

  /// Lets `view` be shown at every advance until it is no longer in motion.
  func animate(_ view: ScrollView) {
    guard !moving.contains(where: { $0 === view }) else { return }
    moving.append(view)
  }

  /// Lets `recognizer` be told of its deadline.
  func watch(_ recognizer: GestureRecognizer) {
    guard !watching.contains(where: { $0 === recognizer }) else { return }
    watching.append(recognizer)
  }

  /// Lays `view` out at the end of the present event or advance.
  func enqueueLayout(of view: View) {
    layoutQueue.append(view)
  }

  private func layOut() {
    // Laying out may ask for more layout, as a row that is itself a list does: that is done at once too, but not
    // without end. The queue is walked in place, since this runs in every frame and must not allocate.
    guard !isLayingOut else { return }
    isLayingOut = true
    defer { isLayingOut = false }
    var index = 0
    for _ in 0..<BoundedRepeat.limit {
      let end = layoutQueue.count
      guard index < end else { break }
      while index < end {
        layoutQueue[index].layoutIfNeeded()
        index += 1
      }
    }
    layoutQueue.removeFirst(index)
  }

  /// Drops what concerns a view that is being taken out.
  func forget(_ view: View) {
    for touch in activeTouches.values where touch.view?.isDescendant(of: view) ?? false {
      cancel(touch)
    }
    moving.removeAll { $0.isDescendant(of: view) }
    if let responder = firstResponder as? View, responder.isDescendant(of: view) {
      firstResponder = nil
    }
  }
}

// MARK: - Touches

extension Window {
  private func send(_ event: TouchEvent, _ whole: Event) {
    switch event.phase {
    case .began:
      if let stale = activeTouches[event.id] { cancel(stale) }
      begin(event, whole)
    case .moved, .ended, .cancelled:
      guard let touch = activeTouches[event.id] else { return }
      touch.phase = event.phase
      touch.timestamp = event.timestamp
      if event.phase == .moved {
        touch.previousLocation = touch.location
        touch.location = event.location
      }
      carryOn(touch, whole)
    }
  }

  private func begin(_ event: TouchEvent, _ whole: Event) {
    let hit = hitTest(event.location, with: whole)
    let touch = Touch(event, in: self, on: hit, time: time)
    activeTouches[event.id] = touch
    var view = hit
    while let here = view {
      for recognizer in here.gestureRecognizers
      where recognizer.isEnabled
        && recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: touch) ?? true
      {
        touch.gestureRecognizers.append(recognizer)
      }
      view = here.superview
    }
    for recognizer in touch.gestureRecognizers { recognizer.deliver(touch, whole) }
    deliverIfFree(touch, whole)
  }

  private func carryOn(_ touch: Touch, _ event: Event) {
    for recognizer in touch.gestureRecognizers { recognizer.deliver(touch, event) }
    if touch.phase == .ended { deliverIfFree(touch, event) }
    if touch.delivery == .delivered { tell(touch, event) }
    if touch.phase == .ended || touch.phase == .cancelled { drop(touch) }
  }

  /// Tells content what a touch did that it knows of.
  private func tell(_ touch: Touch, _ event: Event) {
    switch touch.phase {
    case .began: break
    case .moved: touch.view?.touchesMoved([touch], with: event)
    case .ended: touch.view?.touchesEnded([touch], with: event)
    case .cancelled: touch.view?.touchesCancelled([touch], with: event)
    }
  }

  private func drop(_ touch: Touch) {
    activeTouches = activeTouches.filter { $0.value !== touch }
  }

  private func cancel(_ touch: Touch) {
    touch.phase = .cancelled
    touch.timestamp = max(touch.timestamp, time)
    let id = activeTouches.first { $0.value === touch }?.key ?? 0
    carryOn(
      touch,
      .touch(
        TouchEvent(
          id: id, phase: .cancelled, location: touch.location, timestamp: touch.timestamp)))
  }

  /// Tells content of a touch that nobody holds back any more, if the scroll view around it agrees.
  func deliverIfFree(_ touch: Touch, _ event: Event?) {
    guard touch.delivery == .held, let view = touch.view else { return }
    let isHeld = touch.gestureRecognizers.contains {
      ($0 as? DelayedTouchesRecognizer)?.holds(touch) ?? false
    }
    guard !isHeld else { return }
    if let asked = view.superview?.nearestScrollView,
      !asked.touchesShouldBegin([touch], with: event, in: view)
    {
      touch.delivery = .withheld
      return
    }
    guard touch.delivery == .held else { return }
    touch.delivery = .delivered
    let present = (touch.timestamp, touch.location, touch.phase)
    (touch.timestamp, touch.location, touch.phase) = (
      touch.originalTimestamp, touch.startLocation, .began
    )
    view.touchesBegan([touch], with: event)
    (touch.timestamp, touch.location, touch.phase) = present
  }

  /// Takes `touch` from content because a gesture was recognized in it.
  func takeFromContent(_ touch: Touch, _ event: Event?) {
    let wasDelivered = touch.delivery == .delivered
    touch.delivery = .withheld
    if wasDelivered { touch.view?.touchesCancelled([touch], with: event) }
  }
}

// MARK: - Everything else

extension Window {
  private func send(_ event: TouchpadEvent) {
    if event.phase == .began || touchpadTarget == nil {
      touchpadTarget = scrollView(at: event.location) {
        $0.mayScroll(along: event.delta, zooming: event.modifiers.contains(.control))
      }
    }
    touchpadTarget?.touchpadDidMove(event)
    if event.phase == .ended { touchpadTarget = nil }
  }

  private func send(_ event: PinchEvent) {
    if event.phase == .began {
      // A pinch whose end got lost ends here.
      pinchTarget?.touchpadPinchDidEnd()
      pinchTarget = scrollView(at: event.location) { $0.canZoom }
    }
    pinchTarget?.touchpadDidPinch(event)
    if event.phase == .ended { pinchTarget = nil }
  }

  private func wheelTarget(for event: WheelEvent) -> ScrollView? {
    if event.modifiers.contains(.control) {
      return scrollView(at: event.location) { $0.canZoom }
    }
    let notches =
      event.modifiers.contains(.shift)
      ? Point(x: event.notches.y, y: event.notches.x) : event.notches
    return scrollView(at: event.location) { $0.hasRoom(along: notches) }
  }

  /// The innermost scroll view under `location` that fits, else the innermost one that scrolls at all.
  private func scrollView(at location: Point, where fits: (ScrollView) -> Bool) -> ScrollView? {
    let innermost = hitTest(location, with: nil)?.nearestScrollView
    var candidate = innermost
    while let here = candidate {
      if fits(here) { return here }
      candidate = here.superview?.nearestScrollView
    }
    return innermost
  }

  /// The scroll view around the first responder, else the frontmost of the outermost ones.
  private var keyTarget: ScrollView? {
    (firstResponder as? View)?.nearestScrollView ?? firstScrollView
  }

  /// Scrolls to the top, as a tap on the status bar does; returns whether a scroll view took it.
  ///
  /// The one scroll view that is seen and has ``ScrollView/scrollsToTop`` set is asked; with more than one such view
  /// none scrolls. Corresponds to a tap on iOS's status bar.
  @discardableResult
  public func scrollToTop() -> Bool {
    let candidates = visibleScrollViews.filter(\.scrollsToTop)
    guard candidates.count == 1 else { return false }
    return candidates[0].scrollToTopByGesture()
  }
}

extension View {
  /// The innermost scroll view that is this view or holds it, and takes touches.
  var nearestScrollView: ScrollView? {
    var view: View? = self
    while let here = view {
      if let scrollView = here as? ScrollView, scrollView.isScrollEnabled { return scrollView }
      view = here.superview
    }
    return nil
  }

  fileprivate var firstScrollView: ScrollView? {
    for subview in subviews.reversed() where !subview.isHidden {
      if let scrollView = subview as? ScrollView ?? subview.firstScrollView { return scrollView }
    }
    return nil
  }

  fileprivate var visibleScrollViews: [ScrollView] {
    subviews.filter { !$0.isHidden }.flatMap { subview in
      ((subview as? ScrollView).map { [$0] } ?? []) + subview.visibleScrollViews
    }
  }
}
