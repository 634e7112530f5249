package import OverscrollHost
package import OverscrollLab

/// Tells a recorder which refresh of the display a frame is drawn for.
package final class Refreshes {
  private let host: any Host
  /// The redraw of the last frame that was drawn, and when the turn of the loop began that drew it.
  private var drawn: (turn: Double, redraw: Double)?

  package init(_ host: any Host) {
    self.host = host
  }

  /// What the frames of the window have cost so far, with the numbers of those that a take has and of those that it missed.
  package func readings(_ counts: (shown: Int, missed: Int)) -> FrameReadings {
    var readings = host.frames
    (readings.count, readings.missed) = counts
    return readings
  }

  /// Returns the refresh for which a frame is drawn now.
  ///
  /// - Parameter isDrawn: Whether it is drawn for certain; otherwise as soon as the display has finished the last one.
  /// - Returns: What the recorder has to know of it.
  package func next(isDrawn: Bool = false) -> Recorder.Refresh {
    let frames = host.frames
    var refresh = Recorder.Refresh(
      presented: host.nextRefresh,
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
