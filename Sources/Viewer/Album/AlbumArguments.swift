import Glibc
package import OverscrollBase
package import OverscrollBrowser
import OverscrollHost
package import OverscrollImaging
package import OverscrollShell

/// Files and folders that were named by the command line, dropped, pasted, chosen or typed, and the album they make.
package struct AlbumArguments {
  /// The files, or an error if they cannot be read at all.
  typealias Outcome = Result<AlbumArguments, Failure>

  package private(set) var album: Album
  /// When listing began, in nanoseconds since 1970; the times of files lie up to a tick of the kernel's clock behind.
  let begun = CalendarTime.nanoseconds - 20_000_000
  let listing: FolderListing
  /// What cannot be shown, one message each.
  private(set) var failures: [String] = []
  /// Why nothing can be shown, as a message, where that is so: about the folder or, without one, about the last file.
  package private(set) var problem: String?
  /// True where that is about all files of the folder together.
  private(set) var isProblemOfFolder = false
  /// True where it may be shown the next time that it is tried.
  private(set) var mayRetry = true
  /// The first folder that was named; `nil` for none.
  private(set) var folder: FilePath?
  /// The folders whose pictures are in the album, which follows their changes.
  package private(set) var folders: Set<FilePath> = []
  /// The folders in the folder that was named last, in the order of names.
  private(set) var subfolders: [FilePath] = []
  /// True for a folder that was entered from another one, or from a folder in it.
  private(set) var isBrowsed = false
  /// The picture of standard input, if it is one of them.
  package var standardInput: StandardInput?
  /// What messages call the only file, where it has no name.
  package var name: String?
  /// The first picture that can be shown, at the album's position; `nil` if there is none, or none was opened.
  private(set) var first: FileOpening.Opened?
  /// The properties of the file that a page is about; `nil` where a picture can be shown, or there is no file.
  private(set) var pageStatus: FileStatus?
  /// True for a single file that isn't a folder.
  private(set) var isSingleFile = false
  /// True if the rest of the picture's folder is left out.
  private(set) var isAlone = true
  /// True if the user has named the picture with which the window begins, rather than the first one.
  private var isStartNamed = false
  /// When the pictures were taken, as far as that is known.
  private(set) var takenTimes = TakenTimes()
  /// True if it is known already when all pictures were taken by which they are sorted.
  private(set) var isSortedByTaken = false
  /// True if the command line has named them.
  fileprivate(set) var isFromCommand = false

  /// Looks at files and folders in the order in which they are named.
  package init(
    _ paths: [FilePath], sort: Album.Sort = .given, isReversed: Bool = false,
    isRecursive: Bool = false
  ) {
    album = Album(sort: sort, isReversed: isReversed)
    listing = FolderListing(sort: sort, isRecursive: isRecursive)
    // Consecutive files are added together: adding them one by one would take quadratic time.
    for part in Self.parts(of: paths) {
      switch part {
      case .files(let files):
        album.add(named: files.map { Album.File($0, rank: listing.rank(of: $0)) })
      case .folder(let folder): add(folder)
      }
    }
    album.move(to: 0)
  }

  /// A run of consecutive files among the arguments, or a folder.
  private enum Part {
    case files([FilePath])
    case folder(FilePath)
  }

  /// Divides the paths, in the form in which the album compares them; a folder with several names has the first of them.
  private static func parts(of paths: [FilePath]) -> [Part] {
    var parts: [Part] = []
    var files: [FilePath] = []
    var names: [FolderIdentity: FilePath] = [:]
    for path in paths {
      let status = FileStatus(of: path)
      guard let status, status.isFolder else {
        // What does not exist is reported as it was named.
        files.append(status == nil ? path : path.normalized)
        continue
      }
      let identity = FolderIdentity(device: status.device, inode: status.inode)
      let name = names[identity] ?? path.normalized
      names[identity] = name
      parts += [.files(files), .folder(name)]
      files = []
    }
    return parts + [.files(files)]
  }

  private struct FolderIdentity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  /// What is said of a folder without pictures.
  static let emptyFolder = "There are no pictures in this folder."

  private mutating func add(_ path: FilePath) {
    folder = folder ?? path
    do throws(SystemError) {
      let listed = try listing.list(path)
      subfolders = listed.last?.subfolders ?? []
      album.add(listed.map { ($0.path, $0.files) })
      folders.formUnion(listed.map(\.path))
      if listed.allSatisfy(\.files.isEmpty) {
        failures.append("\(path): no pictures in this folder.")
        problem = problem ?? Self.emptyFolder
      }
    } catch {
      failures.append("\(path): the folder cannot be read: \(error.message).")
      problem = problem ?? "The folder cannot be read: \(error.message)."
    }
  }

  /// Moves to the picture with which the window begins.
  ///
  /// - Parameter text: A number from 1, or the beginning of a name.
  /// - Throws: An error if there is no such picture.
  package mutating func start(at text: String) throws(Failure) {
    let names = album.entries.map { $0.name.lastComponent.description }
    let number = Int(text).flatMap { names.indices.contains($0 &- 1) ? $0 - 1 : nil }
    guard let index = number ?? names.firstIndex(where: { $0.hasPrefix(text) }) else {
      throw Failure(message: "--start \(text): no such picture (\(album.count) loaded)")
    }
    album.move(to: index)
    isStartNamed = true
  }

  /// The most pictures whose dates are read before the first one is opened, and the time for that, in seconds. [C]
  private static let (takenLimit, takenTime) = (100, 0.1)

  /// Sorts pictures by when they were taken, where they are few and that is known soon; others have the order of their files' dates
  /// until the window finds out.
  ///
  /// - Parameter limits: The sandbox in which they are read.
  mutating func sortByTaken(_ limits: ImageLimits) {
    guard album.sort == .taken, 2...Self.takenLimit ~= album.count else { return }
    let end = MonotonicClock.now + Self.takenTime
    var isLate = false
    var sorted = album.sorted(by: .taken, isReversed: album.isReversed) { path in
      isLate = isLate || MonotonicClock.now > end
      guard !isLate else { return (0, 0) }
      return takenTimes.read(path, in: limits.sandbox) ?? (listing.rank(of: path), 0)
    }
    guard !isLate else { return }
    sorted.move(to: 0)
    (album, isSortedByTaken) = (sorted, true)
  }

  /// True if the first picture in the order by date taken is to be shown once that is known.
  var awaitsFirst: Bool {
    album.sort == .taken && !isSortedByTaken && !isStartNamed && !isSingleFile
  }

  /// Opens the first picture that can be shown, from the position on, and moves to it.
  ///
  /// Where there is no file, the entry is removed from the album; a file that isn't a picture, or cannot be read, stays with its
  /// reason.
  ///
  /// - Parameters:
  ///   - page: The page of the picture at the position; other files begin with their first page.
  ///   - isAlone: True to leave out the rest of a single file's folder.
  ///   - limits: Larger pictures are refused.
  mutating func openFirst(
    page: FilePage = FilePage(), isAlone: Bool = false, limits: ImageLimits
  ) {
    isSingleFile = album.count == 1 && folders.isEmpty
    self.isAlone = isAlone || !isSingleFile
    first = opened(page, limits)
    pageStatus = first == nil ? album.currentPath.flatMap { FileStatus(of: $0) } : nil
  }

  private mutating func opened(_ page: FilePage, _ limits: ImageLimits) -> FileOpening.Opened? {
    guard let position = album.position else { return nil }
    var gone: Set<Int> = []
    var errors: [Int: ImagingError] = [:]
    var refused = RefusedFiles()
    defer { album.remove(at: gone) }
    for index in Array(position..<album.count) + (0..<position).reversed() {
      let entry = album.entries[index]
      let path = album.path(of: entry)
      let status = FileStatus(of: path)
      do throws(ImagingError) {
        let (source, page) = try (index == position ? page : FilePage()).open(path, limits: limits)
        album.move(to: index)
        return FileOpening.Opened(source: source, status: status, page: page)
      } catch {
        let error =
          name.map { ImagingError(error.code, $0, error.reason) }
          ?? standardInput?.named(error, path) ?? error
        if entry.isNamed { failures.append(error.description) } else { refused.add(path) }
        if error.isAboutNoFile { gone.insert(index) }
        errors[index] = error
      }
    }
    // The only file stays, and so do those that were named and are all gone, for a page that explains why it cannot be shown.
    if gone.count == album.count, album.count == 1 || album.entries.allSatisfy(\.isNamed) {
      gone = []
    }
    if let folder, let text = refused.text {
      failures.append("\(folder): no picture can be shown: \(text).")
      (problem, isProblemOfFolder) = (text + ".", true)
      return nil
    }
    // The page is about the one at the position, or the one that takes its place.
    let kept = album.entries.indices.filter { !gone.contains($0) }
    let shown = kept.first { $0 >= position } ?? kept.last ?? position
    problem = errors[shown]?.message
    mayRetry = errors[shown]?.mayPass ?? true
    return nil
  }

  /// Opens the first picture of some files, or of a folder that is entered, on another thread.
  static func job(
    _ paths: [FilePath], in order: AlbumOrder, isBrowsed: Bool = false, isAlone: Bool = false,
    name: String? = nil, knowing times: TakenTimes, limits: ImageLimits,
    wake: @escaping @Sendable () -> Void
  ) -> Job<Outcome> {
    Job(wake: wake) { _ in
      var files = AlbumArguments(paths, sort: order.sort, isReversed: order.isReversed)
      (files.isBrowsed, files.name, files.takenTimes) = (isBrowsed, name, times)
      files.sortByTaken(limits)
      files.openFirst(isAlone: isAlone, limits: limits)
      return .success(files)
    }
  }

  /// The file whose folder is listed once its picture is shown; `nil` for none.
  var fileOfListedFolder: FilePath? { isAlone ? nil : album.currentPath }

  /// The largest number of failures that are reported one by one. [C]
  private static let maximumFailures = 10

  /// True for a folder without pictures that has folders in it, which an overview shows.
  var hasOnlyFolders: Bool { album.isEmpty && !subfolders.isEmpty && failures.count == 1 }

  /// The failures as lines of text, the last of which may summarize the rest.
  var report: [String] {
    if hasOnlyFolders { return [] }
    let lines = failures.prefix(Self.maximumFailures)
    let rest = failures.count - lines.count
    return lines + (rest > 0 ? ["… and \(rest) more"] : [])
  }

  /// What they are remembered by: the first folder, or the file that is shown; `nil` for what has no name, or cannot be shown.
  var recent: RecentFiles.Entry? {
    guard first != nil, standardInput == nil, name == nil else { return nil }
    return (folder ?? album.currentPath)?.fromRoot.map {
      RecentFiles.Entry($0, isFolder: folder != nil)
    }
  }

  /// Writes to standard error what cannot be shown.
  func writeReport() { report.forEach(StandardError.report) }

  /// Writes to standard error what cannot be shown, and throws the last message if that is everything.
  func reportProblem() throws(Failure) {
    guard first == nil else { return writeReport() }
    report.dropLast().forEach(StandardError.report)
    throw Failure(message: report.last ?? "no file given")
  }
}

/// The files of folders that cannot be shown, counted by what they need.
private struct RefusedFiles {
  private var formats: [String: Int] = [:]
  private var otherCount = 0

  /// Counts a file.
  mutating func add(_ file: FilePath) {
    if let format = LoaderFormat.missingName(for: file) {
      formats[format, default: 0] += 1
    } else {
      otherCount += 1
    }
  }

  /// What they need, as a phrase such as `3 SVG files need overscroll-formats`; `nil` without any.
  var text: String? {
    let counts = LoaderFormat.names.compactMap { name in formats[name].map { (name, $0) } }
    let total = formats.values.reduce(0, +)
    let missing = counts.map { name, count in "\(count) \(name) \(count == 1 ? "file" : "files")" }
    let need = total == 1 ? "needs" : "need"
    let parts =
      (missing.isEmpty
        ? [] : ["\(missing.joined(separator: ", ")) \(need) \(LoaderFormat.package)"])
      + (otherCount == 0
        ? []
        : [
          "\(otherCount) \(otherCount == 1 ? "file is not a picture" : "files are not pictures"), or damaged"
        ])
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}

extension AlbumArguments {
  /// Reads the paths of `--files-from`.
  ///
  /// - Parameters:
  ///   - file: The file; `-` is standard input.
  ///   - endsWithZero: Pass `true` if zero bytes end the paths, not line feeds.
  /// - Returns: The paths in their order.
  /// - Throws: An error if it cannot be read.
  package static func paths(in file: FilePath, endsWithZero: Bool) throws(Failure) -> [FilePath] {
    let isInput = file == FilePath("-")
    let descriptor =
      isInput ? STDIN_FILENO : file.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    let name = isInput ? "standard input" : file.description
    guard descriptor >= 0 else { throw unreadable(name) }
    defer { if !isInput { close(descriptor) } }
    guard let bytes = StandardInput.read(descriptor, upTo: byteLimit + 1) else {
      throw unreadable(name)
    }
    guard bytes.count <= byteLimit else {
      throw Failure(message: "\(name): the list of paths is longer than 1 GiB")
    }
    return bytes.split(separator: endsWithZero ? 0 : UInt8(ascii: "\n")).map {
      FilePath(bytes: $0).resolvingURI
    }
  }

  /// The longest list of paths, in bytes. [C]
  private static let byteLimit = 1 << 30

  private static func unreadable(_ name: String) -> Failure {
    Failure(message: "\(name): cannot be read: \(SystemError.last.message)")
  }
}

/// The files and folders that the command line names.
///
/// They are read on a thread of their own, standard input among them: the window appears although a disk or a pipe takes long.
package struct FileArguments: Sendable {
  package var paths: [FilePath]
  /// How many of the first paths may be `-`, for standard input; the rest are from a list.
  package var inputCount: Int
  package var sort = Album.Sort.given
  package var isReversed = false
  package var isRecursive = false
  /// The picture to start with: a number from 1, or the beginning of a name; `nil` for the first.
  package var start: String?
  /// The page of the first picture.
  package var page = PageChoice.index(0)
  /// True if the rest of a single file's folder is left out.
  package var isAlone = false
  /// True if no one sees what the program writes, as one that was started from a desktop: a page explains why a lone file cannot be
  /// shown.
  package var showsProblem = false
  /// The folder for standard input that is too large for memory; `nil` for none.
  package var cache: CacheFolder?

  package init(_ paths: [FilePath], inputCount: Int) {
    (self.paths, self.inputCount) = (paths, inputCount)
  }

  /// What is called by the window's title until the first picture is opened.
  package var name: String {
    let first = paths.first ?? FilePath("")
    return first == StandardInput.argument
      ? StandardInput.name : first.lastComponent.description.isolated
  }

  /// Begins to read them.
  func job(limits: ImageLimits, wake: @escaping @Sendable () -> Void) -> Job<AlbumArguments.Outcome>
  {
    Job(wake: wake) { _ in Result { () throws(Failure) in try self.read(limits: limits) } }
  }

  private func read(limits: ImageLimits) throws(Failure) -> AlbumArguments {
    var paths = paths
    let input = try StandardInput.replacing(in: &paths, inputCount, cache)
    var files = AlbumArguments(
      paths, sort: sort, isReversed: isReversed, isRecursive: isRecursive)
    (files.standardInput, files.isFromCommand) = (input, true)
    files.sortByTaken(limits)
    if let start, !files.album.isEmpty { try files.start(at: start) }
    files.openFirst(
      page: FilePage(page), isAlone: isAlone || input != nil, limits: limits)
    return files
  }

  /// Collects the files that were read.
  ///
  /// - Parameter job: The reading of them, which has ended.
  /// - Returns: The files, and the first picture among them.
  /// - Throws: An error if there is nothing to show, not even a page that explains why a file cannot be.
  func outcome(of job: Job<AlbumArguments.Outcome>) throws(Failure) -> AlbumArguments {
    guard let files = try job.drain()?.get() else { throw Failure(message: "no file given") }
    let explains = files.folder != nil || showsProblem
    let isNotice = explains && files.problem != nil
    if files.first == nil, !isNotice { try files.reportProblem() }
    return files
  }
}
