import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollGeometry

/// The album of a window: which pictures it has, which one is being opened, and where they come from.
///
/// A value, whose transitions never draw and never wait: jobs list and open files, and ``drainResults(_:)`` collects their
/// results. The page carries out the effects of each transition, in their order.
struct AlbumController {
  var album: Album
  var folders: AlbumFolders
  var opening: Opening
  /// True while files are changed as the user has asked for: changes that are noticed meanwhile are followed by that.
  var isChangingFiles = false
  /// Files that were handed over and are being read: those of the command line at first, later the latest ones alone.
  private var handed: (job: Job<AlbumArguments.Outcome>, command: FileArguments?, since: Double)?
  /// The file that is shown; `nil` for none.
  private(set) var shownFile: FilePath?
  /// What is written of the marks at the end.
  let marks: MarkedPaths
  let maker: PictureMaker
  let nameSearch = NameSearch()
  /// The folders that were left for others, the latest one last.
  private(set) var visited: [FilePath] = []
  /// The folder that was left for this one; `nil` for none.
  private(set) var leftFolder: FilePath?
  /// True until the first picture by date taken is known, unless one was named or the user has done something.
  var awaitsFirst: Bool

  /// Makes the album of a window.
  ///
  /// - Parameters:
  ///   - arguments: Its pictures, and the position of the first.
  ///   - marks: What is written of the marks at the end.
  ///   - maker: Makes the pictures.
  init(_ arguments: AlbumArguments, marks: MarkedPaths, maker: PictureMaker) {
    album = arguments.album
    folders = AlbumFolders(arguments, wake: maker.wake)
    self.marks = marks
    self.maker = maker
    opening = Opening(maker)
    awaitsFirst = arguments.awaitsFirst
    // One that was read at once is never replaced.
    if !arguments.isSortedByTaken { folders.readTaken(of: album, maker) }
  }

  /// Waits for the first picture.
  ///
  /// - Parameters:
  ///   - files: The files of the command line.
  ///   - job: The reading of them.
  mutating func begin(with files: FileArguments, _ job: Job<AlbumArguments.Outcome>) {
    handed = (job, files, maker.time)
  }

  /// The name of what the window begins with, until that is read.
  var openingName: String? { handed?.command?.name }
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
  mutating func go(
    _ step: Album.Step, isRepeat: Bool = false, wraps: Bool = true, from shown: OpenPicture
  ) -> [PictureEffect] {
    let now = maker.time
    awaitsFirst = false
    if isRepeat, !opening.skim(at: now) { return [] }
    if let target = album.target(of: step) {
      opening.direction = target < (album.position ?? 0) ? .backward : .forward
      let isChosen = if case .to = step { true } else { false }
      move(to: target, isChosen: isChosen, shown)
      return []
    }
    // A held key stops at the end.
    if wraps, !isRepeat, let target = opening.wrapAround.target(of: step, in: album, at: now) {
      opening.direction = step == .next ? .forward : .backward
      move(to: target, shown)
      return [sayHere("\(target + 1) of \(album.count)")]
    }
    let effects = endSkimming()
    if isListing {
      folders.list(then: step)
      return effects
    }
    guard !album.isEmpty else { return effects }
    return effects + [sayHere(opening.wrapAround.offer(step, in: album, at: now))]
  }

  private mutating func move(to index: Int, isChosen: Bool = false, _ shown: OpenPicture) {
    opening.wrapAround.cancel()
    album.move(to: index)
    openCurrent(isChosen: isChosen, shown)
  }

  /// Opens the picture at the album's position, unless it is shown already.
  private mutating func openCurrent(isChosen: Bool = false, _ shown: OpenPicture) {
    guard let path = album.currentPath else { return }
    guard path != shown.file || isDeleted || shown.isAwaited else { return opening.stop() }
    opening.open(path, .step(opening.direction), over: shown, isChosen: isChosen)
  }

  /// Reopens the file that is shown: because the user asks for it, or because it has changed.
  mutating func reload(_ shown: OpenPicture, _ purpose: Opening.Purpose = .reload)
    -> [PictureEffect]
  {
    guard let file = shown.file, !isOpening else { return [] }
    if file == folders.origin.standardInput?.path {
      return [.say("Standard input can be read only once.", while: .shows(file))]
    }
    opening.open(file, purpose, over: shown)
    return [.outdated(file)]
  }

  /// Keeps scale and position from picture to picture, or resets them for each.
  mutating func toggleLock() -> [PictureEffect] {
    opening.isLocked.toggle()
    return [
      .say(
        opening.isLocked
          ? "Zoom and position are kept for all pictures."
          : "Zoom and position reset for each picture.")
    ]
  }

  /// True while a picture is being opened.
  var isOpening: Bool { opening.isOpening }

  /// Cancels the opening of a picture; where nothing else is shown, returns to the one that was shown before.
  mutating func cancelOpening(_ shown: OpenPicture) -> [PictureEffect] {
    guard isOpening else { return [] }
    if shown.isAwaited, opening.path == shown.file {
      return go(opening.direction == .forward ? .previous : .next, wraps: false, from: shown)
    }
    opening.stop()
    return returnToShown(shown)
  }

  private mutating func returnToShown(_ shown: OpenPicture) -> [PictureEffect] {
    guard let file = shown.file else { return [] }
    if let index = album.index(of: file) { album.move(to: index) }
    if shown.isAwaited { openCurrent(shown) }
    return [.moved]
  }

  /// Ends skimming: the picture that is being opened is decoded in full.
  mutating func endSkimming() -> [PictureEffect] { opening.endSkimming() ? [.skimmingEnded] : [] }

  /// Decodes the pictures next to the one that is shown, once that needs nothing any more.
  mutating func prepareNeighbors(_ shown: OpenPicture) {
    if !folders.follower.isUntried { opening.prepareNeighbors(in: album, of: shown) }
  }
}

// MARK: - Showing a picture

extension AlbumController {
  /// Collects what other threads have opened or listed.
  ///
  /// - Parameter shown: The picture that is shown.
  /// - Returns: The effects to carry out.
  mutating func drainResults(_ shown: OpenPicture) -> [PictureEffect] {
    var effects = filesChanged(shown) + drainHanded(shown)
    if let failed = opening.drainResults(over: shown) { effects += fail(failed, shown) }
    return effects
  }

  /// Shows the picture that is being opened, if it can be drawn.
  mutating func showOpened(_ shown: OpenPicture) -> [PictureEffect] {
    guard let (next, request) = opening.drainOpened(over: shown) else { return [] }
    // While another program may still be writing the file, it is looked at again; then it is shown as far as it goes.
    if request.purpose == .update, case .damaged = next.picture.state, let status = next.status,
      !folders.follower.refuse(status, at: maker.time)
    {
      return []
    }
    var effects: [PictureEffect] = []
    if let successor = request.successor { effects += replace(with: successor) }
    var notices = [maker.placeFirst(next)]
    var turned: String?
    switch request.purpose {
    case .tone: notices.append(Self.toneText(of: next))
    case .page, .reload, .update, .rotated: break
    case .turn: turned = rotationText(of: next)
    case .step, .album, .first: notices.append(openingText(of: next))
    }
    effects += notices.compactMap(\.self).map { .say($0, while: .shows(next.file)) }
    effects += turned.map { [.say($0, while: .isTurned(next.file))] } ?? []
    effects += show(next, insteadOf: shown)
    return effects + (request.purpose == .first ? [.began] : [])
  }

  /// Shows the empty place of the picture that is being opened, since a swipe has come to it.
  mutating func showPlaceOfOpened(_ shown: OpenPicture) -> [PictureEffect] {
    guard let path = opening.path, var place = try? maker.place(of: path) else { return [] }
    place.keptPosition = shown.position
    return show(place, insteadOf: shown)
  }

  private mutating func show(
    _ next: OpenPicture, insteadOf shown: OpenPicture
  ) -> [PictureEffect] {
    let count = album.count
    if let old = shown.file, old != next.file { forget(old) }
    follow(next)
    return [.show(next), count == album.count ? .moved : .changed]
  }

  /// Removes a picture that is shown no longer if its file is gone.
  private mutating func forget(_ old: FilePath) {
    if isDeleted, let index = album.index(of: old) {
      album.remove(at: index)
    } else if folders.follower.hasChanged {
      // While something else was being opened, changes were not checked.
      folders.leaveOutMissing([old])
    }
  }

  /// Follows a picture that is shown from now on.
  mutating func follow(_ shown: OpenPicture) {
    shownFile = shown.file
    folders.follow(shown.file, shown.status, isAwaited: shown.isAwaited)
  }

  /// Follows the file of the picture that is shown to another name, by which it is opened again unless another one is being opened.
  mutating func followRenamed(_ old: FilePath, to new: FilePath, _ shown: OpenPicture) {
    shownFile = new
    folders.follow(new, shown.status)
    if opening.isOpeningNothing(but: old) { opening.open(new, .reload, over: shown) }
  }

  /// Shows a page that explains why a picture cannot be shown; a file that isn't a picture is removed, and the next one is opened.
  private mutating func fail(_ failed: Opening.Failed, _ shown: OpenPicture) -> [PictureEffect] {
    let (request, message) = (failed.request, failed.message)
    if request.purpose == .page, failed.isPicture, opening.openPage(failed) { return [] }
    if request.purpose == .update, shown.problem == nil {
      guard folders.follower.refuse(failed.status, at: maker.time) else { return [] }
      let message =
        "\(label(request.path)) has changed and can no longer be shown: \(failed.reason)."
      return [.say(message, while: .isRefused(request.path))]
    }
    if request.purpose == .turn { return failToTurn(failed, shown) }
    // Its place is not left empty.
    if shown.isAwaited, request.path == shown.file, failed.isPicture, opening.openPage(failed) {
      return []
    }
    guard case .step(let direction) = request.purpose else {
      var effects: [PictureEffect] = []
      if shown.problem != nil {
        var page = shown
        (page.problem, page.isAboutFolder) = (message, false)
        effects.append(.show(page))
      }
      if [.reload, .page, .tone].contains(request.purpose) {
        effects.append(.say(message, while: .shows(request.path)))
      }
      // The picture that was shown before the order was known stays.
      if request.purpose == .album { effects += returnToShown(shown) }
      return effects
    }
    guard let index = album.index(of: request.path) else { return returnToShown(shown) }
    let entry = album.entries[index]
    // A mark, and what the user has chosen, are not lost because the file is no picture.
    let stays =
      failed.isPicture || request.isChosen
      || !failed.isMissing && album.marked.contains(entry)
    if stays, opening.openPage(failed) { return [] }
    // A file listed with its folder isn't a picture after all.
    let name = label(request.path)
    let skipped =
      entry.isNamed
      ? "\(name): \(failed.reason)."
      : failed.isMissing ? "\(name) is gone." : "Skipped \(name): not a picture."
    return skip(index, direction, saying: skipped, shown)
  }

  /// Removes a picture that was to be opened, and opens the one after it; where there is none, the one that is shown stays.
  private mutating func skip(
    _ index: Int, _ direction: Opening.Direction, saying message: String, _ shown: OpenPicture
  ) -> [PictureEffect] {
    opening.stop()
    let wasLast = index == album.count - 1
    album.remove(at: index)
    switch direction {
    case .forward where !wasLast: album.move(to: index)
    case .backward where index > 0: album.move(to: index - 1)
    case .forward, .backward: return [.say(message, while: .here)] + returnToShown(shown)
    }
    openCurrent(shown)
    return [.say(message, while: .here), .moved]
  }

  /// Skips the picture that is being opened, also where a drag shows it already, if its file is among those that are gone.
  private mutating func skipGone(_ gone: Set<FilePath>, _ shown: OpenPicture) -> [PictureEffect] {
    guard let (path, direction) = opening.nextStep, path != shown.file, gone.contains(path),
      let index = album.index(of: path)
    else { return [] }
    return skip(index, direction, saying: "\(label(path)) is gone.", shown)
  }

  /// Leaves a picture turned as it is shown, since its file cannot be read again.
  private func failToTurn(_ failed: Opening.Failed, _ shown: OpenPicture) -> [PictureEffect] {
    let file = failed.request.path
    let verb = shown.turn.turn(to: maker.turn(of: file)).verb ?? "rotated"
    maker.setTurn(of: file, to: shown.turn)
    return [
      .say("\(label(file)) can't be \(verb): \(failed.reason).", while: .shows(file)),
      .outdated(file),
    ]
  }
}

// MARK: - Changes of files

extension AlbumController {
  /// The time after which the folder of a picture is listed although the picture is still being decoded, in seconds. [C]
  private static let listingDelay = 0.5

  /// True if the folder of the first picture is still to be listed, or being listed.
  var isListing: Bool { folders.isListing }

  /// Returns whether there is a folder to list or to watch, and no first picture that it would delay.
  func mayListFolder(_ shown: OpenPicture) -> Bool {
    guard folders.hasWork else { return false }
    guard case .loading = shown.picture.state else { return true }
    return maker.time - shown.startTime >= Self.listingDelay
  }

  /// Lists and watches the folder of the first picture.
  mutating func listFolder() { folders.list() }

  /// True if the file that is shown is gone.
  var isDeleted: Bool { folders.follower.isDeleted }

  /// Applies changes of files, and adds the pictures of listed folders.
  mutating func filesChanged(_ shown: OpenPicture) -> [PictureEffect] {
    // A folder that is listed or watched meanwhile has a file's new name before the album follows it there.
    guard !isChangingFiles else { return [] }
    let (before, wasDeleted) = (album, isDeleted)
    let changes = folders.drainChanges(
      into: &album, shown: shown.file, at: maker.time, usedTime: maker.processorTime)
    if changes.hasListed || changes.hasRanked {
      folders.readTaken(of: album, maker)
    }
    var effects: [PictureEffect] = changes.outdated.map { .outdated($0) }
    effects += skipGone(changes.gone, shown)
    opening.filesChanged(changes.outdated, at: maker.time)
    if album != before || changes.hasListed || changes.hasFolders {
      effects.append(.changed)
    } else if wasDeleted != isDeleted || !effects.isEmpty {
      effects.append(.moved)
    }
    effects += showFirst(shown)
    // The first picture that has come into a folder that had none.
    if shown.problem != nil, shown.file == nil, !isOpening { openCurrent(shown) }
    if let step = changes.step { effects += go(step, from: shown) }
    if changes.isShownNew {
      // Another version is opened once nothing else is.
      if isOpening { folders.follower.postpone(at: maker.time) }
      effects += reload(shown, .update)
    }
    return effects
  }

  /// Removes files that are gone, and moves on to the next picture if the one that is shown is among them.
  mutating func leaveOut(_ files: [FilePath], _ shown: OpenPicture) -> [PictureEffect] {
    let indices = album.indices(of: files)
    guard !indices.isEmpty else { return [] }
    album.remove(at: indices)
    if let file = shown.file, files.contains(file) { openCurrent(shown) }
    return [.changed]
  }

  /// What becomes readable when files have changed; `nil` while they are not followed, or that has to wait.
  var descriptor: Int32? { isChangingFiles ? nil : folders.follower.descriptor }

  /// The time of the next scheduled work, in seconds.
  func deadline(at now: Double) -> Double? {
    let change = isOpening || isChangingFiles ? nil : folders.follower.deadline
    return [opening.deadline(at: now), change].compactMap(\.self).min()
  }

  /// Does what is due.
  mutating func timeReached(at now: Double) -> [PictureEffect] {
    if !isOpening, !isChangingFiles {
      folders.follower.check(at: now, usedTime: maker.processorTime)
    }
    opening.followChange(at: now)
    return opening.isSkimmingOver(at: now) ? endSkimming() : []
  }
}

// MARK: - Another album

extension AlbumController {
  /// Takes what another program has handed over: by a drop, or by the clipboard.
  mutating func receive(_ received: Received) -> [PictureEffect] {
    switch received.content {
    case .failure(let message): return [.say(message)]
    case .files(let paths): open(paths)
    // A picture that is not stored in a file.
    case .picture(let file):
      folders.origin.add(file)
      open([file.path], isAlone: true, name: AlbumOrigin.memoryName)
    }
    return []
  }

  /// Opens files and folders that were handed over; the album stays until a picture of them is shown.
  ///
  /// - Parameters:
  ///   - paths: The paths.
  ///   - isAlone: True to leave out the other pictures of a single file's folder.
  ///   - name: What messages call a file without a name.
  mutating func open(_ paths: [FilePath], isAlone: Bool = false, name: String? = nil) {
    // Only the latest request counts.
    visited = []
    awaitsFirst = false
    // Several are shown in the order in which they are named.
    let order = paths.count > 1 ? AlbumOrder(sort: .given, isReversed: false) : self.order
    let job = AlbumArguments.job(
      paths, in: order, isAlone: isAlone, name: name, knowing: folders.takenTimes,
      limits: maker.openingLimits, wake: maker.wake)
    handed = (job, nil, maker.time)
  }

  /// Leaves the album, as if none had been opened.
  mutating func close() {
    opening.stop()
    opening.forgetNeighbors()
    handed = nil
    _ = replace(with: AlbumArguments([], sort: order.sort, isReversed: order.isReversed))
    shownFile = nil
  }

  /// True if files that were handed over have been read.
  var hasHandedFiles: Bool { handed?.job.isDone == true }

  private mutating func drainHanded(_ shown: OpenPicture) -> [PictureEffect] {
    guard let (job, command, _) = handed, job.isDone else { return [] }
    handed = nil
    guard !job.isCancelled else { return [] }
    do {
      guard let command else {
        return try job.drain().map { try begin(with: $0.get(), shown) } ?? []
      }
      let files = try command.outcome(of: job)
      files.writeReport()
      return try begin(with: files, shown)
    } catch let error as DrawingError {
      return [.say(error.description)]
    } catch {
      let failure = error as? Failure ?? Failure(message: "\(error)")
      return [shown.isPlaceholder ? .end(failure) : .say(failure.message)]
    }
  }

  /// Begins to open the first picture of another album.
  private mutating func begin(
    with files: AlbumArguments, _ shown: OpenPicture
  ) throws(DrawingError) -> [PictureEffect] {
    let message = files.report.last ?? "There is nothing to show."
    if files.first == nil {
      let album = album
      folders.origin.forgetMemoryFiles { $0 == shown.file || album.index(of: $0) != nil }
      // A window without a picture has nothing else to show, and a folder may have folders in it.
      guard
        shown.isPlaceholder || files.hasOnlyFolders || files.isBrowsed && !files.folders.isEmpty
      else {
        return [.say(message)]
      }
    }
    try opening.begin(with: files, orPageBecause: files.problem ?? message, over: shown)
    return []
  }

  /// Begins another album; the marks of this one stay.
  private mutating func replace(with files: AlbumArguments) -> [PictureEffect] {
    var next = files.album
    next.inheritMarks(of: album)
    leftFolder = files.isBrowsed ? folder?.fromRoot : nil
    album = next
    noteMarks()
    folders.replace(with: files)
    awaitsFirst = files.awaitsFirst
    if !files.isSortedByTaken { folders.readTaken(of: album, maker) }
    // A command's problems are on standard error.
    let isEmpty = files.isBrowsed && files.album.isEmpty
    let problem = files.isFromCommand || isEmpty ? nil : files.report.last
    return [.replaced(isBrowsed: files.isBrowsed)] + (problem.map { [.say($0)] } ?? [])
      + (files.recent.map { [.opened($0)] } ?? [])
  }
}

// MARK: - Places

extension AlbumController {
  /// The folder whose pictures the album has; `nil` where they are from several, or from none.
  var folder: FilePath? {
    let origin = folders.origin
    guard origin.folders.count == 1, let folder = origin.folders.first else {
      return origin.listing.isRecursive ? origin.folder : nil
    }
    return folder
  }

  /// The folders in the album's own, in the order of names.
  var subfolders: [FilePath] { folder == nil ? [] : folders.origin.subfolders }

  /// True for a folder without pictures that has folders in it.
  var hasOnlyFolders: Bool { album.isEmpty && !subfolders.isEmpty }

  /// Enters a folder.
  mutating func browse(to next: FilePath) {
    if let folder = folder?.fromRoot { visited.append(folder) }
    enter(next)
  }

  /// Goes to the enclosing folder.
  mutating func browseUp() -> [PictureEffect] {
    guard let parent = place.dropLast().last else {
      return [.say("There is no enclosing folder.")]
    }
    browse(to: parent.path)
    return []
  }

  /// Goes back to the folder that was left last.
  mutating func browseBack() -> [PictureEffect] {
    guard let last = visited.popLast() else { return [.say("There is no folder to go back to.")] }
    enter(last)
    return []
  }

  private mutating func enter(_ folder: FilePath) {
    let job = AlbumArguments.job(
      [folder], in: order, isBrowsed: true, knowing: folders.takenTimes,
      limits: maker.openingLimits, wake: maker.wake)
    handed = (job, nil, maker.time)
  }
}

// MARK: - Work

extension AlbumController {
  /// What takes long of what the user has asked for: reading a folder, or finding out an order.
  var works: [Work] {
    let reading = handed.flatMap {
      $0.command == nil ? Work("Opening", since: $0.since, by: $0.job) : nil
    }
    return [reading, folders.sorting?.work].compactMap(\.self)
  }
}
