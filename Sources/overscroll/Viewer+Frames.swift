import Browser
import Desktop
import Drawing
import Geometry
import Imaging
import ScrollEngine

extension Viewer {
  /// What the window shows.
  struct DisplayState {
    /// The last frame, and its tiles.
    var plan: FramePlan?
    /// The number of frames drawn so far.
    var count = 0
    /// What became of the frames.
    var log = FrameLog()
  }

  /// The speed from which on tiles are prefetched ahead of a motion, in points per second: about a tile. [C]
  private static let prefetchSpeed = 200.0

  static func compositor(
    _ painter: Painter, on window: DesktopWindow
  ) throws(DesktopError) -> Compositor {
    do throws(DrawingError) {
      return try Compositor(painter: painter, maker: window)
    } catch {
      throw DesktopError(.system, error.description)
    }
  }

  /// Draws and shows what is to be seen if the window is out of date and may be drawn now, and asks for the wake-ups
  /// that are needed; `isDue` is true for a refresh of the display.
  func update(isDue: Bool) throws {
    redraw.isVisible = window.isVisible
    redraw.isAnimating = view.window.needsAdvance
    redraw.loadingSince = loadingSince
    let plan = redraw.isVisible ? plan : nil
    if let plan { redraw.reasons.set(.content, to: !plan.frame.isAlike(display.plan?.frame)) }
    let now = MonotonicClock.now
    var step = redraw.next(loop.mayDraw(isDue: isDue) ? .ready : .busy, at: now)
    if step.draws, let plan {
      try draw(plan)
      step = redraw.next(.drawn, at: now)
    }
    take(step)
  }

  /// Asks the event loop for the wake-ups of a step.
  func take(_ step: RedrawState.Step) {
    redraw.take(step)
    if step.needsSlot { loop.wantsRedrawSlot = true }
    loop.clock.wantsFrames = step.needsFrames
    loop.deadline = step.deadline
  }

  private func draw(_ plan: FramePlan) throws {
    var plan = plan
    let resting = view.restingPlacement
    let direction = TravelDirection(view.scrollView.contentVelocity, least: Self.prefetchSpeed)
    tiles.prepare(plan, resting: resting, direction: direction)
    plan.frame.hud?.note(loop)
    let report = try show(plan)
    tiles.finish(plan, resting: resting, direction: direction)
    redraw.didDraw(isUnfinished: report.isUnfinished, hasOutdatedReadings: hasOutdatedHUD)
    if options.frameLog != nil { log(plan) }
  }

  /// True if drawing the last frame has changed the numbers in it, and nothing else will draw them again.
  private var hasOutdatedHUD: Bool {
    guard let plan = display.plan, let shown = plan.frame.hud, loadingSince == nil else {
      return false
    }
    return hud(of: plan).withoutTiming != shown.withoutTiming
  }

  private func log(_ plan: FramePlan) {
    display.log.note(
      hasMissingTiles: picture.state == .complete && compositor.hasMissingTiles(in: plan),
      bytes: tiles.byteCount)
  }

  private func show(_ plan: FramePlan) throws -> Compositor.Report {
    let report: Compositor.Report
    do throws(DrawingError) {
      report = try compositor.show(
        plan, on: window.surface(), isExposed: redraw.reasons.contains(.exposure))
    } catch {
      // A server that went away shows first where something is drawn; its own sentence says more.
      try window.present()
      throw Failure(message: error.description)
    }
    try window.present()
    display.plan = plan
    display.count += 1
    return report
  }

  /// Writes what became of the frames, as one line of JSON, where the command line asks for it.
  func writeFrameLog() throws(Failure) {
    guard let path = options.frameLog else { return }
    try TextFile.write(display.log.text(of: self), to: path)
  }
}

// MARK: - What is to be seen

extension Viewer {
  /// The frame to be seen now, with its tiles.
  private var plan: FramePlan {
    var frame = view.frame(filter: filter)
    frame.progress = progress
    frame.message = message
    var plan = FramePlan(frame, reusing: display.plan, pyramid: picture.pyramid)
    if showsHUD { plan.frame.hud = hud(of: plan) }
    return plan
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

  private var message: String? {
    if case .damaged(let sentence) = picture.state { sentence } else { nil }
  }

  private func hud(of plan: FramePlan) -> HUD {
    var hud = HUD()
    hud.offset = view.scrollView.contentOffset
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
  /// Takes what drawing frames has cost so far.
  fileprivate mutating func note(_ loop: EventLoop) {
    frameTime = loop.drawingTime
    rate = loop.clock.rate
    frames = loop.clock.statistics.frames
    missed = loop.clock.statistics.missed
  }
}

extension Frame {
  /// True if drawing this frame in place of another would change nothing but numbers that drawing itself changes.
  fileprivate func isAlike(_ other: Frame?) -> Bool {
    guard var other else { return false }
    var own = self
    own.hud = hud?.withoutTiming
    other.hud = other.hud?.withoutTiming
    return own == other
  }
}
