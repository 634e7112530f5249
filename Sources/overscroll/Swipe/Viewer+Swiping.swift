import OverscrollBrowser
import OverscrollDesktop
import OverscrollDrawing
import OverscrollShell
import OverscrollStage
import ScrollEngine
import ScrollGeometry

// Turning pages by dragging: the picture that comes is opened as by a key, and shown once it has taken the window.
extension Viewer {
  /// Sends input to the picture, or to the row of pictures where the picture cannot follow.
  func sendToPicture(_ event: ScrollEngine.Event, from origin: Script.Origin?) {
    guard let album else { return view.send(event, from: origin) }
    if !swiping.isActive { layOutRow(album) }
    if event.beginsGesture { catchNeighbor(album) }
    for event in swiping.row.route(event, over: view.scrollView) {
      view.send(event, from: origin)
    }
    followRow()
  }

  /// Gives the row the size of the window, and a page for each neighbor.
  private func layOutRow(_ album: AlbumControl) {
    swiping.row.swipe = album.swipe
    // A picture that a key has asked for comes first.
    swiping.row.layOut(
      contentSize.size / view.scale, displayScale: view.scale,
      sides: album.pending == nil ? neighborSides(in: album) : [])
  }

  /// The sides on which the picture has neighbors.
  private func neighborSides(in album: AlbumControl) -> Set<PictureRow.Side> {
    Set(PictureRow.Side.allCases.filter { album.album.target(of: $0.step) != nil })
  }

  /// Shows the neighbor in place of the picture as soon as it can be drawn.
  private func showNeighbor() {
    swiping.isCommitted = true
    showPending()
    swiping.isCommitted = false
  }

  /// Makes a neighbor that has all but taken the window the picture that is shown, when the next gesture begins before that.
  private func catchNeighbor(_ album: AlbumControl) {
    guard let side = swiping.row.prevailingSide, side == swiping.side,
      let next = openedNeighbor, let pending = album.pending,
      album.canShow(next, pending, at: MonotonicClock.now)
    else { return }
    let old = swiping.shown
    showNeighbor()
    swiping.row.advance(toward: side, sides: neighborSides(in: album))
    // What is still to be seen of the old one stays until it is open again.
    (swiping.shown, swiping.neighbor, swiping.side) = (nil, old, nil)
  }

  /// Opens the neighbor that is visible, and shows it alone once it has taken the window.
  func followRow() {
    guard let album, swiping.isActive else { return }
    redraw.reasons.insert(.content)
    if swiping.side != nil, album.pending == nil { swiping.side = nil }
    if let visible = swiping.row.visibleSide, visible != swiping.side { open(visible, album) }
    if let settled = swiping.row.settledSide, settled == swiping.side {
      showNeighbor()
      // A file that cannot be shown has left the album.
      if album.pending == nil { endSwiping() }
    } else if swiping.row.isActive {
      swiping.row.settle()
    } else {
      endSwiping()
    }
  }

  /// Opens a neighbor that is visible now.
  private func open(_ side: PictureRow.Side, _ album: AlbumControl) {
    if swiping.side != nil {
      _ = cancelOpening()
      swiping.neighbor = nil
    }
    guard let target = album.album.target(of: side.step) else {
      return layOutRow(album)
    }
    swiping.side = side
    album.direction = side.direction
    album.album.move(to: target)
    openCurrent()
  }

  /// The neighbor, once it is open.
  private var openedNeighbor: OpenPicture? {
    guard swiping.side != nil, case .loading(let next)? = album?.pending?.state else { return nil }
    return next
  }

  /// Ends a drag of the row and what follows it; the picture that is shown is in its place again.
  func endSwiping() {
    guard swiping.isActive else { return }
    swiping.row.finish()
    if swiping.side != nil {
      swiping.side = nil
      _ = cancelOpening()
    }
    (swiping.shown, swiping.neighbor, swiping.staging) = (nil, nil, nil)
    swiping.drawn = nil
    display.plan = nil
    redraw.reasons.formUnion([.exposure, .content])
  }
}

// MARK: - Drawing

extension Viewer {
  /// What lies over the pictures.
  private var overlays: Frame {
    var frame = view.frame(filter: filter)
    frame.indicators = []
    addOverlays(to: &frame)
    // A page moves with the row.
    frame.page = nil
    return frame
  }

  /// Draws the row if it is out of date and the server is ready, and schedules the next wake-ups.
  func updateRow(isDue: Bool) throws {
    redraw.isVisible = window.isVisible
    redraw.isAnimating = swiping.row.needsAdvance || view.window.needsAdvance
    redraw.loadingSince = loadingSince
    let now = MonotonicClock.now
    if redraw.reasons.contains(.tiles) { swiping.shown = nil }
    redraw.reasons.remove([.tiles, .draft, .readings])
    let look = Swiping.Look(
      displacement: Int((swiping.row.displacement * view.scale).rounded()), side: swiping.side,
      hasNeighbor: swiping.neighbor != nil, overlays: overlays)
    let isOutdated =
      look != swiping.drawn || swiping.shown == nil || swiping.neighbor == nil && canDrawNeighbor
    if isOutdated { redraw.reasons.insert(.content) } else { redraw.reasons.remove(.content) }
    if hasOutdatedPanel { redraw.reasons.insert(.panels) }
    var step = redraw.next(
      loop.mayDraw(isDue: isDue) ? (isDue ? .refresh : .ready) : .busy, at: now)
    if step.draws {
      try draw(look)
      redraw.didDraw(isUnfinished: false, isDraft: false, hasOutdatedReadings: false)
      step = redraw.next(.drawn, at: now)
    }
    take(step)
  }

  private var canDrawNeighbor: Bool {
    guard let album, let pending = album.pending, let next = openedNeighbor else { return false }
    return album.canShow(next, pending, at: MonotonicClock.now)
  }

  private func draw(_ look: Swiping.Look) throws {
    do throws(DrawingError) {
      if swiping.shown == nil { swiping.shown = try sheet(of: content) }
      if canDrawNeighbor, let next = openedNeighbor,
        swiping.neighbor?.frame != plainFrame(next)
      {
        swiping.neighbor = try sheet(of: next)
      }
      let surface = try composed(look)
      try window.surface().copy(PixelRect(surface.size), from: surface, toX: 0, y: 0)
      try drawPanels(isExposed: redraw.reasons.contains(.exposure))
    } catch {
      // If the connection is broken, its own error is more specific.
      try window.present()
      throw Failure(message: error.description)
    }
    try window.present()
    swiping.drawn = look
    swiping.drawn?.hasNeighbor = swiping.neighbor != nil
    display.count += 1
  }

  /// The frame of a picture without anything over it.
  func plainFrame(_ picture: OpenPicture) -> Frame {
    var frame = picture.view.frame(filter: filter)
    frame.indicators = []
    frame.ground = ground
    frame.page = page(of: picture)
    return frame
  }

  private func sheet(of picture: OpenPicture) throws(DrawingError) -> Swiping.Sheet {
    let frame = plainFrame(picture)
    let surface = try window.makeSurface(size: contentSize, opaque: true)
    try picture.compositor.painter.draw(frame, on: Canvas(surface))
    return Swiping.Sheet(surface: surface, frame: frame)
  }

  /// Puts both pictures side by side, and what lies over them.
  private func composed(_ look: Swiping.Look) throws(DrawingError) -> Surface {
    let size = contentSize
    let surface = try staging(size, reusing: &swiping.staging)
    let canvas = try Canvas(surface)
    canvas.fill(PixelRect(size).rect, with: ground.background.color)
    if let shown = swiping.shown {
      surface.copy(PixelRect(size), from: shown.surface, toX: look.displacement, y: 0)
    }
    if let neighbor = swiping.neighbor {
      let page = size.width + Int((PictureRow.gap * view.scale).rounded())
      let left = look.displacement + (look.displacement > 0 ? -page : page)
      surface.copy(PixelRect(size), from: neighbor.surface, toX: left, y: 0)
    }
    try content.compositor.painter.drawOverlays(look.overlays, on: Canvas(surface))
    return surface
  }
}

extension ScrollEngine.Event {
  /// A Boolean value that indicates whether the event begins a drag.
  fileprivate var beginsGesture: Bool {
    switch self {
    case .touch(let touch): touch.phase == .began
    case .touchpad(let touchpad): touchpad.phase == .began
    case .pinch, .wheel, .key, .text: false
    }
  }
}
