import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// The state machine of what comes next: the picture that is being opened, those beside the shown one that are ready, a key that skims
/// through the album, and the question at its ends.
///
/// At most one picture is being opened; the one that is shown stays until another is ready or has failed.
struct Opening {
  /// Why a picture is being opened.
  enum Purpose: Hashable {
    /// The user goes to it.
    case step(Direction)
    /// It is shown already, and is reopened because the user asks for it.
    case reload
    /// The same, because the file has changed.
    case update
    /// It is shown already, and is turned or flipped.
    case turn
    /// It is shown already, and its file has another orientation, by which what is shown turns.
    case rotated(by: Orientation)
    /// It is shown with another tone.
    case tone
    /// It is another page of the file that is shown.
    case page
    /// It begins another album, which replaces this one once the picture is shown, or this one in an order that is known now.
    case album
    /// It is the first picture of the window, which shows nothing else until then.
    case first

    fileprivate var isStep: Bool { if case .step = self { true } else { false } }
  }

  /// The direction in which the user browses the album.
  enum Direction: Hashable {
    case forward
    case backward
  }

  /// What was asked for.
  struct Request {
    let path: FilePath
    let purpose: Purpose
    /// The page of the file.
    var page = FilePage()
    /// When its opening began, in seconds.
    var since: Double
    /// True for a file that the user has chosen among the others, rather than come to.
    var isChosen = false
    /// True once any of its pixels have been decoded.
    var hasPixels = false
    /// What it begins: an album that replaces this one.
    var successor: AlbumArguments?
  }

  private enum State {
    case none
    /// It was decoded ahead, and its file is looked at: it may have changed meanwhile.
    case checking(Request, OpenPicture, Job<FileStatus?>)
    /// Its file is being read.
    case reading(Request, FileOpening)
    /// It is being decoded.
    case loading(Request, OpenPicture)

    var request: Request? {
      switch self {
      case .none: nil
      case .checking(let request, _, _), .reading(let request, _), .loading(let request, _): request
      }
    }
  }

  private var state = State.none
  /// A change of the file that is being opened, which was not followed yet.
  private var change: FileFollower.Change?
  /// Where the next step probably leads.
  var direction = Direction.forward
  /// True if scale and position are kept from picture to picture.
  var isLocked = false
  var wrapAround = WrapAround()
  private(set) var prefetcher: Prefetcher
  /// When a held key last went to another picture, in seconds; `nil` once it is released.
  private var skimmedAt: Double?
  /// True if the picture was changed after the last frame.
  private var hasUndrawnStep = false
  private let maker: PictureMaker

  /// The time after which the name and the progress of a picture that is being opened are shown, and between updates of the
  /// progress, in seconds. [C]
  private static let (plateDelay, plateInterval) = (0.15, 0.1)
  /// The time for which a picture that was decoded ahead waits for what its file is now, in seconds. [C]
  private static let checkTime = 0.05
  /// The time after which a very large picture is shown although parts of the window cannot be drawn yet, in seconds. [C]
  private static let incompleteDelay = 1.0
  /// The time after the last repetition of a key after which it counts as released, in seconds. [C]
  private static let skimmingDelay = 0.3

  init(_ maker: PictureMaker) {
    self.maker = maker
    prefetcher = Prefetcher(store: maker.store)
  }
}

// MARK: - Asking for a picture

extension Opening {
  /// True while a picture is being opened.
  var isOpening: Bool { state.request != nil }

  /// True while the picture is being opened that is the first one in an order that is known now.
  var isOpeningFirst: Bool {
    state.request.map { $0.purpose == .album && $0.successor == nil } ?? false
  }

  /// The file that is being opened.
  var path: FilePath? { state.request?.path }

  /// The picture that is being opened because the user came to it, and in which direction; `nil` for one that was chosen.
  var nextStep: (path: FilePath, direction: Direction)? {
    guard let request = state.request, !request.isChosen,
      case .step(let direction) = request.purpose
    else { return nil }
    return (request.path, direction)
  }

  /// True while a new version of the file that is shown is being opened.
  var isUpdate: Bool { state.request?.purpose == .update }

  /// Returns whether no other file than one is being opened.
  func isOpeningNothing(but path: FilePath) -> Bool {
    state.request.map { $0.path == path } ?? true
  }

  /// Cancels the opening of a picture.
  mutating func stop() { state = .none }

  /// Begins to open a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - purpose: Why it is opened.
  ///   - shown: The picture that is shown.
  ///   - page: The page; `nil` for the one that is shown, or the first one of another file.
  ///   - isChosen: True for a file that the user has chosen among the others.
  mutating func open(
    _ path: FilePath, _ purpose: Purpose, over shown: OpenPicture, at page: FilePage? = nil,
    isChosen: Bool = false
  ) {
    var request = Request(
      path: path, purpose: purpose, page: page ?? self.page(for: purpose, shown), since: maker.time)
    request.isChosen = isChosen
    change = nil
    let ready =
      purpose.isStep
      ? prefetcher.claim(path, forPreview: isSkimming, limits: maker.openingLimits) : nil
    switch ready {
    case .picture(var next):
      next.startTime = request.since
      check(next, request)
    case .opening(let file): state = .reading(request, file)
    case nil: read(request, shown)
    }
  }

  /// Begins to find out whether a picture is what its file is now.
  private mutating func check(_ next: OpenPicture, _ request: Request) {
    let path = request.path
    let job = Job(in: path.folderAsNamed, wake: maker.wake) { _ in FileStatus(of: path) }
    state = .checking(request, next, job)
  }

  /// Begins to read a file.
  private mutating func read(_ request: Request, _ shown: OpenPicture) {
    let (path, purpose) = (request.path, request.purpose)
    var limits = maker.openingLimits
    if path == shown.file, let tone = keptTone(purpose, shown) { limits.tone = tone }
    let level = purpose == .turn ? CompleteLevel(of: shown.picture) : nil
    state = .reading(
      request,
      FileOpening(
        path, turned: maker.turn(of: path), page: request.page, limits: limits,
        decoding: purpose.isStep && isSkimming ? need(shown) : nil,
        shown: level.map { .init(level: $0, turn: shown.turn, status: shown.status) },
        didFinish: maker.wake))
  }

  /// The tone of another page or a rotation of the picture that is shown; `nil` for one of its own.
  private func keptTone(_ purpose: Purpose, _ shown: OpenPicture) -> Tone? {
    guard [.page, .turn].contains(purpose), !shown.isNotice else { return nil }
    let info = shown.picture.info
    // All pages of a file have the range that was found when the user asked for it.
    if maker.tone(of: shown) == .auto, let range = info.tone { return .range(range) }
    // Those of a stack are compared with each other, however they are turned.
    guard info.stack != nil else { return nil }
    if let mix = info.mix { return .mix(mix) }
    guard maker.tone(of: shown) == .asNeeded, info.exposure == nil else { return nil }
    return info.tone.map(Tone.range) ?? Tone.none
  }

  /// The page that is opened for a purpose.
  private func page(for purpose: Purpose, _ shown: OpenPicture) -> FilePage {
    switch purpose {
    case .turn, .tone, .page: page(of: shown)
    // The file may have changed, and have other pages.
    case .reload, .update, .rotated: FilePage(index: page(of: shown).index)
    case .step, .album, .first: FilePage()
    }
  }

  /// The page of the file that is shown; while another one is being opened, that one.
  func page(of shown: OpenPicture) -> FilePage {
    guard let request = state.request, request.path == shown.file else { return shown.page }
    return FilePage(index: request.page.index, pages: request.page.pages ?? shown.page.pages)
  }

  /// Begins another album with the first picture of files that were handed over, or with a page that explains why there is none.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - problem: What the page says.
  ///   - shown: The picture that is shown.
  /// - Throws: If memory is short or the display is gone.
  mutating func begin(
    with files: AlbumArguments, orPageBecause problem: String, over shown: OpenPicture
  ) throws(DrawingError) {
    let path = files.album.currentPath
    let purpose = shown.isPlaceholder ? Purpose.first : .album
    let request = Request(
      path: path ?? FilePath(""), purpose: purpose, since: maker.time, successor: files)
    guard let first = files.first, let path else {
      state = .loading(request, try maker.page(of: files, because: problem))
      return
    }
    let position = position(for: purpose, turned: .upright, over: shown)
    state = .loading(request, try maker.picture(first, path, at: position, waits: false))
  }

  /// Puts a page that explains why a picture cannot be shown in its place; returns `false` if memory is short.
  mutating func openPage(_ failed: Failed) -> Bool {
    let request = failed.request
    guard
      let page = try? maker.page(
        of: request.path, failed.status, at: request.page, because: failed.message,
        mayRetry: failed.mayRetry, mayBeOutdated: true)
    else { return false }
    state = .loading(request, page)
    return true
  }

  /// What is shown of the next picture, which may be turned and has a size as shown; `nil` to place it again.
  private func position(
    for purpose: Purpose, turned turn: Orientation, size: PixelSize? = nil, over shown: OpenPicture
  ) -> PictureView.Position? {
    let same = shown.position?.turned(by: shown.turn.turn(to: turn))
    switch purpose {
    case .reload, .update, .turn, .tone: return same
    case .rotated(let turn): return shown.position?.turned(by: turn)
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

// MARK: - Following what is opened

extension Opening {
  /// Notes which files have changed.
  mutating func filesChanged(_ files: [FilePath], at now: Double) {
    guard let nextStep, files.contains(nextStep.path) else { return }
    change = change ?? FileFollower.Change(first: now, last: now)
    change?.last = now
  }

  /// When to look again at a picture that only waits for the end of a drag; `nil` where its file has not changed.
  private var changeDeadline: Double? {
    guard let change, nextStep != nil, presentable != nil else { return nil }
    return change.deadline
  }

  /// Looks again at a picture whose file has changed since it was opened, once its writer has been quiet.
  mutating func followChange(at now: Double) {
    guard case .loading(var request, let next) = state, let changeDeadline, now >= changeDeadline
    else { return }
    (change, request.since) = (nil, now)
    check(next, request)
  }

  /// A picture that cannot be shown.
  struct Failed {
    let request: Request
    fileprivate let error: any Error
    /// The properties of the file before it was opened; `nil` for none.
    let status: FileStatus?

    private var cause: ImagingError? { error as? ImagingError }

    /// Why, as a message.
    var message: String { cause?.message ?? "\(error)" }

    /// Why, as the end of a message that begins with the file.
    var reason: String { cause?.reason ?? "\(error)" }

    /// True where it may be shown the next time that it is tried.
    var mayRetry: Bool { cause?.mayPass ?? true }

    /// True where there is no such file.
    var isMissing: Bool { cause?.code == .missing }

    /// True for a picture, or a file in its place, such as one that is damaged, still empty, or of another kind than its name has.
    var isPicture: Bool {
      switch cause?.code {
      case nil, .empty, .unknownFormat: true
      case .missing: false
      default: cause?.isAboutPicture == true
      }
    }
  }

  /// Collects what other threads have read or decoded; returns what cannot be shown.
  mutating func drainResults(over shown: OpenPicture) -> Failed? {
    switch state {
    case .none: break
    case .checking(let request, let next, let job):
      // Where its file system takes long, it is shown as it was, and followed like any other.
      guard job.isDone || maker.time >= request.since + Self.checkTime else { break }
      if let status = job.value, status != next.status {
        read(request, shown)
      } else {
        load(next, request)
      }
    case .reading(let request, let file):
      guard let result = file.result else { break }
      do {
        var opened = try result.get()
        if request.purpose == .turn { addPreview(to: &opened, from: shown) }
        let position = position(
          for: request.purpose, turned: opened.turn, size: opened.source.info.size, over: shown)
        load(
          try maker.picture(
            opened, request.path, at: position, waits: isSkimming && request.purpose.isStep),
          request)
      } catch {
        state = .none
        return Failed(request: request, error: error, status: file.status)
      }
    case .loading(var request, let next):
      let arrivals = next.picture.drainArrivals()
      next.compositor.invalidate(arrivals)
      if !arrivals.isEmpty { request.hasPixels = true }
      state = .loading(request, next)
    }
    return nil
  }

  private mutating func load(_ next: OpenPicture, _ request: Request) {
    if !next.canFillWindow { next.picture.begin() }
    state = .loading(request, next)
  }

  /// Lets a large picture be seen as soon as it is turned, at first as its coarsest tile.
  private func addPreview(to opened: inout FileOpening.Opened, from shown: OpenPicture) {
    let size = opened.source.info.size
    let coarsest = TileKey(level: shown.picture.pyramid.coarsestLevel, column: 0, row: 0)
    guard opened.tiles.byteCount == 0, FileOpening.isLarge(size),
      let tile = shown.picture.pixels(coarsest)
    else { return }
    opened.tiles = CoarseTiles(turning: tile, by: shown.turn.turn(to: opened.turn), in: size)
  }

  /// The picture that is being opened, once its file is read.
  var opened: OpenPicture? { if case .loading(_, let next) = state { next } else { nil } }

  /// Returns whether the picture that is being opened can replace the one that is shown.
  private func canShowOpened(at now: Double) -> Bool {
    guard case .loading(let request, let next) = state else { return false }
    if next.isLoaded { return true }
    let isLate =
      FileOpening.isLarge(next.picture.info.size) && now - request.since >= Self.incompleteDelay
    switch request.purpose {
    case .step, .turn, .tone, .page, .album:
      return next.canFillWindow || isLate && request.hasPixels
    case .first: return true
    case .reload, .update, .rotated: return isLate && next.canFillWindow
    }
  }

  /// The picture that is being opened, once it can replace the one that is shown.
  var presentable: OpenPicture? { canShowOpened(at: maker.time) ? opened : nil }

  /// Returns the picture that is being opened, at its placement, if it can be drawn.
  mutating func drainOpened(over shown: OpenPicture) -> (picture: OpenPicture, request: Request)? {
    guard case .loading(let request, var next) = state, canShowOpened(at: maker.time) else {
      return nil
    }
    state = .none
    // The picture that is shown may have moved meanwhile, and the window may have another size.
    if next.problem == nil {
      let size = next.picture.info.size
      next.view = maker.view(
        of: size,
        at: position(for: request.purpose, turned: next.turn, size: size, over: shown))
    } else {
      next.view.resize(to: maker.room.pixels, at: nil)
      next.keptPosition = shown.position
    }
    hasUndrawnStep = true
    return (next, request)
  }

  /// The time of the next scheduled work, in seconds.
  func deadline(at now: Double) -> Double? {
    guard let request = state.request else { return skimmedAt.map { $0 + Self.skimmingDelay } }
    if case .checking = state { return request.since + Self.checkTime }
    let first = request.since + Self.plateDelay
    let next = now < first ? first : now + Self.plateInterval
    return min(next, changeDeadline ?? next)
  }

  /// The file that is being opened and the part of it that is decoded, once that takes noticeably long.
  func progress(at now: Double) -> (file: FilePath, part: Double?)? {
    guard let request = state.request, now - request.since >= Self.plateDelay,
      request.purpose != .update
    else { return nil }
    if case .loading(let part?) = opened?.picture.state { return (request.path, part) }
    return (request.path, nil)
  }
}

// MARK: - Skimming

extension Opening {
  /// True while a held key skims through the album.
  var isSkimming: Bool { skimmedAt != nil }

  /// Notes that a held key repeats; returns `false` if the last picture was not visible yet.
  mutating func skim(at now: Double) -> Bool {
    skimmedAt = now
    return !isOpening && !hasUndrawnStep
  }

  /// Notes that the picture has been drawn.
  mutating func didDraw() { hasUndrawnStep = false }

  /// Ends skimming: the picture that is being opened is decoded in full; returns whether a key was held.
  mutating func endSkimming() -> Bool {
    guard isSkimming else { return false }
    skimmedAt = nil
    opened?.picture.begin()
    return true
  }

  /// True if the key has not been repeated for a while, for instance because the window has lost the focus.
  func isSkimmingOver(at now: Double) -> Bool {
    skimmedAt.map { now >= $0 + Self.skimmingDelay } ?? false
  }
}

/// The step beyond an end of an album that a second press of a key confirms.
struct WrapAround {
  /// The time in which the second press counts: as long as the plate is shown, and a moment longer, in seconds. [C]
  static let duration = 5.0

  /// The step that was offered last, and when the offer ends, in seconds.
  private var offer: (step: Album.Step, until: Double)?

  /// Withdraws what is offered, since the album is somewhere else.
  mutating func cancel() { offer = nil }

  /// Returns the index at the other end of the album, if the step was offered shortly before.
  mutating func target(of step: Album.Step, in album: Album, at now: Double) -> Int? {
    guard let offer, offer.step == step, now <= offer.until else { return nil }
    self.offer = nil
    switch step {
    case .next: return album.target(of: .first)
    case .previous: return album.target(of: .last)
    case .first, .last, .to: return nil
    }
  }

  /// Offers to go to the other end of the album where a step leads beyond one; returns what the plate shows.
  mutating func offer(_ step: Album.Step, in album: Album, at now: Double) -> String {
    offer = (step, now + Self.duration)
    guard album.count > 1 else { return "The only picture." }
    switch step {
    case .next: return "Last of \(album.count). Press n again for the first."
    case .previous: return "First of \(album.count). Press p again for the last."
    case .first: return "First of \(album.count)."
    case .last, .to: return "Last of \(album.count)."
    }
  }
}

// MARK: - The pictures beside it

extension Opening {
  /// Decodes the pictures next to the one that is shown, once that is complete; while a key skims through pictures, the next
  /// one only.
  ///
  /// - Parameters:
  ///   - album: The album, at the picture that is shown.
  ///   - shown: The picture that is shown.
  mutating func prepareNeighbors(in album: Album, of shown: OpenPicture) {
    guard !isOpening, let position = album.position, album.currentPath == shown.file else { return }
    let order =
      direction == .forward ? [position + 1, position - 1] : [position - 1, position + 1]
    let paths = order.prefix(isSkimming ? 1 : 2).filter(album.entries.indices.contains)
      .map { album.path(of: album.entries[$0]) }
    // Asked with every frame, which costs little once they are there.
    let need = need(shown)
    guard !prefetcher.holds(paths, need, limits: maker.openingLimits),
      isSkimming || shown.tiles.isSettled && shown.isLoaded
    else { return }
    let kept = self.position(for: .step(direction), turned: .upright, over: shown)
    prefetcher.prepare(
      paths, need, turned: maker.turn(of:), limits: maker.openingLimits,
      load: { [maker] (opened, path) throws(DrawingError) in
        try maker.picture(opened, path, at: kept, waits: true)
      }, didFinish: maker.wake)
  }

  /// Drops the pictures that were decoded and drawn ahead.
  mutating func forgetNeighbors() { prefetcher.dropAll() }

  /// A neighbor that is decoded but not drawn yet; `nil` while more urgent work is pending.
  var undrawnNeighbor: OpenPicture? { isSkimming || isOpening ? nil : prefetcher.undrawn }

  /// Notes that a neighbor is drawn on surfaces of a size in bytes, or cannot be.
  mutating func didDraw(_ neighbor: OpenPicture, byteCount: Int) {
    prefetcher.didDraw(neighbor, byteCount: byteCount)
  }

  /// The memory that a neighbor may take, in bytes.
  var neighborByteLimit: Int { maker.store.budget / Prefetcher.budgetShare }

  /// What is decoded of a picture before it is shown.
  private func need(_ shown: OpenPicture) -> FileOpening.Need {
    let fixed: Double? = maker.options.fit == .actual ? 1 : nil
    return FileOpening.Need(
      viewport: maker.room.pixels, scale: isLocked ? shown.view.scrollView.zoomScale : fixed,
      byteLimit: neighborByteLimit, isPreview: isSkimming)
  }
}
