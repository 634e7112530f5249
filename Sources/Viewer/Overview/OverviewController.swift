import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// The pictures of an album as thumbnails, which it has loaded: the overview, or the strip below the picture.
///
/// A panel of the window. It keeps its place while it is hidden.
final class OverviewController: Panel {
  /// What is drawn around and over the thumbnails.
  var surroundings = Overview.Surroundings()
  /// Called with the number of the picture to show.
  var didOpen: (Int) -> Void = { _ in } {
    didSet { overview.didOpen = didOpen }
  }
  private let overview: Overview
  private let arrangement: Overview.Arrangement
  private let pictures: Pictures
  private let maker: PictureMaker
  private let loader: ThumbnailLoader
  /// When to ask for thumbnails again, in seconds.
  private(set) var deadline: Double?
  /// The memory of thumbnails that counts against the budget, in bytes.
  private var countedBytes = 0

  /// The part of the budget that thumbnails may take: an eighth. [M]
  private static let budgetShare = 8

  /// The pictures of the album when the list last followed it.
  private final class Pictures {
    var album = Album()
    var origin: AlbumOrigin

    init(_ origin: AlbumOrigin) { self.origin = origin }

    func entry(_ index: Int) -> Album.Entry? {
      album.entries.indices.contains(index) ? album.entries[index] : nil
    }
  }

  init(_ arrangement: Overview.Arrangement, of album: AlbumController, _ maker: PictureMaker) {
    self.arrangement = arrangement
    self.maker = maker
    let pictures = Pictures(album.folders.origin)
    self.pictures = pictures
    overview = Overview(arrangement) { index in
      pictures.entry(index).map(pictures.album.path) ?? FilePath("")
    }
    overview.label = { pictures.origin.label($0) }
    overview.isMarked = { index in
      pictures.entry(index).map(pictures.album.marked.contains) ?? false
    }
    overview.surfaces.byteLimit = maker.store.budget / Self.budgetShare
    loader = ThumbnailLoader(
      cache: .standard(program: "overscroll-\(Machine.version)"), limits: maker.options.limits,
      didLoad: maker.wake)
  }

  /// Frees all thumbnails, once nothing is shown.
  func close() {
    loader.load([])
    maker.store.addWorkBytes(-countedBytes)
    countedBytes = 0
  }

  /// Loads nothing while it is hidden.
  func pause() { loader.load([]) }
}

// MARK: - The album

extension OverviewController {
  /// The number of the picture that is selected; `nil` if there is none.
  var selection: Int? { overview.selection }

  /// Follows a change of the album, of which the same picture stays selected.
  ///
  /// - Parameters:
  ///   - album: The album.
  ///   - shows: True to scroll to the picture.
  func reload(_ album: AlbumController, showsSelection shows: Bool) {
    follow(album)
    let position = pictures.album.position
    overview.reload(count: pictures.album.count, selection: position)
    if shows, let position { overview.select(position, animated: false) }
    loadThumbnails()
  }

  private func follow(_ album: AlbumController) {
    (pictures.album, pictures.origin) = (album.album, album.folders.origin)
  }

  /// Selects the picture that is shown.
  func selectShown(_ album: AlbumController, animated: Bool) {
    guard let position = album.album.position else { return }
    guard overview.count == album.album.count else { return reload(album, showsSelection: true) }
    follow(album)
    guard position != overview.selection else { return }
    overview.advance(to: maker.time)
    overview.select(position, animated: animated)
    loadThumbnails()
  }

  func marksDidChange(_ album: AlbumController) {
    follow(album)
    overview.marksDidChange()
  }

  /// Reloads the thumbnail of a file that has changed.
  func forget(_ file: FilePath) {
    overview.surfaces.forget(file)
    loader.forget(file)
  }

  /// Reloads all thumbnails.
  func forgetAll() { overview.surfaces.forgetAll() }
}

// MARK: - Thumbnails

extension OverviewController {
  /// Asks for the thumbnails that are missing.
  func loadThumbnails() {
    let (requests, deadline) = overview.requests(at: maker.time)
    loader.load(requests)
    self.deadline = [deadline, loader.deadline].compactMap(\.self).min()
  }

  /// Takes the thumbnails that were loaded.
  func drainThumbnails() {
    let shown = overview.surfaces
    for (request, outcome) in loader.drain() {
      switch outcome {
      case .thumbnail(let thumbnail):
        // Where memory is short, the placeholder stays.
        try? shown.add(thumbnail, of: request.path, side: request.side, maker: maker.surfaces)
      case .failure: shown.noteFailure(of: request.path, side: request.side)
      case .expense: shown.noteExpense(of: request.path, side: request.side)
      }
    }
    maker.store.addWorkBytes(shown.byteCount - countedBytes)
    countedBytes = shown.byteCount
  }
}

// MARK: - Input

extension OverviewController {
  /// Handles a command while the overview is shown.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - key: The key.
  ///   - animated: True if movements are animated.
  /// - Returns: The effects to carry out.
  func handle(
    _ command: KeyCommand, _ key: Input.Key, animated: Bool
  ) -> CommandResult {
    if let movement = Self.movement(key, command) {
      overview.advance(to: key.time)
      overview.move(movement, animated: animated && key.action == .pressed)
      loadThumbnails()
      return .done
    }
    switch command {
    case .toggleOverview: overview.openSelection()
    case .escape: return .closes
    case .move(.zoomStep(let enlarges)):
      overview.zoomStep(enlarges: enlarges)
      loadThumbnails()
    default: if Self.isSharedCommand(command) { return .means }
    }
    return .done
  }

  /// Returns whether a command has the same effect while the overview is shown.
  private static func isSharedCommand(_ command: KeyCommand) -> Bool {
    switch command {
    case .toggleLock, .window, .changeBackground, .paste, .open, .goTo, .saveTake, .toggleMark,
      .unmarkAll, .compare, .showCommands, .moveToTrash, .rename, .undo,
      .showInFolder, .openWith:
      true
    default: false
    }
  }

  /// Returns whether a command has any effect while the overview is shown.
  static func canHandle(_ command: KeyCommand) -> Bool {
    switch command {
    case .go, .move(.pan), .move(.zoomStep), .toggleOverview, .escape: true
    default: isSharedCommand(command)
    }
  }

  /// The outcome of a command.
  enum CommandResult {
    case done
    /// It means the same as over a picture.
    case means
    /// It leads back to the picture.
    case closes
  }

  private static func movement(
    _ key: Input.Key, _ command: KeyCommand
  ) -> Overview.Movement? {
    switch (key.name, command) {
    case ("Next", .go), ("KP_Next", .go): .pageDown
    case ("Prior", .go), ("KP_Prior", .go): .pageUp
    case (_, .move(.pan("Left", .step))), (_, .go(.previous)): .left
    case (_, .move(.pan("Right", .step))), (_, .go(.next)): .right
    case (_, .move(.pan("Up", .step))): .up
    case (_, .move(.pan("Down", .step))): .down
    case (_, .move(.pan("Up", .page))): .pageUp
    case (_, .move(.pan("Down", .page))): .pageDown
    case (_, .move(.pan("Up", .edge))), (_, .go(.first)): .first
    case (_, .move(.pan("Down", .edge))), (_, .go(.last)): .last
    default: nil
    }
  }
}

// MARK: - Panel

extension OverviewController {
  var size: Size {
    get { overview.size }
    set {
      overview.size = newValue
      loadThumbnails()
    }
  }

  /// The device pixels per point.
  var scale: Double {
    get { overview.scale }
    set { overview.scale = newValue }
  }

  var needsDisplay: Bool {
    get { overview.needsDisplay(surroundings) }
    set { if newValue { overview.marksDidChange() } }
  }

  var needsAdvance: Bool { overview.needsAdvance }

  func advance(to time: Double) { overview.advance(to: time) }

  func send(_ event: Event) {
    overview.send(arrangement == .strip ? event.sideways : event)
    loadThumbnails()
  }

  func draw(on canvas: Canvas, scale: Double) {
    canvas.saved {
      // Thumbnails lie on whole pixels.
      canvas.concatenate(AffineTransform(scaleX: 1 / scale, y: 1 / scale))
      overview.draw(surroundings, on: canvas)
    }
  }
}

extension Event {
  /// The event with a wheel's vertical notches made horizontal, since a strip scrolls only horizontally.
  fileprivate var sideways: Self {
    guard case .wheel(var wheel) = self, wheel.notches.x == 0 else { return self }
    wheel.notches = Point(wheel.notches.y, 0)
    wheel.modifiers = []
    return .wheel(wheel)
  }
}

/// The overview and the strip of an album, each made on first use.
final class ThumbnailLists {
  /// The overview, kept with its place while it is hidden.
  private var overview: OverviewController?
  /// The strip below the picture; `nil` while it is hidden.
  private(set) var strip: OverviewController?
  /// True while the overview is shown.
  private var isOverviewShown = false
  private let maker: PictureMaker
  /// Called with the number of the picture to show.
  var didOpen: (Int) -> Void = { _ in }

  init(_ maker: PictureMaker) { self.maker = maker }

  /// The lists that are shown.
  private var shown: [OverviewController] {
    [strip, isOverviewShown ? overview : nil].compactMap(\.self)
  }

  private var all: [OverviewController] { [strip, overview].compactMap(\.self) }

  /// Has all thumbnails loaded and uploaded again.
  func forgetThumbnails() {
    for list in all { list.forgetAll() }
  }

  private func make(
    _ arrangement: Overview.Arrangement, of album: AlbumController
  ) -> OverviewController {
    let list = OverviewController(arrangement, of: album, maker)
    list.scale = maker.room.scale
    list.didOpen = { [weak self] in self?.didOpen($0) }
    return list
  }

  /// Prepares the overview in the picture's part of the window; the picture that is shown is selected.
  func showOverview(of album: AlbumController) -> OverviewController {
    let list = overview ?? make(.rows, of: album)
    (overview, isOverviewShown) = (list, true)
    place()
    list.reload(album, showsSelection: true)
    return list
  }

  func hideOverview() {
    isOverviewShown = false
    overview?.pause()
  }

  /// Shows or hides the strip.
  func toggleStrip(of album: AlbumController, on backdrop: Backdrop) {
    guard let strip else {
      strip = make(.strip, of: album)
      strip?.surroundings.backdrop = backdrop
      return
    }
    strip.close()
    self.strip = nil
  }

  /// Resizes the overview to the picture's part of the window; the window places the strip.
  func place() {
    for list in shown { list.scale = maker.room.scale }
    if isOverviewShown { overview?.size = maker.room.size }
  }

  /// Follows a change of the album.
  func reload(_ album: AlbumController) {
    strip?.reload(album, showsSelection: true)
    if isOverviewShown { overview?.reload(album, showsSelection: false) }
  }

  /// Reloads the thumbnail of a file that has changed.
  func forget(_ file: FilePath) {
    for list in all { list.forget(file) }
    load()
  }

  /// Takes the thumbnails that were loaded, and asks for others that are missing.
  func drainThumbnails() {
    for list in all { list.drainThumbnails() }
    load()
  }

  /// Asks for the thumbnails that are missing.
  func load() { for list in shown { list.loadThumbnails() } }

  func marksDidChange(_ album: AlbumController) {
    for list in shown { list.marksDidChange(album) }
  }

  /// When to ask for thumbnails again, in seconds.
  var deadline: Double? { shown.compactMap(\.deadline).min() }
}
