import OverscrollBrowser
import OverscrollDesktop
import OverscrollDrawing
import OverscrollFiles
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
  /// What is to be done after a transition.
  enum Effect {
    /// A picture takes the place of the one that is shown.
    case show(OpenPicture)
    /// Another album has taken the place of this one.
    case replaced
    /// Pictures have come or gone.
    case changed
    /// The title, and what is selected, are out of date.
    case moved
    /// A thumbnail is out of date.
    case outdated(FilePath)
    case say(String)
    /// A key that leafed through the album is released: the picture that is shown is decoded in full.
    case leafingEnded
  }

  private(set) var album: Album
  private let maker: PictureMaker
  private(set) var folders: AlbumFolders
  private(set) var opener: PictureOpener
  private var direction = PictureOpening.Direction.forwards
  private var wrapAround = WrapAround()
  private var handed: Job<DroppedFiles>?
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

  /// True where the picture's file is gone.
  var isDeleted: Bool { folders.follower.isDeleted }

  /// What becomes readable when files have changed.
  var descriptors: [Int32] { folders.follower.descriptor.map { [$0] } ?? [] }

  /// Follows the first picture.
  func didBegin(with shown: OpenPicture) { follow(shown) }
}

// MARK: - Going to a picture

extension AlbumController {
  /// Goes to another picture of the album.
  ///
  /// - Parameters:
  ///   - step: Where to go.
  ///   - isRepeat: True for a key that is held, which goes on once the last picture was seen, and shows previews.
  ///   - wraps: False where a step never leads around an end, as by a wheel that turns on.
  ///   - shown: The picture that is shown.
  /// - Returns: What is to be done.
  func go(_ step: Album.Step, isRepeat: Bool = false, wraps: Bool = true, from shown: OpenPicture)
    -> [Effect]
  {
    let now = MonotonicClock.now
    if isRepeat, !opener.leaf(at: now) { return [] }
    if let target = album.target(of: step) {
      direction = target < (album.position ?? 0) ? .backwards : .forwards
      return move(to: target, shown)
    }
    // A key that is held stops at the end.
    if wraps, !isRepeat, let target = wrapAround.target(of: step, in: album, at: now) {
      direction = step == .next ? .forwards : .backwards
      return move(to: target, shown) + [.say("\(target + 1) of \(album.count)")]
    }
    let effects = endLeafing()
    if isListing {
      folders.list(then: step)
      return effects
    }
    return effects + (album.isEmpty ? [] : [.say(wrapAround.offer(step, in: album, at: now))])
  }

  private func move(to index: Int, _ shown: OpenPicture) -> [Effect] {
    wrapAround.cancel()
    album.move(to: index)
    return openCurrent(shown)
  }

  /// Opens the file that is shown again.
  func reload(_ shown: OpenPicture) -> [Effect] { reload(.reload, shown) }

  private func reload(_ purpose: PictureOpening.Purpose, _ shown: OpenPicture) -> [Effect] {
    guard let file = shown.file, !isOpening else { return [] }
    if file == folders.origin.standardInput?.path {
      return [.say("The standard input can be read only once.")]
    }
    opener.open(file, purpose, place(shown))
    return [.outdated(file)]
  }

  /// Leaves out a file that is gone, and goes on to the next picture if it was shown.
  func leaveOut(_ file: FilePath, _ shown: OpenPicture) -> [Effect] {
    guard let index = album.index(of: file) else { return [] }
    album.remove(at: index)
    return [.changed] + (file == shown.file ? openCurrent(shown) : [])
  }

  /// Turns or flips the picture that is shown.
  func turn(_ turn: Orientation, _ shown: OpenPicture) -> [Effect] {
    guard let file = shown.file, shown.problem == nil else { return [] }
    opener.turn(file, by: turn, place(shown))
    return []
  }

  /// Keeps scale and place from picture to picture, or no longer.
  func toggleLock() -> [Effect] {
    album.isLocked.toggle()
    return [.say(lockText)]
  }

  /// True while a picture is being opened.
  var isOpening: Bool { opener.isOpening }

  /// Gives up what is being opened.
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
  private func openCurrent(_ shown: OpenPicture) -> [Effect] {
    guard let path = album.currentPath else { return [] }
    guard path != shown.file || isDeleted else {
      opener.stop()
      return []
    }
    opener.open(path, .step(direction), place(shown))
    return []
  }

  private func place(_ shown: OpenPicture) -> PictureOpener.Place {
    .init(shown: shown, isLocked: album.isLocked)
  }
}

// MARK: - Showing a picture

extension AlbumController {
  /// Takes over what other threads have opened or listed.
  ///
  /// - Parameters:
  ///   - shown: The picture that is shown.
  ///   - mayShow: False while a drag has to end before another picture is shown.
  /// - Returns: What is to be done.
  func drainResults(_ shown: OpenPicture, mayShow: Bool) -> [Effect] {
    drainListed(shown) + drainHanded(shown) + drainOpened(shown)
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
    if let old = shown.file, old != next.file { forget(old) }
    follow(next)
    return effects + [.show(next), .moved]
  }

  /// Removes a picture that is shown no longer if its file is gone.
  private func forget(_ old: FilePath) {
    // Where something else was being opened, a change was not looked at yet.
    let isGone = isDeleted || folders.follower.hasChanged && FileStatus.isMissing(old)
    guard isGone, let index = album.index(of: old) else { return }
    album.remove(at: index)
  }

  private func follow(_ shown: OpenPicture) {
    folders.follow(shown.file, shown.status)
  }

  /// Shows a page that says why a picture cannot be shown; what is no picture leaves the album, which goes on to the next one.
  private func fail(_ failed: PictureOpener.Failed, _ shown: OpenPicture) -> [Effect] {
    let (request, sentence) = (failed.request, failed.sentence)
    guard case .step(let direction) = request.purpose else {
      var effects: [Effect] = []
      if shown.problem != nil {
        var page = shown
        page.problem = sentence
        effects.append(.show(page))
      }
      return effects + (request.purpose == .reload ? [.say(sentence)] : [])
    }
    guard let index = album.index(of: request.path) else { return returnToShown(shown) }
    if failed.isAboutPicture, opener.openPage(failed) { return [] }
    // A file that came with its folder is no picture after all.
    let effects: [Effect] = album.entries[index].isNamed ? [.say(sentence)] : []
    let wasLast = index == album.count - 1
    album.remove(at: index)
    switch direction {
    case .forwards where !wasLast: album.move(to: index)
    case .backwards where index > 0: album.move(to: index - 1)
    case .forwards, .backwards: return effects + returnToShown(shown)
    }
    return effects + openCurrent(shown) + [.moved]
  }
}

// MARK: - Folders

extension AlbumController {
  /// The time after which the folder of a picture is listed although the picture is still being decoded, in seconds. [C]
  private static let listingDelay = 0.5

  /// True where the folder of the first picture is still to be listed, or being listed.
  var isListing: Bool { folders.isListing }

  /// Returns whether there is a folder to list or to watch, and no first picture that it would delay.
  func mayListFolder(_ shown: OpenPicture) -> Bool {
    guard folders.hasWork else { return false }
    guard case .loading = shown.picture.state else { return true }
    return MonotonicClock.now - shown.startTime >= Self.listingDelay
  }

  /// Lists and watches the folder of the first picture.
  func listFolder() { folders.list() }

  private func drainListed(_ shown: OpenPicture) -> [Effect] {
    guard let step = folders.drainListed(into: &album, shown: shown.file) else { return [] }
    return [.changed] + (step.map { go($0, from: shown) } ?? [])
  }

  /// Takes over the changes of files.
  func filesChanged() -> [Effect] {
    let before = album
    let outdated = folders.drainChanges(into: &album)
    return outdated.map { .outdated($0) } + [album != before ? .changed : .moved]
  }

  /// Opens the file that is shown again once it has changed.
  private func checkChanges(_ shown: OpenPicture, at now: Double) -> [Effect] {
    guard !isOpening else { return [] }
    let wasDeleted = isDeleted
    let isNew = folders.follower.check(at: now)
    let effects: [Effect] = wasDeleted != isDeleted ? [.moved] : []
    return effects + (isNew ? reload(.update, shown) : [])
  }
}

// MARK: - Another album

extension AlbumController {
  /// Opens files and folders that were handed over; the album stays until a picture of them is shown.
  ///
  /// - Parameters:
  ///   - paths: The paths.
  ///   - isAlone: True to leave out the other pictures of a single file's folder.
  func open(_ paths: [FilePath], isAlone: Bool = false) {
    // Only the latest request counts.
    handed = DroppedFiles.job(
      paths, isAlone: isAlone, limits: maker.options.limits, wake: maker.wake)
  }

  /// Opens a picture that is in no file.
  func open(_ file: MemoryFile) {
    folders.origin.add(file)
    open([file.path], isAlone: true)
  }

  /// True where files that were handed over have been read.
  var hasHandedFiles: Bool { handed?.isDone == true }

  private func drainHanded(_ shown: OpenPicture) -> [Effect] {
    guard let files = handed?.drain() else { return [] }
    handed = nil
    guard let first = files.first, let path = files.arguments.album.currentPath else {
      folders.origin.forgetMemoryFiles { $0 == shown.file || album.index(of: $0) != nil }
      return [.say(files.arguments.report.last ?? "There is nothing to show.")]
    }
    do throws(DrawingError) {
      try opener.open(files, first, path, place(shown))
      return []
    } catch {
      return [.say(error.description)]
    }
  }

  /// Begins another album; the marks of this one stay.
  private func replace(with files: DroppedFiles) -> [Effect] {
    let arguments = files.arguments
    var next = arguments.album
    next.isLocked = album.isLocked
    next.inheritMarks(of: album)
    album = next
    marks.paths = next.markedPaths
    folders.replace(
      with: arguments, listsFolderOf: files.isAlone ? nil : next.currentPath)
    return [.replaced] + (arguments.report.last.map { [.say($0)] } ?? [])
  }
}

// MARK: - Skimming and neighbors

extension AlbumController {
  /// True while a key that is held leafs through the album.
  var isSkimming: Bool { opener.isSkimming }

  /// Notes that the picture has been drawn.
  func didDraw() { opener.didDraw() }

  /// Ends skimming: the picture that is being opened is decoded in full.
  func endLeafing() -> [Effect] { opener.endLeafing() ? [.leafingEnded] : [] }

  /// When there is something to do though nothing happens, in seconds.
  func deadline(at now: Double) -> Double? {
    let change = isOpening ? nil : folders.follower.deadline
    return [opener.deadline(at: now), change].compactMap(\.self).min()
  }

  /// Does what is due.
  func timeReached(_ shown: OpenPicture, at now: Double) -> [Effect] {
    (opener.isSkimmingOver(at: now) ? endLeafing() : []) + checkChanges(shown, at: now)
  }

  /// Decodes the pictures next to the one that is shown, once that needs nothing any more.
  func prepareNeighbors(_ shown: OpenPicture) {
    guard !folders.follower.isUntried else { return }
    opener.prepareNeighbors(in: album, direction, place(shown))
  }

  /// A neighbor that is decoded, and not drawn yet; `nil` while there is something better to do.
  var undrawnNeighbor: OpenPicture? { opener.undrawnNeighbor }

  /// Notes that a neighbor is drawn on surfaces of a size in bytes, or cannot be.
  func didDraw(_ neighbor: OpenPicture, byteCount: Int) {
    opener.didDraw(neighbor, byteCount: byteCount)
  }

  /// The memory that a neighbor may take, in bytes.
  var neighborByteLimit: Int { opener.neighborByteLimit }
}

// MARK: - Marks

extension AlbumController {
  /// Marks a picture, or removes its mark.
  func toggleMark(at index: Int) -> [Effect] {
    guard album.entries.indices.contains(index) else { return [] }
    album.toggleMark(at: index)
    marks.paths = album.markedPaths
    return [.say(markText(at: index))]
  }

  /// Removes all marks.
  func unmarkAll() -> [Effect] {
    guard album.hasMarks else { return [] }
    album.unmarkAll()
    marks.paths = []
    return [.say("No picture is marked.")]
  }

  /// Writes the paths of the marked pictures, if the command line asks for them.
  func writeMarked() {
    // Pictures may have left the album, and others joined it.
    marks.paths = album.markedPaths
    marks.write()
  }
}
