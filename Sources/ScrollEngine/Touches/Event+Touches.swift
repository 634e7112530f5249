/// The window that hands an event to its views and recognizers right now.
struct Dispatch: @unchecked Sendable {
  // Read by the thread that dispatches alone, while it does: it is bound for the extent of one call.
  let window: Window

  @TaskLocal static var current: Dispatch?
}

extension Event {
  /// All touches of the window that delivers this event: those that are down and the one that has just ended.
  ///
  /// `nil` for an event that is no touch, and outside of the method to which the window passed it: an event is a value and
  /// keeps no touches. Corresponds to `UIEvent.allTouches`.
  public var allTouches: Set<Touch>? {
    guard case .touch = self else { return nil }
    return Dispatch.current?.window.touches
  }
}

extension Window {
  /// Makes ``Event/allTouches`` known to what `body` calls.
  func delivering(_ body: () -> Void) {
    Dispatch.$current.withValue(Dispatch(window: self), operation: body)
  }
}
