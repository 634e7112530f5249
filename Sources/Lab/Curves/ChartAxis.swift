import Glibc
import OverscrollBase
import ScrollEngine
package import ScrollGeometry

extension ClosedRange<Double> {
  /// The length.
  package var length: Double { upperBound - lowerBound }

  /// The range with a part of its length added at both ends; one unit around a single value.
  func padded(by part: Double) -> ClosedRange<Double> {
    guard length > 0 else { return (lowerBound - 1)...(upperBound + 1) }
    return (lowerBound - length * part)...(upperBound + length * part)
  }

  /// The range with `value` in it.
  func including(_ value: Double) -> ClosedRange<Double> {
    Swift.min(lowerBound, value)...Swift.max(upperBound, value)
  }

  /// The smallest range around 0 with the same distance to both sides that contains the range.
  var symmetric: ClosedRange<Double> {
    let largest = Swift.max(abs(lowerBound), abs(upperBound))
    return -largest...largest
  }

  /// The longest range that an axis has steps in: velocities of both signs and the padding fit. [C]
  private static var longest: Double { 4 * LabLimits.velocity }

  /// The steps of an axis: multiples of 1, 2 or 5 times a power of ten, at most `count` of them.
  func steps(atMost count: Int) -> [Double] {
    guard length > 0, length <= Self.longest, count > 0 else { return [] }
    var unit = 1.0
    while unit <= length { unit *= 10 }
    while unit > length { unit /= 10 }
    var step = unit
    for factor in [0.1, 0.2, 0.5, 1, 2, 5, 10] {
      step = unit * factor
      if length / step <= Double(count) { break }
    }
    return step.multiples(from: lowerBound, to: upperBound)
  }
}

extension Double {
  /// The multiples of the number between two others; none of a number so small that they cannot be told apart.
  func multiples(from least: Double, to most: Double) -> [Double] {
    let first = (least / self).rounded(.up)
    let last = (most / self).rounded(.down)
    guard first <= last, abs(first) < 1e15, abs(last) < 1e15 else { return [] }
    return (Int(first)...Int(last)).map { Double($0) * self }
  }
}

/// The numbers of an axis.
package struct ChartAxis {
  /// A number and where it stands.
  struct Step: Hashable {
    /// The value in the units of the lane's curves.
    var value: Double
    var text: String
  }

  /// How values are written.
  private enum Form {
    case number
    /// The scale whose logarithm the value is, or a power of two as a ratio.
    case scale, ratio
  }

  /// The values in the units of the lane's curves.
  var values: [Double] { isPair ? [lines.first, lines.last].compactMap(\.self) : lines }
  /// Where lines are drawn, also where there is no room for a number, such as at 0.
  let lines: [Double]
  /// Whether only the first number and the last have room.
  private var isPair = false
  private let form: Form

  /// The values with their texts; a moving chart needs the values alone, frame by frame.
  var steps: [Step] {
    let steps =
      switch form {
      case .number: Self.texts(of: lines).map { Step(value: $0, text: $1) }
      case .scale:
        zip(lines, Self.texts(of: lines.map(Self.scale))).map {
          Step(value: $0, text: $1.1 + "×")
        }
      case .ratio: lines.map { Step(value: $0, text: Self.ratio($0)) }
      }
    return isPair ? [steps.first, steps.last].compactMap(\.self) : steps
  }

  /// The numbers of a lane, at most `count` of them.
  init(of lane: Chart.Lane, atMost count: Int) {
    guard lane.kind == .zoom else {
      (lines, form) = (lane.span.steps(atMost: count), .number)
      return
    }
    (lines, form) = Self.scales(lane.span, atMost: count)
  }

  /// The numbers of a lane: as many as lie `usual` points apart, or `least` where there would be none or one; of those that lie
  /// closer, the first and the last, since one number alone tells nothing of a scale.
  static func fitting(_ lane: Chart.Lane, height: Double, usual: Double, least: Double) -> Self {
    let densest = max(1, Int(height / least))
    let axes = (1...densest).reversed().lazy.map { count in
      let axis = Self(of: lane, atMost: count)
      let step = axis.values.count > 1 ? axis.values[1] - axis.values[0] : .infinity
      return (axis: axis, distance: step / lane.span.length * height)
    }
    let best = axes.first { $0.distance >= usual && $0.axis.values.count > 1 }
    let only = (best ?? axes.first { $0.distance >= least })?.axis ?? Self(of: lane, atMost: 1)
    guard only.values.count < 2, lane.span.length > 0, height >= 2 * least else { return only }
    let pairs = (2...closest).lazy.compactMap { count -> Self? in
      var axis = Self(of: lane, atMost: count)
      guard let first = axis.lines.first, let last = axis.lines.last,
        (last - first) / lane.span.length * height >= least
      else { return nil }
      axis.isPair = true
      return axis
    }
    return pairs.first ?? only
  }

  /// The most numbers of which the first and the last are shown where not all fit. [C]
  private static let closest = 5

  /// The text of a time on an axis with a step.
  static func text(ofTime time: Double, step: Double) -> String {
    NumberText.withMinus(NumberText.fixed(time, decimals: decimals(of: [0, step])))
  }

  /// Values and their texts with as many decimals as tell them apart; small steps have an exponent.
  static func texts(of values: [Double]) -> [(Double, String)] {
    let decimals = decimals(of: values)
    return values.map { value in
      if abs(value) < 1e-12 { return (value, "0") }
      let text =
        decimals > 4
        ? NumberText.scientific(value) : NumberText.fixed(value, decimals: decimals)
      // A minus sign is as wide as a digit, a hyphen is not.
      let (sign, digits) = (text.hasPrefix("-") ? "−" : "", text.drop { $0 == "-" })
      return (value, sign + (decimals == 0 ? grouped(digits) : String(digits)))
    }
  }

  /// The digits of a whole number with commas between thousands, from 10,000 on.
  private static func grouped(_ digits: Substring) -> String {
    guard digits.count > 4 else { return String(digits) }
    return digits.enumerated().reduce(into: "") { text, digit in
      if digit.offset > 0, (digits.count - digit.offset).isMultiple(of: 3) { text += "," }
      text.append(digit.element)
    }
  }

  /// How many decimals tell the steps of an axis apart.
  static func decimals(of steps: [Double]) -> Int {
    guard steps.count > 1 else { return steps.allSatisfy { $0 == $0.rounded() } ? 0 : 1 }
    var (step, decimals) = (abs(steps[1] - steps[0]), 0)
    while step < 0.999, decimals < 9 {
      step *= 10
      decimals += 1
    }
    return decimals
  }

  /// The logarithms of scales: powers of two over a wide range, otherwise of steps of 1, 2 or 5.
  private static func scales(
    _ span: ClosedRange<Double>, atMost count: Int
  ) -> (values: [Double], form: Form) {
    guard span.lowerBound > -40, span.upperBound < 40 else { return ([], .ratio) }
    guard span.length < 2 else {
      return (span.steps(atMost: count).filter { $0 == $0.rounded() }, .ratio)
    }
    let scales = exp2(span.lowerBound)...exp2(span.upperBound)
    return (scales.steps(atMost: count).map(log2), .scale)
  }

  /// The text of a number without superfluous decimals.
  package static func text(of value: Double) -> String { NumberText.trimmed(value, decimals: 3) }

  /// The logarithm of a scale to base 2; NaN for what is no scale, such as the 0 of a file.
  static func logarithm(_ scale: Double) -> Double { scale > 0 ? log2(scale) : .nan }

  /// The scale with a logarithm to base 2.
  static func scale(_ logarithm: Double) -> Double { exp2(logarithm) }

  private static func ratio(_ power: Double) -> String {
    power < 0
      ? "1/" + NumberText.fixed(exp2(-power), decimals: 0)
      : NumberText.fixed(exp2(power), decimals: 0) + "×"
  }
}

/// The axis of time: seconds to absolute columns of pixels, and to places in points.
///
/// Columns are numbered from time 0 on, so that a part of a chart that is drawn later continues what is there.
package struct TimeScale: Hashable {
  /// Columns per second.
  var rate: Double
  /// The column at the left edge.
  var firstColumn: Double
  /// The x-coordinate of the left edge, in points.
  var left: Double
  /// Columns per point.
  var columnsPerPoint: Double

  /// The scale of a rectangle that shows a range of times.
  package init(_ times: ClosedRange<Double>, over rect: Rect, columnsPerPoint: Double) {
    rate = rect.width * columnsPerPoint / times.length
    firstColumn = times.lowerBound * rate
    left = rect.minX
    self.columnsPerPoint = columnsPerPoint
  }

  /// The scale of a strip whose first column is `firstColumn`.
  init(rate: Double, firstColumn: Double, columnsPerPoint: Double) {
    self.rate = rate
    self.firstColumn = firstColumn
    self.columnsPerPoint = columnsPerPoint
    left = 0
  }

  /// The place of a time in columns, to the resolution of Cairo's coordinates.
  ///
  /// Rounding comes before the first column is subtracted: the same time has the same place among its neighbors wherever the
  /// strip begins.
  func place(_ time: Double) -> Double { (time * rate * 256).rounded() / 256 }

  /// The x-coordinate of a time, in points.
  package func x(_ time: Double) -> Double { left + (place(time) - firstColumn) / columnsPerPoint }

  /// The x-coordinate of the left edge of a time's column, in points.
  func columnX(_ time: Double) -> Double {
    left + ((time * rate).rounded(.down) - firstColumn) / columnsPerPoint
  }

  /// The time of a place, in seconds.
  package func time(_ x: Double) -> Double { ((x - left) * columnsPerPoint + firstColumn) / rate }

  /// The times between two lines of the grid: 1, 2 or 5 times a power of ten seconds.
  func step(atLeast points: Double) -> Double {
    let least = points * columnsPerPoint / rate
    var step = 1.0
    while step > least { step /= 10 }
    while step < least {
      for factor in [2.0, 2.5, 2] where step < least { step *= factor }
    }
    return step
  }
}

/// The axes of a live chart: which curves each lane has, and the values that it spans.
///
/// A new scale means that everything is drawn again, so curves are measured at most five times a second, and a scale has some
/// room to spare while they grow. A curve that leaves its lane is measured at once.
package struct LiveScale {
  /// The least time between two measurements while curves stay in their lanes, in seconds. [C]
  private static let interval = 0.2
  /// How much longer than needed a growing span becomes. [C]
  private static let spare = 0.5
  /// The part of a span below which it shrinks. [C]
  private static let shrink = 0.45
  /// The part of a lane's padding that curves use up before its span grows: equal motions are hardly ever equal to the point. [C]
  private static let slack = 0.75

  /// The span of a lane that has shown nothing yet, whose first and last number have room at their lines.
  private static func empty(_ span: ClosedRange<Double>) -> ClosedRange<Double> {
    span.padded(by: LaneBuilder.padding)
  }

  package private(set) var formats: [Chart.Group: LaneBuilder.Format] = [
    .offset: LaneBuilder.Format(columns: [.offsetY], span: Self.empty(0...1)),
    .velocity: LaneBuilder.Format(columns: [.velocityY], span: Self.empty(-1...1), constant: 0),
    .fingerVelocity: LaneBuilder.Format(
      columns: [.fingerVelocityY], span: Self.empty(-1...1), constant: 0),
    .zoom: LaneBuilder.Format(columns: [.zoom], span: Self.empty(-1...1), constant: 0),
  ]
  /// The time at which the curves were measured last, in seconds.
  private var measured = -Double.infinity
  private var wasIdle = false

  package init() {}

  /// Has the curves measured with the next frame, as where their times are others.
  package mutating func invalidate() { measured = -.infinity }

  /// Follows the curves of a range of times.
  ///
  /// - Parameters:
  ///   - history: The curves.
  ///   - groups: The lanes that are shown.
  ///   - times: The times shown, in seconds.
  ///   - isFinal: Pass `true` to fit the curves exactly.
  /// - Returns: Whether the scale has changed.
  package mutating func follow(
    _ history: CurveHistory, _ groups: [Chart.Group] = Chart.Group.usual,
    in times: ClosedRange<Double>, isFinal: Bool = false
  ) -> Bool {
    let isIdle = history.bands.last?.phase == .idle
    defer { wasIdle = isIdle }
    let isAtRest = isFinal || (isIdle && !wasIdle)
    guard
      isAtRest || times.upperBound - measured >= Self.interval
        || leavesLanes(history.series, groups, in: times)
    else { return false }
    measured = times.upperBound
    let lanes = LaneBuilder(series: [history.series], styles: [.subject], times: times)
    var next = formats
    for group in groups {
      guard let lane = lanes.lane(group, isNeeded: true) else { continue }
      let target = LaneBuilder.Format(
        columns: Set(lane.curves.compactMap { Series.Column(name: $0.name) }), span: lane.span,
        constant: lane.constant)
      next[group] = isAtRest ? target : Self.next(after: formats[group], target)
    }
    guard next != formats else { return false }
    formats = next
    return true
  }

  /// Returns whether a value since the last measurement is outside of its lane, or another one than that of a folded lane.
  private func leavesLanes(
    _ series: Series, _ groups: [Chart.Group], in times: ClosedRange<Double>
  ) -> Bool {
    let rows = series.rows(in: max(measured, times.lowerBound)...times.upperBound)
    return groups.contains { group in
      guard let format = formats[group] else { return false }
      return group.columns.contains { column, _ in
        format.columns.contains(column)
          && rows.contains {
            guard let value = series.shown(column, $0) else { return false }
            return format.constant.map { $0 != value } ?? !format.span.contains(value)
          }
      }
    }
  }

  /// The format after another one while something moves: a lane unfolds at once, but folds only at rest.
  private static func next(
    after old: LaneBuilder.Format?, _ target: LaneBuilder.Format
  ) -> LaneBuilder.Format {
    var target = target
    if old?.constant == nil { target.constant = nil }
    guard let old, old.columns == target.columns, old.constant == target.constant else {
      return target
    }
    let (own, span) = (old.span, target.span)
    let slack = span.length * LaneBuilder.padding / (1 + 2 * LaneBuilder.padding) * slack
    let isBelow = span.lowerBound + slack < own.lowerBound
    let isAbove = span.upperBound - slack > own.upperBound
    guard isBelow || isAbove else { return span.length < own.length * shrink ? target : old }
    let room = span.length * spare
    let low = span.lowerBound - (isBelow ? room : 0)
    let high = span.upperBound + (isAbove ? room : 0)
    var grown = target
    grown.span = low...high
    return grown
  }
}
