public import Geometry

/// Something that watches the touches on a view and recognizes one gesture in them.
///
/// Recognizers hear of a touch before the view does, the innermost view's first. The first one to recognize its gesture
/// makes the others that watch the same touches fail, unless the two may recognize together. Subclasses override the
/// four touch methods and set ``state``. Corresponds to `UIGestureRecognizer`.
open class GestureRecognizer {
  /// How far a recognizer has got.
  ///
  /// Corresponds to `UIGestureRecognizer.State`.
  public enum State: Hashable, Sendable {
    /// Nothing is recognized yet.
    case possible
    /// A continuous gesture was recognized.
    case began
    /// A continuous gesture went on.
    case changed
    /// A gesture ended; a discrete one was recognized.
    case ended
    /// A continuous gesture was broken off.
    case cancelled
    /// The touches are no such gesture.
    case failed

    /// What a discrete recognizer sets.
    ///
    /// Corresponds to `UIGestureRecognizer.State.recognized`.
    public static var recognized: State { .ended }
  }

  /// The view it is attached to.
  ///
  /// Corresponds to `UIGestureRecognizer.view`.
  public internal(set) weak var view: View?
  /// Who decides what it may recognize.
  ///
  /// Corresponds to `UIGestureRecognizer.delegate`.
  public weak var delegate: (any GestureRecognizerDelegate)?
  /// False if it hears of no touches; clearing it makes a gesture at work be cancelled.
  ///
  /// Corresponds to `UIGestureRecognizer.isEnabled`.
  public var isEnabled = true {
    didSet { if !isEnabled { abandon() } }
  }
  /// The kinds of touches that the recognizer receives; all of them by default.
  ///
  /// Counts for touches that come down from then on. For a scroll view's pan, ``Touch/TouchType/indirect`` stands for
  /// scrolling with two fingers on a touchpad; the notches of a wheel are no touches.
  /// Corresponds to `UIGestureRecognizer.allowedTouchTypes`.
  public var allowedTouchTypes = Set(Touch.TouchType.allCases)
  /// True if recognizing takes the touches away from the view.
  ///
  /// Corresponds to `UIGestureRecognizer.cancelsTouchesInView`.
  public var cancelsTouchesInView = true
  /// The touches it watches, in the order in which they came down.
  public private(set) var touches: [Touch] = []

  private var storedState = State.possible
  private var actions: [(GestureRecognizer) -> Void] = []

  /// Makes a recognizer that is attached to nothing.
  public init() {}

  /// Makes a recognizer that calls `action` whenever its state changes to anything but possible or failed.
  public init(action: @escaping (GestureRecognizer) -> Void) {
    actions = [action]
  }

  /// How far it has got; subclasses set it.
  ///
  /// Recognizing can be refused, by the delegate or because another recognizer was first: then the state is failed
  /// afterwards. Corresponds to `UIGestureRecognizer.state`.
  open var state: State {
    get { storedState }
    set { transition(to: newValue) }
  }

  /// Fingers came down.
  ///
  /// Corresponds to `UIGestureRecognizer.touchesBegan(_:with:)`.
  open func touchesBegan(_ touches: Set<Touch>, with event: Event) {}

  /// Fingers moved.
  ///
  /// Corresponds to `UIGestureRecognizer.touchesMoved(_:with:)`.
  open func touchesMoved(_ touches: Set<Touch>, with event: Event) {}

  /// Fingers were lifted.
  ///
  /// Corresponds to `UIGestureRecognizer.touchesEnded(_:with:)`.
  open func touchesEnded(_ touches: Set<Touch>, with event: Event) {}

  /// Fingers were taken away.
  ///
  /// Corresponds to `UIGestureRecognizer.touchesCancelled(_:with:)`.
  open func touchesCancelled(_ touches: Set<Touch>, with event: Event) {}

  /// Forgets a gesture once all fingers are lifted; overriders call `super`.
  ///
  /// Corresponds to `UIGestureRecognizer.reset()`.
  open func reset() {
    storedState = .possible
  }

  /// The last word before recognizing; asked before the delegate.
  func shouldBegin(with event: Event?) -> Bool { true }

  /// True if it may recognize although `other` has, and the other way round.
  func allowsSimultaneousRecognition(with other: GestureRecognizer) -> Bool { false }

  /// One of several touches is no longer watched.
  func touchWasIgnored() {}

  /// When it wants to be told of the time, in seconds; nil for never.
  var deadline: Double? { nil }

  /// Returns whether recognizing makes `other`, which watches one of the same touches, fail.
  ///
  /// Corresponds to `UIGestureRecognizer.canPrevent(_:)`.
  func canPrevent(_ other: GestureRecognizer) -> Bool { true }

  /// Its touches are taken away without an event, because it is disabled or detached; `wasActive` tells whether a
  /// continuous gesture ends with that.
  func willBeAbandoned(wasActive: Bool) {}

  /// Tells that ``deadline`` is reached.
  func timeReached(_ time: Double) {}

  /// The event that is being delivered, for ``shouldBegin(with:)``.
  private(set) var currentEvent: Event?
}

extension GestureRecognizer {
  /// The number of touches it watches.
  ///
  /// Corresponds to `UIGestureRecognizer.numberOfTouches`.
  public var numberOfTouches: Int { touches.count }

  /// Calls `action` whenever the state changes to anything but possible or failed.
  ///
  /// Corresponds to `UIGestureRecognizer.addTarget(_:action:)`.
  public func addAction(_ action: @escaping (GestureRecognizer) -> Void) {
    actions.append(action)
  }

  /// The middle of the touches in the coordinates of `view`, or of the window for nil; the origin without touches.
  ///
  /// Corresponds to `UIGestureRecognizer.location(in:)`.
  public func location(in view: View?) -> Point {
    let middle = centroid
    return view?.convert(middle, from: nil) ?? middle
  }

  /// The middle of the touches, in the window's coordinates.
  var centroid: Point {
    guard !touches.isEmpty else { return .zero }
    return touches.reduce(.zero) { $0 + $1.location } / Double(touches.count)
  }

  /// True while a continuous gesture is at work.
  var isActive: Bool { storedState == .began || storedState == .changed }

  /// Stops watching `touch`, which stays with the view.
  func ignore(_ touch: Touch) {
    touches.removeAll { $0 === touch }
    touch.gestureRecognizers.removeAll { $0 === self }
    touchWasIgnored()
  }

  /// Breaks off whatever it is doing and forgets its touches.
  func abandon() {
    if isActive {
      end(as: .cancelled) { willBeAbandoned(wasActive: true) }
    } else {
      willBeAbandoned(wasActive: false)
    }
    for touch in touches { touch.gestureRecognizers.removeAll { $0 === self } }
    touches = []
    reset()
  }
}

// MARK: - Delivery by the window

extension GestureRecognizer {
  func deliver(_ touch: Touch, _ event: Event) {
    currentEvent = event
    defer { currentEvent = nil }
    switch touch.phase {
    case .began:
      touches.append(touch)
      touchesBegan([touch], with: event)
    case .moved:
      touchesMoved([touch], with: event)
    case .ended:
      touchesEnded([touch], with: event)
      remove(touch)
    case .cancelled:
      touchesCancelled([touch], with: event)
      remove(touch)
    }
  }

  private func remove(_ touch: Touch) {
    touches.removeAll { $0 === touch }
    guard touches.isEmpty, deadline == nil else { return }
    if isActive { transition(to: .cancelled) }
    reset()
  }
}

// MARK: - Who recognizes

extension GestureRecognizer {
  private func transition(to new: State) {
    switch (storedState, new) {
    case (.possible, .began), (.possible, .ended): recognize(as: new)
    case (.possible, .failed), (.possible, .cancelled): storedState = .failed
    case (.began, .changed), (.changed, .changed), (.began, .ended), (.changed, .ended),
      (.began, .cancelled), (.changed, .cancelled):
      storedState = new
      sendActions()
    default: break
    }
  }

  /// Ends a continuous gesture: `body`, which belongs to the recognizer's owner, sees the new state before the actions do.
  func end(as new: State, _ body: () -> Void) {
    storedState = new
    body()
    if storedState == new { sendActions() }
  }

  private func recognize(as new: State) {
    guard shouldBegin(with: currentEvent), delegate?.gestureRecognizerShouldBegin(self) ?? true,
      !rivals.contains(where: { ($0.isActive || $0.state == .ended) && $0.canPrevent(self) })
    else {
      storedState = .failed
      return
    }
    storedState = new
    for rival in rivals where canPrevent(rival) { rival.transition(to: .failed) }
    if cancelsTouchesInView {
      for touch in touches { touch.window?.cancelInContent(touch, currentEvent) }
    }
    sendActions()
  }

  /// The recognizers that watch one of its touches and may not recognize together with it.
  private var rivals: [GestureRecognizer] {
    var found: [GestureRecognizer] = []
    for touch in touches {
      for other in touch.gestureRecognizers
      where other !== self && !found.contains(where: { $0 === other }) && !mayJoin(other) {
        found.append(other)
      }
    }
    return found
  }

  private func mayJoin(_ other: GestureRecognizer) -> Bool {
    allowsSimultaneousRecognition(with: other) || other.allowsSimultaneousRecognition(with: self)
      || delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false
      || other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) ?? false
  }

  private func sendActions() {
    for action in actions { action(self) }
  }
}

/// Decides what a recognizer may recognize; every method has a default.
///
/// Corresponds to `UIGestureRecognizerDelegate`.
public protocol GestureRecognizerDelegate: AnyObject {
  /// Asks whether the gesture may begin; yes by default.
  ///
  /// Corresponds to `UIGestureRecognizerDelegate.gestureRecognizerShouldBegin(_:)`.
  func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool

  /// Asks whether the recognizer may watch `touch`; yes by default.
  ///
  /// Corresponds to `UIGestureRecognizerDelegate.gestureRecognizer(_:shouldReceive:)`.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool

  /// Asks whether two recognizers may recognize from the same touches; no by default.
  ///
  /// Corresponds to `UIGestureRecognizerDelegate.gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:)`.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool
}

extension GestureRecognizerDelegate {
  /// Yes.
  public func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool { true }

  /// Yes.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool { true }

  /// No.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { false }
}
