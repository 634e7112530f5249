public import Geometry

/// A view that shows part of a larger content view and scrolls and zooms it.
///
/// Scrolling never moves the view's frame: it moves the origin of its ``View/bounds`` over the content. The content follows
/// the finger, decelerates when it is released, resists beyond its edges and bounces back; a pinch zooms it. The scroll
/// view draws nothing but its two indicators, and those are values too.
///
/// Time comes in from outside, through ``Window/send(_:)`` and ``Window/advance(to:)``, or through ``advance(to:)`` for a
/// scroll view that is in no window. Corresponds to `UIScrollView`.
open class ScrollView: View {
  /// The object that receives scroll events; held weakly.
  ///
  /// Corresponds to `UIScrollView.delegate`.
  open weak var delegate: (any ScrollViewDelegate)? {
    didSet { updatePinchRecognizer() }
  }

  /// The size of the content, in points; zero by default, so nothing scrolls until it is set.
  ///
  /// Negative lengths count as zero. A change lays out the view. Corresponds to `UIScrollView.contentSize`.
  public var contentSize: Size {
    get { storedContentSize }
    set {
      guard newValue.isAcceptable else { return }
      changeRange { storedContentSize = newValue.nonNegative }
    }
  }

  /// The distance by which the content is inset from the edges of the view, in points, in addition to the safe area; zero
  /// by default.
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

  /// The insets of the area that is not covered by bars, in points; zero by default.
  ///
  /// Corresponds to `UIView.safeAreaInsets`, which the system sets.
  public var safeAreaInsets: EdgeInsets {
    get { storedSafeAreaInsets }
    set {
      guard newValue.isAcceptable else { return }
      changeRange { storedSafeAreaInsets = newValue }
    }
  }

  /// The behaviour that determines how the safe area contributes to ``adjustedContentInset``.
  ///
  /// Corresponds to `UIScrollView.contentInsetAdjustmentBehavior`.
  public var contentInsetAdjustmentBehavior: ContentInsetAdjustmentBehavior {
    get { storedAdjustmentBehavior }
    set { changeRange { storedAdjustmentBehavior = newValue } }
  }

  /// The point, in the unit square, at which content smaller than the view rests; (0, 0), the top left, by default.
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

  /// The scale factor of the display: device pixels per point, above 0; 1 by default.
  ///
  /// Offsets come to rest on whole device pixels.
  ///
  /// Corresponds to `UITraitCollection.displayScale`.
  public var displayScale: Double {
    get { storedDisplayScale }
    set {
      guard newValue.isAcceptable, newValue > 0 else { return }
      changeRange { storedDisplayScale = newValue }
    }
  }

  /// A Boolean value that determines whether scrolling is enabled; true by default.
  ///
  /// When it is false, touches go to the content and up the responder chain, and pinches do not zoom.
  /// Corresponds to `UIScrollView.isScrollEnabled`.
  public var isScrollEnabled = true {
    didSet {
      guard isScrollEnabled != oldValue else { return }
      scrollPan.isEnabled = isScrollEnabled
      scrollPinch.isEnabled = isScrollEnabled
      updateDelayedTouches()
    }
  }
  /// A Boolean value that determines whether a drag that starts mainly along one axis scrolls only along that axis.
  ///
  /// Corresponds to `UIScrollView.isDirectionalLockEnabled`.
  public var isDirectionalLockEnabled = false
  /// A Boolean value that determines whether content stops at multiples of the view's bounds.
  ///
  /// Corresponds to `UIScrollView.isPagingEnabled`.
  public var isPagingEnabled = false
  /// A Boolean value that controls whether the content bounces past its edges and back; true by default.
  ///
  /// Corresponds to `UIScrollView.bounces`.
  public var bounces = true
  /// A Boolean value that determines whether content bounces vertically even if it fits; false by default.
  ///
  /// Corresponds to `UIScrollView.alwaysBounceVertical`.
  public var alwaysBounceVertical: Bool {
    get { storedAlwaysBounceVertical }
    set { changeRange { storedAlwaysBounceVertical = newValue } }
  }
  /// A Boolean value that determines whether content bounces horizontally even if it fits; false by default.
  ///
  /// Corresponds to `UIScrollView.alwaysBounceHorizontal`.
  public var alwaysBounceHorizontal: Bool {
    get { storedAlwaysBounceHorizontal }
    set { changeRange { storedAlwaysBounceHorizontal = newValue } }
  }
  /// The rate of deceleration after the user lifts their finger.
  ///
  /// Corresponds to `UIScrollView.decelerationRate`.
  public var decelerationRate = DecelerationRate.normal
  /// A Boolean value that controls whether the scroll-to-top gesture applies to the view; true by default.
  ///
  /// Corresponds to `UIScrollView.scrollsToTop`.
  public var scrollsToTop = true

  /// A Boolean value that determines whether the view delays touch-down events in its content, by 0.15 s; true by default.
  ///
  /// Corresponds to `UIScrollView.delaysContentTouches`.
  public var delaysContentTouches = true {
    didSet { updateDelayedTouches() }
  }
  /// A Boolean value that controls whether a touch in the content can still become a drag; true by default.
  ///
  /// Corresponds to `UIScrollView.canCancelContentTouches`.
  public var canCancelContentTouches = true
  /// The way a drag dismisses the keyboard; `none` by default.
  ///
  /// Corresponds to `UIScrollView.keyboardDismissMode`.
  public var keyboardDismissMode = KeyboardDismissMode.none

  /// The minimum scale factor at rest, above 0; 1 by default.
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
  /// The maximum scale factor at rest; 1 by default.
  ///
  /// A value below ``minimumZoomScale`` counts as that.
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
  /// A Boolean value that determines whether a zoom gesture bounces past the scale limits; true by default.
  ///
  /// Corresponds to `UIScrollView.bouncesZoom`.
  public var bouncesZoom = true

  /// The style of the scroll indicators.
  ///
  /// Corresponds to `UIScrollView.indicatorStyle`.
  public var indicatorStyle = IndicatorStyle.default
  /// The distance by which the indicators are inset from the edges of the view, in points, in addition to the safe area.
  ///
  /// Corresponds to `UIScrollView.scrollIndicatorInsets`.
  public var scrollIndicatorInsets: EdgeInsets {
    get { storedIndicatorInsets }
    set {
      guard newValue.isAcceptable else { return }
      storedIndicatorInsets = newValue
    }
  }
  /// A Boolean value that controls whether the horizontal indicator is visible while scrolling; true by default.
  ///
  /// Corresponds to `UIScrollView.showsHorizontalScrollIndicator`.
  public var showsHorizontalScrollIndicator = true
  /// A Boolean value that controls whether the vertical indicator is visible while scrolling; true by default.
  ///
  /// Corresponds to `UIScrollView.showsVerticalScrollIndicator`.
  public var showsVerticalScrollIndicator = true

  /// The refresh control that a pull beyond the top edge triggers.
  ///
  /// Corresponds to `UIScrollView.refreshControl`.
  public var refreshControl: RefreshControl? {
    didSet { refreshControlDidChange(from: oldValue) }
  }

  // The rest is shared by the files of this folder.

  var activity = Activity.idle {
    didSet { activityDidChange(from: oldValue) }
  }
  /// The current time while the view has no window, in seconds.
  var clock = 0.0
  var flicks = FlickMultiplier()
  var indicators = IndicatorVisibility()
  var storedZoomScale = 1.0
  var zoomedPlace: ZoomedPlace?
  let zoomNotifications = ReentrancyLimit()
  /// What began between two advances of time, to start with the next one.
  var unanchored: Unanchored = []
  /// True while a scroll view without a window is advancing.
  var isAdvancing = false
  /// The fractions of notches that have not turned a page yet.
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

  /// Creates a scroll view with a frame in its future superview.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    clipsToBounds = true
    isMultipleTouchEnabled = true
    addGestureRecognizer(delayedTouches)
    addGestureRecognizer(scrollPan)
    delayedTouches.cancelsTouchesInView = false
  }

  /// Returns whether to deliver a touch to the content; true unless overridden.
  ///
  /// Called once 0.15 s pass without a drag, or when the finger lifts before that, or at once without
  /// ``delaysContentTouches``. Corresponds to `UIScrollView.touchesShouldBegin(_:with:in:)`.
  open func touchesShouldBegin(
    _ touches: Set<Touch>, with event: Event?, in view: View
  ) -> Bool { true }

  /// Returns whether a drag may cancel a touch that the content has received; false for a ``Control``, else true.
  ///
  /// Not called where ``canCancelContentTouches`` is false. Corresponds to `UIScrollView.touchesShouldCancel(in:)`.
  open func touchesShouldCancel(in view: View) -> Bool { !(view is Control) }

  /// Returns whether one of the scroll view's own gesture recognizers receives `touch`; true unless overridden.
  ///
  /// Called before the recognizer's delegate is asked. Corresponds to `gestureRecognizer(_:shouldReceive:)` of a
  /// `UIScrollView` subclass, which UIKit makes the delegate of its own recognizers.
  open func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool { true }

  /// Called when ``adjustedContentInset`` changes; overriders call `super`.
  ///
  /// Corresponds to `UIScrollView.adjustedContentInsetDidChange()`.
  open func adjustedContentInsetDidChange() {}

  /// The point at which the origin of the content view is offset from the origin of the scroll view: the origin of
  /// ``View/bounds``.
  ///
  /// Setting it rounds to device pixels and does not clamp to the range. It stops nothing: a drag or an animation in
  /// progress continues from there, moved by the same distance, so that endless content can be re-centred under a
  /// finger. Scrolling sets this property too; a subclass can override it to observe or constrain the offset.
  /// Corresponds to `UIScrollView.contentOffset`.
  open var contentOffset: Point {
    get { bounds.origin }
    set {
      guard computedBounds == nil else {
        bounds = Rect(origin: newValue, size: bounds.size)
        return
      }
      guard newValue.isAcceptable else { return }
      let target = pixelRounded(newValue)
      shiftActivity(by: target - bounds.origin)
      applyBounds(Rect(origin: target, size: bounds.size))
    }
  }

  /// The visible part of the content; setting it does not round the origin.
  open override var bounds: Rect {
    get { super.bounds }
    set {
      if computedBounds == nil, newValue.isAcceptable {
        shiftActivity(by: newValue.origin - super.bounds.origin)
      }
      super.bounds = newValue
    }
  }

  override func boundsDidChange(from old: Rect) {
    super.boundsDidChange(from: old)
    if bounds.size != old.size { viewportDidChange(from: old.size) }
    refreshControl?.place(in: self)
    // A change of size may have moved the content already, which is then notified once.
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
    guard let window else { return }
    clockDidChange(from: clock, to: window.time)
    if isInMotion { window.animate(self) }
  }

  override func windowWillChange() {
    super.windowWillChange()
    if phase != .idle { stopScrollingAndZooming() }
    clock = now
  }

  private func updateDelayedTouches() {
    delayedTouches.isEnabled = isScrollEnabled && delaysContentTouches
  }
}
