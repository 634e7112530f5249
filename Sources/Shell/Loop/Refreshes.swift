package import OverscrollHost
package import OverscrollLab

/// Tells a recorder which refresh of the display a frame is drawn for, and how many were missed before it.
package final class Refreshes {
  private let host: any Host
  private var counted = 0
  /// The redraw of the last frame that was drawn, and when the turn of the loop began that drew it.
  private var drawn: (turn: Double, redraw: Double)?

  package init(_ host: any Host) {
    self.host = host
  }

  /// What the frames of the window have cost so far.
  package var readings: FrameReadings { host.frames }

  /// Returns the refresh for which a frame is drawn now, with those that were missed since the last call.
  ///
  /// - Parameter isDrawn: Whether it is drawn for certain; otherwise as soon as the display has finished the last one.
  /// - Returns: What the recorder has to know of it.
  package func next(isDrawn: Bool = false) -> Recorder.Refresh {
    let frames = host.frames
    defer { counted = frames.missed }
    var refresh = Recorder.Refresh(
      missed: frames.missed - counted, presented: host.nextRefresh,
      isDrawn: isDrawn || host.mayDraw(isDue: true), period: frames.period)
    if let (turn, redraw) = redraw(frames), let submission = redraw.submission {
      refresh.lastRedraw = RedrawTimes(
        handling: turn, drawing: redraw.start, submission: submission,
        completion: redraw.completion)
      refresh.lastUnfinished = redraw.unfinished
      // It is told once.
      if redraw.completion != nil { drawn = nil }
    }
    if isDrawn { drawn = frames.redraw.map { (frames.hitches.turn ?? $0.start, $0.start) } }
    return refresh
  }

  /// What is known by now of the redraw of the last frame that was drawn, also where the next one has just begun.
  private func redraw(
    _ frames: FrameReadings
  ) -> (turn: Double, redraw: FrameReadings.Redraw)? {
    guard let drawn else { return nil }
    return [frames.redraw, frames.previousRedraw].compactMap(\.self)
      .first { $0.start == drawn.redraw }.map { (drawn.turn, $0) }
  }
}
