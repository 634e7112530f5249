import OverscrollBrowser
import OverscrollDesktop
import OverscrollDrawing
import OverscrollImaging
import OverscrollShell
import OverscrollStage
import ScrollEngine
import ScrollGeometry

extension Viewer {
  /// What the window shows.
  struct DisplayState {
    /// The last frame, and its tiles.
    var plan: FramePlan?
    /// The number of frames drawn so far.
    var count = 0
    /// A Boolean value that indicates whether the scale has changed since the last frame as part of a zoom.
    var isZooming = false
    /// The redrawn pixels of the last frame and their filter, if its cost is representative.
    var sample: (filter: Filter, pixels: Int)?
    /// Statistics of the frames.
    var log = FrameLog()
  }

  /// The speed from which on tiles are prefetched ahead of a motion, in points per second: about a tile. [C]
  private static let prefetchSpeed = 200.0

  /// Draws a frame if the window is out of date and the server is ready, and schedules the next wake-ups; `isDue` is
  /// true on a refresh of the display.
  func update(isDue: Bool) throws {
    settleCurves()
    if let overview = shownOverview { return try update(overview, isDue: isDue) }
    if swiping.isActive { return try updateRow(isDue: isDue) }
    redraw.isVisible = window.isVisible
    redraw.isAnimating = view.window.needsAdvance || strip?.overview.needsAdvance == true
    redraw.loadingSince = loadingSince
    let plan = redraw.isVisible ? plan : nil
    let now = MonotonicClock.now
    if let plan { compare(plan, at: now) }
    let mayDraw = loop.mayDraw(isDue: isDue)
    if mayDraw {
      learnCost()
      // The server has drawn the first picture, which listing its folder would have delayed.
      if display.count > 0 { listFolder() }
    }
    var step = redraw.next(mayDraw ? (isDue ? .refresh : .ready) : .busy, at: now)
    var isIdle = false
    if step.draws, let plan {
      try draw(plan)
      step = redraw.next(.drawn, at: now)
    } else if mayDraw, redraw.isVisible, cost.isUnknown, display.count > 0, window.sharesMemory {
      try calibrate()
    } else {
      isIdle = mayDraw && !step.needsFrames
    }
    try drawNeighbor(isIdle: isIdle)
    take(step)
    if display.count > 0, mayListFolder { loop.wantsRedrawSlot = true }
  }

  /// Compares a frame with the one that is shown.
  private func compare(_ plan: FramePlan, at now: Double) {
    let shown = display.plan?.frame
    redraw.reasons.set(.content, to: !plan.frame.isAlike(shown))
    redraw.reasons.set(.panels, to: hasOutdatedPanel)
    guard view.isScaling else {
      redraw.draftsUntil = nil
      display.isZooming = false
      return
    }
    if plan.frame.placement.scale != shown?.placement.scale {
      redraw.draftsUntil = now + RedrawState.draftDelay
    }
    display.isZooming = redraw.draftsUntil.map { now < $0 } ?? false
  }

  /// Records the cost of the last frame, now that the server has drawn it.
  private func learnCost() {
    guard let sample = display.sample else { return }
    display.sample = nil
    cost.note(sample.filter, pixels: sample.pixels, seconds: loop.drawingTime)
  }

  /// Measures how quickly the server draws, before the first zoom.
  private func calibrate() throws {
    do throws(DrawingError) {
      _ = try window.surface()
      display.sample = (.bilinear, try compositor.calibrate())
    } catch {
      // Memory is short; frames are measured instead.
      cost.note(.bilinear, pixels: 1, seconds: .leastNonzeroMagnitude)
    }
    try window.present()
  }

  /// Schedules the wake-ups of a step.
  func take(_ step: RedrawState.Step) {
    redraw.take(step)
    if step.needsSlot { loop.wantsRedrawSlot = true }
    loop.clock.wantsFrames = step.needsFrames
    let albumDeadline = album?.deadline(at: MonotonicClock.now)
    loop.deadline = [
      step.deadline, takes.deadline, albumDeadline, shownOverview?.deadline, strip?.deadline,
      curvesDeadline,
    ].compactMap(\.self).min()
  }

  private func draw(_ plan: FramePlan) throws {
    var plan = plan
    let missed = loop.clock.statistics.missed
    view.recorder.frame(at: view.recorder.present, missed: missed - missedRefreshes)
    missedRefreshes = missed
    let resting = view.restingPlacement
    let direction = TravelDirection(view.scrollView.contentVelocity, least: Self.prefetchSpeed)
    tiles.prepare(plan, resting: resting, direction: direction)
    plan.frame.hud?.note(loop)
    let report = try show(plan)
    if album?.isLeafing != true { picture.begin() }
    tiles.finish(plan, resting: resting, direction: direction)
    prepareNeighbors()
    redraw.didDraw(
      isUnfinished: report.isUnfinished, isDraft: report.isDraft,
      hasOutdatedReadings: hasOutdatedHUD)
    if options.frameLog != nil { log(plan, isDraft: report.isDraft) }
  }

  /// A Boolean value that indicates whether drawing the last frame has outdated its HUD, and no other redraw is pending.
  private var hasOutdatedHUD: Bool {
    guard let plan = display.plan, let shown = plan.frame.hud, loadingSince == nil else {
      return false
    }
    return hud(of: plan).withoutTiming != shown.withoutTiming
  }

  private func log(_ plan: FramePlan, isDraft: Bool) {
    display.log.note(isDraft: isDraft, isZooming: display.isZooming)
    display.log.note(
      hasMissingTiles: picture.state == .complete && compositor.hasMissingTiles(in: plan),
      bytes: tiles.byteCount)
  }

  private func show(_ plan: FramePlan) throws -> Compositor.Report {
    let report: Compositor.Report
    let uploads = surfaces.uploadCount
    let pixels = PixelRect(plan.frame.viewport).area
    // On a remote display the connection is the bottleneck, not the drawing.
    let effort =
      window.sharesMemory
      ? cost.effort(
        for: pixels, with: plan.tiles.filter, isZooming: display.isZooming,
        period: loop.clock.period) : .kept()
    do throws(DrawingError) {
      report = try compositor.show(
        plan, on: window.surface(), isExposed: redraw.reasons.contains(.exposure),
        scrollsWindow: window.isUnobscured, effort: effort)
      try drawPanels(isExposed: redraw.reasons.contains(.exposure))
    } catch {
      // If the connection is broken, its own error is more specific.
      try window.present()
      throw Failure(message: error.description)
    }
    try window.present()
    // Frames with uploads, and small parts with their overhead, are not representative.
    let drawn = report.drawnPixels
    display.sample =
      drawn * 4 > pixels && surfaces.uploadCount == uploads ? (plan.tiles.filter, drawn) : nil
    display.plan = plan
    display.count += 1
    album?.hasUndrawnStep = false
    return report
  }

  /// Writes the statistics of the frames, as one line of JSON, if the command line asks for them.
  func writeFrameLog() throws(Failure) {
    guard let path = options.frameLog else { return }
    try TextFile.write(display.log.text(of: self), to: path)
  }
}

// MARK: - Content

extension Viewer {
  /// The current frame and its tiles.
  private var plan: FramePlan {
    var frame = view.frame(filter: filter)
    addOverlays(to: &frame)
    var plan = FramePlan(frame, reusing: display.plan, pyramid: picture.pyramid)
    if showsHUD { plan.frame.hud = hud(of: plan) }
    return plan
  }

  /// Adds what surrounds the picture and lies over it, but for the frame statistics.
  func addOverlays(to frame: inout Frame) {
    frame.ground = ground
    frame.page = page(of: content)
    frame.isDropTarget = isDropTarget
    frame.field = fieldPlate
    frame.progress = progress
    frame.message = message
    frame.recording = recording
  }

  /// Whether a recording runs; nothing shows for the takes that are always kept.
  private var recording: Frame.Recording? {
    switch view.recorder.mode {
    case .flight: nil
    case .waiting: .waiting
    case .recording: .running
    }
  }

  private var progress: Frame.Progress? {
    guard case .loading(let part) = picture.state,
      MonotonicClock.now - startTime >= RedrawState.progressDelay
    else { return nil }
    return part.map(Frame.Progress.part) ?? .unknown
  }

  /// When loading began, while it goes on.
  var loadingSince: Double? {
    if case .loading = picture.state { startTime } else { nil }
  }

  var message: String? {
    if let message = takes.message { return message }
    if swiping.neighbor == nil, let plate = album?.plate(at: MonotonicClock.now) { return plate }
    return if case .damaged(let sentence) = picture.state { sentence } else { nil }
  }

  private func hud(of plan: FramePlan) -> HUD {
    var hud = HUD()
    hud.offset = view.scrollView.presentationOffset
    hud.velocity = view.scrollView.contentVelocity
    hud.phase = view.scrollView.phase.rawValue
    hud.zoom = plan.frame.placement.scale
    hud.level = plan.tiles.level
    (hud.visibleTiles, hud.missingTiles) = compositor.tileCounts(of: plan)
    hud.cacheBytes = tiles.byteCount
    hud.cacheLimit = tiles.byteLimit
    hud.queue = picture.pendingRequestCount
    return hud
  }
}

extension OptionSet {
  /// Inserts or removes a member.
  fileprivate mutating func set(_ member: Element, to isMember: Bool) {
    if isMember { insert(member) } else { remove(member) }
  }
}

extension HUD {
  /// Records the cost of drawing frames so far.
  fileprivate mutating func note(_ loop: EventLoop) {
    frameTime = loop.drawingTime
    rate = loop.clock.rate
    frames = loop.clock.statistics.frames
    missed = loop.clock.statistics.missed
  }
}

extension Frame {
  /// Returns whether this frame differs from another only in readings that drawing itself changes.
  fileprivate func isAlike(_ other: Frame?) -> Bool {
    guard var other else { return false }
    var own = self
    own.hud = hud?.withoutTiming
    other.hud = other.hud?.withoutTiming
    return own == other
  }
}

// MARK: - Composing

extension Viewer {
  /// Returns where a part of the window is composed before it is copied to it: the surface of the last time if its size still fits.
  func staging(
    _ size: PixelSize, reusing last: inout Surface?
  ) throws(DrawingError) -> Surface {
    if let last, last.size == size { return last }
    // The old one goes before there is another.
    last = nil
    let surface = try window.makeSurface(size: size, opaque: true)
    last = surface
    return surface
  }
}
