package import Glibc

/// An open folder, whose files are reached through it and not by a path: it cannot be exchanged between two calls.
package struct OpenFolder: ~Copyable, Sendable {
  private let descriptor: Int32

  /// Flags of `open` that Swift does not import: O_PATH, and O_TMPFILE without O_DIRECTORY.
  private static let (pathOnly, unnamed) = (Int32(0o10_000_000), Int32(0o20_000_000))

  /// Opens a folder; links on the path are followed where the system allows it.
  package init(_ path: FilePath) throws(SystemError) { try self.init(path, in: AT_FDCWD, 0) }

  /// Opens a folder in another one; a link is not followed.
  package init(
    _ name: FilePath, in parent: borrowing OpenFolder
  ) throws(SystemError) {
    try self.init(name, in: parent.descriptor, O_NOFOLLOW)
  }

  /// Opens a folder by a path that may begin in another one; links on it are followed where the system allows it.
  package init(_ path: FilePath, from folder: borrowing OpenFolder) throws(SystemError) {
    try self.init(path, in: folder.descriptor, 0)
  }

  private init(_ path: FilePath, in parent: Int32, _ flags: Int32) throws(SystemError) {
    let opened = path.withCString {
      openat(parent, $0, Self.pathOnly | O_DIRECTORY | O_CLOEXEC | flags)
    }
    guard opened >= 0 else { throw .last }
    descriptor = opened
  }

  deinit { close(descriptor) }

  // MARK: - Folders of the user's own

  /// Why a folder is not one of the user's own.
  package enum Refusal: Error, Hashable, Sendable {
    /// It cannot be made or opened.
    case system(SystemError)
    /// It can be changed or exchanged by others; a clause that begins with its path.
    case unsafe(String)

    package var message: String {
      switch self {
      case .system(let error): error.message
      case .unsafe(let clause): clause
      }
    }
  }

  /// Opens a folder that belongs to the user, in which and above which no one else but root can exchange anything.
  ///
  /// - Parameters:
  ///   - path: Its path. Folders above it may be links, it must be none.
  ///   - isMade: True to make it, and those above it, where there are none, for the user alone.
  /// - Returns: The folder.
  /// - Throws: ``Refusal`` where there is no such folder.
  package static func own(_ path: FilePath, isMade: Bool) throws(Refusal) -> OpenFolder {
    if isMade { path.makeParents() }
    let folder = try own(path, in: AT_FDCWD, path, isMade: isMade)
    let isSafe: Bool
    do throws(SystemError) { isSafe = try folder.isSafeAbove() } catch { throw .system(error) }
    guard isSafe else { throw .unsafe("\(path) is in a folder that others can write") }
    return folder
  }

  /// Opens a folder in this one that belongs to the user alone, and lies on the same device.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - path: Its path, for the message.
  ///   - isMade: True to make it where there is none.
  /// - Returns: The folder.
  /// - Throws: ``Refusal`` where there is no such folder.
  package borrowing func own(
    _ name: FilePath, path: FilePath, isMade: Bool = true
  ) throws(Refusal) -> OpenFolder {
    let folder = try Self.own(name, in: descriptor, path, isMade: isMade)
    guard folder.status.st_dev == status.st_dev else {
      throw .unsafe("\(path) is on another device")
    }
    return folder
  }

  private static func own(
    _ name: FilePath, in parent: Int32, _ path: FilePath, isMade: Bool
  ) throws(Refusal) -> OpenFolder {
    let made = isMade ? name.withCString { mkdirat(parent, $0, 0o700) } : 0
    let refusal = made != 0 && errno != EEXIST ? SystemError.last : nil
    let folder: OpenFolder
    do throws(SystemError) {
      folder = try OpenFolder(name, in: parent, O_NOFOLLOW)
    } catch {
      guard error.number == ENOTDIR || error.number == ELOOP else {
        throw .system(refusal ?? error)
      }
      throw .unsafe("\(path) is \(isLink(name, in: parent) ? "a link" : "not a folder")")
    }
    try folder.makePrivate(path)
    return folder
  }

  private static func isLink(_ name: FilePath, in parent: Int32) -> Bool {
    entry(name, in: parent).map { $0.st_mode & S_IFMT == S_IFLNK } ?? false
  }

  /// Checks that the folder is the user's, and takes from others what they may do with it, where the file system has modes.
  private borrowing func makePrivate(_ path: FilePath) throws(Refusal) {
    guard status.st_uid == geteuid() else { throw .unsafe("\(path) belongs to another user") }
    // What others could write may already hold their files.
    guard status.st_mode & 0o022 == 0 else { throw .unsafe("\(path) is writable by others") }
    if status.st_mode & 0o077 != 0 { _ = fchmodat(descriptor, ".", 0o700, 0) }
  }

  /// Whether no one else can exchange the folder, or one above it.
  private borrowing func isSafeAbove() throws(SystemError) -> Bool {
    // Who owns the root can exchange everything anyway; in a user namespace that is not root.
    let owners = [geteuid(), 0, try OpenFolder(FilePath("/")).status.st_uid]
    var inner = status
    var folder = try OpenFolder(FilePath(".."), in: self)
    while !folder.isSame(as: inner) {
      inner = folder.status
      guard owners.contains(inner.st_uid), !inner.isWritableByAll || inner.isSticky else {
        return false
      }
      folder = try OpenFolder(FilePath(".."), in: folder)
    }
    return true
  }

  private borrowing func isSame(as other: stat) -> Bool {
    status.st_dev == other.st_dev && status.st_ino == other.st_ino
  }
}

extension stat {
  fileprivate var isWritableByAll: Bool { st_mode & S_IWOTH != 0 }
  fileprivate var isSticky: Bool { st_mode & S_ISVTX != 0 }
}

// MARK: - What is in it

extension OpenFolder {
  /// Its own properties.
  package var status: stat {
    var status = stat()
    _ = fstat(descriptor, &status)
    return status
  }

  /// The properties of what has a name in it, of a link itself; `nil` where nothing has.
  package borrowing func status(of name: FilePath) -> stat? { Self.entry(name, in: descriptor) }

  private static func entry(_ name: FilePath, in folder: Int32) -> stat? {
    var status = stat()
    let result = name.withCString { fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) }
    return result == 0 ? status : nil
  }

  /// Whether something in it may be replaced, filled or followed: in a sticky folder that all can write, only what belongs to the
  /// user or to the folder's owner, as the kernel does where `fs.protected_symlinks` and `fs.protected_regular` are set.
  package borrowing func permits(_ entry: stat) -> Bool {
    let folder = status
    return !folder.isSticky || !folder.isWritableByAll || entry.st_uid == geteuid()
      || entry.st_uid == folder.st_uid
  }

  /// Whether the user can write a file in it; otherwise `errno` has the reason.
  package borrowing func canWrite(_ name: FilePath) -> Bool {
    name.withCString { faccessat(descriptor, $0, W_OK, 0) } == 0
  }

  /// The target of a link in it, which the user is permitted to follow.
  ///
  /// - Throws: The system's error, `EACCES` for a link that is not to be followed.
  package borrowing func target(of name: FilePath) throws(SystemError) -> FilePath {
    let link = try open(name, Self.pathOnly)
    defer { close(link) }
    var status = stat()
    guard fstat(link, &status) == 0 else { throw .last }
    guard permits(status) else { throw SystemError(EACCES) }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(link, "", &buffer, buffer.count)
    guard count > 0 else { throw .last }
    return FilePath(bytes: buffer[..<count].map { UInt8(bitPattern: $0) })
  }

  /// Opens a file in it; links are not followed.
  ///
  /// - Returns: The descriptor, which the caller closes.
  /// - Throws: The system's error.
  package borrowing func open(
    _ name: FilePath, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) -> Int32 {
    let opened = name.withCString {
      openat(descriptor, $0, flags | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, mode)
    }
    guard opened >= 0 else { throw .last }
    return opened
  }

  /// Opens a regular file in it for reading, without waiting for a pipe; `nil` for anything else.
  package borrowing func openFile(_ name: FilePath) -> Int32? {
    guard let opened = try? open(name, O_RDONLY | O_NONBLOCK) else { return nil }
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      return nil
    }
    return opened
  }

  /// Makes a file without a name, where the file system has such.
  ///
  /// - Throws: The system's error.
  package borrowing func makeUnnamedFile(mode: mode_t) throws(SystemError) -> Int32 {
    try open(FilePath("."), O_RDWR | O_DIRECTORY | Self.unnamed, mode: mode)
  }

  /// Gives a file without a name one.
  ///
  /// - Throws: The system's error, such as that the name is taken.
  package borrowing func link(_ file: Int32, as name: FilePath) throws(SystemError) {
    let result = name.withCString {
      linkat(AT_FDCWD, "/proc/self/fd/\(file)", descriptor, $0, Int32(AT_SYMLINK_FOLLOW))
    }
    guard result == 0 else { throw .last }
  }

  /// Renames what is in it, into another folder or the same one, where it replaces a file of that name.
  ///
  /// - Throws: The system's error.
  package borrowing func rename(
    _ old: FilePath, to new: FilePath, in folder: borrowing OpenFolder
  ) throws(SystemError) {
    let (from, to) = (descriptor, folder.descriptor)
    let result = old.withCString { old in new.withCString { renameat(from, old, to, $0) } }
    guard result == 0 else { throw .last }
  }

  /// Renames what is in it, into another folder or the same one, unless something has that name there.
  ///
  /// - Throws: The system's error, `EEXIST` where the name is taken.
  package borrowing func renameExclusively(
    _ old: FilePath, to new: FilePath, in folder: borrowing OpenFolder
  ) throws(SystemError) {
    let (from, to) = (descriptor, folder.descriptor)
    func attempt(
      _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
    ) throws(SystemError) {
      let result = old.withCString { old in new.withCString { body(old, $0) } }
      guard result == 0 else { throw .last }
    }
    do throws(SystemError) {
      try attempt { FileDescriptor.renameExclusively(in: from, $0, to: $1, in: to) }
    } catch {
      guard error.number == EINVAL || error.number == ENOSYS else { throw error }
      // Some network file systems can't, but a second name is never given to another file's.
      try attempt { linkat(from, $0, to, $1, 0) }
      guard remove(old) else {
        let error = SystemError.last
        folder.remove(new)
        throw error
      }
    }
  }

  /// Gives a file another name in its folder.
  ///
  /// - Parameters:
  ///   - path: The file; a link is renamed itself.
  ///   - name: The new name.
  /// - Throws: The system's error, `EEXIST` where another file has the name.
  package static func rename(_ path: FilePath, to name: FilePath) throws(SystemError) {
    let folder = try OpenFolder(path.folder)
    let old = path.lastComponent
    do throws(SystemError) {
      try folder.renameExclusively(old, to: name, in: folder)
    } catch {
      // Where case doesn't matter, a name in another case is the file's own; and so is that of a second link to it.
      guard error.number == EEXIST, let file = folder.status(of: old),
        let other = folder.status(of: name), file.st_dev == other.st_dev,
        file.st_ino == other.st_ino, file.st_nlink == 1
      else { throw error }
      try folder.rename(old, to: name, in: folder)
    }
    folder.synchronize()
  }

  /// Deletes a file or a link in it; returns false where that is impossible.
  @discardableResult
  package borrowing func remove(_ name: FilePath) -> Bool {
    name.withCString { unlinkat(descriptor, $0, 0) } == 0
  }

  /// Writes the folder to the disk.
  package borrowing func synchronize() {
    guard let opened = try? open(FilePath("."), O_RDONLY | O_DIRECTORY) else { return }
    fsync(opened)
    close(opened)
  }
}
