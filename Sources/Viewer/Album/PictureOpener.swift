import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// Opens the pictures that an album asks for, and decodes their neighbors ahead.
struct PictureOpener {
  /// A picture that cannot be shown.
  struct Failed {
    var request: PictureOpening.Request
    /// Why, as a message.
    var message: String
    /// Why, as the end of a message that begins with the file.
    var reason: String
    /// What the file is as far as it is known.
    var kind: Kind
    /// The properties of the file before it was opened; `nil` for none.
    var status: FileStatus?

    /// What a file is that cannot be shown.
    enum Kind: Hashable {
      /// A picture, or a file in its place, such as one that is damaged, still empty, or of another kind than its name has.
      case picture
      /// There is no such file.
      case missing
      /// Something else.
      case other

      init(_ error: ImagingError) {
        self =
          switch error.code {
          case .empty, .unknownFormat: .picture
          case .missing: .missing
          default: error.isAboutPicture ? .picture : .other
          }
      }
    }
  }

  /// How a picture is shown that replaces another.
  struct Place {
    let shown: OpenPicture
    /// True if scale and position are kept from picture to picture.
    let isLocked: Bool

    /// What is shown of the next picture, which may be turned and has a size as shown; `nil` to place it again.
    func position(
      for purpose: PictureOpening.Purpose, turned turn: Orientation, size: PixelSize? = nil
    ) -> PictureView.Position? {
      let same = shown.position?.turned(by: shown.turn.turn(to: turn))
      switch purpose {
      case .reload, .update, .turn, .tone: return same
      // Pages of the same size are compared at the same place.
      case .page where same?.size == size: return same
      case .first: return nil
      case .step, .page, .album:
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
  /// The time for which a picture that was decoded ahead waits for what its file is now, in seconds. [C]
  private static let checkTime = 0.05
  /// The time between updates of the progress, in seconds. [C]
  private static let plateInterval = 0.1

  init(_ maker: PictureMaker) {
    self.maker = maker
    prefetcher = Prefetcher(store: maker.store)
  }

  /// True while a picture is being opened.
  var isOpening: Bool { opening.request != nil }

  /// Returns whether no other file than one is being opened.
  func isOpeningNothing(but path: FilePath) -> Bool {
    opening.request.map { $0.path == path } ?? true
  }

  /// Cancels the opening of a picture.
  mutating func stop() { opening = .none }

  /// Begins to open a file, at a page; `nil` for the page that is shown, or the first one of another file.
  mutating func open(
    _ path: FilePath, _ purpose: PictureOpening.Purpose, _ place: Place, at page: FilePage? = nil,
    isChosen: Bool = false
  ) {
    let page = page ?? self.page(for: purpose, place)
    var request = PictureOpening.Request(
      path: path, purpose: purpose, page: page, since: maker.time)
    request.isChosen = isChosen
    let ready =
      purpose.isStep
      ? prefetcher.claim(path, forPreview: skimming.isOn, limits: maker.openingLimits) : nil
    switch ready {
    case .picture(var next):
      next.startTime = request.since
      let job = Job(in: path.folderAsNamed, wake: maker.wake) { _ in FileStatus(of: path) }
      opening = .checking(request, next, job)
    case .opening(let file): opening = .opening(request, file)
    case nil: read(request, place)
    }
  }

  /// Begins to read a file.
  private mutating func read(_ request: PictureOpening.Request, _ place: Place) {
    let (path, purpose, shown) = (request.path, request.purpose, place.shown)
    var limits = maker.openingLimits
    // All pages of a file have the range that was found when the user asked for it.
    if maker.tone == .auto, [.page, .turn].contains(purpose), request.path == shown.file,
      let range = shown.picture.info.tone
    {
      limits.tone = .range(range)
    }
    let level = purpose == .turn ? CompleteLevel(of: shown.picture) : nil
    opening = .opening(
      request,
      FileOpening(
        path, turned: maker.turn(of: path), page: request.page, limits: limits,
        decoding: purpose.isStep && skimming.isOn ? need(place) : nil,
        shown: level.map { .init(level: $0, turn: shown.turn, status: shown.status) },
        didFinish: maker.wake))
  }

  /// The page that is opened for a purpose.
  private func page(for purpose: PictureOpening.Purpose, _ place: Place) -> FilePage {
    switch purpose {
    case .turn, .tone, .page: page(of: place.shown)
    // The file may have changed, and have other pages.
    case .reload, .update: FilePage(index: page(of: place.shown).index)
    case .step, .album, .first: FilePage()
    }
  }

  /// The page of the file that is shown; while another one is being opened, that one.
  func page(of shown: OpenPicture) -> FilePage {
    guard let request = opening.request, request.path == shown.file else { return shown.page }
    return FilePage(
      index: request.page.index, pages: request.page.pages ?? shown.page.pages)
  }

  /// Begins to load the first picture of files that were handed over, whose album replaces this one.
  mutating func open(
    _ files: DroppedFiles, _ first: FileOpening.Opened, _ path: FilePath, _ place: Place
  ) throws(DrawingError) {
    let purpose = PictureOpening.Purpose.beginning(after: place.shown)
    let request = PictureOpening.Request(
      path: path, purpose: purpose, since: maker.time, successor: files)
    let position = place.position(for: purpose, turned: .upright)
    opening = .loading(request, try maker.picture(first, path, at: position, waits: false))
  }

  /// Opens a picture that is shown again, turned or flipped; nothing while another one is being opened.
  mutating func turn(_ path: FilePath, by turn: Orientation, _ place: Place) {
    guard isOpeningNothing(but: path) else { return }
    maker.turn(path, by: turn)
    open(path, .turn, place)
  }

  /// Opens a picture that is shown again, with other samples black and white; nothing while another one is being opened.
  mutating func toggleTone(of path: FilePath, _ place: Place) {
    guard isOpeningNothing(but: path) else { return }
    maker.toggleTone(of: place.shown.picture.info)
    open(path, .tone, place)
  }

  /// Begins an album with a page that explains why none of its pictures can be shown.
  mutating func openPage(
    _ files: DroppedFiles, _ path: FilePath?, because message: String, _ place: Place
  ) throws(DrawingError) {
    let request = PictureOpening.Request(
      path: path ?? FilePath(""), purpose: .beginning(after: place.shown),
      since: maker.time,
      successor: files)
    opening = .loading(
      request, try maker.page(of: path, files.pageStatus, because: message))
  }

  /// Puts a page that explains why a picture cannot be shown in its place; returns `false` if memory is short.
  mutating func openPage(_ failed: Failed) -> Bool {
    let request = failed.request
    guard
      let page = try? maker.page(
        of: request.path, failed.status, at: request.page, because: failed.message,
        mayBeOutdated: true)
    else { return false }
    opening = .loading(request, page)
    return true
  }

  /// Collects what other threads have read or decoded; returns what cannot be shown.
  mutating func drainResults(_ place: Place) -> Failed? {
    switch opening {
    case .none: return nil
    case .checking(let request, let next, let job):
      // Where its file system takes long, it is shown as it was, and followed like any other.
      guard job.isDone || maker.time >= request.since + Self.checkTime else { return nil }
      if let status = job.value, status != next.status {
        read(request, place)
      } else {
        if !next.canFillWindow { next.picture.begin() }
        opening = .loading(request, next)
      }
      return nil
    case .opening(let request, let file):
      guard let result = file.result else { return nil }
      do {
        var opened = try result.get()
        if request.purpose == .turn { addPreview(to: &opened, from: place.shown) }
        let next = try maker.picture(
          opened, request.path,
          at: place.position(
            for: request.purpose, turned: opened.turn,
            size: opened.source.info.size), waits: skimming.isOn && request.purpose.isStep)
        if !next.canFillWindow { next.picture.begin() }
        opening = .loading(request, next)
        return nil
      } catch {
        opening = .none
        let reason = error as? ImagingError
        return Failed(
          request: request, message: reason?.message ?? "\(error)",
          reason: reason?.reason ?? "\(error)",
          kind: reason.map(Failed.Kind.init) ?? .picture, status: file.status)
      }
    case .loading(var request, let next):
      let arrivals = next.picture.drainArrivals()
      next.compositor.invalidate(arrivals)
      if !arrivals.isEmpty { request.hasPixels = true }
      opening = .loading(request, next)
      return nil
    }
  }

  /// Lets a large picture be seen as soon as it is turned, at first as its coarsest tile.
  private func addPreview(to opened: inout FileOpening.Opened, from shown: OpenPicture) {
    let size = opened.source.info.size
    let coarsest = TileKey(
      level: shown.picture.pyramid.coarsestLevel, column: 0, row: 0)
    guard opened.tiles.byteCount == 0, PictureOpening.isLarge(size),
      let tile = shown.picture.pixels(coarsest)
    else { return }
    opened.tiles = CoarseTiles(
      turning: tile, by: shown.turn.turn(to: opened.turn), in: size)
  }

  /// The picture that is being opened, once its file is read.
  var opened: OpenPicture? {
    if case .loading(_, let next) = opening { next } else { nil }
  }

  /// Returns whether the picture that is being opened can replace the one that is shown.
  func canShowOpened(at now: Double) -> Bool { opening.canBeShown(at: now) }

  /// Returns the picture that is being opened, at its placement, if it can be drawn.
  mutating func drainOpened(
    _ place: Place
  ) -> (picture: OpenPicture, request: PictureOpening.Request)? {
    guard case .loading(let request, var next) = opening,
      canShowOpened(at: maker.time)
    else { return nil }
    opening = .none
    // Another program may still be writing the file.
    if request.purpose == .update, case .damaged = next.picture.state,
      next.status?.isRecent == true
    {
      return nil
    }
    // The picture that is shown may have moved meanwhile, and the window may have another size.
    if next.problem == nil {
      let size = next.picture.info.size
      next.view = maker.view(
        of: size, at: place.position(for: request.purpose, turned: next.turn, size: size))
    } else {
      next.view.resize(to: maker.room.pixels, at: nil)
      next.keptPosition = place.shown.position
    }
    skimming.hasUndrawnStep = true
    return (next, request)
  }
}

// MARK: - Skimming

extension PictureOpening.Purpose {
  /// The purpose of opening the first picture of another album.
  fileprivate static func beginning(after shown: OpenPicture) -> Self {
    shown.isPlaceholder ? .first : .album
  }
}

extension PictureOpener {
  /// True while a held key skims through the album.
  var isSkimming: Bool { skimming.isOn }

  /// Notes that a held key repeats; returns `false` if the last picture was not visible yet.
  mutating func skim(at now: Double) -> Bool {
    skimming.lastStep = now
    return !isOpening && !skimming.hasUndrawnStep
  }

  /// Notes that the picture has been drawn.
  mutating func didDraw() { skimming.hasUndrawnStep = false }

  /// Ends skimming: the picture that is being opened is decoded in full; returns whether a key was held.
  mutating func endSkimming() -> Bool {
    guard skimming.isOn else { return false }
    skimming.lastStep = nil
    opened?.picture.begin()
    return true
  }

  /// True if the key has not been repeated for a while, for instance because the window has lost the focus.
  func isSkimmingOver(at now: Double) -> Bool { skimming.deadline.map { now >= $0 } ?? false }

  /// The time of the next scheduled work, in seconds.
  func deadline(at now: Double) -> Double? {
    guard let request = opening.request else { return skimming.deadline }
    if case .checking = opening { return request.since + Self.checkTime }
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
  /// Decodes the pictures next to the one that is shown, once that is complete; while a key skims through pictures, the next
  /// one only.
  ///
  /// - Parameters:
  ///   - album: The album, at the picture that is shown.
  ///   - direction: Where the next step probably leads.
  ///   - place: Their placement in the window.
  func prepareNeighbors(
    in album: Album, _ direction: PictureOpening.Direction, _ place: Place
  ) {
    guard !isOpening, let position = album.position, album.currentPath == place.shown.file else {
      return
    }
    let order =
      direction == .forward ? [position + 1, position - 1] : [position - 1, position + 1]
    let paths = order.prefix(skimming.isOn ? 1 : 2)
      .filter(album.entries.indices.contains)
      .map { album.path(of: album.entries[$0]) }
    // Asked with every frame, which costs little once they are there.
    let need = need(place)
    guard !prefetcher.holds(paths, need, limits: maker.openingLimits),
      skimming.isOn || place.shown.tiles.isSettled && place.shown.isLoaded
    else { return }
    let kept = place.position(for: .step(direction), turned: .upright)
    prefetcher.prepare(
      paths, need, turned: maker.turn(of:), limits: maker.openingLimits,
      load: { (opened, path) throws(DrawingError) in
        try maker.picture(opened, path, at: kept, waits: true)
      }, didFinish: maker.wake)
  }

  /// Drops the pictures that were decoded and drawn ahead.
  func forgetNeighbors() { prefetcher.dropAll() }

  /// A neighbor that is decoded but not drawn yet; `nil` while more urgent work is pending.
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
