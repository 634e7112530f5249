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
    didSet {
      overview.didOpen = { [weak self, pictures, didOpen] item in
        if pictures.folders.indices.contains(item) {
          self?.didEnter(pictures.folders[item])
        } else if let index = pictures.index(item) {
          didOpen(index)
        }
      }
    }
  }
  /// Called with the folder to enter.
  var didEnter: (FilePath) -> Void = { _ in }
  /// What is being looked for in folders.
  private var stackJobs = Jobs<(folder: FilePath, pictures: [FilePath])>()
  private var lookedUp: Set<FilePath> = []
  /// Called where the pictures that are selected are dragged to another program.
  var didDrag: () -> Void = {} { didSet { overview.didDrag = didDrag } }
  /// Called where the header is clicked.
  var didChoose: (OverviewHeader.Part) -> Void = { _ in } {
    didSet { overview.didChoose = didChoose }
  }
  /// True if pictures that are sorted by date lie below headings of their days.
  var groupsByDay = false
  /// What is searched for; empty for nothing.
  private(set) var query = ""
  private let overview: Overview
  private let arrangement: Overview.Arrangement
  private let pictures: Pictures
  private let maker: PictureMaker
  private let loader: ThumbnailLoader
  private let ratings: PictureRatings
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
    /// The folders, which come first.
    var folders: [FilePath] = []
    /// The numbers of the pictures that are shown, in the album; `nil` for all.
    var found: [Int32]?
    /// True while the stars of some that are searched for by them are not known.
    var awaitsStars = false
    /// The picture that was renamed while it was found: it stays until something else is searched for.
    var renamed: FilePath?
    /// The days of the pictures, and the folders before them; empty where they are not grouped.
    var days: [ItemSection] = []
    /// Up to three pictures of each folder that has been looked into.
    var stacks: [FilePath: [FilePath]] = [:]

    init(_ origin: AlbumOrigin) { self.origin = origin }

    /// The number of cells.
    var count: Int { folders.count + pictureCount }
    var pictureCount: Int { found?.count ?? album.count }

    /// Returns the number in the album of the picture of a cell; `nil` for none.
    func index(_ item: Int) -> Int? {
      let item = item - folders.count
      guard let found else { return album.entries.indices.contains(item) ? item : nil }
      return found.indices.contains(item) ? Int(found[item]) : nil
    }

    /// Returns the cell of a picture of the album; `nil` where it isn't shown.
    func item(of index: Int) -> Int? {
      guard let found else { return folders.count + index }
      // They are in the album's order.
      let place = found.partitioningIndex { $0 >= index }
      return found.indices.contains(place) && found[place] == index ? folders.count + place : nil
    }

    /// Adds a picture of the album to those that are shown.
    func find(_ index: Int) {
      guard let found else { return }
      let place = found.partitioningIndex { $0 >= index }
      guard !found.indices.contains(place) || found[place] != index else { return }
      self.found?.insert(Int32(index), at: place)
    }

    /// Returns the cell of a folder, or of a picture, by its path; `nil` where it isn't shown.
    func item(of path: FilePath) -> Int? {
      folders.firstIndex(of: path) ?? album.index(of: path).flatMap { item(of: $0) }
    }

    /// Returns the path of a cell.
    func path(_ item: Int) -> FilePath {
      if folders.indices.contains(item) { return folders[item] }
      return entry(item).map(album.path) ?? FilePath("")
    }

    func entry(_ item: Int) -> Album.Entry? { index(item).map { album.entries[$0] } }
  }

  init(
    _ arrangement: Overview.Arrangement, of album: AlbumController, _ ratings: PictureRatings,
    _ maker: PictureMaker
  ) {
    (self.arrangement, self.ratings) = (arrangement, ratings)
    self.maker = maker
    let pictures = Pictures(album.folders.origin)
    self.pictures = pictures
    overview = Overview(arrangement, side: maker.options.thumbnailSide) { pictures.path($0) }
    overview.stack = { pictures.stacks[$0] }
    overview.label = { pictures.origin.label($0) }
    overview.isMarked = { index in
      pictures.entry(index).map(pictures.album.marked.contains) ?? false
    }
    overview.stars = { index in ratings.stars(of: pictures.path(index)) ?? 0 }
    overview.turn = { [maker] in maker.turn(of: $0) }
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
  /// The number of the picture that is selected, and that Return opens; `nil` if there is none.
  var selection: Int? { overview.selection.flatMap(pictures.index) }

  /// The file of a picture that flies from its cell to its place in the window; `nil` for none.
  var opening: FilePath? { overview.flight.flatMap { $0.opens ? $0.path : nil } }

  /// True once the picture that flies is where it was to be.
  var hasLanded: Bool { overview.flight?.isOver != false }

  /// Shows a thumbnail of the picture that is shown, made of what is decoded of it.
  func preview(_ shown: OpenPicture) {
    guard let file = shown.file, !shown.isNotice, shown.turn == .upright, shown.page.index == 0
    else { return }
    overview.preview(
      shown.picture.coarseThumbnail, of: file, size: shown.picture.info.size,
      maker: maker.surfaces)
  }

  /// Begins the flight of a picture of the album, by its number, to its place in the window or back; returns `false` where it has
  /// no thumbnail that is visible.
  func fly(_ index: Int, to place: Rect?, opens: Bool) -> Bool {
    overview.advance(to: maker.time)
    guard let item = pictures.item(of: index) else { return false }
    return overview.fly(item, to: place, opens: opens, at: maker.time)
  }

  /// Corrects where a picture flies to, once that is known.
  func land(at place: Rect) { overview.land(at: place) }

  /// Ends the flight of a picture.
  func endFlight() { overview.endFlight() }

  /// The folder that is selected, and that Return enters; `nil` for none.
  var selectedFolder: FilePath? {
    overview.selection.flatMap {
      pictures.folders.indices.contains($0) ? pictures.folders[$0] : nil
    }
  }

  /// The numbers of the pictures that are selected, in the album's order.
  var selected: [Int] { overview.selected.compactMap(pictures.index) }

  /// How many pictures are selected; O(1).
  var selectedCount: Int { overview.selectedCount }

  /// Follows a change of the album, and selects the picture that is shown.
  ///
  /// - Parameters:
  ///   - album: The album.
  ///   - shows: True to scroll to the picture.
  func reload(_ album: AlbumController, showsSelection shows: Bool) {
    follow(album)
    let shown = pictures.album.position.flatMap { pictures.item(of: $0) }
    let item = shown ?? (query.isEmpty || pictures.count == 0 ? nil : 0)
    overview.reload(count: pictures.count, selection: item, days: pictures.days)
    if shows, let item { overview.select(item, animated: false) }
    loadThumbnails()
  }

  /// Follows the album before the overview is shown again, and selects the picture that is shown; a search that has not found that
  /// one is over.
  func appear(_ album: AlbumController) {
    if !query.isEmpty, let position = album.album.position {
      follow(album)
      if pictures.item(of: position) == nil { search("", in: album) }
    }
    reload(album, showsSelection: true)
  }

  /// Follows a picture to another name, under which it stays selected, or is selected now.
  func rename(_ old: FilePath, to new: FilePath, in album: AlbumController, selects: Bool) {
    if pictures.renamed == old || pictures.item(of: old) != nil { pictures.renamed = new }
    reloadKeepingSelection(album, renamed: (old, new))
    guard selects, let item = pictures.item(of: new) else { return }
    overview.select(item, animated: false)
    loadThumbnails()
  }

  /// Follows a change of the album, of which the same pictures stay selected; where those are gone, the one that has taken their
  /// place is.
  ///
  /// - Parameters:
  ///   - album: The album.
  ///   - renamed: A picture that has another name now; `nil` for none.
  func reloadKeepingSelection(
    _ album: AlbumController, renamed: (old: FilePath, new: FilePath)? = nil
  ) {
    guard overview.count > 0 else { return reload(album, showsSelection: true) }
    func path(_ item: Int) -> FilePath {
      let path = overview.path(item)
      return renamed.map { $0.old == path ? $0.new : path } ?? path
    }
    let (lead, kept) = (overview.selection, Set(overview.selected.map(path)))
    let (leadPath, first) = (lead.map(path), overview.selected.first)
    let isVisible = lead.map(overview.isVisible) ?? false
    follow(album)
    var items: Set<Int> = []
    var newLead: Int?
    if kept.count > 1 {
      for item in 0..<pictures.count {
        let path = overview.path(item)
        if kept.contains(path) { items.insert(item) }
        if path == leadPath { newLead = item }
      }
    } else if let item = leadPath.flatMap({ pictures.item(of: $0) }) {
      (items, newLead) = ([item], item)
    }
    if items.isEmpty, let first, pictures.count > 0 {
      let next = min(first, pictures.count - 1)
      (items, newLead) = ([next], next)
    }
    overview.reload(
      count: pictures.count, selected: items, lead: newLead ?? items.min(), days: pictures.days)
    if isVisible, let newLead { overview.show(newLead, animated: false) }
    loadThumbnails()
  }

  /// Shows the pictures that a text finds, the first of which is selected.
  ///
  /// For an empty text, all are shown; the one that is selected stays so, or else the one that the window shows is.
  func search(_ text: String, in album: AlbumController) {
    guard text != query else { return }
    let kept = text.isEmpty ? overview.selection.map(overview.path) : nil
    (query, pictures.renamed) = (text, nil)
    if SearchQuery(text).hasStars {
      ratings.read(searched: album.album.entries.map(album.album.path))
    } else {
      ratings.endSearch()
    }
    follow(album)
    let shown = text.isEmpty ? album.album.position.flatMap { pictures.item(of: $0) } : nil
    let item = kept.flatMap { pictures.item(of: $0) } ?? shown ?? (pictures.count > 0 ? 0 : nil)
    overview.reload(count: pictures.count, selection: item, days: pictures.days)
    if let item { overview.select(item, animated: false) }
    loadThumbnails()
  }

  /// Shows or hides the field of the search, which lies over the header.
  func setTyping(_ isTyping: Bool) {
    guard overview.header != nil, overview.header?.isTyping != isTyping else { return }
    overview.header?.isTyping = isTyping
  }

  /// The side of thumbnails that was chosen, in points.
  var thumbnailSide: Double { overview.chosenSide }

  /// The place of a button of the header, in points.
  func place(of part: OverviewHeader.Part) -> Rect? { overview.place(of: part) }

  /// Where one types what to search for, in points.
  var searchField: Rect? { overview.header?.field(in: overview.size.width) }

  private func follow(_ album: AlbumController) {
    (pictures.album, pictures.origin) = (album.album, album.folders.origin)
    let search = SearchQuery(query)
    pictures.found = query.isEmpty ? nil : album.search(search.words)
    if search.isForMarked {
      pictures.found?.removeAll { !album.album.marked.contains(album.album.entries[Int($0)]) }
    }
    pictures.awaitsStars = false
    if search.hasStars {
      pictures.found?.removeAll { index in
        let stars = album.path(at: Int(index)).flatMap { ratings.stars(of: $0) }
        if stars == nil { pictures.awaitsStars = true }
        return !search.allows(stars: stars)
      }
    }
    if let renamed = pictures.renamed.flatMap(pictures.album.index) { pictures.find(renamed) }
    if arrangement == .rows {
      let all = search.hasStars || search.isForMarked ? [] : album.subfolders
      pictures.folders =
        query.isEmpty || all.isEmpty
        ? all : NameIndex(all.map(\.lastComponent)).matches(search.words).map { all[Int($0)] }
      overview.folderCount = pictures.folders.count
    }
    pictures.days = groupsByDay ? days : []
    followHeader(album)
  }

  /// The headings of the pictures, where they are sorted by date.
  private var days: [ItemSection] {
    let album = pictures.album
    guard arrangement == .rows, album.sort == .taken || album.sort == .time else { return [] }
    let (folders, found) = (pictures.folders, pictures.found)
    let days = PictureDays.divide(count: pictures.pictureCount) { index in
      let entry = album.entries[found.map { Int($0[index]) } ?? index]
      // The day is that of the clock by which a picture was taken, as the information panel has it.
      return entry.rank &+ entry.clockLead &* 1_000_000_000
    }
    return (folders.isEmpty ? [] : [ItemSection("Folders", count: folders.count)]) + days
  }

  /// What the header says of how many pictures there are; `nil` without one.
  var countText: String? { overview.header?.count }

  /// Brings the header up to date.
  func followHeader(_ album: AlbumController) {
    guard arrangement == .rows else { return }
    var header = overview.header ?? OverviewHeader()
    let order = album.order
    (header.sort, header.isReversed) = (order.label, order.isReversed)
    header.folders = album.place.map(\.name)
    header.query = query
    header.setCount(
      of: album.album.count, found: query.isEmpty ? nil : pictures.pictureCount,
      isComplete: !pictures.awaitsStars, marked: album.album.marked.count)
    overview.header = header
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
    if SearchQuery(query).isForMarked { reloadKeepingSelection(album) } else { follow(album) }
    overview.needsDrawing()
  }

  /// Shows the stars that have been read, and the pictures that a search for stars has found by now.
  func starsDidChange(_ album: AlbumController) {
    if SearchQuery(query).hasStars { reloadKeepingSelection(album) }
    overview.needsDrawing()
  }

  /// Reloads the thumbnail of a file that has changed, whose picture has been turned by that.
  func noteChange(of file: FilePath, turnedBy turn: Orientation) {
    overview.surfaces.noteChange(of: file, turnedBy: turn)
    loader.forget(file)
  }

  /// Reloads all thumbnails.
  func forgetAll() { overview.surfaces.forgetAll() }
}

// MARK: - Thumbnails

extension OverviewController {
  /// Shows another folder that was entered: what was left for it is selected if it is in it, or else the first cell.
  func showFolder(of album: AlbumController) {
    (query, pictures.renamed) = ("", nil)
    pictures.stacks = [:]
    lookedUp = []
    follow(album)
    let left = album.leftFolder.map { [$0] + $0.ancestors.reversed() } ?? []
    let item = left.lazy.compactMap { [pictures] in pictures.folders.firstIndex(of: $0) }.first
    let first = item ?? (pictures.count > 0 ? 0 : nil)
    overview.reload(count: pictures.count, selection: first, days: pictures.days)
    overview.list.setContentOffset(.zero, animated: false)
    if let first { overview.select(first, animated: false) }
    loadThumbnails()
  }

  /// Looks for pictures in the folders that are visible, on another thread.
  private func lookIntoFolders() {
    for folder in overview.visibleFolders where lookedUp.insert(folder).inserted {
      stackJobs.add(
        Job(niceness: 5, in: folder.folderAsNamed, wake: maker.wake) { _ in
          (folder, FolderListing.pictures(in: folder, atMost: Overview.stackLimit))
        })
    }
  }

  /// Asks for the thumbnails that are missing.
  func loadThumbnails() {
    lookIntoFolders()
    ratings.read(visible: overview.visiblePictures)
    let (requests, deadline) = overview.requests(at: maker.time)
    loader.load(requests)
    self.deadline = [deadline, loader.deadline].compactMap(\.self).min()
  }

  /// Takes the thumbnails that were loaded.
  func drainThumbnails() {
    for (folder, found) in stackJobs.drainAll() {
      pictures.stacks[folder] = found
      overview.needsDrawing()
    }
    let shown = overview.surfaces
    loader.drain(into: shown, maker: maker.surfaces)
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
  func handle(_ command: KeyCommand, _ key: Input.Key, animated: Bool) -> CommandResult {
    let wasBand = overview.endBand(restores: command == .escape)
    if wasBand, command == .escape { return .done }
    if let (movement, extends) = Self.movement(key, command) {
      overview.advance(to: key.time)
      overview.move(movement, extends: extends, animated: animated && key.action == .pressed)
      loadThumbnails()
      return .done
    }
    switch command {
    case .toggleOverview: overview.openSelection()
    case .escape:
      if overview.dropOthers() { return .done }
      return query.isEmpty ? .closes : .endsSearch
    case .selectAll: overview.selectAll()
    case .move(.zoomStep(let enlarges)):
      overview.zoomStep(enlarges: enlarges)
      loadThumbnails()
    default: if Self.isSharedCommand(command) { return .means }
    }
    return .done
  }

  /// Selects the marked pictures among those that are shown; returns how many there are.
  func selectMarked() -> Int {
    let items = (0..<pictures.count).filter(overview.isMarked)
    overview.select(Set(items), animated: false)
    loadThumbnails()
    return items.count
  }

  /// Opens the picture that is selected.
  func openSelection() { overview.openSelection() }

  /// Returns whether a command has the same effect while the overview is shown.
  private static func isSharedCommand(_ command: KeyCommand) -> Bool {
    switch command {
    case .toggleLock, .window, .changeBackground, .paste, .open, .goTo, .saveTake, .toggleMark,
      .toggleDays, .unmarkAll, .selectMarked, .markAgain, .compare, .showCommands, .showMenu,
      .moveToTrash, .trashChosen, .keepRotation, .rename, .undo, .showInFolder, .openWith, .openIn,
      .copy, .turn, .search, .sort, .reverseOrder,
      .enclosingFolder, .lastFolder, .chooseFolder, .rate, .run, .runForMarked:
      true
    default: false
    }
  }

  /// Returns whether a command has any effect while the overview is shown.
  static func canHandle(_ command: KeyCommand) -> Bool {
    switch command {
    case .go, .move(.pan), .move(.zoomStep), .toggleOverview, .escape, .selectAll: true
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
    /// It shows all pictures again.
    case endsSearch
  }

  /// Where a command moves the selection, and whether it extends it: over a picture, Shift and an arrow scroll by a page.
  private static func movement(
    _ key: Input.Key, _ command: KeyCommand
  ) -> (Overview.Movement, extends: Bool)? {
    switch (key.name, command) {
    case ("Next", .go), ("KP_Next", .go): (.pageDown, false)
    case ("Prior", .go), ("KP_Prior", .go): (.pageUp, false)
    case (_, .move(.pan("Left", .step))), (_, .go(.previous)): (.left, false)
    case (_, .move(.pan("Right", .step))), (_, .go(.next)): (.right, false)
    case (_, .move(.pan("Up", .step))): (.up, false)
    case (_, .move(.pan("Down", .step))): (.down, false)
    case (_, .move(.pan("Left", .page))): (.left, true)
    case (_, .move(.pan("Right", .page))): (.right, true)
    case (_, .move(.pan("Up", .page))): (.up, true)
    case (_, .move(.pan("Down", .page))): (.down, true)
    case (_, .move(.pan("Up", .edge))), (_, .go(.first)): (.first, false)
    case (_, .move(.pan("Down", .edge))), (_, .go(.last)): (.last, false)
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
    set { if newValue { overview.needsDrawing() } }
  }

  var needsAdvance: Bool { overview.needsAdvance }

  func advance(to time: Double) { overview.advance(to: time) }

  /// Follows the modifier keys.
  func modifiersChanged(_ modifiers: Modifiers) { overview.modifiers = modifiers }

  func pointerMoved(to location: Point?) { overview.pointerMoved(to: location) }

  /// Selects what a menu at a point of the window is about.
  func select(at location: Point) { overview.select(at: location) }

  func send(_ event: Event) {
    overview.dragThreshold = maker.settings.dragThreshold ?? Overview.usualThreshold
    overview.clickLimits = DoubleClick.Limits(maker.settings)
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
