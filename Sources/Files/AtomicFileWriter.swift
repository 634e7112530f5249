internal import Glibc
internal import Synchronization

/// Writes a file that appears under its name only once it is complete and on the disk.
///
/// An existing file is left untouched until ``commit()`` replaces it, even if the disk fills up or the program crashes. Devices
/// and pipes are written directly.
package final class AtomicFileWriter {
  /// The size of the buffer, in bytes. [C]
  private static let bufferSize = 1 << 16

  private let destination: Destination
  private var descriptor: Int32
  /// The path of the temporary file, or `nil` while it is unnamed.
  private var temporary: FilePath?
  private var buffer: [UInt8] = []

  /// Starts a file at `path`; symbolic links are followed and kept.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isPrivate: True for a new file that the user alone may read and write; an existing one keeps its permissions.
  ///   - isUnnamed: False to name the temporary file from the start, as on file systems without unnamed files.
  /// - Throws: The system's error where the file cannot be created, or an existing one is not writable.
  package init(
    _ path: FilePath, isPrivate: Bool = false, isUnnamed: Bool = true
  ) throws(SystemError) {
    let mode: mode_t = isPrivate ? 0o600 : 0o666
    destination = try Destination(path)
    switch destination {
    case .direct(let path):
      descriptor = path.withCString {
        open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, mode)
      }
    case .file(let path, let replaced):
      (descriptor, temporary) = Self.makeTemporary(
        in: path.folder, mode: mode, isUnnamed: isUnnamed)
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
  /// Appends bytes.
  ///
  /// - Throws: The system's error, such as that the disk is full.
  package func write(_ bytes: some Sequence<UInt8>) throws(SystemError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// The descriptor of the file, for a library that writes the file itself; mixing that with ``write(_:)`` mixes up the order.
  ///
  /// A device or a pipe is open for writing only, and may have no offset.
  package var fileDescriptor: Int32 { descriptor }

  /// Writes all data to the disk, and renames the file.
  ///
  /// - Throws: The system's error; an existing file is left untouched.
  package func commit() throws(SystemError) {
    try flush()
    if case .file = destination, fsync(descriptor) != 0, errno != EINVAL { throw .last }
    guard case .file(let path, _) = destination else { return try closeFile() }
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

  /// Writes a whole file for another program that waits for it, as ``commit()`` does.
  ///
  /// An empty file is filled in place instead: the other program has made it, and may read it by a descriptor, as tumbler does. So is
  /// one that is mounted by itself, as in a sandbox, which cannot be replaced.
  ///
  /// - Throws: The system's error where it cannot be written.
  package static func write(_ bytes: [UInt8], to path: FilePath) throws(SystemError) {
    if isEmptyFile(path) { return try overwrite(path, with: bytes) }
    do throws(SystemError) {
      let file = try AtomicFileWriter(path)
      try file.write(bytes)
      try file.commit()
    } catch {
      guard error.number == EBUSY || error.number == EROFS else { throw error }
      try overwrite(path, with: bytes)
    }
  }

  private static func isEmptyFile(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_size == 0
  }

  private static func overwrite(_ path: FilePath, with bytes: [UInt8]) throws(SystemError) {
    let descriptor = path.withCString { open($0, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw .last }
    let isWritten = FileDescriptor.write(bytes, to: descriptor)
    let error = SystemError.last
    guard close(descriptor) == 0 else { throw .last }
    if !isWritten { throw error }
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

  /// Links an unnamed file to a unique temporary path.
  private func link(in folder: FilePath) throws(SystemError) -> FilePath {
    let name = Self.temporaryPath(in: folder)
    let status = name.withCString {
      linkat(AT_FDCWD, Self.handle(descriptor), AT_FDCWD, $0, Int32(AT_SYMLINK_FOLLOW))
    }
    guard status == 0 else { throw .last }
    return name
  }

  /// Opens a new file, unnamed where the file system supports it, so that a crash leaves nothing behind.
  private static func makeTemporary(
    in folder: FilePath, mode: mode_t, isUnnamed: Bool
  ) -> (Int32, FilePath?) {
    if isUnnamed {
      // O_TMPFILE, a compound macro that Swift does not import.
      let unnamed = Int32(0o20_000_000) | O_DIRECTORY
      let descriptor = folder.withCString { open($0, O_RDWR | O_CLOEXEC | unnamed, mode) }
      if descriptor >= 0 {
        if access(handle(descriptor), F_OK) == 0 { return (descriptor, nil) }
        close(descriptor)
      }
    }
    let path = temporaryPath(in: folder)
    let named = unfinished.withLock { paths in
      let named = path.withCString { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
      if named >= 0 { paths?.insert(path) }
      return named
    }
    return (named, named >= 0 ? path : nil)
  }

  private static func handle(_ descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  private static func temporaryPath(in folder: FilePath) -> FilePath {
    folder.appending(".overscroll.\(getpid()).\(UInt32.random(in: 0 ... .max)).part")
  }

  /// Sets the mode and, where permitted, the owner of the file that is replaced.
  private static func copyRights(of old: stat, to descriptor: Int32) {
    _ = fchown(descriptor, old.st_uid, old.st_gid)
    _ = fchmod(descriptor, old.st_mode & 0o777)
  }
}

/// The destination of a file.
private enum Destination {
  /// A regular file, with the status of an existing one.
  case file(FilePath, stat?)
  /// A device, pipe or other file that is written directly.
  case direct(FilePath)

  /// The maximum number of symbolic links followed. [C]
  private static let maximumLinks = 40

  init(_ path: FilePath) throws(SystemError) {
    var target = path
    for _ in 0..<Self.maximumLinks {
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

  /// Returns whether a link in /proc stands for an open file.
  private static func isOpenFile(_ link: stat) -> Bool {
    var processes = stat()
    return stat("/proc/self", &processes) == 0 && processes.st_dev == link.st_dev
  }
}

extension FilePath {
  /// Returns the target of a symbolic link.
  fileprivate func link() throws(SystemError) -> FilePath {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = withCString { readlink($0, &buffer, buffer.count) }
    guard count >= 0 else { throw .last }
    return FilePath(bytes: buffer[..<count].map { UInt8(bitPattern: $0) })
  }

  /// Writes a directory to the disk.
  fileprivate func sync() {
    let descriptor = withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  fileprivate func remove() { _ = withCString { unlink($0) } }
}
