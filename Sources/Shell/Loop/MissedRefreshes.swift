package import OverscrollDesktop

/// Counts the display refreshes that a window missed, so that a take can record them with the next frame.
package final class MissedRefreshes {
  private let clock: FrameClock?
  private var counted = 0

  /// Creates a counter.
  ///
  /// - Parameter clock: The clock of the window's refreshes; `nil` without a window; then none are missed.
  package init(_ clock: FrameClock?) {
    self.clock = clock
  }

  /// Returns the number of refreshes missed since the last call.
  package func drain() -> Int {
    let missed = clock?.statistics.missed ?? 0
    defer { counted = missed }
    return missed - counted
  }
}
