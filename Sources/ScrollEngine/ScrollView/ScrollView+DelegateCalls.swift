import ScrollGeometry

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
}

extension ScrollView {
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
