import OverscrollBase
import OverscrollDrawing
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
    /// One of many: thin and faint, in the colors of the subject.
    case member
    /// The median of many: bold.
    case median
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
    /// The only value of all curves, a logarithm in a lane of scales; `nil` where there are several.
    package var constant: Double?

    package enum Kind: Hashable, Sendable {
      case offset, velocity, lawVelocity, fingerVelocity, zoom, residual
      /// From input to the refresh that shows it, a bar for each.
      case refreshes
    }

    /// The refreshes of a lane of them, in chronological order; empty in others.
    package var refreshes: [Refresh] = []

    /// A refresh of the display.
    package struct Refresh: Hashable, Sendable {
      /// The time of its row, in seconds.
      package var time: Double
      /// From the newest input to its being shown, in milliseconds; `nil` where it shows no input.
      package var latency: Double?
      /// The refreshes that passed without a frame before it.
      package var missed: Int
      /// The time of the refresh that it was due for, in seconds; `nil` where it is not known.
      package var deadline: Double?
      /// How long after its deadline it was shown, in milliseconds.
      package var lateness = 0.0
      /// The age of the newest input when it was drawn, in milliseconds; `nil` where it shows no input.
      package var age: Double?
      /// The redraw, in seconds since the newest input; `nil` where it is not known.
      package var redraw: RedrawTimes?
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
  /// What the gestures of the subject measure, which a page has in a table.
  package var gestures: [Measurements.Gesture] = []

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

extension Chart {
  /// A group of columns with a lane of its own, by its name on the command line.
  package enum Group: String, Hashable, Sendable, CaseIterable {
    case offset, velocity
    case lawVelocity = "law-velocity"
    case fingerVelocity = "finger-velocity"
    case zoom

    /// The groups that are shown by default.
    package static let usual: [Self] = [.offset, .velocity, .zoom]

    /// The groups in which something moves.
    ///
    /// A finger's velocity tells nothing where it moves another scroll view's content.
    static func moved(in series: Series) -> Set<Self> {
      var moved = Set(
        allCases.filter { group in group.columns.contains { series.moves($0.column) } })
      if !moved.contains(.offset) { moved.remove(.fingerVelocity) }
      return moved
    }

    var columns: [(column: Series.Column, hue: Hue)] {
      switch self {
      case .offset: [(.offsetX, .x), (.offsetY, .y)]
      case .velocity: [(.velocityX, .x), (.velocityY, .y)]
      case .lawVelocity: [(.lawVelocityX, .x), (.lawVelocityY, .y)]
      case .fingerVelocity: [(.fingerVelocityX, .x), (.fingerVelocityY, .y)]
      case .zoom: [(.zoom, .zoom)]
      }
    }

    package var kind: Lane.Kind {
      switch self {
      case .offset: .offset
      case .velocity: .velocity
      case .lawVelocity: .lawVelocity
      case .fingerVelocity: .fingerVelocity
      case .zoom: .zoom
      }
    }

    /// The title of the lane.
    var title: String {
      switch self {
      case .offset: "offset, pt"
      case .velocity: "velocity, pt/s"
      case .lawVelocity: "velocity in the law of deceleration, pt/s"
      case .fingerVelocity: "velocity of the finger, pt/s"
      case .zoom: "zoom, log₂"
      }
    }
  }

  /// The columns that a chart can show.
  package static let shownColumns = Set(Group.allCases.flatMap(\.columns).map(\.column))

  /// The chart of some series, the subject first.
  ///
  /// - Parameters:
  ///   - series: The series, already aligned; at least one. Where a gap is, curves hold their last value, then step.
  ///   - styles: How the curves of each series are drawn; by default the subject's and references'.
  ///   - groups: The lanes, usually ``Group/usual``. A lane in which nothing ever moves is left out, but the first.
  ///   - residuals: Comparisons of the subject that get a lane each, with the difference.
  ///   - start: The first time shown, in seconds; `nil` for the first of all.
  ///   - end: The last time shown, in seconds; `nil` for the last of all.
  ///   - title: The title.
  package init(
    _ series: [Series], styles: [Style]? = nil, groups: [Group] = Group.usual,
    residuals: [Comparison] = [], from start: Double? = nil, to end: Double? = nil,
    title: String = ""
  ) {
    self.init(
      holding: series.map { $0.holdingGaps() }, styles: styles, groups: groups,
      residuals: residuals, from: start, to: end, title: title)
  }

  /// The chart of some series in which gaps are held already.
  init(
    holding series: [Series], styles: [Style]? = nil, groups: [Group] = Group.usual,
    residuals: [Comparison] = [], from start: Double? = nil, to end: Double? = nil,
    title: String = ""
  ) {
    let styles = styles ?? [.subject] + series.indices.map(Style.reference)
    let starts = series.compactMap(\.times.first)
    let ends = series.compactMap(\.times.last)
    let first = start ?? starts.min() ?? 0
    let times = first...max(end ?? ends.max() ?? 1, first + 1e-3)
    let lanes = LaneBuilder(series: series, styles: styles, times: times)
    self.init(
      title: title, times: times,
      legend: zip(series, styles).map { Legend(name: $0.name, style: $1) })
    for group in Self.known(groups, in: series) {
      if let lane = lanes.lane(group, isNeeded: self.lanes.isEmpty) { self.lanes.append(lane) }
    }
    self.lanes += residuals.compactMap { Lane(residual: $0, in: times) }
    if let subject = series.first {
      bands = subject.bands(in: subject.rows(in: times))
      ticks = subject.allTicks(in: times)
    }
  }

  /// The groups, with the velocity of the law for that of the content where no series has the latter: traces of the first version.
  private static func known(_ groups: [Group], in series: [Series]) -> [Group] {
    func isKnown(_ group: Group) -> Bool {
      series.contains { series in group.columns.contains { series.values[$0.column] != nil } }
    }
    guard !groups.contains(.lawVelocity), !isKnown(.velocity), isKnown(.lawVelocity) else {
      return groups
    }
    return groups.map { $0 == .velocity ? .lawVelocity : $0 }
  }
}

extension Chart {
  /// The chart of many motions over each other, with the release of each at 0, and their median at each time at which all go on.
  ///
  /// - Parameters:
  ///   - series: The motions, each with a release; at least one.
  ///   - groups: The lanes.
  ///   - start: The first time that is shown, in seconds after the release; `nil` for all.
  ///   - end: The last one.
  /// - Returns: The chart.
  /// - Throws: ``LabError`` for the first motion without a release.
  package static func overlay(
    _ series: [Series], groups: [Group] = Group.usual, from start: Double? = nil,
    to end: Double? = nil
  ) throws(LabError) -> Chart {
    var released: [Series] = []
    for one in series {
      guard let release = one.releaseTime else {
        throw LabError(file: one.name, problem: "has no release, at which --overlay aligns")
      }
      var shifted = one
      shifted.shift(by: -release)
      released.append(shifted)
    }
    let median = Series(medianOf: released)
    // The first is drawn over the others.
    let styles = [Style.median] + released.map { _ in .member }
    var chart = Chart(
      [median] + released, styles: styles, groups: groups, from: start, to: end,
      title: "\(series.count) motions from their release on")
    (chart.bands, chart.ticks) = ([], [Tick(kind: .touchUp, time: 0)])
    chart.legend = [Legend(name: "each", style: .member)]
    // Motions without a time in common have no median.
    if !median.columns.isEmpty {
      chart.legend.append(Legend(name: median.name, style: .median))
    }
    for index in chart.lanes.indices {
      (chart.lanes[index].edges, chart.lanes[index].guides) = ([], [])
    }
    return chart
  }
}

extension Chart.Lane {
  /// The lane of a comparison: the subject's difference from its reference, at the reference's rows.
  ///
  /// - Parameters:
  ///   - comparison: The comparison.
  ///   - title: The title; by default it names the reference.
  ///   - holdsGaps: Whether the difference is known where there are no rows, since both sides rest there.
  ///   - times: The times shown, in seconds.
  package init?(
    residual comparison: Comparison, title: String? = nil, holdsGaps: Bool = false,
    in times: ClosedRange<Double>
  ) {
    var curves: [Chart.Curve] = []
    var notes: [String] = []
    for (column, hue) in Chart.Group.offset.columns {
      guard let values = comparison.differences.values[column],
        comparison.subject.moves(column) || comparison.reference.moves(column)
      else { continue }
      let points = zip(comparison.times, values).map { Point($0, $1) }
      curves.append(
        Chart.Curve(
          name: column.name, hue: hue, style: .subject,
          points: holdsGaps ? points.holdingGaps() : points.interruptingGaps()))
      if let result = comparison.columns.first(where: { $0.column == column }) {
        notes.append(Self.note(of: result, at: comparison.times))
      }
    }
    guard !curves.isEmpty else { return nil }
    self.init(
      kind: .residual, title: title ?? "difference from \(comparison.reference.name), pt",
      note: notes.joined(separator: "   "), curves: curves,
      span: LaneBuilder.span(of: curves, [], .residual, in: times),
      constant: LaneBuilder.constant(of: curves))
  }

  /// The largest difference of a column, and the root of the mean square.
  private static func note(of result: Comparison.ColumnResult, at times: [Double]) -> String {
    let axis = result.column.name.suffix(1)
    let maximum = significant(result.maximum)
    let time = NumberText.trimmed(times[result.row], decimals: 3)
    return "\(axis) max \(maximum) at \(time) s, RMS \(significant(result.rms))"
  }

  private static func significant(_ value: Double) -> String {
    if value == 0 { return "0" }
    if value < 0.001 { return NumberText.scientific(value) }
    return NumberText.trimmed(value, decimals: value < 0.1 ? 4 : value < 10 ? 2 : 1)
  }
}

extension Chart {
  /// The chart of a take that is played.
  ///
  /// - Parameters:
  ///   - take: The take, or side A.
  ///   - other: Side B, drawn dashed and with a lane of the differences; `nil` for none.
  ///   - ghost: A reference, drawn dotted; `nil` for none.
  ///   - groups: The lanes.
  package init(
    _ take: PerformedTake, other: PerformedTake? = nil, ghost: GhostTrack? = nil,
    groups: [Group] = Group.usual
  ) {
    let frames = take.frames.map(\.sample.time)
    let times = 0...max(take.duration, 1e-3)
    let all = Series.scrollViews(of: take.script, at: frames)
    var series = all.prefix(1).map(\.series)
    var styles = [Style.subject]
    var residuals: [Lane] = []
    if let other {
      let side = Subject.script(other.script, name: "B").series(at: frames)
      let comparison = try? Comparison(.series(series[0]), with: side, alignment: Alignment.none)
      let lane = comparison.flatMap {
        Lane(residual: $0, title: "A − B, pt", holdsGaps: true, in: times)
      }
      residuals = [lane].compactMap(\.self)
      series.append(side)
      styles.append(.other)
    }
    series = series.map { $0.holdingGaps() }
    if let ghost {
      series.append(ghost.series(at: take.frames))
      styles.append(.reference(0))
    }
    self.init(
      holding: series, styles: styles, groups: groups, from: times.lowerBound,
      to: times.upperBound)
    lanes += residuals
    if all.count > 1 { arrange(all, groups, isCompared: series.count > 1) }
  }

  /// Gives the scroll views of a take that move their names, lanes and rows of phases.
  private mutating func arrange(
    _ all: [(title: CurveTitle, series: Series)], _ groups: [Group], isCompared: Bool
  ) {
    let moved = all.indices.filter { !Group.moved(in: all[$0].series).isEmpty }
    let shown = moved.isEmpty || (isCompared && moved.first != 0) ? [0] + moved : moved
    if shown.first == 0 {
      for index in lanes.indices { lanes[index].owner = all[0].title.title }
    } else {
      (lanes, bands) = ([], [])
    }
    rows = shown.map { Row(scrollView: all[$0].title.scrollView, name: all[$0].title.title) }
    for (row, index) in shown.enumerated() where index > 0 {
      var chart = Chart(
        [all[index].series], groups: groups, from: times.lowerBound, to: times.upperBound)
      for index in chart.lanes.indices { chart.lanes[index].owner = rows[row].name }
      for index in chart.bands.indices { chart.bands[index].row = row }
      lanes += chart.lanes
      bands += chart.bands
    }
  }

  /// The chart without the lanes of some scroll views, whose rows of phases stay.
  package func hiding(_ hidden: Set<String?>) -> Chart {
    guard !rows.isEmpty, !hidden.isEmpty else { return self }
    var chart = self
    for index in rows.indices where hidden.contains(rows[index].scrollView) {
      chart.rows[index].isHidden = true
      chart.lanes.removeAll { $0.owner == rows[index].name }
    }
    return chart
  }

  /// The chart without the lanes of some groups.
  package func hiding(lanesOf groups: [Group]) -> Chart {
    let kinds = Set(groups.map(\.kind))
    var chart = self
    chart.lanes.removeAll { kinds.contains($0.kind) }
    return chart
  }
}

extension Chart.Tick {
  /// The tick for an event, at its time in the take; `nil` for events without one.
  package init?(_ event: Script.TimedEvent) {
    self.init(kind: .notch, time: event.time)
    switch event.action {
    case .event(.touch(let touch)):
      switch touch.phase {
      case .began: kind = .touchDown
      case .ended, .cancelled: kind = .touchUp
      case .moved, .stationary: return nil
      }
    case .event(let input):
      guard case .wheel = input else { return nil }
    case .mark(let text): (kind, self.text) = (.mark, text)
    case .call, .set, .setScene, .resize, .frame: return nil
    }
  }
}

/// A note in a lane of a panel, beside the curves if it can be.
struct ChartNote {
  /// The size of its text.
  let size: Size
  /// The points of the lane's curves, where they are drawn; one that is not finite interrupts its curve.
  let curves: [[Point]]

  /// The corner of a lane whose text lies on the fewest curves, the top right one first.
  func place(in lane: Rect) -> Rect {
    let places = [lane.maxX - size.width - 8, lane.minX + 8].flatMap { x in
      [lane.minY, lane.maxY - size.height - 3].map { Rect(origin: Point(x, $0), size: size) }
    }
    let hits = places.map { place in curves.count { Self.meets($0, place) } }
    return places[hits.indices.min { hits[$0] < hits[$1] } ?? 0]
  }

  private static func meets(_ curve: [Point], _ place: Rect) -> Bool {
    zip(curve, curve.dropFirst()).contains { start, end in
      end.x >= place.minX && start.x <= place.maxX && max(start.y, end.y) >= place.minY
        && min(start.y, end.y) <= place.maxY + 2
    }
  }
}

/// The row of times above the lanes of a panel.
package struct ChartTimeRow {
  private let painter: ChartPainter
  private let row: Rect
  private let canvas: Canvas

  package init(_ painter: ChartPainter) {
    self.painter = painter
    (row, canvas) = (painter.layout.times, painter.canvas)
  }

  /// The distance of a time's baseline from the top of its row, and of its text from its line, in points. [C]
  private static let time = (baseline: 8.5, gap: 4.0)

  /// Draws the row of times, each beside its line of the grid.
  func draw() {
    canvas.fill(row, with: painter.theme.background)
    canvas.fill(
      Rect(
        x: row.minX, y: row.maxY - painter.hairline, width: row.width, height: painter.hairline),
      with: painter.theme.border)
    canvas.fill(
      Rect(x: row.minX, y: row.minY, width: row.width, height: painter.hairline),
      with: painter.theme.border)
    for (text, x) in timeTexts {
      guard x + ChartPainter.widthLimit(of: text, font: ChartPainter.times) >= row.minX,
        painter.isSegment
          || x + canvas.measure(text, font: ChartPainter.times).width + Self.time.gap <= row.maxX
      else { continue }
      canvas.draw(
        text, at: Point(x, row.minY + Self.time.baseline), font: ChartPainter.times,
        color: painter.theme.faintText)
    }
  }

  /// The times with the places of their texts.
  private var timeTexts: [(text: String, x: Double)] {
    let step = painter.gridStep
    return painter.gridTimes.map { time in
      (ChartAxis.text(ofTime: time, step: step), painter.scale.columnX(time) + Self.time.gap)
    }
  }

  /// Hides the times that an end of a moving chart cuts off: part of a number is another number.
  package func hideCut() {
    for (text, x) in timeTexts {
      let end = x + ChartPainter.widthLimit(of: text, font: ChartPainter.times)
      let isNearEnd = (x < row.minX && end > row.minX) || (x < row.maxX && end > row.maxX)
      guard isNearEnd else { continue }
      let width = canvas.measure(text, font: ChartPainter.times).width + 1
      guard x < row.minX || x + width > row.maxX else { continue }
      let left = max(x - 1, row.minX)
      let right = min(x + width, row.maxX)
      guard right > left else { continue }
      canvas.fill(
        Rect(
          x: left, y: row.minY + painter.hairline, width: right - left,
          height: row.height - 2 * painter.hairline),
        with: painter.theme.background)
    }
  }
}
