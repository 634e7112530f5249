import OverscrollBrowser
import OverscrollDesktop
import OverscrollDrawing
import OverscrollFiles
import OverscrollImaging
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// The overview of a window's album, kept with its place while it is hidden.
final class OverviewControl {
  let overview: Overview
  let loader: ThumbnailLoader
  /// A Boolean value that indicates whether the window shows the overview instead of the picture.
  var isShown = false
  /// Input in the overview's points.
  var translation: EventTranslation
  /// When to ask for thumbnails again, in seconds.
  var deadline: Double?
  /// Where the overview is composed before it is copied to the window.
  var staging: Surface?
  /// The memory of thumbnails that counts against the budget, in bytes.
  var countedBytes = 0

  /// The part of the budget that thumbnails may take: an eighth. [M]
  static let budgetShare = 8

  init(
    _ arrangement: Overview.Arrangement, _ album: AlbumControl, budget: Int, scale: Double,
    didLoad: @escaping @Sendable () -> Void
  ) {
    overview = Overview(arrangement) { [weak album] index in
      guard let album, album.album.entries.indices.contains(index) else { return FilePath("") }
      return album.album.path(of: album.album.entries[index])
    }
    overview.isMarked = { [weak album] index in
      guard let album, album.album.entries.indices.contains(index) else { return false }
      return album.album.marked.contains(album.album.entries[index])
    }
    overview.shelf.byteLimit = budget / Self.budgetShare
    loader = ThumbnailLoader(
      cache: .standard(program: "overscroll-\(Machine.program)"), limits: album.limits,
      didLoad: didLoad)
    translation = EventTranslation(scale: scale, wheelZooms: false)
  }
}

// The overview takes the place of the picture: the same window, keys and messages.
extension Viewer {
  /// The overview while it is shown.
  var shownOverview: OverviewControl? { overviewControl.flatMap { $0.isShown ? $0 : nil } }

  /// Shows the overview; the picture that is shown is selected.
  func showOverview() {
    guard let album else { return show("This window shows one picture.") }
    let control = overviewControl ?? makeOverview(album)
    overviewControl = control
    // Until now nothing has asked for the rest of the folder.
    if album.isListing { listFolder(immediately: true) }
    control.isShown = true
    layOutOverview()
    control.overview.reload(count: album.album.count, selection: album.album.position)
    if let position = album.album.position { control.overview.select(position, animated: false) }
    window.cursor = .arrow
    loadThumbnails()
    // The window shows the picture, even where the overview looks as when it was last drawn.
    redraw.reasons.formUnion([.exposure, .content])
  }

  private func makeOverview(_ album: AlbumControl) -> OverviewControl {
    let waker = waker
    let control = OverviewControl(.rows, album, budget: store.budget, scale: view.scale) {
      waker.wake()
    }
    control.overview.didOpen = { [weak self] in self?.openFromOverview($0) }
    return control
  }

  /// Returns to the picture.
  func hideOverview() {
    guard let control = shownOverview else { return }
    control.isShown = false
    control.staging = nil
    control.loader.load([])
    window.cursor = .openHand
    // The strip is there again.
    if strip != nil { layOutPanels(at: MonotonicClock.now) }
    display.plan = nil
    redraw.reasons.formUnion([.exposure, .content])
    view.flashIndicators(at: MonotonicClock.now)
  }

  private func openFromOverview(_ index: Int) {
    hideOverview()
    guard let album else { return }
    if index != album.album.position { go(.to(index)) }
  }

  /// Gives the overview the picture's part of the window.
  func layOutOverview() {
    guard let control = shownOverview else { return }
    control.overview.scale = view.scale
    control.translation.scale = view.scale
    control.overview.size = contentSize.size / view.scale
    loadThumbnails()
  }

  /// Follows a change of the album, of which the same picture stays selected.
  func updateOverview() {
    updateStrip()
    guard let album, let control = overviewControl else { return }
    guard control.isShown else { return }
    control.overview.reload(count: album.album.count, selection: album.album.position)
    loadThumbnails()
  }
}

// MARK: - Thumbnails

extension Viewer {
  /// Asks for the thumbnails that are missing.
  func loadThumbnails() {
    if let control = shownOverview { loadThumbnails(for: control) }
  }

  /// Asks for the thumbnails that an overview or a strip lacks.
  func loadThumbnails(for control: OverviewControl) {
    let (requests, deadline) = control.overview.requests(at: MonotonicClock.now)
    control.deadline = deadline
    control.loader.load(requests)
  }

  /// Takes the thumbnails that were loaded.
  func takeThumbnails() {
    for control in [overviewControl, strip].compactMap(\.self) { takeThumbnails(for: control) }
    loadThumbnails()
    if let strip { loadThumbnails(for: strip) }
  }

  private func takeThumbnails(for control: OverviewControl) {
    let shelf = control.overview.shelf
    for (request, outcome) in control.loader.take() {
      switch outcome {
      case .thumbnail(let thumbnail):
        // Where memory is short, the placeholder stays.
        try? shelf.add(thumbnail, of: request.path, side: request.side, maker: window)
      case .failure: shelf.noteFailure(of: request.path, side: request.side)
      case .expense: shelf.noteExpense(of: request.path, side: request.side)
      }
    }
    store.addWorkBytes(shelf.byteCount - control.countedBytes)
    control.countedBytes = shelf.byteCount
  }
}

// MARK: - Input

extension Viewer {
  /// Handles a key while the overview is shown; returns `false` for keys that mean the same as over a picture.
  func handleInOverview(_ key: OverscrollDesktop.Event.Key, _ command: KeyCommand?) -> Bool {
    guard let control = shownOverview else { return false }
    let overview = control.overview
    if let movement = Self.movement(key, command) {
      overview.advance(to: key.time)
      overview.move(movement, animated: options.animations == .on && key.action == .pressed)
      loadThumbnails()
      return true
    }
    switch command {
    case .toggleOverview: overview.openSelection()
    case .escape: hideOverview()
    case .zoomStep(let enlarges):
      overview.zoomStep(enlarges: enlarges)
      loadThumbnails()
    case .toggleLock, .quit, .toggleFullscreen, .changeBackground, .paste, .open, .goTo, .saveTake,
      .toggleMark,
      .unmarkAll,
      .toggleCurves:
      return false
    default: break
    }
    return true
  }

  private static func movement(
    _ key: OverscrollDesktop.Event.Key, _ command: KeyCommand?
  ) -> Overview.Movement? {
    switch (key.name, command) {
    case ("Next", .go), ("KP_Next", .go): .pageDown
    case ("Prior", .go), ("KP_Prior", .go): .pageUp
    case (_, .pan("Left", .step)), (_, .go(.previous)): .left
    case (_, .pan("Right", .step)), (_, .go(.next)): .right
    case (_, .pan("Up", .step)): .up
    case (_, .pan("Down", .step)): .down
    case (_, .pan("Up", .page)): .pageUp
    case (_, .pan("Down", .page)): .pageDown
    case (_, .pan("Up", .edge)), (_, .go(.first)): .first
    case (_, .pan("Down", .edge)), (_, .go(.last)): .last
    default: nil
    }
  }

  /// Sends input to the overview, whose list scrolls as the picture does.
  func sendToOverview(_ event: OverscrollDesktop.Event) {
    guard let control = shownOverview, let event = control.translation.translate(event) else {
      return
    }
    control.overview.send(event)
    // A double click may have opened a picture.
    loadThumbnails()
  }
}

// MARK: - Drawing

extension Viewer {
  private var surroundings: Overview.Surroundings {
    var surroundings = Overview.Surroundings()
    surroundings.ground = ground
    surroundings.message = message
    surroundings.isDropTarget = isDropTarget
    surroundings.field = fieldPlate
    return surroundings
  }

  /// Draws the overview if it is out of date and the server is ready, and schedules the next wake-ups.
  func update(_ control: OverviewControl, isDue: Bool) throws {
    redraw.isVisible = window.isVisible
    redraw.isAnimating = control.overview.needsAdvance || view.window.needsAdvance
    redraw.loadingSince = nil
    let now = MonotonicClock.now
    if let deadline = control.deadline, now >= deadline { loadThumbnails() }
    // Tiles of the picture that is hidden need no frame.
    redraw.reasons.remove([.tiles, .draft, .readings])
    if control.overview.needsDisplay(surroundings) {
      redraw.reasons.insert(.content)
    } else {
      redraw.reasons.remove(.content)
    }
    if hasOutdatedPanel { redraw.reasons.insert(.panels) }
    var step = redraw.next(
      loop.mayDraw(isDue: isDue) ? (isDue ? .refresh : .ready) : .busy, at: now)
    if step.draws {
      try draw(control)
      redraw.didDraw(isUnfinished: false, isDraft: false, hasOutdatedReadings: false)
      step = redraw.next(.drawn, at: now)
    }
    take(step)
  }

  private func draw(_ control: OverviewControl) throws {
    do throws(DrawingError) {
      let size = contentSize
      let staging = try staging(size, reusing: &control.staging)
      try control.overview.draw(surroundings, on: staging)
      try window.surface().copy(PixelRect(size), from: staging, toX: 0, y: 0)
      try drawPanels(isExposed: redraw.reasons.contains(.exposure))
    } catch {
      // If the connection is broken, its own error is more specific.
      try window.present()
      throw Failure(message: error.description)
    }
    try window.present()
    display.count += 1
    loadThumbnails()
    listFolder()
  }
}
