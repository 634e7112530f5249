import Geometry

extension ScrollView {
  /// What the delegate is told once for each time it happens; changes of the offset and the scale are told on their own.
  enum DelegateCall {
    case willBeginDragging
    /// A drag ended although its hand did not let go: nothing flies, whatever the delegate asks for.
    case willEndDraggingAtRest
    case didEndDragging(willDecelerate: Bool)
    case willBeginDecelerating
    case didEndDecelerating
    case didEndScrollingAnimation
    case didScrollToTop
    case willBeginZooming
    case didEndZooming(scale: Double)
  }

  /// Tells the delegate of what belongs together, in this order whatever it does from inside.
  ///
  /// A delegate that causes further reports from inside one hears the rest of its sequence first.
  func notify(_ sequence: [DelegateCall]) {
    pendingCalls += sequence
    deliverPendingCalls()
  }

  /// Tells of one thing.
  func notify(_ call: DelegateCall) { notify([call]) }

  /// Tells of the end of a drag and returns where the delegate wants the content to rest.
  func notifyWillEndDragging(velocity: Point, target: Point) -> Point {
    deliverPendingCalls()
    var requested = target
    delegate?.scrollViewWillEndDragging(
      self, withVelocity: velocity, targetContentOffset: &requested)
    return requested.isAcceptable ? requested : target
  }

  private func deliverPendingCalls() {
    while !pendingCalls.isEmpty { deliver(pendingCalls.removeFirst()) }
  }

  private func deliver(_ call: DelegateCall) {
    if case .willBeginDecelerating = call, case .decelerating(var deceleration) = activity {
      deceleration.isAnnounced = true
      activity = .decelerating(deceleration)
    }
    guard let delegate else { return }
    switch call {
    case .willBeginDragging: delegate.scrollViewWillBeginDragging(self)
    case .willEndDraggingAtRest:
      var target = contentOffset
      delegate.scrollViewWillEndDragging(
        self, withVelocity: .zero, targetContentOffset: &target)
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
  /// What is to be told when whatever moves by itself ends where it is.
  var endCalls: [DelegateCall] {
    switch activity {
    case .decelerating: [.didEndDecelerating]
    case .animating(let animation): endCalls(of: animation)
    case .idle, .tracking, .dragging, .zooming, .zoomBouncing: []
    }
  }

  /// What is told of a drag that ends although its hand did not let go.
  static var dragEndAtRest: [DelegateCall] {
    [.willEndDraggingAtRest, .didEndDragging(willDecelerate: false)]
  }

  private func endCalls(of animation: Animation) -> [DelegateCall] {
    switch (animation.course, animation.purpose) {
    case (_, .refresh): []
    case (.zoom, _): [.didEndZooming(scale: zoomScale)]
    case (.offset(_, let end), .top): contentOffset == end ? [.didScrollToTop] : []
    case (.offset, _): [.didEndScrollingAnimation]
    }
  }
}
