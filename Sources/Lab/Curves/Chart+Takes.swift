package import OverscrollStage
import ScrollEngine

extension Chart {
  /// The chart of a take that is played.
  ///
  /// - Parameters:
  ///   - take: The take, or side A.
  ///   - other: Side B, drawn dashed and with a lane of the differences; `nil` for none.
  ///   - ghost: A reference, drawn dotted; `nil` for none.
  package init(_ take: PerformedTake, other: PerformedTake? = nil, ghost: GhostTrack? = nil) {
    let frames = take.frames.map(\.sample.time)
    let times = 0...max(take.duration, 1e-3)
    var series = [Series(take.script, name: "A", at: frames)]
    var styles = [Style.subject]
    var residuals: [Lane] = []
    if let other {
      let side = Series(other.script, name: "B", at: frames)
      let comparison = try? Comparison(.series(series[0]), with: side, alignment: Alignment.none)
      let lane = comparison.flatMap { Lane(residual: $0, title: "A − B, pt", in: times) }
      residuals = [lane].compactMap(\.self)
      series.append(side)
      styles.append(.other)
    }
    series = series.map { $0.holdingGaps() }
    if let ghost {
      series.append(ghost.series(at: take.frames))
      styles.append(.reference(0))
    }
    self.init(holding: series, styles: styles, from: times.lowerBound, to: times.upperBound)
    lanes += residuals
  }
}

extension Chart.Tick {
  /// The tick for an event, at its time in the take; `nil` for events without one.
  package init?(_ event: Script.TimedEvent) {
    self.init(kind: .notch, time: event.time)
    switch event.action {
    case .event(.touch(let touch)):
      switch touch.phase {
      case .began: kind = .touchDown
      case .ended, .cancelled: kind = .touchUp
      case .moved, .stationary: return nil
      }
    case .event(let input):
      guard case .wheel = input else { return nil }
    case .mark(let text): (kind, self.text) = (.mark, text)
    case .call, .set, .setScene, .resize, .frame: return nil
    }
  }
}
