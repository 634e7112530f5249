public import ScrollGeometry

/// A rectangle with subviews, a coordinate system of its own, and touch handling.
///
/// A view draws nothing: the host program draws, from ``bounds``, ``transform`` and ``subviews``. Corresponds to `UIView`.
nonisolated open class View: Responder {
  /// The view's rectangle in its superview's coordinates; with a transform, the smallest rectangle around it.
  ///
  /// Setting it moves ``center`` and resizes ``bounds``; it never changes the origin of the bounds. A rectangle with a
  /// number that is not finite is ignored, magnitudes above 1e12 are clamped, and negative sizes count as zero. Corresponds to `UIView.frame`.
  open var frame: Rect {
    get { frameOfBounds() }
    set { setFrame(newValue) }
  }

  /// The view's rectangle in its own coordinate system.
  ///
  /// Every change passes through this property, scrolling and changes of ``frame`` included, so that a subclass that
  /// overrides it sees all of them. Corresponds to `UIView.bounds`.
  open var bounds: Rect {
    get { storedBounds }
    set {
      if computedBounds == nil { willAnimate() }
      let isComputed = newValue == computedBounds
      computedBounds = nil
      guard let newValue = isComputed ? newValue : newValue.accepted else { return }
      storeBounds(Rect(origin: newValue.origin, size: newValue.size.nonNegative))
    }
  }

  /// The center of the view in its superview's coordinates.
  ///
  /// Corresponds to `UIView.center`.
  open var center: Point {
    get { storedCenter }
    set {
      guard let newValue = newValue.accepted else { return }
      willAnimate()
      storedCenter = newValue
      observers?.notify()
    }
  }

  /// The transform applied to the view, relative to its center.
  ///
  /// Corresponds to `UIView.transform`.
  open var transform: AffineTransform {
    get { storedTransform }
    set {
      guard let newValue = newValue.accepted else { return }
      willAnimate()
      storedTransform = newValue
      observers?.notify()
    }
  }

  /// The subviews, from back to front.
  ///
  /// Corresponds to `UIView.subviews`.
  public internal(set) var subviews: [View] {
    get { storedSubviews }
    _modify {
      // Moved out and back: where a property changes in place, the runtime checks each access to it, in every frame.
      var changed = storedSubviews
      storedSubviews = []
      defer { storedSubviews = changed }
      yield &changed
    }
  }
  /// The superview, or `nil`.
  ///
  /// Corresponds to `UIView.superview`.
  public internal(set) var superview: View? {
    get { container?.view }
    set { container = newValue?.reference }
  }
  /// The opacity of the view and its subviews, from 0 to 1; 1 by default.
  ///
  /// A view of an opacity below 0.01 receives no touches. Corresponds to `UIView.alpha`.
  open var alpha: Double {
    get { storedAlpha }
    set {
      guard let newValue = newValue.accepted else { return }
      willAnimate()
      storedAlpha = min(max(newValue, 0), 1)
      observers?.notify()
    }
  }
  /// An integer that identifies the view; 0 by default.
  ///
  /// Corresponds to `UIView.tag`.
  open var tag = 0
  /// The edges and lengths that adapt when the superview's size changes; none by default.
  ///
  /// Corresponds to `UIView.autoresizingMask`.
  open var autoresizingMask: AutoresizingMask = []
  /// A Boolean value that determines whether subviews adapt to the view's size by their masks; true by default.
  ///
  /// Corresponds to `UIView.autoresizesSubviews`.
  open var autoresizesSubviews = true
  /// The recognizers attached to the view; `nil` for none.
  ///
  /// Setting it detaches the former ones. Corresponds to `UIView.gestureRecognizers`.
  open var gestureRecognizers: [GestureRecognizer]? {
    get { recognizers.isEmpty ? nil : recognizers }
    set {
      for recognizer in recognizers { removeGestureRecognizer(recognizer) }
      for recognizer in newValue ?? [] { addGestureRecognizer(recognizer) }
    }
  }

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

  private var storedSubviews: [View] = []
  private var container: ViewReference?
  var usedReference: ViewReference?
  var storedBounds: Rect
  /// Bounds computed by the engine that are being set through ``bounds``, even beyond the coordinates that it accepts.
  var computedBounds: Rect?
  var notifiedBounds: Rect
  private var storedCenter: Point
  private var storedTransform = AffineTransform.identity
  private var storedAlpha = 1.0
  var attachments: [ObjectIdentifier: Any] = [:]
  var boundsObservers: [BoundsObservation] = []
  var recognizers: [GestureRecognizer] = []
  var observers: ObserverList?
  /// The scale and the place in which the last zoom left the view.
  var zoomedPlace: ScrollView.ZoomedPlace?
  /// The animations of the view's properties that run or wait for their start.
  var animations: [ViewAnimation] = [] { didSet { animationsDidChange() } }
  /// The safe area that the program has set, and the one last reported to ``safeAreaInsetsDidChange()``.
  var ownSafeArea: EdgeInsets?
  var notifiedSafeArea = EdgeInsets.zero
  let boundsNotifications = ReentrancyLimit()
  var needsLayout = true
  /// True if a descendant needs layout; it is then true for all ancestors too.
  var hasLayoutBelow = false
  var layoutPass = LayoutPass.none

  /// Creates a view with a frame in its future superview.
  public init(frame: Rect = .zero) {
    let frame = frame.accepted ?? .zero
    let size = frame.size.nonNegative
    storedBounds = Rect(origin: .zero, size: size)
    notifiedBounds = storedBounds
    storedCenter = Rect(origin: frame.origin, size: size).center
    super.init()
  }

  deinit {
    usedReference?.clear()
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

  /// Called before the superview changes.
  ///
  /// Corresponds to `UIView.willMove(toSuperview:)`.
  open func willMove(toSuperview newSuperview: View?) {}

  /// Called after the superview changed.
  ///
  /// Corresponds to `UIView.didMoveToSuperview()`.
  open func didMoveToSuperview() {}

  /// Called before the view moves into a window or out of one.
  ///
  /// Corresponds to `UIView.willMove(toWindow:)`.
  open func willMove(toWindow newWindow: Window?) {}

  /// Called after the view moved into a window or out of one.
  ///
  /// Corresponds to `UIView.didMoveToWindow()`.
  open func didMoveToWindow() {}

  /// Called after a subview was added.
  ///
  /// Corresponds to `UIView.didAddSubview(_:)`.
  open func didAddSubview(_ subview: View) {}

  /// Called before a subview is removed.
  ///
  /// Corresponds to `UIView.willRemoveSubview(_:)`.
  open func willRemoveSubview(_ subview: View) {}

  /// Adds `view` in front of the other subviews, removing it from its former superview.
  ///
  /// A view that is a subview already only comes to the front. Does nothing when `view` is this view or contains it.
  /// Corresponds to `UIView.addSubview(_:)`.
  open func addSubview(_ view: View) {
    insert(view, at: subviews.count)
  }

  /// Inserts `view` at `index` among the subviews, clamped to their number; 0 is the rearmost.
  ///
  /// Corresponds to `UIView.insertSubview(_:at:)`.
  open func insertSubview(_ view: View, at index: Int) {
    insert(view, at: index)
  }

  /// Removes the view from its superview.
  ///
  /// Scrolling and zooming in it stop, within range. Its views receive `touchesCancelled`; the recognizers of the
  /// remaining views continue to receive the touches. Corresponds to `UIView.removeFromSuperview()`.
  open func removeFromSuperview() {
    leaveSuperview()
  }

  /// Attaches `recognizer`, detaching it from its former view.
  ///
  /// Corresponds to `UIView.addGestureRecognizer(_:)`.
  open func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    recognizer.view?.removeGestureRecognizer(recognizer)
    recognizers.append(recognizer)
    recognizer.view = self
  }

  /// Detaches `recognizer`, canceling a gesture in progress.
  ///
  /// Corresponds to `UIView.removeGestureRecognizer(_:)`.
  open func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.view === self else { return }
    recognizer.abandon()
    recognizers.removeAll { $0 === recognizer }
    recognizer.view = nil
  }

  /// Returns whether a gesture of one of the view's recognizers may begin; true unless overridden.
  ///
  /// Called before the recognizer's delegate is asked. Corresponds to `UIView.gestureRecognizerShouldBegin(_:)`.
  open func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool { true }

  /// The insets of the part of the view that no bar covers, in points; zero by default.
  ///
  /// The program sets it, usually on the window: the views inside derive theirs from their superview's and from where they
  /// are in it, except in a scroll view, whose content has none. Corresponds to `UIView.safeAreaInsets`, which the
  /// system sets.
  open var safeAreaInsets: EdgeInsets {
    get { ownSafeArea ?? derivedSafeArea }
    set {
      guard let newValue = newValue.accepted else { return }
      ownSafeArea = newValue
      safeAreaMayHaveChanged()
    }
  }

  /// Called when ``safeAreaInsets`` changes; overrides call `super`.
  ///
  /// Corresponds to `UIView.safeAreaInsetsDidChange()`.
  open func safeAreaInsetsDidChange() {}

  /// The natural size of the view, in points; ``noIntrinsicMetric`` along an axis without one.
  ///
  /// Corresponds to `UIView.intrinsicContentSize`.
  open var intrinsicContentSize: Size {
    Size(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
  }

  /// Lays out the superview after the natural size has changed.
  ///
  /// Corresponds to `UIView.invalidateIntrinsicContentSize()`.
  open func invalidateIntrinsicContentSize() {
    superview?.setNeedsLayout()
  }

  /// Returns the size that fits the view best, given the room for it: unless overridden, the natural size, and the current
  /// one along an axis without one.
  ///
  /// Corresponds to `UIView.sizeThatFits(_:)`.
  open func sizeThatFits(_ size: Size) -> Size {
    let natural = intrinsicContentSize
    return Size(
      width: natural.width < 0 ? bounds.width : natural.width,
      height: natural.height < 0 ? bounds.height : natural.height)
  }

  /// Resizes the view to the size that fits it best, and keeps its top left corner.
  ///
  /// Corresponds to `UIView.sizeToFit()`.
  open func sizeToFit() {
    frame = Rect(origin: frame.origin, size: sizeThatFits(bounds.size))
  }

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
  /// Hidden views, transparent views and views without user interaction are skipped with their subviews, and so are parts of a view outside
  /// its superview's bounds. Corresponds to `UIView.hitTest(_:with:)`.
  open func hitTest(_ point: Point, with event: Event?) -> View? {
    guard isUserInteractionEnabled, !isHidden, alpha >= Self.minimumTouchableAlpha,
      self.point(inside: point, with: event)
    else { return nil }
    for subview in subviews.reversed() {
      let inside = subview.convert(point, from: self)
      if let hit = subview.hitTest(inside, with: event) { return hit }
    }
    return self
  }

  /// Invalidates the view's layout, which then happens at the end of the current event or advance of time.
  ///
  /// Corresponds to `UIView.setNeedsLayout()`.
  open func setNeedsLayout() {
    needsLayout = true
    superview?.setHasLayoutBelow()
  }

  /// Lays out the view and everything below it now, where layout is needed.
  ///
  /// Works without a window too. Layout that invalidates the layout again is repeated up to sixteen times in the same
  /// call. Corresponds to `UIView.layoutIfNeeded()`.
  open func layoutIfNeeded() {
    for _ in 0..<ReentrancyLimit.limit {
      guard layoutPass == .none, needsLayout || hasLayoutBelow else { return }
      layOutFromTop()
    }
  }

  /// Notifies observers of a change of ``bounds``; overrides call `super`.
  func boundsDidChange(from old: Rect) {
    for observer in boundsObservers { observer.notify(storedBounds) }
    if boundsObservers.contains(where: \.isCancelled) {
      boundsObservers = boundsObservers.filter { !$0.isCancelled }
    }
    observers?.notify()
    setNeedsLayout()
    guard storedBounds.size != old.size else { return }
    if autoresizesSubviews { resizeSubviews(from: old.size) }
    if notifiedSafeArea != .zero { for view in subviews { view.safeAreaMayHaveChanged() } }
    superview?.subviewsDidChange()
  }

  /// Called when ``safeAreaInsets`` has changed, before ``safeAreaInsetsDidChange()``.
  func safeAreaDidChange(from old: EdgeInsets) {}

  /// Called when the view moved to another window or out of one, before ``didMoveToWindow()``.
  func windowDidChange() {}

  /// Called before the view leaves its window; motions stop.
  func windowWillChange() {
    endAnimations()
    for subview in subviews { subview.windowWillChange() }
  }

  /// Called when an animation of the view's properties begins or ends.
  func animationsDidChange() {}

  /// The properties that animations change, as the program has set them.
  var model: Presentation {
    Presentation(bounds: bounds, center: center, transform: transform, alpha: alpha)
  }

  /// Sets the center to a point that the engine computed, even beyond the coordinates that it accepts.
  func moveCenter(to center: Point) {
    storedCenter = center
    observers?.notify()
  }
}

extension View {
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
  func storeBounds(_ new: Rect) {
    guard new != storedBounds else { return }
    storedBounds = new
    boundsNotifications.run {
      let old = notifiedBounds
      guard storedBounds != old else { return }
      notifiedBounds = storedBounds
      boundsDidChange(from: old)
    }
  }

  /// The innermost enabled scroll view that is the view or contains it.
  var nearestScrollView: ScrollView? {
    var view: View? = self
    while let here = view {
      if let scrollView = here as? ScrollView, scrollView.isScrollEnabled { return scrollView }
      view = here.superview
    }
    return nil
  }

  /// The frontmost of the outermost scroll views below.
  var firstScrollView: ScrollView? {
    for subview in subviews.reversed() where !subview.isHidden {
      if let scrollView = subview as? ScrollView ?? subview.firstScrollView { return scrollView }
    }
    return nil
  }

  /// Returns the descendant scroll views that are visible in `area`, in the view's coordinates.
  func scrollViews(showingIn area: Rect) -> [ScrollView] {
    subviews.filter { !$0.isHidden }.flatMap { subview -> [ScrollView] in
      let inside = subview.convert(area, from: self)
      let shown = inside.intersection(subview.bounds)
      let own = shown.isEmpty ? nil : subview as? ScrollView
      let below = subview.scrollViews(showingIn: subview.clipsToBounds ? shown : inside)
      return (own.map { [$0] } ?? []) + below
    }
  }

  /// A value that the program keeps with the view, one for each type, such as how to draw it.
  ///
  /// The engine does not read it.
  public subscript<Value>(attached type: Value.Type) -> Value? {
    get { attachments[ObjectIdentifier(type)] as? Value }
    set { attachments[ObjectIdentifier(type)] = newValue }
  }
}

/// A reference to a view that does not keep it alive: `nil` once the view is gone.
///
/// It does what `weak` does for about a tenth of the time: the runtime moves the counts of an object that `weak` variables
/// refer to into a table, and then every retain and release of it takes several times as long, in each frame.
@propertyWrapper
struct NonOwning<Target: View> {
  private var reference: ViewReference?

  var wrappedValue: Target? {
    // Only a `Target` is ever stored.
    get { reference?.view.map { unsafe unsafeDowncast($0, to: Target.self) } }
    set { reference = newValue?.reference }
  }

  init(wrappedValue: Target?) {
    reference = wrappedValue?.reference
  }
}

/// What the references to one view share; the view clears it when it goes away.
final class ViewReference {
  private unowned(unsafe) var target: View?

  var view: View? { unsafe target }

  /// Creates the reference to `view`, which has to clear it in its `deinit`.
  init(_ view: View) {
    unsafe target = view
  }

  func clear() {
    unsafe target = nil
  }
}

extension View {
  /// What references to the view that do not keep it alive share.
  var reference: ViewReference {
    if let usedReference { return usedReference }
    let reference = ViewReference(self)
    usedReference = reference
    return reference
  }
}

/// The engine's time, which a window shares with the scroll views in it.
///
/// It is an object of its own so that a scroll view reads the time in every frame without looking for its window.
final class EngineClock {
  /// The latest time passed in, in seconds.
  var time = 0.0
  /// The number of events and advances in progress.
  var calls = 0

  /// Whether an event or an advance is in progress, so that ``time`` is current.
  var isCurrent: Bool { calls > 0 }
}
