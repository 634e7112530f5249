internal import Glibc
internal import Synchronization

/// A file that takes its place only once all of it is on the disk.
///
/// Until ``commit()`` what was there before stays as it is, whatever happens: a full disk, a crash, an
/// input of the same name. Devices and pipes cannot be replaced and are written to directly.
package final class AtomicFileWriter {
  /// The bytes that are collected before they are written. [C]
  private static let bufferSize = 1 << 16

  private let place: Place
  private var descriptor: Int32
  /// The name under which it is being written; nil for one that has none.
  private var temporary: FilePath?
  private var buffer: [UInt8] = []

  /// Begins a file at `path`; through links, which stay.
  ///
  /// - Parameters:
  ///   - path: Where the file goes.
  ///   - isNameless: False to name the new file from the start, as on file systems without nameless files.
  /// - Throws: The system's error when no file can be made there, or the one that is there must not be written.
  package init(_ path: FilePath, isNameless: Bool = true) throws(SystemError) {
    place = try Place(path)
    switch place {
    case .direct(let path):
      descriptor = path.withCString {
        open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0o666)
      }
    case .file(let path, let replaced):
      (descriptor, temporary) = Self.makeTemporary(in: path.folder, isNameless: isNameless)
      if descriptor >= 0, let replaced { Self.copyRights(of: replaced, to: descriptor) }
    }
    if descriptor < 0 { throw .last }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    guard let temporary else { return }
    Self.unfinished.withLock {
      temporary.remove()
      $0?.remove(temporary)
    }
  }

  /// The named temporary files of all writers; nil once they have been deleted.
  private static let unfinished = Mutex<Set<FilePath>?>([])

  /// Deletes the temporary files of all writers, for a process that is about to exit.
  ///
  /// A ``commit()`` under way is completed first; later ones fail.
  package static func discardAll() {
    unfinished.withLock { paths in
      paths?.forEach { $0.remove() }
      paths = nil
    }
  }
}

extension AtomicFileWriter {
  /// Adds bytes at the end.
  ///
  /// - Throws: The system's error, for instance that the disk is full.
  package func write(_ bytes: some Sequence<UInt8>) throws(SystemError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Makes sure that all of it is on the disk, and gives it its name.
  ///
  /// - Throws: The system's error; what was there before is untouched then.
  package func commit() throws(SystemError) {
    try flush()
    if case .file = place, fsync(descriptor) != 0, errno != EINVAL { throw .last }
    guard case .file(let path, _) = place else { return try closeFile() }
    try Self.unfinished.withLock { paths throws(SystemError) in
      guard paths != nil else { throw SystemError(EINTR) }
      let name = if let temporary { temporary } else { try link(in: path.folder) }
      temporary = name
      paths?.insert(name)
      try closeFile()
      let status = name.withCString { old in path.withCString { rename(old, $0) } }
      guard status == 0 else { throw .last }
      paths?.remove(name)
      temporary = nil
    }
    path.folder.sync()
  }

  private func flush() throws(SystemError) {
    guard FileDescriptor.write(buffer, to: descriptor) else { throw .last }
    buffer.removeAll(keepingCapacity: true)
  }

  private func closeFile() throws(SystemError) {
    let status = close(descriptor)
    descriptor = -1
    if status != 0, errno != EINTR { throw .last }
  }

  /// Gives a nameless file a name that nobody else has.
  private func link(in folder: FilePath) throws(SystemError) -> FilePath {
    let name = Self.temporaryPath(in: folder)
    let status = name.withCString {
      linkat(AT_FDCWD, Self.handle(descriptor), AT_FDCWD, $0, Int32(AT_SYMLINK_FOLLOW))
    }
    guard status == 0 else { throw .last }
    return name
  }

  /// Opens a new file: one without a name, of which nothing is left after a crash, where the system can.
  private static func makeTemporary(
    in folder: FilePath, isNameless: Bool
  ) -> (Int32, FilePath?) {
    if isNameless {
      // O_TMPFILE, which Swift does not import since it is a sum of other macros.
      let nameless = Int32(0o20_000_000) | O_DIRECTORY
      let descriptor = folder.withCString { open($0, O_RDWR | O_CLOEXEC | nameless, 0o666) }
      if descriptor >= 0 {
        if access(handle(descriptor), F_OK) == 0 { return (descriptor, nil) }
        close(descriptor)
      }
    }
    let path = temporaryPath(in: folder)
    let named = unfinished.withLock { paths in
      let named = path.withCString { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
      if named >= 0 { paths?.insert(path) }
      return named
    }
    return (named, named >= 0 ? path : nil)
  }

  private static func handle(_ descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  private static func temporaryPath(in folder: FilePath) -> FilePath {
    folder.appending(".overscroll.\(getpid()).\(UInt32.random(in: 0 ... .max)).part")
  }

  /// Gives a new file the mode and, where that is allowed, the owner of the one that it replaces.
  private static func copyRights(of old: stat, to descriptor: Int32) {
    _ = fchown(descriptor, old.st_uid, old.st_gid)
    _ = fchmod(descriptor, old.st_mode & 0o777)
  }
}

/// Where a file goes.
private enum Place {
  /// A plain file, or a name that is free; what is there now.
  case file(FilePath, stat?)
  /// Something that no file can take the place of.
  case direct(FilePath)

  /// More links than that lead nowhere. [C]
  private static let mostLinks = 40

  init(_ path: FilePath) throws(SystemError) {
    var target = path
    for _ in 0..<Self.mostLinks {
      var status = stat()
      guard target.withCString({ lstat($0, &status) }) == 0 else {
        guard errno == ENOENT else { throw .last }
        self = .file(target, nil)
        return
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG:
        guard target.withCString({ access($0, W_OK) }) == 0 else { throw .last }
        self = .file(target, status)
        return
      case S_IFLNK where !Self.isOpenFile(status):
        let link = try target.link()
        target = link.isAbsolute ? link : target.folder.appending(link)
      default:
        self = .direct(path)
        return
      }
    }
    throw SystemError(ELOOP)
  }

  /// True for a link of the system's own, which stands for an open file and is no mere path.
  private static func isOpenFile(_ link: stat) -> Bool {
    var processes = stat()
    return stat("/proc/self", &processes) == 0 && processes.st_dev == link.st_dev
  }
}

extension FilePath {
  /// What a link names.
  fileprivate func link() throws(SystemError) -> FilePath {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = withCString { readlink($0, &buffer, buffer.count) }
    guard count >= 0 else { throw .last }
    return FilePath(bytes: buffer[..<count].map { UInt8(bitPattern: $0) })
  }

  /// Makes sure that the names in a folder are on the disk, as far as the system can.
  fileprivate func sync() {
    let descriptor = withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  fileprivate func remove() { _ = withCString { unlink($0) } }
}
