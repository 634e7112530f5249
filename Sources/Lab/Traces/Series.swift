package import ScrollEngine
package import ScrollGeometry

/// The state of a scroll view over time: rows at rising times, from a trace, a script, or a recording of another scroll view.
///
/// Comparisons, curves and plots all work on series, so that any two sources can be compared:
///
/// ```swift
/// let reference = try Series(parsing: text, file: "ios.csv")
/// let own = Series(script, name: "flick", at: reference.times)
/// let difference = zip(own.values[.offsetY] ?? [], reference.values[.offsetY] ?? []).map(-)
/// ```
///
/// Every column that is present has one value for each row, NaN where it is not known; a column without any value is absent.
/// ``phases`` has one element for each row, and ``geometry`` has one for each or none. Times never decrease.
///
/// A row takes eight bytes for each column. Appending a row takes constant time; simulating a script takes as long as its events
/// and rows do on a ``Stage``.
package struct Series: Hashable, Sendable {
  /// What a finger did.
  package struct Touch: Hashable, Sendable {
    /// The time in seconds.
    package var time: Double
    package var id: Int
    package var phase: TouchEvent.Phase
    /// The place in the viewport, in points.
    package var location: Point
  }

  /// What a delegate was told when a drag ended.
  package struct Release: Hashable, Sendable {
    /// The time in seconds.
    package var time: Double
    /// The velocity in points per second.
    package var velocity: Point
  }

  /// How the touches of a recording reached the scroll view.
  package enum Delivery: String, Hashable, Sendable, CaseIterable {
    /// With the frames of the display, as on devices.
    case frames
    /// Between frames, each at its own time.
    case between
  }

  /// The name in tables and legends.
  package var name: String
  /// The times of the rows in seconds, rising.
  package private(set) var times: [Double] = []
  /// The phase at each row; `nil` where it is not known.
  package private(set) var phases: [ScrollView.Phase?] = []
  /// The values of each column that has any, one a row; NaN where a value is not known.
  package internal(set) var values: [Column: [Double]] = [:]
  /// The derivatives of offsets at each row, of which values between rows come; `nil` where the velocities in ``values`` are.
  ///
  /// A velocity that refreshes show is measured from one row to the next, and is the derivative nowhere.
  var slopes: [Column: [Double]]?
  /// What surrounds the offset at each row; empty where it is not known.
  package internal(set) var geometry: [ScrollLimits] = []
  /// What is known of the refresh that showed each row of a take, `nil` for that of time 0; empty where there are no frames.
  package internal(set) var frames: [Script.Frame?] = []
  /// The rows of ``frames`` that are the first ones after a pause.
  var firstRows: Set<Int> = []
  /// The time over which velocities are measured, in seconds, where rows may lie closer together than refreshes; `nil` where
  /// they are refreshes.
  private(set) var velocityWindow: Double?
  /// Whether jumps are told from motion; not beside rows that cannot tell them.
  var tellsJumps = true
  /// Whether velocities of what fingers move are measured at the times of their events: only a script knows these.
  private var isMeasuredAtInput = false
  /// The touches, in chronological order; empty where they are not known.
  package var touches: [Touch]
  /// The times of the events of a touchpad, its pinches included, in chronological order; empty where they are not known.
  var touchpadTimes: [Double] = []
  /// What the delegate was told at each release, in chronological order; `nil` where there was no delegate.
  package var releases: [Release]?
  /// How far a time may be from the exact one, in seconds: what files leave out of it.
  package internal(set) var timeRounding = Interpolation.rounding
  /// Notches of the wheel, marks and missed refreshes, in chronological order; empty where they are not known.
  package var ticks: [Chart.Tick] = []
  /// The set-up, where it is known.
  package var header: Script.Header?
  /// True where the set-up has the sizes of viewport and content, and so the range of offsets.
  package var hasRange = true
  /// The display rate of a recording in hertz; `nil` where it is not known.
  package var rate: Double?
  /// Whether the rate is the usual distance of the rows, which the recording does not tell.
  var isRateMeasured = false
  /// What was understood of a recording that is written as other programs write CSV, a phrase each.
  package var readings: [String] = []
  /// How the touches of a recording reached the scroll view.
  package var delivery = Delivery.frames

  package init(
    name: String, touches: [Touch] = [], header: Script.Header? = nil, rate: Double? = nil
  ) {
    self.name = name
    self.touches = touches
    self.header = header
    self.rate = rate
  }

  /// Creates a series from its columns.
  ///
  /// - Parameters:
  ///   - name: The name in tables and legends.
  ///   - times: The times of the rows in seconds, rising.
  ///   - phases: The phase at each row.
  ///   - values: The values of columns, one a row each.
  package init(
    name: String, times: [Double], phases: [ScrollView.Phase?], values: [Column: [Double]]
  ) {
    self.init(name: name)
    self.times = times
    self.phases = phases
    self.values = values.filter { $0.value.count == times.count }
  }

  /// The number of rows.
  package var count: Int { times.count }

  /// The columns of which at least one value is known.
  package var columns: [Column] { Column.allCases.filter { values[$0] != nil } }

  /// Adds a row after the others.
  package mutating func append(
    time: Double, phase: ScrollView.Phase?, _ row: some Sequence<(Column, Double)>
  ) {
    for (column, value) in row where value.isFinite {
      values[column, default: Array(repeating: .nan, count: times.count)].append(value)
    }
    times.append(time)
    phases.append(phase)
    // Most rows have all columns. A loop over the keys would hold a copy of the dictionary, so that each column that is changed
    // would be copied.
    if values.values.contains(where: { $0.count < times.count }) {
      for column in Column.allCases where values[column].map({ $0.count < times.count }) ?? false {
        values[column]?.append(.nan)
      }
    }
    for column in [Column.offsetX, .offsetY] { slopes?[column]?.append(.nan) }
    if !frames.isEmpty { frames.append(nil) }
  }

  /// Adds the state of a scroll view and what surrounds its offset as a row after the others.
  private mutating func append(
    _ sample: Trace.Sample, _ limits: ScrollLimits, measuredBy meter: inout VelocityMeter
  ) {
    append(sample, measuredBy: &meter)
    append(limits, of: sample)
  }

  private mutating func append(_ limits: ScrollLimits, of sample: Trace.Sample?) {
    var limits = limits
    if let sample { limits.recentered = sample.recentered }
    geometry.append(limits)
  }

  /// An offset at each row as it is seen: what a scene moves back is no motion; `nil` without the column.
  func seen(_ column: Column) -> [Double]? {
    guard let offsets = values[column], geometry.count == count else { return values[column] }
    let axis = column == .offsetX ? \Point.x : \Point.y
    return zip(offsets, geometry).map { $0 + $1.recentered[keyPath: axis] }
  }

  /// Adds the state of a scroll view as a row after the others: all rows are states, or none is.
  private mutating func append(_ sample: Trace.Sample, measuredBy meter: inout VelocityMeter) {
    var measured = sample
    measured.measuredVelocity = meter.measure(sample, at: sample.presented ?? sample.time)
    append(time: sample.time, phase: sample.phase, measured.columns)
    let row = count - 1
    if row == 0 { slopes = [.offsetX: [.nan], .offsetY: [.nan]] }
    slopes?[.offsetX]?[row] = sample.velocity.x
    slopes?[.offsetY]?[row] = sample.velocity.y
  }

  /// The speeds around each of some rows, in points per second: the larger of that since the row before and that until the next.
  static func speeds(_ offsets: [Double], at times: [Double]) -> [Double] {
    let rows = times.indices.filter { !offsets[$0].isNaN }
    var speeds = [Double](repeating: 0, count: times.count)
    for (row, next) in zip(rows, rows.dropFirst()) where times[next] > times[row] {
      let speed = abs(offsets[next] - offsets[row]) / (times[next] - times[row])
      speeds[row] = max(speeds[row], speed)
      speeds[next] = max(speeds[next], speed)
    }
    return speeds
  }

  /// The part of the time that velocities are measured over from which on rows are far enough apart. [C]
  private static let leastWindow = 0.75
  /// How far from the exact ones times are taken for the same distance, in seconds. [C]
  private static let windowRounding = 1e-6

  /// Measures the velocities over a time before each row, in seconds; nothing moved before the first.
  ///
  /// Of the rows that are far enough away, each is measured from the one that is nearest to that time: the row before, where rows
  /// are as far apart.
  ///
  /// - Parameters:
  ///   - window: The time, in seconds.
  ///   - isAtInput: Whether what fingers move counts as moved when they did, and not with the next row: else a finger whose events
  ///     come about as often as refreshes would have twice its velocity, or none, in every other row.
  mutating func measureVelocities(over window: Double, atInput isAtInput: Bool = false) {
    velocityWindow = window
    isMeasuredAtInput = isAtInput
    let moments = isAtInput ? inputMoments : times
    for (offset, velocity) in [(Column.offsetX, Column.velocityX), (.offsetY, .velocityY)] {
      guard let offsets = seen(offset) else { continue }
      let known = times.indices.filter { !offsets[$0].isNaN }
      var measured = Array(repeating: Double.nan, count: count)
      var start = 0
      for row in known {
        func excess(_ index: Int) -> Double { abs(moments[row] - moments[known[index]] - window) }
        while start + 1 < known.count, known[start + 1] < row,
          moments[row] - moments[known[start + 1]]
            >= Self.leastWindow * window - Self.windowRounding,
          excess(start + 1) <= excess(start) + Self.windowRounding
        {
          start += 1
        }
        let step = max(moments[row] - moments[known[start]], Self.leastWindow * window)
        measured[row] = (offsets[row] - offsets[known[start]]) * (1 / step)
      }
      values[velocity] = measured
    }
  }

  /// When what each row shows came to be, in seconds: under fingers that move on, with their last event.
  private var inputMoments: [Double] {
    let inputs = (touches.map(\.time) + touchpadTimes).sorted()
    return times.indices.map { row in
      let time = times[row]
      switch phases[row] {
      case .tracking, .dragging, .zooming: break
      default: return time
      }
      let next = inputs.partitioningIndex { $0 > time + Simulation.tolerance }
      guard next > 0, next < inputs.count, inputs[next] - inputs[next - 1] <= FrameStep.longest
      else { return time }
      return min(inputs[next - 1], time)
    }
  }

  /// Measures the velocities of a series that was sampled at the times of another one as that one's are.
  mutating func measureVelocities(like other: Series) {
    guard let window = other.velocityWindow else { return }
    measureVelocities(over: window, atInput: other.isMeasuredAtInput)
  }

  /// Measures the velocities of rows of which it is not known when they were on a display: samples at a rate, or the drawings of a
  /// take, where a row that no refresh showed has the velocity of the refresh before it.
  mutating func measureDrawnVelocities() {
    guard TraceReader.grid(of: times) == nil else {
      return measureVelocities(over: 1 / Self.usualRate)
    }
    let refreshes = Set(rowsOfRefreshes)
    for (offset, velocity) in [(Column.offsetX, Column.velocityX), (.offsetY, .velocityY)] {
      guard let offsets = seen(offset) else { continue }
      var meter = VelocityMeter()
      var last = 0.0
      values[velocity] = zip(times.indices, offsets).map { row, offset in
        if refreshes.contains(row) { last = meter.measure(Point(offset, 0), at: times[row]).x }
        return last
      }
    }
  }

  /// Adds a row after the others with what surrounds the offset; all rows have it, or none.
  package mutating func append(_ sample: Trace.Sample?, at time: Double, _ geometry: ScrollLimits) {
    append(time: time, phase: sample?.phase, sample?.curves ?? [])
    append(geometry, of: sample)
  }

  /// A gap between two rows.
  struct Gap {
    /// The row before it.
    var row: Int
    /// Whether nothing moved in it.
    var isAtRest: Bool
  }

  /// The series with rows added at both ends of gaps, which have the values before them; velocities are 0 where nothing moved.
  ///
  /// The first of the two comes just after the row before the gap, at whose time that row is read.
  func holding(_ gaps: [Gap]) -> Series {
    var (rows, held) = ([Int](), [(index: Int, isAtRest: Bool)]())
    var times: [Double] = []
    var next = 0
    for gap in gaps {
      rows += next...gap.row
      times += self.times[next...gap.row]
      for time in [self.times[gap.row] + 2 * Interpolation.rounding, self.times[gap.row + 1]] {
        held.append((rows.count, gap.isAtRest))
        rows.append(gap.row)
        times.append(time)
      }
      next = gap.row + 1
    }
    rows += next..<count
    times += self.times[next...]
    var series = self
    series.times = times
    series.phases = rows.map { phases[$0] }
    series.values = values.mapValues { values in rows.map { values[$0] } }
    series.slopes = slopes?.mapValues { slopes in rows.map { slopes[$0] } }
    if geometry.count == count { series.geometry = rows.map { geometry[$0] } }
    series.frames = []
    for (index, isAtRest) in held where isAtRest { series.stop(at: index) }
    return series
  }

  /// Lets nothing move at a row.
  private mutating func stop(at row: Int) {
    for column in [Column.velocityX, .velocityY, .fingerVelocityX, .fingerVelocityY]
    where values[column]?[row].known != nil {
      values[column]?[row] = 0
    }
  }

  /// Removes rows.
  package mutating func removeRows(_ rows: Range<Int>) {
    if geometry.count == count { geometry.removeSubrange(rows) }
    if frames.count == count { frames.removeSubrange(rows) }
    times.removeSubrange(rows)
    phases.removeSubrange(rows)
    for column in Column.allCases { values[column]?.removeSubrange(rows) }
    for column in [Column.offsetX, .offsetY] { slopes?[column]?.removeSubrange(rows) }
  }

  /// Gives the rows other times, which rise; touches move with the first row.
  package mutating func retime(to times: [Double]) {
    guard times.count == self.times.count, let first = times.first, let old = self.times.first
    else { return }
    moveMoments(by: first - old)
    self.times = times
  }

  private mutating func moveMoments(by shift: Double) {
    for index in touches.indices { touches[index].time += shift }
    for index in ticks.indices { ticks[index].time += shift }
    for index in touchpadTimes.indices { touchpadTimes[index] += shift }
    releases = releases?.map { Release(time: $0.time + shift, velocity: $0.velocity) }
  }

  /// Gives a row another time between those of its neighbors; the tick of refreshes that were missed before it moves with it.
  mutating func setTime(_ time: Double, ofRow row: Int) {
    for index in ticks.indices
    where ticks[index].kind == .missedRefresh && ticks[index].time == times[row] {
      ticks[index].time = time
    }
    times[row] = time
  }

  /// Moves all times by `shift` seconds.
  package mutating func shift(by shift: Double) {
    times = times.map { $0 + shift }
    moveMoments(by: shift)
  }

  /// The median time between rows, in seconds; infinite for fewer than two rows.
  package var usualStep: Double {
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    return steps.isEmpty ? .infinity : steps[steps.count / 2]
  }

  /// The usual time between rows of frames, in seconds: rows for events between frames shorten no step of the display.
  var displayStep: Double { max(usualStep, rate.map { 1 / $0 } ?? 0) }
}

extension Trace.Sample {
  /// The values that charts show, by the columns of a series.
  fileprivate var curves: [(Series.Column, Double)] {
    [
      (.offsetX, offset.x), (.offsetY, offset.y), (.velocityX, measuredVelocity.x),
      (.velocityY, measuredVelocity.y), (.zoom, zoomScale), (.lawVelocityX, lawVelocity.x),
      (.lawVelocityY, lawVelocity.y),
    ] + (fingerVelocity.map { [(.fingerVelocityX, $0.x), (.fingerVelocityY, $0.y)] } ?? [])
  }

  /// The values by the columns of a series.
  var columns: [(Series.Column, Double)] {
    curves + [
      (.tracking, isTracking ? 1 : 0), (.dragging, isDragging ? 1 : 0),
      (.decelerating, isDecelerating ? 1 : 0), (.zooming, isZooming ? 1 : 0),
      (.zoomBouncing, isZoomBouncing ? 1 : 0),
      (.indicatorVerticalY, verticalIndicator.frame.minY),
      (.indicatorVerticalLength, verticalIndicator.frame.height),
      (.indicatorVerticalAlpha, verticalIndicator.opacity),
      (.indicatorHorizontalX, horizontalIndicator.frame.minX),
      (.indicatorHorizontalLength, horizontalIndicator.frame.width),
      (.indicatorHorizontalAlpha, horizontalIndicator.opacity),
    ]
  }
}

extension Series {
  /// The touches of a script.
  package static func touches(of script: Script) -> [Touch] {
    script.events.compactMap { event in
      guard case .event(.touch(let touch)) = event.action else { return nil }
      return Touch(time: event.time, id: touch.id, phase: touch.phase, location: touch.location)
    }
  }

  /// The samples of a trace.
  package init(
    _ samples: some Sequence<Trace.Sample>, name: String, touches: [Touch] = [],
    header: Script.Header? = nil
  ) {
    self.init(name: name, touches: touches, header: header)
    var meter = VelocityMeter()
    var isPresented = false
    for sample in samples {
      append(sample, measuredBy: &meter)
      isPresented = isPresented || sample.presented != nil
    }
    if !isPresented { measureDrawnVelocities() }
  }

  /// What a script does, sampled at `times`, which rise.
  package init(_ script: Script, name: String, at times: [Double]) {
    self.init(simulating: script, name: name) { series, simulation, meter in
      for time in times {
        series.append(simulation.shown(at: max(time, 0)), of: simulation, &meter)
      }
    }
  }

  /// What a take does at time 0 and at its recorded refreshes.
  package init(framesOf script: Script, name: String) {
    var moving: [ScrollView.Phase] = []
    self.init(simulating: script, name: name) { series, simulation, meter in
      simulation.runFrames(
        reading: { ($0, ScrollLimits($1.scrollView), $1.movingPhase) }
      ) { sample, limits, phase in
        series.append(sample, limits, measuredBy: &meter)
        moving.append(phase)
      }
    }
    setFrames(of: script, moving: moving)
    if !script.isPresented { measureDrawnVelocities() }
  }

  /// What a script does to its end, sampled at `rate` hertz.
  package init(_ script: Script, name: String, rate: Double) {
    self.init(simulating: script, name: name) { series, simulation, meter in
      simulation.run(rate: rate) { series.append($0, of: simulation, &meter) }
    }
    // No display shows these rows; a finger that is reported less often than they come would move by steps.
    // A take is measured as its trace is.
    guard rate > Self.usualRate else { return }
    measureVelocities(over: 1 / Self.usualRate, atInput: script.frameCount == 0)
  }

  /// Performs a script, whose rows `run` adds.
  private init(
    simulating script: Script, name: String,
    _ run: (inout Series, Simulation, inout VelocityMeter) -> Void
  ) {
    self.init(name: name, touches: Self.touches(of: script), header: script.header)
    ticks = Self.ticks(of: script)
    touchpadTimes = Self.touchpadTimes(of: script)
    let log = CallbackLog(only: Release.callback)
    var meter = VelocityMeter()
    run(&self, Simulation(script, log: log), &meter)
    releases = log.releases
  }

  /// Adds a row with what surrounds the offset.
  private mutating func append(
    _ sample: Trace.Sample, of simulation: Simulation, _ meter: inout VelocityMeter
  ) {
    append(sample, ScrollLimits(simulation.stage.scrollView), measuredBy: &meter)
  }

  /// The times of the events of a touchpad in a script.
  private static func touchpadTimes(of script: Script) -> [Double] {
    script.events.compactMap { event in
      switch event.action {
      case .event(.touchpad), .event(.pinch): event.time
      default: nil
      }
    }
  }

  /// The notches of the wheel, the marks and the missed refreshes of a script.
  package static func ticks(of script: Script) -> [Chart.Tick] {
    script.events.compactMap { event in
      switch event.action {
      case .event(.wheel): Chart.Tick(kind: .notch, time: event.time)
      case .mark(let text): Chart.Tick(kind: .mark, time: event.time, text: text)
      case .frame(let frame) where frame.missed > 0:
        Chart.Tick(kind: .missedRefresh, time: event.time)
      default: nil
      }
    }
  }
}

extension Series.Release {
  /// The callback that tells it.
  fileprivate static let callback = "scrollViewWillEndDragging"
}

extension CallbackLog {
  /// What the delegate of the main scroll view was told at each release.
  fileprivate var releases: [Series.Release] {
    callbacks.compactMap { callback in
      guard callback.name == Series.Release.callback, callback.scrollView == nil,
        let parts = callback["velocity"]?.elements.compactMap(\.number), parts.count == 2
      else { return nil }
      return Series.Release(time: callback.time, velocity: Point(parts[0], parts[1]) * 1000)
    }
  }
}

extension Series {
  /// What each scroll view of a script does, sampled at `times`, which rise, or at the refreshes of a take whose times these are;
  /// the main one first.
  package static func scrollViews(
    of script: Script, at times: [Double]
  ) -> [(title: CurveTitle, series: Series)] {
    let simulation = Simulation(script)
    let titles = CurveTitle.all(of: simulation.stage)
    var all = titles.map { title in
      var series = Series(name: "A", touches: touches(of: script), header: script.header)
      series.ticks = ticks(of: script)
      series.touchpadTimes = touchpadTimes(of: script)
      return (title: title, series: series)
    }
    var meters = titles.map { _ in VelocityMeter() }
    func states(_ presented: Double?, _ stage: Stage) -> [(Trace.Sample, ScrollLimits)?] {
      titles.map { title in
        guard let view = stage.view(title.scrollView) else { return nil }
        var sample = stage.sample(of: title.scrollView)
        sample.presented = presented
        return (sample, ScrollLimits(view))
      }
    }
    func append(_ states: [(Trace.Sample, ScrollLimits)?]) {
      for (index, state) in states.enumerated() {
        guard let (sample, limits) = state else { continue }
        all[index].series.append(sample, limits, measuredBy: &meters[index])
      }
    }
    if script.hasFrames(at: times) {
      var moving: [ScrollView.Phase] = []
      simulation.runFrames(reading: { (states($0.presented, $1), $1.movingPhase) }) {
        append($0)
        moving.append($1)
      }
      if var main = all.first?.series {
        main.setFrames(of: script, moving: moving)
        for index in all.indices {
          (all[index].series.ticks, all[index].series.frames) = (main.ticks, main.frames)
        }
      }
      if !script.isPresented {
        for index in all.indices { all[index].series.measureDrawnVelocities() }
      }
    } else {
      for time in times {
        _ = simulation.shown(at: max(time, 0))
        append(states(nil, simulation.stage))
      }
    }
    return all
  }
}
