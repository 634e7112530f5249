package import OverscrollDrawing
package import OverscrollLab
package import OverscrollStage
package import ScrollEngine
package import ScrollGeometry

/// The panel of curves: the last seconds of a window live, or a whole take with a cursor.
///
/// Live, the chart moves to the left with every frame. A take stays where it is; a click or a drag asks for a time, and the
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

  package var size = Size.zero { didSet { if size != oldValue { discard() } } }
  package var needsDisplay = true
  package var theme: ChartTheme { didSet { if theme != oldValue { discard() } } }

  /// The chart of a take; `nil` for a live chart.
  package var take: Chart? { didSet { discard() } }
  /// The time of a take that is shown elsewhere, in seconds.
  package var cursor: Double? { didSet { if cursor != oldValue { needsDisplay = true } } }
  /// Called with the time of a take that a click or a drag asks for, in seconds.
  package var didSeek: ((Double) -> Void)?

  /// The time across a live chart, in seconds.
  package private(set) var duration = CurvesPanel.usualDuration
  /// What a live chart shows.
  package private(set) var history = CurveHistory()
  private var liveScale = LiveScale()
  private let maker: any SurfaceFactory
  /// What surrounds the curves, and the whole chart of a take.
  private var backdrop: Surface?
  private var backdropScale = 1.0
  private var strip: LiveStrip?
  /// The time of the newest frame when a live chart was last drawn, in seconds.
  private var drawnTime = -Double.infinity
  /// The time of the newest frame to which the curves were last drawn, in seconds.
  private var segmentTime = -Double.infinity
  /// A Boolean value that indicates whether another frame follows the newest one.
  private var isMoving = false
  /// The pointer, in points.
  private var hover: Point?

  /// Creates a panel.
  ///
  /// - Parameters:
  ///   - maker: Makes surfaces of the kind that the panel is drawn on.
  ///   - theme: The colors.
  package init(maker: any SurfaceFactory, theme: ChartTheme = .dark) {
    self.maker = maker
    self.theme = theme
  }

  private func discard() {
    backdrop = nil
    strip = nil
    needsDisplay = true
  }

  private var layout: ChartLayout {
    let kinds = take?.lanes.map(\.kind) ?? Chart.Group.allCases.map(\.kind)
    return .panel(Rect(origin: .zero, size: size), lanes: kinds)
  }
}

// MARK: - Live

extension CurvesPanel {
  /// Adds a frame of the window.
  ///
  /// - Parameters:
  ///   - sample: The state that the frame shows.
  ///   - geometry: What surrounds the offset.
  ///   - time: The time of the frame in the take, in seconds.
  ///   - missed: The number of refreshes missed before it.
  ///   - isMoving: A Boolean value that indicates whether another frame follows, or ``settle(at:)`` is called at ``settlingTime``.
  package func append(
    _ sample: Trace.Sample, _ geometry: ScrollLimits, at time: Double, missed: Int = 0,
    isMoving: Bool = false
  ) {
    history.append(sample, geometry, at: time, missed: missed)
    self.isMoving = isMoving
    if take == nil, !isMoving || time - drawnTime >= Self.interval { needsDisplay = true }
  }

  /// The time at which curves that are behind the newest frame are to be drawn, in seconds of the take; `nil`
  /// while they show it.
  package var settlingTime: Double? {
    guard take == nil, isMoving, let latest = history.latest, segmentTime < latest else {
      return nil
    }
    return latest + Self.settlingDelay
  }

  /// Has the curves drawn up to the newest frame, if they are behind it at a time of the take in seconds.
  package func settle(at time: Double) {
    guard let settlingTime, time >= settlingTime else { return }
    isMoving = false
    needsDisplay = true
  }

  /// Adds a tick, whose time is that of the take in seconds; it shows with the next frame.
  package func add(_ tick: Chart.Tick) { history.add(tick) }

  /// Goes on with the curves of a take live.
  package func goLive(after history: CurveHistory) {
    (take, cursor) = (nil, nil)
    self.history = history
    liveScale = LiveScale()
    (drawnTime, segmentTime) = (-.infinity, -.infinity)
  }

  /// Moves all curves by `shift` seconds, as where another take begins, whose time 0 is later.
  ///
  /// What was before the take has times below 0 then.
  package func shiftHistory(by shift: Double) {
    guard shift != 0, history.latest != nil else { return }
    history.shift(by: shift)
    liveScale.invalidate()
    (drawnTime, segmentTime) = (-.infinity, -.infinity)
    discard()
  }

  /// Selects the time across a live chart; positive steps show more of it.
  private func changeDuration(by steps: Int) {
    let index = Self.durations.firstIndex { $0 >= duration } ?? 0
    let next = Self.durations[min(max(index + steps, 0), Self.durations.count - 1)]
    guard next != duration else { return }
    duration = next
    discard()
  }
}

// MARK: - Input

extension CurvesPanel {
  package func send(_ event: Event) {
    switch event {
    case .wheel(let wheel) where take == nil && !wheel.notches.y.isNaN:
      let limit = Double(Self.durations.count)
      let notches = min(max(wheel.notches.y, -limit), limit)
      changeDuration(by: Int(notches.rounded(.awayFromZero)))
    case .touch(let touch) where take != nil:
      if touch.phase == .began || touch.phase == .moved { seek(touch.location) }
    default: break
    }
  }

  private func seek(_ place: Point) {
    guard let take else { return }
    let time = TimeScale(take.times, over: layout.ticks, columnsPerPoint: 1).time(place.x)
    didSeek?(min(max(time, take.times.lowerBound), take.times.upperBound))
  }

  package func pointerMoved(to location: Point?) {
    let plot = layout.plot
    let inside = location.flatMap { plot.contains($0) ? $0 : nil }
    guard inside != hover else { return }
    hover = inside
    needsDisplay = true
  }

  /// A Boolean value that indicates whether something is drawn over the curves.
  package var hasOverlay: Bool { hover != nil || cursor != nil }
}

// MARK: - Drawing

extension CurvesPanel {
  package func draw(on canvas: Canvas, scale: Double) {
    needsDisplay = false
    guard size.width > 0, size.height > 0 else { return }
    do throws(DrawingError) {
      if backdropScale != scale { discard() }
      backdropScale = scale
      if let take { try draw(take, on: canvas, scale) } else { try drawLive(on: canvas, scale) }
    } catch {
      // Memory is short or the display is gone; the window reports it with its next frame.
      canvas.fill(Rect(origin: .zero, size: size), with: theme.background)
    }
    needsDisplay = false
  }

  private func draw(_ take: Chart, on canvas: Canvas, _ scale: Double) throws(DrawingError) {
    let layout = layout
    if backdrop == nil {
      backdrop = try makeBackdrop(take, layout, scale, caption: "time, s", drawsContent: true)
    }
    copyBackdrop(to: canvas, [Rect(origin: .zero, size: size)], scale)
    let painter = ChartPainter(
      chart: take, canvas: canvas, layout: layout, theme: theme, pixelsPerPoint: scale)
    if let cursor {
      painter.drawCursor(take.readout(at: cursor), showsValues: false)
    }
    if let hover {
      painter.drawCursor(take.readout(at: painter.scale.time(hover.x)), showsValues: true)
    }
  }

  private func drawLive(on canvas: Canvas, _ scale: Double) throws(DrawingError) {
    let layout = layout
    let strip = try updateStrip(layout, scale)
    let plot = layout.plot
    copyBackdrop(
      to: canvas,
      [
        Rect(x: 0, y: 0, width: plot.minX, height: size.height),
        Rect(x: plot.maxX, y: 0, width: size.width - plot.maxX, height: size.height),
      ], scale)
    strip.draw(on: canvas, at: plot.origin)
    guard let hover else { return }
    let chart = strip.chart(strip.columns, history, liveScale.formats)
    let time = strip.time(at: hover.x - plot.minX)
    let left = strip.time(at: 0)
    ChartPainter(
      chart: chart, canvas: canvas, layout: layout, theme: theme, pixelsPerPoint: scale,
      scale: TimeScale(
        left...strip.time(at: plot.width), over: plot, columnsPerPoint: scale)
    ).drawCursor(chart.readout(at: time), showsValues: true)
  }

  /// Brings the strip and what surrounds it up to date.
  private func updateStrip(_ layout: ChartLayout, _ scale: Double) throws(DrawingError) -> LiveStrip
  {
    let setup = LiveStrip.Setup(layout: layout, scale: scale, duration: duration, theme: theme)
    let latest = history.latest ?? 0
    drawnTime = latest
    if isMoving, latest - segmentTime < LiveStrip.ahead, let strip, strip.move(to: latest) {
      return strip
    }
    segmentTime = latest
    var change = history.drainChange()
    let isNew = self.strip == nil
    if self.strip == nil { self.strip = try LiveStrip(setup, maker: maker) }
    guard let strip else { throw DrawingError("Drawing curves", because: "there is no strip") }
    let hasRescaled = liveScale.follow(
      history, in: strip.times(upTo: latest), isFinal: isNew)
    if isNew || hasRescaled {
      change = nil
      let frame = strip.chart(strip.columns, history, liveScale.formats)
      backdrop = try makeBackdrop(frame, layout, scale, caption: caption, drawsContent: false)
    } else if change == nil {
      return strip
    }
    // Where this fails, the strip is undefined.
    self.strip = nil
    try strip.update(history, liveScale.formats, since: change)
    self.strip = strip
    return strip
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
    painter.drawPanelFrame(caption: caption)
    if drawsContent { painter.drawContent() }
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
}
