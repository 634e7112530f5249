extension Touch {
  /// Who receives the events of a touch, besides gesture recognizers that have recognized nothing.
  package enum Recipient: Hashable, Sendable {
    /// No one yet: a scroll view delays the touch until a time in seconds, unless it scrolls before.
    case delayed(from: Double, until: Double)
    /// The view under the touch.
    case content
    /// A scroll view, which scrolls or zooms with it or has been stopped by it.
    case scrollView
    /// No one any more: the view's touch was canceled.
    case cancelled
    /// No one: a scroll view has refused to pass it on, or it is a second touch in a view that takes one.
    case none
  }

  /// Who receives the events of the touch now, from the states of the recognizers.
  package var recipient: Recipient {
    if scrollRecognizers.contains(where: \.isActive) { return .scrollView }
    switch delivery {
    case .held:
      return .delayed(from: startTime, until: startTime + DelayedTouchesRecognizer.delay)
    case .delivered: return .content
    case .cancelled, .withheld:
      let isHolding = scrollRecognizers.contains {
        ($0.view as? ScrollView)?.beginsDragAtOnce ?? false
      }
      if isHolding { return .scrollView }
      return delivery == .cancelled ? .cancelled : .none
    }
  }

  /// The pan and pinch recognizers of scroll views that receive the touch.
  private var scrollRecognizers: [GestureRecognizer] {
    gestureRecognizers.filter { recognizer in
      (recognizer is ScrollPanRecognizer || recognizer is ScrollPinchRecognizer)
        && recognizer.touches.contains { $0 === self }
    }
  }
}
