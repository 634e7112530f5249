import Glibc
import OverscrollBase

extension ClosedRange<Double> {
  /// The length.
  var length: Double { upperBound - lowerBound }

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
    let first = (lowerBound / step).rounded(.up)
    let last = (upperBound / step).rounded(.down)
    guard first <= last, abs(first) < 1e15, abs(last) < 1e15 else { return [] }
    return (Int(first)...Int(last)).map { Double($0) * step }
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
