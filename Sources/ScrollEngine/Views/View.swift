public import Geometry

/// A rectangle that holds other views, has a coordinate system of its own and can be touched.
///
/// A view draws nothing: whoever uses the engine draws, from ``bounds``, ``transform`` and ``subviews``. Corresponds to
/// `UIView`.
open class View: Responder {
  /// The view's place in its superview if its transform is the identity; else the smallest rectangle around it.
  ///
  /// Setting it moves ``center`` and resizes ``bounds``; it never changes the origin of the bounds. A rectangle with a
  /// number that is not finite or above 1e12 is ignored, negative sizes count as zero. Corresponds to `UIView.frame`.
  open var frame: Rect {
    get { frameOfBounds() }
    set { setFrame(newValue) }
  }

  /// The part of its own coordinate system that the view shows.
  ///
  /// Corresponds to `UIView.bounds`.
  open var bounds: Rect {
    get { storedBounds }
    set {
      guard newValue.isAcceptable else { return }
      applyBounds(Rect(origin: newValue.origin, size: newValue.size.nonNegative))
    }
  }

  /// The place of the middle of the bounds in the superview's coordinates.
  ///
  /// Corresponds to `UIView.center`.
  open var center: Point {
    get { storedCenter }
    set {
      guard newValue.isAcceptable else { return }
      storedCenter = newValue
    }
  }

  /// A map applied to the view about its centre.
  ///
  /// Corresponds to `UIView.transform`.
  open var transform: AffineTransform {
    get { storedTransform }
    set {
      guard newValue.isAcceptable else { return }
      storedTransform = newValue
    }
  }

  /// The views inside, from back to front.
  ///
  /// Corresponds to `UIView.subviews`.
  public private(set) var subviews: [View] = []
  /// The view this one is in.
  ///
  /// Corresponds to `UIView.superview`.
  public private(set) weak var superview: View?
  /// The recognizers attached to the view.
  ///
  /// Corresponds to `UIView.gestureRecognizers`.
  public private(set) var gestureRecognizers: [GestureRecognizer] = []

  /// False if touches pass through the view and everything in it.
  ///
  /// Corresponds to `UIView.isUserInteractionEnabled`.
  open var isUserInteractionEnabled = true
  /// A Boolean value that determines whether the view receives more than one touch at a time; false by default.
  ///
  /// While it is false, the view receives only the first touch of a multitouch sequence. Gesture recognizers see every
  /// touch regardless. Corresponds to `UIView.isMultipleTouchEnabled`.
  open var isMultipleTouchEnabled = false
  /// True if the view and everything in it is not seen and not touched.
  ///
  /// Corresponds to `UIView.isHidden`.
  open var isHidden = false
  /// True if whoever draws shall cut what lies outside the bounds.
  ///
  /// Corresponds to `UIView.clipsToBounds`.
  open var clipsToBounds = false

  private var storedBounds: Rect
  private var notifiedBounds: Rect
  private var storedCenter: Point
  private var storedTransform = AffineTransform.identity
  private var boundsObservers: [BoundsObservation] = []
  private let boundsNotifications = ReentrancyLimit()
  private var needsLayout = true
  /// True if a view below this one needs layout; then every view above this one has it set too.
  private var hasLayoutBelow = false
  private var layoutPass = LayoutPass.none

  /// What a layout pass is doing with the view.
  private enum LayoutPass {
    /// Nothing.
    case none
    /// It calls the view's own `layoutSubviews()`.
    case layoutSubviews
    /// It lays out the views below.
    case descendants
  }

  /// Makes a view with its place in its future superview.
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

  /// Tells the view that its superview has changed.
  ///
  /// Corresponds to `UIView.didMoveToSuperview()`.
  open func didMoveToSuperview() {}

  /// Tells the view that it has come into a window or left one.
  ///
  /// Corresponds to `UIView.didMoveToWindow()`.
  open func didMoveToWindow() {}

  /// Places the subviews; does nothing unless overridden.
  ///
  /// Called by ``layoutIfNeeded()``, and by the window after every event and every advance of time that left the view
  /// in need of it. Corresponds to `UIView.layoutSubviews()`.
  open func layoutSubviews() {}

  /// True if `point`, in the view's own coordinates, is inside its bounds.
  ///
  /// Corresponds to `UIView.point(inside:with:)`.
  open func point(inside point: Point, with event: Event?) -> Bool {
    bounds.contains(point)
  }

  /// The frontmost view in this one that contains `point`, given in this view's coordinates.
  ///
  /// Views that are hidden or do not take part in user interaction are passed over with everything in them, and so is
  /// what lies outside its superview. Corresponds to `UIView.hitTest(_:with:)`.
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
  /// Works without a window too. Layout that asks for more layout gets it in the same call, up to sixteen times; the
  /// rest waits for the next call. Corresponds to `UIView.layoutIfNeeded()`.
  public func layoutIfNeeded() {
    for _ in 0..<ReentrancyLimit.limit {
      guard layoutPass == .none, needsLayout || hasLayoutBelow else { return }
      layOutFromTop()
    }
  }

  /// Lays out the view, then those below it that need it.
  private func layOutFromTop() {
    // A view that is being laid out further up the stack finishes there.
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

  /// A subview was added, removed or resized: the view lays out, unless that happened in its own layout.
  private func subviewsDidChange() {
    if layoutPass != .layoutSubviews { setNeedsLayout() }
  }

  /// Reports a new value of ``bounds``; overriders call `super`.
  func boundsDidChange(from old: Rect) {
    for observer in boundsObservers { observer.report(storedBounds) }
    boundsObservers.removeAll { $0.isCancelled }
    setNeedsLayout()
    if storedBounds.size != old.size { superview?.subviewsDidChange() }
  }

  /// The view is in another window, or in none; called before ``didMoveToWindow()``.
  func windowDidChange() {}

  /// The view's window is about to lose it; whatever moves by itself stops.
  func windowWillChange() {
    for subview in subviews { subview.windowWillChange() }
  }

  /// Moves the centre to a place that the engine computed, however far away it is.
  func moveCenter(to center: Point) {
    storedCenter = center
  }

  /// Sets the bounds and says so, unless they are what they were.
  func applyBounds(_ new: Rect) {
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
  /// Calls `handler` with the new bounds after every change of them, until the observation is cancelled.
  ///
  /// A handler that changes the bounds again is called again, at most sixteen times for one change.
  /// Stands for key-value observation of `UIView.bounds`.
  @discardableResult
  public func observeBounds(_ handler: @escaping (Rect) -> Void) -> BoundsObservation {
    let observation = BoundsObservation(handler)
    boundsObservers.append(observation)
    return observation
  }
}

/// A running observation of a view's bounds; ends with ``cancel()`` or with the view.
public final class BoundsObservation {
  private var handler: ((Rect) -> Void)?

  init(_ handler: @escaping (Rect) -> Void) {
    self.handler = handler
  }

  /// Ends the observation.
  public func cancel() {
    handler = nil
  }

  var isCancelled: Bool { handler == nil }

  func report(_ bounds: Rect) {
    handler?(bounds)
  }
}

// MARK: - The tree

extension View {
  /// Puts `view` in front of the other subviews, taking it from where it was.
  ///
  /// A view that is a subview already only comes to the front. Does nothing when `view` is this view or contains it.
  /// Corresponds to `UIView.addSubview(_:)`.
  public func addSubview(_ view: View) {
    insertSubview(view, at: subviews.count)
  }

  /// Puts `view` at `index` among the subviews, 0 being the rearmost; clamped to what there is.
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
    // Delegates of whatever the removal stopped may have put the view somewhere themselves.
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
  /// What scrolls or zooms below it stops where it is, in range. Its content gets `touchesCancelled`; a touch on it goes on
  /// for the recognizers of the views that stay. Corresponds to `UIView.removeFromSuperview()`.
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

  /// True if the view is `view` or in it.
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

  /// Attaches `recognizer`, taking it from the view it was on.
  ///
  /// Corresponds to `UIView.addGestureRecognizer(_:)`.
  public func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    recognizer.view?.removeGestureRecognizer(recognizer)
    gestureRecognizers.append(recognizer)
    recognizer.view = self
  }

  /// Detaches `recognizer`, which fails if it was at work.
  ///
  /// Corresponds to `UIView.removeGestureRecognizer(_:)`.
  public func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.view === self else { return }
    recognizer.abandon()
    gestureRecognizers.removeAll { $0 === recognizer }
    recognizer.view = nil
  }

  /// Makes the view, or whichever view in it is first responder, give up being so.
  ///
  /// Returns whether none is left. Corresponds to `UIView.endEditing(_:)`.
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
