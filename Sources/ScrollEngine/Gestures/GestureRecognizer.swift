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
}
