import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell

/// The folders that an album follows: they are listed on other threads, and watched for changes.
struct AlbumFolders {
  /// Whether the folder of the first picture is still to be listed.
  private enum Listing {
    case none
    /// Once the first picture is shown.
    case due(FilePath)
    /// A step may wait for its end.
    case running(then: Album.Step?)
  }

  var origin: AlbumOrigin
  private(set) var follower: FileFollower
  private var listing: Listing
  private var listed = Jobs<[FolderListing.Folder]>()
  /// Files that have come, and whose times or sizes are read.
  private var ranked = Jobs<FolderListing.Folder>()
  /// Files that are gone, among those that may be.
  private var missing = Jobs<[FilePath]>()
  private let wake: @Sendable () -> Void

  init(
    _ arguments: AlbumArguments, listsFolderOf file: FilePath?,
    wake: @escaping @Sendable () -> Void
  ) {
    origin = AlbumOrigin(arguments)
    listing = Self.listing(of: file)
    follower = FileFollower(wake: wake)
    self.wake = wake
  }

  private static func listing(of file: FilePath?) -> Listing {
    file.map { .due($0.folderAsNamed) } ?? .none
  }

  /// Follows another album from now on.
  mutating func replace(with arguments: AlbumArguments, listsFolderOf file: FilePath?) {
    (origin.listing, origin.folders) = (arguments.listing, arguments.folders)
    origin.folder = arguments.folder
    listing = Self.listing(of: file)
  }

  /// Follows the file that is shown or, without one, the folder in which the first may appear.
  mutating func follow(_ file: FilePath?, _ status: FileStatus?) {
    guard let file else {
      // A path with a slash at its end lies in the folder itself.
      guard let place = origin.folder?.appending("") else { return follower.follow(nil, nil) }
      return follower.follow(place)
    }
    follower.follow(origin.isUnnamed(file) ? nil : file, status)
  }

  /// Looks at the file that is shown, if it has changed and it is time.
  mutating func check(at now: Double, usedTime: Double) {
    follower.check(at: now, usedTime: usedTime)
  }

  /// Has the file that is shown looked at again later.
  mutating func postponeCheck(at now: Double) { follower.postpone(at: now) }

  /// True if the folder of the first picture is still to be listed, or being listed.
  var isListing: Bool { if case .none = listing { false } else { true } }

  /// True if there is a folder to list, or nothing is watched yet.
  var hasWork: Bool { if case .due = listing { true } else { follower.isUntried } }

  /// Lists and watches the folder of the first picture.
  ///
  /// - Parameter step: A step that waits for the end; `nil` for none.
  mutating func list(then step: Album.Step? = nil) {
    follower.start()
    switch listing {
    case .none: return
    case .running(let waiting): listing = .running(then: step ?? waiting)
    case .due(let folder):
      listing = .running(then: step)
      origin.folders.insert(folder)
      list(folder, origin.listing)
    }
  }

  private mutating func list(_ folder: FilePath, _ listing: FolderListing) {
    let beginning = follower.beginning
    listed.add(
      Job(niceness: 2, in: folder, wake: wake) { _ in
        beginning()
        // A folder that is gone has no pictures any more; another one that cannot be read has none to add.
        let gone = FolderListing.Folder(path: folder, files: [])
        return (try? listing.list(folder)) ?? (FileStatus.isMissing(folder) ? [gone] : [])
      })
  }

  /// Adds the pictures of the listed folders.
  ///
  /// - Parameters:
  ///   - album: The album.
  ///   - shown: The file that is shown, which stays.
  /// - Returns: The step that has waited for it, if any; `nil` if nothing was listed.
  mutating func drainListed(into album: inout Album, shown: FilePath?) -> Album.Step?? {
    let folders = listed.drainAll()
    guard !folders.isEmpty else { return nil }
    for folder in folders.joined() {
      album.join(folder.files, in: folder.path)
      origin.folders.insert(folder.path)
      leaveOutMissing(album.paths(in: folder.path, notAmong: folder.files).filter { $0 != shown })
    }
    guard case .running(let step) = listing else { return .some(nil) }
    listing = .none
    return .some(step)
  }

  /// Finds out which of some files are gone, and has those leave the album.
  mutating func leaveOutMissing(_ paths: [FilePath]) {
    guard let folder = paths.first?.folderAsNamed else { return }
    missing.add(Job(in: folder, wake: wake) { _ in paths.filter(FileStatus.isMissing) })
  }

  /// What has happened to files.
  struct Changes {
    /// The files that may look different now.
    var outdated: [FilePath] = []
    /// True if the file that is shown is another version, which should be opened.
    var isShownNew = false
  }

  /// Applies changes of files; those that are gone leave the album, but the one that is shown.
  ///
  /// - Parameters:
  ///   - album: The album.
  ///   - now: The time.
  ///   - usedTime: The processor time that the process has used by now, in seconds.
  /// - Returns: What has happened.
  mutating func drainChanges(
    into album: inout Album, at now: Double, usedTime: Double
  ) -> Changes {
    for path in missing.drainAll().joined() { leaveOut(path, &album) }
    for folder in ranked.drainAll() { album.join(folder.files, in: folder.path) }
    var added: [FilePath: [Album.File]] = [:]
    var changes = Changes()
    for event in follower.events(at: now, usedTime: usedTime) {
      switch event {
      case .shownIsNew: changes.isShownNew = true
      case .changesLost(let folder): listAgain(folder)
      case .other(let change, let name):
        guard origin.folders.contains(change.folder) else { continue }
        let path = change.folder.bytes.isEmpty ? name : change.folder.appending(name)
        if change.kind != .disappeared { changes.outdated.append(path) }
        apply(change, name, path, to: &album, &added)
      }
    }
    // All at once, since very many files may come together.
    for (folder, files) in added { join(files, in: folder, to: &album) }
    return changes
  }

  private mutating func join(_ files: [Album.File], in folder: FilePath, to album: inout Album) {
    let listing = origin.listing
    guard listing.readsStatus else { return album.join(files, in: folder) }
    ranked.add(
      Job(in: folder, wake: wake) { _ in
        FolderListing.Folder(
          path: folder,
          files: files.map {
            let path = folder.bytes.isEmpty ? $0.name : folder.appending($0.name)
            return Album.File($0.name, rank: listing.rank(of: path))
          })
      })
  }

  private func leaveOut(_ path: FilePath, _ album: inout Album) {
    if let index = album.index(of: path), index != album.position { album.remove(at: index) }
  }

  private mutating func listAgain(_ folder: FilePath) {
    guard origin.folders.contains(folder) else { return }
    var listing = origin.listing
    listing.isRecursive = false
    list(folder, listing)
  }

  /// Notes a file to add to the album, or removes one; the picture that is shown stays.
  private func apply(
    _ change: FolderWatch.Change, _ name: FilePath, _ path: FilePath, to album: inout Album,
    _ added: inout [FilePath: [Album.File]]
  ) {
    switch change.kind {
    case .appeared, .modified:
      guard ImageFile.hasSuffix(name), name.bytes.first != UInt8(ascii: ".") else { return }
      let rank = origin.listing.readsStatus ? 0 : origin.listing.rank(of: path)
      added[change.folder, default: []].append(.init(name, rank: rank))
    case .disappeared:
      added[change.folder]?.removeAll { $0.name == name }
      leaveOut(path, &album)
    }
  }
}
