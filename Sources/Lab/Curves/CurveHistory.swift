import ScrollEngine

/// The last minute of a scroll view, for live curves.
package struct CurveHistory: Sendable {
  /// The longest time that can be shown, in seconds. [C]
  package static let longest = 60.0
  /// The number of latest frames by which the display's rate is known, and the time between them before, in seconds. [C]
  private static let (knownFrames, usualStep) = (15, 1.0 / 60)

  /// The rows, at the frames of a window.
  package private(set) var series = Series(name: "")
  package private(set) var bands: [Chart.Band] = []
  package private(set) var ticks: [Chart.Tick] = []
  /// The times between the latest frames, without pauses, in seconds.
  private var steps: [Double] = [usualStep]
  /// True where the next frame begins new curves.
  private var isInterrupted = false
  /// What has changed since ``takeChange()``; `nil` for nothing.
  private var change: Change?

  /// Something that has changed.
  package struct Change: Equatable {
    /// The time from which on, in seconds.
    var start: Double
    /// Whether ticks have changed, which are wider than curves.
    var includesTicks: Bool
  }

  package init() {}

  /// The history of a take, from its start to the last row of a series.
  package init(_ series: Series) {
    bands = series.bands(in: 0..<series.count)
    if let (first, last) = series.times.first.flatMap({ first in
      series.times.last.map { (first, $0) }
    }) {
      ticks = series.allTicks(in: first...last)
    }
    self.series = series.holdingGaps()
  }

  /// The time of the last row, in seconds.
  package var latest: Double? { series.times.last }

  /// Adds a frame; one at the time of the last row replaces it, and an earlier one is ignored.
  ///
  /// - Parameters:
  ///   - sample: The state.
  ///   - geometry: What surrounds the offset.
  ///   - time: The time of the frame, in seconds.
  ///   - missed: The number of refreshes missed before it.
  package mutating func append(
    _ sample: Trace.Sample, _ geometry: ScrollLimits, at time: Double, missed: Int = 0
  ) {
    if let latest {
      guard time >= latest else { return }
      if time == latest { series.removeRows(series.count - 1..<series.count) }
    }
    noteChange(Change(start: series.times.last ?? time, includesTicks: missed > 0))
    if isInterrupted { interruptSeries(at: time) }
    series.append(sample, at: time, geometry)
    holdGap(hasMissed: missed > 0)
    if missed > 0 { ticks.append(Chart.Tick(kind: .missedRefresh, time: time)) }
    if !bands.isEmpty {
      bands[bands.count - 1].range = bands[bands.count - 1].range.including(time)
    }
    if bands.last?.phase != sample.phase {
      bands.append(Chart.Band(phase: sample.phase, range: time...time))
    }
    dropOldest(before: time - 2 * Self.longest)
  }

  /// Lets the next frame begin new curves, as where other content is shown: nothing moved from one to the other.
  package mutating func interrupt() { isInterrupted = latest != nil }

  /// Adds a row of which nothing is known, up to which the last values are held where there is a gap.
  private mutating func interruptSeries(at time: Double) {
    isInterrupted = false
    guard let limits = series.geometry.last else { return }
    series.append(nil, at: time, limits)
    holdGap(hasMissed: false)
  }

  /// Holds what was before the newest row, if there is a gap between the two.
  private mutating func holdGap(hasMissed: Bool) {
    let row = series.count - 2
    guard row >= 0 else { return }
    let step = series.times[row + 1] - series.times[row]
    if step > FrameStep.longest(of: steps) {
      series = series.holding([
        Series.Gap(row: row, isAtRest: !hasMissed && series.isAtRest(after: row))
      ])
    }
    guard step > 0, step <= FrameStep.longest else { return }
    steps = steps.suffix(Self.knownFrames - 1) + [step]
  }

  /// Moves all times by `shift` seconds, as where another take begins, whose clock the times are those of.
  package mutating func shift(by shift: Double) {
    series.shift(by: shift)
    for index in bands.indices { bands[index].range = bands[index].range.shifted(by: shift) }
    for index in ticks.indices { ticks[index].time += shift }
    if let change { self.change = Change(start: change.start + shift, includesTicks: true) }
  }

  /// Adds a tick, whose time may be before that of the last frame.
  package mutating func add(_ tick: Chart.Tick) {
    // The name of the mark before it ends at the new one.
    let mark = tick.kind == .mark ? ticks.last { $0.kind == .mark }?.time : nil
    ticks.append(tick)
    noteChange(Change(start: min(tick.time, mark ?? tick.time), includesTicks: true))
  }

  private mutating func noteChange(_ other: Change) {
    guard let own = change else { return change = other }
    change = Change(
      start: min(own.start, other.start), includesTicks: own.includesTicks || other.includesTicks)
  }

  /// Returns what has changed since the last call.
  package mutating func drainChange() -> Change? {
    defer { change = nil }
    return change
  }

  /// Removes what is older than a time, once that is as much as is kept.
  private mutating func dropOldest(before time: Double) {
    guard let first = series.times.first, first < time else { return }
    let kept = time + Self.longest
    series.removeRows(0..<series.rows(in: kept...(kept + 1)).lowerBound)
    bands.removeAll { $0.range.upperBound < kept }
    ticks.removeAll { $0.time < kept }
  }
}

extension ClosedRange<Double> {
  fileprivate func shifted(by shift: Double) -> Self { lowerBound + shift...upperBound + shift }
}
