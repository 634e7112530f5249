import OverscrollBase
import ScrollEngine
package import ScrollGeometry

/// What a motion measures, gesture by gesture: the one set of numbers of windows, tables, plots and reports.
///
/// A gesture begins where the first finger goes down, or, without a finger, where something moves after a rest or takes a
/// deceleration over, as a wheel does; it ends with the rest, or with the next gesture. Where a program sets the offset at rest,
/// that is no part of it. All numbers come from rows, touches and releases, so that a motion has the same ones by whatever
/// path it came: as a take, a trace, a script or a table of another program.
package struct Measurements: Hashable, Sendable {
  /// A measurement, by its name in tables.
  package enum Name: String, Hashable, Sendable, CaseIterable {
    /// The length of the way, in points.
    case travel
    /// The speed at the release that the delegate was told, in points per second: of scripts and takes.
    case releaseVelocity = "release velocity"
    /// The speed at the release of what has no delegate, in points per second: that of the first decelerating row, taken back to
    /// the lift, or else to the row before, by the law of deceleration; or that of the fitted deceleration at the lift.
    case releaseEstimate = "release velocity, estimated"
    /// The largest speed over a thirtieth of a second, by what refreshes show, in points per second: a display that shows more of
    /// them, some with two events of a finger and some with none, has no other peak.
    case peakVelocity = "peak velocity"
    /// The peak beyond an edge, in points, and when it is, in seconds since what ``settle`` counts from.
    case overshootTop = "overshoot top"
    case overshootTopTime = "overshoot top at"
    case overshootBottom = "overshoot bottom"
    case overshootBottomTime = "overshoot bottom at"
    case overshootLeft = "overshoot left"
    case overshootLeftTime = "overshoot left at"
    case overshootRight = "overshoot right"
    case overshootRightTime = "overshoot right at"
    /// From the first row after the lift to the last one more than 0.5 points from the rest, in seconds. Without a lift it is from
    /// the last notch of the wheel, in a table without input or phases from the end of the peak velocity, and else from the first
    /// row that moves. What is caught, or ends while it moves by itself, has no rest. It is not known where rows are missing at one
    /// of its ends: see ``Gesture/bounds``.
    case settle
    /// The same to the last row that is further from the rest than a hundredth of the way that is left at the lift, in seconds.
    case settleHundredth = "settle 1 %"
    /// The offset at the end, in points.
    case restX = "rest x"
    case restY = "rest y"
    /// From the first row after its start to the last that changes, in seconds; of the whole, from the first row to the last.
    case duration
    /// The largest zoom scale.
    case zoom = "largest zoom"
    /// The scale that is furthest beyond the limits, by the limit it is beyond.
    case zoomRatio = "zoom beyond limit"
    /// From the first row after the lift to the last whose scale is more than a thousandth from that at rest, in seconds.
    case zoomSettle = "zoom settle"
    /// The time constant of the deceleration that fits best before an edge is met, along the axis of the longest way, in seconds,
    /// its rate per millisecond, and the root of the mean square difference from it, in points: of motions that differ by half
    /// a point at most, or by a hundredth of the way, and are not paged.
    case timeConstant = "time constant"
    case decelerationRate = "deceleration rate"
    case decelerationResidual = "deceleration residual"
    /// The refreshes that showed it, up to the last row that changes or the lift, and those that were missed.
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
    /// The earliest and the latest time, in seconds, of what came to rest where rows are missing, which ``values`` leave out.
    package var bounds: [Name: ClosedRange<Double>] = [:]
  }

  /// What the whole motion measures.
  package let values: [Name: Double]
  /// What each gesture measures, in their order.
  package let gestures: [Gesture]

  /// The distance from rest that counts as settled, in points. [C]
  static let settlingDistance = 0.5
  /// What begins what stands in the place of a measurement that ends where rows are missing.
  static let unseen = "not seen"
  /// Measures a series; what it does not know, such as its limits, leaves out what depends on that.
  package init(_ series: Series) {
    let setup = MeasuringSetup(series)
    guard series.count > 0, let first = series.times.first, let last = series.times.last else {
      (values, gestures) = ([:], [])
      return
    }
    let whole = GestureMeter.Part(
      rows: 0..<series.count, start: -.infinity, end: .infinity, isCatch: false,
      rests: !series.isMoving(at: series.count - 1))
    values = GestureMeter(series, whole, setup).measured.values
      .merging([.duration: last - first]) { $1 }
    let starts = series.gestureStarts
    gestures = starts.indices.compactMap { index in
      let end = index + 1 < starts.count ? starts[index + 1] : .infinity
      let part = GestureMeter.Part(series, from: starts[index], to: end)
      guard part.rows.count > 1,
        part.rows.dropFirst().contains(where: { series.changes(at: $0) })
      else { return nil }
      let meter = GestureMeter(series, part, setup)
      let (values, bounds) = meter.measured
      return Gesture(
        start: part.start, lift: meter.lift, rows: part.rows, values: values, bounds: bounds)
    }
  }

  /// The index of the last row that is not near the rest; `nil` where all are.
  static func lastUnsettled(
    _ rows: [(time: Double, offset: Point)], within distance: Double = settlingDistance
  ) -> Int? {
    guard let rest = rows.last?.offset else { return nil }
    return rows.lastIndex { ($0.offset - rest).length > distance }
  }
}

extension Measurements.Name {
  /// The unit of its values, empty for numbers and ratios.
  package var unit: String {
    switch self {
    case .travel, .overshootTop, .overshootBottom, .overshootLeft, .overshootRight, .restX, .restY,
      .decelerationResidual:
      "pt"
    case .releaseVelocity, .releaseEstimate, .peakVelocity: "pt/s"
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
      case .releaseVelocity, .releaseEstimate, .peakVelocity: 0
      // The median of two counts may lie between them.
      case .refreshes, .missed, .missedFirst, .travel, .restX, .restY, .latency50, .latency95: 1
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
    let settle = [Measurements.Name.settle, .zoomSettle].reduce(0) {
      max($0, values[$1] ?? bounds[$1]?.upperBound ?? 0)
    }
    // Without a lift it settles after its last input, which is not known here.
    let end = max(lift.map { $0 + settle } ?? start + (values[.duration] ?? settle), start + 0.05)
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
      (values[name].map(name.text) ?? unseen(name)).map { "\(name.rawValue) \($0)" }
    }
    return "at \(NumberText.fixed(start, decimals: 3)) s: " + parts.joined(separator: ", ")
  }

  /// What stands in the place of a measurement that ends where rows are missing; `nil` for others.
  func unseen(_ name: Measurements.Name) -> String? {
    bounds[name].map { range in
      let hole = NumberText.fixed(range.upperBound - range.lowerBound, decimals: 2)
      return "\(Measurements.unseen): no frame for \(hole) s"
    }
  }

  /// The same as an object of JSON.
  package var json: String {
    var object = JSONObject()
    object.add("start", start)
    if let lift { object.add("lift", lift) }
    var open = JSONObject()
    for name in Measurements.Name.allCases {
      if let value = values[name] { object.add(name.rawValue, value) }
      if let range = bounds[name] { open.add(name.rawValue, [range.lowerBound, range.upperBound]) }
    }
    if !open.isEmpty { object.add("bounds", json: open.text) }
    return object.text
  }
}

extension Measurements.Gesture {
  /// Reads a gesture from its ``json``, without rows; `nil` for a value that is none.
  init?(_ json: JSONValue) {
    let fields = json.fields
    guard let start = fields["start"]?.number else { return nil }
    self.init(start: start, lift: fields["lift"]?.number, rows: 0..<0, values: [:])
    let open = fields["bounds"]?.fields ?? [:]
    for name in Measurements.Name.allCases {
      values[name] = fields[name.rawValue]?.number
      let ends = open[name.rawValue]?.elements.map(\.number) ?? []
      if ends.count == 2, let lower = ends[0], let upper = ends[1], lower <= upper {
        bounds[name] = lower...upper
      }
    }
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

extension Subject {
  /// The number of gestures of each scroll view of a script but the main one, which are not measured; empty where there is none.
  package var otherGestures: [(scrollView: String, count: Int)] {
    guard case .script(let script, _) = self, !script.header.scrollViewNames.isEmpty else {
      return []
    }
    return Series.scrollViews(of: script, at: series.times).compactMap { view in
      guard let name = view.title.scrollView else { return nil }
      let count = Measurements(view.series).gestures.count
      return count > 0 ? (name, count) : nil
    }
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

  /// How long after the refresh it was due for it was shown, in seconds.
  ///
  /// - Parameter period: The time between refreshes, in seconds; infinite where it is not known.
  /// - Returns: The time in between; 0 where it was on time.
  package func lateness(period: Double) -> Double {
    period.isFinite ? Double(missed) * period : 0
  }
}

extension ScrollView.Phase {
  /// Whether something moves by itself.
  var movesByItself: Bool { [.decelerating, .animating, .zoomBouncing].contains(self) }
}

extension Script {
  /// A frame that was shown, and whether it is the first one after a pause.
  typealias Refresh = (frame: Frame, isFirst: Bool)

  /// The frames that were shown, and which of them are the first ones after a pause: those before which no window drew for longer
  /// than the refreshes that were missed, and nothing moved by itself.
  ///
  /// - Parameters:
  ///   - phases: What moves in any scroll view at time 0 and at each frame.
  ///   - times: The times of these, in seconds.
  /// - Returns: The frames.
  func refreshes(moving phases: [ScrollView.Phase], at times: [Double]) -> [Refresh] {
    let frames = frames
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    guard let usualStep = steps.dropFirst(steps.count / 2).first else { return [] }
    let period = frames.refreshPeriod ?? usualStep
    return frames.indices.map { index in
      let frame = frames[index]
      guard index > 0 else { return (frame, true) }
      let (shown, last) = (
        frame.presented ?? times[index + 1], frames[index - 1].presented ?? times[index]
      )
      let isPause = shown - last > (Double(frame.missed) + 1.5) * period
      return (frame, isPause && !phases[index].movesByItself)
    }
  }
}

extension [Script.Frame] {
  /// The time between the display's refreshes, in seconds; `nil` where it is not known when these were shown.
  var refreshPeriod: Double? {
    let periods = zip(dropFirst(), self).compactMap { next, last -> Double? in
      guard let shown = next.presented, let before = last.presented else { return nil }
      let step = shown - before
      return step > 0 && step <= FrameStep.longest ? step / Double(next.missed + 1) : nil
    }.sorted()
    return periods.isEmpty ? nil : periods[periods.count / 2]
  }
}

/// When a window made what a refresh shows, in seconds.
package struct RedrawTimes: Hashable, Sendable {
  /// The beginning of the loop's turn that handled input and drew.
  package var handling: Double
  /// The beginning of drawing.
  package var drawing: Double
  /// When everything was drawn and sent to the display.
  package var submission: Double
  /// When the display had finished drawing; `nil` where that is not known.
  package var completion: Double?

  package init(handling: Double, drawing: Double, submission: Double, completion: Double? = nil) {
    (self.handling, self.drawing) = (handling, drawing)
    (self.submission, self.completion) = (submission, completion)
  }

  /// The same times by another clock.
  package func shifted(by shift: Double) -> Self {
    Self(
      handling: handling + shift, drawing: drawing + shift, submission: submission + shift,
      completion: completion.map { $0 + shift })
  }
}
