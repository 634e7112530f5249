import Glibc
import OverscrollBase
import ScrollEngine
package import ScrollGeometry

/// What a motion measures, gesture by gesture: the one set of numbers of windows, tables, plots and reports.
///
/// A gesture begins where the first finger goes down, or, without a finger, where something moves after a rest; it ends with the
/// rest, or with the next gesture. All numbers come from rows and touches, so that a motion has the same ones by whatever path it
/// came: as a take, a trace, a script or a table of another program.
package struct Measurements: Hashable, Sendable {
  /// A measurement, by its name in tables.
  package enum Name: String, Hashable, Sendable, CaseIterable {
    /// The length of the way, in points.
    case travel
    /// The speed at the release, as the delegate is told it, in points per second.
    case releaseVelocity = "release velocity"
    /// The largest speed that refreshes show, in points per second.
    case peakVelocity = "peak velocity"
    /// The peak beyond an edge, in points, and when it is, in seconds after the lift.
    case overshootTop = "overshoot top"
    case overshootTopTime = "overshoot top at"
    case overshootBottom = "overshoot bottom"
    case overshootBottomTime = "overshoot bottom at"
    case overshootLeft = "overshoot left"
    case overshootLeftTime = "overshoot left at"
    case overshootRight = "overshoot right"
    case overshootRightTime = "overshoot right at"
    /// From the lift to the last row more than 0.5 points from the rest, in seconds; from the first row that moves where there
    /// is no lift.
    case settle
    /// From the lift to the last row that is further from the rest than a hundredth of the way that is left at the lift, in seconds.
    case settleHundredth = "settle 1 %"
    /// The offset at the end, in points.
    case restX = "rest x"
    case restY = "rest y"
    /// From the first row to the last, in seconds.
    case duration
    /// The largest zoom scale.
    case zoom = "largest zoom"
    /// The scale that is furthest beyond the limits, by the limit it is beyond.
    case zoomRatio = "zoom beyond limit"
    /// From the lift to the last row whose scale is more than a thousandth from that at rest, in seconds.
    case zoomSettle = "zoom settle"
    /// The time constant of the deceleration that fits best, in seconds, its rate per millisecond, and the root of the mean square
    /// difference from it, in points.
    case timeConstant = "time constant"
    case decelerationRate = "deceleration rate"
    case decelerationResidual = "deceleration residual"
    /// The refreshes that showed it, and those that were missed.
    case refreshes, missed
    /// Those of the missed ones that came before the first frame after a pause.
    case missedFirst = "missed first"
    /// From the newest input to the refresh that shows it, in milliseconds.
    case latency50 = "latency p50"
    case latency95 = "latency p95"
  }

  /// What one gesture measures.
  package struct Gesture: Hashable, Sendable {
    /// The time at which it begins, in seconds of the series.
    package var start: Double
    /// The time of the last lift; `nil` where none is known.
    package var lift: Double?
    /// The rows of the series, from the one before the gesture on.
    package var rows: Range<Int>
    package var values: [Name: Double]
  }

  /// What the whole motion measures.
  package let values: [Name: Double]
  /// What each gesture measures, in their order.
  package let gestures: [Gesture]

  /// The distance from rest that counts as settled, in points. [C]
  fileprivate static let settlingDistance = 0.5
  /// How long nothing moves before a motion without a finger is another gesture, in seconds. [C]
  private static let pause = 0.25

  /// Measures a series; what it does not know, such as its limits, leaves out what depends on that.
  package init(_ series: Series) {
    let setup = MeasuringSetup(series)
    func measure(_ rows: Range<Int>, from start: Double, to end: Double) -> Gesture {
      var meter = GestureMeter(series, rows, setup, from: start, to: end)
      meter.measure()
      return Gesture(start: start, lift: meter.lift, rows: rows, values: meter.values)
    }
    guard series.count > 0, let first = series.times.first, let last = series.times.last else {
      (values, gestures) = ([:], [])
      return
    }
    values = measure(0..<series.count, from: -.infinity, to: .infinity).values
      .merging([.duration: last - first]) { $1 }
    let starts = Self.starts(of: series)
    gestures = starts.indices.compactMap { index in
      let start = starts[index]
      let end = index + 1 < starts.count ? starts[index + 1] : .infinity
      let begin = series.times.partitioningIndex { $0 >= start }
      let stop = series.times.partitioningIndex { $0 >= end }
      let rows = max(0, begin - 1)..<stop
      guard rows.count > 1, rows.dropFirst().contains(where: { series.changes(at: $0) }) else {
        return nil
      }
      return measure(rows, from: start, to: end)
    }
  }

  /// The times at which gestures begin.
  private static func starts(of series: Series) -> [Double] {
    let downTimes = series.downTimes
    var starts = downTimes
    var isDown = false
    var lastChange = -Double.infinity
    var downs = series.heldTimes[...]
    for row in series.times.indices.dropFirst() where series.changes(at: row) {
      let time = series.times[row]
      while let next = downs.first, next.time <= time {
        isDown = next.isDown
        downs.removeFirst()
      }
      let isPause = series.times[row - 1] - lastChange > pause || time - lastChange > pause
      let next = downTimes.partitioningIndex { $0 > lastChange }
      let isNew = next == downTimes.count || downTimes[next] > time
      if !isDown, isPause, isNew { starts.append(series.times[row - 1]) }
      lastChange = time
    }
    return starts.sorted()
  }

  /// The time of the last row that is not near the rest; `nil` where all are.
  static func settled(
    _ rows: [(time: Double, offset: Point)], within distance: Double = settlingDistance
  ) -> Double? {
    guard let rest = rows.last?.offset else { return nil }
    return rows.last { ($0.offset - rest).length > distance }?.time
  }
}

extension Measurements.Name {
  /// The unit of its values, empty for numbers and ratios.
  package var unit: String {
    switch self {
    case .travel, .overshootTop, .overshootBottom, .overshootLeft, .overshootRight, .restX, .restY,
      .decelerationResidual:
      "pt"
    case .releaseVelocity, .peakVelocity: "pt/s"
    case .overshootTopTime, .overshootBottomTime, .overshootLeftTime, .overshootRightTime, .settle,
      .settleHundredth, .duration, .zoomSettle, .timeConstant:
      "s"
    case .latency50, .latency95: "ms"
    case .zoom, .zoomRatio, .decelerationRate, .refreshes, .missed, .missedFirst: ""
    }
  }

  /// A value with its unit; a minus sign is one.
  package func text(_ value: Double) -> String {
    let decimals =
      switch self {
      case .releaseVelocity, .peakVelocity, .refreshes, .missed, .missedFirst: 0
      case .travel, .restX, .restY, .latency50, .latency95: 1
      case .decelerationRate, .timeConstant: 4
      default: 3
      }
    let number = NumberText.withMinus(NumberText.trimmed(value, decimals: decimals))
    return unit.isEmpty ? number : "\(number) \(unit)"
  }
}

extension Measurements.Gesture {
  /// From its start until it has settled, with a tenth more on both sides, in seconds.
  package var times: ClosedRange<Double> {
    let settle = max(values[.settle] ?? 0, values[.zoomSettle] ?? 0)
    let end = max((lift ?? start) + settle, start + 0.05)
    let margin = (end - start) / 10
    return start - margin...end + margin
  }

  /// The gesture `shift` seconds later.
  package func shifted(by shift: Double) -> Self {
    var gesture = self
    gesture.start += shift
    gesture.lift = lift.map { $0 + shift }
    return gesture
  }

  /// When it begins, and what it measures, in one line.
  package var text: String {
    let parts = Measurements.Name.allCases.compactMap { name in
      values[name].map { "\(name.rawValue) \(name.text($0))" }
    }
    return "at \(NumberText.fixed(start, decimals: 3)) s: " + parts.joined(separator: ", ")
  }

  /// The same as an object of JSON.
  package var json: String {
    var object = JSONObject()
    object.add("start", start)
    if let lift { object.add("lift", lift) }
    for name in Measurements.Name.allCases {
      if let value = values[name] { object.add(name.rawValue, value) }
    }
    return object.text
  }
}

extension Measurements.Gesture {
  /// Reads a gesture from its ``json``, without rows; `nil` for a value that is none.
  init?(_ json: JSONValue) {
    guard case .object(let fields) = json, case .number(let start)? = fields["start"] else {
      return nil
    }
    let number = { (name: String) -> Double? in
      if case .number(let number)? = fields[name] { number } else { nil }
    }
    self.init(start: start, lift: number("lift"), rows: 0..<0, values: [:])
    for name in Measurements.Name.allCases { values[name] = number(name.rawValue) }
  }
}

extension [Measurements.Gesture] {
  /// The gestures as a table that is separated by tabs, with all digits.
  package var table: String {
    let known = Measurements.Name.allCases.filter { name in contains { $0.values[name] != nil } }
    let head = known.map { $0.unit.isEmpty ? $0.rawValue : "\($0.rawValue), \($0.unit)" }
    let rows = enumerated().map { index, gesture in
      ["\(index + 1)", "\(gesture.start)"]
        + known.map { name in gesture.values[name].map { "\($0)" } ?? "" }
    }
    return ([["gesture", "at, s"] + head] + rows).map { $0.joined(separator: "\t") + "\n" }.joined()
  }

  /// The gestures as rows of a name and what each measures.
  package var rows: [(name: String, value: String)] {
    enumerated().map { (name: "gesture \($0.offset + 1)", value: $0.element.text) }
  }
}

extension Measurements {
  /// The gestures as rows of a name and what each measures.
  package var rows: [(name: String, value: String)] { gestures.rows }
}

extension Series {
  /// Whether the offset or the scale differs from that of the row before.
  fileprivate func changes(at row: Int) -> Bool {
    [Column.offsetX, .offsetY, .zoom].contains { column in
      guard let values = values[column], let now = values[row].known else { return false }
      return values[..<row].last { !$0.isNaN }.map { $0 != now } ?? false
    }
  }

  /// The times at which the first finger goes down and the last one lifts, in their order.
  fileprivate var heldTimes: [(time: Double, isDown: Bool)] {
    guard touches.isEmpty else {
      var down: Set<Int> = []
      return touches.compactMap { touch in
        let wasHeld = !down.isEmpty
        switch touch.phase {
        case .began: down.insert(touch.id)
        case .ended, .cancelled: down.remove(touch.id)
        case .moved, .stationary: break
        }
        return wasHeld == !down.isEmpty ? nil : (touch.time, !down.isEmpty)
      }
    }
    var isDown = false
    return times.indices.compactMap { row in
      guard let phase = phases[row] else { return nil }
      let isHeld = phase == .tracking || phase == .dragging || phase == .zooming
      defer { isDown = isHeld }
      return isHeld == isDown ? nil : (times[row], isHeld)
    }
  }

  /// The times at which the first finger goes down.
  fileprivate var downTimes: [Double] { heldTimes.filter(\.isDown).map(\.time) }
}

/// What is the same for all gestures of a series.
private struct MeasuringSetup {
  let ranges: OffsetRanges?
  let limits: (lower: Double, upper: Double)?
  /// What is left of the velocity after a millisecond.
  let rate: Double
  /// The times of lifts, in seconds, and the time between rows.
  let lifts: [Double]
  let usualStep: Double

  init(_ series: Series) {
    ranges = OffsetRanges(series)
    limits = series.header?.scaleLimits
    rate =
      series.header.map { Stage($0).scrollView.decelerationRate.rawValue }
      ?? ScrollView.DecelerationRate.normal.rawValue
    lifts = series.lifts.map(\.time)
    usualStep = series.usualStep
  }
}

/// Measures the rows of one gesture.
private struct GestureMeter {
  private let series: Series
  private let rows: Range<Int>
  private let setup: MeasuringSetup
  /// The residual up to which a fitted deceleration tells the velocity at the lift, in points. [C]
  private static let exactResidual = 0.5
  /// The rows whose offset is known.
  private let offsets: [(row: Int, time: Double, offset: Point)]
  /// The time of the last lift, in seconds.
  let lift: Double?
  /// The first row that decelerates.
  private let flightRow: Int?
  /// When what is timed begins: with the lift, or else with the first row that moves.
  private let origin: Double
  var values: [Measurements.Name: Double] = [:]

  init(
    _ series: Series, _ rows: Range<Int>, _ setup: MeasuringSetup, from start: Double,
    to end: Double
  ) {
    (self.series, self.rows, self.setup) = (series, rows, setup)
    let lifts = setup.lifts[
      setup.lifts.partitioningIndex { $0 >= start }..<setup.lifts.partitioningIndex { $0 >= end }]
    let x = series.values[.offsetX]
    let y = series.values[.offsetY]
    offsets =
      x == nil && y == nil
      ? []
      : rows.compactMap { row in
        let (x, y) = (x?[row] ?? 0, y?[row] ?? 0)
        return x.isNaN || y.isNaN ? nil : (row, series.times[row], Point(x, y))
      }
    // The row before a gesture that catches a deceleration is that of the one before.
    flightRow = rows.first { series.phases[$0] == .decelerating && series.times[$0] > start }
    let flight = flightRow.map { series.times[$0] }
    // A trace tells its decelerations alone.
    lift = lifts.last { time in flight.map { time <= $0 } ?? true } ?? lifts.last ?? flight
    let moved = zip(offsets.dropFirst(), offsets).first { $0.offset != $1.offset }?.0.time
    origin = lift ?? moved ?? series.times[rows.lowerBound]
  }

  mutating func measure() {
    if let first = offsets.first, let last = offsets.last {
      values[.duration] = last.time - first.time
      measureOffsets(until: last.offset)
    }
    measureZoom()
    measureRefreshes()
  }

  private mutating func measureOffsets(until rest: Point) {
    values[.travel] = zip(offsets.dropFirst(), offsets).reduce(0) {
      $0 + ($1.0.offset - $1.1.offset).length
    }
    if series.values[.offsetX] != nil { values[.restX] = rest.x }
    if series.values[.offsetY] != nil { values[.restY] = rest.y }
    let places = offsets.map { (time: $0.time, offset: $0.offset) }
    if let settled = Measurements.settled(places) { values[.settle] = max(0, settled - origin) }
    if let from = places.last(where: { $0.time <= origin }) ?? places.first {
      let way = (from.offset - rest).length
      // A hundredth of a short way is less than a pixel.
      if way >= 10, let settled = Measurements.settled(places, within: way / 100) {
        values[.settleHundredth] = max(0, settled - origin)
      }
    }
    measureVelocities()
    measureDeceleration()
    if let ranges = setup.ranges { measureOvershoot(ranges) }
  }

  /// The velocity that is lost with a way in the law of deceleration, in points per second for each point: each millisecond the
  /// content goes on with what is left of the velocity.
  private static func velocityPerPoint(_ rate: Double) -> Double { 1000 * (1 - rate) / rate }

  private mutating func measureVelocities() {
    let (x, y) = (series.values[.velocityX], series.values[.velocityY])
    if x != nil || y != nil {
      values[.peakVelocity] = rows.dropFirst().lazy.map { row in
        Point(x?[row].known ?? 0, y?[row].known ?? 0).length
      }.max()
    }
    guard let row = flightRow else { return }
    func known(_ column: Series.Column) -> Double? { series.values[column]?[row].known }
    let law = (known(.lawVelocityX), known(.lawVelocityY))
    guard law.0 != nil || law.1 != nil else { return }
    let velocity = Point(law.0 ?? 0, law.1 ?? 0)
    let time = series.times[row]
    if let lift = setup.lifts.last(where: { $0 <= time }) {
      values[.releaseVelocity] = velocity.length / pow(setup.rate, (time - lift) * 1000)
    } else if let before = offsets.last(where: { $0.row < row }),
      let now = offsets.first(where: { $0.row == row }),
      setup.ranges.map({ $0.contains(now.offset, at: row) }) ?? true
    {
      let lost = (now.offset - before.offset) * Self.velocityPerPoint(setup.rate)
      values[.releaseVelocity] = (velocity + lost).length
    }
  }

  private mutating func measureDeceleration() {
    let isPhased = rows.contains { series.phases[$0] != nil }
    guard isPhased || lift != nil else { return }
    let first = isPhased ? flightRow ?? series.count : rows.lowerBound
    let end = series.phases[first...].dropFirst().firstIndex { isPhased && $0 != .decelerating }
    var flight = offsets.filter { entry in
      (isPhased
        ? entry.row >= first && entry.row < end ?? series.count : entry.time > (lift ?? .infinity))
        && (setup.ranges?.contains(entry.offset, at: entry.row) ?? true)
    }
    // The last step, to a whole pixel, is no deceleration.
    if let rest = offsets.last?.offset {
      flight.removeAll { ($0.offset - rest).length <= Measurements.settlingDistance }
    }
    guard let fit = DecayFit(flight.map { ($0.time, $0.offset) }) else { return }
    if values[.releaseVelocity] == nil, let lift, fit.residual <= Self.exactResidual {
      values[.releaseVelocity] = fit.distance(after: lift) * Self.velocityPerPoint(setup.rate)
    }
    values[.timeConstant] = fit.timeConstant
    values[.decelerationRate] = fit.rate
    values[.decelerationResidual] = fit.residual
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
    let scales = rows.compactMap { row in
      zoom[row].known.map { (time: series.times[row], scale: $0) }
    }
    guard let rest = scales.last?.scale, let largest = scales.map(\.scale).max() else { return }
    values[.zoom] = largest
    if let settled = scales.last(where: { abs($0.scale / rest - 1) > 1e-3 })?.time {
      values[.zoomSettle] = max(0, settled - origin)
    }
    guard let limits = setup.limits else { return }
    let beyond = scales.map { max($0.scale / limits.upper, limits.lower / $0.scale) }.max() ?? 1
    // The last digits of a scale at its limit are not beyond it.
    if beyond > 1 + 1e-9 { values[.zoomRatio] = beyond }
  }

  private mutating func measureRefreshes() {
    guard !series.frames.isEmpty else { return }
    let frames = rows.dropFirst().compactMap { row in
      series.frames[row].map { (row: row, frame: $0) }
    }
    values[.refreshes] = Double(frames.count)
    values[.missed] = Double(frames.reduce(0) { $0 + $1.frame.missed })
    values[.missedFirst] = Double(
      frames.reduce(0) { sum, entry in
        let isFirst =
          entry.frame.missed > 0 && series.isFirstFrame(entry.row, usualStep: setup.usualStep)
        return sum + (isFirst ? entry.frame.missed : 0)
      })
    let latencies = frames.compactMap { row, frame in
      frame.latency(at: series.times[row]).map { $0 * 1e3 }
    }
    if let latency = TakeQuality.Percentiles(latencies) {
      (values[.latency50], values[.latency95]) = (latency.p50, latency.p95)
    }
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
    let (lower, upper) = self[row]
    return offset.x >= lower.x - 1e-6 && offset.y >= lower.y - 1e-6 && offset.x <= upper.x + 1e-6
      && offset.y <= upper.y + 1e-6
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

extension Script.Header {
  /// The range of offsets of the content at rest.
  package var offsetRange: (lower: Point, upper: Point) {
    let view = Stage(self).scrollView
    return (view.minimumContentOffset, view.maximumContentOffset)
  }

  /// The range of scales at rest.
  var scaleLimits: (lower: Double, upper: Double) {
    let view = Stage(self).scrollView
    return (view.minimumZoomScale, view.maximumZoomScale)
  }
}

extension Script.Frame {
  /// The time from the newest input to the refresh that shows it, in seconds; `nil` where one of them is not known.
  ///
  /// - Parameter time: The time that was drawn for, in seconds.
  /// - Returns: The time in between.
  package func latency(at time: Double) -> Double? {
    guard let age, let presented else { return nil }
    return presented - (time - age)
  }
}
