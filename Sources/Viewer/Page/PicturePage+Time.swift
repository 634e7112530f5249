import OverscrollBrowser
package import OverscrollDrawing
import OverscrollHost
import OverscrollImaging
import OverscrollLab
package import OverscrollShell
import ScrollEngine

// MARK: - Time

extension PicturePage {
  var needsFrames: Bool {
    isFading || view.window.needsAdvance || swipes?.needsAdvance == true
      || shownOverview?.needsAdvance == true || appearance.commands.needsAdvance
      || appearance.selection.needsAdvance(over: content, in: maker.room)
  }

  private var isFading: Bool { if case .fading = mode { true } else { false } }

  func advance(to time: Double) {
    if case .fading(let fade) = mode {
      fade.advance(to: time)
      if fade.isOver { endFade() }
    }
    view.advance(to: time, takes.refreshes.next())
    appearance.selection.advance(to: time, over: content, in: maker.room)
    recorderPanels.follow(at: time)
    swipes?.advance(to: time)
    followSwipe()
    shownOverview?.advance(to: time)
    followFlight()
    appearance.commands.advance(to: time)
  }

  package func schedule(_ scheduler: inout Scheduler) {
    scheduler.schedule(.recording, at: takes.deadline)
    scheduler.schedule(.saving, at: appearance.saver.choiceDeadline)
    scheduler.schedule(.work, at: works.deadline(at: maker.time))
    scheduler.schedule(.album, at: album?.deadline(at: maker.time))
    scheduler.schedule(.curves, at: recorderPanels.deadline)
    scheduler.schedule(.zoom, at: appearance.zoom.deadline)
    scheduler.schedule(.caption, at: appearance.caption.deadline)
    scheduler.schedule(.information, at: appearance.information.deadline)
    scheduler.schedule(.minimap, at: appearance.minimap.deadline)
    scheduler.schedule(.controls, at: appearance.controls.deadline(at: maker.time))
    scheduler.schedule(.thumbnails, at: lists?.deadline)
    let (context, now) = (context, maker.time)
    slideshow.follow(context, by: setup.services, at: now, wake: maker.wake)
    scheduler.schedule(.slideshow, at: slideshow.deadline)
    scheduler.schedule(.slideshowPlate, at: slideshow.plateDeadline)
    perform(animation.follow(context, at: now))
    scheduler.schedule(.animation, at: animation.deadline)
  }

  func timeReached(_ topic: Topic, at time: Double) {
    switch topic {
    case .recording: takes.update(at: time)
    case .album:
      update(album?.timeReached(at: time))
      drainOpened()
    case .curves: recorderPanels.settle(at: time)
    case .thumbnails: lists?.load()
    case .saving: showSaveDialog()
    case .animation: perform(animation.advance(content, at: time))
    case .slideshow: perform(slideshow.timeReached(context, at: time))
    case .slideshowPlate:
      slideshow.expire(at: time)
      drawer.invalidate(.content)
    case .zoom: appearance.zoom.expire(at: time)
    case .caption: appearance.caption.expire(at: time)
    case .information: appearance.information.timeReached(context)
    case .controls, .work: drawer.invalidate(.content)
    case .minimap: appearance.minimap.expire(at: time)
    default: break
    }
  }

  /// Collects what other threads have done.
  func drainResults() {
    let arrivals = content.picture.drainArrivals()
    content.compositor.invalidate(arrivals)
    if !arrivals.isEmpty { appearance.information.pixelsDidArrive() }
    drawer.invalidate(.tiles)
    follow(changes.drain())
    drainOpened()
    copier.drain()
    drainSaving()
    perform(comparison.drain())
    drainPages()
    perform(animation.advance(content, at: maker.time))
    for message in programs.drain() { show(message) }
    for offer in programs.drainOffers() { showPrograms(offer) }
    takes.drainResults()
    recorderPanels.drainResults()
    lists?.drainThumbnails()
    if let album { lists?.drainStars(album) }
    start.drain()
    offerMarks()
    drainFiles()
    showSaveDialog()
    placeFirst()
    followFlight()
  }

  /// Follows changes of files, one of which a drag may show beside the picture.
  func followFiles() {
    update(album?.filesChanged(content))
    followSwipe()
  }

  /// Shows what the window was opened for, once the picture's scale says where that is.
  private func placeFirst() {
    guard maker.startPlace != nil else { return }
    appearance.scale.follow(context)
    let scale = appearance.scale
    guard scale.isKnown(of: content) else { return }
    let text = maker.placeFirst(content, scale.scale(of: content), isScaleKnown: true)
    if let text { showOfPicture(text) }
    drawer.invalidate(.content)
  }
}

// MARK: - Drawing

extension PicturePage {
  package func next(
    _ opportunity: RedrawState.Opportunity, at now: Double
  ) -> RedrawState.Step {
    // Listing the folder of the first picture no longer delays drawing it.
    if opportunity == .ready || opportunity == .refresh, drawer.hasDrawn,
      album?.mayListFolder(content) == true
    {
      album?.listFolder()
    }
    appearance.isFullscreen =
      window?.isFullscreen == true && (appearance.isFullscreen || hasFirstPicture(at: now))
    appearance.information.follow(context)
    switch appearance.channels.follow(context) {
    case .mix(let mix): perform(album?.show(mix, content))
    case .page(let index): goToPage(index)
    case nil: break
    }
    switch mode {
    case .picture:
      // The picture is on its way to the display, and no longer waits for its neighbors.
      if opportunity == .drawn { album?.prepareNeighbors(content) }
      return drawer.next(
        opportunity, at: now, content, showsHUD: appearance.showsHUD,
        isMarking: recorderPanels.isMarking || appearance.commands.needsAdvance
          || appearance.selection.needsAdvance(over: content, in: maker.room)
          || appearance.minimap.isFading(at: now) || appearance.controls.isFading(at: now)
      ) {
        appearance.frame(context, message: setup.message.text, marks: recorderPanels.marksLayer)
      }
    case .swiping(let swipes):
      if drawer.hasNewPixels { swipes.pixelsDidArrive() }
      let overlays = overlays(hasNeighbor: swipes.hasNeighbor)
      return drawer.next(
        opportunity, at: now,
        isOutdated: swipes.needsDisplay(overlays, next: album?.opening.presentable),
        isAnimating: swipes.needsAdvance || appearance.commands.needsAdvance
          || view.window.needsAdvance
      )
    case .fading(let fade):
      if drawer.hasNewPixels { fade.pixelsDidArrive() }
      return drawer.next(
        opportunity, at: now, isOutdated: fade.needsDisplay(overlays(hasNeighbor: false)),
        isAnimating: true)
    case .overview(let overview):
      overview.surroundings = appearance.surroundings(context, message: setup.message.text)
      return drawer.next(
        opportunity, at: now, isOutdated: overview.needsDisplay,
        isAnimating: overview.needsAdvance || appearance.commands.needsAdvance
          || view.window.needsAdvance)
    case .start:
      let (notice, surroundings) = startLook
      return drawer.next(
        opportunity, at: now, isOutdated: start.needsDisplay(notice, surroundings),
        isAnimating: appearance.commands.needsAdvance)
    }
  }

  /// What the page that a window begins with says, and what lies over it.
  private var startLook: (Frame.Notice, Overview.Surroundings) {
    let surroundings = appearance.surroundings(context, message: setup.message.text)
    let page = start.page(appearance.commands.keys)
    let notice = appearance.notices.follow(page, in: maker.room) ?? page.notice
    return (notice, surroundings)
  }

  /// What lies over the pictures that a drag moves.
  private func overlays(hasNeighbor: Bool) -> Frame {
    appearance.overlays(
      context, message: setup.message.text, marks: recorderPanels.marksLayer,
      hasNeighbor: hasNeighbor)
  }

  /// True once the first picture is drawn, which does not wait for the fonts of its caption.
  private func hasFirstPicture(at now: Double) -> Bool {
    let isLoading = content.loadingSince.map { now - $0 < RedrawState.progressDelay } ?? false
    return drawer.hasDrawn && !isLoading
  }

  package func draw(_ target: DrawingTarget) throws(DrawingError) {
    switch mode {
    case .picture:
      view.advance(to: view.recorder.present, takes.refreshes.next(isDrawn: true))
      try drawer.draw(content, on: target, isSkimming: album?.opening.isSkimming == true)
      album?.opening.didDraw()
    case .swiping(let swipes):
      let (context, overlays) = (context, overlays(hasNeighbor: swipes.hasNeighbor))
      let next = album?.opening.presentable
      try swipes.draw(content, next: next, under: overlays, on: target) {
        appearance.plainFrame(of: $0, context)
      }
      drawer.didDrawInstead()
    case .fading(let fade):
      let overlays = overlays(hasNeighbor: false)
      let frame = appearance.plainFrame(of: content, context)
      drawer.request(content, frame)
      try fade.draw(content, frame, under: overlays, on: target)
      drawer.didDrawInstead()
      album?.opening.didDraw()
    case .overview(let overview):
      try target.staging.draw(target.place, on: target.window, scale: target.scale) {
        overview.draw(on: $0, scale: target.scale)
      }
      drawer.didDrawInstead()
      overview.loadThumbnails()
    case .start:
      let (notice, surroundings) = startLook
      try target.staging.draw(target.place, on: target.window, scale: target.scale) {
        start.draw(notice, surroundings, on: $0)
      }
      drawer.didDrawInstead()
    }
  }

  package func didUpdate(isIdle: Bool) throws {
    let hasCalibrated = shownOverview == nil ? try drawer.calibrate(content) : false
    try drawNeighbor(isIdle: isIdle && !hasCalibrated)
    if drawer.hasDrawn { countPages() }
    if drawer.hasDrawn, album?.mayListFolder(content) == true {
      setup.host.schedule.wantsSlot = true
    }
    learnEnvironment()
  }

  /// Queries the server and its devices once nothing else is pending.
  private func learnEnvironment() {
    // Decoding needs the processors, and so does the server's drawing.
    guard drawer.hasDrawn, content.loadingSince == nil, !setup.host.schedule.wantsFrames,
      view.recorder.stage.isAtRest
    else { return }
    takes.metadata.learn()
  }
}

extension PicturePage {
  /// Draws a part of a neighbor while nothing else happens.
  private func drawNeighbor(isIdle: Bool) throws {
    guard let album, case .picture = mode, setup.host.display.isVisible,
      let next = album.opening.undrawnNeighbor, !view.window.needsAdvance,
      view.window.touches.isEmpty
    else { return }
    setup.host.schedule.wantsSlot = true
    guard isIdle else { return }
    let byteCount = try drawer.drawAhead(
      next, appearance.plainFrame(of: next, context), byteLimit: album.opening.neighborByteLimit)
    if let byteCount { self.album?.opening.didDraw(next, byteCount: byteCount) }
  }

  /// Follows the colors of the display, which may be another one.
  func followColors() {
    guard maker.colors.update(from: setup.host) else { return }
    content.compositor.removeSurfaces()
    content.tiles.surfacesWereRemoved()
    album?.opening.forgetNeighbors()
    lists?.forgetThumbnails()
    drawer.invalidateAll()
  }
}

extension Topic {
  fileprivate static let album = Topic("album")
  fileprivate static let animation = Topic("animation")
  fileprivate static let caption = Topic("caption")
  fileprivate static let controls = Topic("controls")
  fileprivate static let information = Topic("information")
  fileprivate static let minimap = Topic("minimap")
  fileprivate static let saving = Topic("saving")
  fileprivate static let slideshow = Topic("slideshow")
  fileprivate static let slideshowPlate = Topic("slideshow plate")
  fileprivate static let thumbnails = Topic("thumbnails")
  fileprivate static let work = Topic("work")
  fileprivate static let zoom = Topic("zoom")
}
