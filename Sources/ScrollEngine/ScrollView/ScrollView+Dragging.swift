import RealModule
public import ScrollGeometry

extension ScrollView {
  /// The angle from the horizontal below which a locked drag is horizontal, as its tangent: 20°. [R]
  private static let horizontalLockTangent = Double.tan(20 * .pi / 180)
  /// The angle from the horizontal above which a locked drag is vertical, as its tangent: 70°. [R]
  private static let verticalLockTangent = Double.tan(70 * .pi / 180)

  /// Begins a drag, whose first movement shows in the same event. [T] `recorded/flick-into-the-edge.csv`
  func beginDrag(_ tracking: Tracking, isSample: Bool) {
    let axes = lockedAxes(tracker(of: tracking.source).travel, among: scrollableAxes)
    let drag = rebased(
      Drag(source: tracking.source, start: .zero, axes: axes), at: .zero)
    activity = .dragging(drag)
    dismissKeyboardOnDrag()
    notify(.willBeginDragging)
    guard case .dragging(let drag) = activity else { return }
    continueDrag(drag, isSample: isSample)
  }

  /// Continues a drag.
  func continueDrag(_ drag: Drag, isSample: Bool) {
    var drag = drag
    if isSample { note(&drag.release, source: drag.source) }
    let offset = offset(of: &drag)
    activity = .dragging(drag)
    moveContent(to: offset)
    dismissKeyboardInteractively()
  }

  /// Records the velocity of a drag, for its release and for repeated flicks.
  private func note(_ release: inout ReleaseVelocity, source: DragSource) {
    let velocity = tracker(of: source).velocity
    release.add(velocity: velocity)
    flicks.dragged(update: release.count, velocity: velocity * 0.001)
  }

  /// Returns the offset for the translation of a drag, rounded to device pixels.
  private func offset(of drag: inout Drag) -> Point {
    let raw = drag.start - tracker(of: drag.source).translation
    let axes = dragAxes(for: drag.source, range: range)
    let followed = drag.axes.intersection(scrollableAxes)
    let here = contentOffset
    return Point(
      x: followed.contains(.horizontal)
        ? pixelRounded(axes.x.shown(for: raw.x, gain: &drag.gain.x)) : here.x,
      y: followed.contains(.vertical)
        ? pixelRounded(axes.y.shown(for: raw.y, gain: &drag.gain.y)) : here.y)
  }

  /// Returns the drag as if it had begun at the current offset, so that the content does not jump.
  func rebased(_ drag: Drag) -> Drag {
    rebased(drag, at: tracker(of: drag.source).translation)
  }

  private func rebased(_ drag: Drag, at translation: Point) -> Drag {
    var drag = drag
    let axes = dragAxes(for: drag.source, range: range)
    let x = axes.x.grabbed(at: contentOffset.x)
    let y = axes.y.grabbed(at: contentOffset.y)
    drag.start = Point(x: x.raw, y: y.raw) + translation
    drag.gain = Point(x: x.gain, y: y.gain)
    return drag
  }

  /// Returns the axes to which directional lock restricts a drag that starts with `travel`.
  private func lockedAxes(_ travel: Point, among axes: Axes) -> Axes {
    guard isDirectionalLockEnabled, axes == .both else { return .both }
    if abs(travel.y) < abs(travel.x) * Self.horizontalLockTangent { return .horizontal }
    if abs(travel.y) > abs(travel.x) * Self.verticalLockTangent { return .vertical }
    return .both
  }

  /// Begins or continues a drag during a zoom.
  func held(_ drag: HeldDrag?, isSample: Bool) -> HeldDrag {
    var drag = drag ?? HeldDrag(source: .touches)
    drag.isBegun = true
    if isSample { note(&drag.release, source: drag.source) }
    return drag
  }

  // MARK: - Keyboard

  private var textResponder: Responder? {
    guard let responder = window?.firstResponder, responder.acceptsText else { return nil }
    return responder
  }

  private func dismissKeyboardOnDrag() {
    switch keyboardDismissMode {
    case .onDrag, .onDragWithAccessory: textResponder?.resignFirstResponder()
    case .none, .interactive, .interactiveWithAccessory: break
    }
  }

  /// Moves the keyboard with the finger; without one on the screen, resigns the first responder when a drag moves down past half
  /// its height, in the coordinates of the scroll view.
  private func dismissKeyboardInteractively() {
    guard keyboardDismissMode.isInteractive, let field = textResponder as? View,
      let touch = scrollPan.touches.first, let window
    else { return }
    if window.keyboard.isShown {
      window.keyboard.follow(touch.location, from: touch.startLocation)
      return
    }
    let middle = field.convert(field.bounds.center, to: self).y
    if convert(touch.startLocation, from: nil).y < middle, touch.location(in: self).y >= middle {
      field.resignFirstResponder()
    }
  }

  /// Ends an interactive dismissal with the drag.
  func endKeyboardDismissal() {
    guard let window, keyboardDismissMode.isInteractive else { return }
    window.keyboard.release { [textResponder] in textResponder?.resignFirstResponder() }
  }

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
    flicks.touchDown(
      at: event.timestamp, isCoasting: wasMoving == .freely, pause: tuning.flickPause)
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

/// The scroll view's own pan recognizer, which follows both touches and scrolling on a touchpad.
final class ScrollPanRecognizer: PanGestureRecognizer {
  @NonOwning private var scrollView: ScrollView? = nil
  /// The latest scroll gesture on the touchpad.
  var touchpad: ScrollView.TouchpadPan?

  init(_ scrollView: ScrollView) {
    self.scrollView = scrollView
    super.init()
  }

  override weak var delegate: (any GestureRecognizerDelegate)? {
    get { super.delegate ?? scrollView as? any GestureRecognizerDelegate }
    set { super.delegate = newValue }
  }

  override func shouldReceive(_ touch: Touch) -> Bool {
    scrollView?.ownRecognizer(self, shouldReceive: touch) ?? true
      && super.shouldReceive(touch)
  }

  override var coordinates: GestureCoordinates? { scrollView?.gestureCoordinates }

  override var tuning: Tuning { scrollView?.tuning ?? Tuning() }

  override var recognizableAxes: Axes { scrollView?.scrollableAxes ?? [] }

  override var beginsAtOnce: Bool { scrollView?.beginsDragAtOnce ?? false }

  override func allowsSimultaneousRecognition(with other: GestureRecognizer) -> Bool {
    other is ScrollPinchRecognizer && other.view === scrollView
  }

  override func shouldBegin(with event: Event?) -> Bool {
    guard let scrollView, let tracker, scrollView.isInnermost(for: tracker) else { return false }
    let kept = touches.filter { !scrollView.mayCancel($0) }
    guard kept.count < touches.count else { return false }
    for touch in kept { ignore(touch) }
    return true
  }

  override func trackingDidBegin(with event: Event) {
    scrollView?.trackingDidBegin(touches, with: event)
  }

  override func panDidMove(isSample: Bool, with event: Event) {
    scrollView?.panDidMove(isSample: isSample)
  }

  override func willBeAbandoned(wasActive: Bool) {
    guard tracker != nil, let scrollView else { return }
    scrollView.panDidEnd(isCancelled: true, at: scrollView.now)
    scrollView.endKeyboardDismissal()
  }

  override func panDidEnd(_ end: State, with event: Event) {
    scrollView?.panDidEnd(isCancelled: end == .cancelled, at: event.timestamp)
    scrollView?.endKeyboardDismissal()
  }
}

/// The scroll view's own pinch recognizer.
final class ScrollPinchRecognizer: PinchGestureRecognizer {
  @NonOwning private var scrollView: ScrollView? = nil

  init(_ scrollView: ScrollView) {
    self.scrollView = scrollView
    super.init()
  }

  override weak var delegate: (any GestureRecognizerDelegate)? {
    get { super.delegate ?? scrollView as? any GestureRecognizerDelegate }
    set { super.delegate = newValue }
  }

  override func shouldReceive(_ touch: Touch) -> Bool {
    scrollView?.ownRecognizer(self, shouldReceive: touch) ?? true
      && super.shouldReceive(touch)
  }

  override func allowsSimultaneousRecognition(with other: GestureRecognizer) -> Bool {
    other is ScrollPanRecognizer && other.view === scrollView
  }

  override func shouldBegin(with event: Event?) -> Bool {
    guard let scrollView else { return false }
    return touches.allSatisfy(scrollView.mayCancel)
  }

  override func willBeAbandoned(wasActive: Bool) {
    if wasActive, let scrollView { scrollView.pinchDidEnd(at: scrollView.now) }
  }

  override func pinchDidBegin(with event: Event) {
    scrollView?.pinchDidBegin(at: location(in: nil))
  }

  override func pinchTouchesDidChange(with event: Event) {
    scrollView?.pinchTouchesDidChange(at: location(in: nil))
  }

  override func pinchDidChange(with event: Event) {
    scrollView?.pinchDidChange(scale: scale, at: location(in: nil))
  }

  override func pinchDidEnd(with event: Event) {
    scrollView?.pinchDidEnd(at: event.timestamp)
  }
}

extension ScrollView {
  /// The velocity of the displayed content, in points per second; positive when the offset grows.
  ///
  /// While a finger drags or zooms it is the distance that the content has covered in the last 1/60 s, times 60: zero for a
  /// finger that rests, and for an axis that is locked. Otherwise it is the derivative of the motion in progress — a
  /// deceleration, a bounce, an animation, or a zoom on its way — at the current time, and zero at rest. It does not
  /// depend on the display rate. See ``velocity`` for the one with which content is released.
  public var contentVelocity: Point {
    switch activity {
    case .dragging, .zooming:
      let now = presentationOffset
      let before = offsetHistory.offset(at: self.now - OffsetHistory.span) ?? now
      return (now - before) * OffsetHistory.rate
    case .idle, .tracking, .decelerating, .animating: return offsetCourse.velocity(at: now)
    }
  }

  /// The velocity in the law of deceleration, in points per second; zero unless the content is dragged or decelerates.
  ///
  /// During a drag it is the negative of the pan gesture recognizer's velocity, which a release would continue with, also where
  /// the finger rests or an edge resists. During a deceleration it is the velocity that decays by
  /// ``decelerationRate-swift.property``; beyond an edge a spring moves the content besides, so that content on its way back
  /// may have a velocity away from the edge. See ``contentVelocity`` for what is seen.
  public var velocity: Point {
    switch activity {
    case .dragging(let drag): -tracker(of: drag.source).velocity
    case .decelerating(let deceleration): deceleration.motion.velocity(at: now) * 1000
    case .idle, .tracking, .animating, .zooming: .zero
    }
  }

  /// The motion of the displayed content.
  private var offsetCourse: OffsetCourse {
    let motion: OffsetCourse.Motion =
      switch activity {
      case .decelerating(let deceleration): .decelerating(deceleration)
      case .animating(let animation): .animating(animation)
      case .idle, .tracking, .dragging, .zooming: .still(contentOffset)
      }
    return OffsetCourse(motion: motion, animations: animations)
  }

  /// Notes that something else moves the content from now on, which was at `offset`.
  func offsetCourseDidChange(from offset: Point) {
    offsetHistory.note(offsetCourse, at: now, after: offset)
  }
}
