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
  /// A quantity of a series, by its name in traces and recordings.
  package enum Column: String, Hashable, Sendable, CaseIterable {
    case offsetX = "offset_x"
    case offsetY = "offset_y"
    case velocityX = "velocity_x"
    case velocityY = "velocity_y"
    case zoom
    case tracking, dragging, decelerating, zooming
    case zoomBouncing = "zoom_bouncing"
    case indicatorVerticalY = "indicator_v_y"
    case indicatorVerticalLength = "indicator_v_length"
    case indicatorVerticalAlpha = "indicator_v_alpha"
    case indicatorHorizontalX = "indicator_h_x"
    case indicatorHorizontalLength = "indicator_h_length"
    case indicatorHorizontalAlpha = "indicator_h_alpha"
    case lawVelocityX = "law_velocity_x"
    case lawVelocityY = "law_velocity_y"

    /// The columns that a comparison judges by default, with the greatest difference allowed: points, and a ratio
    /// for the zoom scale. [C]
    package static let judged: [Column: Double] = [.offsetX: 0.5, .offsetY: 0.5, .zoom: 0.002]

    /// The velocity of an offset.
    var velocity: Column? {
      switch self {
      case .offsetX: .velocityX
      case .offsetY: .velocityY
      default: nil
      }
    }

    /// For a velocity of the content, that of the law of deceleration.
    var lawVelocity: Column? {
      switch self {
      case .velocityX: .lawVelocityX
      case .velocityY: .lawVelocityY
      default: nil
      }
    }

    /// The greatest magnitude of a value that is read.
    var largestMagnitude: Double {
      switch self {
      case .velocityX, .velocityY, .lawVelocityX, .lawVelocityY: LabLimits.velocity
      default: LabLimits.magnitude
      }
    }

    /// Whether values change smoothly, so that there are values between rows.
    var isContinuous: Bool {
      switch self {
      case .tracking, .dragging, .decelerating, .zooming, .zoomBouncing: false
      default: true
      }
    }
  }

  /// What a finger did.
  package struct Touch: Hashable, Sendable {
    /// The time in seconds.
    package var time: Double
    package var id: Int
    package var phase: TouchEvent.Phase
    /// The place in the viewport, in points.
    package var location: Point
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
  package private(set) var values: [Column: [Double]] = [:]
  /// What surrounds the offset at each row; empty where it is not known.
  package private(set) var geometry: [ScrollLimits] = []
  /// The touches, in chronological order; empty where they are not known.
  package var touches: [Touch]
  /// Notches of the wheel, marks and missed refreshes, in chronological order; empty where they are not known.
  package var ticks: [Chart.Tick] = []
  /// The set-up, where it is known.
  package var header: Script.Header?
  /// True where the set-up has the sizes of viewport and content, and so the range of offsets.
  package var hasRange = true
  /// The display rate of a recording in hertz; `nil` where it is not known.
  package var rate: Double?
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
      if values[column] == nil { values[column] = Array(repeating: .nan, count: times.count) }
      values[column]?.append(value)
    }
    times.append(time)
    phases.append(phase)
    // A loop over the keys would hold a copy of the dictionary, so that each column that is changed would be copied.
    for column in Column.allCases where values[column].map({ $0.count < times.count }) ?? false {
      values[column]?.append(.nan)
    }
  }

  /// Adds a row after the others with what surrounds the offset; all rows have it, or none.
  package mutating func append(_ sample: Trace.Sample?, at time: Double, _ geometry: ScrollLimits) {
    append(time: time, phase: sample?.phase, sample?.curves ?? [])
    self.geometry.append(geometry)
  }

  /// A gap between two rows.
  struct Gap {
    /// The row before it.
    var row: Int
    /// Whether nothing moved in it.
    var isAtRest: Bool
  }

  /// The series with rows added at both ends of gaps, which have the values before them; velocities are 0 where nothing moved.
  func holding(_ gaps: [Gap]) -> Series {
    var (rows, held) = ([Int](), [(index: Int, isAtRest: Bool)]())
    var times: [Double] = []
    var next = 0
    for gap in gaps {
      rows += next...gap.row
      times += self.times[next...gap.row]
      for time in [self.times[gap.row], self.times[gap.row + 1]] {
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
    if geometry.count == count { series.geometry = rows.map { geometry[$0] } }
    for (index, isAtRest) in held where isAtRest { series.stop(at: index) }
    return series
  }

  /// Lets nothing move at a row.
  private mutating func stop(at row: Int) {
    for column in [Column.velocityX, .velocityY] where values[column]?[row].known != nil {
      values[column]?[row] = 0
    }
  }

  /// Removes rows.
  package mutating func removeRows(_ rows: Range<Int>) {
    if geometry.count == count { geometry.removeSubrange(rows) }
    times.removeSubrange(rows)
    phases.removeSubrange(rows)
    for column in Column.allCases { values[column]?.removeSubrange(rows) }
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
  }

  /// Moves all times by `shift` seconds.
  package mutating func shift(by shift: Double) {
    times = times.map { $0 + shift }
    moveMoments(by: shift)
  }

  /// The time of the touch up before the first deceleration, which is all that a trace knows, or of the last one; or else of the
  /// first decelerating row; `nil` where neither is known.
  package var releaseTime: Double? {
    let ends = touches.lazy.filter { $0.phase == .ended }.map(\.time)
    return flightStart.flatMap { start in ends.last { $0 <= start } } ?? ends.last ?? flightStart
  }

  /// The time of the first decelerating row.
  package var flightStart: Double? {
    phases.firstIndex(of: .decelerating).map { times[$0] }
  }

  /// The times at which the last finger lifts, and those of the touches that follow.
  package var lifts: [(time: Double, next: Double)] {
    var down: Set<Int> = []
    var found: [(time: Double, next: Double)] = []
    for touch in touches {
      switch touch.phase {
      case .began:
        if down.isEmpty, let last = found.indices.last { found[last].next = touch.time }
        down.insert(touch.id)
      case .ended where down == [touch.id]:
        found.append((touch.time, .infinity))
        down = []
      case .ended, .cancelled: down.remove(touch.id)
      case .moved, .stationary: break
      }
    }
    return found
  }

  /// The rows that follow lifts: the time of the lift, if known, that of the first row, and that of the next touch.
  ///
  /// Where phases are known, the rows are those that decelerate.
  package var flights: [(lift: Double?, start: Double, end: Double)] {
    let isPhased = phases.contains { $0 != nil }
    guard !touches.isEmpty else { return flightStart.map { [(nil, $0, .infinity)] } ?? [] }
    // The recorded times of frames waver by a millisecond.
    let leeway = isPhased ? 0.5 / (rate ?? Self.usualRate) : 0
    return lifts.compactMap { lift, next in
      let first = times.indices.first {
        times[$0] >= lift - leeway && times[$0] < next
          && (!isPhased || phases[$0] == .decelerating)
      }
      return first.map { (lift, times[$0], next) }
    }
  }

  /// The median time between rows, in seconds; infinite for fewer than two rows.
  package var usualStep: Double {
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    return steps.isEmpty ? .infinity : steps[steps.count / 2]
  }
}

extension Trace.Sample {
  /// The values that charts show, by the columns of a series.
  fileprivate var curves: [(Series.Column, Double)] {
    [
      (.offsetX, offset.x), (.offsetY, offset.y), (.velocityX, velocity.x),
      (.velocityY, velocity.y), (.zoom, zoomScale), (.lawVelocityX, lawVelocity.x),
      (.lawVelocityY, lawVelocity.y),
    ]
  }

  /// The values by the columns of a series.
  var columns: [(Series.Column, Double)] {
    [
      (.offsetX, offset.x), (.offsetY, offset.y), (.velocityX, velocity.x),
      (.velocityY, velocity.y), (.zoom, zoomScale), (.tracking, isTracking ? 1 : 0),
      (.dragging, isDragging ? 1 : 0), (.decelerating, isDecelerating ? 1 : 0),
      (.zooming, isZooming ? 1 : 0), (.zoomBouncing, isZoomBouncing ? 1 : 0),
      (.indicatorVerticalY, verticalIndicator.frame.minY),
      (.indicatorVerticalLength, verticalIndicator.frame.height),
      (.indicatorVerticalAlpha, verticalIndicator.opacity),
      (.indicatorHorizontalX, horizontalIndicator.frame.minX),
      (.indicatorHorizontalLength, horizontalIndicator.frame.width),
      (.indicatorHorizontalAlpha, horizontalIndicator.opacity),
      (.lawVelocityX, lawVelocity.x), (.lawVelocityY, lawVelocity.y),
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
    for sample in samples {
      append(time: sample.time, phase: sample.phase, sample.columns)
    }
  }

  /// What a script does, sampled at `times`, which rise.
  package init(_ script: Script, name: String, at times: [Double], view: String? = nil) {
    self.init(simulating: script, name: name)
    let simulation = Simulation(script, view: view)
    for time in times {
      append(simulation.sample(at: max(time, 0)), of: simulation, view)
    }
  }

  /// What a take does at time 0 and at its recorded frames.
  package init(framesOf script: Script, name: String) {
    self.init(simulating: script, name: name)
    let simulation = Simulation(script)
    simulation.runFrames { append($0, of: simulation, nil) }
  }

  /// What a script does to its end, sampled at `rate` hertz.
  package init(_ script: Script, name: String, rate: Double, view: String? = nil) {
    self.init(simulating: script, name: name)
    let simulation = Simulation(script, view: view)
    simulation.run(rate: rate) { append($0, of: simulation, view) }
  }

  private init(simulating script: Script, name: String) {
    self.init(name: name, touches: Self.touches(of: script), header: script.header)
    ticks = Self.ticks(of: script)
  }

  /// Adds a row with what surrounds the offset, which is known of the main scroll view.
  private mutating func append(
    _ sample: Trace.Sample, of simulation: Simulation, _ view: String?
  ) {
    append(time: sample.time, phase: sample.phase, sample.columns)
    if view == nil { geometry.append(ScrollLimits(simulation.stage.scrollView)) }
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
