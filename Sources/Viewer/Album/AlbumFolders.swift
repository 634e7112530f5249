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

  /// What another thread has found.
  private enum Found: Sendable {
    /// Folders, with what the album was to be sorted by.
    case listed([FolderListing.Folder], Album.Sort)
    /// Files that have come, with their times or sizes.
    case ranked(FolderListing.Folder)
    /// Files that are gone.
    case missing([FilePath])
    /// A folder that has come; `nil` for a file.
    case folder(FilePath?)
  }

  var origin: AlbumOrigin
  var follower: FileFollower
  private var listing: Listing
  private var jobs = Jobs<Found>()
  /// Another order that is being found out.
  private(set) var sorting: Sorting?
  /// When the pictures were taken, as far as that is known.
  private(set) var takenTimes: TakenTimes
  private let wake: @Sendable () -> Void

  init(_ arguments: AlbumArguments, wake: @escaping @Sendable () -> Void) {
    origin = AlbumOrigin(arguments)
    takenTimes = arguments.takenTimes
    listing = Self.listing(arguments)
    follower = FileFollower(listedAt: arguments.begun, wake: wake)
    self.wake = wake
  }

  private static func listing(_ arguments: AlbumArguments) -> Listing {
    arguments.fileOfListedFolder.map { .due($0.folderAsNamed) } ?? .none
  }

  /// Follows another album from now on.
  mutating func replace(with arguments: AlbumArguments) {
    // What is still to be found belongs to the last one.
    (sorting, jobs, takenTimes) = (nil, Jobs(), arguments.takenTimes)
    origin.replace(with: arguments)
    follower.listedAt = arguments.begun
    listing = Self.listing(arguments)
  }

  /// Follows the file that is shown, as it is where it `isAwaited`, or, without one, the folder in which the first may appear.
  mutating func follow(_ file: FilePath?, _ status: FileStatus?, isAwaited: Bool = false) {
    guard let file else {
      // A path with a slash at its end lies in the folder itself.
      guard let place = origin.folder?.appending("") else { return follower.follow(nil, nil) }
      return follower.follow(place)
    }
    guard !origin.isUnnamed(file) else { return follower.follow(nil, nil) }
    if isAwaited { follower.follow(file) } else { follower.follow(file, status) }
  }

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
    jobs.add(
      Job(niceness: 2, in: folder, wake: wake) { _ in
        beginning()
        // A folder that is gone has no pictures any more; another one that cannot be read has none to add.
        let gone = FolderListing.Folder(path: folder, files: [])
        return .listed(
          (try? listing.list(folder)) ?? (FileStatus.isMissing(folder) ? [gone] : []),
          listing.sort)
      })
  }

  /// Finds out another order of an album; the latest one counts.
  mutating func sort(_ album: Album, in order: AlbumOrder, _ maker: PictureMaker) {
    origin.listing.sort = order.sort
    // Until it is known when pictures were taken, they are sorted by the times of their files.
    sort(
      album,
      Sorting.Request(
        order: order, isProvisional: order.sort == .taken, since: maker.time,
        sandbox: maker.options.limits.sandbox))
  }

  /// Finds out when the pictures of an album were taken that is sorted by that.
  ///
  /// The rest of a folder comes first, in the order of its files' dates, among which a picture whose own was read has no place.
  mutating func readTaken(of album: Album, _ maker: PictureMaker) {
    guard album.sort == .taken, !album.isEmpty, !isListing else { return }
    sort(
      album,
      Sorting.Request(
        order: AlbumOrder(of: album), isProvisional: false, since: maker.time,
        sandbox: maker.options.limits.sandbox))
  }

  private mutating func sort(_ album: Album, _ request: Sorting.Request) {
    let order = request.order
    let ranks = FolderListing(
      sort: request.isProvisional ? .time : order.sort, isRecursive: false)
    let part = Work.Part()
    let takenTimes = takenTimes
    let job = Job<Album?>(niceness: 2, in: origin.folder, wake: wake) { isCancelled in
      var count = 0.0
      let sorted = album.sorted(by: order.sort, isReversed: order.isReversed) { path in
        guard !isCancelled() else { return (0, 0) }
        count += 1
        part.fraction = count / Double(album.count)
        let taken = request.readsTaken ? takenTimes.read(path, in: request.sandbox) : nil
        return taken ?? (ranks.rank(of: path), 0)
      }
      return isCancelled() ? nil : sorted
    }
    sorting = Sorting(request: request, revision: album.revision, part: part, job: job)
  }

  /// Takes over another order once that is known.
  private mutating func drainSorting(into album: inout Album) {
    guard let sorting, sorting.job.isDone else { return }
    self.sorting = nil
    var request = sorting.request
    // One that was stopped leaves the order as it is.
    guard let sorted = sorting.job.drain().flatMap(\.self) else { return }
    guard sorting.revision == album.revision, sorted.count == album.count else {
      // Pictures have come or gone meanwhile.
      return sort(album, request)
    }
    album.adopt(sorted)
    guard request.isProvisional, !isListing else { return }
    request.isProvisional = false
    sort(album, request)
  }

  /// Finds out which of some files are gone, and has those leave the album.
  mutating func leaveOutMissing(_ paths: [FilePath]) {
    guard let folder = paths.first?.folderAsNamed else { return }
    jobs.add(Job(in: folder, wake: wake) { _ in .missing(paths.filter(FileStatus.isMissing)) })
  }

  /// What has happened to files.
  struct Changes {
    /// The files that may look different now.
    var outdated: [FilePath] = []
    /// True if the file that is shown is another version, which should be opened.
    var isShownNew = false
    /// True once folders are listed.
    var hasListed = false
    /// True where new pictures have a place in the order.
    var hasRanked = false
    /// True where folders have come or gone.
    var hasFolders = false
    /// The files that are gone, and have not come again.
    var gone: Set<FilePath> = []
    /// The step that has waited for them.
    var step: Album.Step?
  }

  /// Adds the pictures of listed folders, and applies changes of files; those that are gone leave the album, but the one that is shown.
  ///
  /// - Parameters:
  ///   - album: The album.
  ///   - shown: The file that is shown.
  ///   - now: The time.
  ///   - usedTime: The processor time that the process has used by now, in seconds.
  /// - Returns: What has happened.
  mutating func drainChanges(
    into album: inout Album, shown: FilePath?, at now: Double, usedTime: Double
  ) -> Changes {
    var changes = Changes()
    defer { drainSorting(into: &album) }
    for found in jobs.drainAll() {
      switch found {
      case .listed(let folders, let sort):
        guard sort == origin.listing.sort else {
          // Another order was chosen meanwhile, in which these files have no place.
          for folder in folders {
            origin.folders.insert(folder.path)
            listAgain(folder.path)
          }
          break
        }
        let listed = folders.map { ($0.path, $0.files) }
        album.join(listed)
        for folder in folders {
          origin.folders.insert(folder.path)
          origin.subfolders = folder.subfolders
        }
        let gone = album.paths(notAmong: listed).filter { $0 != shown }
        for paths in Dictionary(grouping: gone, by: \.folderAsNamed).values {
          leaveOutMissing(paths)
        }
        changes.hasListed = true
        if case .running(let step) = listing { (listing, changes.step) = (.none, step) }
      case .ranked(let folder):
        album.join(folder.files, in: folder.path)
        changes.hasRanked = true
      case .missing(let paths):
        leaveOut(paths, &album)
        changes.gone.formUnion(paths)
      case .folder(let path):
        guard let path, !origin.subfolders.contains(path) else { break }
        origin.subfolders = FolderListing.inOrder(origin.subfolders + [path])
        changes.hasFolders = true
      }
    }
    // By their folders and names: a file may have come and been modified.
    var added: [FilePath: [FilePath: Album.File]] = [:]
    var gone: [FilePath] = []
    var moved: [(old: FilePath, new: FilePath)] = []
    for event in follower.events(at: now, usedTime: usedTime) {
      switch event {
      case .shownIsNew: changes.isShownNew = true
      case .changesLost(let folder): listAgain(folder)
      case .other(let change, let name):
        guard origin.folders.contains(change.folder) else { continue }
        let path = change.folder.appending(name)
        if change.kind != .disappeared { changes.outdated.append(path) }
        followFolder(change.kind, name, path, &changes)
        note(change, name, path, &added, &gone)
        if let old = change.origin, ImageFile.hasSuffix(name), !name.isHiddenName {
          moved.append((old, path))
        }
      }
    }
    // All at once, since very many files may come or go together; first those that are gone, since some may have come again.
    leaveOut(gone, &album)
    changes.gone.formUnion(gone)
    for (folder, files) in added {
      if !changes.gone.isEmpty {
        changes.gone.subtract(files.keys.map { folder.appending($0) })
      }
      join(Array(files.values), in: folder, to: &album)
    }
    for (old, new) in moved { album.moveMark(from: old, to: new) }
    return changes
  }

  /// Follows a folder in the one whose pictures are shown.
  private mutating func followFolder(
    _ kind: FolderWatch.Change.Kind, _ name: FilePath, _ path: FilePath, _ changes: inout Changes
  ) {
    guard origin.folders.count == 1, !origin.listing.isRecursive, !ImageFile.hasSuffix(name),
      !name.isHiddenName
    else { return }
    switch kind {
    case .disappeared:
      guard let index = origin.subfolders.firstIndex(of: path) else { return }
      origin.subfolders.remove(at: index)
      changes.hasFolders = true
    case .appeared:
      jobs.add(
        Job(in: path.folderAsNamed, wake: wake) { _ in
          .folder(FileStatus(of: path)?.isFolder == true ? path : nil)
        })
    case .modified: break
    }
  }

  private mutating func join(_ files: [Album.File], in folder: FilePath, to album: inout Album) {
    let listing = origin.listing
    guard listing.readsStatus else { return album.join(files, in: folder) }
    jobs.add(
      Job(in: folder, wake: wake) { _ in
        let ranked = files.map {
          Album.File($0.name, rank: listing.rank(of: folder.appending($0.name)))
        }
        return .ranked(FolderListing.Folder(path: folder, files: ranked))
      })
  }

  /// Removes files but the one that the album is at: it is shown, or being opened.
  private func leaveOut(_ paths: [FilePath], _ album: inout Album) {
    var indices = album.indices(of: paths)
    if let position = album.position { indices.remove(position) }
    album.remove(at: indices)
  }

  private mutating func listAgain(_ folder: FilePath) {
    guard origin.folders.contains(folder) else { return }
    var listing = origin.listing
    listing.isRecursive = false
    list(folder, listing)
  }

  /// Notes a file to add to the album, or one to remove.
  private func note(
    _ change: FolderWatch.Change, _ name: FilePath, _ path: FilePath,
    _ added: inout [FilePath: [FilePath: Album.File]], _ gone: inout [FilePath]
  ) {
    switch change.kind {
    case .appeared, .modified:
      guard ImageFile.hasSuffix(name), !name.isHiddenName else { return }
      let rank = origin.listing.readsStatus ? 0 : origin.listing.rank(of: path)
      added[change.folder, default: [:]][name] = Album.File(name, rank: rank)
    case .disappeared:
      added[change.folder]?[name] = nil
      gone.append(path)
    }
  }
}

/// What an album is sorted by, and in which direction.
struct AlbumOrder: Hashable, Sendable {
  var sort: Album.Sort
  var isReversed: Bool

  init(sort: Album.Sort, isReversed: Bool) { (self.sort, self.isReversed) = (sort, isReversed) }

  init(of album: Album) { self.init(sort: album.sort, isReversed: album.isReversed) }

  /// What pictures can be sorted by in a window.
  static let all: [Album.Sort] = [.name, .taken, .time, .size]

  /// What the pictures are sorted by, as a label.
  var label: String {
    switch sort {
    case .name, .given: "Name"
    case .taken: "Date taken"
    case .time: "Modified"
    case .size: "Size"
    case .random: "Random"
    }
  }

  /// A message about it.
  var text: String {
    "Sorted by \(label.lowercased())\(isReversed ? ", reversed" : "")."
  }
}

/// An order that is being found out on another thread.
struct Sorting {
  struct Request {
    let order: AlbumOrder
    /// True for an order that stands in until it is known when pictures were taken.
    var isProvisional: Bool
    /// When it was asked for, in seconds of the host.
    let since: Double
    let sandbox: Sandbox?

    fileprivate var readsTaken: Bool { order.sort == .taken && !isProvisional }
  }

  fileprivate let request: Request
  /// The state of the album that is being sorted.
  fileprivate let revision: Int
  fileprivate let part: Work.Part
  fileprivate let job: Job<Album?>

  var order: AlbumOrder { request.order }

  var work: Work? {
    Work(
      request.readsTaken ? "Reading when the pictures were taken" : "Sorting", since: request.since,
      fraction: part.fraction, by: job)
  }
}

/// How the pictures of a folder are listed.
struct FolderListing: Sendable {
  /// The pictures of one folder.
  struct Folder: Sendable {
    var path: FilePath
    var files: [Album.File]
    /// The folders in it, in the order of names; empty where they are listed themselves.
    var subfolders: [FilePath] = []
  }

  /// What the pictures are sorted by.
  var sort: Album.Sort
  /// Whether the folders in a folder are listed, too.
  var isRecursive: Bool

  /// Lists a folder, and the folders in it where that is wanted, each once.
  ///
  /// Pictures are recognized by their suffixes; hidden files and folders are left out. May be called on any thread.
  ///
  /// - Throws: The system's error where the folder itself cannot be read; folders in it that cannot be read are left out.
  func list(_ folder: FilePath) throws(SystemError) -> [Folder] {
    var visited: Set<[UInt64]> = []
    var result: [Folder] = []
    var waiting = [folder]
    var isFirst = true
    while let next = waiting.popLast() {
      guard visit(next, &visited) else { continue }
      do throws(SystemError) {
        let (files, folders) = try contents(of: next)
        result.append(
          Folder(
            path: next, files: files, subfolders: isRecursive ? [] : Self.inOrder(folders)))
        if isRecursive { waiting += folders }
      } catch {
        if isFirst { throw error }
      }
      isFirst = false
    }
    return result
  }

  /// Notes that a folder is visited; false if it has been visited before, for instance through a symbolic link.
  private func visit(_ folder: FilePath, _ visited: inout Set<[UInt64]>) -> Bool {
    guard isRecursive, let status = FileStatus(of: folder.orDot)
    else { return true }
    return visited.insert([status.device, status.inode]).inserted
  }

  private func contents(
    of folder: FilePath
  ) throws(SystemError) -> (files: [Album.File], folders: [FilePath]) {
    var files: [Album.File] = []
    var folders: [FilePath] = []
    try FolderEntries.read(folder) { name, kind in
      guard !name.isHiddenName else { return true }
      // Not made for each of a hundred thousand pictures that are sorted by their names.
      func path() -> FilePath { folder.appending(name) }
      switch kind {
      case .folder: folders.append(path())
      case .other: break
      case .unknown
      where (isRecursive || !ImageFile.hasSuffix(name)) && FileStatus(of: path())?.isFolder == true:
        folders.append(path())
      case .file, .unknown:
        if ImageFile.hasSuffix(name) { files.append(Album.File(name, rank: rank(of: path()))) }
      }
      return true
    }
    return (files, folders)
  }

  /// Sorts folders by their names.
  static func inOrder(_ folders: [FilePath]) -> [FilePath] {
    NaturalOrder.sorted(folders) { $0.lastComponent.bytes }
  }

  /// The entries of a folder that are looked at for its first pictures. [C]
  private static let lookLimit = 4000

  /// Returns the first pictures of a folder by their names; none of one that cannot be read.
  ///
  /// May be called on any thread.
  static func pictures(in folder: FilePath, atMost limit: Int) -> [FilePath] {
    var names: [FilePath] = []
    var seen = 0
    try? FolderEntries.read(folder) { name, kind in
      seen += 1
      if kind == .file || kind == .unknown, !name.isHiddenName, ImageFile.hasSuffix(name) {
        names.append(name)
      }
      return seen < lookLimit
    }
    return NaturalOrder.sorted(names, by: \.bytes).prefix(limit).map { folder.appending($0) }
  }

  /// True if what files are sorted by is read from their folders' file system.
  var readsStatus: Bool { sort == .time || sort == .taken || sort == .size }

  /// What a file is sorted by before its name; the file's status is read only for its time or size.
  func rank(of path: @autoclosure () -> FilePath) -> Int {
    switch sort {
    case .name, .given: 0
    // When pictures were taken is read later.
    case .time, .taken: FileStatus(of: path())?.modified ?? 0
    case .size: FileStatus(of: path())?.size ?? 0
    case .random: Int.random(in: .min ... .max)
    }
  }
}

/// Where the pictures have come from.
struct AlbumOrigin {
  var listing: FolderListing
  /// The folders whose changes the album follows.
  var folders: Set<FilePath>
  /// The first folder that was named; `nil` for none.
  var folder: FilePath?
  /// The folders in the one that was listed last, in the order of names.
  var subfolders: [FilePath]
  /// The picture of standard input, if it is in the album.
  var standardInput: StandardInput?
  /// Pictures that were dropped or pasted and are not stored in a file.
  private var memoryFiles: [MemoryFile] = []
  /// What titles and messages call such a picture.
  static let memoryName = "clipboard"

  init(_ arguments: AlbumArguments) {
    listing = arguments.listing
    folders = arguments.folders
    folder = arguments.folder
    subfolders = arguments.subfolders
    standardInput = arguments.standardInput
  }

  /// Follows another album, which may be beside the picture of standard input.
  mutating func replace(with arguments: AlbumArguments) {
    (listing, folders, folder) = (arguments.listing, arguments.folders, arguments.folder)
    subfolders = arguments.subfolders
    standardInput = arguments.standardInput ?? standardInput
  }

  /// Adds a picture that is not stored in a file.
  mutating func add(_ file: MemoryFile) { memoryFiles.append(file) }

  /// Frees the pictures without a file that are no longer needed.
  mutating func forgetMemoryFiles(but isNeeded: (FilePath) -> Bool) {
    memoryFiles.removeAll { !isNeeded($0.path) }
  }

  /// The name of a file in one line.
  func label(_ file: FilePath) -> String {
    if memoryFiles.contains(where: { $0.path == file }) { return Self.memoryName }
    if file == standardInput?.path { return StandardInput.name }
    return file.lastComponent.description.isolated
  }

  /// The name to which a picture is saved or copied, without a mark for the direction of writing.
  func name(_ file: FilePath) -> String {
    isUnnamed(file) ? label(file) : file.lastComponent.description
  }

  /// Returns whether a picture is in a file without a name, which nothing but this program can change.
  func isUnnamed(_ file: FilePath) -> Bool {
    file == standardInput?.path || memoryFiles.contains { $0.path == file }
  }
}
