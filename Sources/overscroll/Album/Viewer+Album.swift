import OverscrollBrowser
import OverscrollDesktop
import OverscrollDrawing
import OverscrollFiles
import OverscrollImaging
import OverscrollShell
import OverscrollStage
import ScrollEngine
import ScrollGeometry

// Going from picture to picture: the old one stays until the new one can be drawn.
extension Viewer {
  var picture: TiledPicture { content.picture }
  var view: PictureView { content.view }
  var compositor: Compositor { content.compositor }
  var surfaces: TileSurfaces { content.compositor.surfaces }
  var tiles: TileManager { content.tiles }
  var startTime: Double { content.startTime }

  /// Goes to another picture of the album.
  ///
  /// - Parameters:
  ///   - step: Where to go.
  ///   - isRepeat: Pass `true` for a key that is held, which goes on once the last picture was seen, and shows previews.
  func go(_ step: Album.Step, isRepeat: Bool = false) {
    guard let album else { return }
    endSwiping()
    if isRepeat { album.leafedAt = MonotonicClock.now }
    if isRepeat, album.pending != nil || album.hasUndrawnStep { return }
    guard let target = album.album.target(of: step) else {
      endLeafing()
      if album.isListing {
        album.waitingStep = step
        return listFolder(immediately: true)
      }
      if !album.album.isEmpty { show(album.ending(of: step)) }
      return
    }
    album.direction = target < (album.album.position ?? 0) ? .backwards : .forwards
    album.album.move(to: target)
    openCurrent()
  }

  /// Opens the file that is shown again.
  func reload(_ purpose: AlbumControl.Purpose = .reload) {
    guard let album, let file = content.file, album.pending == nil else { return }
    if file == album.standardInput?.path {
      return show("The standard input can be read only once.")
    }
    for control in [overviewControl, strip] { control?.overview.shelf.forget(file) }
    open(file, purpose)
  }

  /// Keeps scale and place from picture to picture, or no longer.
  func toggleLock() {
    guard let album else { return }
    album.album.isLocked.toggle()
    show(
      album.album.isLocked
        ? "Scale and place are kept from picture to picture."
        : "Each picture is placed anew.")
  }

  /// Gives up what is being opened; returns whether there was anything.
  func cancelOpening() -> Bool {
    guard let album, album.pending != nil else { return false }
    album.pending = nil
    returnToShown()
    return true
  }

  /// Shows the pictures that other threads have opened or listed, as far as they can be shown.
  func takeOpened() {
    guard let album else { return }
    // A drag that has come to rest waits for its picture.
    defer { followRow() }
    takeListed()
    takeHandedOver()
    guard let pending = album.pending else { return prepareNeighbors() }
    switch pending.state {
    case .waiting: return
    case .opening(let opening):
      guard let result = opening.result else { return }
      do {
        let next = try load(
          try result.get(), pending.path, pending.purpose,
          waits: album.isLeafing && pending.purpose.isStep)
        if !next.canFillWindow { next.picture.begin() }
        album.pending?.state = .loading(next)
        showPending()
      } catch let error as ImagingError {
        fail(pending, error.sentence, staysInAlbum: error.isAboutPicture)
      } catch {
        fail(pending, "\(error)", staysInAlbum: true)
      }
    case .loading(let next):
      let arrivals = next.picture.takeArrivals()
      next.compositor.invalidate(arrivals)
      if !arrivals.isEmpty { album.pending?.hasPixels = true }
      showPending()
    }
  }

  /// Opens the picture at the album's position, unless it is shown already.
  func openCurrent() {
    guard let album, let path = album.album.currentPath else { return }
    if path == content.file, !album.isDeleted {
      album.pending = nil
    } else {
      open(path, .step(album.direction))
    }
    redraw.reasons.insert(.content)
  }

  private func open(_ path: FilePath, _ purpose: AlbumControl.Purpose) {
    guard let album else { return }
    var pending = AlbumControl.Pending(path: path, purpose: purpose, since: MonotonicClock.now)
    switch purpose.isStep ? album.neighbors?.take(path, forPreview: album.isLeafing) : nil {
    case .picture(var next):
      next.startTime = pending.since
      if !next.canFillWindow { next.picture.begin() }
      pending.state = .loading(next)
    case .opening(let opening): pending.state = .opening(opening)
    case nil:
      let waker = waker
      let need = purpose.isStep && album.isLeafing ? need : nil
      pending.state = .opening(
        FileOpening(path, limits: album.limits, decoding: need) { waker.wake() })
    }
    album.pending = pending
    showPending()
  }

  /// Begins to load a picture in the place in which it will be shown, or waits until it is shown.
  func load(
    _ opened: FileOpening.Opened, _ path: FilePath, _ purpose: AlbumControl.Purpose, waits: Bool
  ) throws(DrawingError) -> OpenPicture {
    let source = opened.source
    let view = makeView(of: source.info.size, purpose)
    let pyramid = Pyramid(size: source.info.size)
    let plan = FramePlan(view.frame(filter: filter), pyramid: pyramid)
    let requests = plan.requests(resting: view.restingPlacement, pyramid: pyramid)
    let waker = waker
    let picture = TiledPicture(
      source, store: store, queue: DecodeQueue(), cache: options.cache, requests: requests,
      tiles: opened.tiles, waits: waits, wake: { waker.wake() })
    return try OpenPicture(
      picture, view: view, store: store, maker: window, file: path,
      status: opened.status, startTime: MonotonicClock.now)
  }

  /// Makes the view of a picture that takes the place of the one that is shown.
  func makeView(of size: PixelSize, _ purpose: AlbumControl.Purpose) -> PictureView {
    var position: PictureView.Position?
    switch purpose {
    case .reload, .update: position = content.position
    case .step, .album:
      if album?.album.isLocked == true {
        position = content.position
        position?.keepsFit = false
      }
    }
    return PictureView(
      size: size, viewport: contentSize, scale: view.scale, fit: album?.fit ?? .fit,
      limits: album?.zoomLimits ?? .init(maximum: options.maxZoom), position: position)
  }

  /// Shows the picture that is being opened if it can be drawn, and no drag has to end before.
  func showPending() {
    guard let album, !swiping.isActive || swiping.isCommitted, let pending = album.pending,
      case .loading(var next) = pending.state,
      album.canShow(next, pending, at: MonotonicClock.now)
    else { return }
    album.pending = nil
    if pending.purpose == .update, case .damaged = next.picture.state, isRecent(next.file) {
      return
    }
    if let successor = pending.successor { install(successor) }
    // The picture that is shown may have moved meanwhile, and the window may have another size.
    if next.problem == nil {
      next.view = makeView(of: next.picture.info.size, pending.purpose)
    } else {
      next.view.resize(to: contentSize, at: nil)
      next.keptPosition = content.position
    }
    show(next)
    album.hasUndrawnStep = true
  }

  /// Shows another picture; a take ends with the one before.
  private func show(_ next: OpenPicture) {
    let isRecording = view.recorder.mode == .recording
    // A long take of the flight recorder goes to a file, too.
    if isRecording || takes.isWriting { takes.finishRecording(.stopped) }
    let old = content.file
    next.view.recorder.replace(view.recorder)
    content = next
    compositor.uploadsWhole = true
    if isRecording { view.recorder.start() }
    view.addDoubleTap { [weak self] in self?.toggleFit(at: $0) }
    display.plan = nil
    display.isZooming = false
    redraw.draftsUntil = nil
    // What is drawn already is copied whole.
    redraw.reasons.formUnion([.content, .exposure])
    if let album {
      if old != content.file, let old { forget(old, ifGoneFrom: album) }
      album.isDeleted = false
    }
    if old != content.file {
      watchFolders()
      if shownOverview == nil { view.flashIndicators(at: MonotonicClock.now) }
    }
    updateTitle()
  }

  /// Removes a picture that is shown no longer if its file is gone.
  private func forget(_ old: FilePath, ifGoneFrom album: AlbumControl) {
    // Where something else was being opened, a change was not looked at yet.
    let isGone = album.isDeleted || album.change != nil && FileStatus.isMissing(old)
    guard isGone, let index = album.album.index(of: old) else { return }
    album.album.remove(at: index)
  }

  /// Shows a page that says why a picture cannot be shown; what is no picture leaves the album, which goes on to the next one.
  private func fail(
    _ pending: AlbumControl.Pending, _ sentence: String, staysInAlbum: Bool
  ) {
    guard let album else { return }
    album.pending = nil
    guard case .step(let direction) = pending.purpose else {
      if content.problem != nil {
        content.problem = sentence
        redraw.reasons.insert(.content)
      }
      if pending.purpose == .reload { show(sentence) }
      return
    }
    guard let index = album.album.index(of: pending.path) else { return returnToShown() }
    if staysInAlbum, let page = try? makePage(of: pending.path, because: sentence) {
      album.pending = pending
      album.pending?.state = .loading(page)
      return showPending()
    }
    // A file that came with its folder is no picture after all.
    if album.album.entries[index].isNamed { show(sentence) }
    let wasLast = index == album.album.count - 1
    album.album.remove(at: index)
    switch direction {
    case .forwards where !wasLast: album.album.move(to: index)
    case .backwards where index > 0: album.album.move(to: index - 1)
    case .forwards, .backwards: return returnToShown()
    }
    openCurrent()
    updateTitle()
  }

  private func returnToShown() {
    guard let album, let file = content.file else { return }
    if let index = album.album.index(of: file) { album.album.move(to: index) }
    updateTitle()
    redraw.reasons.insert(.content)
  }

  /// Sets the title of the window to the picture that is shown.
  func updateTitle() {
    guard let album, let file = content.file else { return }
    let size = content.problem == nil ? picture.info.size : nil
    window.setTitle(album.title(of: file, size: size))
    selectInStrip(album)
  }

  /// A Boolean value that indicates whether there is a folder to list or to watch, and no first picture that it would delay.
  var mayListFolder: Bool {
    guard let album, !album.hasWatch || album.folderToList != nil else { return false }
    guard case .loading = picture.state else { return true }
    return MonotonicClock.now - startTime >= AlbumControl.listingDelay
  }

  /// Lists and watches the folder of the first picture once that is shown.
  func listFolder(immediately: Bool = false) {
    guard let album, immediately || mayListFolder else { return }
    startWatching()
    guard let folder = album.folderToList else { return }
    album.folderToList = nil
    album.folders.insert(folder)
    let waker = waker
    album.listed.list(folder, album.listing) { waker.wake() }
  }

  private func takeListed() {
    guard let album else { return }
    guard let folders = album.listed.takeAll() else { return }
    album.isListing = false
    for folder in folders {
      album.album.join(folder.files, in: folder.path)
      album.folders.insert(folder.path)
      removeMissing(of: folder, from: album)
    }
    updateTitle()
    updateOverview()
    if let step = album.waitingStep { go(step) }
    album.waitingStep = nil
  }

  /// Removes the pictures of a folder whose files are gone; the one that is shown stays.
  private func removeMissing(of folder: FolderListing.Folder, from album: AlbumControl) {
    for path in album.album.paths(in: folder.path, notAmong: folder.files)
    where path != content.file && FileStatus.isMissing(path) {
      guard let index = album.album.index(of: path), index != album.album.position else { continue }
      album.album.remove(at: index)
    }
  }

  /// Returns whether a file has changed so recently that another program may still be writing it.
  private func isRecent(_ file: FilePath?) -> Bool {
    guard let file, let status = FileStatus(of: file) else { return false }
    return CalendarTime.nanoseconds - status.modified < 2_000_000_000
  }
}
