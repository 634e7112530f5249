package import Glibc
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
  /// The temporary file; `nil` while it is unnamed.
  private var temporary: Temporary?
  private var buffer: [UInt8] = []

  /// Starts a file at `path`, or writes to standard output where that is `-`; symbolic links are followed and kept, where
  /// the system lets the user follow them.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isPrivate: True for a new file that the user alone may read and write; an existing one keeps its permissions.
  ///   - isUnnamed: False to name the temporary file from the start, as on file systems without unnamed files.
  /// - Throws: The system's error where the file cannot be created, or an existing one is not writable. What others have put into
  ///   a folder that all can write, such as `/tmp`, is neither followed nor replaced.
  package convenience init(
    _ path: FilePath, isPrivate: Bool = false, isUnnamed: Bool = true
  ) throws(SystemError) {
    try self.init(Destination(path), mode: isPrivate ? 0o600 : 0o666, isUnnamed: isUnnamed)
  }

  private init(
    _ destination: Destination, mode: mode_t = 0o666, isUnnamed: Bool = true
  ) throws(SystemError) {
    self.destination = destination
    switch destination {
    case .output:
      // A copy, so that the stream stays open and errors are those of its closing.
      descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
      if descriptor < 0 { throw .last }
    case .direct(let path):
      descriptor = path.withCString {
        open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, mode)
      }
      if descriptor < 0 { throw .last }
    case .file(let place):
      (descriptor, temporary) = try Self.makeTemporary(
        in: place.folder, mode: mode, isUnnamed: isUnnamed)
      if let replaced = place.replaced { Self.copyRights(of: replaced, to: descriptor) }
    }
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
  private static let unfinished = Mutex<Set<Temporary>?>([])

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

/// A named temporary file in an open folder.
private struct Temporary: Hashable, Sendable {
  let folder: SharedFolder
  let name: FilePath

  func remove() { folder.value.remove(name) }
}

/// An open folder that a writer and the list of unfinished files have in common.
private final class SharedFolder: Hashable, Sendable {
  let value: OpenFolder

  init(_ value: consuming OpenFolder) { self.value = value }

  static func == (one: SharedFolder, other: SharedFolder) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
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

  /// The properties of the file that is replaced, once links are followed; `nil` for a new one, or what is no regular file.
  package var replaced: stat? {
    if case .file(let place) = destination { place.replaced } else { nil }
  }

  /// Writes all data to the disk, and renames the file.
  ///
  /// - Parameters:
  ///   - replaces: False where no file may be replaced; the error is `EEXIST` then.
  ///   - isStill: Returns whether the file that is replaced is still the one that was meant, by its properties just before;
  ///     otherwise the error is `ESTALE`.
  /// - Throws: The system's error; an existing file is left untouched.
  package func commit(
    replaces: Bool = true, where isStill: (stat?) -> Bool = { _ in true }
  ) throws(SystemError) {
    try flush()
    if case .file = destination, fsync(descriptor) != 0, errno != EINVAL { throw .last }
    guard case .file(let place) = destination else { return try closeFile() }
    try Self.unfinished.withLock { unfinished throws(SystemError) in
      guard unfinished != nil else { throw SystemError(EINTR) }
      let file = if let temporary { temporary } else { try link(in: place.folder) }
      temporary = file
      unfinished?.insert(file)
      try closeFile()
      guard isStill(place.folder.value.status(of: place.name)) else { throw SystemError(ESTALE) }
      if replaces {
        try place.folder.value.rename(file.name, to: place.name, in: place.folder.value)
      } else {
        try place.folder.value.renameExclusively(file.name, to: place.name, in: place.folder.value)
      }
      unfinished?.remove(file)
      temporary = nil
    }
    place.folder.value.synchronize()
  }

  /// Writes a whole file for another program that waits for it, as ``commit()`` does.
  ///
  /// An empty file is filled in place instead: the other program has made it, and may read it by a descriptor, as tumbler does. So is
  /// one that is mounted by itself, as in a sandbox, which cannot be replaced.
  ///
  /// - Throws: The system's error where it cannot be written.
  package static func write(_ bytes: [UInt8], to path: FilePath) throws(SystemError) {
    let destination = try Destination(path)
    if case .file(let place) = destination, place.replaced?.st_size == 0 {
      return try overwrite(place, with: bytes)
    }
    do throws(SystemError) {
      let file = try AtomicFileWriter(destination)
      try file.write(bytes)
      try file.commit()
    } catch {
      guard error.number == EBUSY || error.number == EROFS, case .file(let place) = destination
      else { throw error }
      try overwrite(place, with: bytes)
    }
  }

  private static func overwrite(
    _ place: Destination.Place, with bytes: [UInt8]
  ) throws(SystemError) {
    let descriptor = try place.folder.value.open(place.name, O_WRONLY | O_TRUNC)
    let isWritten = FileDescriptor.write(bytes, to: descriptor)
    let error = SystemError.last
    guard close(descriptor) == 0 else { throw .last }
    if !isWritten { throw error }
  }

  /// Gives the file the extended attributes of another one: those of the user, and others as far as the system allows it.
  ///
  /// - Parameter other: The descriptor of the other file.
  /// - Throws: The system's error where one of the user's own cannot be given.
  package func copyAttributes(of other: Int32) throws(SystemError) {
    try FileDescriptor.copyAttributes(of: other, to: descriptor)
  }

  /// Writes what is in the buffer, so that a descriptor of the file reads all of it.
  ///
  /// - Throws: The system's error, such as that the disk is full.
  package func flush() throws(SystemError) {
    guard FileDescriptor.write(buffer, to: descriptor) else { throw .last }
    buffer.removeAll(keepingCapacity: true)
  }

  private func closeFile() throws(SystemError) {
    let status = close(descriptor)
    descriptor = -1
    if status != 0, errno != EINTR { throw .last }
  }

  /// Links an unnamed file to a unique temporary name.
  private func link(in folder: SharedFolder) throws(SystemError) -> Temporary {
    let name = Self.temporaryName
    try folder.value.link(descriptor, as: name)
    return Temporary(folder: folder, name: name)
  }

  /// Opens a new file, unnamed where the file system supports it, so that a crash leaves nothing behind.
  private static func makeTemporary(
    in folder: SharedFolder, mode: mode_t, isUnnamed: Bool
  ) throws(SystemError) -> (Int32, Temporary?) {
    if isUnnamed, let descriptor = try? folder.value.makeUnnamedFile(mode: mode) {
      if access("/proc/self/fd/\(descriptor)", F_OK) == 0 { return (descriptor, nil) }
      close(descriptor)
    }
    let temporary = Temporary(folder: folder, name: temporaryName)
    return try unfinished.withLock { unfinished throws(SystemError) in
      let named = try folder.value.open(temporary.name, O_RDWR | O_CREAT | O_EXCL, mode: mode)
      unfinished?.insert(temporary)
      return (named, temporary)
    }
  }

  private static var temporaryName: FilePath {
    FilePath(".overscroll.\(getpid()).\(UInt32.random(in: 0 ... .max)).part")
  }

  /// Sets the mode and, where permitted, the owner of the file that is replaced.
  private static func copyRights(of old: stat, to descriptor: Int32) {
    _ = fchown(descriptor, old.st_uid, old.st_gid)
    _ = fchmod(descriptor, old.st_mode & 0o777)
  }
}

/// The destination of a file.
private enum Destination {
  /// A regular file.
  case file(Place)
  /// Standard output.
  case output
  /// A device, pipe or other file that is written directly.
  case direct(FilePath)

  struct Place {
    let folder: SharedFolder
    let name: FilePath
    /// The properties of the file that is replaced; `nil` for a new one.
    let replaced: stat?
  }

  /// The maximum number of symbolic links followed. [C]
  private static let maximumLinks = 40

  init(_ path: FilePath) throws(SystemError) {
    guard path != FilePath("-") else {
      self = .output
      return
    }
    guard !path.bytes.isEmpty, path.bytes.last != UInt8(ascii: "/") else {
      self = .direct(path)
      return
    }
    var (folder, name) = (SharedFolder(try OpenFolder(path.folder)), path.lastComponent)
    for _ in 0..<Self.maximumLinks {
      guard let entry = folder.value.status(of: name) else {
        guard errno == ENOENT else { throw .last }
        self = .file(Place(folder: folder, name: name, replaced: nil))
        return
      }
      switch entry.st_mode & S_IFMT {
      case S_IFREG:
        guard folder.value.permits(entry) else { throw SystemError(EACCES) }
        guard folder.value.canWrite(name) else { throw .last }
        self = .file(Place(folder: folder, name: name, replaced: entry))
        return
      case S_IFLNK where !Self.isOpenFile(entry):
        let target = try folder.value.target(of: name)
        guard target.bytes.last != UInt8(ascii: "/") else {
          self = .direct(path)
          return
        }
        let next = try OpenFolder(target.folder, from: folder.value)
        (folder, name) = (SharedFolder(next), target.lastComponent)
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
