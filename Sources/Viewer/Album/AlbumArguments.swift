import Glibc
package import OverscrollBase
package import OverscrollBrowser
package import OverscrollImaging
package import OverscrollShell

/// The files and folders that the command line names, and the album they make.
package struct AlbumArguments {
  package private(set) var album: Album
  let listing: FolderListing
  /// What cannot be shown, one message each.
  private(set) var failures: [String] = []
  /// Why nothing can be shown, as a message, where that is so: about the folder or, without one, about the last file.
  package private(set) var problem: String?
  /// The first folder that was named; `nil` for none.
  private(set) var folder: FilePath?
  /// The folders whose pictures are in the album, which follows their changes.
  package private(set) var folders: Set<FilePath> = []
  /// The picture of standard input, if it is one of them.
  package var standardInput: StandardInput?
  /// What messages call the only file, where it has no name.
  package var name: String?

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

  private mutating func add(_ path: FilePath) {
    folder = folder ?? path
    do throws(SystemError) {
      let listed = try listing.list(path)
      for (index, folder) in listed.enumerated() {
        album.add(folder.files, in: folder.path, continues: index > 0)
        folders.insert(folder.path)
      }
      if listed.allSatisfy(\.files.isEmpty) {
        failures.append("\(path): no pictures in this folder.")
        problem = problem ?? "There are no pictures in this folder."
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
  }

  /// Opens the first picture that can be shown, from the position on, and moves to it.
  ///
  /// Where there is no file, the entry is removed from the album; a file that isn't a picture, or cannot be read, stays with its
  /// reason.
  ///
  /// - Parameters:
  ///   - page: The page of the picture at the position; other files begin with their first page.
  ///   - limits: Larger pictures are refused.
  /// - Returns: The picture, or `nil` if none can be shown.
  package mutating func openFirst(
    page: FilePage = FilePage(), limits: ImageLimits
  ) -> FileOpening.Opened? {
    guard let position = album.position else { return nil }
    var gone: Set<Int> = []
    var latest: ImagingError?
    var unshown = UnshownFiles()
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
        if entry.isNamed { failures.append(error.description) } else { unshown.add(path) }
        if error.isAboutNoFile { gone.insert(index) }
        latest = error
      }
    }
    if let folder, let text = unshown.text {
      failures.append("\(folder): no picture can be shown: \(text).")
      problem = "No picture in this folder can be shown: \(text)."
    } else {
      problem = latest?.message
    }
    // The only file stays, for a page that explains why it cannot be shown.
    if album.count == 1 { gone = [] }
    return nil
  }

  /// The largest number of failures that are reported one by one. [C]
  private static let maximumFailures = 10

  /// The failures as lines of text, the last of which may summarize the rest.
  package var report: [String] {
    let lines = failures.prefix(Self.maximumFailures)
    let rest = failures.count - lines.count
    return lines + (rest > 0 ? ["… and \(rest) more"] : [])
  }
}

/// The files of folders that cannot be shown, counted by what they need.
private struct UnshownFiles {
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
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(name) }
      guard count > 0 else { break }
      bytes += buffer[..<count]
      guard bytes.count <= byteLimit else {
        throw Failure(message: "\(name): the list of paths is longer than 1 GiB")
      }
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
