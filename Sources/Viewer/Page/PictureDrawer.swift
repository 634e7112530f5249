import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
import OverscrollImaging
import OverscrollLab
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// Draws the picture of a window, and decides when that is due.
final class PictureDrawer {
  private let host: any Host
  private let keepsStatistics: Bool
  private let isOfLab: Bool
  /// Why the window is out of date, and what to do about it.
  private var redraw = RedrawState()
  /// The last frame and its tiles; `nil` if something else was drawn since.
  private var shown: FramePlan?
  /// The frame to draw next.
  private var next: FramePlan?
  /// True while the scale changes from frame to frame, as part of a zoom.
  private var isZooming = false
  /// The cost of redrawing on this display.
  private var cost = RedrawCost()
  /// The redrawn pixels of the last frame and their filter, if its cost is representative.
  private var sample: (filter: Filter, pixels: Int)?
  /// What can be done in this iteration of the loop.
  private var opportunity = RedrawState.Opportunity.busy
  private(set) var statistics = FrameLog()

  /// The minimum speed at which tiles are prefetched ahead of a motion, in points per second: about a tile. [C]
  private static let prefetchSpeed = 200.0

  /// - Parameters:
  ///   - setup: The window.
  ///   - keepsStatistics: True to keep statistics of frames besides their number.
  ///   - isOfLab: True for a window of the lab, whose statistics leave out what is about files.
  init(_ setup: WindowSetup, keepsStatistics: Bool, isOfLab: Bool) {
    (self.keepsStatistics, self.isOfLab) = (keepsStatistics, isOfLab)
    host = setup.host
  }

  /// True once anything has been drawn.
  var hasDrawn: Bool { statistics.count > 0 }

  /// Marks the window as outdated for a reason.
  func invalidate(_ reasons: RedrawState.Reasons) { redraw.reasons.formUnion(reasons) }

  /// Marks everything as outdated, since other content is shown or was shown.
  func invalidateAll() {
    shown = nil
    redraw.reasons.formUnion([.exposure, .content])
  }

  /// Prepares for another picture.
  func pictureDidChange() {
    isZooming = false
    redraw.draftsUntil = nil
    // What is drawn already is copied whole.
    invalidateAll()
  }
}

// MARK: - Deciding

extension PictureDrawer {
  /// Returns what to do next while the picture is shown.
  ///
  /// - Parameters:
  ///   - opportunity: What can be done at the moment.
  ///   - now: The time, in seconds.
  ///   - content: The picture.
  ///   - showsHUD: True if frame statistics are shown.
  ///   - isMarking: True while marks or a map over the picture move or fade.
  ///   - frame: How it looks now, without frame statistics.
  /// - Returns: The next step.
  func next(
    _ opportunity: RedrawState.Opportunity, at now: Double, _ content: OpenPicture,
    showsHUD: Bool, isMarking: @autoclosure () -> Bool, frame: () -> Frame
  ) -> RedrawState.Step {
    guard opportunity != .drawn else { return next(.drawn, at: now) }
    prepare(opportunity)
    redraw.loadingSince = content.loadingSince
    next = nil
    if redraw.isVisible {
      var plan = FramePlan(frame(), reusing: shown, pyramid: content.picture.pyramid)
      if showsHUD { plan.frame.hud = hud(of: plan, content) }
      compare(plan, content.view, at: now)
      next = plan
    }
    // Making the frame may start an animation of an overlay.
    redraw.isAnimating = isMarking() || content.view.window.needsAdvance
    return next(opportunity, at: now)
  }

  /// Returns what to do next while something else is shown instead of the picture, and drawn as a whole.
  func next(
    _ opportunity: RedrawState.Opportunity, at now: Double, isOutdated: Bool, isAnimating: Bool
  ) -> RedrawState.Step {
    guard opportunity != .drawn else { return next(.drawn, at: now) }
    prepare(opportunity)
    redraw.isAnimating = isAnimating
    redraw.loadingSince = nil
    // Tiles of the picture don't require a frame.
    redraw.reasons.remove([.tiles, .draft, .readings])
    redraw.reasons.set(.content, to: isOutdated)
    return next(opportunity, at: now)
  }

  private func prepare(_ opportunity: RedrawState.Opportunity) {
    self.opportunity = opportunity
    redraw.isVisible = host.display.isVisible
    if opportunity != .busy { learnCost() }
  }

  private func next(
    _ opportunity: RedrawState.Opportunity, at now: Double
  ) -> RedrawState.Step {
    let step = redraw.next(opportunity, at: now)
    redraw.schedule(step)
    return step
  }

  /// True if more pixels have arrived since the last frame.
  var hasNewPixels: Bool { redraw.reasons.contains(.tiles) }

  /// Compares a frame with the one that is shown.
  private func compare(_ plan: FramePlan, _ view: PictureView, at now: Double) {
    redraw.reasons.set(.content, to: !plan.frame.isAlike(shown?.frame))
    guard view.isScaling else {
      redraw.draftsUntil = nil
      isZooming = false
      return
    }
    if plan.frame.placement.scale != shown?.frame.placement.scale {
      redraw.draftsUntil = now + RedrawState.draftDelay
    }
    isZooming = redraw.draftsUntil.map { now < $0 } ?? false
  }

  /// Records the cost of the last frame, now that the server has drawn it.
  private func learnCost() {
    guard let sample else { return }
    self.sample = nil
    cost.note(sample.filter, pixels: sample.pixels, seconds: host.frames.drawingTime)
  }
}

// MARK: - Drawing

extension PictureDrawer {
  /// Draws the picture.
  ///
  /// - Parameters:
  ///   - content: The picture.
  ///   - target: Where to draw.
  ///   - isSkimming: True while a held key skims through pictures.
  /// - Throws: An error if memory is short or the display is gone.
  func draw(
    _ content: OpenPicture, on target: DrawingTarget, isSkimming: Bool
  ) throws(DrawingError) {
    guard var plan = next ?? shown else { return }
    opportunity = .drawn
    let view = content.view
    let resting = view.restingPlacement
    let direction = TravelDirection(view.scrollView.contentVelocity, least: Self.prefetchSpeed)
    follow(plan.frame, content)
    content.tiles.prepare(plan, resting: resting, direction: direction)
    plan.frame.hud?.note(host.frames, view.recorder)
    let report = try show(plan, content, on: target)
    if !isSkimming { content.picture.begin() }
    content.tiles.finish(plan, resting: resting, direction: direction)
    redraw.didDraw(
      isUnfinished: report.isUnfinished, isDraft: report.isDraft,
      hasOutdatedReadings: hasOutdatedHUD(content))
    guard keepsStatistics else { return statistics.noteFrame() }
    let now = host.time
    statistics.note(isDraft: report.isDraft, isZooming: isZooming, at: now)
    statistics.note(
      hasMissingTiles: content.picture.state == .complete
        && content.compositor.hasMissingTiles(in: plan),
      bytes: content.tiles.byteCount, at: now)
  }

  /// Has a picture decoded that something else draws.
  ///
  /// - Parameters:
  ///   - content: The picture.
  ///   - frame: How it looks.
  func request(_ content: OpenPicture, _ frame: Frame) {
    let plan = FramePlan(frame, pyramid: content.picture.pyramid)
    let resting = content.view.restingPlacement
    let direction = TravelDirection(.zero, least: Self.prefetchSpeed)
    follow(frame, content)
    content.tiles.prepare(plan, resting: resting, direction: direction)
    content.picture.begin()
  }

  /// Has tiles decoded again of which a frame shows other pixels.
  private func follow(_ frame: Frame, _ content: OpenPicture) {
    if content.compositor.follow(frame) { content.tiles.surfacesWereRemoved() }
  }

  private func show(
    _ plan: FramePlan, _ content: OpenPicture, on target: DrawingTarget
  ) throws(DrawingError) -> Compositor.Report {
    let surfaces = content.compositor.surfaces
    let uploads = surfaces.uploadCount
    let pixels = PixelRect(plan.frame.viewport).area
    let display = host.display
    // On a remote display the connection is the bottleneck, not the drawing.
    let effort =
      display.sharesMemory
      ? cost.effort(
        for: pixels, with: plan.tiles.filter, isZooming: isZooming, period: host.frames.period)
      : .kept()
    let report = try content.compositor.show(
      plan, on: target.window,
      isExposed: target.isExposed || redraw.reasons.contains(.exposure),
      scrollsWindow: display.isUnobscured, effort: effort, refines: !isZooming)
    // Frames with uploads, and small parts with their overhead, are not representative.
    let drawn = report.drawnPixels
    let isRepresentative = drawn * 4 > pixels && surfaces.uploadCount == uploads
    sample = isRepresentative ? (plan.tiles.filter, drawn) : nil
    shown = plan
    return report
  }

  /// Notes that something else was drawn instead of the picture.
  func didDrawInstead() {
    opportunity = .drawn
    redraw.didDraw(isUnfinished: false, isDraft: false, hasOutdatedReadings: false)
    statistics.noteFrame()
  }

  /// True if drawing the last frame has outdated its HUD, and no other redraw is pending.
  private func hasOutdatedHUD(_ content: OpenPicture) -> Bool {
    guard let shown, let hud = shown.frame.hud, content.loadingSince == nil else { return false }
    return self.hud(of: shown, content).withoutTiming != hud.withoutTiming
  }

  private func hud(of plan: FramePlan, _ content: OpenPicture) -> HUD {
    var hud = HUD()
    hud.isOfLab = isOfLab
    let scrollView = content.view.scrollView
    hud.offset = scrollView.presentationOffset
    hud.phase = scrollView.phase.rawValue
    hud.zoom = plan.frame.placement.scale
    hud.level = plan.tiles.level
    (hud.visibleTiles, hud.missingTiles) = content.compositor.tileCounts(of: plan)
    hud.cacheBytes = content.tiles.byteCount
    hud.cacheLimit = content.tiles.byteLimit
    hud.queue = content.picture.pendingRequestCount
    hud.sandbox = content.picture.info.confinement
    hud.tone = content.picture.info.tone
    return hud
  }
}

// MARK: - Idle time

extension PictureDrawer {
  /// Measures how quickly the server draws, before the first zoom, if there is nothing else to do.
  ///
  /// - Parameter content: The picture.
  /// - Returns: True if that was done.
  /// - Throws: An error if the connection to the server is lost.
  func calibrate(_ content: OpenPicture) throws(HostError) -> Bool {
    guard opportunity == .ready || opportunity == .refresh, redraw.isVisible, cost.isUnknown,
      hasDrawn, host.display.sharesMemory
    else { return false }
    do throws(DrawingError) {
      _ = try host.surface()
      sample = (.bilinear, try content.compositor.calibrate())
    } catch {
      // Memory is short; frames are measured instead.
      cost.note(.bilinear, pixels: 1, seconds: .leastNonzeroMagnitude)
    }
    try host.present()
    return true
  }

  /// Draws a part of a picture that is not shown yet.
  ///
  /// - Parameters:
  ///   - next: The picture.
  ///   - frame: How it will look.
  ///   - byteLimit: The memory that its surfaces may take, in bytes.
  /// - Returns: The memory that they take, in bytes, or 0 if it is drawn when it is shown; `nil` if there is more to draw.
  /// - Throws: An error if the connection to the server is lost.
  func drawAhead(
    _ next: OpenPicture, _ frame: Frame, byteLimit: Int
  ) throws(HostError) -> Int? {
    // Pixels that may never be seen are not sent.
    guard host.display.sharesMemory else { return 0 }
    let plan = FramePlan(frame, pyramid: next.picture.pyramid)
    let byteCount = Compositor.bytesAhead(of: plan)
    guard byteCount <= byteLimit else { return 0 }
    var result: Int?
    do throws(DrawingError) {
      _ = try host.surface()
      if try next.compositor.drawAhead(plan) {
        discardDrawn(plan, of: next)
        result = byteCount
      }
    } catch {
      // Memory is short; it is drawn when it is shown.
      result = 0
    }
    try host.present()
    return result
  }

  /// Frees the pixels of tiles that are on surfaces.
  private func discardDrawn(_ plan: FramePlan, of next: OpenPicture) {
    for entry in plan.tiles.entries where next.compositor.surfaces.hasWhole(entry.key) {
      next.picture.discard(entry.key)
    }
  }

  /// Returns the statistics of the frames as one line of JSON.
  func statisticsText(_ content: OpenPicture) -> String {
    statistics.text(of: host.frames, uploads: content.compositor.surfaces.uploadCount)
  }
}

extension OptionSet {
  /// Inserts or removes a member.
  fileprivate mutating func set(_ member: Element, to isMember: Bool) {
    if isMember { insert(member) } else { remove(member) }
  }
}

extension HUD {
  /// Records the cost of drawing frames, the number of refreshes that the take shows and missed, and the velocity at the last one.
  fileprivate mutating func note(_ readings: FrameReadings, _ recorder: Recorder) {
    (frameTime, rate) = (readings.drawingTime, readings.rate)
    (frames, missed) = recorder.counts
    velocity = recorder.velocity
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

/// The measured cost of redrawing content on this display, which decides how a zoom is drawn.
///
/// A GPU redraws a window in a fraction of a refresh interval. A software renderer takes longer than an interval for a
/// large one; then a zoom is drawn directly into the window, or at half resolution.
struct RedrawCost: Hashable, Sendable {
  /// The latest samples, in seconds per pixel, by filter.
  private var samples: [Filter: [Double]] = [:]

  /// The number of samples; their median is used. [C]
  private static let memory = 5
  /// The fraction of a refresh interval up to which redrawing is cheap enough to retain content. [C]
  private static let quickShare = 0.25
  /// The fraction of a refresh interval that drawing may take at most. [C]
  private static let largestShare = 0.6
  /// The cost of drawing directly into the window, relative to drawing retained content. [M]
  private static let directShare = 0.7
  /// The fraction of a refresh interval that a slice of sharpening may take. [C]
  private static let sharpeningShare = 0.8
  /// The largest number of slices in which a draft is sharpened. [C]
  private static let maximumSlices = 3

  /// Whether nothing has been measured yet.
  var isUnknown: Bool { samples.isEmpty }

  /// Records the time in which a number of pixels was drawn with a filter and copied, in seconds.
  mutating func note(_ filter: Filter, pixels: Int, seconds: Double) {
    guard pixels > 0, seconds > 0 else { return }
    samples[filter] = ((samples[filter] ?? []) + [seconds / Double(pixels)]).suffix(Self.memory)
  }

  /// Returns the predicted time for redrawing a number of pixels, in seconds; zero if nothing has been measured.
  func seconds(for pixels: Int, with filter: Filter) -> Double {
    let known = samples[filter] ?? samples.values.first ?? []
    guard !known.isEmpty else { return 0 }
    return known.sorted()[known.count / 2] * Double(pixels)
  }

  /// Returns how to draw a frame.
  ///
  /// - Parameters:
  ///   - pixels: The number of the window's pixels.
  ///   - filter: The filter of the picture.
  ///   - isZooming: Whether the scale changes from frame to frame.
  ///   - period: The refresh interval, in seconds.
  /// - Returns: The effort for the compositor.
  func effort(
    for pixels: Int, with filter: Filter, isZooming: Bool, period: Double
  ) -> Compositor.Effort {
    let cost = seconds(for: pixels, with: filter)
    guard isZooming else {
      guard cost > Self.largestShare * period else { return .kept() }
      let part = max(Self.sharpeningShare * period / cost, 1 / Double(Self.maximumSlices))
      return .kept(pixelLimit: Int((Double(pixels) * part).rounded(.up)))
    }
    if cost <= Self.quickShare * period { return .kept() }
    return cost * Self.directShare <= Self.largestShare * period ? .direct : .draft
  }
}

/// Statistics of the frames, for benchmarks.
struct FrameLog {
  /// The number of frames drawn so far.
  private(set) var count = 0
  /// The longest time that a visible tile of a loaded picture was missing, in seconds.
  private var maximumMissing = 0.0
  private var missingSince: Double?
  /// The longest time that a draft was visible after its scale last changed, in seconds.
  private var maximumDraft = 0.0
  private var draftSince: Double?
  /// The peak memory of pixels, in bytes.
  private var maximumBytes = 0

  /// Records a frame that shows something other than a picture.
  mutating func noteFrame() { count += 1 }

  /// Records a frame that was shown.
  mutating func note(hasMissingTiles: Bool, bytes: Int, at now: Double) {
    count += 1
    maximumMissing = max(maximumMissing, now - (missingSince ?? now))
    missingSince = hasMissingTiles ? missingSince ?? now : nil
    maximumBytes = max(maximumBytes, bytes)
  }

  /// Records whether a frame that was shown is a draft, and whether its scale differs from the previous one's.
  mutating func note(isDraft: Bool, isZooming: Bool, at now: Double) {
    if let draftSince, !isZooming { maximumDraft = max(maximumDraft, now - draftSince) }
    draftSince = isDraft ? (isZooming ? now : draftSince ?? now) : nil
  }

  /// Returns the statistics as one line of JSON; times are in milliseconds.
  func text(of frames: FrameReadings, uploads: Int) -> String {
    let hitches = frames.hitches
    let numbers: KeyValuePairs<String, Double> = [
      "drawn": Double(count), "paced": Double(frames.count),
      "missed": Double(frames.missed), "uploads": Double(uploads),
      "rate": frames.rate, "draft": maximumDraft * 1000, "missing_tiles": maximumMissing * 1000,
      "bytes": Double(maximumBytes),
      "hitch": hitches.longest.time * 1000, "hitch_work": hitches.longest.work * 1000,
      "hitches": Double(hitches.count),
    ]
    return JSONObject(numbers.map { ($0.key, .number($0.value)) }).text + "\n"
  }
}
