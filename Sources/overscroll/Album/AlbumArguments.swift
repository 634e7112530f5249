import Glibc
import OverscrollBrowser
import OverscrollFiles
import OverscrollImaging

/// The files and folders that the command line names, and the album they make.
struct AlbumArguments {
  private(set) var album: Album
  let listing: FolderListing
  /// What cannot be shown, a sentence each.
  private(set) var failures: [String] = []
  /// The folders whose pictures are in the album, which follows their changes.
  private(set) var folders: Set<FilePath> = []
  /// The properties of the first picture's file before it was opened.
  private(set) var firstStatus: FileStatus?
  /// The picture of the standard input, if it is one of them.
  var standardInput: StandardInput?

  /// Looks at files and folders in the order in which they are named.
  init(
    _ paths: [FilePath], sort: Album.Sort = .given, isReversed: Bool = false,
    isRecursive: Bool = false
  ) {
    album = Album(sort: sort, isReversed: isReversed)
    listing = FolderListing(sort: sort, isRecursive: isRecursive)
    for path in paths { add(path) }
    album.move(to: 0)
  }

  private mutating func add(_ path: FilePath) {
    guard FileStatus(of: path)?.isFolder == true else {
      return album.add(named: path, rank: listing.rank(of: path))
    }
    do throws(SystemError) {
      let listed = try listing.list(path)
      for (index, folder) in listed.enumerated() {
        album.add(folder.files, in: folder.path, continues: index > 0)
        folders.insert(folder.path)
      }
      if listed.allSatisfy(\.files.isEmpty) {
        failures.append("\(path): there is no picture in this folder.")
      }
    } catch {
      failures.append("\(path): the folder cannot be read: \(error.message).")
    }
  }

  /// Moves to the picture with which the window begins.
  ///
  /// - Parameter text: A number from 1, or the beginning of a name.
  /// - Throws: One sentence where there is no such picture.
  mutating func start(at text: String) throws(Failure) {
    let names = album.entries.map { $0.name.lastComponent.description }
    let number = Int(text).flatMap { names.indices.contains($0 &- 1) ? $0 - 1 : nil }
    guard let index = number ?? names.firstIndex(where: { $0.hasPrefix(text) }) else {
      throw Failure(message: "--start \(text): there is no such picture among the \(album.count)")
    }
    album.move(to: index)
  }

  /// Opens the first picture that can be shown; those before it leave the album.
  mutating func openFirst(limits: ImageLimits) -> (any ImageSource)? {
    while let path = album.currentPath, let entry = album.current {
      firstStatus = FileStatus(of: path)
      do throws(ImagingError) {
        return try ImageFile.open(path, limits: limits)
      } catch {
        let error = standardInput?.named(error, path) ?? error
        if entry.isNamed || album.count == 1 { failures.append(error.description) }
        album.remove(at: album.position ?? 0)
      }
    }
    return nil
  }

  /// The largest number of failures that are reported one by one. [C]
  private static let mostFailures = 10

  /// The failures as lines of text, the last of which may stand for many.
  var report: [String] {
    let lines = failures.prefix(Self.mostFailures)
    let rest = failures.count - lines.count
    return lines + (rest > 0 ? ["… and \(rest) more"] : [])
  }
}

extension AlbumArguments {
  /// Reads the paths of `--files-from`.
  ///
  /// - Parameters:
  ///   - file: The file; `-` is the standard input.
  ///   - endsWithZero: Pass `true` where zero bytes end the paths, not line feeds.
  /// - Returns: The paths in their order.
  /// - Throws: One sentence where it cannot be read.
  static func paths(in file: FilePath, endsWithZero: Bool) throws(Failure) -> [FilePath] {
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
        throw Failure(message: "\(name): the list of paths is longer than 1 GB")
      }
    }
    return bytes.split(separator: endsWithZero ? 0 : UInt8(ascii: "\n")).map {
      FilePath(bytes: $0)
    }
  }

  /// The longest list of paths, in bytes. [C]
  private static let byteLimit = 1 << 30

  private static func unreadable(_ name: String) -> Failure {
    Failure(message: "\(name): cannot be read: \(SystemError.last.message)")
  }
}
