import ScrollEngine
import ScrollGeometry

/// A random configuration of a scroll view, and random steps.
struct Scenario: Sendable {
  /// The seed from which the scenario can be generated again.
  var seed: UInt64
  var setup = Setup()
  var steps: [Step] = []

  /// A step at an engine time in seconds; the timestamp of its event may differ.
  struct Step: Sendable {
    var time: Double
    var action: Action
  }

  enum Action: Sendable {
    case event(Event)
    case call(Call)
    case set(Setting)
    case resize(Size)
  }

  enum Call: Sendable {
    case setContentOffset(Point, animated: Bool)
    case setZoomScale(Double, animated: Bool)
    case zoomTo(Rect, animated: Bool)
    case scrollRectToVisible(Rect, animated: Bool)
    case flashScrollIndicators
    case scrollToTop
    case stopScrollingAndZooming
    case beginRefreshing
    case endRefreshing
  }

  enum Setting: Sendable {
    case contentSize(Size)
    case contentOffset(Point)
    case contentInset(EdgeInsets)
    case safeAreaInsets(EdgeInsets)
    case contentInsetAdjustmentBehavior(ScrollView.ContentInsetAdjustmentBehavior)
    case displayScale(Double)
    case isScrollEnabled(Bool)
    case bounces(Bool)
    case alwaysBounceVertical(Bool)
    case alwaysBounceHorizontal(Bool)
    case isPagingEnabled(Bool)
    case isDirectionalLockEnabled(Bool)
    case decelerationRate(Double)
    case minimumZoomScale(Double)
    case maximumZoomScale(Double)
    case bouncesZoom(Bool)
    case contentAlignmentPoint(Point)
    case delaysContentTouches(Bool)
    case canCancelContentTouches(Bool)
    case bounds(Rect)
    case targetContentOffset(Point)
  }

  /// How everything is set up before the first step.
  struct Setup: Sendable {
    var viewport = Size(640, 480)
    var content = Size(640, 480)
    var settings: [Setting] = []
    var zooms = false
    var hasRefreshControl = false
    var isNested = false
    var subviews: [Subview] = []
    /// The seed of what the delegate does from inside callbacks; nil for a delegate that only listens.
    var mischief: UInt64?
  }

  struct Subview: Sendable {
    var frame: Rect
    var isControl: Bool
  }
}

extension Scenario {
  /// When everything has happened, in seconds.
  var endTime: Double { steps.last?.time ?? 0 }
}
