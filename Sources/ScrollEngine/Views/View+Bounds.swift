import ScrollGeometry

extension View {
  /// Sets ``bounds`` to a rectangle that the engine computed.
  func applyBounds(_ new: Rect) {
    applyBounds(new) { bounds = new }
  }

  /// Lets `assign` set ``bounds``, directly or not, to a rectangle that the engine computed.
  func applyBounds(_ new: Rect, by assign: () -> Void) {
    guard new != storedBounds else { return }
    let outer = computedBounds
    computedBounds = new
    defer { computedBounds = outer }
    assign()
  }

  /// Stores the bounds and notifies observers of a change.
  func storeBounds(_ new: Rect) {
    guard new != storedBounds else { return }
    storedBounds = new
    boundsNotifications.run {
      let old = notifiedBounds
      guard storedBounds != old else { return }
      notifiedBounds = storedBounds
      boundsDidChange(from: old)
    }
  }
}
