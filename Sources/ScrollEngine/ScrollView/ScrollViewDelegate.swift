public import Geometry

/// The methods that a scroll view calls as it scrolls and zooms; every one has a default that does nothing.
///
/// The order of calls is fixed. A drag that ends at rest: willBeginDragging, any number of didScroll, willEndDragging,
/// didEndDragging(false). A flick: … didEndDragging(true), willBeginDecelerating, …, didEndDecelerating. A release at rest
/// beyond an edge or between pages is a flick with velocity zero. A delegate may set anything on the scroll
/// view from inside any method; a change made inside didScroll is reported after it returns, never from within it.
/// Corresponds to `UIScrollViewDelegate`.
public protocol ScrollViewDelegate: AnyObject {
  /// The content offset changed, for any reason. Corresponds to `scrollViewDidScroll(_:)`.
  func scrollViewDidScroll(_ scrollView: ScrollView)

  /// A drag is about to begin, after a small movement. Corresponds to `scrollViewWillBeginDragging(_:)`.
  func scrollViewWillBeginDragging(_ scrollView: ScrollView)

  /// The finger was lifted.
  ///
  /// - Parameters:
  ///   - scrollView: The scroll view.
  ///   - velocity: The velocity in points per **millisecond**, positive where the offset grows; zero where the content stops.
  ///   - targetContentOffset: The offset at which the content comes to rest, to the pixel. A value written here is
  ///     brought within the range and rounded to device pixels, and the content stops exactly there.
  ///
  /// Corresponds to `scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)`, whose target is a pointer.
  func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point,
    targetContentOffset: inout Point)

  /// The drag ended; `decelerate` is true if the content goes on moving.
  ///
  /// Corresponds to `scrollViewDidEndDragging(_:willDecelerate:)`.
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool)

  /// The content starts to decelerate. Corresponds to `scrollViewWillBeginDecelerating(_:)`.
  func scrollViewWillBeginDecelerating(_ scrollView: ScrollView)

  /// The content has come to rest. Corresponds to `scrollViewDidEndDecelerating(_:)`.
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView)

  /// An animation of the offset has ended, or a touch interrupted it.
  ///
  /// Corresponds to `scrollViewDidEndScrollingAnimation(_:)`.
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView)

  /// Returns whether the scroll-to-top gesture may scroll the view; true by default.
  ///
  /// Corresponds to `scrollViewShouldScrollToTop(_:)`.
  func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool

  /// The animation of the scroll-to-top gesture has ended. Corresponds to `scrollViewDidScrollToTop(_:)`.
  func scrollViewDidScrollToTop(_ scrollView: ScrollView)

  /// Returns the view to zoom; `nil`, the default, disables zooming.
  ///
  /// Corresponds to `viewForZooming(in:)`.
  func viewForZooming(in scrollView: ScrollView) -> View?

  /// A zoom is about to begin. Corresponds to `scrollViewWillBeginZooming(_:with:)`.
  func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?)

  /// The scale changed; sent for every frame, those of the bounce included, where UIKit sends one for a bounce.
  ///
  /// Corresponds to `scrollViewDidZoom(_:)`.
  func scrollViewDidZoom(_ scrollView: ScrollView)

  /// A zoom has ended, its bounce included. Corresponds to `scrollViewDidEndZooming(_:with:atScale:)`.
  func scrollViewDidEndZooming(_ scrollView: ScrollView, with view: View?, atScale scale: Double)

  /// The adjusted content inset changed. Corresponds to `scrollViewDidChangeAdjustedContentInset(_:)`.
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: ScrollView)
}

extension ScrollViewDelegate {
  /// Does nothing.
  public func scrollViewDidScroll(_ scrollView: ScrollView) {}
  /// Does nothing.
  public func scrollViewWillBeginDragging(_ scrollView: ScrollView) {}
  /// Leaves the target as it is.
  public func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point
  ) {}
  /// Does nothing.
  public func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) {}
  /// Does nothing.
  public func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) {}
  /// Does nothing.
  public func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {}
  /// Does nothing.
  public func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {}
  /// Yes.
  public func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool { true }
  /// Does nothing.
  public func scrollViewDidScrollToTop(_ scrollView: ScrollView) {}
  /// None.
  public func viewForZooming(in scrollView: ScrollView) -> View? { nil }
  /// Does nothing.
  public func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?) {}
  /// Does nothing.
  public func scrollViewDidZoom(_ scrollView: ScrollView) {}
  /// Does nothing.
  public func scrollViewDidEndZooming(
    _ scrollView: ScrollView, with view: View?, atScale scale: Double
  ) {}
  /// Does nothing.
  public func scrollViewDidChangeAdjustedContentInset(_ scrollView: ScrollView) {}
}
