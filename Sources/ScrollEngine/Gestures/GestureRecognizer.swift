public import ScrollGeometry

/// The base class for objects that recognize a gesture in the touches on a view.
///
/// Recognizers receive touches before the view does, the innermost view's first. The first one to recognize its gesture
/// makes the others with the same touches fail, unless both may recognize simultaneously. Subclasses override the
/// four touch methods and set ``state``. Corresponds to `UIGestureRecognizer`.
nonisolated open class GestureRecognizer {
  /// The states of a gesture recognizer.
  ///
  /// Corresponds to `UIGestureRecognizer.State`.
  public enum State: Hashable, Sendable {
    /// The gesture is not recognized yet.
    case possible
    /// A continuous gesture began.
    case began
    /// A continuous gesture changed.
    case changed
    /// A continuous gesture ended, or a discrete one was recognized.
    case ended
    /// A continuous gesture was canceled.
    case cancelled
    /// The touches are not this gesture.
    case failed

    /// A discrete gesture was recognized; the same as ``ended``.
    ///
    /// Corresponds to `UIGestureRecognizer.State.recognized`.
    public static var recognized: State { .ended }
  }

  /// The view the recognizer is attached to.
  ///
  /// Corresponds to `UIGestureRecognizer.view`.
  public internal(set) var view: View? {
    get { attachedView }
    set { attachedView = newValue }
  }
  /// The delegate; held weakly.
  ///
  /// Corresponds to `UIGestureRecognizer.delegate`.
  open weak var delegate: (any GestureRecognizerDelegate)?
  /// A Boolean value that determines whether the recognizer receives touches; clearing it cancels a gesture in progress.
  ///
  /// Corresponds to `UIGestureRecognizer.isEnabled`.
  open var isEnabled = true {
    didSet { if !isEnabled { abandon() } }
  }
  /// The kinds of touches that the recognizer receives; all of them by default.
  ///
  /// Applies to touches that begin afterward. Touches of different types are never mixed: while the recognizer has touches of one
  /// type, it doesn't receive those of another. For a scroll view's pan, ``Touch/TouchType/indirect`` means
  /// scrolling with two fingers on a touchpad; the notches of a wheel aren't touches.
  /// Corresponds to `UIGestureRecognizer.allowedTouchTypes`.
  open var allowedTouchTypes = Set(Touch.TouchType.allCases)
  /// A Boolean value that determines whether recognizing cancels the touches in the view; true by default.
  ///
  /// Corresponds to `UIGestureRecognizer.cancelsTouchesInView`.
  open var cancelsTouchesInView = true
  /// A Boolean value that determines whether touches reach the view only after the recognizer failed; false by default.
  ///
  /// Corresponds to `UIGestureRecognizer.delaysTouchesBegan`.
  open var delaysTouchesBegan = false
  /// A name for debugging; `nil` by default.
  ///
  /// Corresponds to `UIGestureRecognizer.name`.
  open var name: String?
  /// The recognizer's touches, in the order in which they began.
  public internal(set) var touches: [Touch] = []

  @NonOwning private var attachedView: View? = nil
  var storedState = State.possible {
    didSet { if storedState != oldValue { observers?.notify() } }
  }
  var actions: [Action] = []
  var observers: ObserverList?
  var requirements: [WeakRecognizer] = []
  /// The recognizers that wait for this one to fail.
  var waiters: [WeakRecognizer] = []
  /// The recognition that waits for other recognizers to fail.
  var waiting: Waiting?

  /// What is called when the state changes.
  struct Action {
    weak var owner: AnyObject?
    let body: (GestureRecognizer) -> Void
  }

  struct WeakRecognizer {
    weak var recognizer: GestureRecognizer?
  }

  /// A recognition that waits for other recognizers to fail.
  struct Waiting {
    /// The state to enter.
    let state: State
    /// The centroid of the touches when the gesture was complete, in the window.
    let centroid: Point
    /// True while the recognition proceeds because the others have failed.
    var isResumed = false
  }

  /// Creates a recognizer without a view.
  public init() {}

  /// Creates a recognizer that calls `action` whenever its state changes to anything but possible or failed.
  public init(action: @escaping (GestureRecognizer) -> Void) {
    actions = [Action(body: action)]
  }

  /// The state of the recognizer; subclasses set it.
  ///
  /// Where the delegate refuses or another recognizer was first, recognizing leaves the state failed. Corresponds to `UIGestureRecognizer.state`.
  open var state: State {
    get { storedState }
    set { transition(to: newValue) }
  }

  /// Called when touches begin.
  ///
  /// Corresponds to `UIGestureRecognizer.touchesBegan(_:with:)`.
  open func touchesBegan(_ touches: Set<Touch>, with event: Event) {}

  /// Called when touches move.
  ///
  /// Corresponds to `UIGestureRecognizer.touchesMoved(_:with:)`.
  open func touchesMoved(_ touches: Set<Touch>, with event: Event) {}

  /// Called when touches lift.
  ///
  /// Corresponds to `UIGestureRecognizer.touchesEnded(_:with:)`.
  open func touchesEnded(_ touches: Set<Touch>, with event: Event) {}

  /// Called when touches are canceled.
  ///
  /// Corresponds to `UIGestureRecognizer.touchesCancelled(_:with:)`.
  open func touchesCancelled(_ touches: Set<Touch>, with event: Event) {}

  /// Resets the recognizer once all touches have lifted; overrides call `super`.
  ///
  /// Corresponds to `UIGestureRecognizer.reset()`.
  open func reset() {
    storedState = .possible
  }

  /// Returns whether recognizing makes `preventedGestureRecognizer`, which shares a touch, fail; true by default.
  ///
  /// Corresponds to `UIGestureRecognizer.canPrevent(_:)`.
  open func canPrevent(_ preventedGestureRecognizer: GestureRecognizer) -> Bool { true }

  /// Returns whether `preventingGestureRecognizer`, which shares a touch, makes this one fail; true by default.
  ///
  /// Corresponds to `UIGestureRecognizer.canBePrevented(by:)`.
  open func canBePrevented(by preventingGestureRecognizer: GestureRecognizer) -> Bool { true }

  /// Returns whether the recognizer waits for `otherGestureRecognizer` to fail; false by default.
  ///
  /// Corresponds to `UIGestureRecognizer.shouldRequireFailure(of:)`.
  open func shouldRequireFailure(of otherGestureRecognizer: GestureRecognizer) -> Bool { false }

  /// Returns whether `otherGestureRecognizer` waits for this one to fail; false by default.
  ///
  /// Corresponds to `UIGestureRecognizer.shouldBeRequiredToFail(by:)`.
  open func shouldBeRequiredToFail(by otherGestureRecognizer: GestureRecognizer) -> Bool { false }

  /// The time at which to call ``timeReached(_:)``, in seconds, or `nil`; subclasses override it for timers.
  ///
  /// Call ``GestureRecognizer/watchDeadline()`` after setting one.
  open var deadline: Double? { nil }

  /// Called when ``deadline`` is reached.
  ///
  /// Overrides must move the deadline to a later time or clear it: a timer whose deadline is still due after 1000 calls at the same
  /// time is stopped, with a message in debug builds.
  open func timeReached(_ time: Double) {}

  /// Returns the centroid of the touches in the coordinates of `view`, or of the window for `nil`; zero without touches.
  ///
  /// Corresponds to `UIGestureRecognizer.location(in:)`.
  open func location(in view: View?) -> Point {
    let middle = centroid
    return view?.convert(middle, from: nil) ?? middle
  }

  /// Returns whether the recognizer holds `touch` back from the content.
  func holds(_ touch: Touch) -> Bool {
    delaysTouchesBegan && storedState == .possible && touches.contains { $0 === touch }
  }

  /// Called before a recognition that waited for others to fail proceeds.
  func recognitionWillResume() {}

  /// Returns whether the recognizer receives `touch`, which has come down on its view.
  func shouldReceive(_ touch: Touch) -> Bool {
    delegate?.gestureRecognizer(self, shouldReceive: touch) ?? true
  }

  /// Returns whether the recognizer has touches of another type: a mouse and a finger are two hands, not a pinch of both.
  func isFollowingOtherTouches(than type: Touch.TouchType) -> Bool {
    touches.contains { $0.type != type }
  }

  /// Returns whether the gesture may begin; called before the delegate is asked.
  func shouldBegin(with event: Event?) -> Bool { true }

  /// Returns whether the recognizer may recognize simultaneously with `other`.
  func allowsSimultaneousRecognition(with other: GestureRecognizer) -> Bool { false }

  /// Called when one of several touches is ignored.
  func touchWasIgnored() {}

  /// Called when a touch is reported that has not moved, which none of the overridable methods receives.
  func touchDidRest(at time: Double) {}

  /// Called when the recognizer loses its touches because it is disabled or detached; `wasActive` is true if that
  /// cancels a continuous gesture.
  func willBeAbandoned(wasActive: Bool) {}

  /// The event in delivery, for ``shouldBegin(with:)``.
  var currentEvent: Event?
}

extension GestureRecognizer {
  /// The number of touches.
  ///
  /// Corresponds to `UIGestureRecognizer.numberOfTouches`.
  public var numberOfTouches: Int { touches.count }

  /// Calls `action` whenever the state changes to anything but possible or failed.
  ///
  /// Corresponds to `UIGestureRecognizer.addTarget(_:action:)`.
  public func addAction(_ action: @escaping (GestureRecognizer) -> Void) {
    actions.append(Action(body: action))
  }

  /// Calls `action` whenever the state changes, as long as `owner` exists and until ``removeActions(of:)``.
  ///
  /// Corresponds to `UIGestureRecognizer.addTarget(_:action:)`.
  public func addAction(
    owner: AnyObject, _ action: @escaping (GestureRecognizer) -> Void
  ) {
    actions.append(Action(owner: owner, body: action))
  }

  /// Removes the actions of `owner`; all actions for `nil`.
  ///
  /// Corresponds to `UIGestureRecognizer.removeTarget(_:action:)`.
  public func removeActions(of owner: AnyObject?) {
    actions.removeAll { owner == nil || $0.owner === owner }
  }

  /// Makes the recognizer wait until `otherGestureRecognizer` has failed, and fail when that one is recognized.
  ///
  /// Corresponds to `UIGestureRecognizer.require(toFail:)`.
  public func require(toFail otherGestureRecognizer: GestureRecognizer) {
    requirements.removeAll { $0.recognizer == nil }
    requirements.append(WeakRecognizer(recognizer: otherGestureRecognizer))
  }

  /// Returns the location of a touch in the coordinates of `view`; zero where there is no such touch.
  ///
  /// Corresponds to `UIGestureRecognizer.location(ofTouch:in:)`.
  public func location(ofTouch touchIndex: Int, in view: View?) -> Point {
    touches.indices.contains(touchIndex) ? touches[touchIndex].location(in: view) : .zero
  }

  /// Ignores `touch` from now on; the view still receives it.
  ///
  /// Corresponds to `UIGestureRecognizer.ignore(_:for:)`.
  public func ignore(_ touch: Touch, for event: Event) {
    ignore(touch)
  }

  /// Makes the window call ``timeReached(_:)`` at the ``deadline``.
  public func watchDeadline() {
    (touches.first?.window ?? view?.window)?.watch(self)
  }

  /// The centroid of the touches, in the window's coordinates.
  var centroid: Point {
    guard !touches.isEmpty else { return waiting?.centroid ?? .zero }
    return touches.reduce(.zero) { $0 + $1.location } / Double(touches.count)
  }

  /// Whether a continuous gesture is in progress.
  var isActive: Bool { storedState == .began || storedState == .changed }

  /// Ignores `touch` from now on; the view still receives it.
  func ignore(_ touch: Touch) {
    touches.removeAll { $0 === touch }
    touch.gestureRecognizers.removeAll { $0 === self }
    touchWasIgnored()
  }

  /// Cancels a gesture in progress and removes the touches.
  func abandon() {
    if isActive {
      end(as: .cancelled) { willBeAbandoned(wasActive: true) }
    } else {
      willBeAbandoned(wasActive: false)
    }
    waiting = nil
    for touch in touches { touch.gestureRecognizers.removeAll { $0 === self } }
    touches = []
    reset()
    letWaitersProceed()
  }

  // MARK: - Delivery by the window

  /// Passes on an event of `touch`; `touches` is the set of this touch, which all recognizers share.
  func deliver(_ touch: Touch, in touches: Set<Touch>, _ event: Event) {
    currentEvent = event
    defer { currentEvent = nil }
    switch touch.phase {
    case .began:
      self.touches.append(touch)
      touchesBegan(touches, with: event)
    case .moved:
      touchesMoved(touches, with: event)
    case .stationary: break
    case .ended:
      touchesEnded(touches, with: event)
      remove(touch)
    case .cancelled:
      touchesCancelled(touches, with: event)
      remove(touch)
    }
  }

  private func remove(_ touch: Touch) {
    touches.removeAll { $0 === touch }
    resetIfDone()
  }

  /// Resets the recognizer once it has no touches, no timer and no recognition that waits for others.
  private func resetIfDone() {
    guard touches.isEmpty, waiting == nil, deadline == nil || storedState == .failed else { return }
    if isActive { transition(to: .cancelled) }
    reset()
    letWaitersProceed()
  }

  // MARK: - Recognition

  func transition(to new: State) {
    switch (storedState, new) {
    case (.possible, .began), (.possible, .ended): recognize(as: new)
    case (.possible, .failed), (.possible, .cancelled): fail()
    case (.began, .changed), (.changed, .changed), (.began, .ended), (.changed, .ended),
      (.began, .cancelled), (.changed, .cancelled):
      storedState = new
      sendActions()
    default: break
    }
  }

  /// Ends a continuous gesture; `body` runs after the state changes and before the actions are called.
  func end(as new: State, _ body: () -> Void) {
    storedState = new
    body()
    if storedState == new { sendActions() }
  }

  private func fail() {
    waiting = nil
    storedState = .failed
    if delaysTouchesBegan { for touch in touches { touch.window?.deliverIfFree(touch, nil) } }
    letWaitersProceed()
  }

  private func recognize(as new: State) {
    guard waiting?.isResumed ?? false || mayBegin(),
      !rivals.contains(where: { ($0.isActive || $0.state == .ended) && prevents($0, self) })
    else {
      fail()
      return
    }
    guard !waits(toEnter: new) else { return }
    storedState = new
    preventRivals()
    for waiter in waiters.compactMap(\.recognizer) where waiter.waiting != nil {
      waiter.transition(to: .failed)
      waiter.resetIfDone()
    }
    waiters = []
    if cancelsTouchesInView {
      for touch in touches { touch.window?.cancelInContent(touch, currentEvent) }
    }
    sendActions()
  }

  private func mayBegin() -> Bool {
    shouldBegin(with: currentEvent) && view?.gestureRecognizerShouldBegin(self) ?? true
      && delegate?.gestureRecognizerShouldBegin(self) ?? true
  }

  /// Makes the recognizers fail that share a touch and may not recognize simultaneously.
  func preventRivals() {
    for rival in rivals where prevents(self, rival) { rival.transition(to: .failed) }
  }

  private func prevents(_ winner: GestureRecognizer, _ loser: GestureRecognizer) -> Bool {
    winner.canPrevent(loser) && loser.canBePrevented(by: winner)
  }

  /// The recognizers that share a touch and may not recognize simultaneously.
  ///
  /// A recognizer that has seen the end of its touches is no longer among them: failing then would last until the end of
  /// the next touch.
  private var rivals: [GestureRecognizer] {
    var found: [GestureRecognizer] = []
    for touch in touches {
      for other in touch.gestureRecognizers
      where other !== self && other.touches.contains(where: { $0 === touch })
        && !found.contains(where: { $0 === other }) && !mayJoin(other)
      {
        found.append(other)
      }
    }
    return found
  }

  /// Returns whether both recognizers may recognize simultaneously.
  func mayJoin(_ other: GestureRecognizer) -> Bool {
    allowsSimultaneousRecognition(with: other) || other.allowsSimultaneousRecognition(with: self)
      || delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false
      || other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) ?? false
  }

  private func sendActions() {
    for action in actions { action.body(self) }
  }

  // MARK: - Failure requirements

  /// Postpones a recognition while recognizers that have to fail first are undecided; returns whether it does.
  private func waits(toEnter new: State) -> Bool {
    if waiting?.isResumed == true { return false }
    let undecided = requiredFailures.filter(\.isUndecided)
    guard !undecided.isEmpty else { return false }
    waiting = Waiting(state: new, centroid: centroid)
    for recognizer in undecided
    where !recognizer.waiters.contains(where: { $0.recognizer === self }) {
      recognizer.waiters.append(WeakRecognizer(recognizer: self))
    }
    return true
  }

  /// The recognizers that have to fail before this one is recognized.
  private var requiredFailures: [GestureRecognizer] {
    var found = requirements.compactMap(\.recognizer).filter { $0.isEnabled && $0 !== self }
    for touch in touches {
      for other in touch.gestureRecognizers
      where other !== self && !found.contains(where: { $0 === other }) && mustWait(for: other) {
        found.append(other)
      }
    }
    return found
  }

  private func mustWait(for other: GestureRecognizer) -> Bool {
    shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
      || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) ?? false
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) ?? false
  }

  /// Whether the recognizer has touches, or waits for some, and may still recognize them.
  private var isUndecided: Bool {
    state == .possible && (deadline != nil || waiting != nil || !touches.isEmpty)
  }

  /// Lets the recognizers that waited for this one to fail proceed.
  func letWaitersProceed() {
    guard !waiters.isEmpty else { return }
    let waiters = waiters
    self.waiters = []
    for waiter in waiters.compactMap(\.recognizer) { waiter.proceed() }
  }

  private func proceed() {
    guard let waiting, !requiredFailures.contains(where: \.isUndecided) else { return }
    self.waiting?.isResumed = true
    recognitionWillResume()
    transition(to: waiting.state)
    self.waiting = nil
    resetIfDone()
  }
}

extension GestureRecognizer: Hashable {
  /// Returns whether two references are to the same recognizer.
  public static func == (left: GestureRecognizer, right: GestureRecognizer) -> Bool {
    left === right
  }

  /// Hashes the identity of the recognizer.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// The methods by which a delegate fine-tunes a recognizer; every one has a default.
///
/// Corresponds to `UIGestureRecognizerDelegate`.
nonisolated public protocol GestureRecognizerDelegate: AnyObject {
  /// Returns whether the gesture may begin; true by default.
  ///
  /// Corresponds to `UIGestureRecognizerDelegate.gestureRecognizerShouldBegin(_:)`.
  func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool

  /// Returns whether the recognizer receives `touch`; true by default.
  ///
  /// Corresponds to `UIGestureRecognizerDelegate.gestureRecognizer(_:shouldReceive:)`.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool

  /// Returns whether two recognizers may recognize simultaneously; false by default.
  ///
  /// Corresponds to `UIGestureRecognizerDelegate.gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:)`.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool

  /// Returns whether the recognizer waits for `other` to fail; false by default.
  ///
  /// Corresponds to `UIGestureRecognizerDelegate.gestureRecognizer(_:shouldRequireFailureOf:)`.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool

  /// Returns whether `other` waits for the recognizer to fail; false by default.
  ///
  /// Corresponds to `UIGestureRecognizerDelegate.gestureRecognizer(_:shouldBeRequiredToFailBy:)`.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool
}

extension GestureRecognizerDelegate {
  /// Returns true.
  public func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool { true }

  /// Returns true.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool { true }

  /// Returns false.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { false }

  /// Returns false.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool { false }

  /// Returns false.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool { false }
}
