public import Geometry

/// The base class for objects that recognize a gesture in the touches on a view.
///
/// Recognizers receive touches before the view does, the innermost view's first. The first one to recognize its gesture
/// makes the others with the same touches fail, unless both may recognize simultaneously. Subclasses override the
/// four touch methods and set ``state``. Corresponds to `UIGestureRecognizer`.
open class GestureRecognizer {
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
    /// A continuous gesture was cancelled.
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
  public internal(set) weak var view: View?
  /// The delegate; held weakly.
  ///
  /// Corresponds to `UIGestureRecognizer.delegate`.
  public weak var delegate: (any GestureRecognizerDelegate)?
  /// A Boolean value that determines whether the recognizer receives touches; clearing it cancels a gesture in progress.
  ///
  /// Corresponds to `UIGestureRecognizer.isEnabled`.
  public var isEnabled = true {
    didSet { if !isEnabled { abandon() } }
  }
  /// The kinds of touches that the recognizer receives; all of them by default.
  ///
  /// Applies to touches that begin afterwards. For a scroll view's pan, ``Touch/TouchType/indirect`` means
  /// scrolling with two fingers on a touchpad; the notches of a wheel are no touches.
  /// Corresponds to `UIGestureRecognizer.allowedTouchTypes`.
  public var allowedTouchTypes = Set(Touch.TouchType.allCases)
  /// A Boolean value that determines whether recognizing cancels the touches in the view; true by default.
  ///
  /// Corresponds to `UIGestureRecognizer.cancelsTouchesInView`.
  public var cancelsTouchesInView = true
  /// The recognizer's touches, in the order in which they began.
  public private(set) var touches: [Touch] = []

  private var storedState = State.possible
  private var actions: [(GestureRecognizer) -> Void] = []

  /// Creates a recognizer without a view.
  public init() {}

  /// Creates a recognizer that calls `action` whenever its state changes to anything but possible or failed.
  public init(action: @escaping (GestureRecognizer) -> Void) {
    actions = [action]
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

  /// Called when touches are cancelled.
  ///
  /// Corresponds to `UIGestureRecognizer.touchesCancelled(_:with:)`.
  open func touchesCancelled(_ touches: Set<Touch>, with event: Event) {}

  /// Resets the recognizer once all touches have lifted; overriders call `super`.
  ///
  /// Corresponds to `UIGestureRecognizer.reset()`.
  open func reset() {
    storedState = .possible
  }

  /// Returns whether the recognizer receives `touch`, which has come down on its view.
  func shouldReceive(_ touch: Touch) -> Bool {
    delegate?.gestureRecognizer(self, shouldReceive: touch) ?? true
  }

  /// Returns whether the gesture may begin; called before the delegate is asked.
  func shouldBegin(with event: Event?) -> Bool { true }

  /// Returns whether the recognizer may recognize simultaneously with `other`.
  func allowsSimultaneousRecognition(with other: GestureRecognizer) -> Bool { false }

  /// Called when one of several touches is ignored.
  func touchWasIgnored() {}

  /// The time at which to call ``timeReached(_:)``, in seconds, or `nil`.
  var deadline: Double? { nil }

  /// Returns whether recognizing makes `other`, which shares a touch, fail.
  ///
  /// Corresponds to `UIGestureRecognizer.canPrevent(_:)`.
  func canPrevent(_ other: GestureRecognizer) -> Bool { true }

  /// Called when the recognizer loses its touches because it is disabled or detached; `wasActive` is true if that
  /// cancels a continuous gesture.
  func willBeAbandoned(wasActive: Bool) {}

  /// Called when ``deadline`` is reached.
  func timeReached(_ time: Double) {}

  /// The event in delivery, for ``shouldBegin(with:)``.
  private(set) var currentEvent: Event?
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
    actions.append(action)
  }

  /// Returns the centroid of the touches in the coordinates of `view`, or of the window for `nil`; zero without touches.
  ///
  /// Corresponds to `UIGestureRecognizer.location(in:)`.
  public func location(in view: View?) -> Point {
    let middle = centroid
    return view?.convert(middle, from: nil) ?? middle
  }

  /// The centroid of the touches, in the window's coordinates.
  var centroid: Point {
    guard !touches.isEmpty else { return .zero }
    return touches.reduce(.zero) { $0 + $1.location } / Double(touches.count)
  }

  /// A Boolean value that indicates whether a continuous gesture is in progress.
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

// MARK: - Recognition

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

  /// Ends a continuous gesture; `body` runs after the state changes and before the actions are called.
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
    preventRivals()
    if cancelsTouchesInView {
      for touch in touches { touch.window?.cancelInContent(touch, currentEvent) }
    }
    sendActions()
  }

  /// Makes the recognizers fail that share a touch and may not recognize simultaneously.
  func preventRivals() {
    for rival in rivals where canPrevent(rival) { rival.transition(to: .failed) }
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

  private func mayJoin(_ other: GestureRecognizer) -> Bool {
    allowsSimultaneousRecognition(with: other) || other.allowsSimultaneousRecognition(with: self)
      || delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false
      || other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) ?? false
  }

  private func sendActions() {
    for action in actions { action(self) }
  }
}

/// The methods by which a delegate fine-tunes a recognizer; every one has a default.
///
/// Corresponds to `UIGestureRecognizerDelegate`.
public protocol GestureRecognizerDelegate: AnyObject {
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
}
