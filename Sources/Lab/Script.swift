package import Geometry
package import ScrollEngine

/// What a hand does to a scroll view, from a set-up to the last event.
package struct Script: Hashable, Sendable {
  /// The newest version that is understood.
  package static let version = 1

  /// How the scroll view is set up.
  package var header: Header
  /// What happens, in the order of time.
  package var events: [TimedEvent]

  package init(header: Header, events: [TimedEvent]) {
    self.header = header
    self.events = events
  }

  /// Something that happens, and when.
  package struct TimedEvent: Hashable, Sendable {
    /// When, in seconds.
    package var time: Double
    /// What.
    package var action: Action

    package init(time: Double, action: Action) {
      self.time = time
      self.action = action
    }
  }

  /// Something that a hand, or the program, does.
  package enum Action: Hashable, Sendable {
    /// The hand does something.
    case event(Event)
    /// The program calls a method.
    case call(Call)
    /// The program sets properties, in the order of ``Property/allCases``.
    case set([Setting])
    /// The viewport gets another size, in points.
    case resize(Size)
  }

  /// A method that a script can call.
  package enum Call: Hashable, Sendable {
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

  /// A property and its new value.
  package enum Setting: Hashable, Sendable {
    case viewport(Size)
    case content(Size)
    case displayScale(Double)
    case contentInset(EdgeInsets)
    case safeAreaInsets(EdgeInsets)
    case contentInsetAdjustmentBehavior(ScrollView.ContentInsetAdjustmentBehavior)
    case isScrollEnabled(Bool)
    case bounces(Bool)
    case alwaysBounceVertical(Bool)
    case alwaysBounceHorizontal(Bool)
    case isPagingEnabled(Bool)
    case isDirectionalLockEnabled(Bool)
    case decelerationRate(ScrollView.DecelerationRate)
    case minimumZoomScale(Double)
    case maximumZoomScale(Double)
    case zoomScale(Double)
    case bouncesZoom(Bool)
    case contentAlignmentPoint(Point)
    case delaysContentTouches(Bool)
    case canCancelContentTouches(Bool)
    case scrollsToTop(Bool)
    case contentOffset(Point)
    /// What the delegate writes at the next release.
    case targetContentOffset(Point)
  }

  /// A view on the content.
  package struct Subview: Hashable, Sendable {
    /// What callbacks call it.
    package var name: String
    /// Its place on the content, in points.
    package var frame: Rect
    /// True for a control, which keeps its touches.
    package var isControl: Bool

    package init(name: String, frame: Rect, isControl: Bool) {
      self.name = name
      self.frame = frame
      self.isControl = isControl
    }
  }

  /// The first line: how the scroll view is set up.
  package struct Header: Hashable, Sendable {
    /// What differs from the defaults, in the order in which it is set; the offset comes last.
    package var settings: [Setting] = []
    /// The views on the content, from back to front.
    package var subviews: [Subview] = []

    /// A viewport and a content of 640×480 points.
    package static let defaultSize = Size(width: 640, height: 480)

    package init(settings: [Setting] = [], subviews: [Subview] = []) {
      self.settings = settings
      self.subviews = subviews
    }
  }
}
