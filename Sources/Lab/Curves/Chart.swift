package import ScrollEngine
package import ScrollGeometry

/// A chart of curves: lanes over one axis of time, phases, and ticks.
///
/// A value: the same chart is drawn into a window, SVG, PNG and PDF.
package struct Chart: Hashable, Sendable {
  /// The origin of a curve, which selects its dashes.
  package enum Style: Hashable, Sendable {
    /// The subject, or side A: solid.
    case subject
    /// Side B of an A/B take: dashed, in the colors of the subject.
    case other
    /// A reference by its number, from 0: dotted, then other patterns, in gray.
    case reference(Int)
  }

  /// The color of a curve, by what it shows, in the order in which curves are named.
  package enum Hue: Hashable, Sendable, Comparable {
    case x, y, zoom
  }

  /// A curve of a lane.
  package struct Curve: Hashable, Sendable {
    package var name: String
    package var hue: Hue
    package var style: Style
    /// The points, times in seconds to the right; a point that is not finite interrupts the curve.
    package var points: [Point]
  }

  /// The range of offsets along one axis over time; the ground beyond it is tinted.
  package struct Edges: Hashable, Sendable {
    package var hue: Hue
    package var lower: [Point]
    package var upper: [Point]
  }

  /// A line that explains a curve.
  package struct Guide: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// The offset at which the content will come to rest, from the release on: dotted.
      case resting
      /// The offset that rubber banding approaches and never reaches: dashed.
      case asymptote
    }
    package var kind: Kind
    package var hue: Hue
    /// The points, as in ``Curve``.
    package var points: [Point]
  }

  /// A strip with an axis of its own.
  package struct Lane: Hashable, Sendable {
    package var kind: Kind
    package var title: String
    /// The name of the scroll view, where a chart shows several; empty otherwise.
    package var owner = ""
    /// What is said of the curves, to the right of the title.
    package var note = ""
    package var curves: [Curve]
    package var edges: [Edges] = []
    package var guides: [Guide] = []
    /// The range of values that the lane spans, logarithms to base 2 in a lane of scales.
    package var span: ClosedRange<Double>

    package enum Kind: Hashable, Sendable {
      case offset, velocity, lawVelocity, zoom, residual
    }
  }

  /// A stretch of one phase.
  package struct Band: Hashable, Sendable {
    package var phase: ScrollView.Phase
    package var range: ClosedRange<Double>
    /// The index of its row in ``Chart/rows``.
    package var row = 0

    package init(phase: ScrollView.Phase, range: ClosedRange<Double>) {
      (self.phase, self.range) = (phase, range)
    }
  }

  /// A row of phases: those of one of several scroll views.
  package struct Row: Hashable, Sendable {
    /// The scroll view's name in scripts; `nil` for the main one.
    package var scrollView: String?
    /// The name for people.
    package var name: String
    /// Whether the scroll view has no lanes, since it is hidden.
    package var isHidden = false

    package init(scrollView: String?, name: String, isHidden: Bool = false) {
      (self.scrollView, self.name, self.isHidden) = (scrollView, name, isHidden)
    }
  }

  /// A moment.
  package struct Tick: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case touchDown, touchUp, notch, mark, missedRefresh
      /// The first difference of a comparison, drawn through all lanes.
      case difference
    }
    package var kind: Kind
    /// The time in seconds.
    package var time: Double
    /// The text of a mark.
    package var text: String
    /// For a mark in a part of a chart, the time of the next one; `nil` for none.
    var nextMark: Double?

    package init(kind: Kind, time: Double, text: String = "") {
      self.kind = kind
      self.time = time
      self.text = text
    }
  }

  /// An entry of the legend.
  package struct Legend: Hashable, Sendable {
    package var name: String
    package var style: Style
  }

  package var title: String
  package var lanes: [Lane]
  package var bands: [Band]
  package var ticks: [Tick]
  /// The times shown, in seconds.
  package var times: ClosedRange<Double>
  /// The names of the curves' origins and how they are drawn, subject first.
  package var legend: [Legend]
  /// The rows of phases; empty for the one row of a single scroll view.
  package var rows: [Row] = []

  package init(
    title: String = "", lanes: [Lane] = [], bands: [Band] = [], ticks: [Tick] = [],
    times: ClosedRange<Double> = 0...1, legend: [Legend] = []
  ) {
    self.title = title
    self.lanes = lanes
    self.bands = bands
    self.ticks = ticks
    self.times = times
    self.legend = legend
  }
}
