import OverscrollBrowser
import OverscrollDesktop
import OverscrollDrawing
import OverscrollFiles
import OverscrollImaging
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// Opens the pictures that an album asks for, and decodes their neighbors ahead.
struct PictureOpener {
  /// A picture that cannot be shown.
  struct Failed {
    var request: PictureOpening.Request
    /// Why, as a sentence.
    var sentence: String
    /// True for a picture that cannot be shown now; false for what is no picture.
    var isAboutPicture: Bool
  }

  /// How a picture is shown that takes the place of another.
  struct Place {
    let shown: OpenPicture
    /// True where scale and place are kept from picture to picture.
    let isLocked: Bool

    /// What is shown of the next picture, which may be turned; `nil` to place it again.
    func position(
      for purpose: PictureOpening.Purpose, turned turn: Orientation
    ) -> PictureView.Position? {
      switch purpose {
      case .reload, .update, .turn: return shown.position?.turned(by: shown.turn.turn(to: turn))
      case .step, .album:
        guard isLocked else { return nil }
        var position = shown.position
        position?.keepsFit = false
        return position
      }
    }
  }

  private var opening = PictureOpening.none
  private var skimming = Skimming()
  private let prefetcher: Prefetcher
  private let maker: PictureMaker

  /// The time after which the name and the progress of a picture that is being opened are shown, in seconds. [C]
  private static let plateDelay = 0.15
  /// The time between updates of the progress, in seconds. [C]
  private static let plateInterval = 0.1

  init(_ maker: PictureMaker) {
    self.maker = maker
    prefetcher = Prefetcher(store: maker.store)
  }

  /// True while a picture is being opened.
  var isOpening: Bool { opening.request != nil }

  /// Gives up what is being opened.
  mutating func stop() { opening = .none }

  /// Begins to open a file.
  mutating func open(_ path: FilePath, _ purpose: PictureOpening.Purpose, _ place: Place) {
    let request = PictureOpening.Request(path: path, purpose: purpose, since: MonotonicClock.now)
    switch purpose.isStep ? prefetcher.claim(path, forPreview: skimming.isOn) : nil {
    case .picture(var next):
      next.startTime = request.since
      if !next.canFillWindow { next.picture.begin() }
      opening = .loading(request, next)
    case .opening(let file): opening = .opening(request, file)
    case nil:
      opening = .opening(
        request,
        FileOpening(
          path, turned: maker.turn(of: path), limits: maker.options.limits,
          decoding: purpose.isStep && skimming.isOn ? need(place) : nil, didFinish: maker.wake))
    }
  }

  /// Begins to load the first picture of files that were handed over, whose album takes the place of this one.
  mutating func open(
    _ files: DroppedFiles, _ first: FileOpening.Opened, _ path: FilePath, _ place: Place
  ) throws(DrawingError) {
    let request = PictureOpening.Request(
      path: path, purpose: .album, since: MonotonicClock.now, successor: files)
    let position = place.position(for: .album, turned: .upright)
    opening = .loading(request, try maker.picture(first, path, at: position, waits: false))
  }

  /// Opens a picture that is shown again, turned or flipped; nothing while another one is being opened.
  mutating func turn(_ path: FilePath, by turn: Orientation, _ place: Place) {
    guard opening.request.map({ $0.path == path }) ?? true else { return }
    maker.turn(path, by: turn)
    open(path, .turn, place)
  }

  /// Puts a page that says why a picture cannot be shown in its place; returns `false` where memory is short.
  mutating func openPage(_ failed: Failed) -> Bool {
    guard let page = try? maker.page(of: failed.request.path, because: failed.sentence) else {
      return false
    }
    opening = .loading(failed.request, page)
    return true
  }

  /// Takes over what other threads have read or decoded; returns what cannot be shown.
  mutating func drainResults(_ place: Place) -> Failed? {
    switch opening {
    case .none: return nil
    case .opening(let request, let file):
      guard let result = file.result else { return nil }
      do {
        let opened = try result.get()
        let next = try maker.picture(
          opened, request.path, at: place.position(for: request.purpose, turned: opened.turn),
          waits: skimming.isOn && request.purpose.isStep)
        if !next.canFillWindow { next.picture.begin() }
        opening = .loading(request, next)
        return nil
      } catch {
        opening = .none
        let reason = error as? ImagingError
        return Failed(
          request: request, sentence: reason?.sentence ?? "\(error)",
          isAboutPicture: reason?.isAboutPicture ?? true)
      }
    case .loading(var request, let next):
      let arrivals = next.picture.drainArrivals()
      next.compositor.invalidate(arrivals)
      if !arrivals.isEmpty { request.hasPixels = true }
      opening = .loading(request, next)
      return nil
    }
  }

  /// The picture that is being opened, once its file is read.
  var opened: OpenPicture? {
    if case .loading(_, let next) = opening { next } else { nil }
  }

  /// Returns whether the picture that is being opened can take the place of the one that is shown.
  func canShowOpened(at now: Double) -> Bool { opening.canBeShown(at: now) }

  /// Returns the picture that is being opened, in its place, if it can be drawn.
  mutating func drainOpened(
    _ place: Place
  ) -> (picture: OpenPicture, request: PictureOpening.Request)? {
    guard case .loading(let request, var next) = opening,
      canShowOpened(at: MonotonicClock.now)
    else { return nil }
    opening = .none
    // Another program may still be writing the file.
    if request.purpose == .update, case .damaged = next.picture.state,
      FileStatus.isRecent(next.file)
    {
      return nil
    }
    // The picture that is shown may have moved meanwhile, and the window may have another size.
    if next.problem == nil {
      next.view = maker.view(
        of: next.picture.info.size, at: place.position(for: request.purpose, turned: next.turn))
    } else {
      next.view.resize(to: maker.room.pixels, at: nil)
      next.keptPosition = place.shown.position
    }
    skimming.hasUndrawnStep = true
    return (next, request)
  }
}

// MARK: - Skimming

extension PictureOpener {
  /// True while a key that is held leafs through the album.
  var isSkimming: Bool { skimming.isOn }

  /// Notes that a key that is held goes on; returns `false` where the last picture was not seen yet.
  mutating func leaf(at now: Double) -> Bool {
    skimming.lastStep = now
    return !isOpening && !skimming.hasUndrawnStep
  }

  /// Notes that the picture has been drawn.
  mutating func didDraw() { skimming.hasUndrawnStep = false }

  /// Ends skimming: the picture that is being opened is decoded in full; returns whether a key was held.
  mutating func endLeafing() -> Bool {
    guard skimming.isOn else { return false }
    skimming.lastStep = nil
    opened?.picture.begin()
    return true
  }

  /// True where the key has not been repeated for a while, as where the window has lost the focus.
  func isSkimmingOver(at now: Double) -> Bool { skimming.deadline.map { now >= $0 } ?? false }

  /// When there is something to do though nothing happens, in seconds.
  func deadline(at now: Double) -> Double? {
    guard let request = opening.request else { return skimming.deadline }
    let first = request.since + Self.plateDelay
    return now < first ? first : now + Self.plateInterval
  }

  /// The file that is being opened and the part of it that is decoded, once that takes noticeably long.
  func progress(at now: Double) -> (file: FilePath, part: Double?)? {
    guard let request = opening.request, now - request.since >= Self.plateDelay,
      request.purpose != .update
    else { return nil }
    if case .loading(let part?) = opened?.picture.state { return (request.path, part) }
    return (request.path, nil)
  }
}

// MARK: - Prefetcher

extension PictureOpener {
  /// Decodes the pictures next to the one that is shown, which needs nothing any more; while a key leafs through pictures, the next
  /// one only.
  ///
  /// - Parameters:
  ///   - album: The album, at the picture that is shown.
  ///   - direction: Where the next step probably leads.
  ///   - place: How they will be shown.
  func prepareNeighbors(
    in album: Album, _ direction: PictureOpening.Direction, _ place: Place
  ) {
    guard !isOpening, let position = album.position, album.currentPath == place.shown.file,
      skimming.isOn || place.shown.isLoaded && place.shown.tiles.isSettled
    else { return }
    let order =
      direction == .forwards ? [position + 1, position - 1] : [position - 1, position + 1]
    let paths = order.prefix(skimming.isOn ? 1 : 2)
      .filter(album.entries.indices.contains)
      .map { album.path(of: album.entries[$0]) }
    let kept = place.position(for: .step(direction), turned: .upright)
    prefetcher.prepare(
      paths, need(place), turned: maker.turn(of:), limits: maker.options.limits,
      load: { (opened, path) throws(DrawingError) in
        try maker.picture(opened, path, at: kept, waits: true)
      }, didFinish: maker.wake)
  }

  /// A neighbor that is decoded, and not drawn yet; `nil` while there is something better to do.
  var undrawnNeighbor: OpenPicture? { skimming.isOn || isOpening ? nil : prefetcher.undrawn }

  /// Notes that a neighbor is drawn on surfaces of a size in bytes, or cannot be.
  func didDraw(_ neighbor: OpenPicture, byteCount: Int) {
    prefetcher.didDraw(neighbor, byteCount: byteCount)
  }

  /// The memory that a neighbor may take, in bytes.
  var neighborByteLimit: Int { maker.store.budget / Prefetcher.budgetShare }

  /// What is decoded of a picture before it is shown.
  private func need(_ place: Place) -> FileOpening.Need {
    let fixed: Double? = maker.options.fit == .actual ? 1 : nil
    return FileOpening.Need(
      viewport: maker.room.pixels,
      scale: place.isLocked ? place.shown.view.scrollView.zoomScale : fixed,
      byteLimit: neighborByteLimit, isPreview: skimming.isOn)
  }
}
