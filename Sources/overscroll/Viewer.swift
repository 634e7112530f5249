import OverscrollBrowser
import OverscrollDesktop
import OverscrollDrawing
import OverscrollImaging
import OverscrollScenes
import OverscrollShell
import OverscrollStage
import ScrollEngine
import ScrollGeometry

/// A viewer window and its event loop: events go to the engine, whose state becomes a frame, which is drawn and shown.
final class Viewer {
  /// The initial size of the window, in pixels.
  static let windowSize = PixelSize(width: 1280, height: 800)
  /// The side of most tiles with their aprons, in pixels.
  static let tileSide = Pyramid.tileSide + 2 * TilePixels.apron
  let window: DesktopWindow
  let loop: EventLoop
  let store: TileStore
  /// The picture that is shown.
  var content: OpenPicture
  /// The album that it belongs to; `nil` for a grid and while a recording asks for one picture.
  let album: AlbumControl?
  let waker: Waker
  let options: ViewerOptions
  var translation: EventTranslation
  var filter: FilterRule
  var ground: Ground
  var showsHUD: Bool
  /// What the window shows.
  var display = DisplayState()
  /// Why the window is out of date, and what to do about it.
  var redraw = RedrawState()
  /// The cost of redrawing on this display.
  var cost = RedrawCost()
  /// Recording.
  let takes: Recording
  let describer: HeaderDescriber
  /// The refreshes missed until the last frame.
  var missedRefreshes = 0
  /// The panels.
  var panels: Panels
  /// The overview; `nil` before it is first shown.
  var overviewControl: OverviewControl?
  /// The strip of thumbnails below the picture, while it is shown.
  var strip: OverviewControl?
  /// Which part above the panels gets input: the picture, or the strip.
  var stripRouter = PanelRouter()
  /// Whether a missing library for text has been reported.
  var hasReportedText = false
  /// The field that a person types into, if any.
  var field: FieldControl?
  /// The pictures while a drag moves them sideways.
  let swiping = Swiping()
  /// The files that are chosen in the desktop's dialog.
  let chosenFiles = ChosenFiles()
  private var isFullscreen = false
  /// Whether something that can be dropped is over the window.
  var isDropTarget = false

  /// Opens a window and starts loading a picture.
  ///
  /// - Parameters:
  ///   - source: The picture.
  ///   - title: The window's title.
  ///   - fit: The initial placement of the picture.
  ///   - limits: The limits of the zoom scale.
  ///   - options: The command-line options.
  ///   - recording: The recording that the command line asks for.
  ///   - album: The album that the picture belongs to; its position is the picture's.
  ///   - problem: Why the file cannot be shown, as a sentence; `nil` where it can.
  /// - Throws: One sentence when there is no display that can be used.
  init(
    _ source: any ImageSource, title: String, fit: PictureView.Fit,
    limits: PictureView.ZoomLimits, options: ViewerOptions, recording: RecordingRequest?,
    album: AlbumControl?, problem: String? = nil
  ) throws(DesktopError) {
    let startTime = MonotonicClock.now
    self.options = options
    self.album = album
    let waker = try Waker()
    self.waker = waker
    let bytes = options.cacheMegabytes << 20
    store = TileStore(budget: bytes)
    let store = store
    let load = { (source: any ImageSource) in
      TiledPicture(
        source, store: store, queue: DecodeQueue(), cache: options.cache,
        wake: { waker.wake() })
    }
    let grid = source as? Grid
    // Decoding begins while the window is being made; a grid's lettering depends on the window's scale.
    let early = grid == nil ? load(source) : nil
    window = try DesktopWindow(
      DesktopWindow.Options(
        title: title, programName: "overscroll", size: Self.windowSize,
        tileSize: PixelSize(width: Self.tileSide, height: Self.tileSide), icons: WindowIcon.all()))
    loop = try EventLoop(window: window, waker: waker)
    describer = HeaderDescriber(window, loop)
    takes = Recording(
      folder: options.takes ?? TakeFiles.folder, request: recording, describer: describer,
      waker: waker, scenes: Scenes.all)
    filter = options.filter
    ground = Ground(background: options.background, beneath: options.beneath)
    showsHUD = options.hud
    let scale = options.scale ?? window.scale
    let picture = early ?? load(grid?.lettered(at: scale) ?? source)
    translation = EventTranslation(scale: scale, wheelZooms: options.wheel == .zoom)
    let showsCurves = options.panels?.names.contains(.curves) ?? false
    panels = Panels(window, showsCurves: showsCurves, scale: scale)
    let view = PictureView(
      size: picture.info.size,
      viewport: Self.contentSize(of: window.size, scale: scale, showsCurves: showsCurves),
      scale: scale, fit: fit, limits: limits)
    do throws(DrawingError) {
      content = try OpenPicture(
        picture, view: view, store: store, maker: window, file: album?.album.currentPath,
        status: album?.firstStatus, startTime: startTime)
    } catch {
      throw DesktopError(.system, error.description)
    }
    content.problem = problem
    view.addDoubleTap { [weak self] in self?.toggleFit(at: $0) }
  }

  /// Shows the window and runs the event loop until the window is closed.
  func run() throws {
    let marks = album?.marks
    Watchdog.watchSignals { marks?.write() }
    // Also where the connection to the server is lost.
    defer { writeMarked() }
    setUpTakes()
    setUpPanels()
    window.cursor = .openHand
    if options.fullscreen { toggleFullscreen() }
    window.show()
    redraw.loadingSince = loadingSince
    if album?.beginsWithOverview == true {
      showOverview()
    } else {
      view.flashIndicators(at: MonotonicClock.now)
    }
    loop.deadline = redraw.next(.busy, at: MonotonicClock.now).deadline
    while true {
      let events = try loop.next()
      let wasIdle = view.scrollView.phase == .idle
      for event in events where try !handle(event) {
        return try close()
      }
      takes.update(at: MonotonicClock.now)
      guard !takes.isOver(at: MonotonicClock.now) else { return try close() }
      if wasIdle { advanceToNextRefresh(of: events) }
      try update(isDue: events.contains { if case .frame = $0 { true } else { false } })
      learnEnvironment()
      reportText()
    }
  }

  /// Reports once that text is shown without a library that it needs.
  private func reportText() {
    guard !hasReportedText, let problem = TextShaping.problem else { return }
    hasReportedText = true
    StandardError.report(problem)
  }

  private func close() throws {
    takes.finishRecording(.closed)
    writeMarked()
    Watchdog.limitExit()
    try writeFrameLog()
  }

  /// Advances a wheel- or key-driven animation to the predicted next refresh, so that its first step is visible in this
  /// frame.
  private func advanceToNextRefresh(of events: [OverscrollDesktop.Event]) {
    guard view.window.needsAdvance, view.window.touches.isEmpty,
      events.contains(where: \.startsAnimation)
    else { return }
    view.advance(to: max(MonotonicClock.now, view.recorder.present) + loop.clock.period / 2)
  }

  /// Handles an event; returns `false` to quit.
  private func handle(_ event: OverscrollDesktop.Event) throws -> Bool {
    switch event {
    case .closeRequested: return false
    case .frame(let time):
      view.advance(to: time)
      swiping.row.advance(to: time)
      followRow()
      strip?.overview.advance(to: time)
      shownOverview?.overview.advance(to: time)
    case .resized: layOutPanels(at: MonotonicClock.now)
    case .exposed: redraw.reasons.insert(.exposure)
    case .scaleChanged(let scale): follow(scale)
    case .wakeUp:
      takeArrivals()
      takeOpened()
      takes.takeResults()
      takeThumbnails()
      takeChosen()
    case .key(let key):
      if key.action == .released { endLeafing() }
      return handleInField(key) || handle(key)
    case .redrawSlot:
      checkLeafing(at: MonotonicClock.now)
      takeOpened()
      checkChanges(at: MonotonicClock.now)
    case .readable: takeChanges()
    case .received(let received): take(received)
    case .dropHover(let isOver):
      isDropTarget = isOver
      redraw.reasons.insert(.content)
    case .text: type(event)
    case .focus: break
    case .pointer(let pointer) where pointer.step != nil && shownOverview == nil:
      pointer.step.map { go($0) }
    case .pointer, .wheel, .touchpad, .touch, .pinch: route(event)
    }
    return true
  }

  private func follow(_ scale: Double) {
    guard options.scale == nil else { return }
    view.scale = scale
    translation.scale = scale
    panels.translation.scale = scale
    layOutPanels(at: MonotonicClock.now)
  }

  private func takeArrivals() {
    compositor.invalidate(picture.takeArrivals())
    redraw.reasons.insert(.tiles)
  }

  private func handle(_ key: OverscrollDesktop.Event.Key) -> Bool {
    guard key.action != .released, let command = KeyMap.command(for: key),
      key.action == .pressed || command.repeats, !handleInOverview(key, command)
    else { return true }
    endSwiping()
    switch command {
    case .quit: return false
    case .escape: escape()
    case .toggleFullscreen: toggleFullscreen()
    case .toggleFilter: filter = filter == .nearest ? .linear : .nearest
    case .changeBackground: ground.background = ground.background.next
    case .changeBeneath: ground.beneath = ground.beneath.next
    case .toggleHUD: showsHUD.toggle()
    case .saveTake: takes.saveLatest()
    case .toggleRecording:
      takes.toggleRecording()
      redraw.reasons.insert(.content)
    case .mark: takes.mark(at: key.time)
    case .go(let step): go(step, isRepeat: key.action == .repeated)
    case .reload: reload()
    case .toggleLock: toggleLock()
    case .toggleCurves: toggleCurves(at: key.time)
    case .paste: window.requestFiles()
    case .toggleOverview: showOverview()
    case .open(let purpose): chooseFiles(purpose)
    case .goTo: showField(.goTo)
    case .toggleStrip: toggleStrip()
    case .toggleMark: toggleMark()
    case .unmarkAll: unmarkAll()
    case .scrollToTop: view.scrollToTop(at: key.time)
    case .zoom(let zoom): view.zoom(zoom, at: key.time, animated: animates)
    case .zoomStep(let enlarges):
      view.zoomStep(enlarges: enlarges, at: key.time, animated: animates)
    case .pan(let name, let distance):
      view.pan(
        name, modifiers: distance.modifiers, at: key.time, from: Script.Origin(key.source),
        animated: animates)
    }
    return true
  }

  private var animates: Bool { options.animations == .on }

  func toggleFit(at point: Point) {
    view.toggleFit(around: point, animated: animates)
  }

  /// Stops loading or, if nothing is being loaded, leaves full screen.
  private func escape() {
    if cancelOpening() { return }
    if case .loading = picture.state { return picture.cancel() }
    if isFullscreen { toggleFullscreen() }
  }

  private func toggleFullscreen() {
    isFullscreen.toggle()
    window.setFullscreen(isFullscreen)
  }
}

extension Viewer {
  /// Opens a window and runs its event loop; errors of the desktop become failures with one line of text.
  static func show(
    _ source: any ImageSource, title: String, fit: PictureView.Fit,
    limits: PictureView.ZoomLimits, options: ViewerOptions, recording: RecordingRequest? = nil,
    album: AlbumControl? = nil, problem: String? = nil
  ) throws {
    if let name = options.panels?.names.first(where: { $0 != .curves }) {
      throw Failure(message: "--panels \(name): this window has only curves")
    }
    do {
      try Viewer(
        source, title: title, fit: fit, limits: limits, options: options, recording: recording,
        album: album, problem: problem
      ).run()
    } catch let error as DesktopError {
      throw Failure(message: error.message)
    }
  }
}

extension OverscrollDesktop.Event.Pointer {
  /// Where the back and forward buttons of a mouse lead.
  fileprivate var step: Album.Step? {
    switch action {
    case .pressed(button: 8): .previous
    case .pressed(button: 9): .next
    case .pressed, .moved, .released, .cancelled: nil
    }
  }
}

extension OverscrollDesktop.Event {
  /// A Boolean value that indicates whether the event starts an animation: a notch of the wheel, or a key.
  fileprivate var startsAnimation: Bool {
    switch self {
    case .wheel: true
    case .key(let key): key.action != .released
    default: false
    }
  }
}
