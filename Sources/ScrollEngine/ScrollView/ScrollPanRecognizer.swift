import ScrollGeometry

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
