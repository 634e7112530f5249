import OverscrollLab
package import ScrollEngine
import ScrollGeometry

extension CurvesPanel {
  /// What a finger holds.
  enum Grip: Hashable {
    /// A box beside the curves, which is done with.
    case box
    /// The time of the take that is shown.
    case playhead
    case cursor(ChartCursors.Side)
    /// The border above all lanes, which is the panel's.
    case top
    /// The border below a lane, by the lane's index.
    case border(Int)
    /// The time axis.
    case time
  }

  /// How far from a line a finger holds it, in points. [C]
  private static let (lineReach, borderReach) = (5.0, 3.0)
  /// The least height of a lane whose border is dragged, in points. [C]
  private static let leastLane = 24.0

  package func send(_ event: Event) {
    switch event {
    case .wheel(let wheel): turn(wheel)
    case .touch(let touch): follow(touch)
    case .touchpad, .pinch:
      hold()
      if fixed != nil { send(toTime: event) }
    case .key, .text: break
    }
  }

  private func send(toTime event: Event) {
    if let fixed { scroller.layOut(layout.plot, whole: fixed.times) }
    scroller.send(event)
    discardContent()
  }

  /// The wheel zooms time about the pointer; of a chart that moves with the window it selects how much is shown.
  private func turn(_ wheel: WheelEvent) {
    guard wheel.notches.y.isFinite, wheel.notches.x.isFinite else { return }
    if wheel.notches != .zero { hold() }
    guard fixed == nil else { return send(toTime: .wheel(wheel)) }
    let limit = Double(Self.durations.count)
    let notches = min(max(wheel.notches.y, -limit), limit)
    changeDuration(by: Int(notches.rounded(.awayFromZero)))
  }

  private func follow(_ touch: TouchEvent) {
    if touch.phase == .began {
      grip = grip(at: touch.location)
      pressed = fixed == nil ? touch : nil
    }
    // A live chart is held once it is dragged, which a click does not.
    if let start = pressed, grip == .time, touch.phase == .moved,
      (touch.location - start.location).length > Self.lineReach
    {
      pressed = nil
      hold()
      if fixed != nil { send(toTime: .touch(start)) }
    }
    switch grip {
    case .playhead where touch.phase == .began || touch.phase == .moved: seek(touch.location)
    case .cursor(let side) where touch.phase == .moved: drag(side, to: touch.location)
    // The panel's own corner moves with its border.
    case .top where touch.phase == .moved: chosenHeight = size.height - touch.location.y
    case .border(let lane) where touch.phase == .moved:
      dragBorder(below: lane, to: touch.location.y)
    default: break
    }
    // Where all of a take is shown, a press that plays it may be half of a double click.
    if grip == .time || (grip == .playhead && scroller.isWhole), fixed != nil {
      send(toTime: .touch(touch))
    }
    if touch.phase == .ended || touch.phase == .cancelled { grip = nil }
  }

  private func grip(at place: Point) -> Grip? {
    if place.y < Self.borderReach { return .top }
    if toggleRow(at: place) || toggleVelocity(at: place) || toggleRefreshes(at: place) {
      return .box
    }
    let layout = layout
    if let lane = border(at: place, layout) { return .border(lane) }
    guard layout.plot.contains(place) else {
      return take != nil && scroller.isWhole ? .playhead : nil
    }
    guard fixed != nil else { return .time }
    let scale = timeScale(layout)
    func isNear(_ time: Double) -> Bool { abs(scale.x(time) - place.x) <= Self.lineReach }
    for side in ChartCursors.Side.allCases {
      if let time = instruments.cursors[side], isNear(time) { return .cursor(side) }
    }
    // Where all of a take is shown there is nothing to pan: a drag plays it, as one of the playhead and of the rows of times does.
    let isPlayhead =
      take != nil
      && (scroller.isWhole || cursor.map(isNear) ?? false
        || !layout.lanes.contains { $0.contains(place) })
    return isPlayhead ? .playhead : .time
  }

  private func timeScale(_ layout: ChartLayout) -> TimeScale {
    TimeScale(shownTake?.times ?? 0...1, over: layout.ticks, columnsPerPoint: 1)
  }

  private func time(at x: Double) -> Double {
    let times = shownTake?.times ?? 0...1
    return min(max(timeScale(layout).time(x), times.lowerBound), times.upperBound)
  }

  private func seek(_ place: Point) {
    if take != nil { didSeek?(time(at: place.x)) }
  }

  func tapped(at place: Point) {
    if grip == .time, layout.plot.contains(place) { seek(place) }
  }

  /// Shows the gesture at a place, or all times where it is shown already.
  func doubleTapped(at place: Point) {
    guard let fixed, layout.plot.contains(place) else { return }
    let time = self.time(at: place.x)
    let gestures = instruments.gestures
    let found = gestures.last { $0.times.lowerBound <= time } ?? gestures.first
    let gesture = (found?.times ?? fixed.times).clamped(to: fixed.times)
    let shown = scroller.times
    let isShown =
      abs(shown.lowerBound - gesture.lowerBound) < 1e-3
      && abs(shown.upperBound - gesture.upperBound) < 1e-3
    scroller.show(isShown ? fixed.times : gesture, animated: true)
    discardContent()
  }

  /// Lets what is shown follow the time of the take, unless a hand moves it.
  func followCursor() {
    guard let cursor, take != nil, !scroller.isWhole, grip == nil, !scroller.isInUse else { return }
    let times = scroller.times
    guard !times.contains(cursor) else { return }
    scroller.move(to: cursor - (times.upperBound - times.lowerBound) / 10)
    discardContent()
  }

  // MARK: - Borders

  private func border(at place: Point, _ layout: ChartLayout) -> Int? {
    layout.lanes.indices.dropLast().first { index in
      abs(layout.lanes[index].maxY - place.y) <= Self.borderReach
        && !layout.folded.contains(index) && !layout.folded.contains(index + 1)
    }
  }

  /// Moves the border below a lane, whose neighbor gives or gets the height.
  private func dragBorder(below lane: Int, to y: Double) {
    let layout = layout
    let kinds = shownKinds
    guard kinds.indices.contains(lane + 1), kinds[lane] != kinds[lane + 1] else { return }
    let (upper, lower) = (layout.lanes[lane], layout.lanes[lane + 1])
    guard lower.maxY - upper.minY >= 2 * Self.leastLane else { return }
    let border = min(max(y, upper.minY + Self.leastLane), lower.maxY - Self.leastLane)
    let (above, below) = (border - upper.minY, lower.maxY - border)
    let weights = (laneWeights[kinds[lane]] ?? 1, laneWeights[kinds[lane + 1]] ?? 1)
    laneWeights.merge([
      kinds[lane]: weights.0 * above / upper.height,
      kinds[lane + 1]: weights.1 * below / lower.height,
    ]) { $1 }
  }

  // MARK: - Commands

  /// Carries out a command of the instruments.
  ///
  /// - Returns: What there is to say, as a sentence; `nil` for nothing.
  package func perform(_ command: CurveCommand) -> String? {
    guard size != .zero else { return "The curves are hidden; press F4 to show them." }
    hold()
    switch command {
    case .placeCursor(let side, let atExtreme):
      guard let chart = shownTake else { return "Cursors are placed once nothing moves." }
      return place(side, on: chart, atExtreme: atExtreme)
    case .fit(let kind): instruments.toggle(kind)
    case .copyTable:
      guard let table = shownTake.flatMap(instruments.table) else {
        return "There is nothing to copy yet: neither cursors nor gestures."
      }
      copyText(table)
      return "Copied as a table."
    case .removeCursors: instruments.removeAll()
    }
    return nil
  }

  private func place(_ side: ChartCursors.Side, on chart: Chart, atExtreme: Bool) -> String? {
    let time = hover.map { self.time(at: $0.x) } ?? cursor ?? chart.times.upperBound
    let layout = layout
    let lane = hover.flatMap { place in layout.lanes.firstIndex { $0.contains(place) } }
    guard atExtreme else {
      instruments.cursors[side] = chart.frameTime(at: time)
      return nil
    }
    guard let extreme = chart.extremum(near: time, lane: lane) else {
      return "No curve turns here."
    }
    instruments.cursors[side] = extreme
    return nil
  }

  private func drag(_ side: ChartCursors.Side, to place: Point) {
    guard let chart = shownTake else { return }
    instruments.cursors[side] = chart.frameTime(at: time(at: place.x))
  }
}
