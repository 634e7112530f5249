import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A new object has UIKit's defaults` {
  @Test func `a scroll view`() {
    let view = ScrollView()
    let defaults = Defaults("ScrollView", in: "ScrollEngine")
    defaults.row("delegate", view.delegate == nil, true)
    defaults.row("contentSize", view.contentSize, .zero)
    defaults.row("contentOffset", view.contentOffset, .zero)
    defaults.row("contentInset", view.contentInset, .zero)
    defaults.row("safeAreaInsets", view.safeAreaInsets, .zero)
    defaults.row("contentInsetAdjustmentBehavior", view.contentInsetAdjustmentBehavior, .automatic)
    defaults.row("adjustedContentInset", view.adjustedContentInset, .zero)
    defaults.row("minimumContentOffset", view.minimumContentOffset, .zero)
    defaults.row("maximumContentOffset", view.maximumContentOffset, .zero)
    defaults.row("contentAlignmentPoint", view.contentAlignmentPoint, .zero)
    defaults.row("displayScale", view.displayScale, 1.0)
    defaults.row("isScrollEnabled", view.isScrollEnabled, true)
    defaults.row("isDirectionalLockEnabled", view.isDirectionalLockEnabled, false)
    defaults.row("isPagingEnabled", view.isPagingEnabled, false)
    defaults.row("bounces", view.bounces, true)
    defaults.row("bouncesHorizontally", view.bouncesHorizontally, true)
    defaults.row("bouncesVertically", view.bouncesVertically, true)
    defaults.row(
      "transfersHorizontalScrollingToParent", view.transfersHorizontalScrollingToParent, true)
    defaults.row(
      "transfersVerticalScrollingToParent", view.transfersVerticalScrollingToParent, true)
    defaults.row("allowsKeyboardScrolling", view.allowsKeyboardScrolling, true)
    defaults.row("topEdgeEffect", view.topEdgeEffect, ScrollView.EdgeEffect())
    defaults.row("leftEdgeEffect", view.leftEdgeEffect, ScrollView.EdgeEffect())
    defaults.row("bottomEdgeEffect", view.bottomEdgeEffect, ScrollView.EdgeEffect())
    defaults.row("rightEdgeEffect", view.rightEdgeEffect, ScrollView.EdgeEffect())
    defaults.row("isScrollAnimating", view.isScrollAnimating, false)
    defaults.row("alwaysBounceVertical", view.alwaysBounceVertical, false)
    defaults.row("alwaysBounceHorizontal", view.alwaysBounceHorizontal, false)
    defaults.row("decelerationRate", view.decelerationRate.rawValue, 0.998)
    defaults.row("scrollsToTop", view.scrollsToTop, true)
    defaults.row("delaysContentTouches", view.delaysContentTouches, true)
    defaults.row("canCancelContentTouches", view.canCancelContentTouches, true)
    defaults.row("keyboardDismissMode", view.keyboardDismissMode, .none)
    defaults.row("visibleSize", view.visibleSize, .zero)
    defaults.row("minimumZoomScale", view.minimumZoomScale, 1.0)
    defaults.row("maximumZoomScale", view.maximumZoomScale, 1.0)
    defaults.row("zoomScale", view.zoomScale, 1.0)
    defaults.row("bouncesZoom", view.bouncesZoom, true)
    defaults.row("indicatorStyle", view.indicatorStyle, .default)
    defaults.row("scrollIndicatorInsets", view.scrollIndicatorInsets, .zero)
    defaults.row("verticalScrollIndicatorInsets", view.verticalScrollIndicatorInsets, .zero)
    defaults.row("horizontalScrollIndicatorInsets", view.horizontalScrollIndicatorInsets, .zero)
    defaults.row(
      "automaticallyAdjustsScrollIndicatorInsets", view.automaticallyAdjustsScrollIndicatorInsets,
      true)
    defaults.row("showsHorizontalScrollIndicator", view.showsHorizontalScrollIndicator, true)
    defaults.row("showsVerticalScrollIndicator", view.showsVerticalScrollIndicator, true)
    defaults.row("horizontalScrollIndicator", view.horizontalScrollIndicator.opacity, 0.0)
    defaults.row("verticalScrollIndicator", view.verticalScrollIndicator.opacity, 0.0)
    defaults.row("refreshControl", view.refreshControl == nil, true)
    defaults.row("bounds", view.bounds, .zero)
    defaults.row("contentVelocity", view.contentVelocity, .zero)
    defaults.row("velocity", view.velocity, .zero)
    defaults.row("restingOffset", view.restingOffset, .zero)
    defaults.row("phase", view.phase, .idle)
    defaults.row("isTracking", view.isTracking, false)
    defaults.row("isDragging", view.isDragging, false)
    defaults.row("isDecelerating", view.isDecelerating, false)
    defaults.row("isZooming", view.isZooming, false)
    defaults.row("isZoomAnimating", view.isZoomAnimating, false)
    defaults.row("isZoomBouncing", view.isZoomBouncing, false)
    defaults.row("panGestureRecognizer", view.panGestureRecognizer.view === view, true)
    defaults.row("pinchGestureRecognizer", view.pinchGestureRecognizer == nil, true)
    defaults.row("clipsToBounds", view.clipsToBounds, true)
    defaults.finish()
  }

  @Test func `a view`() {
    let view = View()
    let defaults = Defaults("View", in: "ScrollEngine")
    defaults.row("frame", view.frame, .zero)
    defaults.row("bounds", view.bounds, .zero)
    defaults.row("center", view.center, .zero)
    defaults.row("transform", view.transform, .identity)
    defaults.row("subviews", view.subviews.count, 0)
    defaults.row("superview", view.superview == nil, true)
    defaults.row("gestureRecognizers", view.gestureRecognizers, nil)
    defaults.row("isUserInteractionEnabled", view.isUserInteractionEnabled, true)
    defaults.row("isMultipleTouchEnabled", view.isMultipleTouchEnabled, false)
    defaults.row("isHidden", view.isHidden, false)
    defaults.row("clipsToBounds", view.clipsToBounds, false)
    defaults.row("alpha", view.alpha, 1)
    defaults.row("tag", view.tag, 0)
    defaults.row("autoresizingMask", view.autoresizingMask, [])
    defaults.row("autoresizesSubviews", view.autoresizesSubviews, true)
    defaults.row("safeAreaInsets", view.safeAreaInsets, .zero)
    defaults.row("intrinsicContentSize", view.intrinsicContentSize, Size(-1, -1))
    defaults.row("presentation", view.presentation.alpha, 1)
    defaults.row("next", view.next == nil, true)
    defaults.row("window", view.window == nil, true)
    defaults.finish()
  }

  @Test func `a responder`() {
    let responder = Responder()
    let defaults = Defaults("Responder", in: "ScrollEngine")
    defaults.row("next", responder.next == nil, true)
    defaults.row("canBecomeFirstResponder", responder.canBecomeFirstResponder, false)
    defaults.row("canResignFirstResponder", responder.canResignFirstResponder, true)
    defaults.row("acceptsText", responder.acceptsText, false)
    defaults.row("isFirstResponder", responder.isFirstResponder, false)
    defaults.finish()
  }

  @Test func `a control`() {
    let control = Control()
    let defaults = Defaults("Control", in: "ScrollEngine")
    defaults.row("isTracking", control.isTracking, false)
    defaults.row("isTouchInside", control.isTouchInside, false)
    defaults.row("isEnabled", control.isEnabled, true)
    defaults.row("isSelected", control.isSelected, false)
    defaults.row("isHighlighted", control.isHighlighted, false)
    defaults.finish()
  }

  @Test func `a refresh control`() {
    let refresh = RefreshControl()
    let defaults = Defaults("RefreshControl", in: "ScrollEngine")
    defaults.row("isRefreshing", refresh.isRefreshing, false)
    defaults.finish()
  }

  @Test func `a text field`() {
    let field = TextField()
    let defaults = Defaults("TextField", in: "ScrollEngine")
    defaults.row("delegate", field.delegate == nil, true)
    defaults.row("placeholder", field.placeholder, "")
    defaults.row("isEditing", field.isEditing, false)
    defaults.row("canBecomeFirstResponder", field.canBecomeFirstResponder, true)
    defaults.row("acceptsText", field.acceptsText, true)
    defaults.row("text", field.text, "")
    defaults.row("selectedRange", field.selectedRange, 0..<0)
    defaults.row("markedRange", field.markedRange, nil)
    defaults.row("font", field.font.lineHeight, 18.0)
    defaults.row("caretTime", field.caretTime, 0.0)
    defaults.row("visibleLines", field.visibleLines, [])
    defaults.finish()
  }

  @Test func `a text view`() {
    let view = TextView()
    let defaults = Defaults("TextView", in: "ScrollEngine")
    defaults.row("isEditable", view.isEditable, true)
    defaults.row("isSelectable", view.isSelectable, true)
    defaults.row(
      "textContainerInset", view.textContainerInset,
      EdgeInsets(top: 8, left: 0, bottom: 8, right: 0))
    defaults.row("lineFragmentPadding", view.lineFragmentPadding, 5.0)
    defaults.row("delegate", view.delegate == nil, true)
    defaults.row("canBecomeFirstResponder", view.canBecomeFirstResponder, true)
    defaults.row("acceptsText", view.acceptsText, true)
    defaults.row("text", view.text, "")
    defaults.row("selectedRange", view.selectedRange, 0..<0)
    defaults.row("markedRange", view.markedRange, nil)
    defaults.row("font", view.font.lineHeight, 18.0)
    defaults.row("caretTime", view.caretTime, 0.0)
    defaults.row("visibleLines", view.visibleLines, [])
    defaults.finish()
  }

  @Test func `the keyboard of a window`() {
    let window = Window()
    let defaults = Defaults("Keyboard", in: "ScrollEngine")
    defaults.row("height", window.keyboard.height, 0.0)
    defaults.row("frame", window.keyboard.frame, .zero)
    defaults.row("isShown", window.keyboard.isShown, false)
    defaults.finish()
    #expect(window.textInput == nil && window.pasteboard == nil)
  }

  @Test func `a recognizer`() {
    let recognizer = GestureRecognizer()
    let defaults = Defaults("GestureRecognizer", in: "ScrollEngine")
    defaults.row("view", recognizer.view == nil, true)
    defaults.row("delegate", recognizer.delegate == nil, true)
    defaults.row("isEnabled", recognizer.isEnabled, true)
    defaults.row("cancelsTouchesInView", recognizer.cancelsTouchesInView, true)
    defaults.row("allowedTouchTypes", recognizer.allowedTouchTypes, Set(Touch.TouchType.allCases))
    defaults.row("delaysTouchesBegan", recognizer.delaysTouchesBegan, false)
    defaults.row("name", recognizer.name, nil)
    defaults.row("deadline", recognizer.deadline, nil)
    defaults.row("touches", recognizer.touches.count, 0)
    defaults.row("state", recognizer.state, .possible)
    defaults.row("numberOfTouches", recognizer.numberOfTouches, 0)
    defaults.finish()
  }

  @Test func `a pan recognizer`() {
    let recognizer = PanGestureRecognizer()
    let defaults = Defaults("PanGestureRecognizer", in: "ScrollEngine")
    defaults.row("minimumNumberOfTouches", recognizer.minimumNumberOfTouches, 1)
    defaults.row("maximumNumberOfTouches", recognizer.maximumNumberOfTouches, Int.max)
    defaults.finish()
  }

  @Test func `a pinch recognizer`() {
    let recognizer = PinchGestureRecognizer()
    let defaults = Defaults("PinchGestureRecognizer", in: "ScrollEngine")
    defaults.row("scale", recognizer.scale, 1)
    defaults.row("velocity", recognizer.velocity, 0)
    defaults.finish()
  }

  @Test func `a long press recognizer`() {
    let recognizer = LongPressGestureRecognizer()
    let defaults = Defaults("LongPressGestureRecognizer", in: "ScrollEngine")
    defaults.row("minimumPressDuration", recognizer.minimumPressDuration, 0.5)
    defaults.row("allowableMovement", recognizer.allowableMovement, 10)
    defaults.row("numberOfTouchesRequired", recognizer.numberOfTouchesRequired, 1)
    defaults.row("numberOfTapsRequired", recognizer.numberOfTapsRequired, 0)
    defaults.row("deadline", recognizer.deadline, nil)
    defaults.finish()
  }

  @Test func `a swipe recognizer`() {
    let recognizer = SwipeGestureRecognizer()
    let defaults = Defaults("SwipeGestureRecognizer", in: "ScrollEngine")
    defaults.row("direction", recognizer.direction, .right)
    defaults.row("numberOfTouchesRequired", recognizer.numberOfTouchesRequired, 1)
    defaults.row("deadline", recognizer.deadline, nil)
    defaults.finish()
  }

  @Test func `a screen edge pan recognizer`() {
    let recognizer = ScreenEdgePanGestureRecognizer()
    let defaults = Defaults("ScreenEdgePanGestureRecognizer", in: "ScrollEngine")
    defaults.row("edges", recognizer.edges, [])
    defaults.finish()
  }

  @Test func `a tap recognizer`() {
    let recognizer = TapGestureRecognizer()
    let defaults = Defaults("TapGestureRecognizer", in: "ScrollEngine")
    defaults.row("numberOfTapsRequired", recognizer.numberOfTapsRequired, 1)
    defaults.row("numberOfTouchesRequired", recognizer.numberOfTouchesRequired, 1)
    defaults.row("deadline", recognizer.deadline, nil)
    defaults.finish()
  }
}
