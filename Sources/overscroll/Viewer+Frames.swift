import Browser
import Desktop
import Drawing
import Geometry
import Imaging
import ScrollEngine

extension Viewer {
  /// What the window shows.
  struct DisplayState {
    /// The last frame.
    var frame: Frame?
    /// The number of frames drawn so far.
    var count = 0
    /// True if tiles have arrived since.
    var isStale = true
    /// True if the window has lost pixels since.
    var isExposed = false
    /// What became of the frames.
    var log = FrameLog()
  }

  /// The speed from which on tiles are requested ahead of a motion, in points a second: about a tile.
  private static let prefetchSpeed = 200.0

  /// How long work may take before it is worth a word, in seconds.
  private static let progressDelay = 0.3
  /// How long a progress bar may stand still while it could move, in seconds.
  private static let progressInterval = 0.1

  static func compositor(
    _ painter: Painter, on window: DesktopWindow
  ) throws(DesktopError) -> Compositor {
    do throws(DrawingError) {
      return try Compositor(painter: painter, maker: window)
    } catch {
      throw DesktopError(.system, error.description)
    }
  }

  /// Draws and shows what is to be seen, unless it is on the screen already or cannot be seen; `isDue` says that the
  /// display is ready for it.
  ///
  /// What input causes does not wait for the display, but for the server to have done what it was asked for before.
  func draw(isDue: Bool) throws {
    guard window.isVisible else { return }
    var frame = frame
    let isSame = frame.isAlike(display.frame)
    guard display.isStale || display.isExposed || !isSame else { return }
    guard loop.mayDraw(isDue: isDue) else {
      loop.wantsRedrawSlot = true
      return
    }
    let resting = view.restingPlacement
    let direction = TravelDirection(view.scrollView.contentVelocity, least: Self.prefetchSpeed)
    tiles.prepare(frame, resting: resting, direction: direction)
    frame.hud?.note(loop)
    try show(frame)
    tiles.finish(frame, resting: resting, direction: direction)
    if hasOutdatedHUD { loop.wantsRedrawSlot = true }
    if options.frameLog != nil { note(frame) }
  }

  /// True if drawing the last frame has changed the numbers in it, and nothing else will draw them again.
  private var hasOutdatedHUD: Bool {
    guard let frame = display.frame, let shown = frame.hud else { return false }
    if case .loading = picture.state { return false }
    return hud(of: frame).withoutTiming != shown.withoutTiming
  }

  private func note(_ frame: Frame) {
    display.log.note(
      hasMissingTiles: picture.state == .complete && compositor.hasMissingTiles(in: frame),
      bytes: tiles.byteCount)
  }

  private func show(_ frame: Frame) throws {
    do throws(DrawingError) {
      let report = try compositor.show(
        frame, on: window.surface(), isExposed: display.isExposed)
      display.isStale = report.isUnfinished
    } catch {
      // A server that went away shows first where something is drawn; its own sentence says more.
      try window.present()
      throw Failure(message: error.description)
    }
    try window.present()
    display.frame = frame
    display.count += 1
    display.isExposed = false
  }

  /// Writes what became of the frames, as one line of JSON, where the command line asks for it.
  func writeFrameLog() throws(Failure) {
    guard let path = options.frameLog else { return }
    try TextFile.write(display.log.text(of: self), to: path)
  }
}

// MARK: - What is to be seen

extension Viewer {
  private var frame: Frame {
    var frame = view.frame(filter: filter)
    frame.progress = progress
    frame.message = message
    if showsHUD { frame.hud = hud(of: frame) }
    return frame
  }

  private var progress: Frame.Progress? {
    guard case .loading(let part) = picture.state,
      MonotonicClock.now - startTime >= Self.progressDelay
    else { return nil }
    return part.map(Frame.Progress.part) ?? .unknown
  }

  /// Sees to it that a frame is drawn now and then while work goes on, even if no tile arrives.
  func scheduleProgressFrame() {
    guard case .loading = picture.state else {
      loop.deadline = nil
      return
    }
    guard loop.deadline == nil else { return }
    let now = MonotonicClock.now
    loop.deadline = max(startTime + Self.progressDelay, now + Self.progressInterval)
  }

  private var message: String? {
    if case .damaged(let sentence) = picture.state { sentence } else { nil }
  }

  private func hud(of frame: Frame) -> HUD {
    var hud = HUD()
    let placement = frame.placement
    hud.offset = view.scrollView.contentOffset
    hud.velocity = view.scrollView.contentVelocity
    hud.phase = view.scrollView.phase.rawValue
    hud.zoom = placement.scale
    hud.level = TilePlan.level(for: placement.scale, picture.pyramid)
    (hud.visibleTiles, hud.missingTiles) = compositor.tiles(of: frame)
    hud.cacheBytes = tiles.byteCount
    hud.cacheLimit = tiles.byteLimit
    hud.queue = picture.pendingRequestCount
    return hud
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
