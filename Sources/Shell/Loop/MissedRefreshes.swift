package import OverscrollHost

/// Counts the display refreshes that a window missed, so that a take can record them with the next frame.
package final class MissedRefreshes {
  private let host: any Host
  private var counted = 0

  package init(_ host: any Host) {
    self.host = host
  }

  /// Returns the number of refreshes missed since the last call.
  package func drain() -> Int {
    let missed = host.frames.missed
    defer { counted = missed }
    return missed - counted
  }
}
