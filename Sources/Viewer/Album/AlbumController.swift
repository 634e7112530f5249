import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// The state machine of a window's album: which pictures it has, and which one is being opened.
///
/// The page carries out the effects of each transition, in their order: `album.go(.next, from: shown).forEach(perform)`. At most one
/// picture is being opened; the one that is shown stays until another is ready or has failed. A transition never draws and never
/// waits: jobs list and open files, and ``drainResults(_:mayShow:)`` collects their results.
final class AlbumController {
  private(set) var album: Album
  let maker: PictureMaker
  private(set) var folders: AlbumFolders
  private(set) var opener: PictureOpener
  private var direction = PictureOpening.Direction.forward
  private var wrapAround = WrapAround()
  private var handed = PendingFiles()
  /// The file that is shown; `nil` for none.
  private(set) var shownFile: FilePath?
  /// What is written of the marks at the end.
  let marks: MarkedPaths

  /// Makes the album of a window.
  ///
  /// - Parameters:
  ///   - arguments: Its pictures, and the position of the first.
  ///   - file: The file whose folder is listed once it is shown; `nil` for none.
  ///   - marks: What is written of the marks at the end.
  ///   - maker: Makes the pictures.
  init(
    _ arguments: AlbumArguments, listsFolderOf file: FilePath?, marks: MarkedPaths,
    maker: PictureMaker
  ) {
    album = arguments.album
    folders = AlbumFolders(arguments, listsFolderOf: file, wake: maker.wake)
    self.marks = marks
    self.maker = maker
    opener = PictureOpener(maker)
  }

  /// Follows the first picture.
  func didBegin(with shown: OpenPicture) { follow(shown) }

  /// The name of what the window begins with, until that is read.
  var openingName: String? { handed.openingName }

  /// Waits for the first picture.
  ///
  /// - Parameters:
  ///   - files: The files of the command line.
  ///   - job: The reading of them.
  func begin(with files: FileArguments, _ job: Job<DroppedFiles.Outcome>) {
    handed = PendingFiles(job, of: files)
  }
}

// MARK: - Going to a picture

extension AlbumController {
  /// Goes to another picture of the album.
  ///
  /// - Parameters:
  ///   - step: Where to go.
  ///   - isRepeat: True for a held key, which moves on once the last picture was visible, and shows previews.
  ///   - wraps: False if a step must not wrap around, such as that of a wheel that keeps turning.
  ///   - shown: The picture that is shown.
  /// - Returns: The effects to carry out.
  func go(_ step: Album.Step, isRepeat: Bool = false, wraps: Bool = true, from shown: OpenPicture)
    -> [Effect]
  {
    let now = maker.time
    if isRepeat, !opener.skim(at: now) { return [] }
    if let target = album.target(of: step) {
      direction = target < (album.position ?? 0) ? .backward : .forward
      let isChosen = if case .to = step { true } else { false }
      return move(to: target, isChosen: isChosen, shown)
    }
    // A held key stops at the end.
    if wraps, !isRepeat, let target = wrapAround.target(of: step, in: album, at: now) {
      direction = step == .next ? .forward : .backward
      return move(to: target, shown) + [sayHere("\(target + 1) of \(album.count)")]
    }
    let effects = endSkimming()
    if isListing {
      folders.list(then: step)
      return effects
    }
    return effects + (album.isEmpty ? [] : [sayHere(wrapAround.offer(step, in: album, at: now))])
  }

  private func move(to index: Int, isChosen: Bool = false, _ shown: OpenPicture) -> [Effect] {
    wrapAround.cancel()
    album.move(to: index)
    return openCurrent(isChosen: isChosen, shown)
  }

  /// Reopens the file that is shown.
  func reload(_ shown: OpenPicture) -> [Effect] { reload(.reload, shown) }

  private func reload(_ purpose: PictureOpening.Purpose, _ shown: OpenPicture) -> [Effect] {
    guard let file = shown.file, !isOpening else { return [] }
    if file == folders.origin.standardInput?.path {
      return [say("Standard input can be read only once.", about: file)]
    }
    opener.open(file, purpose, place(shown))
    return [.outdated(file)]
  }

  /// Removes a file that is gone, and moves on to the next picture if it was shown.
  func leaveOut(_ file: FilePath, _ shown: OpenPicture) -> [Effect] {
    guard let index = album.index(of: file) else { return [] }
    album.remove(at: index)
    return [.changed] + (file == shown.file ? openCurrent(shown) : [])
  }

  /// Turns or flips the picture that is shown.
  func turn(_ turn: Orientation, _ shown: OpenPicture) -> [Effect] {
    guard let file = shown.file, !shown.isPage else { return [] }
    opener.turn(file, by: turn, place(shown))
    return []
  }

  /// Maps other samples of the picture that is shown to black and white, or no longer does.
  func toggleTone(_ shown: OpenPicture) -> [Effect] {
    guard let file = shown.file, !shown.isPage else { return [] }
    guard shown.picture.info.takesTone else {
      return [say(Self.noToneText, about: file)]
    }
    opener.toggleTone(of: file, place(shown))
    return []
  }

  /// Goes to another page of the file that is shown, or is being opened again.
  func turn(to page: FilePage, _ shown: OpenPicture) -> [Effect] {
    guard let file = shown.file, opener.isOpeningNothing(but: file) else { return [] }
    opener.open(file, .page, place(shown), at: page)
    return []
  }

  /// Keeps scale and position from picture to picture, or resets them for each.
  func toggleLock() -> [Effect] {
    album.isLocked.toggle()
    return [.say(lockText)]
  }

  /// True while a picture is being opened.
  var isOpening: Bool { opener.isOpening }

  /// Cancels the opening of a picture.
  func cancelOpening(_ shown: OpenPicture) -> [Effect] {
    guard isOpening else { return [] }
    opener.stop()
    return returnToShown(shown)
  }

  private func returnToShown(_ shown: OpenPicture) -> [Effect] {
    guard let file = shown.file else { return [] }
    if let index = album.index(of: file) { album.move(to: index) }
    return [.moved]
  }

  /// Opens the picture at the album's position, unless it is shown already.
  private func openCurrent(isChosen: Bool = false, _ shown: OpenPicture) -> [Effect] {
    guard let path = album.currentPath else { return [] }
    guard path != shown.file || isDeleted else {
      opener.stop()
      return []
    }
    opener.open(path, .step(direction), place(shown), isChosen: isChosen)
    return []
  }

  private func place(_ shown: OpenPicture) -> PictureOpener.Place {
    .init(shown: shown, isLocked: album.isLocked)
  }
}

// MARK: - Showing a picture

extension AlbumController {
  /// Collects what other threads have opened or listed.
  ///
  /// - Parameters:
  ///   - shown: The picture that is shown.
  ///   - mayShow: False while a drag has to end before another picture is shown.
  /// - Returns: The effects to carry out.
  func drainResults(_ shown: OpenPicture, mayShow: Bool) -> [Effect] {
    drainListed(shown) + filesChanged(shown) + drainHanded(shown) + drainOpened(shown)
      + (mayShow ? showOpened(shown) : [])
  }

  private func drainOpened(_ shown: OpenPicture) -> [Effect] {
    opener.drainResults(place(shown)).map { fail($0, shown) } ?? []
  }

  /// Shows the picture that is being opened, if it can be drawn.
  func showOpened(_ shown: OpenPicture) -> [Effect] {
    guard let (next, request) = opener.drainOpened(place(shown)) else { return [] }
    var effects: [Effect] = []
    if let successor = request.successor { effects += replace(with: successor) }
    let began: [Effect] = request.purpose == .first ? [.began] : []
    if let problem = maker.placeFirst(next) {
      effects.append(say(problem, about: next.file))
    }
    let isAgain = [.page, .turn, .reload, .update].contains(request.purpose)
    if !isAgain, let notice = stretchText(of: next) {
      effects.append(say(notice, about: next.file))
    }
    if request.purpose == .tone { effects.append(say(toneText(of: next), about: next.file)) }
    if let old = shown.file, old != next.file { forget(old) }
    follow(next)
    return effects + [.show(next), .moved] + began
  }

  /// Removes a picture that is shown no longer if its file is gone.
  private func forget(_ old: FilePath) {
    guard isDeleted, let index = album.index(of: old) else {
      // While something else was being opened, changes were not checked.
      if folders.follower.hasChanged { folders.leaveOutMissing([old]) }
      return
    }
    album.remove(at: index)
  }

  private func follow(_ shown: OpenPicture) {
    shownFile = shown.file
    folders.follow(shown.file, shown.status)
  }

  /// Shows a page that explains why a picture cannot be shown; a file that isn't a picture is removed, and the next one is opened.
  private func fail(_ failed: PictureOpener.Failed, _ shown: OpenPicture) -> [Effect] {
    let (request, message) = (failed.request, failed.message)
    if request.purpose == .page, failed.kind == .picture, opener.openPage(failed) { return [] }
    guard case .step(let direction) = request.purpose else {
      var effects: [Effect] = []
      if shown.problem != nil {
        var page = shown
        page.problem = message
        effects.append(.show(page))
      }
      return effects
        + ([.reload, .page].contains(request.purpose) ? [say(message, about: request.path)] : [])
    }
    guard let index = album.index(of: request.path) else { return returnToShown(shown) }
    let entry = album.entries[index]
    // A mark, and what the user has chosen, are not lost because the file is no picture.
    let stays =
      failed.kind == .picture || request.isChosen
      || failed.kind == .other && album.marked.contains(entry)
    if stays, opener.openPage(failed) { return [] }
    // A file listed with its folder isn't a picture after all.
    let effects: [Effect] = [.say(skippedText(failed, isNamed: entry.isNamed))]
    let wasLast = index == album.count - 1
    album.remove(at: index)
    switch direction {
    case .forward where !wasLast: album.move(to: index)
    case .backward where index > 0: album.move(to: index - 1)
    case .forward, .backward: return effects + returnToShown(shown)
    }
    return effects + openCurrent(shown) + [.moved]
  }
}

// MARK: - Folders

extension AlbumController {
  /// Lists and watches the folder of the first picture.
  func listFolder() { folders.list() }

  private func drainListed(_ shown: OpenPicture) -> [Effect] {
    guard let step = folders.drainListed(into: &album, shown: shown.file) else { return [] }
    return [.changed] + openFirst(shown) + (step.map { go($0, from: shown) } ?? [])
  }

  /// Applies changes of files.
  func filesChanged(_ shown: OpenPicture) -> [Effect] {
    let (before, wasDeleted) = (album, isDeleted)
    let changes = folders.drainChanges(
      into: &album, at: maker.time, usedTime: maker.processorTime)
    var effects: [Effect] = changes.outdated.map { .outdated($0) }
    if album != before {
      effects.append(.changed)
    } else if wasDeleted != isDeleted || !effects.isEmpty {
      effects.append(.moved)
    }
    if changes.isShownNew { effects += reopen(shown) }
    return effects + openFirst(shown)
  }

  /// Opens the first picture that has come into a folder that had none.
  private func openFirst(_ shown: OpenPicture) -> [Effect] {
    guard shown.problem != nil, shown.file == nil, !isOpening else { return [] }
    return openCurrent(shown)
  }

  /// Opens another version of the file that is shown, once nothing else is being opened.
  private func reopen(_ shown: OpenPicture) -> [Effect] {
    guard isOpening else { return reload(.update, shown) }
    folders.postponeCheck(at: maker.time)
    return []
  }
}

// MARK: - Another album

extension AlbumController {
  /// Opens files and folders that were handed over; the album stays until a picture of them is shown.
  ///
  /// - Parameters:
  ///   - paths: The paths.
  ///   - isAlone: True to leave out the other pictures of a single file's folder.
  ///   - name: What messages call a file without a name.
  func open(_ paths: [FilePath], isAlone: Bool = false, name: String? = nil) {
    // Only the latest request counts.
    handed = PendingFiles(
      DroppedFiles.job(
        paths, isAlone: isAlone, name: name, limits: maker.openingLimits, wake: maker.wake))
  }

  /// Opens a picture that is not stored in a file.
  func open(_ file: MemoryFile) {
    folders.origin.add(file)
    open([file.path], isAlone: true, name: AlbumOrigin.memoryName)
  }

  /// True if files that were handed over have been read.
  var hasHandedFiles: Bool { handed.isRead }

  private func drainHanded(_ shown: OpenPicture) -> [Effect] {
    do {
      return try handed.drain().map { try open($0, shown) } ?? []
    } catch let error as DrawingError {
      return [.say(error.description)]
    } catch {
      let failure = error as? Failure ?? Failure(message: "\(error)")
      return [shown.isPlaceholder ? .end(failure) : .say(failure.message)]
    }
  }

  private func open(_ files: DroppedFiles, _ shown: OpenPicture) throws(DrawingError) -> [Effect] {
    let path = files.arguments.album.currentPath
    if let first = files.first, let path {
      try opener.open(files, first, path, place(shown))
      return []
    }
    folders.origin.forgetMemoryFiles { $0 == shown.file || album.index(of: $0) != nil }
    let message = files.arguments.report.last ?? "There is nothing to show."
    // A window without a picture has nothing else to show.
    guard shown.isPlaceholder else { return [.say(message)] }
    try opener.openPage(
      files, path, because: files.arguments.problem ?? message, place(shown))
    return []
  }

  /// Begins another album; the marks of this one stay.
  private func replace(with files: DroppedFiles) -> [Effect] {
    let arguments = files.arguments
    var next = arguments.album
    next.isLocked = album.isLocked
    next.inheritMarks(of: album)
    album = next
    marks.paths = namedMarkedPaths
    folders.replace(
      with: arguments, listsFolderOf: files.isAlone ? nil : next.currentPath)
    folders.origin.standardInput = arguments.standardInput ?? folders.origin.standardInput
    // A command's problems are on standard error.
    let problem = files.isFromCommand ? nil : arguments.report.last
    return [.replaced] + (problem.map { [.say($0)] } ?? [])
  }
}

// MARK: - Skimming and neighbors

extension AlbumController {
  /// Notes that the picture has been drawn.
  func didDraw() { opener.didDraw() }

  /// Ends skimming: the picture that is being opened is decoded in full.
  func endSkimming() -> [Effect] { opener.endSkimming() ? [.skimmingEnded] : [] }

  /// Does what is due.
  func timeReached(_ shown: OpenPicture, at now: Double) -> [Effect] {
    if !isOpening { folders.check(at: now, usedTime: maker.processorTime) }
    return opener.isSkimmingOver(at: now) ? endSkimming() : []
  }

  /// Drops the pictures next to the one that is shown.
  func forgetNeighbors() { opener.forgetNeighbors() }

  /// Decodes the pictures next to the one that is shown, once that needs nothing any more.
  func prepareNeighbors(_ shown: OpenPicture) {
    guard !folders.follower.isUntried else { return }
    opener.prepareNeighbors(in: album, direction, place(shown))
  }

  /// Notes that a neighbor is drawn on surfaces of a size in bytes, or cannot be.
  func didDraw(_ neighbor: OpenPicture, byteCount: Int) {
    opener.didDraw(neighbor, byteCount: byteCount)
  }
}

// MARK: - Marks

extension AlbumController {
  /// Marks a picture, or removes its mark.
  func toggleMark(at index: Int) -> [Effect] {
    guard album.entries.indices.contains(index) else { return [] }
    album.toggleMark(at: index)
    marks.paths = namedMarkedPaths
    return [sayHere(markText(at: index))]
  }

  /// Removes all marks.
  func unmarkAll() -> [Effect] {
    guard album.hasMarks else { return [] }
    album.unmarkAll()
    marks.paths = []
    return [.say("No picture is marked.")]
  }
}
