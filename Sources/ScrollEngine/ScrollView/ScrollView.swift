public import ScrollGeometry

/// A view that allows the scrolling and zooming of its contained views.
///
/// Use a scroll view to give any program the motion of UIKit: content follows the finger, decelerates when it is released,
/// resists beyond its edges and bounces back, and a pinch zooms it. The host program passes input and time, and draws what the
/// views and the two scroll indicators describe; the scroll view itself draws nothing.
///
/// @Snippet(path: "overscroll/Snippets/FirstFlick")
///
/// Scrolling changes the origin of ``View/bounds``, never the frame; ``contentOffset`` is that origin. Only
/// ``Window/send(_:)`` and ``Window/advance(to:)`` move time, or ``advance(to:)`` for a scroll view without a window. The same
/// events at the same times give the same states at any display rate, to the last bit with one C library's `exp`. At rest, an offset lies on whole device
/// pixels and, unless the program sets it, within the range of the content.
///
/// An advance during a deceleration takes less than a microsecond and allocates nothing. A scroll view belongs to the thread
/// that uses it; nothing is synchronized. Corresponds to `UIScrollView`.
nonisolated open class ScrollView: View {
  /// The object that receives scroll events; held weakly.
  ///
  /// Corresponds to `UIScrollView.delegate`.
  open weak var delegate: (any ScrollViewDelegate)? {
    didSet { updatePinchRecognizer() }
  }

  /// The size of the content, in points; zero by default, so nothing scrolls until it is set.
  ///
  /// Negative lengths count as zero. A change lays out the view. Corresponds to `UIScrollView.contentSize`.
  open var contentSize: Size {
    get { storedContentSize }
    set {
      guard let newValue = newValue.accepted else { return }
      changeRange { storedContentSize = newValue.nonNegative }
      observers?.notify()
    }
  }

  /// The distance by which the content is inset from the edges of the view, in points, in addition to the safe area; zero
  /// by default.
  ///
  /// Corresponds to `UIScrollView.contentInset`.
  open var contentInset: EdgeInsets {
    get { storedContentInset }
    set {
      guard let newValue = newValue.accepted else { return }
      changeRange { storedContentInset = newValue }
      refreshControl?.place(in: self)
      observers?.notify()
    }
  }

  /// The behavior that determines how the safe area contributes to ``adjustedContentInset``.
  ///
  /// Corresponds to `UIScrollView.contentInsetAdjustmentBehavior`.
  open var contentInsetAdjustmentBehavior: ContentInsetAdjustmentBehavior {
    get { storedAdjustmentBehavior }
    set { changeRange { storedAdjustmentBehavior = newValue } }
  }

  /// The point, in the unit square, at which content smaller than the view rests; (0, 0), the top left, by default.
  ///
  /// Clamped to the square. Corresponds to `UIScrollView.contentAlignmentPoint`.
  open var contentAlignmentPoint: Point {
    get { storedAlignment }
    set {
      guard let newValue = newValue.accepted else { return }
      let clamped = Point(x: min(max(newValue.x, 0), 1), y: min(max(newValue.y, 0), 1))
      changeRange { storedAlignment = clamped }
    }
  }

  /// The scale factor of the display: device pixels per point, above 0; 1 by default.
  ///
  /// Offsets come to rest on whole device pixels.
  ///
  /// Corresponds to `UITraitCollection.displayScale`.
  open var displayScale: Double {
    get { storedDisplayScale }
    set {
      guard let newValue = newValue.accepted, newValue > 0 else { return }
      changeRange { storedDisplayScale = newValue }
    }
  }

  /// A Boolean value that determines whether scrolling is enabled; true by default.
  ///
  /// When it is false, touches go to the content and up the responder chain, and pinches do not zoom.
  /// Corresponds to `UIScrollView.isScrollEnabled`.
  open var isScrollEnabled = true {
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
  open var isDirectionalLockEnabled = false
  /// A Boolean value that determines whether content stops at multiples of the view's bounds.
  ///
  /// Corresponds to `UIScrollView.isPagingEnabled`.
  open var isPagingEnabled = false
  /// A Boolean value that controls whether the content bounces past its edges and back; true by default.
  ///
  /// Setting it sets ``bouncesHorizontally`` and ``bouncesVertically``; it is true if both are.
  /// Corresponds to `UIScrollView.bounces`.
  open var bounces: Bool {
    get { bouncesHorizontally && bouncesVertically }
    set { (bouncesHorizontally, bouncesVertically) = (newValue, newValue) }
  }
  /// A Boolean value that controls whether the content bounces past its left and right edges; true by default.
  ///
  /// Corresponds to `UIScrollView.bouncesHorizontally`.
  open var bouncesHorizontally = true
  /// A Boolean value that controls whether the content bounces past its top and bottom edges; true by default.
  ///
  /// Corresponds to `UIScrollView.bouncesVertically`.
  open var bouncesVertically = true
  /// A Boolean value that determines whether an outer scroll view scrolls horizontally once this one is at its edge; true by
  /// default.
  ///
  /// When it is false, the view keeps drags, wheels and touchpads that it cannot follow any farther. Corresponds to
  /// `UIScrollView.transfersHorizontalScrollingToParent`.
  open var transfersHorizontalScrollingToParent = true
  /// A Boolean value that determines whether an outer scroll view scrolls vertically once this one is at its edge; true by
  /// default.
  ///
  /// When it is false, the view keeps drags, wheels and touchpads that it cannot follow any farther. Corresponds to
  /// `UIScrollView.transfersVerticalScrollingToParent`.
  open var transfersVerticalScrollingToParent = true
  /// A Boolean value that controls whether arrow keys scroll the content; true by default.
  ///
  /// Corresponds to `UIScrollView.allowsKeyboardScrolling`.
  open var allowsKeyboardScrolling = true
  /// A Boolean value that determines whether content bounces vertically even if it fits; false by default.
  ///
  /// Corresponds to `UIScrollView.alwaysBounceVertical`.
  open var alwaysBounceVertical: Bool {
    get { storedAlwaysBounceVertical }
    set { changeRange { storedAlwaysBounceVertical = newValue } }
  }
  /// A Boolean value that determines whether content bounces horizontally even if it fits; false by default.
  ///
  /// Corresponds to `UIScrollView.alwaysBounceHorizontal`.
  open var alwaysBounceHorizontal: Bool {
    get { storedAlwaysBounceHorizontal }
    set { changeRange { storedAlwaysBounceHorizontal = newValue } }
  }
  /// The rate of deceleration after the user lifts their finger.
  ///
  /// Corresponds to `UIScrollView.decelerationRate`.
  open var decelerationRate = DecelerationRate.normal
  /// A Boolean value that controls whether the scroll-to-top gesture applies to the view; true by default.
  ///
  /// Corresponds to `UIScrollView.scrollsToTop`.
  open var scrollsToTop = true

  /// A Boolean value that determines whether the view delays touch-down events in its content, by 0.15 s; true by default.
  ///
  /// Corresponds to `UIScrollView.delaysContentTouches`.
  open var delaysContentTouches = true {
    didSet { updateDelayedTouches() }
  }
  /// A Boolean value that controls whether a touch in the content can still become a drag; true by default.
  ///
  /// Corresponds to `UIScrollView.canCancelContentTouches`.
  open var canCancelContentTouches = true
  /// The way a drag dismisses the keyboard; `none` by default.
  ///
  /// Corresponds to `UIScrollView.keyboardDismissMode`.
  open var keyboardDismissMode = KeyboardDismissMode.none

  /// The minimum scale factor at rest, above 0; 1 by default.
  ///
  /// Corresponds to `UIScrollView.minimumZoomScale`.
  open var minimumZoomScale: Double {
    get { storedMinimumZoomScale }
    set {
      guard let newValue = newValue.accepted, newValue > 0 else { return }
      storedMinimumZoomScale = newValue
      zoomLimitsDidChange()
    }
  }
  /// The maximum scale factor at rest; 1 by default.
  ///
  /// It is at least ``minimumZoomScale``: a value below that takes effect once the minimum allows it, in whichever order they are
  /// set. Corresponds to `UIScrollView.maximumZoomScale`.
  open var maximumZoomScale: Double {
    get { max(storedMaximumZoomScale, storedMinimumZoomScale) }
    set {
      guard let newValue = newValue.accepted, newValue > 0 else { return }
      storedMaximumZoomScale = newValue
      zoomLimitsDidChange()
    }
  }
  /// A Boolean value that determines whether a zoom gesture bounces past the scale limits; true by default.
  ///
  /// Corresponds to `UIScrollView.bouncesZoom`.
  open var bouncesZoom = true

  /// The style of the scroll indicators.
  ///
  /// Corresponds to `UIScrollView.indicatorStyle`.
  open var indicatorStyle = IndicatorStyle.default
  /// The distance by which both indicators are inset from the edges of the view, in points, in addition to the safe area.
  ///
  /// Zero if the two differ. Corresponds to `UIScrollView.scrollIndicatorInsets`.
  open var scrollIndicatorInsets: EdgeInsets {
    get {
      verticalScrollIndicatorInsets == horizontalScrollIndicatorInsets
        ? verticalScrollIndicatorInsets : .zero
    }
    set { (verticalScrollIndicatorInsets, horizontalScrollIndicatorInsets) = (newValue, newValue) }
  }
  /// A Boolean value that determines whether the indicators keep out of the safe area, in addition to their insets; true by
  /// default.
  ///
  /// Corresponds to `UIScrollView.automaticallyAdjustsScrollIndicatorInsets`.
  open var automaticallyAdjustsScrollIndicatorInsets = true
  /// The distance by which the vertical indicator is inset from the edges of the view, in points.
  ///
  /// Corresponds to `UIScrollView.verticalScrollIndicatorInsets`.
  open var verticalScrollIndicatorInsets = EdgeInsets.zero {
    didSet {
      guard !verticalScrollIndicatorInsets.isAcceptable else { return }
      verticalScrollIndicatorInsets = verticalScrollIndicatorInsets.accepted ?? oldValue
    }
  }
  /// The distance by which the horizontal indicator is inset from the edges of the view, in points.
  ///
  /// Corresponds to `UIScrollView.horizontalScrollIndicatorInsets`.
  open var horizontalScrollIndicatorInsets = EdgeInsets.zero {
    didSet {
      guard !horizontalScrollIndicatorInsets.isAcceptable else { return }
      horizontalScrollIndicatorInsets = horizontalScrollIndicatorInsets.accepted ?? oldValue
    }
  }
  /// A Boolean value that controls whether the horizontal indicator is visible while scrolling; true by default.
  ///
  /// Corresponds to `UIScrollView.showsHorizontalScrollIndicator`.
  open var showsHorizontalScrollIndicator = true
  /// A Boolean value that controls whether the vertical indicator is visible while scrolling; true by default.
  ///
  /// Corresponds to `UIScrollView.showsVerticalScrollIndicator`.
  open var showsVerticalScrollIndicator = true

  /// The refresh control that a pull beyond the top edge triggers.
  ///
  /// Corresponds to `UIScrollView.refreshControl`.
  open var refreshControl: RefreshControl? {
    get { storedRefreshControl }
    set {
      let old = storedRefreshControl
      storedRefreshControl = newValue
      refreshControlDidChange(from: old)
    }
  }

  // The rest is shared by the files of this folder.

  /// The constants with which the view moves; the engine's by default.
  package final var tuning = Tuning()

  /// The styles of the effects at the edges: top, left, bottom, right.
  var edgeStyles = [EdgeEffect](repeating: EdgeEffect(), count: 4)
  /// True while changes of the offset by the program show the indicators.
  var showsIndicatorsForChanges = false

  var activity = Activity.idle {
    didSet { activityDidChange(from: oldValue) }
  }
  /// The clock while the view has no window.
  let ownClock: EngineClock
  /// The window's clock, or the view's own without a window.
  var clock: EngineClock
  var flicks = FlickMultiplier()
  var offsetHistory = OffsetHistory()
  var indicators = IndicatorVisibility()
  /// The view to zoom that the delegate returned last.
  @NonOwning var lastZoomView: View? = nil
  var isAskingForZoomView = false
  /// The displayed zoom in progress.
  var zoomFader: ZoomFader? {
    didSet { faderDidChange(from: oldValue) }
  }
  /// The zoom with the wheel, which ends after a pause.
  var wheelZoom: Zoom? {
    didSet { wheelZoomDidChange() }
  }
  let zoomNotifications = ReentrancyLimit()
  /// What began between two advances of time, to start with the next one.
  var unanchored: Unanchored = []
  /// The offset to which notches of the wheel have moved the content, not rounded to device pixels: fractions add up.
  var notchTarget: Point?
  /// The fractions of notches that have not turned a page yet.
  var pendingNotches = Point.zero
  var pendingCalls: [DelegateCall] = []
  /// True once a deceleration has been announced to the delegate, until its end is.
  var owesDidEndDecelerating = false
  lazy var scrollPan = ScrollPanRecognizer(self)
  lazy var scrollPinch = ScrollPinchRecognizer(self)
  private lazy var delayedTouches = DelayedTouchesRecognizer(pan: scrollPan)

  var storedContentSize = Size.zero {
    didSet { if storedContentSize != oldValue { setNeedsLayout() } }
  }
  var storedRefreshControl: RefreshControl?
  private var notifiedOffset = Point.zero
  private var storedContentInset = EdgeInsets.zero
  /// The safe area that ``range`` takes into account.
  var storedSafeArea = EdgeInsets.zero
  private var storedAlignment = Point.zero
  private var storedDisplayScale = 1.0
  private var storedMinimumZoomScale = 1.0
  private var storedMaximumZoomScale = 1.0
  private var storedAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
  private var storedAlwaysBounceVertical = false
  private var storedAlwaysBounceHorizontal = false

  /// Creates a scroll view with a frame in its future superview.
  public override init(frame: Rect = .zero) {
    ownClock = EngineClock()
    clock = ownClock
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
  /// Not called if ``canCancelContentTouches`` is false. Corresponds to `UIScrollView.touchesShouldCancel(in:)`.
  open func touchesShouldCancel(in view: View) -> Bool { !(view is Control) }

  /// Returns whether one of the scroll view's own gesture recognizers receives `touch`; true unless overridden.
  ///
  /// Called before the recognizer's delegate is asked. A subclass that is a ``GestureRecognizerDelegate`` is also the
  /// delegate of its own recognizers while they have no other, as in UIKit.
  open func ownRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    true
  }

  /// Returns the offset at which the content is to rest after a release; the proposed one unless overridden.
  ///
  /// Called before the delegate's `scrollViewWillEndDragging`, which may choose another one, with the velocity in points per
  /// millisecond.
  open func restingOffset(
    forProposedOffset proposedOffset: Point, withVelocity velocity: Point
  ) -> Point { proposedOffset }

  /// Called when ``adjustedContentInset`` changes; overrides call `super`.
  ///
  /// Corresponds to `UIScrollView.adjustedContentInsetDidChange()`.
  open func adjustedContentInsetDidChange() {}

  /// The point at which the origin of the content view is offset from the origin of the scroll view: the origin of
  /// ``View/bounds``.
  ///
  /// Setting it rounds to device pixels and does not clamp to the range. It stops nothing: a drag or an animation in
  /// progress continues from there, moved by the same distance, so that endless content can be re-centered under a
  /// finger. A coordinate that is written back as it was read moves nothing, at any display rate. Scrolling sets this property too; a subclass can override it to observe or constrain the offset.
  /// Corresponds to `UIScrollView.contentOffset`.
  open var contentOffset: Point {
    get { bounds.origin }
    set {
      guard computedBounds == nil else {
        bounds = Rect(origin: newValue, size: bounds.size)
        return
      }
      guard let newValue = newValue.accepted else { return }
      willAnimate()
      assign(newValue)
    }
  }

  /// The content inset together with the part of the safe area that ``contentInsetAdjustmentBehavior`` chooses.
  ///
  /// Corresponds to `UIScrollView.adjustedContentInset`.
  open var adjustedContentInset: EdgeInsets {
    adjustedContentInset(in: bounds.size, content: storedContentSize)
  }

  /// Sets the content offset, rounded to device pixels and not clamped to the range.
  ///
  /// Without animation, a deceleration or animation stops and a drag continues from the new offset. An animation takes
  /// 0.3 s and starts at the current offset. Does nothing if the content is already there. In
  /// `scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)` it ends the drag, whatever velocity and target are.
  /// Corresponds to `UIScrollView.setContentOffset(_:animated:)`.
  open func setContentOffset(_ contentOffset: Point, animated: Bool) {
    scroll(to: contentOffset, animated: animated)
  }

  /// Scrolls the content as little as possible so that `rect`, in the content's coordinates, is visible.
  ///
  /// The rectangle is clipped to the content first; does nothing if it is empty or already visible. A rectangle larger
  /// than the viewport is aligned at its leading edge. Corresponds to `UIScrollView.scrollRectToVisible(_:animated:)`.
  open func scrollRectToVisible(_ rect: Rect, animated: Bool) {
    reveal(rect, animated: animated)
  }

  /// The current scale factor of the content: that of the view which the delegate returns for zooming; 1 by default.
  ///
  /// A view keeps its scale while another one is zoomed. A program that resets the view's transform has reset the scale.
  /// During an animated zoom or a bounce, it already has its final value; ``View/presentation`` has the displayed scale.
  /// Setting it is equivalent to ``setZoomScale(_:animated:)`` without animation. Corresponds to `UIScrollView.zoomScale`.
  open var zoomScale: Double {
    get { zoomView?.zoomedScale ?? 1 }
    set { setZoomScale(newValue, animated: false) }
  }

  /// Sets the zoom scale, clamped to the limits; the center of the viewport stays in place.
  ///
  /// Does nothing without a view to zoom. The scale changes at once; if animated, the display follows within 0.4 s.
  /// Corresponds to `UIScrollView.setZoomScale(_:animated:)`.
  open func setZoomScale(_ scale: Double, animated: Bool) {
    zoom(toScale: scale, animated: animated)
  }

  /// Zooms so that `rect`, in the zoomed view's coordinates, fills the viewport and is centered in it, within the scale
  /// limits.
  ///
  /// Does nothing for an empty rectangle or without a view to zoom. Corresponds to `UIScrollView.zoom(to:animated:)`.
  open func zoom(to rect: Rect, animated: Bool) {
    zoom(toFill: rect, animated: animated)
  }

  /// Stops scrolling and zooming immediately.
  ///
  /// The content stays where it is displayed, but moves into its range, to the nearest page when paging, and within the scale
  /// limits. A touch in progress no longer scrolls.
  /// Corresponds to `UIScrollView.stopScrollingAndZooming()`.
  open func stopScrollingAndZooming() {
    stopEverything()
  }

  /// Displays the scroll indicators momentarily: they fade in for 0.5 s and fade out from 1 s to 1.5 s.
  ///
  /// Only axes that scroll show an indicator. Corresponds to `UIScrollView.flashScrollIndicators()`.
  open func flashScrollIndicators() {
    flashIndicators()
  }

  override var model: Presentation {
    var model = super.model
    (model.zoomScale, model.contentSize) = (zoomScale, storedContentSize)
    return model
  }

  /// The visible part of the content; setting it does not round the origin.
  open override var bounds: Rect {
    get { super.bounds }
    set {
      if computedBounds == nil, let newValue = newValue.accepted {
        shiftActivity(by: newValue.origin - super.bounds.origin)
      }
      let offset = super.bounds.origin
      super.bounds = newValue
      // The frames of a motion are part of its course.
      if super.bounds.origin != offset, !activity.movesByItself {
        offsetCourseDidChange(from: offset)
      }
    }
  }

  override func animationsDidChange() { offsetCourseDidChange(from: contentOffset) }

  override func boundsDidChange(from old: Rect) {
    super.boundsDidChange(from: old)
    if bounds.size != old.size { viewportDidChange(from: old) }
    storedRefreshControl?.place(in: self)
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

  override func safeAreaDidChange(from old: EdgeInsets) {
    changeRange { storedSafeArea = notifiedSafeArea }
  }

  override func windowDidChange() {
    guard let window else {
      useOwnClock()
      return
    }
    clockDidChange(from: now, to: window.time)
    clock = window.clock
    if isInMotion { window.animate(self) }
  }

  override func windowWillChange() {
    super.windowWillChange()
    if phase != .idle { stopScrollingAndZooming() }
  }

  private func updateDelayedTouches() {
    delayedTouches.isEnabled = isScrollEnabled && delaysContentTouches
  }
}
