import Glibc
import OverscrollBase
import ScrollEngine
import ScrollGeometry

/// What is the same for all gestures of a series.
struct MeasuringSetup {
  fileprivate let ranges: OffsetRanges?
  fileprivate let limits: (lower: Double, upper: Double)?
  /// What is left of the velocity after a millisecond.
  fileprivate let rate: Double
  /// Whether springs lead to whole pages.
  fileprivate let isPaged: Bool
  /// The times of lifts, in seconds, and the time between rows.
  fileprivate let lifts: [Double]
  fileprivate let usualStep: Double
  /// The same between rows of refreshes: older traces have rows of touches between them.
  fileprivate let refreshStep: Double
  /// Whether lifts are told, and not only shown by rows.
  fileprivate let tellsLifts: Bool

  init(_ series: Series) {
    ranges = OffsetRanges(series)
    limits = series.header?.scaleLimits
    let view = series.header.map { Stage($0).scrollView }
    rate = (view?.decelerationRate ?? .normal).rawValue
    isPaged = view?.isPagingEnabled ?? false
    let releases = (series.releases ?? []).map(\.time)
    // What a touchpad scrolls is released, too; of what it pinches or catches, rows tell the lift.
    let shown = series.touchpadHolds.filter { hold in
      let next = releases.partitioningIndex { $0 > hold.down + series.timeRounding }
      return hold.up.isFinite
        && (next == releases.count || releases[next] > hold.up + series.timeRounding)
    }
    lifts = (series.lifts.map(\.time) + shown.map(\.up) + releases).sorted()
    usualStep = series.usualStep
    let shownTimes = series.rowsOfRefreshes.map { series.times[$0] }
    let steps = zip(shownTimes.dropFirst(), shownTimes).map { $0 - $1 }.sorted()
    refreshStep = steps.isEmpty ? .infinity : steps[steps.count / 2]
    tellsLifts = !series.touches.isEmpty || series.releases != nil
  }
}

/// Measures the rows of one gesture.
struct GestureMeter {
  /// The part of a series that is measured.
  struct Part {
    /// The rows, from the last one before it on.
    var rows: Range<Int>
    var start: Double
    /// The time at which the next one begins, in seconds.
    var end: Double
    /// Whether it begins while the content moves by itself, with a finger that does not move it yet.
    var isCatch: Bool
    /// Whether the content comes to rest.
    var rests: Bool

    /// The time of the first row that shows a finger that goes down or lifts at a time, or else that time, in seconds.
    fileprivate func time(in series: Series, showing time: Double, isDown: Bool) -> Double {
      let row = series.firstRow(showing: time, isDown: isDown)
      return rows.contains(row) ? series.times[row] : max(time, series.times[rows.lowerBound])
    }
  }

  private let series: Series
  private let part: Part
  private let setup: MeasuringSetup
  /// The residual up to which a fitted deceleration tells the velocity at the lift, in points. [C]
  private static let exactResidual = 0.5
  /// The largest residual of what is taken for a deceleration, as a part of its way. [C]
  private static let largestResidualPart = 0.01
  /// The shortest deceleration before an edge that tells a time constant, in seconds. [C]
  private static let shortestFlight = 0.1
  /// The rows whose offset is known, and where it is seen: what a scene moves back is no motion.
  private let offsets: [Place]
  /// The time of the last lift, in seconds.
  let lift: Double?
  /// The first row that decelerates.
  private let flightRow: Int?
  /// When what is timed begins: with the first row after the lift, or else after the last notch of the wheel, or else, where
  /// nothing tells of input, with the last row of about the largest velocity, from which on nothing drives the content.
  ///
  /// Only to a row is it known when content rests, and in a trace when the finger lifts.
  private let origin: Double
  /// When the content was let go, or set in motion by the wheel, in seconds; `nil` where that is not known.
  private let release: Double?
  private var values: [Measurements.Name: Double] = [:]
  private var bounds: [Measurements.Name: ClosedRange<Double>] = [:]

  /// A row whose offset is known.
  private typealias Place = (row: Int, time: Double, offset: Point, seen: Point)

  init(_ series: Series, _ part: Part, _ setup: MeasuringSetup) {
    (self.series, self.part, self.setup) = (series, part, setup)
    let rounding = series.timeRounding
    let first = setup.lifts.partitioningIndex { $0 >= part.start - rounding }
    let lifts = setup.lifts[first...].prefix { $0 < part.end - rounding }
    let x = series.values[.offsetX]
    let y = series.values[.offsetY]
    let isRecentered = series.geometry.count == series.count
    offsets =
      x == nil && y == nil
      ? []
      : part.rows.compactMap { row in
        let offset = Point(x?[row] ?? 0, y?[row] ?? 0)
        guard !offset.x.isNaN, !offset.y.isNaN else { return nil }
        let shift = isRecentered ? series.geometry[row].recentered : .zero
        return (row, series.times[row], offset, offset + shift)
      }
    // The row before a gesture that catches a deceleration is that of the one before.
    flightRow = part.rows.first {
      series.phases[$0] == .decelerating && series.times[$0] > part.start + rounding
    }
    let flight = flightRow.map { series.times[$0] }
    // A trace tells its decelerations alone.
    lift =
      lifts.last { time in flight.map { time <= $0 + rounding } ?? true } ?? lifts.last ?? flight
    // It comes up to a row before the gesture, which begins with what it moves.
    let notch = series.ticks.last {
      $0.kind == .notch && $0.time >= part.start - setup.usualStep - rounding
        && $0.time < part.end - rounding
    }
    // Where rows alone show the lift, it came after the one before.
    let shown = lift.map { lift in series.times.partitioningIndex { $0 >= lift - rounding } }
    release =
      setup.tellsLifts || shown == nil
      ? lift ?? notch?.time : shown.map { series.times[max(0, $0 - 1)] }
    // Phases tell what a program moves, from its first row on.
    let driven =
      part.rows.contains { series.phases[$0] != nil }
      ? nil : Self.lastFastRow(of: series, in: part.rows).map { series.times[$0] }
    let moved = zip(offsets.dropFirst(), offsets).first { $0.offset != $1.offset }?.0.time
    origin =
      lift.map { part.time(in: series, showing: $0, isDown: false) }
      ?? notch.map { part.time(in: series, showing: $0.time, isDown: true) } ?? driven ?? moved
      ?? series.times[part.rows.lowerBound]
  }

  /// The part of the largest velocity that a row has at least while something drives the content. [C]
  private static let drivenPart = 0.95

  /// The last row of about the largest velocity; `nil` where no velocity is known.
  private static func lastFastRow(of series: Series, in rows: Range<Int>) -> Int? {
    guard let peak = rows.dropFirst().lazy.compactMap({ speed(of: series, at: $0) }).max(), peak > 0
    else { return nil }
    return rows.last { speed(of: series, at: $0) ?? 0 >= drivenPart * peak }
  }

  private static func speed(of series: Series, at row: Int) -> Double? {
    velocity(of: series, at: row)?.length
  }

  /// The velocity that a refresh shows, in points per second; `nil` where it is not known, or is that of a jump.
  private static func velocity(of series: Series, at row: Int) -> Point? {
    let (x, y) = (series.values[.velocityX], series.values[.velocityY])
    guard x != nil || y != nil, !series.jumps(at: row) else { return nil }
    return Point(x?[row].known ?? 0, y?[row].known ?? 0)
  }

  /// What the rows measure, and the bounds of what they do not tell.
  var measured:
    (values: [Measurements.Name: Double], bounds: [Measurements.Name: ClosedRange<Double>])
  {
    var meter = self
    if let last = offsets.last {
      meter.measureDuration()
      meter.measureOffsets(until: last)
    }
    meter.measureZoom()
    meter.measureRefreshes()
    return (meter.values, meter.bounds)
  }

  /// The time of the last row that changes, or of the one that shows the lift where that comes later.
  private var end: Double {
    let last = part.rows.dropFirst().last { series.changes(at: $0) } ?? part.rows.lowerBound
    return max(series.times[last], lift == nil ? -.infinity : origin)
  }

  private mutating func measureDuration() {
    values[.duration] = max(0, end - part.time(in: series, showing: part.start, isDown: true))
  }

  private mutating func measureOffsets(until rest: Place) {
    values[.travel] = zip(offsets.dropFirst(), offsets).reduce(0) {
      series.jumps(at: $1.0.row) ? $0 : $0 + ($1.0.seen - $1.1.seen).length
    }
    if part.rests { measureRest(rest) }
    measureVelocities()
    measureDeceleration()
    if let ranges = setup.ranges { measureOvershoot(ranges) }
  }

  private mutating func measureRest(_ rest: Place) {
    if series.values[.offsetX] != nil { values[.restX] = rest.offset.x }
    if series.values[.offsetY] != nil { values[.restY] = rest.offset.y }
    let places = offsets.map { (time: $0.time, offset: $0.seen) }
    let rows = offsets.map(\.row)
    measureSettling(.settle, until: Measurements.lastUnsettled(places), of: rows)
    if let from = places.last(where: { $0.time <= origin }) ?? places.first {
      let way = (from.offset - rest.seen).length
      // A hundredth of a short way is less than a pixel.
      if way >= 10 {
        let last = Measurements.lastUnsettled(places, within: way / 100)
        measureSettling(.settleHundredth, until: last, of: rows)
      }
    }
  }

  /// The longest time between two rows that hides no motion worth mentioning, in refreshes: one or two are missed now and then. [C]
  private static let longestStep = 3.5

  /// Measures the time until something has come to rest: that of the last of some rows that is elsewhere, at an index, or its
  /// bounds where the next row, or the first one that shows the release, comes much later.
  private mutating func measureSettling(
    _ name: Measurements.Name, until last: Int?, of rows: [Int]
  ) {
    guard let last else { return }
    let (row, time) = (rows[last], series.times[rows[last]])
    let settle = max(0, time - origin)
    // What neither moves by itself nor was let go stays where it is until then.
    let moves = series.phases[row].map(\.movesByItself) ?? (release == nil)
    let begin = moves ? time : max(time, release ?? .infinity)
    let end = last + 1 < rows.count ? series.times[rows[last + 1]] - begin : 0
    let start = time < origin || !setup.tellsLifts ? 0 : origin - (release ?? origin)
    let hidden = [start, end].filter { $0 > Self.longestStep * setup.refreshStep }.reduce(0, +)
    if hidden > 0 { bounds[name] = settle...settle + hidden } else { values[name] = settle }
  }

  /// The velocity that is lost with a way in the law of deceleration, in points per second for each point: each millisecond the
  /// content goes on with what is left of the velocity.
  private static func velocityPerPoint(_ rate: Double) -> Double { 1000 * (1 - rate) / rate }

  /// The time over which a peak is measured, in seconds: a refresh of the slowest displays. [C]
  ///
  /// A finger that is reported at 125 Hz has two events in one refresh of 144 Hz, and one or none in the next.
  private static let peakWindow = 1.0 / 30

  /// The largest speed over ``peakWindow`` that ends with a row, in points per second; `nil` where no velocity is known.
  private var peakVelocity: Double? {
    // What was caught has left its velocity to the first rows.
    let own =
      part.isCatch ? series.times[part.rows.lowerBound] + 0.99 / Series.usualRate : -.infinity
    let rows = part.rows.dropFirst().drop { series.times[$0] < own }
    return rows.lazy.compactMap { row -> Double? in
      guard Self.velocity(of: series, at: row) != nil else { return nil }
      var (way, rest) = (Point.zero, Self.peakWindow)
      for earlier in (rows.startIndex...row).reversed() where rest > 0 {
        guard let velocity = Self.velocity(of: series, at: earlier) else { break }
        let step = min(rest, series.times[earlier] - series.times[earlier - 1])
        way = way + velocity * step
        rest -= step
      }
      // Nothing moved before what catches nothing.
      let time = part.isCatch ? Self.peakWindow - rest : Self.peakWindow
      return time > 0 ? way.length / time : nil
    }.max()
  }

  private mutating func measureVelocities() {
    values[.peakVelocity] = peakVelocity
    if let releases = series.releases {
      let rounding = series.timeRounding
      // The last one before the next gesture.
      let own = releases[..<releases.partitioningIndex { $0.time >= part.end - rounding }].last
      values[.releaseVelocity] =
        own.flatMap { $0.time >= part.start - rounding ? $0.velocity.length : nil }
    } else {
      estimateRelease()
    }
  }

  /// Estimates the velocity at the release from that of the law at the first row that decelerates.
  private mutating func estimateRelease() {
    guard let row = flightRow else { return }
    func known(_ column: Series.Column) -> Double? { series.values[column]?[row].known }
    let law = (known(.lawVelocityX), known(.lawVelocityY))
    guard law.0 != nil || law.1 != nil else { return }
    let velocity = Point(law.0 ?? 0, law.1 ?? 0)
    let time = series.times[row]
    if let lift, lift < time {
      values[.releaseEstimate] = velocity.length / pow(setup.rate, (time - lift) * 1000)
    } else if let before = offsets.last(where: { $0.row < row }),
      let now = offsets.first(where: { $0.row == row }),
      setup.ranges.map({ $0.contains(now.offset, at: row) }) ?? true
    {
      let lost = (now.seen - before.seen) * Self.velocityPerPoint(setup.rate)
      values[.releaseEstimate] = (velocity + lost).length
    }
  }

  private mutating func measureDeceleration() {
    let isPhased = part.rows.contains { series.phases[$0] != nil }
    guard isPhased || lift != nil, !setup.isPaged else { return }
    let first = isPhased ? flightRow ?? series.count : part.rows.lowerBound
    let end = series.phases[first...].dropFirst().firstIndex { isPhased && $0 != .decelerating }
    let flight = offsets.filter { entry in
      isPhased
        ? entry.row >= first && entry.row < end ?? series.count
        : entry.time > (lift ?? .infinity) && entry.time < part.end
    }
    // A zoom moves the content by a law of its own.
    let scales = series.values[.zoom].map { zoom in flight.compactMap { zoom[$0.row].known } } ?? []
    guard scales.allSatisfy({ $0 == scales.first }) else { return }
    let axes = [\Point.x, \Point.y].map { axis in (way: way(flight, axis), fit: fit(flight, axis)) }
    guard let longest = axes.filter({ $0.fit != nil }).max(by: { $0.way < $1.way }),
      let fit = longest.fit
    else { return }
    let isWhole = axes.allSatisfy {
      $0.fit.map { $0.residual <= Self.exactResidual } ?? ($0.way <= Measurements.settlingDistance)
    }
    if series.releases == nil, values[.releaseEstimate] == nil, let lift, isWhole {
      let ways = axes.map { $0.fit?.distance(after: lift) ?? 0 }
      values[.releaseEstimate] =
        Point(ways[0], ways[1]).length * Self.velocityPerPoint(setup.rate)
    }
    // A spring, such as that of paging, has another law.
    let limit = max(Self.exactResidual, Self.largestResidualPart * longest.way)
    guard fit.residual <= limit else { return }
    values[.timeConstant] = fit.timeConstant
    values[.decelerationRate] = fit.rate
    values[.decelerationResidual] = fit.residual
  }

  /// The way of a deceleration along an axis, in points.
  private func way(_ flight: [Place], _ axis: WritableKeyPath<Point, Double>) -> Double {
    guard let first = flight.first, let last = flight.last else { return 0 }
    return abs(last.seen[keyPath: axis] - first.seen[keyPath: axis])
  }

  /// The deceleration that fits an axis before it meets an edge; `nil` where too little is left.
  private func fit(_ flight: [Place], _ axis: WritableKeyPath<Point, Double>) -> DecayFit? {
    let count = freeCount(flight, axis)
    guard count > 1, flight[count - 1].time - flight[0].time >= Self.shortestFlight else {
      return nil
    }
    return DecayFit(
      flight[..<count].map { entry in
        var place = Point.zero
        place[keyPath: axis] = entry.seen[keyPath: axis]
        return (entry.time, place)
      })
  }

  /// The number of rows of a deceleration before an axis meets an edge.
  private func freeCount(_ flight: [Place], _ axis: WritableKeyPath<Point, Double>) -> Int {
    guard let first = flight.first?.seen[keyPath: axis],
      let last = offsets.last?.seen[keyPath: axis]
    else { return 0 }
    let inside =
      setup.ranges.map { ranges in
        flight.firstIndex { !ranges.contains($0.offset, along: axis, at: $0.row) }
      } ?? flight.indices.dropFirst().first { !followsLaw(flight[$0 - 1], flight[$0], axis) }
    // The last step, to a whole pixel, is no deceleration.
    let settling = flight.firstIndex {
      abs($0.seen[keyPath: axis] - last) <= Measurements.settlingDistance
    }
    // What passes the place of its rest has met an edge there.
    let passing = flight.firstIndex {
      ($0.seen[keyPath: axis] - last) * (last - first) > 0
        && abs($0.seen[keyPath: axis] - last) > Measurements.settlingDistance
    }
    let count = [inside, settling, passing].compactMap(\.self).min() ?? flight.count
    // What turned back without having passed its rest was beyond an edge before, or met one that nothing tells.
    guard setup.ranges == nil, !part.rests || passing == nil, turnsBack(flight, axis) else {
      return count
    }
    return 0
  }

  /// Whether an axis moves from a row to the next about as fast as the law of deceleration has it: not beyond an edge.
  private func followsLaw(_ one: Place, _ next: Place, _ axis: WritableKeyPath<Point, Double>)
    -> Bool
  {
    guard let law = series.values[axis == \.x ? .lawVelocityX : .lawVelocityY],
      let first = law[one.row].known, let last = law[next.row].known
    else { return true }
    let ways = [first, last].map { $0 * (next.time - one.time) }
    let excess = (next.seen[keyPath: axis] - one.seen[keyPath: axis]) - (ways[0] + ways[1]) / 2
    // Times of tables are rounded.
    return abs(excess) <= abs(ways[1] - ways[0]) / 2 + (abs(ways[0]) + abs(ways[1])) / 20 + 0.01
  }

  /// Whether a deceleration goes along an axis and back by more than what counts as settled.
  private func turnsBack(_ flight: [Place], _ axis: WritableKeyPath<Point, Double>) -> Bool {
    var (low, high) = (Double.infinity, -Double.infinity)
    var (rise, fall) = (0.0, 0.0)
    for place in flight.map({ $0.seen[keyPath: axis] })
      + offsets.suffix(1).map({ $0.seen[keyPath: axis] })
    {
      (low, high) = (min(low, place), max(high, place))
      (rise, fall) = (max(rise, place - low), max(fall, high - place))
    }
    return min(rise, fall) > Measurements.settlingDistance
  }

  private mutating func measureOvershoot(_ ranges: OffsetRanges) {
    typealias Name = Measurements.Name
    let edges: [(Name, Name, (Point, (lower: Point, upper: Point)) -> Double)] = [
      (.overshootTop, .overshootTopTime, { $1.lower.y - $0.y }),
      (.overshootBottom, .overshootBottomTime, { $0.y - $1.upper.y }),
      (.overshootLeft, .overshootLeftTime, { $1.lower.x - $0.x }),
      (.overshootRight, .overshootRightTime, { $0.x - $1.upper.x }),
    ]
    let places = offsets.map { (time: $0.time, offset: $0.offset, range: ranges[$0.row]) }
    for (name, time, beyond) in edges {
      let peak = places.map { (time: $0.time, distance: beyond($0.offset, $0.range)) }
        .max { $0.distance < $1.distance }
      guard let peak, peak.distance > 0 else { continue }
      values[name] = peak.distance
      values[time] = peak.time - origin
    }
  }

  private mutating func measureZoom() {
    guard let zoom = series.values[.zoom] else { return }
    let scales = part.rows.compactMap { row in
      zoom[row].known.map { (row: row, scale: $0) }
    }
    guard let rest = scales.last?.scale, let largest = scales.map(\.scale).max() else { return }
    values[.zoom] = largest
    if part.rests {
      let last = scales.lastIndex { abs($0.scale / rest - 1) > 1e-3 }
      measureSettling(.zoomSettle, until: last, of: scales.map(\.row))
    }
    guard let limits = setup.limits else { return }
    let beyond = scales.map { max($0.scale / limits.upper, limits.lower / $0.scale) }.max() ?? 1
    // The last digits of a scale at its limit are not beyond it.
    if beyond > 1 + 1e-9 { values[.zoomRatio] = beyond }
  }

  private mutating func measureRefreshes() {
    guard !series.frames.isEmpty else { return }
    // Indicators that fade are no motion.
    let end = end + series.timeRounding
    let frames = part.rows.dropFirst().prefix { series.times[$0] <= end }.compactMap { row in
      series.frames[row].map { (row: row, frame: $0) }
    }
    values[.refreshes] = Double(frames.count)
    values[.missed] = Double(frames.reduce(0) { $0 + $1.frame.missed })
    values[.missedFirst] = Double(
      frames.reduce(0) { sum, entry in
        sum + (series.firstRows.contains(entry.row) ? entry.frame.missed : 0)
      })
    let latencies = frames.compactMap { row, frame in
      frame.latency(at: series.times[row]).map { $0 * 1e3 }
    }
    if let latency = TakeQuality.Percentiles(latencies) {
      (values[.latency50], values[.latency95]) = (latency.p50, latency.p95)
    }
  }
}

extension GestureMeter.Part {
  /// The part of a gesture that begins at a time, up to the next one, in seconds.
  ///
  /// The first row after a catch shows the finger where that drags by then, or else how far the content that was caught came.
  init(_ series: Series, from start: Double, to end: Double) {
    let begin = series.firstRow(showing: start, isDown: true)
    let stop = series.firstRow(showing: end, isDown: true)
    func drags(at row: Int) -> Bool {
      row < series.count && (series.phases[row] == .dragging || series.phases[row] == .zooming)
    }
    let isCatch = begin > 0 && series.isMoving(at: begin - 1, until: start) && !drags(at: begin)
    let isCaught = stop > 0 && stop < series.count && series.isMoving(at: stop - 1, until: end)
    let isCut = stop == series.count && stop > 0 && series.isMoving(at: stop - 1)
    let first = min(stop, isCatch ? begin : max(0, begin - 1))
    let rows = first..<(isCaught && !drags(at: stop) ? stop + 1 : stop)
    self.init(
      rows: isCaught ? rows : series.withoutJumps(rows), start: start, end: end,
      isCatch: isCatch, rests: !isCaught && !isCut)
  }
}

/// The range of offsets of content at rest at each row of a series: a zoom changes it.
private struct OffsetRanges {
  private let series: Series
  private let lower: Point
  /// The largest offset at the scale of the set-up, which is below ``lower`` where the content is smaller than the viewport.
  private let upper: Point
  private let contentSize: Size
  private let scale: Double

  /// The ranges; `nil` where they are not known.
  init?(_ series: Series) {
    guard series.hasRange, let header = series.header else { return nil }
    let view = Stage(header).scrollView
    let inset = view.adjustedContentInset
    self.series = series
    lower = view.minimumContentOffset
    (contentSize, scale) = (view.contentSize, view.zoomScale)
    upper = Point(
      contentSize.width + inset.right - view.bounds.width,
      contentSize.height + inset.bottom - view.bounds.height)
  }

  /// Whether an offset at a row is within the range, but for rounding.
  func contains(_ offset: Point, at row: Int) -> Bool {
    contains(offset, along: \.x, at: row) && contains(offset, along: \.y, at: row)
  }

  /// Whether an axis of an offset at a row is within the range, but for rounding.
  func contains(_ offset: Point, along axis: KeyPath<Point, Double>, at row: Int) -> Bool {
    let (lower, upper) = self[row]
    let place = offset[keyPath: axis]
    return place >= lower[keyPath: axis] - 1e-6 && place <= upper[keyPath: axis] + 1e-6
  }

  subscript(row: Int) -> (lower: Point, upper: Point) {
    if series.geometry.count == series.count {
      let geometry = series.geometry[row]
      return (geometry.minimumOffset, geometry.maximumOffset)
    }
    let ratio = (series.values[.zoom]?[row].known ?? scale) / scale
    let growth = Point(contentSize.width, contentSize.height) * (ratio - 1)
    let end = upper + growth
    return (lower, Point(max(lower.x, end.x), max(lower.y, end.y)))
  }
}
