package import OverscrollHost
package import OverscrollLab

/// Tells a recorder which refresh of the display a frame is drawn for, and how many were missed before it.
package final class Refreshes {
  private let host: any Host
  private var counted = 0

  package init(_ host: any Host) {
    self.host = host
  }

  /// Returns the refresh for which a frame is drawn now, with those that were missed since the last call.
  ///
  /// - Parameter isDrawn: Whether it is drawn for certain; otherwise as soon as the display has finished the last one.
  /// - Returns: What the recorder has to know of it.
  package func next(isDrawn: Bool = false) -> Recorder.Refresh {
    let missed = host.frames.missed
    defer { counted = missed }
    return Recorder.Refresh(
      missed: missed - counted, presented: host.nextRefresh,
      isDrawn: isDrawn || host.mayDraw(isDue: true), period: host.frames.period)
  }
}
