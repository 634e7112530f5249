package import Geometry
package import ScrollEngine

/// Scripted input to a scroll view: its configuration and a list of events.
package struct Script: Hashable, Sendable {
  /// The latest supported version of the format.
  package static let version = 1

  /// The configuration of the scroll view.
  package var header: Header
  /// The events, in chronological order.
  package var events: [TimedEvent]

  package init(header: Header, events: [TimedEvent]) {
    self.header = header
    self.events = events
  }

  /// An event and its time.
  package struct TimedEvent: Hashable, Sendable {
    /// The time, in seconds.
    package var time: Double
    /// The action at that time.
    package var action: Action

    package init(time: Double, action: Action) {
      self.time = time
      self.action = action
    }
  }

  /// An action of the user or the program.
  package enum Action: Hashable, Sendable {
    /// An input event.
    case event(Event)
    /// A method call.
    case call(Call)
    /// Properties to set, in the order of the list of known properties.
    case set([Setting])
    /// A new size of the viewport, in points.
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
    /// The target that the delegate sets at the next release.
    case targetContentOffset(Point)
  }

  /// A view in the content.
  package struct Subview: Hashable, Sendable {
    /// The name of the view in callbacks.
    package var name: String
    /// The frame in the content, in points.
    package var frame: Rect
    /// A Boolean value that indicates whether the view is a control, which keeps its touches.
    package var isControl: Bool

    package init(name: String, frame: Rect, isControl: Bool) {
      self.name = name
      self.frame = frame
      self.isControl = isControl
    }
  }

  /// The first line of a script: the configuration of the scroll view.
  package struct Header: Hashable, Sendable {
    /// The properties that differ from the defaults, in the order in which they are set.
    package var settings: [Setting] = []
    /// The views in the content, from back to front.
    package var subviews: [Subview] = []

    /// The default size of viewport and content, 640×480 points.
    package static let defaultSize = Size(width: 640, height: 480)

    package init(settings: [Setting] = [], subviews: [Subview] = []) {
      self.settings = settings
      self.subviews = subviews
    }
  }
}
