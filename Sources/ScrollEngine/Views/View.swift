public import Geometry

/// A rectangle with subviews, a coordinate system of its own, and touch handling.
///
/// A view draws nothing: the host program draws, from ``bounds``, ``transform`` and ``subviews``. Corresponds to `UIView`.
open class View: Responder {
  /// The view's rectangle in its superview's coordinates; with a transform, the smallest rectangle around it.
  ///
  /// Setting it moves ``center`` and resizes ``bounds``; it never changes the origin of the bounds. A rectangle with a
  /// number that is not finite or above 1e12 is ignored, negative sizes count as zero. Corresponds to `UIView.frame`.
  open var frame: Rect {
    get { frameOfBounds() }
    set { setFrame(newValue) }
  }

  /// The largest magnitude of a coordinate, a length, a scale or a time that the engine accepts, each in its own unit.
  ///
  /// Larger values, and values that are not finite, are ignored.
  public static let maximumCoordinate = Double.largestAcceptable

  /// The view's rectangle in its own coordinate system.
  ///
  /// Every change passes through this property, scrolling and changes of ``frame`` included, so that a subclass that
  /// overrides it sees all of them. Corresponds to `UIView.bounds`.
  open var bounds: Rect {
    get { storedBounds }
    set {
      let isComputed = newValue == computedBounds
      computedBounds = nil
      guard isComputed || newValue.isAcceptable else { return }
      storeBounds(Rect(origin: newValue.origin, size: newValue.size.nonNegative))
    }
  }

  /// The centre of the view in its superview's coordinates.
  ///
  /// Corresponds to `UIView.center`.
  open var center: Point {
    get { storedCenter }
    set {
      guard newValue.isAcceptable else { return }
      storedCenter = newValue
    }
  }

  /// The transform applied to the view, relative to its centre.
  ///
  /// Corresponds to `UIView.transform`.
  open var transform: AffineTransform {
    get { storedTransform }
    set {
      guard newValue.isAcceptable else { return }
      storedTransform = newValue
    }
  }

  /// The subviews, from back to front.
  ///
  /// Corresponds to `UIView.subviews`.
  public private(set) var subviews: [View] = []
  /// The superview, or `nil`.
  ///
  /// Corresponds to `UIView.superview`.
  public private(set) weak var superview: View?
  /// The recognizers attached to the view.
  ///
  /// Corresponds to `UIView.gestureRecognizers`.
  public private(set) var gestureRecognizers: [GestureRecognizer] = []

  /// A Boolean value that determines whether the view and its subviews receive touches; true by default.
  ///
  /// Corresponds to `UIView.isUserInteractionEnabled`.
  open var isUserInteractionEnabled = true
  /// A Boolean value that determines whether the view receives more than one touch at a time; false by default.
  ///
  /// While it is false, the view receives only the first touch of a multitouch sequence. Gesture recognizers see every
  /// touch regardless. Corresponds to `UIView.isMultipleTouchEnabled`.
  open var isMultipleTouchEnabled = false
  /// A Boolean value that determines whether the view is hidden, with its subviews; false by default.
  ///
  /// Corresponds to `UIView.isHidden`.
  open var isHidden = false
  /// A Boolean value that determines whether subviews are clipped to the bounds when drawn; false by default.
  ///
  /// Corresponds to `UIView.clipsToBounds`.
  open var clipsToBounds = false

  private var storedBounds: Rect
  /// Bounds computed by the engine that are being set through ``bounds``, even beyond the coordinates that it accepts.
  private(set) var computedBounds: Rect?
  private var notifiedBounds: Rect
  private var storedCenter: Point
  private var storedTransform = AffineTransform.identity
  private var boundsObservers: [BoundsObservation] = []
  private let boundsNotifications = ReentrancyLimit()
  private var needsLayout = true
  /// True if a descendant needs layout; it is then true for all ancestors too.
  private var hasLayoutBelow = false
  private var layoutPass = LayoutPass.none

  /// The stages of a layout pass.
  private enum LayoutPass {
    /// No layout is in progress.
    case none
    /// The view's `layoutSubviews()` is running.
    case layoutSubviews
    /// The descendants are being laid out.
    case descendants
  }

  /// Creates a view with a frame in its future superview.
  public init(frame: Rect = .zero) {
    let frame = frame.isAcceptable ? frame : .zero
    let size = frame.size.nonNegative
    storedBounds = Rect(origin: .zero, size: size)
    notifiedBounds = storedBounds
    storedCenter = Rect(origin: frame.origin, size: size).center
    super.init()
  }

  /// The superview.
  ///
  /// Corresponds to `UIView`'s `next`.
  open override var next: Responder? { superview }

  /// The window the view is in, directly or not.
  ///
  /// Corresponds to `UIView.window`.
  open var window: Window? {
    var view: View? = self
    while let here = view {
      if let window = here as? Window { return window }
      view = here.superview
    }
    return nil
  }

  /// Called after the superview changed.
  ///
  /// Corresponds to `UIView.didMoveToSuperview()`.
  open func didMoveToSuperview() {}

  /// Called after the view moved into a window or out of one.
  ///
  /// Corresponds to `UIView.didMoveToWindow()`.
  open func didMoveToWindow() {}

  /// Lays out the subviews; does nothing unless overridden.
  ///
  /// Called by ``layoutIfNeeded()``, and by the window at the end of every event and every advance of time that
  /// invalidated the layout. Corresponds to `UIView.layoutSubviews()`.
  open func layoutSubviews() {}

  /// Returns whether the bounds contain `point`, given in the view's coordinates.
  ///
  /// Corresponds to `UIView.point(inside:with:)`.
  open func point(inside point: Point, with event: Event?) -> Bool {
    bounds.contains(point)
  }

  /// Returns the frontmost descendant, or the view itself, that contains `point`, given in the view's coordinates.
  ///
  /// Hidden views and views without user interaction are skipped with their subviews, and so are parts of a view outside
  /// its superview's bounds. Corresponds to `UIView.hitTest(_:with:)`.
  open func hitTest(_ point: Point, with event: Event?) -> View? {
    guard isUserInteractionEnabled, !isHidden, self.point(inside: point, with: event) else {
      return nil
    }
    for subview in subviews.reversed() {
      let inside = subview.convert(point, from: self)
      if let hit = subview.hitTest(inside, with: event) { return hit }
    }
    return self
  }

  /// Invalidates the view's layout, which then happens at the end of the current event or advance of time.
  ///
  /// Corresponds to `UIView.setNeedsLayout()`.
  public func setNeedsLayout() {
    needsLayout = true
    superview?.setHasLayoutBelow()
  }

  /// Lays out the view and everything below it now, where layout is needed.
  ///
  /// Works without a window too. Layout that invalidates the layout again is repeated up to sixteen times in the same
  /// call. Corresponds to `UIView.layoutIfNeeded()`.
  public func layoutIfNeeded() {
    for _ in 0..<ReentrancyLimit.limit {
      guard layoutPass == .none, needsLayout || hasLayoutBelow else { return }
      layOutFromTop()
    }
  }

  /// Lays out the view, then the descendants that need layout.
  private func layOutFromTop() {
    // A layout pass that is already in progress completes on its own.
    guard layoutPass == .none else { return }
    defer { layoutPass = .none }
    if needsLayout {
      needsLayout = false
      layoutPass = .layoutSubviews
      layoutSubviews()
    }
    guard hasLayoutBelow else { return }
    layoutPass = .descendants
    hasLayoutBelow = false
    for subview in subviews where subview.needsLayout || subview.hasLayoutBelow {
      subview.layOutFromTop()
    }
  }

  private func setHasLayoutBelow() {
    var view: View? = self
    while let here = view, !here.hasLayoutBelow {
      here.hasLayoutBelow = true
      view = here.superview
    }
  }

  /// Invalidates the layout after a subview was added, removed or resized, unless during the own layout.
  private func subviewsDidChange() {
    if layoutPass != .layoutSubviews { setNeedsLayout() }
  }

  /// Notifies observers of a change of ``bounds``; overriders call `super`.
  func boundsDidChange(from old: Rect) {
    for observer in boundsObservers { observer.notify(storedBounds) }
    boundsObservers.removeAll { $0.isCancelled }
    setNeedsLayout()
    if storedBounds.size != old.size { superview?.subviewsDidChange() }
  }

  /// Called when the view moved to another window or out of one, before ``didMoveToWindow()``.
  func windowDidChange() {}

  /// Called before the view leaves its window; motions stop.
  func windowWillChange() {
    for subview in subviews { subview.windowWillChange() }
  }

  /// Sets the centre to a point that the engine computed, even beyond the coordinates that it accepts.
  func moveCenter(to center: Point) {
    storedCenter = center
  }

  /// Sets ``bounds`` to a rectangle that the engine computed.
  func applyBounds(_ new: Rect) {
    applyBounds(new) { bounds = new }
  }

  /// Lets `assign` set ``bounds``, directly or not, to a rectangle that the engine computed.
  func applyBounds(_ new: Rect, by assign: () -> Void) {
    guard new != storedBounds else { return }
    let outer = computedBounds
    computedBounds = new
    defer { computedBounds = outer }
    assign()
  }

  /// Stores the bounds and notifies observers of a change.
  private func storeBounds(_ new: Rect) {
    guard new != storedBounds else { return }
    storedBounds = new
    boundsNotifications.run {
      let old = notifiedBounds
      guard storedBounds != old else { return }
      notifiedBounds = storedBounds
      boundsDidChange(from: old)
    }
  }
}

extension View {
  /// Calls `handler` with the new bounds after every change, until the observation is cancelled.
  ///
  /// A handler that changes the bounds is called again, at most sixteen times for one change.
  /// Corresponds to key-value observation of `UIView.bounds`.
  @discardableResult
  public func observeBounds(_ handler: @escaping (Rect) -> Void) -> BoundsObservation {
    let observation = BoundsObservation(handler)
    boundsObservers.append(observation)
    return observation
  }
}

// MARK: - The view hierarchy

extension View {
  /// Adds `view` in front of the other subviews, removing it from its former superview.
  ///
  /// A view that is a subview already only comes to the front. Does nothing when `view` is this view or contains it.
  /// Corresponds to `UIView.addSubview(_:)`.
  public func addSubview(_ view: View) {
    insertSubview(view, at: subviews.count)
  }

  /// Inserts `view` at `index` among the subviews, clamped to their number; 0 is the rearmost.
  ///
  /// Corresponds to `UIView.insertSubview(_:at:)`.
  public func insertSubview(_ view: View, at index: Int) {
    guard view !== self, !isDescendant(of: view) else { return }
    if view.superview === self {
      subviews.removeAll { $0 === view }
      subviews.insert(view, at: min(max(index, 0), subviews.count))
      return
    }
    view.removeFromSuperview()
    // Delegates notified by the removal may have moved the view themselves.
    guard view.superview == nil, !isDescendant(of: view) else { return }
    subviews.insert(view, at: min(max(index, 0), subviews.count))
    view.superview = self
    subviewsDidChange()
    setHasLayoutBelow()
    view.didMoveToSuperview()
    view.notifyWindowChange()
  }

  /// Removes the view from its superview.
  ///
  /// Scrolling and zooming in it stop, within range. Its views receive `touchesCancelled`; the recognizers of the
  /// remaining views continue to receive the touches. Corresponds to `UIView.removeFromSuperview()`.
  public func removeFromSuperview() {
    guard let superview else { return }
    window?.viewWillLeave(self)
    guard self.superview === superview else { return }
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
    superview.subviewsDidChange()
    didMoveToSuperview()
    notifyWindowChange()
  }

  /// Returns whether the view is `view` or a descendant of it.
  ///
  /// Corresponds to `UIView.isDescendant(of:)`.
  public func isDescendant(of view: View) -> Bool {
    var ancestor: View? = self
    while let here = ancestor {
      if here === view { return true }
      ancestor = here.superview
    }
    return false
  }

  /// Attaches `recognizer`, detaching it from its former view.
  ///
  /// Corresponds to `UIView.addGestureRecognizer(_:)`.
  public func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    recognizer.view?.removeGestureRecognizer(recognizer)
    gestureRecognizers.append(recognizer)
    recognizer.view = self
  }

  /// Detaches `recognizer`, cancelling a gesture in progress.
  ///
  /// Corresponds to `UIView.removeGestureRecognizer(_:)`.
  public func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.view === self else { return }
    recognizer.abandon()
    gestureRecognizers.removeAll { $0 === recognizer }
    recognizer.view = nil
  }

  /// Asks the view, or its descendant that is first responder, to resign; `force` makes it.
  ///
  /// Returns whether neither is first responder any more. Corresponds to `UIView.endEditing(_:)`.
  @discardableResult
  public func endEditing(_ force: Bool) -> Bool {
    guard let window, let responder = window.firstResponder else { return true }
    var link: Responder? = responder
    while let here = link, here !== self { link = here.next }
    guard link != nil else { return true }
    if responder.resignFirstResponder() { return true }
    if force { window.firstResponder = nil }
    return force
  }

  private func notifyWindowChange() {
    windowDidChange()
    didMoveToWindow()
    for subview in subviews { subview.notifyWindowChange() }
  }
}
