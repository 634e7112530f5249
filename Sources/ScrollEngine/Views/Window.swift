public import ScrollGeometry

/// The root view, which dispatches events to gesture recognizers and views, and advances animations.
///
/// The engine owns no clock. Pass every event to ``send(_:)`` and, before drawing a frame, the time to ``advance(to:)``, both
/// in chronological order. Corresponds to `UIWindow`.
nonisolated open class Window: View {
  /// The current time of the engine, in seconds: the latest time passed in.
  public internal(set) var time: Double {
    get { clock.time }
    set { clock.time = newValue }
  }
  /// The first responder, which receives text and key events.
  ///
  /// Corresponds to the private `UIWindow.firstResponder`.
  public internal(set) var firstResponder: Responder? {
    didSet { firstResponderDidChange(from: oldValue) }
  }
  /// The area of the on-screen keyboard, which has no height by default.
  public var keyboard: Keyboard {
    if let usedKeyboard { return usedKeyboard }
    let keyboard = Keyboard(self)
    usedKeyboard = keyboard
    return keyboard
  }
  /// The clipboard for copying and pasting text, or `nil`, the default.
  ///
  /// Corresponds to `UIPasteboard.general`.
  public var pasteboard: (any Pasteboard)?

  let clock = EngineClock()
  /// The keyboard, once something has asked for it.
  private var usedKeyboard: Keyboard?
  private(set) var activeTouches: [Int: Touch] = [:]
  // These arrays are replaced and never changed in place: where a property changes in place, the runtime checks each access to
  // it, in every frame.
  private var moving: [ScrollView] = []
  var animationGroups: [AnimationGroup] = []
  private var watching: [GestureRecognizer] = []
  var frameObservations: [FrameObservation] = []
  private var isAdvancing = false
  /// True while one first responder resigns for another.
  var isReplacingResponder = false
  private var taps = TapCounter()
  @NonOwning private var touchpadTarget: ScrollView? = nil
  @NonOwning private var pinchTarget: ScrollView? = nil
  private(set) var lastPinch: PinchEvent?

  /// Creates a window with a size; the origin is ignored.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
  }

  /// A Boolean value that indicates whether something moves or a timer runs, so that ``advance(to:)`` has work to do.
  ///
  /// While it is false, the host program stops its frame clock until the next event or call.
  public var needsAdvance: Bool {
    !moving.isEmpty || !animationGroups.isEmpty || watching.contains { $0.deadline != nil }
      || frameObservations.contains { !$0.isPaused } || usedKeyboard?.isMoving ?? false
  }

  /// The touches that are down.
  ///
  /// See also ``Event/allTouches``.
  public var touches: Set<Touch> { Set(activeTouches.values) }

  /// Dispatches an event to recognizers and views, and lays out views that need layout.
  ///
  /// Advances to the time of the event first. An event with an earlier timestamp takes effect at the current time; its
  /// timestamp still determines velocities and the start of what a lift releases. An event with a number that is not finite,
  /// or a time above 1e12 s, is ignored, but still ends a touch or a gesture. Corresponds to `UIWindow.sendEvent(_:)`.
  open func send(_ event: Event) {
    guard let event = acceptable(event) else { return }
    clock.calls += 1
    defer { clock.calls -= 1 }
    advance(to: max(event.timestamp, time))
    switch event {
    case .touch(let touch): delivering { send(touch, event) }
    case .wheel(let wheel): wheelTarget(for: wheel)?.wheelDidTurn(wheel)
    case .touchpad(let touchpad): send(touchpad)
    case .pinch(let pinch): send(pinch)
    case .key(let key): send(key)
    case .text(let text): textEditingView?.receive(text)
    }
    layoutIfNeeded()
  }

  /// Advances all motions and timers to `time`, in seconds, and lays out views that need layout.
  ///
  /// Timers fire and motions end at their own times, so the result does not depend on the number of steps in which a
  /// time is reached. An animation that began between two calls starts at `time`. Does nothing for a past or non-finite
  /// time, and when called from a callback of this method.
  open func advance(to time: Double) {
    guard time.isAcceptable, time >= self.time, !isAdvancing else { return }
    clock.calls += 1
    isAdvancing = true
    defer {
      clock.calls -= 1
      isAdvancing = false
    }
    for view in moving { view.anchor(at: time) }
    usedKeyboard?.anchor(at: time)
    for group in animationGroups { group.anchor(at: time) }
    var callsWithoutProgress = 0
    while let deadline = nextDeadline, deadline <= time {
      callsWithoutProgress = deadline > self.time ? 0 : callsWithoutProgress + 1
      guard callsWithoutProgress <= Self.maximumCallsAtOneTime else {
        guard dropOverdueRecognizers() else { break }
        callsWithoutProgress = 0
        continue
      }
      self.time = max(self.time, deadline)
      delivering { fire(at: self.time) }
    }
    self.time = time
    callFrameObservers()
    var index = 0
    while index < moving.count {
      let view = moving[index]
      view.show(at: time)
      if index < moving.count, moving[index] === view { index += 1 }
    }
    removeWhatRests()
    layoutIfNeeded()
  }
}

// MARK: - Time

extension Window {
  /// The number of times that timers fire at one time before what is still due is left. [C]
  private static let maximumCallsAtOneTime = 1000

  /// Forgets the recognizers whose deadline is due whatever they do about it, which would be called forever; returns `false` where
  /// there are none.
  private func dropOverdueRecognizers() -> Bool {
    let isOverdue = { [time] (recognizer: GestureRecognizer) in
      recognizer.deadline.map { $0 <= time } ?? false
    }
    guard watching.contains(where: isOverdue) else { return false }
    #if DEBUG
    for recognizer in watching.filter(isOverdue) {
      debugPrint(
        "\(type(of: recognizer)): timeReached(_:) leaves the deadline due; the timer is stopped")
    }
    #endif
    watching = watching.filter { !isOverdue($0) }
    return true
  }

  private var nextDeadline: Double? {
    var earliest = usedKeyboard?.deadline
    for view in moving {
      guard let deadline = view.deadline else { continue }
      earliest = min(earliest ?? deadline, deadline)
    }
    for recognizer in watching {
      guard let deadline = recognizer.deadline else { continue }
      earliest = min(earliest ?? deadline, deadline)
    }
    for group in animationGroups {
      guard let deadline = group.endTime else { continue }
      earliest = min(earliest ?? deadline, deadline)
    }
    return earliest
  }

  private func fire(at time: Double) {
    usedKeyboard?.timeReached(time)
    for recognizer in watching {
      if let deadline = recognizer.deadline, deadline <= time { recognizer.timeReached(time) }
    }
    watching = watching.filter { $0.deadline != nil }
    for view in moving {
      if let deadline = view.deadline, deadline <= time { view.timeReached(time) }
    }
    finishAnimations(at: time)
    removeWhatRests()
  }

  /// Forgets the scroll views that are no longer in motion and the recognizers without a timer.
  private func removeWhatRests() {
    if moving.contains(where: { !$0.isInMotion }) { moving = moving.filter(\.isInMotion) }
    if watching.contains(where: { $0.deadline == nil }) {
      watching = watching.filter { $0.deadline != nil }
    }
  }

  /// Whether an event or an advance is in progress, so that ``time`` is current.
  var isCurrent: Bool { clock.isCurrent }

  /// The current time during an event or an advance; otherwise `nil`, since the time may have passed since.
  var currentTime: Double? { isCurrent ? time : nil }

  /// Shows `view` at every advance until it is no longer in motion.
  func animate(_ view: ScrollView) {
    guard !moving.contains(where: { $0 === view }) else { return }
    moving = moving + [view]
  }

  /// Calls `recognizer` when its deadline is reached.
  func watch(_ recognizer: GestureRecognizer) {
    guard !watching.contains(where: { $0 === recognizer }) else { return }
    watching = watching + [recognizer]
  }

  /// Cancels all touches, stops what moves, and forgets which views touchpad gestures are for.
  func endAll() {
    for touch in activeTouches.sorted(by: { $0.key < $1.key }).map(\.value) { cancel(touch) }
    for view in moving { view.stopScrollingAndZooming() }
    usedKeyboard?.finish()
    moving = []
    watching = []
    taps = TapCounter()
    touchpadTarget = nil
    pinchTarget = nil
  }

  /// Ends motions, touches and first responder status in a view that is about to leave the window.
  ///
  /// The recognizers of its ancestors keep the touches, so that recycling the row under the finger does not end the drag
  /// of a table.
  func viewWillLeave(_ view: View) {
    for touch in activeTouches.sorted(by: { $0.key < $1.key }).map(\.value) {
      delivering { detach(touch, from: view) }
    }
    view.windowWillChange()
    moving = moving.filter { !$0.isDescendant(of: view) }
    if let responder = firstResponder as? View, responder.isDescendant(of: view) {
      firstResponder = nil
    }
  }

  // MARK: - Touches

  private func send(_ event: TouchEvent, _ whole: Event) {
    for other in activeTouches.values where other.phase == .began || other.phase == .moved {
      other.phase = .stationary
    }
    switch event.phase {
    case .began:
      if let stale = activeTouches[event.id] { cancel(stale) }
      begin(event, whole)
    case .moved, .stationary, .ended, .cancelled:
      guard let touch = activeTouches[event.id] else { return }
      touch.phase = Touch.Phase(event.phase)
      touch.timestamp = event.timestamp
      if event.phase == .stationary {
        for recognizer in touch.gestureRecognizers { recognizer.touchDidRest(at: event.timestamp) }
        return
      }
      if event.phase == .moved { touch.move(to: event.location) }
      dispatch(touch, whole)
    }
  }

  private func begin(_ event: TouchEvent, _ whole: Event) {
    let hit = hitTest(event.location, with: whole)
    let touch = Touch(event, in: self, on: hit, time: time)
    touch.tapCount = taps.count(touch)
    if let hit, !hit.isMultipleTouchEnabled,
      activeTouches.values.contains(where: { $0.view === hit })
    {
      touch.delivery = .withheld
    }
    activeTouches[event.id] = touch
    var view = hit
    while let here = view {
      // The delegate may provide a view to zoom only now.
      (here as? ScrollView)?.updatePinchRecognizer()
      for recognizer in here.recognizers
      where recognizer.isEnabled && recognizer.allowedTouchTypes.contains(touch.type)
        && !recognizer.isFollowingOtherTouches(than: touch.type)
        && recognizer.shouldReceive(touch)
      {
        touch.gestureRecognizers.append(recognizer)
      }
      view = here.superview
    }
    let touches: Set = [touch]
    for recognizer in touch.gestureRecognizers { recognizer.deliver(touch, in: touches, whole) }
    deliverIfFree(touch, whole)
  }

  private func dispatch(_ touch: Touch, _ event: Event) {
    let touches: Set = [touch]
    for recognizer in touch.gestureRecognizers { recognizer.deliver(touch, in: touches, event) }
    if touch.phase == .ended { deliverIfFree(touch, event) }
    if touch.delivery == .delivered { notify(touch, event) }
    if touch.phase == .ended || touch.phase == .cancelled { drop(touch) }
  }

  /// Delivers an event of a touch that the content has received.
  private func notify(_ touch: Touch, _ event: Event) {
    switch touch.phase {
    case .began, .stationary: break
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
    delivering { dispatch(touch, cancellation(of: touch)) }
  }

  private func cancellation(of touch: Touch) -> Event {
    let id = activeTouches.first { $0.value === touch }?.key ?? 0
    return .touch(
      TouchEvent(
        id: id, phase: .cancelled, location: touch.location,
        timestamp: max(touch.timestamp, time), type: touch.type))
  }

  /// Cancels `touch` for everything in `view`, which is about to leave the window.
  private func detach(_ touch: Touch, from view: View) {
    let leaving = touch.gestureRecognizers.filter { $0.view?.isDescendant(of: view) ?? true }
    let isContent = touch.view?.isDescendant(of: view) ?? false
    guard isContent || !leaving.isEmpty else { return }
    let phase = touch.phase
    let event = cancellation(of: touch)
    touch.phase = .cancelled
    for recognizer in leaving { recognizer.deliver(touch, in: [touch], event) }
    touch.gestureRecognizers.removeAll { recognizer in leaving.contains { $0 === recognizer } }
    if isContent { cancelInContent(touch, event) }
    touch.phase = phase
  }

  /// Delivers a touch that no recognizer holds any more to the content, if the enclosing scroll view agrees.
  func deliverIfFree(_ touch: Touch, _ event: Event?) {
    guard touch.delivery == .held, let view = touch.view else { return }
    let isHeld = touch.gestureRecognizers.contains { $0.holds(touch) }
    guard !isHeld else { return }
    if let asked = view.superview?.nearestScrollView,
      !asked.touchesShouldBegin([touch], with: event, in: view)
    {
      touch.delivery = .withheld
      return
    }
    guard touch.delivery == .held else { return }
    touch.delivery = .delivered
    touch.rewound { view.touchesBegan([touch], with: event) }
  }

  /// Cancels `touch` in the content because a gesture was recognized.
  func cancelInContent(_ touch: Touch, _ event: Event?) {
    let wasDelivered = touch.delivery == .delivered
    touch.delivery = wasDelivered || touch.delivery == .cancelled ? .cancelled : .withheld
    if wasDelivered { touch.view?.touchesCancelled([touch], with: event) }
  }

  // MARK: - Wheel, touchpad and keys

  private func send(_ event: TouchpadEvent) {
    if event.phase == .began || touchpadTarget == nil {
      touchpadTarget = scrollView(at: event.location) {
        $0.panGestureRecognizer.allowedTouchTypes.contains(.indirect)
          && $0.mayScroll(along: event.delta, zooming: event.modifiers.contains(.control))
      }
    }
    touchpadTarget?.touchpadDidMove(event)
    if event.phase == .ended { touchpadTarget = nil }
  }

  private func send(_ event: PinchEvent) {
    if event.phase == .began {
      // Ends a pinch whose end was not received.
      pinchTarget?.touchpadPinchDidEnd(at: event.timestamp)
      pinchTarget = scrollView(at: event.location) { $0.canZoom }
    }
    lastPinch = event
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
    return scrollView(at: event.location) { $0.takes($0.turned(notches, from: nil)) }
  }

  /// Returns the innermost scroll view under `location` for which `fits` is true, otherwise the innermost one.
  private func scrollView(at location: Point, where fits: (ScrollView) -> Bool) -> ScrollView? {
    let innermost = hitTest(location, with: nil)?.nearestScrollView
    var candidate = innermost
    while let here = candidate {
      if fits(here) { return here }
      candidate = here.superview?.nearestScrollView
    }
    return innermost
  }

  private func send(_ event: KeyEvent) {
    if let text = firstResponder as? any TextEditingView, text.handle(event) { return }
    keyTarget?.keyWasPressed(event)
  }

  /// The scroll view that contains the first responder, otherwise the frontmost of the outermost ones.
  private var keyTarget: ScrollView? {
    (firstResponder as? View)?.nearestScrollView ?? firstScrollView
  }

  /// Scrolls to the top, like a tap on the status bar; returns whether a scroll view scrolls.
  ///
  /// Scrolls the only visible scroll view whose ``ScrollView/scrollsToTop`` is true; with more than one, none scrolls.
  /// Views that are hidden, empty or clipped away by their superviews are not visible.
  /// Corresponds to a tap on iOS's status bar.
  @discardableResult
  public func scrollToTop() -> Bool {
    let candidates = scrollViews(showingIn: bounds).filter(\.scrollsToTop)
    guard candidates.count == 1 else { return false }
    return candidates[0].scrollToTopByGesture()
  }

  /// The view that receives text, or `nil` where no first responder accepts any.
  public var textInput: (any TextInput)? { textEditingView }

  var textEditingView: (any TextEditingView)? {
    guard let responder = firstResponder, responder.acceptsText else { return nil }
    return responder as? any TextEditingView
  }

  func firstResponderDidChange(from old: Responder?) {
    let new = firstResponder
    guard old !== new else { return }
    old?.didResignFirstResponder()
    if let new, new === firstResponder { new.didBecomeFirstResponder() }
    if !isReplacingResponder { updateKeyboard() }
  }

  /// Changes the first responder, and shows or hides the keyboard once it is done.
  func replaceResponder(_ change: () -> Bool) -> Bool {
    let isNested = isReplacingResponder
    isReplacingResponder = true
    defer {
      isReplacingResponder = isNested
      if !isNested { updateKeyboard() }
    }
    return change()
  }

  private func updateKeyboard() {
    keyboard.focusDidChange(acceptsText: firstResponder?.acceptsText ?? false)
  }

  /// Returns an event with numbers that are finite and small enough, too large ones clamped, or `nil` where it is to be ignored.
  ///
  /// A touch or a gesture ends in any case, at its last place.
  func acceptable(_ event: Event) -> Event? {
    if let accepted = event.accepted { return accepted }
    switch event {
    case .touch(var touch) where touch.phase == .ended || touch.phase == .cancelled:
      touch.location = activeTouches[touch.id]?.location ?? .zero
      touch.timestamp = acceptable(touch.timestamp)
      return .touch(touch)
    case .pinch(var pinch) where pinch.phase == .ended:
      (pinch.scale, pinch.location) = (lastPinch?.scale ?? 1, lastPinch?.location ?? .zero)
      pinch.timestamp = acceptable(pinch.timestamp)
      return .pinch(pinch)
    case .touchpad(var touchpad) where touchpad.phase == .ended:
      (touchpad.delta, touchpad.location) = (.zero, .zero)
      touchpad.timestamp = acceptable(touchpad.timestamp)
      return .touchpad(touchpad)
    case .touch, .pinch, .touchpad, .wheel, .key, .text: return nil
    }
  }

  private func acceptable(_ timestamp: Double) -> Double {
    timestamp.isAcceptable ? timestamp : time
  }

  /// Starts a group: at the current time during an event or an advance, otherwise with the next advance.
  func start(_ group: AnimationGroup) {
    if isCurrent { group.anchor(at: time) }
    animationGroups = animationGroups + [group]
  }

  /// Removes a group that ends before its time.
  func remove(_ group: AnimationGroup) {
    animationGroups = animationGroups.filter { $0 !== group }
  }

  /// Ends the groups that are due at `time`.
  func finishAnimations(at time: Double) {
    let due = animationGroups.filter { ($0.endTime ?? .infinity) <= time }
    guard !due.isEmpty else { return }
    animationGroups = animationGroups.filter { group in !due.contains { $0 === group } }
    for group in due { group.finish(true) }
  }

  /// Sets the time back to 0 and forgets everything that is not a property: touches, motions, recent flicks and taps.
  ///
  /// Touches are canceled and motions stopped where they are. A restarted window behaves like a new one whose views have the
  /// same properties, which lets a recording begin in the middle of a program's life.
  package func restart() {
    endAll()
    let groups = animationGroups
    animationGroups = []
    for group in groups { group.finish(false) }
    restartDescendants()
    time = 0
  }
}

extension View {
  fileprivate func restartDescendants() {
    for recognizer in recognizers { recognizer.abandon() }
    (self as? ScrollView)?.forgetMotion()
    (self as? any TextEditingView)?.forgetTime()
    for subview in subviews { subview.restartDescendants() }
  }
}

extension ScrollView {
  /// Stops what moves, and forgets recent flicks, parts of notches, and the indicators.
  fileprivate func forgetMotion() {
    if phase != .idle { stopScrollingAndZooming() }
    flicks = FlickMultiplier()
    offsetHistory = OffsetHistory()
    indicators = IndicatorVisibility()
    (pendingNotches, notchTarget) = (.zero, nil)
    unanchored = []
    ownClock.time = 0
  }
}

extension TextEditingView {
  /// Forgets when the caret last moved, and what the next motion or change would continue.
  fileprivate func forgetTime() {
    content.caretTime = 0
    content.goal = nil
    content.editor.endRun()
  }
}
