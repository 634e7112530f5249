import Geometry
import ScrollEngine
import Testing

/// The properties of a new object of a type, and the values that they are to have.
private final class Defaults {
  private let type: String
  private var names: [String] = []

  init(_ type: String) {
    self.type = type
  }

  /// Compares a property's value.
  func row<Value: Equatable>(
    _ name: String, _ value: Value, _ expected: Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(!names.contains(name), "\(type).\(name) stands twice", sourceLocation: sourceLocation)
    names.append(name)
    #expect(value == expected, "\(type).\(name)", sourceLocation: sourceLocation)
  }

  /// Fails for each property that the sources of the type declare and that has no row.
  func finish(sourceLocation: SourceLocation = #_sourceLocation) {
    let declared = PublicProperties.declared(by: type)
    #expect(!declared.isEmpty, sourceLocation: sourceLocation)
    let missing = declared.subtracting(names).sorted()
    #expect(missing == [], "properties of \(type) without a row", sourceLocation: sourceLocation)
  }
}

@Suite struct `A new object has UIKit's defaults` {
  @Test func `a scroll view`() {
    let view = ScrollView()
    let defaults = Defaults("ScrollView")
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
    defaults.row("alwaysBounceVertical", view.alwaysBounceVertical, false)
    defaults.row("alwaysBounceHorizontal", view.alwaysBounceHorizontal, false)
    defaults.row("decelerationRate", view.decelerationRate.rawValue, 0.998)
    defaults.row("scrollsToTop", view.scrollsToTop, true)
    defaults.row("delaysContentTouches", view.delaysContentTouches, true)
    defaults.row("canCancelContentTouches", view.canCancelContentTouches, true)
    defaults.row("keyboardDismissMode", view.keyboardDismissMode, .none)
    defaults.row("minimumZoomScale", view.minimumZoomScale, 1.0)
    defaults.row("maximumZoomScale", view.maximumZoomScale, 1.0)
    defaults.row("zoomScale", view.zoomScale, 1.0)
    defaults.row("bouncesZoom", view.bouncesZoom, true)
    defaults.row("indicatorStyle", view.indicatorStyle, .default)
    defaults.row("scrollIndicatorInsets", view.scrollIndicatorInsets, .zero)
    defaults.row("showsHorizontalScrollIndicator", view.showsHorizontalScrollIndicator, true)
    defaults.row("showsVerticalScrollIndicator", view.showsVerticalScrollIndicator, true)
    defaults.row("horizontalScrollIndicator", view.horizontalScrollIndicator.opacity, 0.0)
    defaults.row("verticalScrollIndicator", view.verticalScrollIndicator.opacity, 0.0)
    defaults.row("refreshControl", view.refreshControl == nil, true)
    defaults.row("bounds", view.bounds, .zero)
    defaults.row("contentVelocity", view.contentVelocity, .zero)
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

  @Test func `a table view`() {
    let table = TableView(frame: .zero, style: .plain)
    let defaults = Defaults("TableView")
    defaults.row("style", table.style, .plain)
    defaults.row("delegate", table.delegate == nil, true)
    defaults.row("dataSource", table.dataSource == nil, true)
    defaults.row("rowHeight", table.rowHeight, 44.0)
    defaults.row("sectionHeaderHeight", table.sectionHeaderHeight, 0.0)
    defaults.row("allowsSelection", table.allowsSelection, true)
    defaults.row("allowsMultipleSelection", table.allowsMultipleSelection, false)
    defaults.row("visibleCells", table.visibleCells.count, 0)
    defaults.row("indexPathsForVisibleRows", (table.indexPathsForVisibleRows ?? []).isEmpty, true)
    defaults.row("numberOfSections", table.numberOfSections, 0)
    defaults.row("sectionIndexStrip", table.sectionIndexStrip == nil, true)
    defaults.row("indexPathForSelectedRow", table.indexPathForSelectedRow == nil, true)
    defaults.row("indexPathsForSelectedRows", table.indexPathsForSelectedRows == nil, true)
    defaults.row("alwaysBounceVertical", table.alwaysBounceVertical, true)
    defaults.row("alwaysBounceHorizontal", table.alwaysBounceHorizontal, false)
    defaults.finish()
  }

  @Test func `a collection view`() {
    let layout = FlowLayout()
    let view = CollectionView(frame: .zero, collectionViewLayout: layout)
    let defaults = Defaults("CollectionView")
    defaults.row("delegate", view.delegate == nil, true)
    defaults.row("dataSource", view.dataSource == nil, true)
    defaults.row("collectionViewLayout", view.collectionViewLayout === layout, true)
    defaults.row("allowsSelection", view.allowsSelection, true)
    defaults.row("allowsMultipleSelection", view.allowsMultipleSelection, false)
    defaults.row(
      "indexPathsForSelectedItems", (view.indexPathsForSelectedItems ?? []).isEmpty, true)
    defaults.row("numberOfSections", view.numberOfSections, 0)
    defaults.row("visibleCells", view.visibleCells.count, 0)
    defaults.row("indexPathsForVisibleItems", view.indexPathsForVisibleItems.count, 0)
    defaults.row("alwaysBounceVertical", view.alwaysBounceVertical, false)
    defaults.row("alwaysBounceHorizontal", view.alwaysBounceHorizontal, false)
    defaults.finish()
  }

  @Test func `a flow layout`() {
    let flow = FlowLayout()
    let defaults = Defaults("FlowLayout")
    defaults.row("itemSize", flow.itemSize, Size(50, 50))
    defaults.row("minimumInteritemSpacing", flow.minimumInteritemSpacing, 10.0)
    defaults.row("minimumLineSpacing", flow.minimumLineSpacing, 10.0)
    defaults.row("sectionInset", flow.sectionInset, .zero)
    defaults.row("scrollDirection", flow.scrollDirection, .vertical)
    defaults.row("collectionViewContentSize", flow.collectionViewContentSize, .zero)
    defaults.finish()
  }

  @Test func `a view`() {
    let view = View()
    let defaults = Defaults("View")
    defaults.row("frame", view.frame, .zero)
    defaults.row("bounds", view.bounds, .zero)
    defaults.row("center", view.center, .zero)
    defaults.row("transform", view.transform, .identity)
    defaults.row("subviews", view.subviews.count, 0)
    defaults.row("superview", view.superview == nil, true)
    defaults.row("gestureRecognizers", view.gestureRecognizers.count, 0)
    defaults.row("isUserInteractionEnabled", view.isUserInteractionEnabled, true)
    defaults.row("isMultipleTouchEnabled", view.isMultipleTouchEnabled, false)
    defaults.row("isHidden", view.isHidden, false)
    defaults.row("clipsToBounds", view.clipsToBounds, false)
    defaults.row("next", view.next == nil, true)
    defaults.row("window", view.window == nil, true)
    defaults.finish()
  }

  @Test func `a responder`() {
    let responder = Responder()
    let defaults = Defaults("Responder")
    defaults.row("next", responder.next == nil, true)
    defaults.row("canBecomeFirstResponder", responder.canBecomeFirstResponder, false)
    defaults.row("canResignFirstResponder", responder.canResignFirstResponder, true)
    defaults.row("acceptsText", responder.acceptsText, false)
    defaults.row("isFirstResponder", responder.isFirstResponder, false)
    defaults.finish()
  }

  @Test func `a control`() {
    let control = Control()
    let defaults = Defaults("Control")
    defaults.row("isTracking", control.isTracking, false)
    defaults.finish()
  }

  @Test func `a refresh control`() {
    let refresh = RefreshControl()
    let defaults = Defaults("RefreshControl")
    defaults.row("isRefreshing", refresh.isRefreshing, false)
    defaults.finish()
  }

  @Test func `a recognizer`() {
    let recognizer = GestureRecognizer()
    let defaults = Defaults("GestureRecognizer")
    defaults.row("view", recognizer.view == nil, true)
    defaults.row("delegate", recognizer.delegate == nil, true)
    defaults.row("isEnabled", recognizer.isEnabled, true)
    defaults.row("cancelsTouchesInView", recognizer.cancelsTouchesInView, true)
    defaults.row(
      "allowedTouchTypes", recognizer.allowedTouchTypes, Set(Touch.TouchType.allCases))
    defaults.row("touches", recognizer.touches.count, 0)
    defaults.row("state", recognizer.state, .possible)
    defaults.row("numberOfTouches", recognizer.numberOfTouches, 0)
    defaults.finish()
  }

  @Test func `a pan recognizer`() {
    let recognizer = PanGestureRecognizer()
    let defaults = Defaults("PanGestureRecognizer")
    defaults.row("minimumNumberOfTouches", recognizer.minimumNumberOfTouches, 1)
    defaults.row("maximumNumberOfTouches", recognizer.maximumNumberOfTouches, Int.max)
    defaults.finish()
  }

  @Test func `a pinch recognizer`() {
    let recognizer = PinchGestureRecognizer()
    let defaults = Defaults("PinchGestureRecognizer")
    defaults.row("scale", recognizer.scale, 1)
    defaults.finish()
  }

  @Test func `a tap recognizer`() {
    let recognizer = TapGestureRecognizer()
    let defaults = Defaults("TapGestureRecognizer")
    defaults.row("numberOfTapsRequired", recognizer.numberOfTapsRequired, 1)
    defaults.row("numberOfTouchesRequired", recognizer.numberOfTouchesRequired, 1)
    defaults.finish()
  }
}
