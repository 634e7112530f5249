import OverscrollFormatting
package import ScrollEngine
import ScrollGeometry

extension Chart {
  /// What a chart shows at one time.
  package struct Readout: Hashable, Sendable {
    /// A value of a curve.
    package struct Value: Hashable, Sendable {
      package var hue: Hue
      package var style: Style
      /// The index of the lane.
      package var lane: Int
      /// The value in the units of the curve.
      package var value: Double
      package var text: String
    }

    /// The time in seconds.
    package var time: Double
    package var phase: ScrollView.Phase?
    package var values: [Value]
  }

  /// The values at a time: those between two points of a curve lie on a straight line.
  package func readout(at time: Double) -> Readout {
    var values: [Readout.Value] = []
    for (index, lane) in lanes.enumerated() {
      // Curves are drawn references first, and read subject first.
      for curve in lane.curves.reversed().sorted(by: { $0.hue < $1.hue }) {
        guard let value = curve.value(at: time) else { continue }
        values.append(
          Readout.Value(
            hue: curve.hue, style: curve.style, lane: index, value: value,
            text: lane.kind.text(value)))
      }
    }
    let phase = bands.last { $0.range.contains(time) }?.phase
    return Readout(time: time, phase: phase, values: values)
  }
}

extension Chart.Curve {
  /// The value at a time, the new one at a step; `nil` outside of the curve and where it is interrupted.
  func value(at time: Double) -> Double? {
    var (low, high) = (0, points.count)
    while low < high {
      let middle = (low + high) / 2
      if points[middle].x <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let last = points[low - 1]
    if last.x == time { return last.y.known }
    guard low < points.count, last.y.isFinite, points[low].y.isFinite else { return nil }
    let next = points[low]
    return last.y + (next.y - last.y) * (time - last.x) / (next.x - last.x)
  }
}

extension Chart.Lane.Kind {
  /// The text of a value with its unit.
  fileprivate func text(_ value: Double) -> String {
    switch self {
    case .offset: Self.text(value, decimals: 1) + " pt"
    case .velocity, .lawVelocity: Self.text(value, decimals: 0) + " pt/s"
    case .zoom: NumberText.fixed(ChartAxis.scale(value), decimals: 3) + "×"
    case .residual:
      (abs(value) < 0.01 && value != 0
        ? Self.signed(NumberText.scientific(value)) : Self.text(value, decimals: 2)) + " pt"
    }
  }

  private static func text(_ value: Double, decimals: Int) -> String {
    signed(NumberText.fixed(value, decimals: decimals))
  }

  /// The text with a minus sign, which is as wide as a digit, for a hyphen.
  private static func signed(_ text: String) -> String {
    text.hasPrefix("-") ? "−" + text.dropFirst() : text
  }

  /// The word for what the lane shows.
  var word: String {
    switch self {
    case .offset: "offset"
    case .velocity: "velocity"
    case .lawVelocity: "law"
    case .zoom: "zoom"
    case .residual: "A − B"
    }
  }

  /// The unit of the numbers beside the lane.
  var unit: String {
    switch self {
    case .offset, .residual: "pt"
    case .velocity, .lawVelocity: "pt/s"
    case .zoom: "log₂"
    }
  }
}

extension Chart {
  /// The text of a time, to the millisecond.
  static func text(ofTime time: Double) -> String { NumberText.fixed(time, decimals: 3) + " s" }
}
