import Browser
import Desktop
import Drawing
import Geometry
import Imaging
import ScrollEngine

/// The loop of a window: events go to the engine, the engine's state becomes a frame, the frame is drawn and shown.
final class Viewer {
  /// The size of a window that nobody has chosen, in pixels.
  static let windowSize = PixelSize(width: 1280, height: 800)
  /// How long work may take before it is worth a word, in seconds.
  private static let patience = 0.3

  private let window: DesktopWindow
  private let loop: EventLoop
  private let picture: TiledPicture
  private let view: PictureView
  private let store: TileStore
  private let surfaces: TileSurfaces
  private let screen: Screen
  private let options: ViewerOptions
  private var translation: EventTranslation
  private var filter: FilterRule
  private var shown: Frame?
  private var isStale = true
  private var isUncovered = false
  private var isFullscreen = false
  private let startTime = MonotonicClock.now

  /// Opens a window and begins to load a picture.
  ///
  /// - Parameters:
  ///   - source: The picture.
  ///   - title: What the title bar says.
  ///   - fit: How the picture is placed at first.
  ///   - limits: How far it zooms.
  ///   - options: What the command line asks for.
  /// - Throws: One sentence when there is no display that can be used.
  init(
    _ source: any ImageSource, title: String, fit: PictureView.Fit,
    limits: PictureView.ZoomLimits, options: ViewerOptions
  ) throws(DesktopError) {
    self.options = options
    let mailbox = try Mailbox()
    window = try DesktopWindow(
      DesktopWindow.Options(
        title: title, programName: "overscroll", size: Self.windowSize, icons: WindowIcon.all()))
    loop = try EventLoop(window: window, mailbox: mailbox)
    let bytes = options.cacheMegabytes << 20
    store = TileStore(budget: bytes)
    picture = TiledPicture(
      source, store: store, queue: DecodeQueue(), wake: { mailbox.post() })
    filter = options.filter
    let scale = options.scale ?? window.scale
    translation = EventTranslation(scale: scale, wheelZooms: options.wheel == .zoom)
    view = PictureView(
      size: picture.info.size, viewport: window.size, scale: scale, fit: fit, limits: limits)
    let painter = Painter(
      maker: window, provider: picture, isOpaque: !picture.info.hasAlpha, byteLimit: bytes / 2)
    surfaces = painter.surfaces
    screen = try Self.screen(painter, on: window)
    view.addDoubleTap { [weak self] in self?.toggleFit(at: $0) }
  }

  /// Shows the window and runs until somebody closes it.
  func run() throws {
    window.cursor = .hand
    if options.fullscreen { toggleFullscreen() }
    window.show()
    while true {
      for event in try loop.next() where try !handle(event) { return }
      try draw()
      loop.clock.wantsFrames = view.window.needsAdvance
    }
  }

  /// Takes an event in; returns false where the program is to end.
  private func handle(_ event: Desktop.Event) throws -> Bool {
    switch event {
    case .closeRequested: return false
    case .frame(let time): view.window.advance(to: time)
    case .resized(let size): view.resize(to: size)
    case .exposed: isUncovered = true
    case .scaleChanged(let scale): follow(scale)
    case .mail: takeArrivals()
    case .key(let key): return handle(key)
    case .focus: break
    case .pointer, .wheel, .touchpad, .touch, .pinch:
      if let event = translation.translate(event) { view.window.send(event) }
      window.cursor = translation.isHeld ? .grabbing : .hand
    }
    return true
  }

  private func follow(_ scale: Double) {
    guard options.scale == nil else { return }
    view.scale = scale
    translation.scale = scale
  }

  private func takeArrivals() {
    screen.note(picture.takeArrivals())
    isStale = true
  }

  private func handle(_ key: Desktop.Event.Key) -> Bool {
    guard key.action != .released, let command = KeyMap.command(for: key) else { return true }
    view.window.advance(to: key.time)
    switch command {
    case .quit: return false
    case .escape: if isFullscreen { toggleFullscreen() }
    case .toggleFullscreen: toggleFullscreen()
    case .toggleFilter: filter = filter == .nearest ? .linear : .nearest
    case .zoom(let zoom): view.zoom(zoom, animated: animates)
    case .zoomStep(let enlarges):
      view.zoomStep(enlarges: enlarges, at: key.time, animated: animates)
    case .pan(let name):
      view.pan(
        name, modifiers: EventTranslation.modifiers(key.modifiers), at: key.time,
        animated: animates)
    }
    return true
  }

  private var animates: Bool { options.animations == .on }

  private func toggleFit(at point: Point) {
    view.toggleFit(around: point, animated: animates)
  }

  private func toggleFullscreen() {
    isFullscreen.toggle()
    window.setFullscreen(isFullscreen)
  }
}

extension Viewer {
  /// Opens a window and runs it to its end; whatever goes wrong on the desktop becomes one sentence.
  static func show(
    _ source: any ImageSource, title: String, fit: PictureView.Fit,
    limits: PictureView.ZoomLimits, options: ViewerOptions
  ) throws {
    do {
      try Viewer(source, title: title, fit: fit, limits: limits, options: options).run()
    } catch let error as DesktopError {
      throw Failure(sentence: error.sentence)
    }
  }
}

// MARK: - Frames

extension Viewer {
  private static func screen(
    _ painter: Painter, on window: DesktopWindow
  ) throws(DesktopError) -> Screen {
    do throws(DrawingError) {
      return try Screen(painter: painter, maker: window)
    } catch {
      throw DesktopError(.system, error.description)
    }
  }

  /// Draws and shows what is to be seen, unless it is on the screen already.
  private func draw() throws {
    var frame = view.frame(filter: filter)
    frame.progress = progress
    frame.message = message
    guard isStale || isUncovered || frame != shown else { return }
    if frame.placement != shown?.placement || frame.viewport != shown?.viewport {
      picture.want(
        TilePlan.wishes(frame, resting: view.restingPlacement, pyramid: picture.pyramid))
    }
    do throws(DrawingError) {
      let report = try screen.show(frame, on: window.surface(), isUncovered: isUncovered)
      isStale = report.isUnfinished
    } catch {
      // A server that went away shows first where something is drawn; its own sentence says more.
      try window.present()
      throw Failure(sentence: error.description)
    }
    try window.present()
    shown = frame
    isUncovered = false
    keepWithinBudget()
  }

  /// The parts of the budget that surfaces may always, and at most, take: what is on the screen is needed twice over,
  /// and what has been decoded must not be decoded again and again.
  private static let surfaceParts = 0.25...0.5

  /// Shares the one budget between decoded tiles and surfaces.
  private func keepWithinBudget() {
    store.setOutsideBytes(screen.byteCount)
    let budget = Double(store.budget)
    let rest = store.budget - store.heldBytes
    surfaces.byteLimit = min(
      max(rest, Int(budget * Self.surfaceParts.lowerBound)),
      Int(budget * Self.surfaceParts.upperBound))
  }

  private var progress: Frame.Progress? {
    guard case .loading(let part) = picture.state,
      MonotonicClock.now - startTime >= Self.patience
    else { return nil }
    return part.map(Frame.Progress.part) ?? .unknown
  }

  private var message: String? {
    if case .damaged(let sentence) = picture.state { sentence } else { nil }
  }
}
