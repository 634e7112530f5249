import OverscrollBrowser
import OverscrollDesktop
import OverscrollFiles
import OverscrollImaging
import OverscrollShell

// Following the changes of files: the picture that is shown stays until its new version can be drawn.
extension Viewer {
  /// Begins to watch once the first picture is shown, since nothing is to delay it.
  func startWatching() {
    guard let album, !album.hasWatch else { return }
    album.hasWatch = true
    album.watch = try? FolderWatch()
    watchFolders()
  }

  /// Watches the folder of the file that is shown, and that of a link's target.
  func watchFolders() {
    guard let album, let watch = album.watch, let file = content.file else { return }
    guard !album.isUnnamed(file) else { return watch.watch([]) }
    // A file may change between its opening and this.
    let hasChanged = content.status == nil || content.status != FileStatus(of: file)
    album.change = hasChanged ? AlbumControl.Change(at: MonotonicClock.now) : nil
    var folders: Set = [AlbumControl.folder(of: file)]
    album.target = file.linkTarget
    if let target = album.target { folders.insert(target.folder) }
    watch.watch(folders)
    loop.descriptors = [watch.descriptor]
  }

  /// Takes over the changes of files.
  func takeChanges() {
    guard let album, let watch = album.watch, let file = content.file else { return }
    let shown =
      [(AlbumControl.folder(of: file), file.lastComponent)]
      + (album.target.map { [($0.folder, $0.lastComponent)] } ?? [])
    var added: [FilePath: [Album.File]] = [:]
    let count = album.album.count
    for change in watch.take() {
      guard let name = change.name else {
        album.noteChange(at: MonotonicClock.now)
        listAgain(AlbumControl.folder(of: file), album)
        continue
      }
      if shown.contains(where: { $0 == (change.folder, name) }) {
        album.noteChange(at: MonotonicClock.now)
      } else if album.folders.contains(change.folder) {
        apply(change, name, to: album, &added)
      }
    }
    // All at once, since very many files may come together.
    for (folder, files) in added { album.album.join(files, in: folder) }
    if !added.isEmpty || album.album.count != count { updateOverview() }
    updateTitle()
    redraw.reasons.insert(.content)
  }

  /// Lists a folder again of which changes were lost, as when very many files come at once.
  private func listAgain(_ folder: FilePath, _ album: AlbumControl) {
    guard album.folders.contains(folder) else { return }
    var listing = album.listing
    listing.isRecursive = false
    let waker = waker
    album.listed.list(folder, listing) { waker.wake() }
  }

  /// Notes a file to add to the album, or removes one; the picture that is shown stays.
  private func apply(
    _ change: FolderWatch.Change, _ name: FilePath, to album: AlbumControl,
    _ added: inout [FilePath: [Album.File]]
  ) {
    let path = change.folder.bytes.isEmpty ? name : change.folder.appending(name)
    switch change.kind {
    case .appeared, .modified:
      for control in [overviewControl, strip] { control?.overview.shelf.forget(path) }
      guard ImageFile.hasSuffix(name), name.bytes.first != UInt8(ascii: ".") else { return }
      added[change.folder, default: []].append(.init(name, rank: album.listing.rank(of: path)))
    case .disappeared:
      added[change.folder]?.removeAll { $0.name == name }
      guard let index = album.album.index(of: path), index != album.album.position else { return }
      album.album.remove(at: index)
    }
  }

  /// Opens the file that is shown again once it has changed and its writer has been quiet, or has not been for long.
  func checkChanges(at now: Double) {
    guard let album, let deadline = album.changeDeadline, now >= deadline,
      let file = content.file, album.pending == nil
    else { return }
    let earliest = album.updateCost.earliestNext(usedTime: ProcessorTime.used)
    guard now >= earliest else {
      album.change?.earliest = earliest
      return
    }
    album.change = nil
    let status = FileStatus(of: file)
    let wasDeleted = album.isDeleted
    album.isDeleted = status == nil && FileStatus.isMissing(file)
    if wasDeleted != album.isDeleted { updateTitle() }
    guard let status, status != content.status else { return }
    // An empty file is about to be written.
    guard status.size > 0 else { return }
    album.updateCost = UpdateCost(began: now, usedTime: ProcessorTime.used)
    reload(.update)
  }
}

extension AlbumControl {
  /// The folder of a file, empty for a file that was named without one.
  static func folder(of file: FilePath) -> FilePath {
    file.bytes.contains(UInt8(ascii: "/")) ? file.folder : FilePath("")
  }

  /// A change of the file that is shown that was not followed yet; times are in seconds.
  struct Change: Hashable {
    /// When it began.
    let first: Double
    /// When the file was last seen to change.
    var last: Double

    /// A change that was seen just now.
    init(at now: Double) { (first, last) = (now, now) }

    /// The quiet time after which a changed file is opened again, in seconds. [C]
    private static let quietDelay = 0.1
    /// The time after which a file that changes all the time is opened all the same, in seconds. [C]
    private static let longestDelay = 1.0

    /// The time before which the file is not looked at, since following its changes takes too much of the processor.
    var earliest = -Double.infinity

    /// When the file is to be looked at.
    var deadline: Double {
      max(earliest, min(last + Self.quietDelay, first + Self.longestDelay))
    }
  }

  /// Notes that the file that is shown has changed.
  func noteChange(at now: Double) {
    change = change ?? Change(at: now)
    change?.last = now
  }

  /// When a changed file is to be looked at, in seconds.
  var changeDeadline: Double? { change?.deadline }
}
