public import ScrollGeometry

/// The methods that a scroll view calls as it scrolls and zooms; every one has a default that does nothing.
///
/// The order of calls is fixed. A drag that ends at rest: willBeginDragging, any number of didScroll, willEndDragging,
/// didEndDragging(false). A flick: … didEndDragging(true), willBeginDecelerating, …, didEndDecelerating. A release at rest
/// beyond an edge or between pages is a flick with velocity zero. A delegate may set anything on the scroll
/// view in any method; a change made in didScroll is reported after it returns, never from within it.
/// Corresponds to `UIScrollViewDelegate`.
nonisolated public protocol ScrollViewDelegate: AnyObject {
  /// Called when the content offset changes, for any reason. Corresponds to `scrollViewDidScroll(_:)`.
  func scrollViewDidScroll(_ scrollView: ScrollView)

  /// Called when a drag is about to begin, after a small movement. Corresponds to `scrollViewWillBeginDragging(_:)`.
  func scrollViewWillBeginDragging(_ scrollView: ScrollView)

  /// Called when the user lifts their finger.
  ///
  /// - Parameters:
  ///   - scrollView: The scroll view.
  ///   - velocity: The velocity in points per **millisecond**, positive if the offset grows; zero if the content stops.
  ///   - targetContentOffset: The offset at which the content comes to rest, to the pixel. A value set here is clamped to
  ///     the range and rounded to device pixels, and the content stops exactly there.
  ///
  /// Corresponds to `scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)`, whose target is a pointer; that form
  /// exists too.
  func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point,
    targetContentOffset: inout Point)

  /// Called when the user lifts their finger, after the method of the same name with an `inout` target.
  ///
  /// Corresponds to `scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)`; a delegate implements one of the two.
  func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point,
    targetContentOffset: UnsafeMutablePointer<Point>)

  /// Called when a drag ends; `decelerate` is true if the content continues to move.
  ///
  /// Corresponds to `scrollViewDidEndDragging(_:willDecelerate:)`.
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool)

  /// Called when the content starts to decelerate. Corresponds to `scrollViewWillBeginDecelerating(_:)`.
  func scrollViewWillBeginDecelerating(_ scrollView: ScrollView)

  /// Called when the content has come to rest. Corresponds to `scrollViewDidEndDecelerating(_:)`.
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView)

  /// Called when an animation of the offset ends or is interrupted by a touch.
  ///
  /// Corresponds to `scrollViewDidEndScrollingAnimation(_:)`.
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView)

  /// Returns whether the scroll-to-top gesture may scroll the view; true by default.
  ///
  /// Corresponds to `scrollViewShouldScrollToTop(_:)`.
  func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool

  /// Called when the animation of the scroll-to-top gesture ends. Corresponds to `scrollViewDidScrollToTop(_:)`.
  func scrollViewDidScrollToTop(_ scrollView: ScrollView)

  /// Returns the view to zoom; `nil`, the default, disables zooming.
  ///
  /// Corresponds to `viewForZooming(in:)`.
  func viewForZooming(in scrollView: ScrollView) -> View?

  /// Called when a zoom is about to begin. Corresponds to `scrollViewWillBeginZooming(_:with:)`.
  func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?)

  /// Called when the scale changes: with each change of a gesture, and once for the final scale
  /// of a bounce or an animation.
  ///
  /// Corresponds to `scrollViewDidZoom(_:)`.
  func scrollViewDidZoom(_ scrollView: ScrollView)

  /// Called when a zoom has ended, including its bounce. Corresponds to `scrollViewDidEndZooming(_:with:atScale:)`.
  func scrollViewDidEndZooming(_ scrollView: ScrollView, with view: View?, atScale scale: Double)

  /// Called when the adjusted content inset changes. Corresponds to `scrollViewDidChangeAdjustedContentInset(_:)`.
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: ScrollView)
}

extension ScrollViewDelegate {
  /// Does nothing.
  public func scrollViewDidScroll(_ scrollView: ScrollView) {}
  /// Does nothing.
  public func scrollViewWillBeginDragging(_ scrollView: ScrollView) {}
  /// Leaves the target unchanged.
  public func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point,
    targetContentOffset: UnsafeMutablePointer<Point>
  ) {}
  /// Leaves the target unchanged.
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
  /// Returns true.
  public func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool { true }
  /// Does nothing.
  public func scrollViewDidScrollToTop(_ scrollView: ScrollView) {}
  /// Returns `nil`.
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

extension ScrollView {
  /// The delegate calls that are sent once per occurrence, all but those for changes of offset, scale and inset.
  enum DelegateCall {
    case willBeginDragging
    /// A drag ended without a release; the content stays where it is, whatever target the delegate sets.
    case willEndDraggingAtRest
    case didEndDragging(willDecelerate: Bool)
    case willBeginDecelerating
    case didEndDecelerating
    case didEndScrollingAnimation
    case didScrollToTop
    case willBeginZooming
    case didEndZooming(scale: Double)
  }

  /// Sends a sequence of delegate calls, in order.
  ///
  /// If a delegate method causes further calls, they are sent after the rest of the sequence.
  func notify(_ sequence: [DelegateCall]) {
    pendingCalls += sequence
    deliverPendingCalls()
  }

  /// Sends a delegate call.
  func notify(_ call: DelegateCall) { notify([call]) }

  /// Sends `scrollViewWillEndDragging` and returns the target offset that the delegate requested.
  func notifyWillEndDragging(velocity: Point, target: Point) -> Point {
    deliverPendingCalls()
    var requested = restingOffset(forProposedOffset: target, withVelocity: velocity)
    callWillEndDragging(velocity: velocity, target: &requested)
    return requested.accepted ?? target
  }

  /// Calls both forms of the method: a delegate implements one of them.
  private func callWillEndDragging(velocity: Point, target: inout Point) {
    guard let delegate else { return }
    delegate.scrollViewWillEndDragging(
      self, withVelocity: velocity, targetContentOffset: &target)
    unsafe withUnsafeMutablePointer(to: &target) {
      unsafe delegate.scrollViewWillEndDragging(
        self, withVelocity: velocity, targetContentOffset: $0)
    }
  }

  private func deliverPendingCalls() {
    while !pendingCalls.isEmpty { deliver(pendingCalls.removeFirst()) }
  }

  private func deliver(_ call: DelegateCall) {
    switch call {
    case .willBeginDecelerating: owesDidEndDecelerating = true
    case .didEndDecelerating:
      guard owesDidEndDecelerating else { return }
      owesDidEndDecelerating = false
    default: break
    }
    guard let delegate else { return }
    switch call {
    case .willBeginDragging: delegate.scrollViewWillBeginDragging(self)
    case .willEndDraggingAtRest:
      var target = contentOffset
      callWillEndDragging(velocity: .zero, target: &target)
    case .didEndDragging(let decelerates):
      delegate.scrollViewDidEndDragging(self, willDecelerate: decelerates)
    case .willBeginDecelerating: delegate.scrollViewWillBeginDecelerating(self)
    case .didEndDecelerating: delegate.scrollViewDidEndDecelerating(self)
    case .didEndScrollingAnimation: delegate.scrollViewDidEndScrollingAnimation(self)
    case .didScrollToTop: delegate.scrollViewDidScrollToTop(self)
    case .willBeginZooming: delegate.scrollViewWillBeginZooming(self, with: zoomView)
    case .didEndZooming(let scale):
      delegate.scrollViewDidEndZooming(self, with: zoomView, atScale: scale)
    }
  }

  /// The delegate calls for a deceleration or animation that is stopped.
  var endCalls: [DelegateCall] {
    switch activity {
    case .decelerating: [.didEndDecelerating]
    case .animating(let animation): endCalls(of: animation)
    case .idle, .tracking, .dragging, .zooming: []
    }
  }

  /// The delegate calls for a drag that ends without a release.
  static var dragEndAtRest: [DelegateCall] {
    [.willEndDraggingAtRest, .didEndDragging(willDecelerate: false)]
  }

  private func endCalls(of animation: Animation) -> [DelegateCall] {
    switch animation.purpose {
    case .refresh: []
    case .top: contentOffset == animation.end ? [.didScrollToTop] : []
    case .program, .notch: [.didEndScrollingAnimation]
    }
  }
}
