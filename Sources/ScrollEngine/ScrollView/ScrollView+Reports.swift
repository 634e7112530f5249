import Geometry

extension ScrollView {
  /// What the delegate is told once for each time it happens; changes of the offset and the scale are told on their own.
  enum Report {
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
  func tell(_ sequence: [Report]) {
    reports += sequence
    tellTheRest()
  }

  /// Tells of one thing.
  func tell(_ report: Report) { tell([report]) }

  /// Tells of the end of a drag and returns where the delegate wants the content to rest.
  func tellDragWillEnd(velocity: Point, target: Point) -> Point {
    tellTheRest()
    var requested = target
    delegate?.scrollViewWillEndDragging(
      self, withVelocity: velocity, targetContentOffset: &requested)
    return requested.isAcceptable ? requested : target
  }

  private func tellTheRest() {
    while !reports.isEmpty { deliver(reports.removeFirst()) }
  }

  private func deliver(_ report: Report) {
    if case .willBeginDecelerating = report, case .decelerating(var flight) = activity {
      flight.isAnnounced = true
      activity = .decelerating(flight)
    }
    guard let delegate else { return }
    switch report {
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
  var endReports: [Report] {
    switch activity {
    case .decelerating: [.didEndDecelerating]
    case .animating(let animation): endReports(of: animation)
    case .idle, .tracking, .dragging, .zooming, .zoomBouncing: []
    }
  }

  /// What is told of a drag that ends although its hand did not let go.
  static var dragEndAtRest: [Report] {
    [.willEndDraggingAtRest, .didEndDragging(willDecelerate: false)]
  }

  private func endReports(of animation: Animation) -> [Report] {
    switch (animation.course, animation.purpose) {
    case (_, .refresh): []
    case (.zoom, _): [.didEndZooming(scale: zoomScale)]
    case (.offset(_, let end), .top): contentOffset == end ? [.didScrollToTop] : []
    case (.offset, _): [.didEndScrollingAnimation]
    }
  }
}
