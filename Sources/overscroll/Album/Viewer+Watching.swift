import OverscrollBrowser
import OverscrollDesktop
import OverscrollFiles
import OverscrollImaging

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
    album.shownStatus = FileStatus(of: file)
    // A file may be deleted between its opening and this.
    album.changedAt = album.shownStatus == nil ? MonotonicClock.now : nil
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
    for change in watch.take() {
      guard let name = change.name else {
        album.changedAt = MonotonicClock.now
        continue
      }
      if shown.contains(where: { $0 == (change.folder, name) }) {
        album.changedAt = MonotonicClock.now
      } else if album.folders.contains(change.folder) {
        apply(change, name, to: album)
      }
    }
    updateTitle()
    redraw.reasons.insert(.content)
  }

  /// Adds a file to the album, or removes it; the picture that is shown stays.
  private func apply(_ change: FolderWatch.Change, _ name: FilePath, to album: AlbumControl) {
    let path = change.folder.bytes.isEmpty ? name : change.folder.appending(name)
    switch change.kind {
    case .appeared, .modified:
      updateOverview(changed: path)
      guard ImageFile.hasSuffix(name), name.bytes.first != UInt8(ascii: "."),
        album.album.index(of: path) == nil
      else { return }
      album.album.join([.init(name, rank: album.listing.rank(of: path))], in: change.folder)
      updateOverview()
    case .disappeared:
      guard let index = album.album.index(of: path), index != album.album.position else { return }
      album.album.remove(at: index)
      updateOverview()
    }
  }

  /// Opens the file that is shown again once it has changed and its writer has been quiet.
  func checkChanges(at now: Double) {
    guard let album, let changedAt = album.changedAt, now >= changedAt + AlbumControl.quietDelay,
      let file = content.file, album.pending == nil
    else { return }
    album.changedAt = nil
    let status = FileStatus(of: file)
    let wasDeleted = album.isDeleted
    album.isDeleted = status == nil
    if wasDeleted != album.isDeleted { updateTitle() }
    guard let status, status != album.shownStatus else { return }
    album.shownStatus = status
    // An empty file is about to be written.
    if status.size > 0 { reload(.update) }
  }
}

extension AlbumControl {
  /// The folder of a file, empty for a file that was named without one.
  static func folder(of file: FilePath) -> FilePath {
    file.bytes.contains(UInt8(ascii: "/")) ? file.folder : FilePath("")
  }

  /// The quiet time after which a changed file is opened again, in seconds. [C]
  static let quietDelay = 0.1

  /// When a changed file is to be looked at, in seconds.
  var changeDeadline: Double? { changedAt.map { $0 + Self.quietDelay } }
}
