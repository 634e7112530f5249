import OverscrollBrowser
package import OverscrollDrawing
package import OverscrollHost
import OverscrollImaging
import OverscrollLab
package import OverscrollShell
import ScrollEngine

// MARK: - Time

extension PicturePage {
  package var needsFrames: Bool {
    view.window.needsAdvance || swipes?.needsAdvance == true
      || shownOverview?.needsAdvance == true || frames.commands.needsAdvance
      || frames.selection.needsAdvance(over: content, in: maker.room)
  }

  package func didHandle(_ events: [Input]) {
    takes.update(at: maker.time)
    if shownOverview != nil { updateTitle() }
    if events.contains(.displayProfileChanged) { followColors() }
  }

  package func advance(to time: Double) {
    view.advance(to: time, missed: takes.missedRefreshes.drain())
    frames.selection.advance(to: time, over: content, in: maker.room)
    recorderPanels.follow(at: time)
    swipes?.advance(to: time)
    followSwipe()
    shownOverview?.advance(to: time)
    frames.commands.advance(to: time)
  }

  package func schedule(_ scheduler: inout Scheduler) {
    scheduler.schedule(.recording, at: takes.deadline)
    scheduler.schedule(.album, at: album?.deadline(at: maker.time))
    scheduler.schedule(.curves, at: recorderPanels.deadline)
    scheduler.schedule(.zoom, at: frames.zoom.deadline)
    scheduler.schedule(.caption, at: frames.caption.deadline)
    scheduler.schedule(.information, at: frames.information.deadline)
    scheduler.schedule(.minimap, at: frames.minimap.deadline)
    scheduler.schedule(.thumbnails, at: lists?.deadline)
    let (context, now) = (context, maker.time)
    slideshow.follow(context, by: setup.services, at: now, wake: maker.wake)
    scheduler.schedule(.slideshow, at: slideshow.deadline)
    perform(animation.follow(context, at: now))
    scheduler.schedule(.animation, at: animation.deadline)
  }

  package func timeReached(_ topic: Topic, at time: Double) {
    switch topic {
    case .recording: takes.update(at: time)
    case .album:
      if let album { update(album.timeReached(content, at: time)) }
      drainOpened()
    case .curves: recorderPanels.settle(at: time)
    case .thumbnails: lists?.load()
    case .animation: perform(animation.advance(content, at: time))
    case .slideshow: perform(slideshow.timeReached(context, at: time))
    case .zoom: frames.zoom.expire(at: time)
    case .caption: frames.caption.expire(at: time)
    case .information: frames.information.read()
    case .minimap: frames.minimap.expire(at: time)
    default: break
    }
  }

  package func wakeUp() {
    let arrivals = content.picture.drainArrivals()
    content.compositor.invalidate(arrivals)
    drawer.invalidate(.tiles)
    drainTrash()
    drainOpened()
    copier.drain()
    drainSaving()
    perform(comparison.drain())
    drainPages()
    perform(animation.advance(content, at: maker.time))
    for message in programs.drain() { show(message) }
    takes.drainResults()
    lists?.drainThumbnails()
    drainFiles()
  }

  package var descriptors: [Int32] { album?.descriptors ?? [] }

  package func readable(_ descriptor: Int32) {
    if let album { update(album.filesChanged(content)) }
  }
}

// MARK: - Drawing

extension PicturePage {
  package func next(
    _ opportunity: RedrawState.Opportunity, at now: Double
  ) -> RedrawState.Step {
    // Listing the folder of the first picture no longer delays drawing it.
    if opportunity == .ready || opportunity == .refresh, drawer.hasDrawn, let album,
      album.mayListFolder(content)
    {
      album.listFolder()
    }
    frames.isFullscreen =
      window?.isFullscreen == true && (frames.isFullscreen || hasFirstPicture(at: now))
    frames.information.follow(content, shownOverview)
    switch mode {
    case .picture:
      // The picture is on its way to the display, and no longer waits for its neighbors.
      if opportunity == .drawn { album?.prepareNeighbors(content) }
      return drawer.next(
        opportunity, at: now, content, showsHUD: frames.showsHUD,
        isMarking: recorderPanels.isMarking || frames.commands.needsAdvance
          || frames.selection.needsAdvance(over: content, in: maker.room)
          || frames.minimap.isFading(at: now)
      ) {
        frames.frame(of: content)
      }
    case .swiping(let swipes):
      if drawer.hasNewPixels { swipes.pixelsDidArrive() }
      let overlays = frames.overlays(over: content, hasNeighbor: swipes.hasNeighbor)
      return drawer.next(
        opportunity, at: now, isOutdated: swipes.needsDisplay(overlays),
        isAnimating: swipes.needsAdvance || frames.commands.needsAdvance || view.window.needsAdvance
      )
    case .overview(let overview):
      overview.surroundings = frames.surroundings(over: content)
      return drawer.next(
        opportunity, at: now, isOutdated: overview.needsDisplay,
        isAnimating: overview.needsAdvance || frames.commands.needsAdvance
          || view.window.needsAdvance)
    }
  }

  /// True once the first picture is drawn, which does not wait for the fonts of its caption.
  private func hasFirstPicture(at now: Double) -> Bool {
    let isLoading = content.loadingSince.map { now - $0 < RedrawState.progressDelay } ?? false
    return drawer.hasDrawn && !isLoading
  }

  package func draw(_ target: DrawingTarget) throws(DrawingError) {
    switch mode {
    case .picture:
      view.advance(to: view.recorder.present, missed: takes.missedRefreshes.drain())
      try drawer.draw(content, on: target, isSkimming: album?.isSkimming == true)
      album?.didDraw()
    case .swiping(let swipes):
      let overlays = frames.overlays(over: content, hasNeighbor: swipes.hasNeighbor)
      try swipes.draw(content, under: overlays, on: target, frame: frames.plainFrame)
      drawer.didDrawInstead()
    case .overview(let overview):
      try target.staging.draw(target.place, on: target.window, scale: target.scale) {
        overview.draw(on: $0, scale: target.scale)
      }
      drawer.didDrawInstead()
      overview.loadThumbnails()
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
      let next = album.undrawnNeighbor, !view.window.needsAdvance, view.window.touches.isEmpty
    else { return }
    setup.host.schedule.wantsSlot = true
    guard isIdle else { return }
    let byteCount = try drawer.drawAhead(
      next, frames.plainFrame(of: next), byteLimit: album.neighborByteLimit)
    if let byteCount { album.didDraw(next, byteCount: byteCount) }
  }

  /// Follows the colors of the display, which may be another one.
  func followColors() {
    guard maker.colors.update(from: setup.host) else { return }
    content.compositor.removeSurfaces()
    content.tiles.surfacesWereRemoved()
    album?.forgetNeighbors()
    lists?.forgetThumbnails()
    drawer.invalidateAll()
  }
}

extension Topic {
  fileprivate static let album = Topic("album")
  fileprivate static let animation = Topic("animation")
  fileprivate static let caption = Topic("caption")
  fileprivate static let information = Topic("information")
  fileprivate static let minimap = Topic("minimap")
  fileprivate static let slideshow = Topic("slideshow")
  fileprivate static let thumbnails = Topic("thumbnails")
  fileprivate static let zoom = Topic("zoom")
}
