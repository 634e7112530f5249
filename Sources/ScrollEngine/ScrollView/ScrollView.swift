public import Geometry

/// A view that shows a part of a larger content, and lets a hand move it.
///
/// Scrolling never moves the view: it moves the origin of its ``View/bounds`` over the content. The content follows the finger,
/// flies on when it is let go, gives way ever less beyond its edges and comes back; two fingers scale it. The
/// scroll view draws nothing but its two indicators, and those are values too.
///
/// Time comes in from outside, through ``Window/send(_:)`` and ``Window/advance(to:)``, or through ``advance(to:)`` for a
/// scroll view that is in no window. Corresponds to `UIScrollView`.
open class ScrollView: View {
  /// Who hears of everything.
  ///
  /// Corresponds to `UIScrollView.delegate`.
  public weak var delegate: (any ScrollViewDelegate)? {
    didSet { updatePinchRecognizer() }
  }

  /// The size of the content in points; zero at first, so that nothing scrolls until it is set.
  ///
  /// Negative extents count as zero. Corresponds to `UIScrollView.contentSize`.
  public var contentSize: Size {
    get { storedContentSize }
    set {
      guard newValue.isAcceptable else { return }
      changeRange { storedContentSize = newValue.nonNegative }
    }
  }

  /// Space around the content in points, added to what the safe area asks for; zero at first.
  ///
  /// Corresponds to `UIScrollView.contentInset`.
  public var contentInset: EdgeInsets {
    get { storedContentInset }
    set {
      guard newValue.isAcceptable else { return }
      changeRange { storedContentInset = newValue }
      refreshControl?.place(in: self)
    }
  }

  /// The parts of the viewport that something covers, in points; zero at first.
  ///
  /// Corresponds to `UIView.safeAreaInsets`, which the system sets.
  public var safeAreaInsets: EdgeInsets {
    get { storedSafeAreaInsets }
    set {
      guard newValue.isAcceptable else { return }
      changeRange { storedSafeAreaInsets = newValue }
    }
  }

  /// How the safe area becomes part of ``adjustedContentInset``.
  ///
  /// Corresponds to `UIScrollView.contentInsetAdjustmentBehavior`.
  public var contentInsetAdjustmentBehavior: ContentInsetAdjustmentBehavior {
    get { storedAdjustmentBehavior }
    set { changeRange { storedAdjustmentBehavior = newValue } }
  }

  /// Where content that is smaller than the viewport rests, in the unit square; (0, 0), the top left, at first.
  ///
  /// Clamped to the square. Corresponds to `UIScrollView.contentAlignmentPoint`.
  public var contentAlignmentPoint: Point {
    get { storedAlignment }
    set {
      guard newValue.isAcceptable else { return }
      let clamped = Point(x: min(max(newValue.x, 0), 1), y: min(max(newValue.y, 0), 1))
      changeRange { storedAlignment = clamped }
    }
  }

  /// How many device pixels a point has, above 0; 1 at first.
  ///
  /// Offsets come to rest on whole pixels.
  ///
  /// Corresponds to `UITraitCollection.displayScale`.
  public var displayScale: Double {
    get { storedDisplayScale }
    set {
      guard newValue.isAcceptable, newValue > 0 else { return }
      changeRange { storedDisplayScale = newValue }
    }
  }

  /// False if touches are not taken but go to the content and up the responder chain.
  ///
  /// Corresponds to `UIScrollView.isScrollEnabled`.
  public var isScrollEnabled = true {
    didSet {
      guard isScrollEnabled != oldValue else { return }
      scrollPan.isEnabled = isScrollEnabled
      scrollPinch.isEnabled = isScrollEnabled
      updateDelayedTouches()
    }
  }
  /// True if a drag that starts mainly along one axis keeps to it.
  ///
  /// Corresponds to `UIScrollView.isDirectionalLockEnabled`.
  public var isDirectionalLockEnabled = false
  /// True if scrolling stops at multiples of the bounds' size.
  ///
  /// Corresponds to `UIScrollView.isPagingEnabled`.
  public var isPagingEnabled = false
  /// True if content passes its edges and comes back.
  ///
  /// Corresponds to `UIScrollView.bounces`.
  public var bounces = true
  /// True if content bounces vertically although it fits.
  ///
  /// Corresponds to `UIScrollView.alwaysBounceVertical`.
  public var alwaysBounceVertical: Bool {
    get { storedAlwaysBounceVertical }
    set { changeRange { storedAlwaysBounceVertical = newValue } }
  }
  /// True if content bounces horizontally although it fits.
  ///
  /// Corresponds to `UIScrollView.alwaysBounceHorizontal`.
  public var alwaysBounceHorizontal: Bool {
    get { storedAlwaysBounceHorizontal }
    set { changeRange { storedAlwaysBounceHorizontal = newValue } }
  }
  /// How fast the content slows down after a flick.
  ///
  /// Corresponds to `UIScrollView.decelerationRate`.
  public var decelerationRate = DecelerationRate.normal
  /// True if the gesture that scrolls to the top heeds the view.
  ///
  /// Corresponds to `UIScrollView.scrollsToTop`.
  public var scrollsToTop = true

  /// True if touches are held back from the content for 0.15 s.
  ///
  /// Corresponds to `UIScrollView.delaysContentTouches`.
  public var delaysContentTouches = true {
    didSet { updateDelayedTouches() }
  }
  /// True if a touch that content has had can still become a drag.
  ///
  /// Corresponds to `UIScrollView.canCancelContentTouches`.
  public var canCancelContentTouches = true
  /// How a drag makes the first responder that takes text give up.
  ///
  /// Corresponds to `UIScrollView.keyboardDismissMode`.
  public var keyboardDismissMode = KeyboardDismissMode.none

  /// The smallest scale at rest, above 0; 1 at first.
  ///
  /// Corresponds to `UIScrollView.minimumZoomScale`.
  public var minimumZoomScale: Double {
    get { storedMinimumZoomScale }
    set {
      guard newValue.isAcceptable, newValue > 0 else { return }
      storedMinimumZoomScale = newValue
      zoomLimitsDidChange()
    }
  }
  /// The largest scale at rest; 1 at first.
  ///
  /// Below the smallest one it counts as that.
  ///
  /// Corresponds to `UIScrollView.maximumZoomScale`.
  public var maximumZoomScale: Double {
    get { storedMaximumZoomScale }
    set {
      guard newValue.isAcceptable, newValue > 0 else { return }
      storedMaximumZoomScale = newValue
      zoomLimitsDidChange()
    }
  }
  /// True if a zoom gesture passes the limits and comes back.
  ///
  /// Corresponds to `UIScrollView.bouncesZoom`.
  public var bouncesZoom = true

  /// How the indicators look.
  ///
  /// Corresponds to `UIScrollView.indicatorStyle`.
  public var indicatorStyle = IndicatorStyle.default
  /// The space between the indicators and the edges of the view, in points.
  ///
  /// Corresponds to `UIScrollView.scrollIndicatorInsets`.
  public var scrollIndicatorInsets: EdgeInsets {
    get { storedIndicatorInsets }
    set {
      guard newValue.isAcceptable else { return }
      storedIndicatorInsets = newValue
    }
  }
  /// False hides the horizontal indicator.
  ///
  /// Corresponds to `UIScrollView.showsHorizontalScrollIndicator`.
  public var showsHorizontalScrollIndicator = true
  /// False hides the vertical indicator.
  ///
  /// Corresponds to `UIScrollView.showsVerticalScrollIndicator`.
  public var showsVerticalScrollIndicator = true

  /// The control that a pull beyond the top edge sets off.
  ///
  /// Corresponds to `UIScrollView.refreshControl`.
  public var refreshControl: RefreshControl? {
    didSet { refreshControlDidChange(from: oldValue) }
  }

  // The rest is shared by the files of this folder.

  var activity = Activity.idle {
    didSet { activityDidChange(from: oldValue) }
  }
  var clock = 0.0
  var flicks = FlickMultiplier()
  var indicators = IndicatorVisibility()
  var storedZoomScale = 1.0
  var zoomedPlace: ZoomedPlace?
  let zoomNotifications = ReentrancyLimit()
  /// What began between two advances of time and starts with the next one.
  var unanchored: Unanchored = []
  /// True while a scroll view without a window advances.
  var isAdvancing = false
  /// The parts of notches that do not turn a page yet.
  var pendingNotches = Point.zero
  var pendingCalls: [DelegateCall] = []
  lazy var scrollPan = ScrollPanRecognizer(self)
  lazy var scrollPinch = ScrollPinchRecognizer(self)
  private lazy var delayedTouches = DelayedTouchesRecognizer(pan: scrollPan)

  var storedContentSize = Size.zero {
    didSet { if storedContentSize != oldValue { setNeedsLayout() } }
  }
  private var notifiedOffset = Point.zero
  private var storedContentInset = EdgeInsets.zero
  private var storedSafeAreaInsets = EdgeInsets.zero
  private var storedAlignment = Point.zero
  private var storedDisplayScale = 1.0
  private var storedMinimumZoomScale = 1.0
  private var storedMaximumZoomScale = 1.0
  private var storedAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
  private var storedAlwaysBounceVertical = false
  private var storedAlwaysBounceHorizontal = false
  private var storedIndicatorInsets = EdgeInsets.zero

  /// Makes a scroll view with its place in its future superview.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    clipsToBounds = true
    isMultipleTouchEnabled = true
    addGestureRecognizer(delayedTouches)
    addGestureRecognizer(scrollPan)
    delayedTouches.cancelsTouchesInView = false
  }

  /// Asks whether content shall get a touch; yes unless overridden.
  ///
  /// Asked once 0.15 s have gone without a drag, or when the finger is lifted before, or at once without
  /// ``delaysContentTouches``. Corresponds to `UIScrollView.touchesShouldBegin(_:with:in:)`.
  open func touchesShouldBegin(
    _ touches: Set<Touch>, with event: Event?, in view: View
  ) -> Bool { true }

  /// Asks whether a drag may take a touch back from content; no for a ``Control``, yes for anything else.
  ///
  /// Not asked where ``canCancelContentTouches`` is false. Corresponds to `UIScrollView.touchesShouldCancel(in:)`.
  open func touchesShouldCancel(in view: View) -> Bool { !(view is Control) }

  /// Tells that ``adjustedContentInset`` changed; overriders call `super`.
  ///
  /// Corresponds to `UIScrollView.adjustedContentInsetDidChange()`.
  open func adjustedContentInsetDidChange() {}

  /// The origin and the size of the part of the content that shows; setting it does not round the origin.
  open override var bounds: Rect {
    get { super.bounds }
    set {
      guard newValue.isAcceptable else { return }
      shiftActivity(by: newValue.origin - super.bounds.origin)
      super.bounds = newValue
    }
  }

  override func boundsDidChange(from old: Rect) {
    super.boundsDidChange(from: old)
    if bounds.size != old.size { viewportDidChange(from: old.size) }
    refreshControl?.place(in: self)
    // Another size may have moved the content already, which is then told here and not again.
    if bounds.origin != notifiedOffset {
      notifiedOffset = bounds.origin
      offsetDidChange()
      delegate?.scrollViewDidScroll(self)
    }
  }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    if !isScrollEnabled { super.touchesBegan(touches, with: event) }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    if !isScrollEnabled { super.touchesMoved(touches, with: event) }
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    if !isScrollEnabled { super.touchesEnded(touches, with: event) }
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    if !isScrollEnabled { super.touchesCancelled(touches, with: event) }
  }

  override func windowDidChange() {
    if isInMotion { window?.animate(self) }
  }

  override func windowWillChange() {
    super.windowWillChange()
    if phase != .idle { stopScrollingAndZooming() }
  }

  private func updateDelayedTouches() {
    delayedTouches.isEnabled = isScrollEnabled && delaysContentTouches
  }
}
