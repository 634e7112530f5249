internal import Glibc

/// The desktop's trash, as the freedesktop.org trash specification 1.0 lays it out.
///
/// Files are moved within their file system, and never copied or deleted.
package enum Trash {
  /// Why a file was not moved to the trash.
  package struct Failure: Error, Hashable, Sendable {
    /// The reason, as a phrase.
    package let reason: String

    package init(reason: String) { self.reason = reason }
  }

  /// The number of names that are tried for a file. [C]
  private static let maximumNames = 10_000

  /// Moves a file to the trash of its file system.
  ///
  /// - Parameters:
  ///   - file: The file's path; a link is moved itself.
  ///   - dataHome: The folder of the user's data, such as `~/.local/share`.
  ///   - date: The local time, as `YYYY-MM-DDThh:mm:ss`.
  /// - Returns: Where the file is now.
  /// - Throws: ``Failure`` where it was not moved.
  package static func move(
    _ file: FilePath, dataHome: FilePath, date: String
  ) throws(Failure) -> FilePath {
    guard let path = file.absolute, let status = status(of: path) else {
      throw Failure(reason: "it does not exist")
    }
    let (trash, name) = try folder(for: path, device: status.st_dev, dataHome)
    let (files, infos) = (trash.appending("files"), trash.appending("info"))
    try make(files)
    try make(infos)
    for number in 1...maximumNames {
      let target = number == 1 ? path.lastComponent : numbered(path.lastComponent, number)
      let info = infos.appending(target.appendingExtension("trashinfo"))
      // Who makes the description has the name.
      guard try write("[Trash Info]\nPath=\(name)\nDeletionDate=\(date)\n", to: info) else {
        continue
      }
      let place = files.appending(target)
      if rename(path, to: place) { return place }
      let error = SystemError.last
      _ = info.withCString { unlink($0) }
      guard error.number == EEXIST else { throw Failure(reason: error.message) }
    }
    throw Failure(reason: "the trash has too many files with that name")
  }

  // MARK: - Folders

  /// The trash for a file, and the path that its description holds, escaped: relative outside of the user's own trash.
  private static func folder(
    for path: FilePath, device: dev_t, _ dataHome: FilePath
  ) throws(Failure) -> (FilePath, name: String) {
    try make(dataHome)
    if status(of: dataHome)?.st_dev == device {
      return (dataHome.appending("Trash"), escaped(path))
    }
    let top = mountPoint(of: path, device: device)
    let name = FilePath(bytes: path.bytes.dropFirst(top.bytes.count).drop { $0 == slash })
    let user = "\(getuid())"
    let shared = top.appending(".Trash")
    // A shared folder counts only where no one can exchange what others have in it.
    if let status = status(of: shared), status.st_mode & S_IFMT == S_IFDIR,
      status.st_mode & S_ISVTX != 0
    {
      let own = shared.appending(user)
      if (try? make(own)) != nil { return (own, escaped(name)) }
    }
    return (top.appending(".Trash-" + user), escaped(name))
  }

  private static let slash = UInt8(ascii: "/")

  /// The topmost folder on the path that is on a file's device.
  private static func mountPoint(of path: FilePath, device: dev_t) -> FilePath {
    (path.ancestors + [path.folder]).first { status(of: $0)?.st_dev == device } ?? FilePath("/")
  }

  /// Makes a folder of the user's own where there is none.
  private static func make(_ folder: FilePath) throws(Failure) {
    for path in folder.ancestors + [folder] {
      guard path.withCString({ mkdir($0, 0o700) }) != 0, errno != EEXIST else { continue }
      // A part of the path may be read-only, and exist.
      guard status(of: path) == nil else { continue }
      throw Failure(reason: SystemError.last.message)
    }
    guard let status = status(of: folder), status.st_mode & S_IFMT == S_IFDIR else {
      throw Failure(reason: "\(folder) is not a folder")
    }
  }

  // MARK: - Files

  private static func status(of path: FilePath) -> stat? {
    var result = stat()
    return path.withCString({ lstat($0, &result) }) == 0 ? result : nil
  }

  /// Returns a name with a number before its extension.
  private static func numbered(_ name: FilePath, _ number: Int) -> FilePath {
    let stem = FilePath(bytes: name.withoutExtension.bytes + Array(".\(number)".utf8))
    return name.fileExtension.isEmpty ? stem : stem.appendingExtension(name.fileExtension)
  }

  /// Writes a file that must not exist; returns `false` where it does.
  private static func write(_ text: String, to path: FilePath) throws(Failure) -> Bool {
    let descriptor = path.withCString {
      open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else {
      if errno == EEXIST { return false }
      throw Failure(reason: SystemError.last.message)
    }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      let error = SystemError.last
      _ = path.withCString { unlink($0) }
      throw Failure(reason: error.message)
    }
    return true
  }

  /// Moves a file to a place where there is none; `errno` has the reason for a failure.
  private static func rename(_ path: FilePath, to place: FilePath) -> Bool {
    // The name is taken by its description; only what has none can be in the way.
    guard status(of: place) == nil else {
      errno = EEXIST
      return false
    }
    return path.withCString { path in place.withCString { Glibc.rename(path, $0) == 0 } }
  }

  /// The path with the bytes escaped that URIs cannot hold.
  private static func escaped(_ path: FilePath) -> String { String(path.uri.dropFirst(7)) }
}
