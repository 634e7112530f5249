package import OverscrollDrawing
import OverscrollLab
import ScrollGeometry

extension CurvesPanel {
  package func draw(on canvas: Canvas, scale: Double) {
    defer { needsDisplay = false }
    guard size.width > 0, size.height > 0 else { return }
    do throws(DrawingError) {
      if backdropScale != scale { discard() }
      backdropScale = scale
      if let fixed, scroller.layOut(layout.plot, whole: fixed.times) { discardContent() }
      if let take = shownTake {
        try draw(take, on: canvas, scale)
      } else {
        try drawLive(on: canvas, scale)
      }
    } catch {
      // Memory is short or the display is gone; the window reports it with its next frame.
      canvas.fill(Rect(origin: .zero, size: size), with: theme.background)
    }
  }

  private func draw(_ take: Chart, on canvas: Canvas, _ scale: Double) throws(DrawingError) {
    let layout = layout
    if backdrop == nil {
      backdrop = try makeBackdrop(take, layout, scale, caption: "time, s", drawsContent: true)
    }
    copyBackdrop(to: canvas, [Rect(origin: .zero, size: size)], scale)
    let painter = ChartPainter(
      chart: take, canvas: canvas, layout: layout, theme: theme, pixelsPerPoint: scale)
    instruments.draw(painter)
    drawCursors(of: take, painter)
  }

  private func drawLive(on canvas: Canvas, _ scale: Double) throws(DrawingError) {
    let strip = try updateStrip(scale)
    let layout = layout
    let plot = layout.plot
    copyBackdrop(
      to: canvas,
      [
        Rect(x: 0, y: 0, width: plot.minX, height: size.height),
        Rect(x: plot.maxX, y: 0, width: size.width - plot.maxX, height: size.height),
        Rect(x: plot.minX, y: footer.minY, width: plot.width, height: footer.height),
      ], scale)
    strip.draw(on: canvas, at: plot.origin)
    let times = strip.time(at: 0)...strip.time(at: plot.width)
    let timeScale = TimeScale(times, over: plot, columnsPerPoint: scale)
    let painter = ChartPainter(
      chart: Chart(times: times), canvas: canvas, layout: layout, theme: theme,
      pixelsPerPoint: scale, scale: timeScale)
    ChartTimeRow(painter).hideCut()
    ChartPhaseNames(painter).draw(arrangement.rows.map { tracks[$0].history.bands })
    instruments.draw(painter)
    guard let hover else { return }
    let chart = chart(of: strip, sources)
    let time = chart.frameTime(at: strip.time(at: hover.x - plot.minX))
    ChartPainter(
      chart: chart, canvas: canvas, layout: layout, theme: theme, pixelsPerPoint: scale,
      scale: timeScale
    ).drawCursor(chart.readout(at: time, row: row(of: chart, under: hover)), showsValues: true)
  }

  /// What a strip shows of each scroll view with a row of phases.
  private var sources: [LiveStrip.Source] { sources(of: arrangement) }

  /// The same with all lanes that can be chosen.
  var allSources: [LiveStrip.Source] {
    sources(of: tracks.arrangement(of: Chart.Group.allCases, hiding: []))
  }

  private func sources(of arrangement: [CurveTrack].Arrangement) -> [LiveStrip.Source] {
    arrangement.rows.map { index in
      let groups = arrangement.lanes.filter { $0.track == index }.map(\.group)
      var source = LiveStrip.Source(
        tracks[index].history, tracks[index].scale.formats, groups: groups)
      if tracks.count > 1 { source.name = tracks[index].title }
      return source
    }
  }

  /// What a strip shows, with the names of its rows.
  private func chart(of strip: LiveStrip, _ sources: [LiveStrip.Source]) -> Chart {
    var chart = strip.chart(strip.columns, sources)
    chart.rows = chartRows
    return chart
  }

  /// The rows of phases of several scroll views.
  var chartRows: [Chart.Row] {
    guard tracks.count > 1 else { return [] }
    return arrangement.rows.map { index in
      let track = tracks[index]
      return Chart.Row(
        scrollView: track.scrollView, name: track.title,
        isHidden: choice.hidden.contains(track.scrollView))
    }
  }

  /// Brings the strip and what surrounds it up to date.
  private func updateStrip(_ scale: Double) throws(DrawingError) -> LiveStrip {
    catchUp()
    let latest = latest ?? 0
    live.time = latest
    if live.isMoving, backdrop != nil, latest - live.segmentTime < LiveStrip.ahead, let strip,
      strip.move(to: latest)
    {
      return strip
    }
    live.segmentTime = latest
    let (changes, hasRescaled) = followScales(
      in: LiveStrip.times(upTo: latest, across: duration), isFinal: self.strip == nil)
    // Lanes fold and unfold with their scales.
    let setup = LiveStrip.Setup(layout: layout, scale: scale, duration: duration, theme: theme)
    let isNew = self.strip?.setup != setup
    if isNew { self.strip = try LiveStrip(setup, maker: maker) }
    guard let strip else { throw DrawingError("Drawing curves", because: "there is no strip") }
    var sources = sources
    for (index, row) in arrangement.rows.enumerated() { sources[index].change = changes[row] }
    let drawsAll = isNew || hasRescaled
    if drawsAll || backdrop == nil {
      backdrop = try makeBackdrop(
        chart(of: strip, sources), setup.layout, scale, caption: caption, drawsContent: false)
    }
    if !drawsAll, sources.allSatisfy({ $0.change == nil }) { return strip }
    // Where this fails, the strip is undefined.
    self.strip = nil
    try strip.update(sources, drawsAll: drawsAll)
    self.strip = strip
    return strip
  }

  /// Lets the axes follow the curves; returns what has changed since the last call, and whether an axis has.
  private func followScales(
    in times: ClosedRange<Double>, isFinal: Bool
  ) -> (changes: [CurveHistory.Change?], hasRescaled: Bool) {
    var changes: [CurveHistory.Change?] = []
    var hasRescaled = false
    for index in known.indices {
      changes.append(known[index].drainChange())
      if known[index].follow(times, choice.groups, isFinal: isFinal) { hasRescaled = true }
    }
    return (changes, hasRescaled)
  }

  /// The time across the strip.
  private var caption: String { "last \(ChartAxis.text(of: duration)) s" }

  private func makeBackdrop(
    _ chart: Chart, _ layout: ChartLayout, _ scale: Double, caption: String, drawsContent: Bool
  ) throws(DrawingError) -> Surface {
    let pixels = PixelSize(
      width: max(1, Int((size.width * scale).rounded(.up))),
      height: max(1, Int((size.height * scale).rounded(.up))))
    let surface = try maker.makeSurface(size: pixels, opaque: true)
    let canvas = try Canvas(surface)
    canvas.concatenate(AffineTransform(scaleX: scale, y: scale))
    let painter = ChartPainter(
      chart: chart, canvas: canvas, layout: layout, theme: theme, pixelsPerPoint: scale)
    painter.drawPanelFrame(
      caption: caption,
      showsRefreshes: instruments.motion?.series.frames.isEmpty == false
        ? choice.showsRefreshes : nil)
    if drawsContent { painter.drawContent() }
    instruments.drawFooter(
      chart, in: shownTimes, on: canvas, place: footer, height: size.height, theme: theme)
    try canvas.check()
    return surface
  }

  /// Copies parts of the backdrop, in points.
  private func copyBackdrop(to canvas: Canvas, _ parts: [Rect], _ scale: Double) {
    guard let backdrop else { return }
    for part in parts where part.width > 0 {
      canvas.draw(backdrop, PixelRect(rounding: part * scale), at: part.origin)
    }
  }

  /// How far from the cursor the pointer shows what is there, in points. [C]
  private static let playheadReach = 2.5

  /// Draws the cursor of a take, and what is under the pointer.
  func drawCursors(of take: Chart, _ painter: ChartPainter) {
    let row = row(of: take, under: hover)
    let playhead = cursor.map { readout(of: take, at: $0, row: row) }
    if let playhead { painter.drawCursor(playhead, showsValues: false) }
    guard let hover else { return }
    let (first, last) = (hover.x - Self.playheadReach, hover.x + Self.playheadReach)
    let near = painter.scale.time(first)...painter.scale.time(last)
    if let playhead, near.contains(playhead.time) {
      return painter.drawCursor(playhead, showsValues: true)
    }
    let time = take.frameTime(at: painter.scale.time(hover.x))
    painter.drawCursor(take.readout(at: time, row: row), showsValues: true)
  }

  /// The row of phases of the lane under the pointer, or the one that is there itself; the first one elsewhere.
  func row(of chart: Chart, under hover: Point?) -> Int {
    guard let hover else { return 0 }
    let layout = layout
    let lane = layout.lanes.firstIndex { $0.contains(hover) }
    if let lane, chart.lanes.indices.contains(lane) { return chart.row(ofLane: lane) }
    return layout.row(at: hover) ?? 0
  }

  /// What is shown at the cursor.
  func readout(of take: Chart, at cursor: Double, row: Int = 0) -> Chart.Readout {
    let states = shown.map { state in
      let row = take.rows.first { $0.scrollView == state.scrollView }
      return Chart.Shown(owner: row?.name ?? "", style: state.style, state.sample)
    }
    return take.readout(of: states, at: cursor, row: row)
  }
}
