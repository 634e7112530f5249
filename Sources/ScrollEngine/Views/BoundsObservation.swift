import ScrollGeometry

/// An observation of a view's bounds, which ends with ``cancel()`` or with the view.
public final class BoundsObservation {
  private var handler: ((Rect) -> Void)?

  init(_ handler: @escaping (Rect) -> Void) {
    self.handler = handler
  }

  /// Ends the observation.
  public func cancel() {
    handler = nil
  }

  var isCancelled: Bool { handler == nil }

  func notify(_ bounds: Rect) {
    handler?(bounds)
  }
}
