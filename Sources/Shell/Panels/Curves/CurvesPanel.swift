package import OverscrollDrawing
package import OverscrollLab
import ScrollEngine
package import ScrollGeometry

/// The panel of curves: the last seconds of a window live, or a whole take with a cursor.
///
/// Live, the chart moves to the left with every frame. A take stays where it is; a click or a drag selects a time, and the
/// cursor is set from outside.
package final class CurvesPanel: Panel {
  /// The times across a live chart that the wheel selects, in seconds. [C]
  static let durations: [Double] = [1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 45, 60]
  /// The usual time across a live chart, in seconds. [C]
  package static let usualDuration = 4.0
  /// The time between two drawings of a live chart during a motion, at least, in seconds: a display that is faster than this
  /// shows it with every other frame. [C]
  private static let interval = 0.012
  /// The time after which curves that are behind are drawn though no frame follows, in seconds. [C]
  private static let settlingDelay = 0.05

  package var size = Size.zero {
    didSet {
      guard size != oldValue else { return }
      discard()
      if oldValue == .zero { didAppear() }
    }
  }
  package var needsDisplay = true
  package var palette = Palette.dark { didSet { if palette != oldValue { discard() } } }
  var theme: ChartTheme { palette.chart }

  /// The chart of a take; `nil` for a live chart.
  package var take: Chart? { didSet { discard() } }
  /// A live chart that is held still, with all that was known then, while someone looks closer.
  private(set) var held: Chart?
  /// The time of a take that is shown elsewhere, in seconds.
  package var cursor: Double? {
    didSet {
      guard cursor != oldValue else { return }
      needsDisplay = true
      followCursor()
    }
  }
  /// The cursors, the fits between them, and what gestures measure.
  var instruments = CurveInstruments() {
    didSet { discardContent() }
  }
  /// The number of the take that is measured, and the gestures of earlier ones.
  private var measuredTake: Int?
  private var earlier: [Measurements.Gesture] = []
  /// What is shown of ``fixed`` and the height of what is below it, until something changes.
  private var cachedTake: Chart?
  private var cachedFooter: Double?
  /// The time axis of a chart that stands still.
  let scroller = TimeScroller()
  /// The heights of lanes in parts of the usual ones, by what they show.
  var laneWeights: [Chart.Lane.Kind: Double] = [:] { didSet { discard() } }
  package internal(set) var chosenHeight: Double? { didSet { needsDisplay = true } }
  /// Called when the panel is shown that was hidden.
  package var didAppear: () -> Void = {}
  /// Receives the table that is copied.
  package var copyText: (String) -> Void = { _ in }
  /// The states that are shown at the cursor, which need not be those of a frame.
  package var shown: [ShownState] = [] {
    didSet { if shown != oldValue, take != nil, cursor != nil { needsDisplay = true } }
  }
  /// Called with the time of a take that a click or a drag selects, in seconds.
  package var didSeek: ((Double) -> Void)?

  /// The time across a live chart, in seconds.
  package private(set) var duration = usualDuration
  /// What a live chart shows of each scroll view, the main one first.
  package private(set) var tracks: [CurveTrack] {
    get {
      catchUp()
      return known
    }
    set { (known, unseen) = (newValue, []) }
  }
  var known = [CurveTrack(nil, title: SceneCard.usualMainName)]
  /// What has happened while the panel is hidden, which costs nothing more until it is looked at.
  private var unseen: [Unseen] = []

  private enum Unseen {
    case frame([State], time: Double, missed: Int, replacesLast: Bool)
    case interruption

    var time: Double? { if case .frame(_, let time, _, _) = self { time } else { nil } }
  }
  /// Which lanes the user has chosen.
  package internal(set) var choice = LaneChoice()
  let maker: any SurfaceFactory
  /// What surrounds the curves, and the whole chart of a take.
  var backdrop: Surface?
  var backdropScale = 1.0
  var strip: LiveStrip?
  var live = LiveDrawing()
  /// The pointer, in points.
  var hover: Point?
  /// What the finger that is down holds.
  var grip: Grip?
  /// The press on a live chart that may become a drag.
  var pressed: TouchEvent?

  /// How far a live chart is drawn.
  struct LiveDrawing {
    /// The time of the newest frame when the chart was last drawn, in seconds.
    var time = -Double.infinity
    /// The time of the newest frame to which the curves were last drawn, in seconds.
    var segmentTime = -Double.infinity
    /// Whether another frame follows the newest one.
    var isMoving = false
  }

  /// Creates a panel.
  ///
  /// - Parameter maker: Makes surfaces of the kind that the panel is drawn on.
  package init(maker: any SurfaceFactory) {
    self.maker = maker
    scroller.didTap = { [weak self] in self?.tapped(at: $0) }
    scroller.didDoubleTap = { [weak self] in self?.doubleTapped(at: $0) }
  }

  func discard() {
    strip = nil
    discardContent()
  }

  /// Has the chart of a take drawn again, and what surrounds one that moves, whose strip stays.
  func discardContent() {
    backdrop = nil
    (cachedTake, cachedFooter) = (nil, nil)
    needsDisplay = true
  }

  /// The chart that stands still; `nil` for one that moves with the window.
  var fixed: Chart? { take ?? held }

  /// The place of what is below the curves.
  var footer: Rect {
    let height =
      cachedFooter
      ?? min(
        instruments.height(of: size.height, in: shownTimes), max(0, size.height - Self.leastHeight))
    cachedFooter = height
    return Rect(x: 0, y: size.height - height, width: size.width, height: height)
  }

  /// The height that curves keep whatever is below them, in points. [C]
  private static let leastHeight = 80.0

  /// The times whose gestures are in the table, in seconds: of a chart that moves the last ones, so that nothing jumps.
  var shownTimes: ClosedRange<Double> {
    fixed == nil ? -.infinity ... .infinity : scroller.times
  }

  var layout: ChartLayout {
    let frame = Rect(x: 0, y: 0, width: size.width, height: footer.minY)
    if let take = shownTake {
      return .panel(
        frame, lanes: take.lanes.map(\.kind), constant: take.lanes.map { $0.constant != nil },
        rows: max(1, take.rows.count), weights: laneWeights)
    }
    let arrangement = arrangement
    let constant = arrangement.lanes.map {
      tracks[$0.track].scale.formats[$0.group]?.constant != nil
    }
    return .panel(
      frame, lanes: arrangement.lanes.map(\.group.kind), constant: constant,
      rows: max(1, arrangement.rows.count), weights: laneWeights)
  }

  /// The chart that stands still without what is hidden, at the times that are looked at.
  var shownTake: Chart? {
    if let cachedTake { return cachedTake }
    let chart = makeShownTake()
    cachedTake = chart
    return chart
  }

  private func makeShownTake() -> Chart? {
    guard var chart = fixed.map(choice.applied) else { return nil }
    if choice.showsRefreshes, let motion = instruments.motion,
      let lane = Chart.Lane(
        refreshesOf: motion.series, redraws: motion.redraws, in: chart.times)
    {
      chart.lanes.append(lane)
    }
    return scroller.isWhole ? chart : chart.focused(on: scroller.times)
  }

  /// What the lanes show, from the top to the bottom.
  var shownKinds: [Chart.Lane.Kind] {
    shownTake?.lanes.map(\.kind) ?? arrangement.lanes.map(\.group.kind)
  }

  /// What a live chart shows.
  var arrangement: [CurveTrack].Arrangement {
    tracks.arrangement(of: choice.groups, hiding: choice.hidden)
  }

  /// Shows or hides the lanes of a velocity besides that of the content, beside the lane of a velocity.
  func toggleVelocity(at place: Point) -> Bool {
    let layout = layout
    let lane = zip(shownKinds, layout.lanes).first { _, lane in
      lane.minY <= place.y && place.y < lane.maxY
    }
    guard let kind = lane?.0, place.x < layout.plot.minX else { return false }
    let isFinger = place.x - layout.frame.minX >= ChartPainter.fingerBox
    let group: Chart.Group? =
      switch kind {
      case .velocity: isFinger ? .fingerVelocity : .lawVelocity
      case .lawVelocity: .lawVelocity
      case .fingerVelocity: .fingerVelocity
      case .offset, .zoom, .residual, .refreshes: nil
      }
    guard let group else { return false }
    choice.further.formSymmetricDifference([group])
    discard()
    return true
  }

  /// Shows or hides the lane of the refreshes, beside the row of ticks; a live chart is held for it.
  func toggleRefreshes(at place: Point) -> Bool {
    let ticks = layout.ticks
    guard place.x < ticks.minX, ticks.minY <= place.y, place.y < ticks.maxY else { return false }
    hold()
    choice.showsRefreshes.toggle()
    discard()
    return true
  }

  /// Shows or hides the lanes of the scroll view whose row of phases is at a place; the last one that is shown stays.
  func toggleRow(at place: Point) -> Bool {
    let layout = layout
    guard place.x < layout.bands.minX, let row = layout.row(at: place) else { return false }
    let names =
      fixed?.rows.map(\.scrollView)
      ?? (tracks.count > 1 ? arrangement.rows.map { tracks[$0].scrollView } : [])
    guard names.indices.contains(row) else { return false }
    let next = choice.hidden.symmetricDifference([names[row]])
    guard !next.isSuperset(of: names) else { return true }
    choice.hidden = next
    discard()
    return true
  }

  // MARK: - Live

  /// The state of a scroll view at a frame.
  package struct State {
    /// The scroll view's name; `nil` for the main one.
    package var scrollView: String?
    package var sample: Trace.Sample
    /// What surrounds the offset.
    package var geometry: ScrollLimits
  }

  /// Shows the curves of some scroll views from now on, the main one first; of those that were shown, the curves go on.
  package func follow(_ titles: [CurveTitle]) {
    tracks = titles.map { title in
      tracks.first { $0.scrollView == title.scrollView && $0.title == title.title }
        ?? CurveTrack(title.scrollView, title: title.title)
    }
    discard()
  }

  /// Lets the next frame begin new curves, as where other content is shown.
  package func interrupt() { if size == .zero { unseen.append(.interruption) } else { breakOff() } }

  private func breakOff() { for index in known.indices { known[index].interrupt() } }

  /// Adds a frame of the window.
  ///
  /// - Parameters:
  ///   - states: The states of the scroll views.
  ///   - time: The time of the frame in the take, in seconds.
  ///   - missed: The number of refreshes missed before it.
  ///   - replacesLast: Whether no refresh showed the frame before it, whose place it takes.
  ///   - isMoving: A Boolean value that indicates whether another frame follows, or ``settle(at:)`` is called at ``settlingTime``.
  package func append(
    _ states: [State], at time: Double, missed: Int = 0, replacesLast: Bool = false,
    isMoving: Bool = false
  ) {
    live.isMoving = isMoving
    letGo()
    guard size != .zero else {
      unseen.append(.frame(states, time: time, missed: missed, replacesLast: replacesLast))
      return dropOldest(before: time - 2 * CurveHistory.longest)
    }
    let before = arrangement
    enter(states, at: time, missed: missed, replacesLast: replacesLast)
    if take == nil, arrangement != before { discard() }
    if take == nil, !isMoving || time - live.time >= Self.interval { needsDisplay = true }
  }

  private func enter(_ states: [State], at time: Double, missed: Int, replacesLast: Bool) {
    for state in states {
      guard let index = known.firstIndex(where: { $0.scrollView == state.scrollView }) else {
        continue
      }
      known[index].append(
        state.sample, state.geometry, at: time, missed: missed, replacesLast: replacesLast)
    }
  }

  func catchUp() {
    guard !unseen.isEmpty else { return }
    let events = unseen
    unseen = []
    for event in events {
      switch event {
      case .frame(let states, let time, let missed, let replacesLast):
        enter(states, at: time, missed: missed, replacesLast: replacesLast)
      case .interruption: breakOff()
      }
    }
  }

  /// Removes what has not been seen and is older than a time, once that is as much as is kept.
  private func dropOldest(before time: Double) {
    guard let first = unseen.first(where: { $0.time != nil })?.time, first < time else { return }
    let kept = time + CurveHistory.longest
    unseen.removeFirst(unseen.firstIndex { ($0.time ?? -.infinity) >= kept } ?? 0)
  }

  /// The time at which curves that are behind the newest frame are to be drawn, in seconds of the take; `nil`
  /// while they show it, and while the panel is hidden.
  package var settlingTime: Double? {
    guard size != .zero, take == nil, live.isMoving, let latest, live.segmentTime < latest else {
      return nil
    }
    return latest + Self.settlingDelay
  }

  /// Has the curves drawn up to the newest frame, if they are behind it at a time of the take in seconds.
  package func settle(at time: Double) {
    guard let settlingTime, time >= settlingTime else { return }
    live.isMoving = false
    needsDisplay = true
  }

  /// Adds a tick, whose time is that of the take in seconds; it shows with the next frame.
  package func add(_ tick: Chart.Tick) {
    for index in known.indices { known[index].add(tick) }
  }

  /// Goes on with the curves of a take live.
  package func goLive(after tracks: [CurveTrack]) {
    (take, held, cursor) = (nil, nil, nil)
    self.tracks = tracks
    (live.time, live.segmentTime) = (-.infinity, -.infinity)
  }

  /// The time of the newest frame of a live chart, in seconds; `nil` before the first.
  package var latest: Double? {
    let unseen = unseen.last { $0.time != nil }?.time
    return (known.map(\.history.latest) + [unseen]).compactMap(\.self).max()
  }

  /// Moves all curves by `shift` seconds, as where another take begins, whose time 0 is later.
  ///
  /// What was before the take has times below 0 then.
  package func shiftHistory(by shift: Double) {
    guard shift != 0, latest != nil else { return }
    for index in known.indices { known[index].shift(by: shift) }
    unseen = unseen.map { event in
      guard case .frame(let states, let time, let missed, let replacesLast) = event else {
        return event
      }
      return .frame(states, time: time + shift, missed: missed, replacesLast: replacesLast)
    }
    instruments.cursors.shift(by: shift)
    instruments.gestures = instruments.gestures.map { $0.shifted(by: shift) }
    earlier = earlier.map { $0.shifted(by: shift) }
    letGo()
    (live.time, live.segmentTime) = (-.infinity, -.infinity)
    discard()
  }

  /// Holds a live chart still where nothing moves, with the times that are shown.
  func hold() {
    guard take == nil, held == nil, !live.isMoving, let latest else { return }
    let shown = LiveStrip.times(upTo: latest, across: duration)
    let first = known.compactMap(\.history.series.times.first).min() ?? latest
    let whole = min(first, shown.lowerBound)...latest
    var chart = Chart(of: allSources, in: whole, rows: chartRows)
    chart.ticks = known.first?.history.ticks ?? []
    held = chart
    scroller.layOut(layout.plot, whole: whole)
    scroller.show(shown)
    discard()
  }

  /// Lets a live chart go on that was held.
  private func letGo() {
    guard held != nil else { return }
    let ends = (Self.durations.first ?? 1, Self.durations.last ?? 60)
    duration = min(max(scroller.times.length, ends.0), ends.1)
    held = nil
    discard()
  }

  /// Shows what the gestures of a take measure, after those of earlier takes.
  ///
  /// - Parameters:
  ///   - motion: The take's motion, by the clock of the curves.
  ///   - take: The take's number.
  package func show(_ motion: MeasuredMotion, ofTake take: Int = 0) {
    if take != measuredTake {
      let oldest = (latest ?? 0) - CurveHistory.longest
      earlier = instruments.gestures.filter { $0.start > oldest }
      measuredTake = take
    }
    var instruments = instruments
    (instruments.motion, instruments.gestures) = (motion, earlier + motion.gestures)
    self.instruments = instruments
  }

  /// Selects the time across a live chart; positive steps show more of it.
  func changeDuration(by steps: Int) {
    let index = Self.durations.firstIndex { $0 >= duration } ?? 0
    // The next longer one of a time between two of them is no whole step away.
    let start = steps > 0 && Self.durations[index] != duration ? index - 1 : index
    let next = Self.durations[min(max(start + steps, 0), Self.durations.count - 1)]
    guard next != duration else { return }
    duration = next
    discard()
  }

  /// The lanes that are shown.
  package struct LaneChoice: Hashable, Sendable {
    /// The scroll views whose lanes are hidden.
    package var hidden: Set<String?> = []
    /// The groups that have lanes besides the usual ones.
    package var further: Set<Chart.Group> = []
    /// Whether the refreshes of a take have a lane.
    package var showsRefreshes = false

    /// The lanes of a scroll view.
    var groups: [Chart.Group] {
      Chart.Group.allCases.filter { Chart.Group.usual.contains($0) || further.contains($0) }
    }

    /// The part of a chart that is shown.
    func applied(to chart: Chart) -> Chart {
      chart.hiding(lanesOf: Chart.Group.allCases.filter { !groups.contains($0) }).hiding(hidden)
    }
  }

  package func pointerMoved(to location: Point?) {
    let plot = layout.plot
    let inside = location.flatMap { plot.contains($0) ? $0 : nil }
    guard inside != hover else { return }
    hover = inside
    needsDisplay = true
  }

  package var needsAdvance: Bool { fixed != nil && scroller.needsAdvance }

  package func advance(to time: Double) {
    scroller.advance(to: time)
    discardContent()
  }

  /// The state of a scroll view at the cursor.
  package struct ShownState: Hashable, Sendable {
    /// The scroll view's name; `nil` for the main one.
    package var scrollView: String?
    /// The side of an A/B take.
    package var style: Chart.Style
    package var sample: Trace.Sample

    package init(_ scrollView: String?, _ style: Chart.Style, _ sample: Trace.Sample) {
      (self.scrollView, self.style, self.sample) = (scrollView, style, sample)
    }
  }
}
