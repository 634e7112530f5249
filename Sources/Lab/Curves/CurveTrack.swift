import ScrollGeometry

/// The live curves of one scroll view: what they show, and their axes.
package struct CurveTrack: Sendable {
  /// The scroll view's name in scripts; `nil` for the main one.
  package let scrollView: String?
  /// The name for people.
  package let title: String
  package private(set) var history = CurveHistory()
  package private(set) var scale = LiveScale()
  /// The groups of columns that have changed since the window was opened.
  package private(set) var movedGroups: Set<Chart.Group> = []
  /// The state of the last frame.
  private var last: Trace.Sample?

  package init(_ scrollView: String?, title: String) {
    (self.scrollView, self.title) = (scrollView, title)
  }

  /// The curves of a take, from its start to the last row of a series.
  package init(_ scrollView: String?, title: String, _ series: Series) {
    self.init(scrollView, title: title)
    history = CurveHistory(series)
    movedGroups = Chart.Group.moved(in: series)
  }

  /// Adds a frame, as ``CurveHistory/append(_:_:at:missed:replacesLast:)`` does.
  package mutating func append(
    _ sample: Trace.Sample, _ geometry: ScrollLimits, at time: Double, missed: Int = 0,
    replacesLast: Bool = false
  ) {
    if let last, last.offset != sample.offset {
      movedGroups.formUnion([.offset, .velocity, .lawVelocity])
    }
    if let last, last.zoomScale != sample.zoomScale { movedGroups.insert(.zoom) }
    // As Chart.Group.moved(in:) has it.
    if movedGroups.contains(.offset), let velocity = sample.fingerVelocity, velocity != .zero {
      movedGroups.insert(.fingerVelocity)
    }
    last = sample
    history.append(sample, geometry, at: time, missed: missed, replacesLast: replacesLast)
  }

  package mutating func add(_ tick: Chart.Tick) { history.add(tick) }

  /// Lets the next frame begin new curves.
  package mutating func interrupt() {
    history.interrupt()
    last = nil
  }

  /// Moves all times by `shift` seconds.
  package mutating func shift(by shift: Double) {
    history.shift(by: shift)
    scale.invalidate()
  }

  /// Lets the axes follow the curves of a range of times; returns whether an axis has changed.
  package mutating func follow(
    _ times: ClosedRange<Double>, _ groups: [Chart.Group] = Chart.Group.usual, isFinal: Bool
  ) -> Bool {
    scale.follow(history, groups, in: times, isFinal: isFinal)
  }

  package mutating func drainChange() -> CurveHistory.Change? { history.drainChange() }
}

/// The scroll views of a stage, with their names for people.
package struct CurveTitle: Hashable, Sendable {
  /// The name in scripts; `nil` for the main scroll view.
  package var scrollView: String?
  package var title: String

  /// The scroll views of a stage, the main one first.
  package static func all(of stage: Stage) -> [Self] {
    let main = stage.scene.map { type(of: $0).card.mainScrollView } ?? SceneCard.usualMainName
    return stage.namedScrollViews.map { Self(scrollView: $0.name, title: $0.name ?? main) }
  }
}

extension [CurveTrack] {
  /// A chart of tracks: which of them have lanes, and which have a row of phases.
  package struct Arrangement: Hashable, Sendable {
    /// The indices of the tracks with a row of phases; those of several scroll views have names there.
    package var rows: [Int]
    /// The lanes from the top to the bottom.
    package var lanes: [LaneID]

    /// A lane by its track and what it shows.
    package struct LaneID: Hashable, Sendable {
      package var track: Int
      package var group: Chart.Group
    }
  }

  /// What a chart shows of the tracks: every scroll view that has moved, the main one where none has.
  ///
  /// A window with one scroll view has lanes for all that it may do. Of several, only what has changed has lanes.
  ///
  /// - Parameters:
  ///   - groups: The lanes of a scroll view.
  ///   - hidden: The scroll views whose lanes are hidden; their phases are shown all the same.
  /// - Returns: The rows of phases and the lanes.
  package func arrangement(
    of groups: [Chart.Group] = Chart.Group.usual, hiding hidden: Set<String?>
  ) -> Arrangement {
    let moved = indices.filter { !self[$0].movedGroups.isEmpty }
    let rows = count == 1 || moved.isEmpty ? Array<Int>(indices.prefix(1)) : moved
    let lanes = rows.filter { !hidden.contains(self[$0].scrollView) }.flatMap { track in
      groups.filter {
        count == 1 || moved.isEmpty || self[track].movedGroups.contains($0)
      }
      .map { Arrangement.LaneID(track: track, group: $0) }
    }
    return Arrangement(rows: rows, lanes: lanes)
  }
}

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
  /// What has changed since ``drainChange()``; `nil` for nothing.
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
    let held = series.holdingGaps()
    bands = held.bands(in: 0..<held.count)
    if let first = held.times.first, let last = held.times.last {
      ticks = held.allTicks(in: first...last)
    }
    self.series = held
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
  ///   - replacesLast: Whether no refresh showed the frame before it, whose place it takes.
  package mutating func append(
    _ sample: Trace.Sample, _ geometry: ScrollLimits, at time: Double, missed: Int = 0,
    replacesLast: Bool = false
  ) {
    if let latest {
      guard time >= latest else { return }
      if replacesLast || time == latest { series.removeRows(series.count - 1..<series.count) }
    }
    if replacesLast, missed > 0, ticks.last?.kind == .missedRefresh { ticks.removeLast() }
    noteChange(Change(start: series.times.last ?? time, includesTicks: missed > 0))
    if isInterrupted { interruptSeries(at: time) }
    series.append(sample, at: time, geometry)
    holdGap(hasMissed: missed > 0)
    if missed > 0 { ticks.append(Chart.Tick(kind: .missedRefresh, time: time)) }
    let lift = ticks.last { $0.kind == .touchUp && $0.time <= time }?.time
    bands.append(sample.phase, at: time, lift: lift)
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
        Series.Gap(row: row, isAtRest: !hasMissed && series.stands(after: row))
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

extension Chart {
  /// The columns into which a long curve is sorted when a chart is made: as many as the widest picture has pixels. [C]
  static let maximumColumns = 16_384
}

extension Sequence<Point> {
  /// The points with at most four in a column: where more share one, the first, the lowest, the highest and the last, as they
  /// come.
  ///
  /// Lines through them cover the same pixels as lines through all: between columns they join the same points. A point that is
  /// not finite interrupts a curve and is kept.
  ///
  /// - Parameter column: The column of a time, which rises with it.
  /// - Returns: The points that are kept, in their order.
  func reduced(_ column: (Double) -> Double) -> [Point] {
    var result: [Point] = []
    result.reserveCapacity(Swift.min(underestimatedCount, 4 * Chart.maximumColumns))
    var points = ColumnPoints()
    var current: Double?
    for point in self {
      let own = point.y.isFinite ? column(point.x) : nil
      if own == nil || own != current { points.flush(into: &result) }
      current = own
      if own == nil { result.append(point) } else { points.append(point) }
    }
    points.flush(into: &result)
    return result
  }
}

/// The points of a column that make a difference.
private struct ColumnPoints {
  private var count = 0
  private var first = Point.zero, low = Point.zero, high = Point.zero, last = Point.zero
  /// The numbers of the lowest and the highest.
  private var lowest = 0, highest = 0

  mutating func append(_ point: Point) {
    if count == 0 { first = point }
    if count == 0 || point.y < low.y { (low, lowest) = (point, count) }
    if count == 0 || point.y > high.y { (high, highest) = (point, count) }
    last = point
    count += 1
  }

  /// Hands over the points, each of them once, and starts again.
  mutating func flush(into result: inout [Point]) {
    guard count > 0 else { return }
    result.append(first)
    let inner = 1..<count
    for (number, point) in lowest < highest
      ? [(lowest, low), (highest, high)] : [(highest, high), (lowest, low)]
    where inner.dropLast().contains(number) { result.append(point) }
    if count > 1 { result.append(last) }
    count = 0
  }
}
