package import Geometry
package import ScrollEngine

/// What a chart of curves shows: lanes over one axis of time, phases, and marks.
///
/// A value: the same chart is drawn into a window, SVG, PNG and PDF.
package struct Chart: Hashable, Sendable {
  /// How a curve is drawn: told apart without colour.
  package enum Style: Hashable, Sendable {
    /// The subject's curve along an axis.
    case solid
    /// The other side of an A/B take.
    case dashed
    /// A reference.
    case dotted
  }

  /// The colour of a curve, by what it shows.
  package enum Hue: Hashable, Sendable {
    case x, y, zoom, reference
  }

  /// A curve of a lane.
  package struct Curve: Hashable, Sendable {
    package var name: String
    package var hue: Hue
    package var style: Style
    /// The points, times in seconds to the right; a point that is not finite interrupts the curve.
    package var points: [Point]
  }

  /// The range of the content along one axis, in a lane of offsets.
  package struct Edges: Hashable, Sendable {
    package var hue: Hue
    package var range: ClosedRange<Double>
  }

  /// A strip with an axis of its own.
  package struct Lane: Hashable, Sendable {
    package var title: String
    package var curves: [Curve]
    /// The edges that are drawn where they are in sight.
    package var edges: [Edges] = []
    /// The range of values that the lane spans.
    package var span: ClosedRange<Double>
  }

  /// A stretch of one phase.
  package struct Band: Hashable, Sendable {
    package var phase: ScrollView.Phase
    package var range: ClosedRange<Double>
  }

  /// A moment.
  package struct Tick: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case touchDown, touchUp, notch, mark, missedRefresh
    }
    package var kind: Kind
    /// The time in seconds.
    package var time: Double

    package init(kind: Kind, time: Double) {
      self.kind = kind
      self.time = time
    }
  }

  package var title: String
  package var lanes: [Lane]
  package var bands: [Band]
  package var ticks: [Tick]
  /// The times shown, in seconds.
  package var times: ClosedRange<Double>
  /// The names of the curves' origins and how they are drawn, subject first.
  package var legend: [Legend]

  /// An entry of the legend.
  package struct Legend: Hashable, Sendable {
    package var name: String
    package var hue: Hue
    package var style: Style
  }
}

extension ClosedRange<Double> {
  /// The range with a part of its length added at both ends; one unit around a single value.
  func padded(by part: Double) -> ClosedRange<Double> {
    let length = upperBound - lowerBound
    guard length > 0 else { return (lowerBound - 1)...(upperBound + 1) }
    return (lowerBound - length * part)...(upperBound + length * part)
  }

  /// The range with `value` in it.
  func including(_ value: Double) -> ClosedRange<Double> {
    Swift.min(lowerBound, value)...Swift.max(upperBound, value)
  }

  /// The steps of an axis: multiples of 1, 2 or 5 times a power of ten, at most `count` of them.
  func steps(atMost count: Int) -> [Double] {
    let length = upperBound - lowerBound
    guard length > 0, length.isFinite, count > 0 else { return [] }
    var unit = 1.0
    while unit * 10 <= length { unit *= 10 }
    while unit > length { unit /= 10 }
    var step = unit / 10
    for factor in [0.1, 0.2, 0.5, 1, 2, 5, 10] where step < unit * factor {
      step = unit * factor
      if length / step <= Double(count) { break }
    }
    let first = Int((lowerBound / step).rounded(.up))
    let last = Int((upperBound / step).rounded(.down))
    return first > last ? [] : (first...last).map { Double($0) * step }
  }
}
