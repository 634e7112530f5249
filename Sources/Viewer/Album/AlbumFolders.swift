import OverscrollBrowser
import OverscrollDesktop
import OverscrollFiles
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
  var follower = FileFollower()
  private var listing: Listing
  private var listed = Jobs<[FolderListing.Folder]>()
  private let wake: @Sendable () -> Void

  init(
    _ arguments: AlbumArguments, listsFolderOf file: FilePath?,
    wake: @escaping @Sendable () -> Void
  ) {
    origin = AlbumOrigin(arguments)
    listing = Self.listing(of: file)
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
      let place = origin.folder.map { $0.appending("") }
      return follower.follow(
        place, place.flatMap { FileStatus(of: $0) }, at: MonotonicClock.now)
    }
    follower.follow(origin.isUnnamed(file) ? nil : file, status, at: MonotonicClock.now)
  }

  /// True if the folder of the first picture is still to be listed, or being listed.
  var isListing: Bool { if case .none = listing { false } else { true } }

  /// True if there is a folder to list, or nothing is watched yet.
  var hasWork: Bool { if case .due = listing { true } else { follower.isUntried } }

  /// Lists and watches the folder of the first picture.
  ///
  /// - Parameter step: A step that waits for the end; `nil` for none.
  mutating func list(then step: Album.Step? = nil) {
    follower.start(at: MonotonicClock.now)
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
    listed.add(
      Job(niceness: 2, wake: wake) { _ in
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
      removeMissing(of: folder, from: &album, shown: shown)
    }
    guard case .running(let step) = listing else { return .some(nil) }
    listing = .none
    return .some(step)
  }

  /// Removes the pictures of a folder whose files are gone; the one that is shown stays.
  private func removeMissing(
    of folder: FolderListing.Folder, from album: inout Album, shown: FilePath?
  ) {
    for path in album.paths(in: folder.path, notAmong: folder.files)
    where path != shown && FileStatus.isMissing(path) {
      guard let index = album.index(of: path), index != album.position else { continue }
      album.remove(at: index)
    }
  }

  /// Applies changes of files.
  ///
  /// - Parameter album: The album.
  /// - Returns: The files that may look different now.
  mutating func drainChanges(into album: inout Album) -> [FilePath] {
    var added: [FilePath: [Album.File]] = [:]
    var outdated: [FilePath] = []
    for event in follower.events(at: MonotonicClock.now) {
      switch event {
      case .shownChanged: break
      case .changesLost(let folder): listAgain(folder)
      case .other(let change, let name):
        guard origin.folders.contains(change.folder) else { continue }
        let path = change.folder.bytes.isEmpty ? name : change.folder.appending(name)
        if change.kind != .disappeared { outdated.append(path) }
        apply(change, name, path, to: &album, &added)
      }
    }
    // All at once, since very many files may come together.
    for (folder, files) in added { album.join(files, in: folder) }
    return outdated
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
      added[change.folder, default: []].append(.init(name, rank: origin.listing.rank(of: path)))
    case .disappeared:
      added[change.folder]?.removeAll { $0.name == name }
      if let index = album.index(of: path), index != album.position { album.remove(at: index) }
    }
  }
}
